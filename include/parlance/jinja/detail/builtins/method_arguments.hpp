// parlance/jinja/detail/builtins/method_arguments.hpp - the arguments of a method call, checked as Python's built-ins do
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace parlance::jinja::detail {

/// What Python's own functions take for yes or no: an integer.
[[nodiscard]] PARLANCE_DECL bool switched(value v);

/// An integer argument, or what stands for a missing one.  What does not fit is as far away as can be.
[[nodiscard]] PARLANCE_DECL std::int64_t whole(value v, std::int64_t otherwise);

/// The arguments of a method call, checked as Python's built-ins do.
class method_arguments {
public:
    PARLANCE_DECL method_arguments(call_arguments const& args, attr name, std::size_t least,
                                   std::size_t most);
    [[nodiscard]] value get(std::size_t i, std::string_view name = {}) const { return args_.get(i, name); }
    [[nodiscard]] PARLANCE_DECL value text(std::size_t i) const;
    [[nodiscard]] PARLANCE_DECL std::int64_t integer(std::size_t i, std::int64_t otherwise,
                                                     std::string_view name = {}) const;

private:
    [[nodiscard]] PARLANCE_DECL bool all_known(std::initializer_list<std::string_view> names) const;
    call_arguments const& args_;
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/method_arguments.ipp>
#endif

// parlance/jinja/detail/vm/operand_stack.hpp - the stack of operands, and what is made of those on top
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

/// Values that instructions leave for the next ones.
class operand_stack {
protected:
    PARLANCE_DECL operand_stack(program const& what, render_options const& how);

    void push(value v) {
        if (stack_.size() == stack_.capacity()) [[unlikely]] {
            rt_.heap.reserve(stack_, 2 * stack_.capacity());
        }
        stack_.push_back(v);
    }
    [[nodiscard]] value pop() {
        value const v = stack_.back();
        stack_.pop_back();
        return v;
    }
    [[nodiscard]] value& top() { return stack_.back(); }
    void drop(std::size_t n) { stack_.resize(stack_.size() - n); }

    [[nodiscard]] std::string_view name(std::uint32_t id) const { return code_.literals.names[id]; }

    PARLANCE_DECL void unpack(std::uint32_t count);

    PARLANCE_DECL void make_sequence(std::uint32_t count, kind is);
    PARLANCE_DECL void make_mapping(std::uint32_t pairs);

    [[nodiscard]] PARLANCE_DECL value big_literal(std::string_view digits);

    [[nodiscard]] PARLANCE_DECL value named_item(value object, value const& key);

    program const& code_;
    runtime rt_;
    vec<value> stack_{};
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/operand_stack.ipp>
#endif

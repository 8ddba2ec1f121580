// parlance/jinja/detail/python/operators.hpp - Python's operators on values: truth, equality, order, arithmetic, membership
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/vec.hpp>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja {

/// Fails because an undefined value is used.
[[noreturn]] PARLANCE_DECL void fail_undefined(value v);
PARLANCE_DECL void refuse_undefined(value v);
/// Fails because an operation does not take values of this type, whose name stands between the texts; or as
/// fail_undefined() does.
[[noreturn]] PARLANCE_RARE void fail_type(value v, std::string before, std::string_view after = {});

/// bool(v)
[[nodiscard]] PARLANCE_DECL bool truth(value v) noexcept;

/// As a double; v is a number.
[[nodiscard]] PARLANCE_DECL double to_real(value v);

namespace detail {

/// Recursion into a container: as deep as a limit, and cycles end there.
class inside {
public:
    PARLANCE_DECL inside(runtime& rt, value container);
    inside(inside const&) = delete;
    inside& operator=(inside const&) = delete;
    ~inside() { open_.pop_back(); }

private:
    vec<std::int64_t>& open_;
};

/// What reading an integer as a whole costs.
[[nodiscard]] PARLANCE_DECL std::uint64_t limbs_of(value v) noexcept;

/// Whether all of `part` is in `whole`: views of keys, or of items.
[[nodiscard]] PARLANCE_DECL bool covers(runtime& rt, value whole, value part);

}  // namespace detail

/// Whether two values are the same object, as far as `is` and container comparisons care.
[[nodiscard]] PARLANCE_DECL bool identical(value a, value b) noexcept;

/// a == b
[[nodiscard]] PARLANCE_DECL bool equal(runtime& rt, value a, value b);

[[nodiscard]] PARLANCE_DECL std::uint64_t hash_of(runtime& rt, value v);

[[noreturn]] PARLANCE_DECL void fail_operands(std::string_view sign, value a, value b);

/// a < b and its kin
[[nodiscard]] PARLANCE_DECL bool ordered(runtime& rt, binary op, value a, value b);

/// a in b
[[nodiscard]] PARLANCE_DECL bool contains(runtime& rt, value a, value b);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/operators.ipp>
#endif

// parlance/jinja/detail/python/impl/arithmetic.ipp - definitions of what parlance/jinja/detail/python/arithmetic.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/errc.hpp>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace parlance::jinja::detail {

[[nodiscard]] PARLANCE_DECL std::string_view sign_of(binary op) noexcept;

[[nodiscard]] PARLANCE_DECL value power(runtime& rt, value a, value b);

[[nodiscard]] PARLANCE_DECL value real_arithmetic(binary op, double x, double y);

[[nodiscard]] PARLANCE_DECL value integer_arithmetic(runtime& rt, binary op, value a, value b);

/// A sequence `times` times.
[[nodiscard]] PARLANCE_DECL value repeated(runtime& rt, value sequence, value times);

[[nodiscard]] PARLANCE_DECL value added(runtime& rt, value a, value b);

std::string_view sign_of(binary op) noexcept {
    switch (op) {
    case binary::add: return "+";
    case binary::sub: return "-";
    case binary::mul: return "*";
    case binary::div: return "/";
    case binary::floordiv: return "//";
    case binary::mod: return "%";
    default: return "** or pow()";
    }
}

value power(runtime& rt, value a, value b) {
    bool const real = a.is == kind::real || b.is == kind::real;
    if (!real && !(b.is == kind::big ? b.big->negative : b.integer < 0)) {
        big_integer base = big_integer::from(a);
        if (base.bits() <= 1) {  // 0, 1, -1
            bool const even = !big_integer::from(b).odd();
            std::int64_t const unit = even ? 1 : base.negative() ? -1 : 1;
            bool const zero_exponent = b.is != kind::big && b.integer == 0;
            return make_integer(base.is_zero() && !zero_exponent ? 0 : unit);
        }
        if (b.is == kind::big || static_cast<std::uint64_t>(b.integer) > rt.heap.left() * 8 / base.bits()) {
            throw fault{errc::out_of_memory_budget, {}};
        }
        big_integer result(1);
        for (auto n = static_cast<std::uint64_t>(b.integer); n != 0; n >>= 1) {
            if ((n & 1) != 0) {
                result = big_integer::multiply(rt, result, base);
            }
            if (n > 1) {
                base = big_integer::multiply(rt, base, base);
            }
        }
        return result.store(rt);
    }
    double const x = to_real(a);
    double const y = to_real(b);
    if (x == 0 && y < 0) {
        value_error("0.0 cannot be raised to a negative power");
    }
    double const d = std::pow(x, y);
    if (x < 0 && std::isfinite(x) && std::isfinite(y) && y != std::floor(y)) {
        value_error("complex numbers are not supported");
    }
    if (std::isinf(d) && std::isfinite(x) && std::isfinite(y)) {
        value_error("(34, 'Numerical result out of range')");
    }
    return make_real(d);
}

/// a / b, rounded once: both may have more bits than a double holds.
PARLANCE_DECL value quotient_of(runtime& rt, value a, value b) {
    auto const exact = [](value v) {
        constexpr std::int64_t most = std::int64_t{1} << 53;
        return v.is != kind::big && v.integer >= -most && v.integer <= most;
    };
    if (exact(b) && b.integer == 0) {
        value_error("division by zero");
    }
    if (exact(a) && exact(b)) {
        return make_real(static_cast<double>(a.integer) / static_cast<double>(b.integer));
    }
    rt.spend(limbs_of(a) + limbs_of(b));
    big_integer const x = big_integer::from(a);
    big_integer const y = big_integer::from(b);
    constexpr std::size_t enough = 66;  // bits of the quotient; what is below them only breaks ties
    std::size_t const shift = x.bits() < y.bits() + enough ? y.bits() + enough - x.bits() : 0;
    big_integer quotient;
    big_integer rest;
    big_integer::divide(rt, x.shifted(static_cast<unsigned>(shift)), y, quotient, rest);
    if (!rest.is_zero() && !quotient.odd()) {
        quotient = quotient + big_integer(1);
    }
    double const sign = x.is_zero() && y.negative() ? -1 : 1;  // of a zero
    double const out = sign * std::ldexp(quotient.to_real(), -static_cast<int>(shift));
    if (std::isinf(out)) {
        value_error("integer division result too large for a float");
    }
    return make_real(out);
}

value real_arithmetic(binary op, double x, double y) {
    switch (op) {
    case binary::add: return make_real(x + y);
    case binary::sub: return make_real(x - y);
    case binary::mul: return make_real(x * y);
    default: break;
    }
    if (y == 0) {
        value_error(op == binary::div   ? "float division by zero"
                    : op == binary::mod ? "float modulo"
                                        : "float floor division by zero");
    }
    if (op == binary::div) {
        return make_real(x / y);
    }
    double remainder = std::fmod(x, y);
    double quotient = (x - remainder) / y;
    if (remainder != 0 && (y < 0) != (remainder < 0)) {
        remainder += y;
        quotient -= 1;
    } else if (remainder == 0) {
        remainder = std::copysign(0.0, y);
    }
    if (op == binary::mod) {
        return make_real(remainder);
    }
    if (quotient == 0) {
        return make_real(std::copysign(0.0, x / y));
    }
    double floor = std::floor(quotient);
    return make_real(quotient - floor > 0.5 ? floor + 1 : floor);
}

value integer_arithmetic(runtime& rt, binary op, value a, value b) {
    if (a.is != kind::big && b.is != kind::big) {
        std::int64_t const x = a.integer;
        std::int64_t const y = b.integer;
        std::int64_t out = 0;
        switch (op) {
        case binary::add:
            if (!__builtin_add_overflow(x, y, &out)) {
                return make_integer(out);
            }
            break;
        case binary::sub:
            if (!__builtin_sub_overflow(x, y, &out)) {
                return make_integer(out);
            }
            break;
        case binary::mul:
            if (!__builtin_mul_overflow(x, y, &out)) {
                return make_integer(out);
            }
            break;
        default:
            if (y == 0) {
                value_error(op == binary::mod ? "integer modulo by zero"
                                              : "integer division or modulo by zero");
            }
            if (y != -1) {
                std::int64_t const remainder = x % y;
                bool const adjust = remainder != 0 && (remainder < 0) != (y < 0);
                return make_integer(op == binary::mod ? remainder + (adjust ? y : 0)
                                                      : x / y - (adjust ? 1 : 0));
            }
            break;
        }
    }
    rt.spend(limbs_of(a) + limbs_of(b));
    big_integer const x = big_integer::from(a);
    big_integer const y = big_integer::from(b);
    switch (op) {
    case binary::add: return (x + y).store(rt);
    case binary::sub: return (x - y).store(rt);
    case binary::mul: return big_integer::multiply(rt, x, y).store(rt);
    default: break;
    }
    if (y.is_zero()) {
        value_error("integer division or modulo by zero");
    }
    big_integer quotient;
    big_integer remainder;
    big_integer::divide(rt, x, y, quotient, remainder);
    return (op == binary::mod ? remainder : quotient).store(rt);
}

value repeated(runtime& rt, value sequence, value times) {
    std::int64_t n = times.is == kind::big ? (times.big->negative ? 0 : INT64_MAX) : times.integer;
    n = n < 0 ? 0 : n;
    auto const count = static_cast<std::uint64_t>(n);
    std::uint64_t const unit =
        sequence.is == kind::string ? sequence.size : count_of(sequence) * sizeof(value);
    if (unit != 0 && count > rt.heap.left() / unit) {
        throw fault{errc::out_of_memory_budget, {}};
    }
    if (sequence.is == kind::string) {
        runtime::builder out(rt);
        if (!sequence.has(mark::mixed)) {
            out.add_repeated(sequence.view_text(), static_cast<std::size_t>(count),
                             sequence.has(mark::input));
            return out.finish(sequence.marks & mark::markup);
        }
        out.reserve(static_cast<std::size_t>(unit * count));
        for (std::uint64_t done = 0; unit != 0 && done < count; ++done) {
            out.add(sequence);
        }
        return out.finish(sequence.marks & mark::markup);
    }
    rt.spend(count * count_of(sequence));
    list_node* const out = rt.new_list(static_cast<std::size_t>(count * count_of(sequence)));
    paid_ahead each(rt.steps(), 1);
    for (std::uint64_t i = 0; unit != 0 && i < count; ++i) {
        for (std::size_t j = 0; j < count_of(sequence); ++j) {
            each.reached(out->size);
            rt.append(*out, item_at(rt, sequence, j));
        }
    }
    return make_list(out, sequence.is == kind::tuple ? kind::tuple : kind::list);
}

value added(runtime& rt, value a, value b) {
    if (a.is == kind::string && b.is == kind::string) {
        bool const markup = a.has(mark::markup) || b.has(mark::markup);
        if (!markup) {
            return rt.join(a, b);
        }
        value out =
            rt.join(a.has(mark::markup) ? a : escaped(rt, a), b.has(mark::markup) ? b : escaped(rt, b));
        out.marks |= mark::markup;
        return out;
    }
    if ((is_list(a) && is_list(b)) || (a.is == kind::tuple && b.is == kind::tuple)) {
        rt.spend(count_of(a) + count_of(b));
        list_node* const out = rt.new_list(count_of(a) + count_of(b));
        paid_ahead each(rt.steps(), 1);
        for (value const side : {a, b}) {
            for (std::size_t i = 0; i < count_of(side); ++i) {
                each.reached(out->size);
                rt.append(*out, item_at(rt, side, i));
            }
        }
        return make_list(out, a.is == kind::tuple ? kind::tuple : kind::list);
    }
    refuse_undefined(a);
    refuse_undefined(b);
    if (a.is == kind::string || is_array(a)) {
        std::string const name(type_name(a.is));
        type_error("can only concatenate " + name + " (not \"" + std::string(type_name(b.is)) + "\") to " +
                   name);
    }
    fail_operands("+", a, b);
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value arithmetic(runtime& rt, binary op, value a, value b) {
    if (is_number(a) && is_number(b)) {
        if (op == binary::pow) {
            return detail::power(rt, a, b);
        }
        if (a.is == kind::real || b.is == kind::real) {
            return detail::real_arithmetic(op, to_real(a), to_real(b));
        }
        return op == binary::div ? detail::quotient_of(rt, a, b) : detail::integer_arithmetic(rt, op, a, b);
    }
    if (op == binary::add) {
        return detail::added(rt, a, b);
    }
    auto const whole = [](value v) {
        return v.is == kind::integer || v.is == kind::boolean || v.is == kind::big;
    };
    auto const repeatable = [](value v) { return v.is == kind::string || is_array(v); };
    if (op == binary::mul && repeatable(a) && whole(b)) {
        return detail::repeated(rt, a, b);
    }
    if (op == binary::mul && repeatable(b) && whole(a)) {
        return detail::repeated(rt, b, a);
    }
    if (op == binary::mod && a.is == kind::string) {
        return format_printf(rt, a, b);
    }
    refuse_undefined(a);
    refuse_undefined(b);
    if (op == binary::mul && (repeatable(a) || repeatable(b))) {
        type_error("can't multiply sequence by non-int of type '" +
                   std::string(type_name(repeatable(a) ? b.is : a.is)) + "'");
    }
    fail_operands(detail::sign_of(op), a, b);
}

value negated(runtime& rt, value v) {
    if (v.is == kind::real) {
        return make_real(-v.real);
    }
    if (!is_number(v)) {
        fail_type(v, "bad operand type for unary -: '", "'");
    }
    rt.spend(v.is == kind::big ? detail::limbs_of(v) : 0);
    return (-big_integer::from(v)).store(rt);
}

value plus(value v) {
    if (!is_number(v)) {
        fail_type(v, "bad operand type for unary +: '", "'");
    }
    if (v.is == kind::boolean) {
        v.is = kind::integer;
    }
    return v;
}

}  // namespace parlance::jinja

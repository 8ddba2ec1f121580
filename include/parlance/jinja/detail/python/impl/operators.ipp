// parlance/jinja/detail/python/impl/operators.ipp - definitions of what parlance/jinja/detail/python/operators.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja {

/// The sentence of an error about an undefined value.
PARLANCE_DECL std::string undefined_message(value v) {
    std::string const text(v.why == static_cast<std::uint8_t>(absence::element) ? std::string_view{}
                                                                                : v.view_text());
    auto const owner = static_cast<kind>(v.owner);
    std::string object(type_name(owner));
    if (owner == kind::undefined || owner == kind::none) {
        object = owner == kind::none ? "None" : "undefined";
    } else if (owner == kind::name_space) {
        object = "jinja2.utils.Namespace object";
    } else {
        object += " object";
    }
    switch (static_cast<absence>(v.why)) {
    case absence::name: return "'" + text + "' is undefined";
    case absence::attribute: return "'" + object + "' has no attribute '" + text + "'";
    case absence::element: return object + " has no element " + std::to_string(v.integer);
    case absence::key: return object + " has no element " + text;
    case absence::forbidden:
        return "access to attribute '" + text + "' of '" + std::string(type_name(owner)) +
               "' object is unsafe.";
    case absence::parameter: return "parameter '" + text + "' was not provided";
    case absence::custom: return text;
    }
    return text;
}

void fail_undefined(value v) {
    bool const unsafe = v.why == static_cast<std::uint8_t>(absence::forbidden);
    throw fault{unsafe ? errc::jinja_security : errc::jinja_undefined, undefined_message(v)};
}

void refuse_undefined(value v) {
    if (v.is == kind::undefined) {
        fail_undefined(v);
    }
}
void fail_type(value v, std::string before, std::string_view after) {
    refuse_undefined(v);
    type_error(before.append(type_name(v.is)).append(after));
}

bool truth(value v) noexcept {
    switch (v.is) {
    case kind::missing:
    case kind::undefined:
    case kind::none: return false;
    case kind::boolean:
    case kind::integer: return v.integer != 0;
    case kind::real: return v.real != 0;
    case kind::string:
    case kind::bytes: return v.size != 0;
    case kind::list:
    case kind::tuple:
    case kind::json_array:
    case kind::dict:
    case kind::json_object:
    case kind::range:
    case kind::keys_view:
    case kind::values_view:
    case kind::items_view: return count_of(v) != 0;
    default: return true;
    }
}

double to_real(value v) {
    if (v.is == kind::big) {
        double const d = big_integer::from(v).to_real();
        if (std::isinf(d)) {
            throw fault{errc::jinja_value, "int too large to convert to float"};
        }
        return d;
    }
    return v.is == kind::real ? v.real : static_cast<double>(v.integer);
}

PARLANCE_DECL std::partial_ordering order_numbers(value a, value b) {
    if (a.is == kind::real || b.is == kind::real) {
        if (a.is == kind::real && b.is == kind::real) {
            return a.real <=> b.real;
        }
        value const real = a.is == kind::real ? a : b;
        value const whole = a.is == kind::real ? b : a;
        std::partial_ordering order = std::partial_ordering::unordered;
        if (std::isnan(real.real)) {
            return order;
        }
        if (std::isinf(real.real)) {
            order = real.real > 0 ? std::partial_ordering::less : std::partial_ordering::greater;
        } else {
            double const floor = std::floor(real.real);
            order = big_integer::from(whole) <=> big_integer::from_real(floor);
            if (order == 0 && floor != real.real) {
                order = std::partial_ordering::less;
            }
        }
        return a.is == kind::real ? 0 <=> order : order;
    }
    if (a.is == kind::big || b.is == kind::big) {
        return big_integer::from(a) <=> big_integer::from(b);
    }
    return a.integer <=> b.integer;
}

}  // namespace parlance::jinja

namespace parlance::jinja::detail {

inside::inside(runtime& rt, value container) : open_(rt.open) {
    if (open_.size() >= rt.options.limits.nesting) {
        auto const last = open_.empty() ? open_.end() : open_.end() - 1;
        bool const again = std::find(open_.begin(), last, container.integer) != last;
        throw fault{again ? errc::circular_value : errc::nested_too_deep, {}};
    }
    open_.push_back(container.integer);
}

std::uint64_t limbs_of(value v) noexcept { return v.is == kind::big ? v.big->count / 16 : 0; }

bool covers(runtime& rt, value whole, value part) {
    for (std::size_t i = 0; i < count_of(part); ++i) {
        maybe<value> const other = find_item(rt, whole.view->of, key_at(rt, part.view->of, i));
        if (!other ||
            (part.is == kind::items_view && !equal(rt, item_of_entry(rt, part.view->of, i), *other))) {
            return false;
        }
    }
    return true;
}

PARLANCE_DECL bool equal_mappings(runtime& rt, value a, value b) {
    if (count_of(a) != count_of(b)) {
        return false;
    }
    for (std::size_t i = 0; i < count_of(a); ++i) {
        maybe<value> const other = find_item(rt, b, key_at(rt, a, i));
        if (!other || !equal(rt, item_of_entry(rt, a, i), *other)) {
            return false;
        }
    }
    return true;
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

bool identical(value a, value b) noexcept {
    if (a.is != b.is) {
        return false;
    }
    switch (a.is) {
    case kind::none: return true;
    case kind::undefined: return a.text == b.text && a.why == b.why;
    case kind::string: return a.text == b.text && a.size == b.size;
    case kind::real: return a.real == b.real || (std::isnan(a.real) && std::isnan(b.real));
    default: return a.integer == b.integer;
    }
}

bool equal(runtime& rt, value a, value b) {
    rt.spend();
    if (a.is == kind::string && b.is == kind::string) {
        rt.spend(a.size == b.size ? a.size / 64 : 0);
        return detail::same_text(rt, a.view_text(), b.view_text());
    }
    if (is_number(a) && is_number(b)) {
        rt.spend(detail::limbs_of(a) + detail::limbs_of(b));
        return order_numbers(a, b) == 0;
    }
    if ((is_list(a) && is_list(b)) || (a.is == kind::tuple && b.is == kind::tuple)) {
        if (count_of(a) != count_of(b)) {
            return false;
        }
        detail::inside const deeper(rt, a);
        for (std::size_t i = 0; i < count_of(a) && i < count_of(b); ++i) {
            if (!equal(rt, item_at(rt, a, i), item_at(rt, b, i))) {
                return false;
            }
        }
        return true;
    }
    if (is_mapping(a) && is_mapping(b)) {
        detail::inside const deeper(rt, a);
        return detail::equal_mappings(rt, a, b);
    }
    if (a.is == kind::undefined && b.is == kind::undefined) {
        return true;
    }
    if (a.is == kind::range && b.is == kind::range) {
        return a.range->length == b.range->length &&
               (a.range->length == 0 || (a.range->start == b.range->start &&
                                         (a.range->length == 1 || a.range->step == b.range->step)));
    }
    if (a.is == kind::bytes && b.is == kind::bytes) {
        rt.spend(a.size == b.size ? a.size / 64 : 0);
        return detail::same_text(rt, a.view_text(), b.view_text());
    }
    if ((a.is == kind::keys_view && b.is == kind::keys_view) ||
        (a.is == kind::items_view && b.is == kind::items_view)) {
        return count_of(a) == count_of(b) && detail::covers(rt, b, a);
    }
    return identical(a, b);
}

std::uint64_t hash_of(runtime& rt, value v) {
    auto const mix = [](std::uint64_t h) {
        h ^= h >> 33;
        h *= 0xFF51AFD7ED558CCDULL;
        return h ^ (h >> 33);
    };
    switch (v.is) {
    case kind::string:
    case kind::bytes: {
        std::uint64_t h = 0xCBF29CE484222325ULL;
        rt.spend(1 + v.size / 8);
        rt.steps().in_parts(v.size, 8, [&](std::size_t begin, std::size_t end) {
            for (char const c : v.view_text().substr(begin, end - begin)) {
                h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
            }
        });
        return mix(h);
    }
    case kind::none: return 1;
    case kind::boolean:
    case kind::integer: return mix(static_cast<std::uint64_t>(v.integer));
    case kind::real:
        if (v.real == std::floor(v.real) && std::abs(v.real) < 9e18) {
            return mix(static_cast<std::uint64_t>(static_cast<std::int64_t>(v.real)));
        }
        return 2;
    case kind::big: return 2;
    case kind::tuple: {
        detail::inside const deeper(rt, v);
        rt.spend(1 + v.list->size);
        std::uint64_t h = 3;
        for (std::size_t i = 0; i < v.list->size; ++i) {
            h = mix(h * 31 + hash_of(rt, v.list->items[i]));
        }
        return h;
    }
    case kind::list:
    case kind::json_array:
    case kind::dict:
    case kind::json_object:
    case kind::keys_view:
    case kind::items_view: type_error("unhashable type: '" + std::string(type_name(v.is)) + "'");
    case kind::undefined: return 4;
    default: return mix(static_cast<std::uint64_t>(v.integer));
    }
}

void fail_operands(std::string_view sign, value a, value b) {
    refuse_undefined(a);
    fail_type(b,
              "unsupported operand type(s) for " + std::string(sign) + ": '" + std::string(type_name(a.is)) +
                  "' and '",
              "'");
}

bool ordered(runtime& rt, binary op, value a, value b) {
    rt.spend();
    auto const decide = [op](std::partial_ordering o) {
        switch (op) {
        case binary::lt: return o < 0;
        case binary::le: return o <= 0;
        case binary::gt: return o > 0;
        default: return o >= 0;
        }
    };
    if (is_number(a) && is_number(b)) {
        rt.spend(detail::limbs_of(a) + detail::limbs_of(b));
        return decide(order_numbers(a, b));
    }
    if (a.is == kind::string && b.is == kind::string) {
        rt.spend((std::min)(a.size, b.size) / 64);
        std::size_t const same = detail::same_bytes(rt, a.view_text(), b.view_text());
        return decide(a.view_text().substr(same) <=> b.view_text().substr(same));
    }
    if ((is_list(a) && is_list(b)) || (a.is == kind::tuple && b.is == kind::tuple)) {
        detail::inside const deeper(rt, a);
        for (std::size_t i = 0; i < count_of(a) && i < count_of(b); ++i) {
            value const left = item_at(rt, a, i);
            value const right = item_at(rt, b, i);
            if (!equal(rt, left, right)) {
                return ordered(rt, op, left, right);
            }
        }
        return decide(count_of(a) <=> count_of(b));
    }
    if (a.is == b.is && (a.is == kind::keys_view || a.is == kind::items_view)) {
        bool const less = op == binary::lt || op == binary::le;
        return decide(count_of(a) <=> count_of(b)) &&
               (less ? detail::covers(rt, b, a) : detail::covers(rt, a, b));
    }
    refuse_undefined(a);
    refuse_undefined(b);
    std::string_view const sign = op == binary::lt   ? "<"
                                  : op == binary::le ? "<="
                                  : op == binary::gt ? ">"
                                                     : ">=";
    type_error("'" + std::string(sign) + "' not supported between instances of '" +
               std::string(type_name(a.is)) + "' and '" + std::string(type_name(b.is)) + "'");
}

bool contains(runtime& rt, value a, value b) {
    switch (b.is) {
    case kind::string:
        if (a.is != kind::string) {
            fail_type(a, "'in <string>' requires string as left operand, not ");
        }
        return detail::searcher(rt, a.view_text()).find(b.view_text()) != std::string_view::npos;
    case kind::dict:
    case kind::json_object: return find_item(rt, b, a).has_value();
    case kind::keys_view: return find_item(rt, b.view->of, a).has_value();
    case kind::range:
        if (a.is == kind::integer || a.is == kind::boolean) {
            std::int64_t const step = b.range->step;
            std::int64_t const last = b.range->start + (b.range->length - 1) * step;
            bool const between = step > 0 ? a.integer >= b.range->start && a.integer <= last
                                          : a.integer <= b.range->start && a.integer >= last;
            return b.range->length > 0 && between && (a.integer - b.range->start) % step == 0;
        }
        break;
    default: break;
    }
    if (!is_iterable(b)) {
        type_error("argument of type '" + std::string(type_name(b.is)) + "' is not iterable");
    }
    cursor c = iterate(b);
    for (value item; next(rt, c, item);) {
        if (identical(item, a) || equal(rt, item, a)) {
            return true;
        }
    }
    return false;
}

}  // namespace parlance::jinja

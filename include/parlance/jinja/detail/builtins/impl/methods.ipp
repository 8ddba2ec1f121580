// parlance/jinja/detail/builtins/impl/methods.ipp - definitions of what parlance/jinja/detail/builtins/methods.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/methods.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/methods_container.hpp>
#include <parlance/jinja/detail/builtins/methods_text.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja::detail {

PARLANCE_DECL value number_method(runtime& rt, value self, attr name) {
    switch (name) {
    case "conjugate"_attr: return plus(self);
    case "is_integer"_attr:
        return make_boolean(std::isfinite(self.real) && self.real == std::floor(self.real));
    case "bit_length"_attr: return make_integer(static_cast<std::int64_t>(big_integer::from(self).bits()));
    case "as_integer_ratio"_attr:
        if (self.is != kind::real) {
            return rt.tuple({plus(self), make_integer(1)});
        }
        [[fallthrough]];
    default: type_error("this method of numbers is not supported");
    }
}

PARLANCE_DECL value loop_method(runtime& rt, loop_node& loop, attr name, call_arguments const& args) {
    if (name == "cycle"_attr) {
        if (args.count == 0) {
            type_error("no items for cycling given");
        }
        return args.positional[static_cast<std::size_t>(loop.index0) % args.count];
    }
    list_node* const now = rt.new_list(args.count);
    for (std::size_t i = 0; i < args.count; ++i) {
        rt.append(*now, args.positional[i]);
    }
    bool const same = loop.last_changed != nullptr && equal(rt, make_list(loop.last_changed), make_list(now));
    loop.last_changed = now;
    return make_boolean(!same);
}

PARLANCE_DECL value cycler_method(cycler_node& c, attr name) {
    if (name == "reset"_attr) {
        c.position = 0;
        return make_none();
    }
    value const out = c.items.items[c.position];
    c.position = (c.position + 1) % c.items.size;
    return out;
}

value macro_attribute(runtime& rt, macro_node const& m, attr a) {
    function const& f = rt.code->functions[m.function];
    switch (a) {
    case "name"_attr: return m.name.empty() ? make_none() : make_text(m.name);
    case "arguments"_attr: {
        list_node* const names = rt.new_list(f.parameters);
        for (std::uint32_t i = 0; i < f.parameters; ++i) {
            rt.append(*names, make_text(rt.code->literals.names[rt.code->keywords[f.first_parameter + i]]));
        }
        return make_list(names, kind::tuple);
    }
    case "catch_kwargs"_attr: return make_boolean(f.kwargs_slot != no_slot);
    case "catch_varargs"_attr: return make_boolean(f.varargs_slot != no_slot);
    case "caller"_attr: return make_boolean(f.caller_slot != no_slot || f.explicit_caller);
    default: return {};
    }
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value call_method(runtime& rt, value self, attr name, call_arguments const& args) {
    rt.spend(2);
    switch (self.is) {
    case kind::string: return detail::text_method(rt, self, name, args);
    case kind::list:
    case kind::json_array:
    case kind::tuple:
    case kind::range: return detail::list_method(rt, self, name, args);
    case kind::function:  // dict itself
    case kind::dict:
    case kind::json_object: return detail::dict_method(rt, self, name, args);
    case kind::boolean:
    case kind::integer:
    case kind::big:
    case kind::real: return detail::number_method(rt, self, name);
    case kind::loop: return detail::loop_method(rt, *self.loop, name, args);
    case kind::cycler: return detail::cycler_method(*self.cycler, name);
    default: type_error("this method is not supported");
    }
}

}  // namespace parlance::jinja

// parlance/hf/legacy/impl/jmespath_calls.ipp - definitions of what parlance/hf/legacy/jmespath.hpp declares of functions and their arguments
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/hf/legacy/detail/jmespath_functions.hpp>
#include <parlance/hf/legacy/detail/jmespath_reader.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parlance::hf {

json::value jmespath::evaluation::call(detail::jmes_node const& n, json::value const& v) {
    detail::jmes_function const* const f = detail::find_jmes_function(n.text);
    if (f == nullptr) {
        return fail(errc::jmespath_unknown_function, n.text);
    }
    if (f->variadic ? n.children.size() < f->count : n.children.size() != f->count) {
        return fail(errc::jmespath_arity, n.text);
    }
    std::vector<json::value> arguments;
    std::optional<std::uint32_t> reference;
    json::value out;
    if (take_arguments(n, *f, v, arguments, reference)) {
        switch (f->each) {
        case detail::jmes_each::none: out = apply(*f, arguments); break;
        case detail::jmes_each::join: out = join(arguments[0].get_string(), arguments[1].get_array()); break;
        case detail::jmes_each::map: out = map(*reference, arguments[0].get_array()); break;
        default: out = by(*f, reference, arguments[0].get_array()); break;
        }
    }
    for (json::value& each : arguments) {
        discard(each);
    }
    return out;
}

bool jmespath::evaluation::take_arguments(detail::jmes_node const& n, detail::jmes_function const& f,
                                          json::value const& v, std::vector<json::value>& arguments,
                                          std::optional<std::uint32_t>& reference) {
    for (std::size_t i = 0; i < n.children.size() && !wrong; ++i) {
        unsigned const types = f.types[(std::min)(i, f.count - 1)];
        bool const referred = self.nodes_[n.children[i]].op == detail::jmes_op::reference;
        if (referred != (types == detail::jmes_type::reference)) {
            fail(errc::jmespath_type, n.text);
        } else if (referred) {
            reference = self.nodes_[n.children[i]].children[0];
        } else {
            arguments.push_back(eval(n.children[i], v));
            if (!wrong && !detail::jmes_accepts(types, arguments.back(), looked_at())) {
                fail(errc::jmespath_type, n.text);
            }
        }
    }
    return !wrong;
}

json::value jmespath::evaluation::map(std::uint32_t reference, json::array& items) {
    json::array out;
    out.reserve(items.size());
    for (auto item = items.begin(); item != items.end() && !wrong; ++item) {
        pay(sizeof(json::value));
        out.push_back(eval(reference, *item));
    }
    discard(items);
    return out;
}

json::value jmespath::evaluation::join(boost::json::string const& between, json::array const& items) {
    constexpr std::size_t at_once = 16 * 1024;
    constexpr std::size_t bytes_of_a_step = 32;
    std::size_t size = 0;
    for (auto item = items.begin(); item != items.end() && !wrong; ++item) {
        spend(1);
        std::size_t const more = item->get_string().size() + (item == items.begin() ? 0 : between.size());
        pay(more);
        size += more;
    }
    boost::json::string out;
    out.reserve(wrong ? 0 : size);
    auto const append = [&](std::string_view text) {
        while (!text.empty() && !wrong) {
            std::string_view const piece = text.substr(0, at_once);
            spend(1 + piece.size() / bytes_of_a_step);
            out.append(piece.data(), piece.data() + piece.size());
            text.remove_prefix(piece.size());
        }
    };
    for (auto item = items.begin(); item != items.end() && !wrong; ++item) {
        append(item == items.begin() ? std::string_view{} : json::text_of(between));
        append(json::text_of(*item));
    }
    return wrong ? json::value(nullptr) : json::value(std::move(out));
}

json::value jmespath::evaluation::apply(detail::jmes_function const& f, std::vector<json::value>& arguments) {
    for (json::value const& argument : arguments) {
        weigh(argument, f.per_byte);  // what is made of it, at most
    }
    return wrong ? json::value(nullptr) : f.run(arguments, looked_at());
}

json::value jmespath::evaluation::by(detail::jmes_function const& f, std::optional<std::uint32_t> reference,
                                     json::array& items) {
    json::array made;
    if (reference) {
        made.reserve(items.size());
        for (auto item = items.begin(); item != items.end() && !wrong; ++item) {
            pay(sizeof(json::value));
            made.push_back(eval(*reference, *item));
            json::value const& key = made.back();
            bool const fits = (key.is_number() || key.is_string()) && key.is_string() == made[0].is_string();
            if (!wrong && !fits) {
                fail(errc::jmespath_type, f.name);
            }
        }
    }
    if (wrong || items.empty()) {
        discard(made);
        return f.each == detail::jmes_each::sort && !wrong ? json::value(json::array())
                                                           : json::value(nullptr);
    }
    json::array const& keys = reference ? made : items;
    auto const goes_on = [&](std::uint64_t count) {
        spend(count);
        return !wrong;
    };
    if (f.each != detail::jmes_each::sort) {
        std::size_t const best = detail::jmes_best(keys, f.each == detail::jmes_each::max ? 1 : -1, goes_on);
        discard(made);
        items[0].swap(items[best]);
        discard(items, 1);
        return std::move(items[0]);
    }
    vec<std::size_t> const order = detail::jmes_sorted(keys, goes_on);
    discard(made);
    json::array out;
    out.reserve(items.size());
    for (std::size_t const i : order) {
        spend(1);
        out.push_back(std::move(items[i]));
    }
    discard(items);
    return out;
}

}  // namespace parlance::hf

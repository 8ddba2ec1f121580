// parlance/jinja/detail/vm/impl/frames.ipp - definitions of what parlance/jinja/detail/vm/frames.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/frames.hpp>
#include <parlance/jinja/detail/builtins/filters.hpp>
#include <parlance/jinja/detail/builtins/functions.hpp>
#include <parlance/jinja/detail/builtins/methods.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/operand_stack.hpp>
#include <parlance/jinja/detail/vm/output.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja::detail {

frames::frames(program const& what, boost::json::object const& context, render_options const& how)
    : operand_stack(what, how), context_(context), out_(rt_), globals_(what.literals.names.size()) {
    frames_.reserve(8);
}

value const& frames::global(name_id id) {
    global_slot& g = globals_[id];
    if (!g.known) {
        std::string_view const n = name(id);
        g.known = true;
        if (auto const* found = context_.if_contains({n.data(), n.size()}); found != nullptr) {
            g.v = wrap(rt_, *found);
            if (g.v.has(mark::input) && is_trusted(n)) {
                g.v.marks = 0;
            }
        } else {
            g.v = find_global(n);
        }
    }
    return g.v;
}

bool frames::is_trusted(std::string_view n) const {
    auto const& list = rt_.options.trusted;
    return std::find(list.begin(), list.end(), n) != list.end();
}

value frames::shown(value v, name_id id) const {
    return v.is == kind::missing ? make_undefined(absence::name, name(id)) : rt_.current(v);
}

value* frames::slots_of(activation* a, std::uint8_t outwards) noexcept {
    for (; outwards > 0; --outwards) {
        a = a->outer;
    }
    return a->slots;
}

activation* frames::new_activation(std::uint32_t number, activation* around) {
    function const& f = code_.functions[number];
    activation* a = nullptr;
    if (number < free_.size() && free_[number] != nullptr) {
        a = free_[number];
        constexpr std::uint64_t slots_of_a_step = 16;
        rt_.spend(f.slots / slots_of_a_step);
        free_[number] = a->next_free;
        std::fill_n(a->slots, f.slots, value{});
    } else {
        a = rt_.heap.make<activation>();
        a->slots = rt_.heap.make_array<value>(f.slots);
    }
    a->outer = around;
    return a;
}

void frames::enter(std::uint32_t number, activation* around, std::uint32_t back, std::uint32_t depth0) {
    if (frames_.size() > rt_.options.limits.call_depth) {
        throw fault{errc::calls_too_deep, {}};
    }
    activation* const a = new_activation(number, around);
    frames_.push_back({number, back, a, nullptr, depth0, 0, false});
    frame_ = &frames_.back();
    slots_ = a->slots;
    at_ = code_.functions[number].entry;
}

void frames::enter_captured(std::uint32_t number, activation* around, std::uint32_t depth0) {
    enter(number, around, at_ + 1, depth0);
    frame_->mark = out_.begin();
}

bool frames::leave() {
    frame const done = frames_.back();
    frames_.pop_back();
    if (frames_.empty()) {
        return true;
    }
    function const& f = code_.functions[done.function];
    if (f.leaf) {
        if (free_.size() <= done.function) {
            free_.resize(done.function + 1);
        }
        done.here->next_free = free_[done.function];
        free_[done.function] = done.here;
    }
    frame_ = &frames_.back();
    slots_ = frame_->here->slots;
    push(out_.take(done.mark));
    if (done.markup) {
        top().marks |= mark::markup;
    }
    at_ = done.back;
    return false;
}

call_arguments frames::arguments(call_shape const& shape, std::size_t& operands) {
    operands = shape.positional + shape.keywords + (shape.spread ? 1 : 0) + (shape.spread_keywords ? 1 : 0);
    value const* const first = stack_.data() + (stack_.size() - operands);
    call_arguments args{first, shape.positional, nullptr, first + shape.positional, shape.keywords};
    if (shape.keywords == 0 && !shape.spread && !shape.spread_keywords) {
        return args;
    }
    names_.clear();
    for (std::uint32_t i = 0; i < shape.keywords; ++i) {
        names_.push_back(name(code_.keywords[shape.first_keyword + i]));
    }
    if (shape.spread || shape.spread_keywords) {
        gather(shape, first, args);
    }
    args.names = names_.data();
    return args;
}

void frames::gather(call_shape const& shape, value const* first, call_arguments& args) {
    gathered_.assign(first, first + shape.positional);
    vec<value> keywords(first + shape.positional, first + shape.positional + shape.keywords);
    value const* rest = first + shape.positional + shape.keywords;
    if (shape.spread) {
        cursor c = iterate(*rest++);
        for (value v; next(rt_, c, v);) {
            rt_.heap.charge(sizeof(value) * 3);  // twice, while it grows
            rt_.heap.push_back(gathered_, v);
        }
    }
    if (shape.spread_keywords) {
        value const more = *rest;
        if (!is_mapping(more)) {
            fail_type(more, "argument after ** must be a mapping, not ");
        }
        for (std::size_t i = 0; i < count_of(more); ++i) {
            value const key = key_at(rt_, more, i);
            if (key.is != kind::string) {
                type_error("keywords must be strings");
            }
            // a mapping has each of its keys once
            auto const written = names_.begin() + shape.keywords;
            rt_.spend(1 + shape.keywords / 4);
            if (std::find(names_.begin(), written, key.view_text()) != written) {
                type_error("got multiple values for keyword argument '" + std::string(key.view_text()) + "'");
            }
            rt_.heap.charge(sizeof(value) * 6);
            rt_.heap.push_back(names_, key.view_text());
            rt_.heap.push_back(keywords, item_of_entry(rt_, more, i));
        }
    }
    args.count = gathered_.size();
    args.keyword_count = keywords.size();
    gathered_.insert(gathered_.end(), keywords.begin(), keywords.end());
    args.positional = gathered_.data();
    args.keywords = gathered_.data() + args.count;
}

void frames::call(value callee, call_shape const& shape, std::size_t below) {
    std::size_t operands = 0;
    call_arguments const args = arguments(shape, operands);
    value out;
    switch (callee.is) {
    case kind::macro: call_macro(*callee.macro, args, operands + below); return;
    case kind::function: out = call_global(rt_, static_cast<jinja::global>(callee.why), args); break;
    case kind::method:
        out = call_method(rt_, callee.method->self, static_cast<attr>(callee.method->name), args);
        break;
    case kind::loop: call_loop(*callee.loop, args, operands + below); return;
    case kind::joiner:
        out = callee.joiner->used ? callee.joiner->separator : make_text({});
        callee.joiner->used = true;
        break;
    default: fail_type(callee, "'", "' object is not callable");
    }
    drop(operands + below);
    push(out);
    ++at_;
}

void frames::call_loop(loop_node& loop, call_arguments const& args, std::size_t operands) {
    if (!loop.recursive) {
        type_error("The loop must have the 'recursive' marker to be called recursively.");
    }
    if (args.count != 1 || args.keyword_count > 0) {
        type_error("loop() takes the items to iterate over");
    }
    value const items = args.positional[0];
    drop(operands);
    bool const markup = escapes(code_.code[at_].c);
    enter_captured(loop.function, loop.around, loop.depth0 + 1);
    frame_->markup = markup;
    slots_[0] = items;
}

void frames::call_macro(macro_node const& m, call_arguments const& args, std::size_t operands) {
    function const& f = code_.functions[m.function];
    std::string const title(m.name.empty() ? std::string_view("None") : m.name);
    activation* const a = new_activation(m.function, m.around);
    std::vector<bool> used(args.keyword_count, false);
    auto const keyword = [&](std::string_view wanted) -> value {
        rt_.spend(1 + args.keyword_count / 4);
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            if (!used[i] && args.names[i] == wanted) {
                used[i] = true;
                return args.keywords[i];
            }
        }
        return {};
    };
    for (std::uint32_t i = 0; i < f.parameters; ++i) {
        a->slots[i] =
            i < args.count ? args.positional[i] : keyword(name(code_.keywords[f.first_parameter + i]));
    }
    if (f.caller_slot != no_slot) {
        value const caller = keyword("caller");
        a->slots[f.caller_slot] = caller.is == kind::missing || caller.is == kind::none
                                      ? make_undefined(absence::custom, "No caller defined")
                                      : caller;
    }
    if (f.kwargs_slot != no_slot) {
        auto* const d = rt_.heap.make<dict_node>();
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            if (!used[i]) {
                set_item(rt_, *d, make_text(args.names[i]), args.keywords[i]);
            }
        }
        a->slots[f.kwargs_slot] = make_dict(d);
    } else {
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            if (!used[i]) {
                type_error("macro '" + title + "' takes no keyword argument '" + std::string(args.names[i]) +
                           "'");
            }
        }
    }
    if (f.varargs_slot != no_slot) {
        list_node* const rest = rt_.new_list(0);
        for (std::size_t i = f.parameters; i < args.count; ++i) {
            rt_.spend();
            rt_.append(*rest, args.positional[i]);
        }
        a->slots[f.varargs_slot] = make_list(rest, kind::tuple);
    } else if (args.count > f.parameters) {
        type_error("macro '" + title + "' takes not more than " + std::to_string(f.parameters) +
                   " argument(s)");
    }
    drop(operands);
    if (frames_.size() > rt_.options.limits.call_depth) {
        throw fault{errc::calls_too_deep, {}};
    }
    frames_.push_back({m.function, at_ + 1, a, nullptr, 0, out_.begin(), escapes(code_.code[at_].c)});
    frame_ = &frames_.back();
    slots_ = a->slots;
    at_ = f.entry;
}

bool frames::escapes(std::uint8_t mode) const noexcept {
    return mode == static_cast<std::uint8_t>(escape_mode::on) ||
           (mode == static_cast<std::uint8_t>(escape_mode::dynamic) && dynamic_escape_);
}

}  // namespace parlance::jinja::detail

// parlance/jinja/detail/vm/impl/machine.ipp - definitions of what parlance/jinja/detail/vm/machine.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/machine.hpp>
#include <parlance/jinja/detail/builtins/filters.hpp>
#include <parlance/jinja/detail/builtins/filters_lazy.hpp>
#include <parlance/jinja/detail/builtins/methods.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/builtins/tests.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/frames.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/operand_stack.hpp>
#include <parlance/jinja/detail/vm/output.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::jinja {

rendering machine::run() {
    enter(0, nullptr, 0, 0);
    at_ = 0;
    try {
        loop();
        return out_.finish();
    } catch (fault& f) {
        if (f.at == fault::nowhere) {
            f.at = code_.places[at_];
        }
        throw;
    }
}

void machine::begin_loop(instruction i) {
    value const items = pop();
    auto* const l = rt_.heap.make<loop_node>();
    l->items = iterate(items);
    l->source = items;
    l->outer = frame_->loops;
    if (i.c != 0) {
        l->recursive = true;
        l->depth0 = frame_->depth0;
        l->function = frame_->function;
        l->around = frame_->here->outer;
    }
    frame_->loops = l;
}

void machine::show_loop(std::uint16_t slot) {
    slots_[slot] = make_value(kind::loop, &value::loop, frame_->loops);
}

void machine::print(value v, std::uint8_t mode) {
    if (escapes(mode)) {
        v = escaped(rt_, v);
    }
    out_.add(v.is == kind::string ? v : to_text(rt_, v));
}

value machine::concatenated(std::uint32_t count, std::uint8_t mode) {
    value const* const parts = stack_.data() + (stack_.size() - count);
    bool const escape = escapes(mode);
    if (count == 2 && !escape) {
        value const a = to_text(rt_, parts[0]);
        value out = rt_.join(a, to_text(rt_, parts[1]));
        out.marks &= static_cast<std::uint8_t>(~mark::markup);
        return out;
    }
    value out = make_text({});
    for (std::uint32_t i = 0; i < count; ++i) {
        out = rt_.join(out, escape ? escaped(rt_, parts[i]) : to_text(rt_, parts[i]));
    }
    out.marks = static_cast<std::uint8_t>((out.marks & ~mark::markup) | (escape ? mark::markup : 0));
    return out;
}

bool machine::compared(binary op, value a, value b) {
    switch (op) {
    case binary::eq: return equal(rt_, a, b);
    case binary::ne: return !equal(rt_, a, b);
    case binary::in: return contains(rt_, a, b);
    case binary::not_in: return !contains(rt_, a, b);
    default: return ordered(rt_, op, a, b);
    }
}

void machine::loop() {
    for (;;) {
        rt_.spend();
        instruction const i = code_.code[at_];
        switch (i.code) {
        case op::push_constant: push(code_.literals.constants[i.a]); break;
        case op::push_big: push(big_literal(code_.literals.constants[i.a].view_text())); break;
        case op::load: push(shown(slots_[i.b], i.a)); break;
        case op::load_outer: push(shown(slots_of(frame_->here, i.c)[i.b], i.a)); break;
        case op::load_global: push(shown(global(i.a), i.a)); break;
        case op::store: slots_[i.b] = pop(); break;
        case op::clear: slots_[i.b] = {}; break;
        case op::copy: slots_[i.b] = slots_of(frame_->here, i.c)[i.a]; break;
        case op::resolve: slots_[i.b] = global(i.a); break;
        case op::store_attribute: store_attribute(name(i.a)); break;
        case op::pop: drop(1); break;
        case op::make_tuple:
        case op::make_list: make_sequence(i.a, i.code == op::make_list ? kind::list : kind::tuple); break;
        case op::make_dict: make_mapping(i.a); break;
        case op::attribute: top() = attribute(rt_, top(), name(i.a), static_cast<attr>(i.b)); break;
        case op::item: {
            value const index = pop();
            top() = item(rt_, top(), index);
            break;
        }
        case op::item_named: top() = named_item(top(), code_.literals.constants[i.a]); break;
        case op::slice: {
            value const step = pop();
            value const stop = pop();
            value const start = pop();
            bool const folded = i.c != 0 && top().is != kind::string;
            top() = folded ? make_undefined(absence::key, "slice", top().is)
                           : slice(rt_, top(), start, stop, step);
            break;
        }
        case op::method: method(i); break;
        case op::call: {
            call_shape const& shape = code_.shapes[i.a];
            std::size_t const operands =
                shape.positional + shape.keywords + shape.spread + shape.spread_keywords;
            call(stack_[stack_.size() - operands - 1], shape, 1);
            continue;
        }
        case op::call_method: call_prepared(code_.shapes[i.a]); continue;
        case op::filter: {
            std::size_t operands = 0;
            call_arguments const args = arguments(code_.shapes[i.a], operands);
            rt_.escaping = escapes(i.c);
            value const out = apply_filter(rt_, i.b, stack_[stack_.size() - operands - 1], args);
            rt_.escaping = false;
            drop(operands);
            top() = out;
            break;
        }
        case op::test: {
            std::size_t operands = 0;
            call_arguments const args = arguments(code_.shapes[i.a], operands);
            bool const out = apply_test(rt_, i.b, stack_[stack_.size() - operands - 1], args);
            drop(operands);
            top() = make_boolean(out);
            break;
        }
        case op::filter_unknown:
        case op::test_unknown: throw fault{errc::jinja_unknown_filter, std::string(note(name(i.a)).view())};
        case op::negate: top() = negated(rt_, top()); break;
        case op::plus: top() = plus(top()); break;
        case op::logical_not: top() = make_boolean(!checked_truth(top())); break;
        case op::arithmetic: {
            value const right = pop();
            top() = arithmetic(rt_, static_cast<binary>(i.c), top(), right);
            break;
        }
        case op::concat: {
            value const out = concatenated(i.a, i.c);
            drop(i.a);
            push(out);
            break;
        }
        case op::compare: {
            value const right = pop();
            top() = make_boolean(compared(static_cast<binary>(i.c), top(), right));
            break;
        }
        case op::compare_chain: {
            value const right = pop();
            bool const yes = compared(static_cast<binary>(i.c), top(), right);
            top() = yes ? right : make_boolean(false);
            if (!yes) {
                at_ = i.a;
                continue;
            }
            break;
        }
        case op::jump: at_ = i.a; continue;
        case op::jump_if_false:
            if (!checked_truth(pop())) {
                at_ = i.a;
                continue;
            }
            break;
        case op::jump_if_false_keep:
        case op::jump_if_true_keep:
            if (checked_truth(top()) == (i.code == op::jump_if_true_keep)) {
                at_ = i.a;
                continue;
            }
            drop(1);
            break;
        case op::jump_if_given:
            if (slots_[i.b].is != kind::missing) {
                at_ = i.a;
                continue;
            }
            break;
        case op::text: out_.add(code_.literals.constants[i.a]); break;
        case op::output: print(pop(), i.c); break;
        case op::output_text: {
            value const v = pop();
            if (v.is != kind::string) {
                type_error("expected str instance, " + std::string(type_name(v.is)) + " found");
            }
            out_.add(v);
            break;
        }
        case op::capture: captures_.push_back(out_.begin()); break;
        case op::capture_end: {
            value v = out_.take(captures_.back());
            captures_.pop_back();
            v.marks |= escapes(i.c) ? mark::markup : std::uint8_t{0};
            push(v);
            break;
        }
        case op::generation: out_.begin_generation(); break;
        case op::generation_end: out_.end_generation(); break;
        case op::loop_begin: begin_loop(i); break;
        case op::loop_next: {
            loop_node& l = *frame_->loops;
            value item;
            if (!take_next(rt_, l, item)) {
                at_ = i.a;
                continue;
            }
            if (i.c == 1) {
                accept(l, item);
                show_loop(i.b);
            } else {
                l.pending = item;
            }
            push(item);
            break;
        }
        case op::loop_accept: {
            loop_node& l = *frame_->loops;
            accept(l, l.pending);
            show_loop(i.b);
            push(l.pending);
            break;
        }
        case op::loop_gather: {
            loop_node& l = *frame_->loops;
            if (l.gathered == nullptr) {
                l.gathered = rt_.new_list(4);
            }
            rt_.append(*l.gathered, l.pending);
            break;
        }
        case op::loop_gathered: {
            loop_node& l = *frame_->loops;
            l.source = make_list(l.gathered != nullptr ? l.gathered : rt_.new_list(0));
            l.items = iterate(l.source);
            break;
        }
        case op::loop_completed: frame_->loops->completed = true; break;
        case op::loop_end: {
            bool const some = frame_->loops->completed;
            frame_->loops = frame_->loops->outer;
            if (some) {
                at_ = i.a;
                continue;
            }
            break;
        }
        case op::unpack: unpack(i.a); break;
        case op::make_macro: {
            std::uint32_t const id = code_.functions[i.a].name;
            std::string_view const title = id == nothing ? std::string_view{} : name(id);
            push(make_value(kind::macro, &value::macro, rt_.heap.make<macro_node>(i.a, frame_->here, title)));
            break;
        }
        case op::recurse: {
            value const items = pop();
            enter_captured(i.a, frame_->here, 0);
            slots_[0] = items;
            continue;
        }
        case op::parameter:
            if (slots_[i.b].is == kind::missing) {
                slots_[i.b] = make_undefined(absence::parameter, name(i.a));
            }
            break;
        case op::leave_function:
            if (leave()) {
                return;
            }
            continue;
        case op::escape_set:
            escapes_before_.push_back(dynamic_escape_);
            dynamic_escape_ = truth(pop());
            break;
        case op::escape_reset:
            dynamic_escape_ = escapes_before_.back();
            escapes_before_.pop_back();
            break;
        case op::unsupported: type_error("no loader for this environment specified");
        }
        ++at_;
    }
}

void machine::store_attribute(std::string_view attribute_name) {
    value const target = pop();
    value const v = pop();
    if (target.is != kind::name_space) {
        type_error("cannot assign attribute on non-namespace object");
    }
    detail::refuse_private(rt_, attribute_name);
    set_item(rt_, target.name_space->attributes, make_text(attribute_name), v);
}

void machine::method(instruction i) {
    value const object = top();
    refuse_undefined(object);
    auto const number = static_cast<attr>(i.b);
    if (detail::has_method(object.is, number) && (rt_.lenient || !detail::changes(object.is, number))) {
        value m;
        m.is = kind::missing;
        m.size = i.b;
        top() = m;
        push(object);
        return;
    }
    top() = attribute(rt_, object, name(i.a), number);
    push({});
}

void machine::call_prepared(call_shape const& shape) {
    std::size_t const operands = shape.positional + shape.keywords + shape.spread + shape.spread_keywords;
    value const callee = stack_[stack_.size() - operands - 2];
    value const self = stack_[stack_.size() - operands - 1];
    if (callee.is != kind::missing) {
        call(callee, shape, 2);
        return;
    }
    std::size_t count = 0;
    call_arguments const args = arguments(shape, count);
    value const out = call_method(rt_, self, static_cast<attr>(callee.size), args);
    drop(operands + 2);
    push(out);
    ++at_;
}

}  // namespace parlance::jinja

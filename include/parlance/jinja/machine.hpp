// parlance/jinja/machine.hpp - runs a program: one loop over instructions, no recursion on the native stack
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/filters.hpp>
#include <parlance/jinja/functions.hpp>
#include <parlance/jinja/output.hpp>
#include <parlance/jinja/program.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::jinja {

/// One rendering.  Calls of macros, call blocks and recursive loops are frames of its own; how deep they may go is
/// limits.call_depth.
class machine {
public:
    machine(program const& what, boost::json::object const& context, render_options const& how)
        : code_(what), context_(context), rt_(how, what), out_(rt_), globals_(what.literals.names.size()) {
        stack_.reserve(64);
        frames_.reserve(8);
    }

    /// Renders.  Throws `fault`, with its place set.
    [[nodiscard]] rendering run() {
        enter(0, nullptr, 0, 0);
        at_ = 0;
        try {
            loop();
        } catch (fault& f) {
            if (f.at == fault::nowhere) {
                f.at = code_.places[at_];
            }
            throw;
        }
        return out_.finish();
    }

private:
    struct frame {
        std::uint32_t function = 0;
        std::uint32_t back = 0;  // instruction to go on with
        activation* here = nullptr;
        loop_node* loops = nullptr;
        std::uint32_t depth0 = 0;  // recursive loops
        std::size_t mark = 0;
        bool markup = false;  // what it returns is safe: the call stood where output is escaped
    };

    // operands
    void push(value v) { stack_.push_back(v); }
    [[nodiscard]] value pop() {
        value const v = stack_.back();
        stack_.pop_back();
        return v;
    }
    [[nodiscard]] value& top() { return stack_.back(); }
    void drop(std::size_t n) { stack_.resize(stack_.size() - n); }

    [[nodiscard]] std::string_view name(std::uint32_t id) const { return code_.literals.names[id]; }

    // variables
    /// A variable of the context, else a global function, else missing.
    [[nodiscard]] value const& global(name_id id) {
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
    [[nodiscard]] bool is_trusted(std::string_view n) const {
        auto const& list = rt_.options.trusted;
        return std::find(list.begin(), list.end(), n) != list.end();
    }
    [[nodiscard]] value shown(value v, name_id id) const {
        return v.is == kind::missing ? make_undefined(absence::name, name(id)) : rt_.current(v);
    }
    [[nodiscard]] static value* slots_of(activation* a, std::uint8_t outwards) noexcept {
        for (; outwards > 0; --outwards) {
            a = a->outer;
        }
        return a->slots;
    }

    // functions
    [[nodiscard]] activation* new_activation(std::uint32_t number, activation* around) {
        function const& f = code_.functions[number];
        activation* a = nullptr;
        if (number < free_.size() && free_[number] != nullptr) {
            a = free_[number];
            free_[number] = a->next_free;
            std::fill_n(a->slots, f.slots, value{});
        } else {
            a = rt_.heap.make<activation>();
            a->slots = rt_.heap.make_array<value>(f.slots);
        }
        a->outer = around;
        return a;
    }
    void enter(std::uint32_t number, activation* around, std::uint32_t back, std::uint32_t depth0) {
        if (frames_.size() > rt_.options.limits.call_depth) {
            throw fault{errc::calls_too_deep, {}};
        }
        activation* const a = new_activation(number, around);
        frames_.push_back({number, back, a, nullptr, depth0, 0, false});
        frame_ = &frames_.back();
        slots_ = a->slots;
        at_ = code_.functions[number].entry;
    }
    /// Calls a function whose text becomes the operand on top when it returns.
    void enter_captured(std::uint32_t number, activation* around, std::uint32_t depth0) {
        enter(number, around, at_ + 1, depth0);
        frame_->mark = out_.begin();
    }
    /// True at the end of the template.
    [[nodiscard]] bool leave() {
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

    // calls
    /// The arguments on top of the stack.  Spread ones are gathered into `gathered_`.
    [[nodiscard]] call_arguments arguments(call_shape const& shape, std::size_t& operands) {
        operands =
            shape.positional + shape.keywords + (shape.spread ? 1 : 0) + (shape.spread_keywords ? 1 : 0);
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
    void gather(call_shape const& shape, value const* first, call_arguments& args) {
        gathered_.assign(first, first + shape.positional);
        std::vector<value> keywords(first + shape.positional, first + shape.positional + shape.keywords);
        value const* rest = first + shape.positional + shape.keywords;
        if (shape.spread) {
            cursor c = iterate(*rest++);
            for (value v; next(rt_, c, v);) {
                rt_.heap.charge(sizeof(value));
                gathered_.push_back(v);
            }
        }
        if (shape.spread_keywords) {
            value const more = *rest;
            if (!is_mapping(more)) {
                refuse_undefined(more);
                type_error("argument after ** must be a mapping, not " + std::string(type_name(more.is)));
            }
            for (std::size_t i = 0; i < count_of(more); ++i) {
                value const key = key_at(rt_, more, i);
                if (key.is != kind::string) {
                    type_error("keywords must be strings");
                }
                if (std::find(names_.begin(), names_.end(), key.view_text()) != names_.end()) {
                    type_error("got multiple values for keyword argument '" + std::string(key.view_text()) +
                               "'");
                }
                rt_.heap.charge(sizeof(value) * 2);
                names_.push_back(key.view_text());
                keywords.push_back(item_of_entry(rt_, more, i));
            }
        }
        args.count = gathered_.size();
        args.keyword_count = keywords.size();
        gathered_.insert(gathered_.end(), keywords.begin(), keywords.end());
        args.positional = gathered_.data();
        args.keywords = gathered_.data() + args.count;
    }

    /// Calls `callee` with the arguments on top; `below` more operands under them are removed as well.
    void call(value callee, call_shape const& shape, std::size_t below) {
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
        default:
            refuse_undefined(callee);
            type_error("'" + std::string(type_name(callee.is)) + "' object is not callable");
        }
        drop(operands + below);
        push(out);
        ++at_;
    }

    void call_loop(loop_node& loop, call_arguments const& args, std::size_t operands) {
        if (!loop.recursive) {
            type_error("The loop must have the 'recursive' marker to be called recursively.");
        }
        if (args.count != 1 || args.keyword_count > 0) {
            type_error("loop() takes the items to iterate over");
        }
        value const items = args.positional[0];
        drop(operands);
        enter_captured(loop.function, loop.around, loop.depth0 + 1);
        slots_[0] = items;
    }

    void call_macro(macro_node const& m, call_arguments const& args, std::size_t operands) {
        function const& f = code_.functions[m.function];
        std::string const title(m.name.empty() ? std::string_view("None") : m.name);
        activation* const a = new_activation(m.function, m.around);
        std::vector<bool> used(args.keyword_count, false);
        auto const keyword = [&](std::string_view wanted) -> value {
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
                    type_error("macro '" + title + "' takes no keyword argument '" +
                               std::string(args.names[i]) + "'");
                }
            }
        }
        if (f.varargs_slot != no_slot) {
            list_node* const rest = rt_.new_list(0);
            for (std::size_t i = f.parameters; i < args.count; ++i) {
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

    // loops
    void begin_loop(instruction i) {
        value const items = pop();
        auto* const l = rt_.heap.make<loop_node>();
        l->items = iterate(items);
        l->source = items;
        l->outer = frame_->loops;
        l->depth0 = frame_->depth0;
        if (i.c != 0) {
            l->recursive = true;
            l->function = frame_->function;
            l->around = frame_->here->outer;
        }
        frame_->loops = l;
    }
    void show_loop(std::uint16_t slot) {
        value v;
        v.is = kind::loop;
        v.loop = frame_->loops;
        slots_[slot] = v;
    }

    void unpack(std::uint32_t count) {
        value const v = pop();
        std::size_t const bottom = stack_.size();
        stack_.resize(bottom + count);
        cursor c = iterate(v);
        value item;
        std::uint32_t n = 0;
        for (; n < count && next(rt_, c, item); ++n) {
            stack_[bottom + count - 1 - n] = item;
        }
        if (n < count) {
            value_error("not enough values to unpack (expected " + std::to_string(count) + ", got " +
                        std::to_string(n) + ")");
        }
        if (next(rt_, c, item)) {
            value_error("too many values to unpack (expected " + std::to_string(count) + ")");
        }
    }

    [[nodiscard]] bool escapes(std::uint8_t mode) const noexcept {
        return mode == static_cast<std::uint8_t>(escape_mode::on) ||
               (mode == static_cast<std::uint8_t>(escape_mode::dynamic) && dynamic_escape_);
    }

    void print(value v, std::uint8_t mode) {
        if (escapes(mode)) {
            v = escaped(rt_, v);
        }
        if (v.is == kind::undefined && v.why == static_cast<std::uint8_t>(absence::forbidden)) {
            return;
        }
        out_.add(v.is == kind::string ? v : to_text(rt_, v));
    }

    [[nodiscard]] value concatenated(std::uint32_t count, std::uint8_t mode) {
        value const* const parts = stack_.data() + (stack_.size() - count);
        bool const escape = escapes(mode);
        if (count == 2 && !escape) {
            value const a = to_text(rt_, parts[0]);
            return rt_.join(a, to_text(rt_, parts[1]));
        }
        value out = make_text({});
        for (std::uint32_t i = 0; i < count; ++i) {
            out = rt_.join(out, escape ? escaped(rt_, parts[i]) : to_text(rt_, parts[i]));
        }
        out.marks = static_cast<std::uint8_t>((out.marks & ~mark::markup) | (escape ? mark::markup : 0));
        return out;
    }

    [[nodiscard]] bool compared(binary op, value a, value b) {
        switch (op) {
        case binary::eq: return equal(rt_, a, b);
        case binary::ne: return !equal(rt_, a, b);
        case binary::in: return contains(rt_, a, b);
        case binary::not_in: return !contains(rt_, a, b);
        default: return ordered(rt_, op, a, b);
        }
    }

    void loop() {
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
            case op::test_unknown:
                throw fault{errc::jinja_unknown_filter, std::string(name(i.a).substr(0, 60))};
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
                value v;
                v.is = kind::macro;
                v.macro = rt_.heap.make<macro_node>(i.a, frame_->here,
                                                    id == nothing ? std::string_view{} : name(id));
                push(v);
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

    /// bool(v); a value the sandbox hides may not even be asked.
    [[nodiscard]] static bool checked_truth(value v) { return truth(v); }

    [[nodiscard]] value big_literal(std::string_view digits) {
        std::uint32_t base = 10;
        if (digits.size() > 2 && digits[0] == '0' && !(digits[1] >= '0' && digits[1] <= '9')) {
            char const letter = static_cast<char>(digits[1] | 32);
            base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
            digits.remove_prefix(2);
        }
        return big_integer::parse(rt_, digits, base).store(rt_);
    }

    [[nodiscard]] value named_item(value object, value const& key) {
        if (object.is == kind::json_object) {
            if (auto const* found = object.json_object->if_contains({key.text, key.size}); found != nullptr) {
                return wrap(rt_, *found);
            }
        }
        return item(rt_, object, key);
    }

    void store_attribute(std::string_view attribute_name) {
        value const target = pop();
        value const v = pop();
        if (target.is != kind::name_space) {
            type_error("cannot assign attribute on non-namespace object");
        }
        set_item(rt_, target.name_space->attributes, make_text(attribute_name), v);
    }

    void make_sequence(std::uint32_t count, kind is) {
        list_node* const list = rt_.new_list(count);
        std::copy(stack_.end() - count, stack_.end(), list->items);
        list->size = count;
        drop(count);
        push(make_list(list, is));
    }
    void make_mapping(std::uint32_t pairs) {
        auto* const d = rt_.heap.make<dict_node>();
        std::size_t const first = stack_.size() - 2 * pairs;
        for (std::size_t i = 0; i < pairs; ++i) {
            set_item(rt_, *d, stack_[first + 2 * i], stack_[first + 2 * i + 1]);
        }
        drop(2 * pairs);
        push(make_dict(d));
    }

    /// Looks up what `object.name(…)` calls: a method and its object, or any value and nothing.
    void method(instruction i) {
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
    void call_prepared(call_shape const& shape) {
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

    struct global_slot {
        bool known = false;
        value v{};
    };

    program const& code_;
    boost::json::object const& context_;
    runtime rt_;
    output out_;
    std::vector<global_slot> globals_;
    std::vector<value> stack_{};
    std::vector<frame> frames_{};
    frame* frame_ = nullptr;
    value* slots_ = nullptr;
    std::uint32_t at_ = 0;
    std::vector<activation*> free_{};
    std::vector<std::size_t> captures_{};
    std::vector<std::string_view> names_{};
    std::vector<value> gathered_{};
    bool dynamic_escape_ = false;
    std::vector<bool> escapes_before_{};
};

}  // namespace parlance::jinja

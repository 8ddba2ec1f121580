// parlance/jinja/compiler.hpp - nodes to instructions: the statements
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/expression_compiler.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parlance::jinja {

/// Turns a parsed template into a program.  Throws `fault` for what Jinja2 finds when it compiles: unknown filters
/// and tests, break outside a loop, misused caller.
class compiler : detail::expression_compiler {
public:
    compiler(ast const& tree, program& out) : expression_compiler(tree, out) {}

    void compile() {
        out_.functions.emplace_back();
        slot_table slots;
        scope root(ast_, nullptr, slots);
        root.analyse(ast_.root);
        names_ = root_ = &root;
        slots_ = &slots;
        enter(root);
        statement(ast_.root);
        emit(op::leave_function, 0);
        out_.functions[0].slots = slots.count;
    }

private:
    /// Sets something for a while.
    template <class T>
    class temporarily {
    public:
        temporarily(T& place, T value) : place_(place), before_(place) { place = value; }
        temporarily(temporarily const&) = delete;
        temporarily& operator=(temporarily const&) = delete;
        ~temporarily() { place_ = before_; }

    private:
        T& place_;
        T before_;
    };

    /// Compiles `inside` within the scope `inner`.
    template <class Inside>
    void within(scope& inner, Inside inside) {
        temporarily<scope*> const names(names_, &inner);
        temporarily<bool> const hard(soft_, false);
        enter(inner);
        inside();
    }

    /// Gives the names of a scope their values.
    void enter(scope const& s) {
        s.each([&](name_id name, symbol const& sym) {
            switch (sym.from) {
            case origin_kind::parameter: break;
            case origin_kind::absent: emit(op::clear, 0, 0, sym.slot); break;
            case origin_kind::global:
                if (sym.stored) {
                    emit(op::resolve, 0, name, sym.slot);
                }
                break;
            case origin_kind::outer: {
                scope::place const from = s.where_outside(name);
                if (from.global) {
                    emit(op::resolve, 0, name, sym.slot);
                } else {
                    emit(op::copy, 0, from.slot, sym.slot, from.functions_out);
                }
                break;
            }
            }
        });
    }

    void statement(node_id id) {
        node const& n = ast_[id];
        switch (n.is) {
        case node_kind::body:
            for (std::uint32_t i = 0; i < n.b; ++i) {
                statement(edge(n, i));
            }
            break;
        case node_kind::data: emit(op::text, n.at, n.a); break;
        case node_kind::output:
            expression(n.a);
            emit(op::output, n.at, 0, 0, static_cast<std::uint8_t>(escape_));
            break;
        case node_kind::branches: branches(n); break;
        case node_kind::loop: loop(n); break;
        case node_kind::assign:
            expression(n.b);
            assign(n.a);
            break;
        case node_kind::assign_body: assign_body(n); break;
        case node_kind::macro:
            macro(n, n.c);
            emit(op::store, n.at, 0, names_->slot_of(n.c));
            break;
        case node_kind::call_block: call_block(n); break;
        case node_kind::filter_block: filter_block(n); break;
        case node_kind::with: with(n); break;
        case node_kind::autoescape: autoescape(n); break;
        case node_kind::block: block(n); break;
        case node_kind::generation: generation(n); break;
        case node_kind::leave:
        case node_kind::proceed: leave(n); break;
        case node_kind::unsupported:
            expression(n.a);
            emit(op::unsupported, n.at);
            break;
        default: break;
        }
    }

    /// Stores the operand on top.
    void assign(node_id target) {
        node const& n = ast_[target];
        if (n.is == node_kind::name) {
            check_loop_name(n);
            emit(op::store, n.at, 0, names_->slot_of(n.a));
        } else if (n.is == node_kind::name_space) {
            load(n.a, n.at);
            emit(op::store_attribute, n.at, n.b);
        } else {
            emit(op::unpack, n.at, n.b);
            for (std::uint32_t i = 0; i < n.b; ++i) {
                assign(edge(n, i));
            }
        }
    }
    void check_loop_name(node const& n) const {
        if (loop_reserved_ && out_.literals.names[n.a] == "loop") {
            fail("the special variable loop cannot be assigned to", n.at);
        }
    }

    void branches(node const& n) {
        temporarily<bool> const soft(soft_, true);
        std::vector<std::uint32_t> to_end;
        std::uint32_t i = 0;
        for (; i + 1 < n.b; i += 2) {
            expression(edge(n, i));
            std::uint32_t const skip = emit(op::jump_if_false, ast_[edge(n, i)].at);
            statement(edge(n, i + 1));
            if (i + 2 < n.b) {
                to_end.push_back(emit(op::jump, n.at));
            }
            land(skip);
        }
        if (i < n.b) {
            statement(edge(n, i));
        }
        for (std::uint32_t const jump : to_end) {
            land(jump);
        }
    }

    struct loop_parts {
        node_id target, iterable, filter, body, otherwise;
        explicit loop_parts(ast const& tree, node const& n)
            : target(tree.edges[n.a]),
              iterable(tree.edges[n.a + 1]),
              filter(tree.edges[n.a + 2]),
              body(tree.edges[n.a + 3]),
              otherwise(tree.edges[n.a + 4]) {}
    };

    void loop(node const& n) {
        loop_parts const parts(ast_, n);
        if (n.extra == 0) {
            expression(parts.iterable);
            loop_code(n, parts, false);
            return;
        }
        expression(parts.iterable);
        std::uint32_t const number = function_body(n.at, nothing, [&](scope& inner) {
            slots_->count = slots_->count == 0 ? 1 : slots_->count;  // slot 0: the iterable
            within(inner, [&] {
                emit(op::load, n.at, nothing, 0);
                loop_code(n, parts, true);
            });
        });
        emit(op::recurse, n.at, number);
        emit(op::output, n.at, 0, 0, static_cast<std::uint8_t>(escape_mode::off));
    }

    /// Whether the body looks at what only a look ahead can tell, so that a filter must have run before.
    [[nodiscard]] bool looks_ahead(name_id loop_name, node_id body) const {
        std::uint32_t uses = 0;
        std::uint32_t harmless = 0;
        for (node_id i = ast_[body].c; i < body; ++i) {
            node const& n = ast_[i];
            uses += n.is == node_kind::name && n.a == loop_name;
            if (n.is == node_kind::attribute && ast_[n.a].is == node_kind::name && ast_[n.a].a == loop_name) {
                std::string_view const name = out_.literals.names[n.b];
                harmless += name == "index" || name == "index0" || name == "first" || name == "previtem" ||
                            name == "depth" || name == "depth0" || name == "cycle" || name == "changed";
            }
        }
        return uses > harmless;
    }

    void loop_code(node const& n, loop_parts const& parts, bool recursive) {
        name_id const loop_name = out_.literals.intern("loop");
        bool const ahead = parts.filter != nothing && looks_ahead(loop_name, parts.body);
        scope inner(ast_, names_, *slots_);
        inner.declare_target(parts.target, true);
        std::uint16_t const loop_slot = inner.declare_parameter(loop_name);
        inner.analyse(parts.body);
        scope tested(ast_, names_, *slots_);
        if (parts.filter != nothing) {
            tested.declare_target(parts.target, true);
            tested.analyse(parts.filter);
        }
        emit(op::loop_begin, n.at, 0, loop_slot, recursive ? 1 : 0);
        if (ahead) {
            std::uint32_t const gather = emit(op::loop_next, n.at, 0, 0, 2);
            filter_test(parts, tested);
            emit(op::jump_if_false, n.at, gather);
            emit(op::loop_gather, n.at);
            emit(op::jump, n.at, gather);
            land(gather);
            emit(op::loop_gathered, n.at);
        }
        bool const lazy = parts.filter != nothing && !ahead;
        std::uint32_t const top = emit(op::loop_next, n.at, 0, loop_slot, lazy ? 0 : 1);
        if (lazy) {
            filter_test(parts, tested);
            emit(op::jump_if_false, n.at, top);
            emit(op::loop_accept, n.at, 0, loop_slot);
        }
        std::vector<std::uint32_t> breaks;
        {
            temporarily<scope*> const names(names_, &inner);
            temporarily<bool> const hard(soft_, false);
            temporarily<bool> const reserved(loop_reserved_, true);
            assign(parts.target);
            enter(inner);
            temporarily<loop_targets*> const targets(loop_targets_, nullptr);
            loop_targets here_targets{top, &breaks, 0};
            loop_targets_ = &here_targets;
            statement(parts.body);
            if (parts.otherwise != nothing) {
                emit(op::loop_completed,
                     n.at);  // as in Jinja2, iterations cut short do not keep `else` from running
            }
            emit(op::jump, n.at, top);
        }
        land(top);
        for (std::uint32_t const jump : breaks) {
            land(jump);
        }
        std::uint32_t const end = emit(op::loop_end, n.at);
        if (parts.otherwise != nothing) {
            scope otherwise(ast_, names_, *slots_);
            otherwise.analyse(parts.otherwise);
            within(otherwise, [&] { statement(parts.otherwise); });
        }
        land(end);
    }

    /// The item on top goes to the target, seen by the filter only; then the test.
    void filter_test(loop_parts const& parts, scope& tested) {
        within(tested, [&] {
            assign(parts.target);
            expression(parts.filter);
        });
    }

    void leave(node const& n) {
        if (loop_targets_ == nullptr) {
            fail(n.is == node_kind::leave ? "break outside a loop" : "continue outside a loop", n.at);
        }
        for (std::uint32_t i = 0; i < loop_targets_->captures; ++i) {
            emit(op::capture_end, n.at);  // what was captured so far is dropped
            emit(op::pop, n.at);
        }
        std::uint32_t const jump = emit(op::jump, n.at, loop_targets_->next);
        if (n.is == node_kind::leave) {
            loop_targets_->breaks->push_back(jump);
        }
    }

    /// Text captured while `inside` runs, as the operand on top.
    template <class Inside>
    void captured(std::uint32_t at, Inside inside) {
        loop_targets* const around = loop_targets_;
        emit(op::capture, at);
        if (around != nullptr) {
            ++around->captures;
        }
        inside();
        if (around != nullptr) {
            --around->captures;
        }
        emit(op::capture_end, at, 0, 0, static_cast<std::uint8_t>(escape_));
    }

    void assign_body(node const& n) {
        scope inner(ast_, names_, *slots_);
        inner.analyse(n.c);
        if (n.b != nothing) {
            inner.analyse(n.b);
        }
        within(inner, [&] {
            captured(n.at, [&] { statement(n.c); });
            if (n.b != nothing) {
                expression(n.b);
            }
        });
        assign(n.a);
    }

    void filter_block(node const& n) {
        scope inner(ast_, names_, *slots_);
        inner.analyse(n.b);
        inner.analyse(n.a);
        within(inner, [&] {
            captured(n.at, [&] { statement(n.b); });
            expression(n.a);
        });
        emit(op::output_text, n.at);
    }

    void with(node const& n) {
        scope inner(ast_, names_, *slots_);
        for (std::uint32_t i = 0; i < n.b; i += 2) {
            inner.declare_target(edge(n, i), true);
        }
        inner.analyse(n.c);
        for (std::uint32_t i = 1; i < n.b; i += 2) {
            expression(edge(n, i));
        }
        temporarily<scope*> const names(names_, &inner);
        temporarily<bool> const hard(soft_, false);
        for (std::uint32_t i = n.b; i > 0; i -= 2) {
            assign(edge(n, i - 2));
        }
        enter(inner);
        statement(n.c);
    }

    void autoescape(node const& n) {
        scope inner(ast_, names_, *slots_);
        inner.analyse(n.a);
        inner.analyse(n.b);
        within(inner, [&] {
            node const& on = ast_[n.a];
            if (on.is == node_kind::constant && out_.literals.constants[on.a].is == kind::boolean) {
                bool const yes = out_.literals.constants[on.a].integer != 0;
                temporarily<escape_mode> const mode(escape_, yes ? escape_mode::on : escape_mode::off);
                statement(n.b);
                return;
            }
            temporarily<escape_mode> const mode(escape_, escape_mode::dynamic);
            temporarily<loop_targets*> const no_jumps(loop_targets_, nullptr);
            expression(n.a);
            emit(op::escape_set, n.at);
            statement(n.b);
            emit(op::escape_reset, n.at);
        });
    }

    /// Blocks are never overridden here: their body runs where it stands, but sees only what the template's top level
    /// has, unless it is scoped.
    void block(node const& n) {
        scope inner(ast_, n.extra != 0 ? names_ : root_, *slots_);
        inner.analyse(n.b);
        temporarily<loop_targets*> const no_jumps(loop_targets_, nullptr);
        within(inner, [&] { statement(n.b); });
    }

    void generation(node const& n) {
        scope inner(ast_, names_, *slots_);
        inner.analyse(n.a);
        temporarily<loop_targets*> const no_jumps(loop_targets_, nullptr);
        emit(op::generation, n.at);
        within(inner, [&] { statement(n.a); });
        emit(op::generation_end, n.at);
    }

    /// Compiles `inside(scope)` as a function of its own, behind a jump, and returns its number.
    template <class Inside>
    std::uint32_t function_body(std::uint32_t at, name_id name, Inside inside) {
        auto const number = static_cast<std::uint32_t>(out_.functions.size());
        out_.functions.emplace_back();
        out_.functions[current_].leaf = false;
        std::uint32_t const around = emit(op::jump, at);
        out_.functions[number].entry = here();
        out_.functions[number].name = name;
        slot_table slots;
        slots.outer = slots_;
        slots.depth = slots_->depth + 1;
        {
            temporarily<slot_table*> const table(slots_, &slots);
            temporarily<std::uint32_t> const current(current_, number);
            temporarily<loop_targets*> const no_jumps(loop_targets_, nullptr);
            temporarily<bool> const free_name(loop_reserved_, false);
            scope inner(ast_, names_, slots);
            inside(inner);
            emit(op::leave_function, at);
            out_.functions[number].slots = slots.count;
        }
        land(around);
        return number;
    }

    /// Leaves a macro as the operand on top.  `name` is nothing for the body of a call block.
    void macro(node const& n, name_id name) {
        signature const sig = ast_.signatures[n.a];
        auto const parameter = [&](std::uint32_t i) { return ast_.edges[sig.first + 2 * i]; };
        auto const default_of = [&](std::uint32_t i) { return ast_.edges[sig.first + 2 * i + 1]; };
        std::uint32_t const number = function_body(n.at, name, [&](scope& inner) {
            function f = out_.functions[current_];
            f.first_parameter = static_cast<std::uint32_t>(out_.keywords.size());
            f.parameters = sig.count;
            for (std::uint32_t i = 0; i < sig.count; ++i) {
                name_id const id = ast_[parameter(i)].a;
                out_.keywords.push_back(id);
                if (inner.declare_parameter(id) != i) {
                    fail("two parameters have the same name", ast_[parameter(i)].at);
                }
                if (out_.literals.names[id] == "caller") {
                    f.explicit_caller = true;
                    if (default_of(i) == nothing) {
                        fail("a parameter named caller needs a default", ast_[parameter(i)].at);
                    }
                }
            }
            for (std::uint32_t i = 0; i < sig.count; ++i) {
                if (default_of(i) != nothing) {
                    inner.analyse(default_of(i));
                }
            }
            special(inner, n.b, "caller", f.caller_slot);
            special(inner, n.b, "kwargs", f.kwargs_slot);
            special(inner, n.b, "varargs", f.varargs_slot);
            inner.analyse(n.b);
            temporarily<scope*> const names(names_, &inner);
            temporarily<bool> const hard(soft_, false);
            enter(inner);
            for (std::uint32_t i = 0; i < sig.count; ++i) {
                auto const slot = static_cast<std::uint16_t>(i);
                if (default_of(i) == nothing) {
                    emit(op::parameter, n.at, ast_[parameter(i)].a, slot);
                    continue;
                }
                std::uint32_t const given = emit(op::jump_if_given, n.at, 0, slot);
                expression(default_of(i));
                emit(op::store, n.at, 0, slot);
                land(given);
            }
            out_.functions[current_] = f;
            statement(n.b);
        });
        emit(op::make_macro, n.at, number);
    }

    /// `caller`, `kwargs` and `varargs` exist in a macro that uses them and does not declare them.
    void special(scope& inner, node_id body, std::string_view text, std::uint16_t& slot) {
        name_id const name = out_.literals.intern(text);
        if (!inner.declares(name) && mentions(body, name)) {
            slot = inner.declare_parameter(name);
        }
    }

    [[nodiscard]] bool mentions(node_id body, name_id name) const {
        for (node_id i = ast_[body].c; i < body; ++i) {
            if (ast_[i].is == node_kind::name && ast_[i].a == name) {
                return true;
            }
        }
        return false;
    }

    void call_block(node const& n) {
        node const& c = ast_[n.c];
        expression(c.a);
        arguments const& args = ast_.calls[c.b];
        std::uint32_t const shape = push_arguments(args, true, [&] { macro(n, nothing); });
        emit(op::call, n.at, shape, 0, static_cast<std::uint8_t>(escape_));
        emit(op::output, n.at, 0, 0, static_cast<std::uint8_t>(escape_));
    }

    scope* root_ = nullptr;
    bool loop_reserved_ = false;
    struct loop_targets {
        std::uint32_t next;
        std::vector<std::uint32_t>* breaks;
        std::uint32_t captures = 0;  // open between the loop and here
    };
    loop_targets* loop_targets_ = nullptr;
};

}  // namespace parlance::jinja

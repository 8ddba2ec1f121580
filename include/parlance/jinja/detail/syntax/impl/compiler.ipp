// parlance/jinja/detail/syntax/impl/compiler.ipp - definitions of what parlance/jinja/detail/syntax/compiler.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/compiler.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/expression_compiler.hpp>
#include <parlance/jinja/detail/syntax/loop_compiler.hpp>
#include <parlance/jinja/detail/syntax/scope.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja {

void compiler::compile() {
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

void compiler::statement(node_id id) {
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

void compiler::assign_body(node const& n) {
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

void compiler::filter_block(node const& n) {
    scope inner(ast_, names_, *slots_);
    inner.analyse(n.b);
    inner.analyse(n.a);
    within(inner, [&] {
        captured(n.at, [&] { statement(n.b); });
        expression(n.a);
    });
    emit(op::output_text, n.at);
}

void compiler::with(node const& n) {
    scope inner(ast_, names_, *slots_);
    for (std::uint32_t i = 0; i < n.b; i += 2) {
        inner.declare_target(edge(n, i), true);
    }
    inner.analyse(n.c);
    for (std::uint32_t i = 0; i < n.b; i += 2) {  // one by one: of two with one name, the later counts
        expression(edge(n, i + 1));
        temporarily<scope*> const names(names_, &inner);
        temporarily<bool> const free_name(loop_reserved_, false);
        assign(edge(n, i));
    }
    temporarily<scope*> const names(names_, &inner);
    temporarily<bool> const hard(soft_, false);
    enter(inner);
    statement(n.c);
}

void compiler::autoescape(node const& n) {
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

void compiler::block(node const& n) {
    scope inner(ast_, n.extra != 0 ? names_ : root_, *slots_);
    inner.analyse(n.b);
    temporarily<loop_targets*> const no_jumps(loop_targets_, nullptr);
    within(inner, [&] { statement(n.b); });
}

void compiler::generation(node const& n) {
    scope inner(ast_, names_, *slots_);
    inner.analyse(n.a);
    temporarily<loop_targets*> const no_jumps(loop_targets_, nullptr);
    emit(op::generation, n.at);
    within(inner, [&] { statement(n.a); });
    emit(op::generation_end, n.at);
}

void compiler::macro(node const& n, name_id name) {
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

void compiler::special(scope& inner, node_id body, std::string_view text, std::uint16_t& slot) {
    name_id const name = out_.literals.intern(text, ast_.looks);
    if (!inner.declares(name) && mentions(body, name)) {
        slot = inner.declare_parameter(name);
    }
}

bool compiler::mentions(node_id body, name_id name) const {
    for (node_id i = ast_[body].c; i < body; ++i) {
        if (ast_[i].is == node_kind::name && ast_[i].a == name) {
            return true;
        }
    }
    return false;
}

void compiler::call_block(node const& n) {
    node const& c = ast_[n.c];
    expression(c.a);
    arguments const& args = ast_.calls[c.b];
    std::uint32_t const shape = push_arguments(args, true, [&] { macro(n, nothing); });
    emit(op::call, n.at, shape, 0, static_cast<std::uint8_t>(escape_));
    emit(op::output, n.at, 0, 0, static_cast<std::uint8_t>(escape_));
}

}  // namespace parlance::jinja

// parlance/jinja/detail/syntax/impl/loop_compiler.ipp - definitions of what parlance/jinja/detail/syntax/loop_compiler.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/loop_compiler.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/expression_compiler.hpp>
#include <parlance/jinja/detail/syntax/scope.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

void loop_compiler::enter(scope const& s) {
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

void loop_compiler::assign(node_id target) {
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

void loop_compiler::check_loop_name(node const& n) const {
    if (loop_reserved_ && out_.literals.names[n.a] == "loop") {
        fail("the special variable loop cannot be assigned to", n.at);
    }
}

void loop_compiler::branches(node const& n) {
    temporarily<bool> const soft(soft_, true);
    vec<std::uint32_t> to_end;
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

void loop_compiler::loop(node const& n) {
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

bool loop_compiler::looks_ahead(name_id loop_name, node_id body) const {
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

void loop_compiler::loop_code(node const& n, loop_parts const& parts, bool recursive) {
    name_id const loop_name = out_.literals.intern("loop", ast_.looks);
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
    vec<std::uint32_t> breaks;
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
        temporarily<bool> const reserved(loop_reserved_, true);
        scope otherwise(ast_, names_, *slots_);
        otherwise.analyse(parts.otherwise);
        within(otherwise, [&] { statement(parts.otherwise); });
    }
    land(end);
}

void loop_compiler::filter_test(loop_parts const& parts, scope& tested) {
    within(tested, [&] {
        assign(parts.target);
        expression(parts.filter);
    });
}

void loop_compiler::leave(node const& n) {
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

}  // namespace parlance::jinja::detail

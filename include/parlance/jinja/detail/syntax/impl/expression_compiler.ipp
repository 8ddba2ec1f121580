// parlance/jinja/detail/syntax/impl/expression_compiler.ipp - definitions of what parlance/jinja/detail/syntax/expression_compiler.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/expression_compiler.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/builtins/filters.hpp>
#include <parlance/jinja/detail/builtins/sorted_table.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/scope.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

std::uint32_t expression_compiler::emit(op code, std::uint32_t at, std::uint32_t a, std::uint16_t b,
                                        std::uint8_t c) {
    ast_.pass();
    out_.code.push_back({code, c, b, a});
    out_.places.push_back(at);
    return static_cast<std::uint32_t>(out_.code.size() - 1);
}

void expression_compiler::fail(std::string message, std::uint32_t at) {
    throw fault{errc::jinja_syntax, std::move(message), at};
}

std::uint16_t expression_compiler::attribute_number(name_id name) const {
    return static_cast<std::uint16_t>(find_attribute(out_.literals.names[name]));
}

void expression_compiler::load(name_id name, std::uint32_t at) {
    scope::place const from = names_->where(name);
    if (from.global) {
        emit(op::load_global, at, name);
    } else if (from.functions_out == 0) {
        emit(op::load, at, name, from.slot);
    } else {
        emit(op::load_outer, at, name, from.slot, from.functions_out);
    }
}

void expression_compiler::expression(node_id id) {
    std::size_t const bottom = spine_.size();
    while (id != nothing) {
        node_kind const is = ast_[id].is;
        if (is != node_kind::attribute && is != node_kind::item && is != node_kind::call &&
            is != node_kind::filter && is != node_kind::test) {
            other(id);
            break;
        }
        spine_.push_back(id);
        id = ast_[id].a;
    }
    while (spine_.size() > bottom) {
        node const& n = ast_[spine_.back()];
        spine_.pop_back();
        switch (n.is) {
        case node_kind::attribute:
            if (spine_.size() > bottom && ast_[spine_.back()].is == node_kind::call) {
                node const& c = ast_[spine_.back()];
                spine_.pop_back();
                emit(op::method, n.at, n.b, attribute_number(n.b));
                call(ast_.calls[c.b], c.at, op::call_method);
            } else {
                emit(op::attribute, n.at, n.b, attribute_number(n.b));
            }
            break;
        case node_kind::item: item(n); break;
        case node_kind::call: call(ast_.calls[n.b], n.at); break;
        case node_kind::filter: filter(n); break;
        default: test(n); break;
        }
    }
}

void expression_compiler::call(arguments const& args, std::uint32_t at, op code) {
    std::uint32_t const shape = push_arguments(args);
    emit(code, at, shape, 0, static_cast<std::uint8_t>(escape_));
}

void expression_compiler::item(node const& n) {
    node const& index = ast_[n.b];
    if (index.is == node_kind::slice) {
        bool literal = is_constant(n.a);
        for (node_id const part : {index.a, index.b, index.c}) {
            optional(part, index.at);
            literal = literal && (part == nothing || is_constant(part));
        }
        emit(op::slice, n.at, 0, 0, literal ? 1 : 0);
        return;
    }
    if (index.is == node_kind::constant && out_.literals.constants[index.a].is == kind::string) {
        attr const number = find_attribute(out_.literals.constants[index.a].view_text());
        emit(op::item_named, n.at, index.a, static_cast<std::uint16_t>(number));
        return;
    }
    expression(n.b);
    emit(op::item, n.at);
}

void expression_compiler::optional(node_id part, std::uint32_t at) {
    if (part != nothing) {
        expression(part);
    } else {
        emit(op::push_constant, at, none_constant());
    }
}

std::uint32_t expression_compiler::none_constant() {
    if (none_ == nothing) {
        none_ = out_.literals.add(make_none(), ast_.looks);
    }
    return none_;
}

void expression_compiler::filter(node const& n) {
    apply(n, find_filter(out_.literals.names[n.c]), op::filter, op::filter_unknown,
          static_cast<std::uint8_t>(escape_));
}

void expression_compiler::apply(node const& n, std::uint16_t number, op known, op unknown,
                                std::uint8_t mode) {
    std::string_view const name = out_.literals.names[n.c];
    if (number == not_found && !soft_) {
        throw fault{errc::jinja_unknown_filter, std::string(name.substr(0, 60)), n.at, name.size()};
    }
    std::uint32_t const shape = push_arguments(ast_.calls[n.b]);
    if (number == not_found) {
        emit(unknown, n.at, n.c);
    } else {
        emit(known, n.at, shape, number, mode);
    }
}

void expression_compiler::all(node const& n) {
    for (std::uint32_t i = 0; i < n.b; ++i) {
        expression(edge(n, i));
    }
}

void expression_compiler::other(node_id id) {
    node const& n = ast_[id];
    switch (n.is) {
    case node_kind::constant: emit(op::push_constant, n.at, n.a); break;
    case node_kind::big_constant: emit(op::push_big, n.at, n.a); break;
    case node_kind::name: load(n.a, n.at); break;
    case node_kind::tuple:
        all(n);
        emit(op::make_tuple, n.at, n.b);
        break;
    case node_kind::list:
        all(n);
        emit(op::make_list, n.at, n.b);
        break;
    case node_kind::dict:
        all(n);
        emit(op::make_dict, n.at, n.b / 2);
        break;
    case node_kind::slice: emit(op::push_constant, n.at, none_constant()); break;
    case node_kind::negate:
        expression(n.a);
        emit(op::negate, n.at);
        break;
    case node_kind::plus:
        expression(n.a);
        emit(op::plus, n.at);
        break;
    case node_kind::logical_not:
        expression(n.a);
        emit(op::logical_not, n.at);
        break;
    case node_kind::logical_or: shortcut(n, op::jump_if_true_keep); break;
    case node_kind::logical_and: shortcut(n, op::jump_if_false_keep); break;
    case node_kind::concat:
        all(n);
        emit(op::concat, n.at, n.b, 0, static_cast<std::uint8_t>(escape_));
        break;
    case node_kind::chain: chain(n); break;
    case node_kind::compare: compare(n); break;
    case node_kind::condition: condition(n); break;
    default: break;
    }
}

void expression_compiler::chain(node const& n) {
    node const& first = ast_[edge(n, 0)];
    bool const sign_last = first.is == node_kind::negate && is_constant(first.a) &&
                           static_cast<binary>(edge(n, 1)) == binary::pow && !folds(edge(n, 3));
    expression(sign_last ? first.a : edge(n, 0));
    for (std::uint32_t i = 1; i < n.b; i += 3) {
        expression(edge(n, i + 2));
        emit(op::arithmetic, edge(n, i + 1), 0, 0, static_cast<std::uint8_t>(edge(n, i)));
        if (sign_last && i == 1) {
            emit(op::negate, first.at);
        }
    }
}

bool expression_compiler::folds(node_id id) const {
    node const& n = ast_[id];
    switch (n.is) {
    case node_kind::constant:
    case node_kind::big_constant: return true;
    case node_kind::negate:
    case node_kind::plus: return folds(n.a);
    case node_kind::chain:
        for (std::uint32_t i = 0; i < n.b; i += 3) {
            if (!folds(edge(n, i))) {
                return false;
            }
        }
        return true;
    default: return false;
    }
}

void expression_compiler::shortcut(node const& n, op jump) {
    vec<std::uint32_t> jumps;
    for (std::uint32_t i = 0; i < n.b; ++i) {
        expression(edge(n, i));
        if (i + 1 < n.b) {
            jumps.push_back(emit(jump, n.at));
        }
    }
    for (std::uint32_t const j : jumps) {
        land(j);
    }
}

void expression_compiler::compare(node const& n) {
    vec<std::uint32_t> jumps;
    expression(edge(n, 0));
    for (std::uint32_t i = 1; i < n.b; i += 3) {
        expression(edge(n, i + 2));
        bool const last = i + 3 >= n.b;
        std::uint32_t const j = emit(last ? op::compare : op::compare_chain, edge(n, i + 1), 0, 0,
                                     static_cast<std::uint8_t>(edge(n, i)));
        if (!last) {
            jumps.push_back(j);
        }
    }
    for (std::uint32_t const j : jumps) {
        land(j);
    }
}

void expression_compiler::condition(node const& n) {
    bool const before = soft_;
    soft_ = true;
    expression(n.a);
    std::uint32_t const no = emit(op::jump_if_false, n.at);
    expression(n.b);
    std::uint32_t const done = emit(op::jump, n.at);
    land(no);
    if (n.c != nothing) {
        expression(n.c);
    } else {
        emit(op::push_constant, n.at, undefined_constant());
    }
    land(done);
    soft_ = before;
}

std::uint32_t expression_compiler::undefined_constant() {
    if (undefined_ == nothing) {
        undefined_ = out_.literals.add(
            make_undefined(absence::custom,
                           "the inline if-expression evaluated to false and no else section was defined."),
            ast_.looks);
    }
    return undefined_;
}

}  // namespace parlance::jinja::detail

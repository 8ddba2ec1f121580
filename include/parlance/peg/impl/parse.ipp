// parlance/peg/impl/parse.ipp - definitions of what parlance/peg/parse.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/parse.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/char_set.hpp>
#include <parlance/peg/detail/notation_text.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/position.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::peg::detail {

result<arena> notation::read() {
    result<arena> out = read_all();
    build_.free();
    return out;
}

result<arena> notation::read_all() {
    if (text_.size() > bounds_.source_bytes) {
        return diagnostic{errc::source_too_large};
    }
    node_id root = none;
    for (text_.blank(); text_.good() && text_.more(); text_.blank()) {
        if (text_.take("<-")) {
            node_id const e = choice();
            root = root == none ? e : root;
            continue;
        }
        look(rows_of_a_part);
        std::size_t const begin = text_.at();
        std::string const name = text_.name();
        if (!text_.good()) {
            break;
        }
        if (name == "tag" && text_[begin] != '\'' && !text_.follows("<-")) {
            std::string const tag = text_.name();
            text_.expect("=");
            build_.name_tag(static_cast<tag_id>(text_.number()), tag);
            ++tags_;
            continue;
        }
        rule_id const rule = build_.declare(name);
        if (build_.defined(rule)) {
            text_.complain(errc::duplicate_rule, begin, text_.at() - begin);
        }
        text_.expect("<-");
        build_.define(rule, choice());
        root = root == none ? build_.ref(rule) : root;
    }
    for (value_rule const& v : value_rules) {
        if (rule_id const r = build_.rule_named(v.name); r != none && !build_.defined(r)) {
            (build_.*v.make)();
        }
    }
    if (text_.good() && root == none) {
        text_.complain(errc::expected_rule_name, text_.at(), 0);
    }
    if (!text_.good()) {
        return text_.wrong();
    }
    result<arena> made = build_.finish(root, bounds_);
    if (!made && made.error().code == errc::undefined_reference) {
        std::string_view const name = made.error().hint.view();
        if (rule_id const r = build_.rule_named(name); r < referred_.size() && referred_[r] > 0) {
            text_.complain(errc::undefined_reference, referred_[r] - 1, name.size());
            diagnostic placed = text_.wrong();
            placed.hint = made.error().hint;
            return placed;
        }
    }
    return made;
}

node_id notation::reference(std::string_view name, std::size_t begin) {
    rule_id const rule = build_.declare(name);
    if (rule >= referred_.size()) {
        referred_.resize(rule + std::size_t{1}, 0);
    }
    if (referred_[rule] == 0) {
        referred_[rule] = begin + 1;
    }
    return build_.ref(rule);
}

node_id notation::choice() {
    if (++depth_ > bounds_.nesting) {
        text_.complain(errc::nested_too_deep, text_.at(), 0);
    }
    std::vector<node_id> parts{sequence()};
    while (text_.good() && text_.take("/")) {
        parts.push_back(sequence());
    }
    --depth_;
    return build_.choice(parts);
}

node_id notation::sequence() {
    std::vector<node_id> parts;
    do {
        parts.push_back(prefix());
    } while (text_.good() && text_.more() && text_.peek() != '/' && text_.peek() != ')' &&
             text_.peek() != ',' && !text_.at_next_rule());
    node_id const made = build_.sequence(parts);
    look(parts.size());  // they were copied and compared
    return made;
}

void notation::look(std::size_t rows) {
    if (!asked_.next(rows)) {
        text_.complain(errc::cancelled, text_.at(), 0);
    }
}

node_id notation::prefix() {
    look(rows_of_a_part);
    std::vector<bool> looks;
    while (text_.follows("&") || text_.follows("!")) {
        looks.push_back(text_.follows("&"));
        text_.take(looks.back() ? "&" : "!");
        if (depth_ + looks.size() > bounds_.nesting) {
            text_.complain(errc::nested_too_deep, text_.at(), 0);
        }
    }
    node_id e = suffix();
    for (std::size_t i = looks.size(); i-- > 0;) {
        e = looks[i] ? build_.look(e) : build_.reject(e);
    }
    return e;
}

node_id notation::suffix() {
    node_id e = primary();
    for (std::size_t turns = depth_; text_.good(); ++turns) {
        if (turns > bounds_.nesting) {
            text_.complain(errc::nested_too_deep, text_.at(), 0);
        }
        if (text_.take("*")) {
            e = build_.star(e);
        } else if (text_.take("+")) {
            e = build_.plus(e);
        } else if (text_.take("?")) {
            e = build_.optional(e);
        } else if (text_.follows("{")) {
            std::size_t const begin = text_.at();
            text_.take("{");
            std::uint32_t const least = text_.number();
            std::uint32_t most = least;
            if (text_.take(",")) {
                most = text_.follows("}") ? unbounded : text_.number();
            }
            if (most < least) {
                text_.complain(errc::invalid_repetition, begin, text_.at() - begin + 1);
            }
            text_.expect("}");
            e = build_.repeat(e, least, (std::max)(least, most));
        } else {
            break;
        }
    }
    return e;
}

node_id notation::primary() {
    if (!text_.more()) {
        text_.complain(errc::unexpected_character, text_.at(), 0);
        return build_.epsilon();
    }
    switch (text_.peek()) {
    case '"': return build_.literal(text_.quoted());
    case '\'': {
        std::size_t const begin = text_.at();
        return reference(text_.name(), begin);
    }
    case '[': return char_class();
    case '.': text_.take("."); return build_.any();
    case '>': text_.take(">"); return build_.cut();
    case '(': {
        text_.take("(");
        node_id const e = choice();
        text_.expect(")");
        return e;
    }
    default: return named();
    }
}

node_id notation::char_class() {
    std::size_t const begin = text_.at();
    std::string_view const brackets = text_.bracketed();
    if (brackets.empty()) {
        return build_.fail();
    }
    result<char_set> const set = char_set::parse(brackets);
    if (!set) {
        text_.complain(set.error().code, begin + set.error().at.offset, set.error().length);
        return build_.fail();
    }
    text_.blank();
    return build_.chars(*set);
}

node_id notation::named() {
    std::size_t const begin = text_.at();
    std::string const w = text_.name();
    if (!text_.good()) {
        return build_.fail();
    }
    if (!is_function(w)) {
        return w == "eps"     ? build_.epsilon()
               : w == "fail"  ? build_.fail()
               : w == "start" ? build_.start()
               : w == "end"   ? build_.end()
               : w == "rest"  ? build_.rest()
                              : reference(w, begin);
    }
    text_.expect("(");
    node_id const e = call(w);
    text_.expect(")");
    return e;
}

node_id notation::call(std::string_view function) {
    if (function == "until") {
        return until();
    }
    if (function == "atomic") {
        return build_.atomic(choice());
    }
    if (function == "recover" || function == "refine") {
        node_id const first = choice();
        text_.expect(",");
        node_id const second = choice();
        return function == "recover" ? build_.recover(first, second) : build_.refine(first, second);
    }
    if (function == "gbnf") {
        std::string const text = text_.follows("\"") ? text_.quoted() : (text_.expect("\""), std::string());
        text_.expect(",");
        return build_.gbnf(text, choice());
    }
    std::uint32_t const id = function == "tag" ? tag() : text_.number();
    text_.expect(",");
    node_id const e = choice();
    return function == "tag"      ? build_.tag(id, e)
           : function == "schema" ? build_.schema(id, e)
                                  : build_.token(id, e);
}

node_id notation::until() {
    std::vector<std::string> texts;
    do {
        look(rows_of_a_part);
        texts.push_back(text_.follows("\"") ? text_.quoted() : (text_.expect("\""), std::string()));
    } while (text_.good() && text_.take(","));
    return build_.until(std::vector<std::string_view>(texts.begin(), texts.end()));
}

tag_id notation::tag() {
    if (text_.more() && ascii::is_digit(text_.peek())) {
        return text_.number();
    }
    std::size_t const begin = text_.at();
    std::string const n = text_.name();
    constexpr std::size_t tags_of_a_row = 4;
    look(tags_ / tags_of_a_row);  // any of them may be it
    tag_id const id = build_.tag_named(n);
    if (id == none) {
        text_.complain(errc::undefined_reference, begin, n.size());
    }
    return id;
}

}  // namespace parlance::peg::detail

namespace parlance::peg {

result<arena> parse(std::string_view text, limits const& bounds) {
    return detail::notation(text, bounds).read();
}

}  // namespace parlance::peg

// bench/peers/parlance.hpp - this library as an engine of the walk and of the audit
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/vocab/token_list.hpp>
#include <optional>
#include "walk.hpp"

namespace peers {

using namespace parlance;

struct session {
    mask::matcher matcher;

    std::uint32_t const* mask() { return matcher.allowed().words.data(); }
    bool accept(std::uint32_t id) { return matcher.accept(id); }
    bool complete() const { return matcher.can_stop(); }
    session fork() const { return {matcher}; }
};

struct compiled {
    mask::compiled_grammar grammar;

    session start() { return {mask::matcher(grammar)}; }
};

class engine {
public:
    explicit engine(vocabulary const& v) : index_(mask::token_index::build(list(v)).value()) {
        index_.share(0);  // each grammar by itself, as the peers have it
    }

    std::optional<compiled> compile(task const& t, std::string& error) const {
        auto const network = t.is_schema ? from_schema(t.text) : from_gbnf(t.text);
        if (!network) {
            error = render(network.error());
            return {};
        }
        auto const grammar = mask::grammar::prepare(*network);
        if (!grammar) {
            error = render(grammar.error());
            return {};
        }
        return compiled{mask::compiled_grammar(*grammar, index_)};
    }

private:
    static vocab::token_list list(vocabulary const& v) {
        vocab::token_list_builder tokens;
        for (std::size_t i = 0; i < v.bytes.size(); ++i) {
            tokens.add(v.bytes[i], v.text[i] ? vocab::token_kind::normal : vocab::token_kind::control);
        }
        tokens.end(v.end);
        return std::move(tokens).finish().value();
    }
    static result<rtn::network> from_gbnf(std::string const& text) {
        gbnf::options how;
        how.allow_left_recursion = true;
        auto const written = gbnf::compile(text, how);
        auto const grammar = written ? gbnf::without_left_recursion(*written) : written;
        if (!grammar) {
            return grammar.error();
        }
        return rtn::from_gbnf(*grammar);
    }
    static result<rtn::network> from_schema(std::string const& text) {
        auto const value = json::parse(text);
        if (!value) {
            return value.error();
        }
        schema::options how;
        how.properties = schema::order::any;  // as the documents of the suite are
        how.whitespace = schema::spaces::json;
        return schema::compile(*value, how);
    }

    mask::token_index index_;
};

}  // namespace peers

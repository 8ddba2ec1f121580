// test/corpus/conform_gbnf.cpp - grammars with texts they derive and texts they do not
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/vocab/token_list.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

constexpr std::uint32_t first_byte = 1024;  // token ids below are special, those from here on one byte each

vocab::token_list byte_vocabulary() {
    vocab::token_list_builder out;
    for (std::uint32_t id = 0; id < first_byte; ++id) {
        out.set(id, "<" + std::to_string(id) + ">", vocab::token_kind::control);
    }
    for (std::uint32_t b = 0; b < 256; ++b) {
        char const c = static_cast<char>(b);
        out.set(first_byte + b, {&c, 1}, vocab::token_kind::byte);
    }
    return *std::move(out).finish();
}

/// A text of the row, a string or a list of strings and {"token": id}, as token ids.
std::optional<std::vector<std::uint32_t>> token_ids(bj::value const& text) {
    std::vector<std::uint32_t> out;
    auto const add = [&](bj::value const& part) {
        if (part.is_string()) {
            for (char const c : part.get_string()) {
                out.push_back(first_byte + static_cast<std::uint8_t>(c));
            }
            return true;
        }
        bj::value const* const id = part.is_object() ? part.get_object().if_contains("token") : nullptr;
        if (id == nullptr || !id->is_int64() || id->get_int64() < 0 || id->get_int64() >= first_byte) {
            return false;
        }
        out.push_back(static_cast<std::uint32_t>(id->get_int64()));
        return true;
    };
    if (!text.is_array()) {
        return add(text) ? std::optional{out} : std::nullopt;
    }
    for (bj::value const& part : text.get_array()) {
        if (!add(part)) {
            return std::nullopt;
        }
    }
    return out;
}

/// Whether the engines take all of `ids` as a whole match; nothing when they do not agree.
std::optional<bool> derives(gbnf::grammar_view grammar, rtn::network_view net,
                            mask::compiled_grammar const& compiled, std::vector<std::uint32_t> const& ids) {
    mask::matcher fast{compiled};
    mask::npda elements{mask::element_machine{grammar}};
    mask::npda network{mask::network_machine{net}};
    vocab::view const tokens = compiled.tokens().tokens();
    std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
    bool live = true;
    for (std::uint32_t const id : ids) {
        fast.fill(words);
        bool const bit = mask::bitmask{words}.test(id);
        live = fast.accept(id);
        if (live != bit || live != elements.accept_token(id, tokens.bytes(id)) ||
            live != network.accept_token(id, tokens.bytes(id))) {
            return std::nullopt;
        }
        if (!live) {
            return false;
        }
    }
    if (fast.can_stop() != elements.can_stop() || fast.can_stop() != network.can_stop()) {
        return std::nullopt;
    }
    return fast.can_stop();
}

std::string quoted(bj::value const& text) { return bj::serialize(text); }

}  // namespace

outcome check_gbnf(bj::object const& row, settings const&) {
    static vocab::token_list const tokens = byte_vocabulary();
    static mask::token_index const index = *mask::token_index::build(tokens);
    gbnf::options options;
    if (auto const* root = row.if_contains("root"); root != nullptr && root->is_string()) {
        options.root = root->get_string();
    }
    std::string_view const text = row.at("grammar").as_string();
    auto const* expect = row.if_contains("expect");
    bool const must_fail = expect != nullptr && expect->is_string() && expect->get_string() != "ok";
    auto const grammar = gbnf::compile(text, options);
    if (must_fail) {
        return grammar ? outcome::failed("compiled, but must not") : outcome::passed();
    }
    if (!grammar) {
        return outcome::failed(render(grammar.error(), text));
    }
    auto const net = rtn::from_gbnf(*grammar);
    if (!net) {
        return outcome::failed(render(net.error()));
    }
    auto const prepared = mask::grammar::prepare(*net);
    if (!prepared) {
        return outcome::failed(render(prepared.error()));
    }
    mask::compiled_grammar const compiled{*prepared, index};
    for (bool const expected : {true, false}) {
        auto const* texts = row.if_contains(expected ? "pass" : "fail");
        if (texts == nullptr) {
            continue;
        }
        for (bj::value const& sample : texts->as_array()) {
            auto const ids = token_ids(sample);
            if (!ids) {
                return outcome::failed("cannot read the sample " + quoted(sample));
            }
            auto const got = derives(grammar->view(), net->view(), compiled, *ids);
            if (!got) {
                return outcome::failed("the engines disagree on " + quoted(sample));
            }
            if (*got != expected) {
                return outcome::failed((expected ? "refused " : "accepted ") + quoted(sample));
            }
        }
    }
    return outcome::passed();
}

}  // namespace conform

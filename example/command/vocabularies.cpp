// example/command/vocabularies.cpp - parlance tokens
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include "../files.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/vocab/trie.hpp>
#include <boost/json/array.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace command {

using namespace parlance;

namespace {

status describe_vocabulary(vocab::tokenizer_info const& info, output const& out) {
    std::size_t kinds[6] = {};
    boost::json::array ends;
    std::string end_line;
    for (vocab::token_id id = 0; id < info.tokens.size(); ++id) {
        ++kinds[static_cast<std::size_t>(info.tokens.kind(id))];
        if (info.tokens.ends(id)) {
            ends.push_back(boost::json::object{{"id", id}, {"text", shown_bytes(info.tokens.text(id))}});
            end_line += " " + std::to_string(id) + " " + shown_bytes(info.tokens.text(id));
        }
    }
    auto const of = [&](vocab::token_kind kind) { return kinds[static_cast<std::size_t>(kind)]; };
    if (out.json()) {
        out.write(boost::json::object{{"tokens", info.tokens.size()},
                                      {"control", of(vocab::token_kind::control)},
                                      {"unused", of(vocab::token_kind::unused)},
                                      {"bos", info.bos},
                                      {"eos", info.eos},
                                      {"ends", std::move(ends)},
                                      {"chat_template", !info.chat_template.empty()}});
        return status::yes;
    }
    out.line(std::to_string(info.tokens.size()) + " tokens, " +
                 std::to_string(of(vocab::token_kind::control)) + " of them control tokens, " +
                 std::to_string(of(vocab::token_kind::unused)) + " unused",
             ink::bold);
    out.line("begins a text: " + (info.bos.empty() ? "not said" : shown_bytes(info.bos)));
    out.line("ends a text:  " + (end_line.empty() ? " none" : end_line));
    out.line(std::string("chat template: ") + (info.chat_template.empty() ? "none" : "yes"));
    return status::yes;
}

/// The longest token at the beginning of `text`, and its length; nothing where none is.
std::optional<std::pair<vocab::token_id, std::size_t>> longest(vocab::trie const& trie,
                                                               std::string_view text) {
    std::optional<std::pair<vocab::token_id, std::size_t>> best;
    for (std::size_t n = 1; n <= text.size(); ++n) {
        auto const* const node = trie.find(text.substr(0, n));
        if (node == nullptr) {
            break;
        }
        bool first = true;
        trie.each_token(*node, [&](vocab::token_id id) {
            if (std::exchange(first, false)) {
                best = {id, n};
            }
        });
    }
    return best;
}

}  // namespace

status tokens(arguments const& given, output const& out) {
    auto const info = files::tokenizer(given.given.front());
    if (!info) {
        return out.fail(info.error(), {}, given.given.front());
    }
    if (given.given.size() == 1) {
        return describe_vocabulary(*info, out);
    }
    auto const text = read_text(given.given[1]);
    if (!text) {
        return out.fail(text.error(), {}, given.given[1]);
    }
    auto const trie = vocab::trie::build(info->tokens);
    if (!trie) {
        return out.fail(trie.error());
    }
    boost::json::array list;
    bool whole = true;
    for (std::string_view rest = text->text; !rest.empty();) {
        auto const found = longest(*trie, rest);
        std::string_view const piece = rest.substr(0, found ? found->second : 1);
        rest.remove_prefix(piece.size());
        whole = whole && found;
        if (out.json()) {
            list.push_back(boost::json::object{{"id", found ? boost::json::value(found->first) : nullptr},
                                               {"text", shown_bytes(piece)}});
        } else {
            out.line((found ? std::to_string(found->first) : "none") + "\t" + shown_bytes(piece),
                     found ? ink::none : ink::red);
        }
    }
    if (out.json()) {
        out.write(list);
    }
    return whole ? status::yes : status::no;
}

}  // namespace command

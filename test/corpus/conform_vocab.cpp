// test/corpus/conform_vocab.cpp - decoding the ids of a text gives the text
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/vocab/load.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace conform {

namespace {

using namespace parlance;

/// A file of any format; special tokens of ranks come from the table beside them.
result<vocab::token_list> read_any(std::filesystem::path const& path) {
    std::vector<vocab::named_token> specials;
    vocab::load_options options;
    std::ifstream in(path.parent_path() / "special_tokens.json", std::ios::binary);
    auto const table = json::parse(std::string{std::istreambuf_iterator<char>(in), {}});
    if (json::value const* const about = table ? json::member(*table, path.filename().string()) : nullptr) {
        for (auto const& [text, id] : about->at("special").as_object()) {
            specials.push_back({{text.data(), text.size()}, id.to_number<vocab::token_id>()});
        }
        if (json::value const* const logits = json::member(*about, "logits")) {
            options.logits = logits->to_number<std::size_t>();
        }
    }
    options.specials = specials;
    auto found = vocab::load(path, options);
    return found ? result<vocab::token_list>{std::move(found->tokens)} : found.error();
}

}  // namespace

outcome check_vocab(boost::json::object const& row, settings const& all) {
    static std::map<std::string, result<vocab::token_list>> loaded;
    auto const* file = row.if_contains("file");
    auto const* roundtrip = row.if_contains("roundtrip");
    if (file == nullptr || !file->is_string() || roundtrip == nullptr || !roundtrip->is_string()) {
        return outcome::skipped("no text is to be had from these ids: " +
                                std::string(json::text_of(row.at("vocab"))));
    }
    std::filesystem::path const path = all.corpus / "vocab" / std::string(json::text_of(*file));
    if (!std::filesystem::exists(path)) {
        return outcome::skipped("not here: " + path.filename().string());
    }
    auto found = loaded.find(path.string());
    if (found == loaded.end()) {
        found = loaded.emplace(path.string(), read_any(path)).first;
    }
    if (!found->second) {
        return outcome::failed(render(found->second.error(), {}, path.filename().string()));
    }
    vocab::token_list const& tokens = *found->second;
    std::string got;
    for (auto const& id : row.at("ids").as_array()) {
        auto const n = id.to_number<std::uint64_t>();
        if (n >= tokens.size()) {
            return outcome::failed("no token " + std::to_string(n));
        }
        got.append(tokens.bytes(static_cast<vocab::token_id>(n)));
    }
    std::string expected{json::text_of(row.at("text"))};
    if (json::text_of(*roundtrip) == "leading-space") {
        expected.insert(0, " ");
    }
    return got == expected ? outcome::passed() : outcome::failed(first_difference(expected, got));
}

}  // namespace conform

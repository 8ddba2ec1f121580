// example/files.hpp - what the examples read from disk: texts, tools, vocabularies of any format
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/gguf.hpp>
#include <parlance/vocab/list.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace files {

using parlance::diagnostic;
using parlance::errc;
using parlance::result;

[[nodiscard]] inline result<std::string> read(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return diagnostic{
            errc::unsupported_file, {}, 0, parlance::note("cannot open ").append(path.string())};
    }
    return std::string(std::istreambuf_iterator<char>(in), {});
}

/// Ranks do not say which tokens are special: a special_tokens.json beside them does, by file name.
[[nodiscard]] inline result<parlance::vocab::list> tiktoken(std::filesystem::path const& path,
                                                            std::string_view ranks) {
    auto const beside = read(path.parent_path() / "special_tokens.json");
    if (!beside) {
        return beside.error();
    }
    auto const all = parlance::json::parse(*beside);
    if (!all) {
        return all.error();
    }
    auto const* entry = all->is_object() ? all->get_object().if_contains(path.filename().string()) : nullptr;
    auto const* special =
        entry != nullptr && entry->is_object() ? entry->get_object().if_contains("special") : nullptr;
    if (special == nullptr || !special->is_object()) {
        return diagnostic{errc::malformed_file, {}, 0, "special_tokens.json does not name this file"};
    }
    std::vector<parlance::vocab::named_token> names;
    std::vector<parlance::vocab::token_id> ends;
    for (auto const& [name, id] : special->get_object()) {
        names.push_back({name, id.to_number<parlance::vocab::token_id>()});
        for (std::string_view const end :
             {"<|end_of_text|>", "<|eot_id|>", "<|eom_id|>", "<|endoftext|>", "<|im_end|>"}) {
            if (name == end) {
                ends.push_back(names.back().id);
            }
        }
    }
    parlance::vocab::tiktoken_extra extra;
    extra.specials = names;
    extra.ends = ends;
    if (auto const* logits = entry->get_object().if_contains("logits");
        logits != nullptr && logits->is_number()) {
        extra.logits = logits->to_number<std::size_t>();
    }
    return parlance::vocab::read_tiktoken(ranks, extra);
}

/// By content: GGUF says so in its first bytes, anything else is taken for tiktoken ranks.
[[nodiscard]] inline result<parlance::vocab::list> vocabulary(std::filesystem::path const& path) {
    auto const bytes = read(path);
    if (!bytes) {
        return bytes.error();
    }
    if (bytes->starts_with("GGUF")) {
        return parlance::vocab::read_gguf(*bytes);
    }
    return tiktoken(path, *bytes);
}

}  // namespace files

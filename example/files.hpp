// example/files.hpp - what the examples read from disk: texts, and the tokenizer of a model
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/load.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace files {

using parlance::diagnostic;
using parlance::errc;
using parlance::result;
namespace json = parlance::json;
namespace vocab = parlance::vocab;

[[nodiscard]] inline result<std::string> read(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        std::string const why = std::error_code(errno, std::generic_category()).message();
        return diagnostic{errc::cannot_open, {}, 0, parlance::note{why}.append(": ").append(path.string())};
    }
    return std::string(std::istreambuf_iterator<char>(in), {});
}

/// A vocabulary of any format: a file, or a model's folder.  Ranks of tiktoken by themselves do not say which tokens are
/// special; a special_tokens.json beside them may, by the file's name: {"NAME": {"special": {TEXT: ID, …}, "logits": N}}.
[[nodiscard]] inline result<vocab::tokenizer_info> tokenizer(std::filesystem::path const& path) {
    std::vector<vocab::named_token> names;
    vocab::load_options options;
    auto const beside = read(path.parent_path() / "special_tokens.json");
    auto const all = beside ? json::parse(*beside) : result<json::value>{json::value{}};
    if (!all) {
        return all.error();
    }
    json::value const* const entry = json::member(*all, path.filename().string());
    json::value const* const special = entry != nullptr ? json::member(*entry, "special") : nullptr;
    if (special != nullptr && special->is_object()) {
        for (auto const& [name, id] : special->get_object()) {
            names.push_back({{name.data(), name.size()}, id.to_number<vocab::token_id>()});
        }
    }
    options.specials = names;
    if (json::value const* const logits = entry != nullptr ? json::member(*entry, "logits") : nullptr;
        logits != nullptr && logits->is_number()) {
        options.logits = logits->to_number<std::size_t>();
    }
    return vocab::load(path, options);
}

/// A chat template, and the texts of the special tokens it refers to; these are guessed where the file is not a
/// tokenizer's.
struct template_source {
    std::string text{};
    std::string bos = "<s>";
    std::string eos = "</s>";
};

/// The template in a file by itself, in a GGUF file or in a model's folder.
[[nodiscard]] inline result<template_source> chat_template(std::filesystem::path const& path) {
    if (!std::filesystem::is_directory(path) && path.extension() != ".gguf") {
        auto text = read(path);
        return text ? result<template_source>{template_source{*std::move(text)}} : text.error();
    }
    auto found = vocab::load(path);
    if (!found) {
        return found.error();
    }
    if (found->chat_template.empty()) {
        return diagnostic{errc::unknown_template, {}, 0, parlance::note{"none in "}.append(path.string())};
    }
    return template_source{std::move(found->chat_template), std::move(found->bos), std::move(found->eos)};
}

}  // namespace files

// parlance/vocab/impl/open.ipp - definitions of what parlance/vocab/open.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/open.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/file_format.hpp>
#include <parlance/vocab/detail/mapped_file.hpp>
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/gguf.hpp>
#include <parlance/vocab/sentencepiece.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <filesystem>
#include <string_view>
#include <utility>

namespace parlance::vocab::detail {

result<tokenizer_info> with_options(tokenizer_info found, load_options const& options, limits const& bounds) {
    if (found.chat_template.size() > bounds.template_bytes) {
        return diagnostic{
            errc::source_too_large,
            {},
            0,
            note{"chat template: limits.template_bytes is "}.append_number(bounds.template_bytes)};
    }
    if (options.specials.empty() && options.ends.empty() && options.logits <= found.tokens.size()) {
        return found;
    }
    token_list_builder out(bounds);
    out.set_all(found.tokens);
    for (named_token const& special : options.specials) {
        out.set(special.id, special.text, special.kind);
    }
    out.pad(options.logits);
    mark_endings(out);
    for (token_id const id : options.ends) {
        out.end(id);
    }
    auto tokens = std::move(out).finish();
    if (!tokens) {
        return tokens.error();
    }
    found.tokens = *std::move(tokens);
    return found;
}

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

result<tokenizer_info> read(std::string_view bytes, load_options const& options, limits const& bounds) {
    auto const unsupported = [](std::string_view what) {
        return diagnostic{errc::unsupported_file, {}, 0, what};
    };
    result<tokenizer_info> found = tokenizer_info{};
    switch (detail::format_of(bytes)) {
    case detail::file_format::gguf: found = detail::gguf_info(bytes, bounds); break;
    case detail::file_format::sentencepiece: found = detail::sentencepiece_info(bytes, 0, bounds); break;
    case detail::file_format::tiktoken: {
        auto tokens = read_tiktoken(bytes, {}, bounds);
        if (!tokens) {
            return tokens.error();
        }
        found->tokens = *std::move(tokens);
        break;
    }
    case detail::file_format::empty: return diagnostic{errc::truncated_file, {}, 0, "it is empty"};
    case detail::file_format::pointer: return detail::pointer_error();
    case detail::file_format::json: return unsupported("JSON is read by load(), of vocab/load.hpp");
    case detail::file_format::unknown:
        return unsupported("not GGUF, tokenizer.json, tekken.json, tiktoken ranks or a SentencePiece model");
    }
    return found ? detail::with_options(*std::move(found), options, bounds) : found;
}

result<tokenizer_info> open(file_path path, load_options const& options, limits const& bounds) {
    detail::mapped_file const file(path.as<std::filesystem::path>());
    if (auto const usable = detail::check_file(file, detail::most_bytes(file, bounds)); !usable) {
        return usable.error();
    }
    return read(file.bytes(), options, bounds);
}

}  // namespace parlance::vocab

// parlance/vocab/impl/hf_json.ipp - definitions of what parlance/vocab/hf_json.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/detail/file_format.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/byte_level.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/bytes.hpp>
#include <parlance/vocab/hf_config.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::vocab::detail {

/// What a `decoder` does to the text of a token.
struct hf_decoder {
    bool byte_level = false;
    bool byte_fallback = false;
    std::string replaced;      // this text …
    std::string replacement;   // … becomes that
    std::string continuation;  // WordPiece: tokens without this prefix begin a word
    std::string suffix;        // BPEDecoder: this ending becomes a space
};

class hf_reader {
public:
    hf_reader(limits const& bounds, std::size_t bytes)
        : bounds_(limits_of_text(bounds, bytes)), out_(bounds) {}

    PARLANCE_DECL result<token_list> run(json::value const& tokenizer, hf_config const& config);

private:
    PARLANCE_DECL bool fail(errc code, note hint);
    diagnostic malformed(std::string_view what) { return fail(errc::malformed_file, what), error_; }

    PARLANCE_DECL bool read_decoder(json::value const* decoder);
    PARLANCE_DECL bool read_step(json::value const& step);

    PARLANCE_DECL bool read_model(json::value const& model);

    /// A token of the model.
    PARLANCE_DECL bool set(std::string_view text, json::value const& v);
    [[nodiscard]] PARLANCE_DECL std::string spelled(std::string_view text) const;

    PARLANCE_DECL bool read_added(json::value const* tokens);

    limits bounds_;
    token_list_builder out_;
    hf_decoder decoder_;
    diagnostic error_{};
    std::string scratch_;
};

result<token_list> hf_reader::run(json::value const& tokenizer, hf_config const& config) {
    json::value const* const model = json::member(tokenizer, "model");
    if (model == nullptr || !model->is_object()) {
        return malformed("there is no model");
    }
    if (!read_decoder(json::member(tokenizer, "decoder")) || !read_model(*model) ||
        !read_added(json::member(tokenizer, "added_tokens"))) {
        return error_;
    }
    if (auto const good = check_ids(config, bounds_); !good) {
        return good.error();
    }
    config.apply(out_);
    return std::move(out_).finish();
}

bool hf_reader::fail(errc code, note hint) {
    error_ = {code, {}, 0, hint};
    return false;
}

bool hf_reader::read_decoder(json::value const* decoder) {
    if (decoder == nullptr || decoder->is_null()) {
        return true;
    }
    if (json::value const* const all = json::member(*decoder, "decoders");
        all != nullptr && all->is_array()) {
        for (json::value const& one : all->get_array()) {
            if (!read_step(one)) {
                return false;
            }
        }
        return true;
    }
    return read_step(*decoder);
}

bool hf_reader::read_step(json::value const& step) {
    auto const text = [&](std::string_view key, std::string_view otherwise) {
        json::value const* const found = json::member(step, key);
        return std::string{found != nullptr ? json::text_of(*found, otherwise) : otherwise};
    };
    std::string const type = text("type", "");
    if (type == "ByteLevel") {
        decoder_.byte_level = true;
    } else if (type == "ByteFallback") {
        decoder_.byte_fallback = true;
    } else if (type == "Metaspace") {
        decoder_.replaced = text("replacement", "\xE2\x96\x81");
        decoder_.replacement = " ";
    } else if (type == "Replace") {
        json::value const* const pattern = json::member(step, "pattern");
        json::value const* const literal = pattern != nullptr ? json::member(*pattern, "String") : nullptr;
        if (literal == nullptr || !decoder_.replaced.empty()) {
            return fail(errc::unsupported_file, "a decoder that replaces patterns");
        }
        constexpr std::size_t longest = 16;  // else a file of some bytes may have texts of any length
        decoder_.replaced = json::text_of(*literal);
        decoder_.replacement = text("content", "");
        if (decoder_.replacement.size() > longest) {
            return fail(errc::unsupported_file, "a decoder that makes texts much longer");
        }
    } else if (type == "WordPiece") {
        decoder_.continuation = text("prefix", "##");
    } else if (type == "BPEDecoder") {
        decoder_.suffix = text("suffix", "</w>");
    } else if (type != "Fuse" && type != "Strip") {
        return fail(errc::unsupported_file, note{"decoder '"}.append(type).append("'"));
    }
    return true;
}

bool hf_reader::read_model(json::value const& model) {
    json::value const* const vocab = json::member(model, "vocab");
    json::value const* const unknown = json::member(model, "unk_token");
    if (vocab != nullptr && vocab->is_object()) {
        for (auto const& [key, id] : vocab->get_object()) {
            if (!set(std::string_view{key.data(), key.size()}, id)) {
                return false;
            }
        }
        if (unknown != nullptr && unknown->is_string()) {
            if (auto const* id = vocab->get_object().if_contains(unknown->get_string())) {
                out_.set_kind(static_cast<token_id>(id->to_number<std::uint64_t>()), token_kind::control);
            }
        }
        return true;
    }
    if (vocab == nullptr || !vocab->is_array()) {
        return fail(errc::malformed_file, "the model has no vocab");
    }
    std::uint64_t id = 0;
    for (json::value const& entry : vocab->get_array()) {
        auto const* pair = entry.if_array();
        if (pair == nullptr || pair->empty() || !pair->front().is_string()) {
            return fail(errc::malformed_file, note{"no [piece, score] at index "}.append_number(id));
        }
        if (!set(json::text_of(pair->front()), json::value(id++))) {
            return false;
        }
    }
    if (json::value const* const unk = json::member(model, "unk_id"); unk != nullptr && unk->is_int64()) {
        if (unk->get_int64() >= 0 && static_cast<std::uint64_t>(unk->get_int64()) < id) {
            out_.set_kind(static_cast<token_id>(unk->get_int64()), token_kind::control);
        }
    }
    return true;
}

bool hf_reader::set(std::string_view text, json::value const& v) {
    if (out_.stopped()) {
        return fail(errc::cancelled, {});
    }
    auto const number = id_of(v, text, bounds_);
    if (!number) {
        error_ = number.error();
        return false;
    }
    token_id const id = *number;
    if (id < out_.size() && out_.kind(id) != token_kind::unused) {
        return fail(errc::duplicate_token_id, note{"'"}.append(text).append("'"));
    }
    if (int const byte = byte_token(text); decoder_.byte_fallback && byte >= 0) {
        char const c = static_cast<char>(byte);
        out_.set(id, {&c, 1}, token_kind::byte);
        return true;
    }
    scratch_.clear();
    if (!decoder_.byte_level || !byte_level::decode(text, scratch_)) {
        scratch_ = spelled(text);
    }
    out_.set(id, scratch_, token_kind::normal);
    return true;
}

std::string hf_reader::spelled(std::string_view text) const {
    std::string out;
    if (!decoder_.continuation.empty()) {
        if (text.starts_with(decoder_.continuation)) {
            text.remove_prefix(decoder_.continuation.size());
        } else {
            out.push_back(' ');
        }
    }
    bool const ends_word = !decoder_.suffix.empty() && text.ends_with(decoder_.suffix);
    text.remove_suffix(ends_word ? decoder_.suffix.size() : 0);
    while (!text.empty()) {
        if (!decoder_.replaced.empty() && text.starts_with(decoder_.replaced)) {
            out.append(decoder_.replacement);
            text.remove_prefix(decoder_.replaced.size());
        } else {
            out.push_back(text.front());
            text.remove_prefix(1);
        }
    }
    return ends_word ? out + ' ' : out;
}

bool hf_reader::read_added(json::value const* tokens) {
    if (tokens == nullptr || !tokens->is_array()) {
        return true;
    }
    for (json::value const& token : tokens->get_array()) {
        json::value const* const id = json::member(token, "id");
        auto const added = added_token_of(token, id != nullptr ? *id : json::value{}, bounds_);
        if (!added) {
            error_ = added.error();
            return false;
        }
        out_.set(added->id, added->text, added->kind);
    }
    return true;
}

result<token_list> hf_tokens(json::value const& tokenizer, hf_config const& config, std::size_t bytes,
                             limits const& bounds) {
    return hf_reader(bounds, bytes).run(tokenizer, config);
}

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

result<token_list> read_hf_json(std::string_view tokenizer, hf_extra const& extra, limits const& bounds) {
    limits parsing = bounds;
    parsing.source_bytes = tokenizer.size();  // it is in memory already
    auto const root =
        tokenizer.empty() ? result<json::value>{json::value{}} : json::parse(tokenizer, parsing);
    if (!root) {
        return root.error();
    }
    auto const config = read_hf_config(extra, bounds);
    if (!config) {
        return config.error();
    }
    return detail::hf_tokens(*root, *config, tokenizer.size(), bounds);
}

}  // namespace parlance::vocab

// parlance/vocab/impl/hf_json.ipp - definitions of what parlance/vocab/hf_json.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/hf_json.hpp>
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
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/list.hpp>
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
    hf_reader(limits const& bounds) : bounds_(bounds), out_(bounds) {}

    PARLANCE_DECL result<list> run(std::string_view tokenizer, hf_extra const& extra);

private:
    PARLANCE_DECL bool fail(errc code, note hint);
    diagnostic malformed(std::string_view what) { return fail(errc::malformed_file, what), error_; }

    /// An empty text is no document, and that is no error.  The text is in memory already, so its size is no
    /// reason to refuse it.
    PARLANCE_DECL bool parse(std::string_view text, json::value& out);

    PARLANCE_DECL bool read_decoder(json::value const* decoder);
    PARLANCE_DECL bool read_step(json::value const& step);

    PARLANCE_DECL bool read_model(json::value const& model);

    /// The id in `v`, if it is one; otherwise an error.
    PARLANCE_DECL bool read_id(json::value const& v, std::string_view text, token_id& id);

    /// A token of the model.
    PARLANCE_DECL bool set(std::string_view text, json::value const& v);
    [[nodiscard]] PARLANCE_DECL std::string spelled(std::string_view text) const;

    PARLANCE_DECL bool read_added(json::value const* tokens);
    PARLANCE_DECL bool read_added_decoder(json::value const* tokens);
    PARLANCE_DECL bool add(json::value const& token, json::value const& number);

    PARLANCE_DECL void end_by_text(json::value const* eos);
    PARLANCE_DECL void end_by_id(json::value const* ids);

    limits bounds_;
    list_builder out_;
    hf_decoder decoder_;
    diagnostic error_{};
    std::string scratch_;
};

result<list> hf_reader::run(std::string_view tokenizer, hf_extra const& extra) {
    json::value root;
    json::value config;
    json::value generation;
    if (!parse(tokenizer, root) || !parse(extra.tokenizer_config, config) ||
        !parse(extra.generation_config, generation)) {
        return error_;
    }
    json::value const* const model = json::member(root, "model");
    if (model == nullptr || !model->is_object()) {
        return malformed("there is no model");
    }
    if (!read_decoder(json::member(root, "decoder")) || !read_model(*model) ||
        !read_added(json::member(root, "added_tokens")) ||
        !read_added_decoder(json::member(config, "added_tokens_decoder"))) {
        return error_;
    }
    out_.pad(extra.logits);
    mark_endings(out_);
    end_by_text(json::member(config, "eos_token"));
    end_by_id(json::member(generation, "eos_token_id"));
    return std::move(out_).finish();
}

bool hf_reader::fail(errc code, note hint) {
    error_ = {code, {}, 0, hint};
    return false;
}

bool hf_reader::parse(std::string_view text, json::value& out) {
    limits bounds = bounds_;
    bounds.source_bytes = text.size();
    if (text.empty()) {
        return true;
    }
    auto parsed = json::parse(text, bounds);
    if (!parsed) {
        error_ = parsed.error();
        return false;
    }
    out = *std::move(parsed);
    return true;
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
        decoder_.replaced = json::text_of(*literal);
        decoder_.replacement = text("content", "");
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

bool hf_reader::read_id(json::value const& v, std::string_view text, token_id& id) {
    bool const is_signed = v.is_int64() && v.get_int64() >= 0;
    std::uint64_t const number = is_signed       ? static_cast<std::uint64_t>(v.get_int64())
                                 : v.is_uint64() ? v.get_uint64()
                                                 : 0;
    if (!is_signed && !v.is_uint64()) {
        return fail(errc::malformed_file, note{"no id for '"}.append(text).append("'"));
    }
    if (number >= bounds_.tokens) {
        return fail(errc::too_many_tokens, note{"limits.tokens is "}.append_number(bounds_.tokens));
    }
    id = static_cast<token_id>(number);
    return true;
}

bool hf_reader::set(std::string_view text, json::value const& v) {
    token_id id = 0;
    if (!read_id(v, text, id)) {
        return false;
    }
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
        if (!add(token, id != nullptr ? *id : json::value{})) {
            return false;
        }
    }
    return true;
}

bool hf_reader::read_added_decoder(json::value const* tokens) {
    if (tokens == nullptr || !tokens->is_object()) {
        return true;
    }
    for (auto const& [key, token] : tokens->get_object()) {
        std::uint64_t id = 0;
        bool number = !key.empty() && key.size() <= 10;
        for (char const c : key) {
            number = number && c >= '0' && c <= '9';
            id = number ? id * 10 + static_cast<std::uint64_t>(c - '0') : 0;
        }
        if (!add(token, number ? json::value(id) : json::value{})) {
            return false;
        }
    }
    return true;
}

bool hf_reader::add(json::value const& token, json::value const& number) {
    json::value const* const content = json::member(token, "content");
    json::value const* const special = json::member(token, "special");
    if (content == nullptr || !content->is_string()) {
        return fail(errc::malformed_file, "an added token without content");
    }
    token_id id = 0;
    if (!read_id(number, json::text_of(*content), id)) {
        return false;
    }
    bool const control = special != nullptr && special->is_bool() && special->get_bool();
    out_.set(id, json::text_of(*content), control ? token_kind::control : token_kind::user_defined);
    return true;
}

void hf_reader::end_by_text(json::value const* eos) {
    if (eos == nullptr) {
        return;
    }
    json::value const* const content = json::member(*eos, "content");
    std::string_view const text = json::text_of(content != nullptr ? *content : *eos);
    for (token_id id = 0; !text.empty() && id < out_.size(); ++id) {
        token_kind const kind = out_.kind(id);
        if ((kind == token_kind::control || kind == token_kind::user_defined) && out_.text(id) == text) {
            out_.end(id);
        }
    }
}

void hf_reader::end_by_id(json::value const* ids) {
    if (ids == nullptr) {
        return;
    }
    auto const one = [&](json::value const& v) {
        if (v.is_int64() && v.get_int64() >= 0 && v.get_int64() < std::int64_t{0xFFFF'FFFF}) {
            out_.end(static_cast<token_id>(v.get_int64()));
        }
    };
    if (auto const* many = ids->if_array()) {
        for (json::value const& v : *many) {
            one(v);
        }
    } else {
        one(*ids);
    }
}

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

result<list> read_hf_json(std::string_view tokenizer, hf_extra const& extra, limits const& bounds) {
    return detail::hf_reader(bounds).run(tokenizer, extra);
}

}  // namespace parlance::vocab

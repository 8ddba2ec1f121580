// parlance/vocab/impl/hf_config.ipp - definitions of what parlance/vocab/hf_config.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/hf_config.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::vocab::detail {

result<token_id> id_of(json::value const& v, std::string_view text, limits const& bounds) {
    bool const is_signed = v.is_int64() && v.get_int64() >= 0;
    if (!is_signed && !v.is_uint64()) {
        return diagnostic{errc::malformed_file, {}, 0, note{"no id for '"}.append(text).append("'")};
    }
    std::uint64_t const number = is_signed ? static_cast<std::uint64_t>(v.get_int64()) : v.get_uint64();
    if (number >= bounds.tokens) {
        return diagnostic{
            errc::too_many_tokens, {}, 0, note{"limits.tokens is "}.append_number(bounds.tokens)};
    }
    return static_cast<token_id>(number);
}

result<void> check_ids(hf_config const& config, limits const& bounds) {
    for (added_token const& token : config.added) {
        if (token.id >= bounds.tokens) {
            return diagnostic{
                errc::too_many_tokens,
                {},
                0,
                note{"'"}.append(token.text).append("': ids may be below ").append_number(bounds.tokens)};
        }
    }
    return {};
}

result<added_token> added_token_of(json::value const& token, json::value const& id, limits const& bounds) {
    json::value const* const content = json::member(token, "content");
    json::value const* const special = json::member(token, "special");
    if (content == nullptr || !content->is_string()) {
        return diagnostic{errc::malformed_file, {}, 0, "an added token without content"};
    }
    auto const number = id_of(id, json::text_of(*content), bounds);
    if (!number) {
        return number.error();
    }
    bool const control = special != nullptr && special->is_bool() && special->get_bool();
    return added_token{std::string(json::text_of(*content)), *number,
                       control ? token_kind::control : token_kind::user_defined};
}

/// Reads the files in turn; what is said first stays.
class hf_config_reader {
public:
    explicit hf_config_reader(limits const& bounds) : bounds_(bounds) {}

    PARLANCE_DECL result<hf_config> run(hf_extra const& files);

private:
    /// An empty text is no document, and that is no error.
    PARLANCE_DECL bool parse(std::string_view name, std::string_view text, json::value& out);
    PARLANCE_DECL bool fail(std::string_view name, diagnostic const& why);

    PARLANCE_DECL bool read_added_decoder(json::object const& tokens);
    PARLANCE_DECL bool read_added_tokens(json::value const& tokens,
                                         std::vector<std::string> const& specials);  // sorted
    PARLANCE_DECL void read_texts(json::value const& config);
    PARLANCE_DECL void read_generation(json::value const& generation);

    limits bounds_;
    hf_config out_;
    diagnostic error_{};
};

/// A special token is its text, or an object with the text in it.
[[nodiscard]] inline std::string_view special_text(json::value const* token) {
    json::value const* const content = token != nullptr ? json::member(*token, "content") : nullptr;
    json::value const* const text = content != nullptr ? content : token;
    return text != nullptr ? json::text_of(*text) : std::string_view{};
}

/// Of all special tokens in a file, `bos_token`, `additional_special_tokens` and their kin.
inline void collect_specials(json::value const& file, std::vector<std::string>& out) {
    auto const* members = file.if_object();
    if (members == nullptr) {
        return;
    }
    for (auto const& [key, value] : *members) {
        std::string_view const name{key.data(), key.size()};
        if (name.ends_with("_token")) {
            out.emplace_back(special_text(&value));
        } else if (auto const* many = value.if_array(); many != nullptr && name.ends_with("_tokens")) {
            for (json::value const& one : *many) {
                out.emplace_back(special_text(&one));
            }
        }
    }
}

/// The template named default of a list, or the only text.
[[nodiscard]] inline std::string_view default_template(json::value const* source) {
    if (source == nullptr) {
        return {};
    }
    auto const* many = source->if_array();
    if (many == nullptr) {
        return json::text_of(*source);
    }
    for (json::value const& one : *many) {
        json::value const* const name = json::member(one, "name");
        json::value const* const text = json::member(one, "template");
        if (name != nullptr && text != nullptr && json::text_of(*name) == "default") {
            return json::text_of(*text);
        }
    }
    return {};
}

result<hf_config> hf_config_reader::run(hf_extra const& files) {
    json::value config;
    json::value generation;
    json::value specials;
    json::value added;
    json::value with_template;
    if (!parse("tokenizer_config.json", files.tokenizer_config, config) ||
        !parse("generation_config.json", files.generation_config, generation) ||
        !parse("special_tokens_map.json", files.special_tokens_map, specials) ||
        !parse("added_tokens.json", files.added_tokens, added) ||
        !parse("chat_template.json", files.chat_template_json, with_template)) {
        return error_;
    }
    json::value const* const decoder = json::member(config, "added_tokens_decoder");
    if (decoder != nullptr && decoder->is_object()) {
        if (!read_added_decoder(decoder->get_object())) {
            return error_;
        }
    } else {
        std::vector<std::string> named;
        collect_specials(config, named);
        collect_specials(specials, named);
        std::sort(named.begin(), named.end());
        if (!read_added_tokens(added, named)) {
            return error_;
        }
    }
    read_texts(config);
    read_texts(specials);
    read_generation(generation);
    for (std::string_view const source :
         {files.chat_template, default_template(json::member(with_template, "chat_template")),
          default_template(json::member(config, "chat_template"))}) {
        if (out_.chat_template.empty()) {
            out_.chat_template = source;
        }
    }
    out_.logits = files.logits;
    return std::move(out_);
}

bool hf_config_reader::fail(std::string_view name, diagnostic const& why) {
    error_ = why;
    error_.hint = note{name}.append(why.hint.empty() ? "" : ": ").append(why.hint.view());
    return false;
}

bool hf_config_reader::parse(std::string_view name, std::string_view text, json::value& out) {
    limits bounds = bounds_;
    bounds.source_bytes = text.size();  // it is in memory already
    if (text.empty()) {
        return true;
    }
    auto parsed = json::parse(text, bounds);
    if (!parsed) {
        return fail(name, parsed.error());
    }
    out = *std::move(parsed);
    return true;
}

bool hf_config_reader::read_added_decoder(json::object const& tokens) {
    for (auto const& [key, token] : tokens) {
        std::uint64_t id = 0;
        bool number = !key.empty() && key.size() <= 10;
        for (char const c : key) {
            number = number && ascii::is_digit(c);
            id = number ? id * 10 + static_cast<std::uint64_t>(c - '0') : 0;
        }
        auto added = added_token_of(token, number ? json::value(id) : json::value{}, bounds_);
        if (!added) {
            return fail("tokenizer_config.json", added.error());
        }
        out_.added.push_back(*std::move(added));
    }
    return true;
}

bool hf_config_reader::read_added_tokens(json::value const& tokens,
                                         std::vector<std::string> const& specials) {
    auto const* members = tokens.if_object();
    if (members == nullptr) {
        return true;
    }
    for (auto const& [key, value] : *members) {
        std::string_view const text{key.data(), key.size()};
        auto const id = id_of(value, text, bounds_);
        if (!id) {
            return fail("added_tokens.json", id.error());
        }
        bool const control = std::binary_search(specials.begin(), specials.end(), text);
        out_.added.push_back(
            {std::string(text), *id, control ? token_kind::control : token_kind::user_defined});
    }
    return true;
}

void hf_config_reader::read_texts(json::value const& config) {
    if (out_.bos.empty()) {
        out_.bos = special_text(json::member(config, "bos_token"));
    }
    if (out_.eos.empty()) {
        out_.eos = special_text(json::member(config, "eos_token"));
    }
}

void hf_config_reader::read_generation(json::value const& generation) {
    auto const id = [](json::value const& v) -> std::optional<token_id> {
        bool const fits = v.is_int64() && v.get_int64() >= 0 && v.get_int64() < std::int64_t{0xFFFF'FFFF};
        return fits ? std::optional(static_cast<token_id>(v.get_int64())) : std::nullopt;
    };
    if (json::value const* const bos = json::member(generation, "bos_token_id")) {
        out_.bos_id = id(*bos);
    }
    json::value const* const eos = json::member(generation, "eos_token_id");
    if (eos == nullptr) {
        return;
    }
    auto const* many = eos->if_array();
    for (std::size_t i = 0; i < (many != nullptr ? many->size() : 1); ++i) {
        if (auto const one = id(many != nullptr ? (*many)[i] : *eos)) {
            out_.eos_ids.push_back(*one);
        }
    }
}

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

result<hf_config> read_hf_config(hf_extra const& files, limits const& bounds) {
    return detail::hf_config_reader(bounds).run(files);
}

void hf_config::apply(token_list_builder& tokens) const {
    for (added_token const& token : added) {
        tokens.set(token.id, token.text, token.kind);
    }
    tokens.pad(logits);
    mark_endings(tokens);
    for (token_id id = 0; !eos.empty() && id < tokens.size(); ++id) {
        token_kind const kind = tokens.kind(id);
        if ((kind == token_kind::control || kind == token_kind::user_defined) && tokens.text(id) == eos) {
            tokens.end(id);
        }
    }
    for (token_id const id : eos_ids) {
        tokens.end(id);
    }
}

}  // namespace parlance::vocab

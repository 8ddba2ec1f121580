// parlance/vocab/hf_json.hpp - the vocabulary in a Hugging Face tokenizer.json
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/list.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::vocab {

/// What else a model's folder says about its tokens; each may be empty.
///
/// tokenizer_config   text of tokenizer_config.json: more added tokens, eos_token
/// generation_config  text of generation_config.json: the ids at which generation stops
/// logits             width of the model's output, 0 when it is the number of tokens
struct hf_extra {
    std::string_view tokenizer_config{};
    std::string_view generation_config{};
    std::size_t logits = 0;
};

/// Reads a tokenizer.json: byte-level BPE, BPE and Unigram with U+2581 for spaces and <0xE4> for bytes,
/// WordPiece.  How a token becomes bytes is what its `decoder` says; what the decoder does to the first token
/// of a text is left to the runtime.  Added tokens are literal text and override the model's: control where
/// `special`, else user_defined.
///
/// errors  json_syntax and its kin with their place; malformed_file with what is wrong as a hint;
///         unsupported_file for decoders we do not know; duplicate_token_id, too_many_tokens
/// cost    linear, with the whole document in memory
[[nodiscard]] PARLANCE_DECL result<list> read_hf_json(std::string_view tokenizer, hf_extra const& extra = {},
                                                      limits const& bounds = {});

namespace detail {

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

}  // namespace detail

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/hf_json.ipp>
#endif

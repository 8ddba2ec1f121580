// parlance/vocab/impl/tekken.ipp - definitions of what parlance/vocab/tekken.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/tekken.hpp>
#include <parlance/vocab/detail/file_format.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/base64.hpp>
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::vocab::detail {

/// What a number that is not there, or is none, is read as.
inline constexpr std::uint64_t no_number = ~std::uint64_t{0};

[[nodiscard]] inline std::uint64_t number_of(json::value const& object, std::string_view member) {
    json::value const* const v = json::member(object, member);
    return v != nullptr && v->is_int64() && v->get_int64() >= 0 ? static_cast<std::uint64_t>(v->get_int64())
                                                                : no_number;
}

[[nodiscard]] inline diagnostic malformed(std::string_view what) {
    return {errc::malformed_file, {}, 0, note{what}};
}

/// The first `count` tokens are control tokens, but for those that the file says are text.
[[nodiscard]] PARLANCE_DECL result<void> add_specials(json::value const& root, std::uint64_t count,
                                                      token_list_builder& out);
/// The ranks of `vocab` follow `special` special tokens; those from `size` on are left out.
[[nodiscard]] PARLANCE_DECL result<void> add_ranks(json::array const& vocab, std::uint64_t special,
                                                   std::uint64_t size, token_list_builder& out);

result<void> add_specials(json::value const& root, std::uint64_t count, token_list_builder& out) {
    for (std::uint64_t id = 0; id < count && !out.stopped(); ++id) {
        out.add("<SPECIAL_" + std::to_string(id) + ">", token_kind::control);
    }
    json::value const* const listed = json::member(root, "special_tokens");
    if (listed == nullptr || !listed->is_array()) {
        for (std::size_t id = 0; id < std::size(tekken_specials) && id < count; ++id) {
            out.set(static_cast<token_id>(id), tekken_specials[id], token_kind::control);
        }
        return {};
    }
    for (json::value const& token : listed->get_array()) {
        std::uint64_t const id = number_of(token, "rank");
        json::value const* const spelling = json::member(token, "token_str");
        json::value const* const control = json::member(token, "is_control");
        if (id >= count || spelling == nullptr || !spelling->is_string()) {
            return malformed(
                "a special token without a rank below default_num_special_tokens, or without token_str");
        }
        bool const is_text = control != nullptr && control->is_bool() && !control->get_bool();
        out.set(static_cast<token_id>(id), json::text_of(*spelling),
                is_text ? token_kind::user_defined : token_kind::control);
    }
    return {};
}

result<void> add_ranks(json::array const& vocab, std::uint64_t special, std::uint64_t size,
                       token_list_builder& out) {
    std::string bytes;
    for (auto token = vocab.begin(); token != vocab.end() && !out.stopped(); ++token) {
        std::uint64_t const rank = number_of(*token, "rank");
        json::value const* const encoded = json::member(*token, "token_bytes");
        bytes.clear();
        if (rank == no_number || encoded == nullptr || !encoded->is_string() ||
            !decode_base64(json::text_of(*encoded), bytes)) {
            return malformed("an entry of vocab without a rank, or without token_bytes in base64");
        }
        if (rank >= size - special) {
            continue;
        }
        auto const id = static_cast<token_id>(special + rank);
        if (id < out.size() && out.kind(id) != token_kind::unused) {
            return diagnostic{errc::duplicate_token_id, {}, 0, note{"rank "}.append_number(rank)};
        }
        out.set(id, bytes, token_kind::normal);
    }
    return {};
}

result<token_list> tekken_tokens(json::value const& root, limits const& bounds) {
    json::value const* const config = json::member(root, "config");
    json::value const* const vocab = json::member(root, "vocab");
    if (config == nullptr || vocab == nullptr || !vocab->is_array()) {
        return malformed("it has no config or no vocab");
    }
    std::uint64_t const size = number_of(*config, "default_vocab_size");
    std::uint64_t const special = number_of(*config, "default_num_special_tokens");
    if (size > bounds.tokens && size != no_number) {
        return diagnostic{
            errc::too_many_tokens, {}, 0, note{"limits.tokens is "}.append_number(bounds.tokens)};
    }
    if (special > size || size == no_number) {
        return malformed("default_vocab_size and default_num_special_tokens do not fit each other");
    }
    token_list_builder out(bounds);
    if (auto const done = add_specials(root, special, out); !done) {
        return done.error();
    }
    if (auto const done = add_ranks(vocab->get_array(), special, size, out); !done) {
        return done.error();
    }
    out.pad(static_cast<std::size_t>(size));
    mark_endings(out);
    return std::move(out).finish();
}

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

result<token_list> read_tekken(std::string_view text, limits const& bounds) {
    limits parsing = bounds;
    parsing.source_bytes = text.size();  // it is in memory already
    auto const root = json::parse(text, parsing);
    if (!root) {
        return root.error();
    }
    return detail::tekken_tokens(*root, detail::limits_of_text(bounds, text.size()));
}

}  // namespace parlance::vocab

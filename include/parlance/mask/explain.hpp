// parlance/mask/explain.hpp - why a token is refused
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

/// allowed       nothing is wrong
/// unknown       the vocabulary has no such id, or it is a hole or has no bytes: never allowed
/// after_end     an end token was accepted before
/// cannot_stop  it ends the text, which may not end here
/// not_text      a control token, which the grammar does not ask for here; its spelling does not count
/// wrong_byte    the grammar refuses a byte of it
/// repeated_name  a byte of it makes it name a member twice that the object has, or leaves nothing but such names
/// limit         a limit was reached, see explanation::limit
/// no_end        the grammar reads it, but no tokens complete the text behind it, or not within matcher::remaining()
enum class refusal : std::uint8_t {
    allowed,
    unknown,
    after_end,
    cannot_stop,
    not_text,
    wrong_byte,
    repeated_name,
    limit,
    no_end
};

/// Bytes low to high, both included.
struct byte_range {
    std::uint8_t low = 0;
    std::uint8_t high = 0;
    friend constexpr bool operator==(byte_range, byte_range) = default;
};

/// What explain() answers.
///
/// text      the token's bytes; its spelling when it is not text
/// at        for wrong_byte and repeated_name: which of them is refused
/// expected  the bytes that could stand there instead, ascending and as few ranges as possible
/// may_end   the text may end there
/// rules     the names of the rules that are open there, outermost first, one list per way the text can be read; those
///           without a name, and those that ended with calling another, are left out
/// limit     why nothing can be said, or why not all that could stand there is said
struct explanation {
    refusal why = refusal::allowed;
    token_id token = 0;
    std::string text;
    std::size_t at = 0;
    std::vector<byte_range> expected;
    bool may_end = false;
    std::vector<std::vector<std::string>> rules;
    errc limit = errc::none;
};

namespace detail {

PARLANCE_RARE void append_quoted(std::string& out, std::uint8_t byte);

}  // namespace detail

/// Why `id` may not come next, or that it may.  The matcher is left as it was.  Made for people: it may take a
/// millisecond and allocates; limits::fuel of the matcher is for all of it.
[[nodiscard]] PARLANCE_RARE explanation explain(matcher const& m, token_id id);

/// The explanation for people, in a few lines.
[[nodiscard]] PARLANCE_RARE std::string render(explanation const& e);

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/explain.ipp>
#endif

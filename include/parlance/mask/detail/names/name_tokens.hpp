// parlance/mask/detail/names/name_tokens.hpp - tokens in which the name of a member begins or ends, or must begin
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

/// The tokens that may end a name that they have not begun, in which one may begin behind something else, or behind which one
/// must.  Found once per vocabulary, when they are first asked for, or bit by bit by calls that are asked to stop; safe to use
/// from several threads.
class name_tokens {
public:
    /// first    the first byte of what the token says of the name
    /// escaped  it is not known yet, but for being one that is escaped
    /// whole    the name ends in the token
    struct row {
        vocab::token_id id = 0;
        std::uint8_t first = 0;
        bool escaped = false;
        bool whole = false;
    };
    /// Rows by their first bytes; apart from those others of which no byte is known (names without any, and escaped ones).
    class table {
    public:
        [[nodiscard]] array_ref<row const> any() const noexcept { return of(256); }
        [[nodiscard]] PARLANCE_DECL array_ref<row const> of(std::size_t first) const noexcept;

        /// The bytes for which there are rows, as bits.
        [[nodiscard]] std::array<std::uint64_t, 4> const& bytes() const noexcept { return bytes_; }

    private:
        friend class name_tokens;
        vec<row> rows_;
        vec<std::uint32_t> first_;  // of each byte's rows, and of the others'
        std::array<std::uint64_t, 4> bytes_{};
    };

    /// inside  what continues a name and ends it, not at once
    /// front   what begins a name, with nothing but white space before its quote, and ends it
    /// behind  where a name begins behind a bracket or a comma; with those apart that have all of it
    ///
    /// commas         at whose end a name must begin, or has just begun
    /// quoted_commas  those of them that can be read from within a string
    /// members        those of them in which a member may end whose name they end, too; in neither of the others
    /// most_members   in one of those
    struct tables {
        table inside;
        table front;
        table behind;
        vec<vocab::token_id> commas;
        vec<vocab::token_id> quoted_commas;
        vec<vocab::token_id> members;
        std::size_t most_members = 0;
    };

    /// Finds them, if nobody has; false where the caller asked to stop.
    [[nodiscard]] PARLANCE_DECL bool find(vocab::view tokens, work& paid);
    /// Precondition: they were found.
    [[nodiscard]] tables const& all() const noexcept { return tables_; }

private:
    struct found {
        row what;
        std::size_t place;
        bool possible;  // not: a name, and then no colon
    };
    using founds = vec<found>;

    PARLANCE_DECL void add(vocab::token_id id, std::string_view text);
    PARLANCE_DECL void find_comma(vocab::token_id id, std::string_view text);
    PARLANCE_DECL static void find_behind(vocab::token_id id, std::string_view text, founds& out);
    PARLANCE_DECL static found read(vocab::token_id id, std::string_view name);
    PARLANCE_DECL static void sort(founds& from, table& to);

    detail::mutex mutex_;
    std::atomic<bool> found_{false};
    vocab::token_id next_ = 0;  // up to which they have been read
    founds inside_;
    founds front_;
    founds behind_;
    tables tables_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/name_tokens.ipp>
#endif

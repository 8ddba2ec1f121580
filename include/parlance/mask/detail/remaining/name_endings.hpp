// parlance/mask/detail/remaining/name_endings.hpp - the ways to complete the name of a member
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace parlance::mask::detail {

class generation;

/// What completes a name: the rest of it with its quote.
///
/// value  bytes of a shortest value behind it, with the colon
/// end    one more than the greatest byte that its last letter may be instead, which leads to the same place
struct name_ending {
    vec<char> text;
    std::uint32_t value = 0;
    std::uint32_t end = 0;

    [[nodiscard]] std::string_view letters() const noexcept { return {text.data(), text.size()}; }
    /// The bytes of a member that it completes.
    [[nodiscard]] std::size_t bytes() const noexcept { return text.size() + value; }
    /// Shorter members come first, then what comes first in the order of bytes: so of the endings that begin alike the same
    /// one is first behind what they begin with.
    [[nodiscard]] friend bool operator<(name_ending const& a, name_ending const& b) {
        return a.bytes() != b.bytes()
                   ? a.bytes() < b.bytes()
                   : std::lexicographical_compare(a.text.begin(), a.text.end(), b.text.begin(), b.text.end());
    }
};

/// What may complete a name, by the states in which the grammar is there, whatever names there were.  Of the ways that lead to
/// one place a few are looked for, the shortest first, and of very many names the shortest.
///
/// What was found is kept, up to a bound.
class name_endings {
public:
    name_endings(generation& of, end_walk& walk) noexcept : of_(of), walk_(walk) {}

    /// Endings behind which the grammar was in the same states where they were found, and as few bytes were left behind a
    /// shortest value: what is true of one of them is likely true of all.  In their order.
    using kind = vec<name_ending>;
    /// Those kinds come first behind which the fewest bytes were left.
    using list = vec<kind>;
    /// Valid until make_room(); nullptr where fuel did not suffice.  Linear in the states of what a name may be, once.
    [[nodiscard]] PARLANCE_DECL list const* at(place const& p);
    /// Whether the ending that is nearest at `p`, as the grammar has it, is among these.
    [[nodiscard]] PARLANCE_DECL bool has_nearest(list const& all, place p);
    /// Forgets all, where that is too much to keep: called where nothing that was found is in use.
    PARLANCE_DECL void make_room() noexcept;
    [[nodiscard]] std::size_t memory() const noexcept {
        return bytes_ + nodes_.block_count() * blocks<node>::bytes;
    }

private:
    static constexpr std::uint32_t never = completion::never;

    /// A byte that was read, behind another; [byte, end) lead to the same place.
    struct node {
        place at;
        std::uint32_t parent = 0;
        std::uint32_t depth = 0;
        std::uint16_t byte = 0;
        std::uint16_t end = 0;
        bool escaped = false;  // the next byte is escaped
    };

    /// A hash of the states in which the grammar is.
    [[nodiscard]] PARLANCE_DECL std::uint64_t states_at(place const& p) const;
    /// The bytes of a shortest value, with the colon; never where there is none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t value_bytes(place const& behind_name);
    [[nodiscard]] PARLANCE_DECL std::uint32_t read_bytes(place p);
    PARLANCE_DECL void find_all(place const& from, list& out);
    /// Notes the ending whose quote is this node, of the kinds so far.
    struct found_kind {
        std::uint64_t states = 0;
        std::uint32_t left = never;
        kind of;
    };
    PARLANCE_DECL void note_ending(std::uint32_t quote, vec<found_kind>& to);
    PARLANCE_DECL void add_behind(std::uint32_t from);
    [[nodiscard]] PARLANCE_DECL name_ending ending_of(std::uint32_t quote) const;

    generation& of_;
    end_walk& walk_;
    blocks<node> nodes_;  // of one search, in the order in which they are looked at
    // by a hash of the states: what is not an ending after all is refused when it is read
    hash_map<std::uint64_t, std::unique_ptr<list>> known_;
    hash_map<std::uint64_t, std::uint32_t> values_;  // bytes from a colon on
    std::size_t bytes_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/name_endings.ipp>
#endif

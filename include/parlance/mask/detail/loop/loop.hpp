// parlance/mask/detail/loop/loop.hpp - loops over characters, which take whole slices of the vocabulary
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/code_points.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

/// Where a loop is behind `points` code points; each of the next adds `per_step` to the count, up to the next piece.
struct loop_piece {
    point body;
    std::uint32_t per_step = 0;
    std::uint32_t points = 0;
};

/// Groups of code points of which any may come first and lead to one configuration, and groups that this
/// configuration takes for ever, or until its count is used up.
///
/// most      code points that the count allows
/// body      behind the first
/// per_step  what each of the others adds to the count
/// pure      beyond the count there is nothing
/// besides   bytes in `first` that lead to the body and to something else at once
/// all       `first` and groups of which some bytes, `strays`, lead elsewhere, as a rule to the body a few bytes later:
///           keys that are spelled like one that is excluded, for a while
/// first_points, later_points   code points that are taken where not all above U+007F are
/// more_behind   behind `most` code points such bytes are read, in some other way, as those of the loop begin with
/// pieces    where one configuration after the other takes the code points: below a lower bound each number is another,
///           and behind an upper one the next iteration may begin.  `body` is the first, and pieces have no strays
struct loop {
    group_set first = 0;
    group_set later = 0;
    std::uint32_t most = 0xFFFF'FFFF;
    point body;
    std::uint32_t per_step = 0;
    bool pure = false;
    std::array<std::uint64_t, 2> besides{};
    std::array<std::uint64_t, 2> strays{};
    group_set all = 0;
    array_ref<code_range const> first_points;
    array_ref<code_range const> later_points;
    bool more_behind = false;
    vec<loop_piece> pieces;

    /// The number of the piece behind so many of its code points, of which there is one at least; for pieces.
    [[nodiscard]] PARLANCE_DECL std::size_t piece_behind(std::uint32_t points) const noexcept;
    /// The configuration there.
    [[nodiscard]] PARLANCE_DECL point behind(std::uint32_t points) const noexcept;
    /// Whether any code point leads to it at once.
    [[nodiscard]] bool begins() const noexcept { return first != 0 || !first_points.empty(); }
    [[nodiscard]] PARLANCE_DECL bool is_besides(std::uint8_t byte) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool is_stray(std::uint8_t byte) const noexcept;
    [[nodiscard]] PARLANCE_DECL int count_besides() const noexcept;
    [[nodiscard]] bool has_besides() const noexcept { return (besides[0] | besides[1]) != 0; }
};

/// Finds the loop that a configuration leads to, which is found once for each shape unless a bound is near.  Where that
/// cannot be paid for there is none, and it is looked for again when it is asked for again.
class loop_finder {
public:
    explicit loop_finder(store& configs) : configs_(configs), beyond_(configs) {}

    /// Empty groups when there is no loop worth it.
    PARLANCE_DECL loop find(point const from);
    /// The one that begins with some code point whose first byte is `lead`, if there is such a loop; not kept.
    PARLANCE_DECL loop find_beyond(point const from, std::uint8_t lead);
    /// A loop in pieces where something is counted, of as many code points as are in a token of `longest` bytes; empty
    /// where there is none that is worth it, or where it is in one piece.
    PARLANCE_DECL loop find_pieces(point const from, std::uint32_t longest);

    /// For what is not the loop's own: whether a lead byte that leads to `in` leads, with what must follow it, to `body`,
    /// and anything else behind it nowhere.  After aim_at() for that body, until it says no.
    PARLANCE_DECL void aim_at(point const body);
    [[nodiscard]] PARLANCE_DECL bool reaches_body(point const in, std::uint8_t lead, std::uint32_t count);

private:
    /// Letters, blanks, digits: of each of these there are many tokens.
    static constexpr std::array<std::uint8_t, 4> probes{'n', 'N', ' ', '5'};
    static constexpr std::array<std::uint8_t, 5> piece_probes{'n', 'e', 'N', ' ', '5'};
    static constexpr std::size_t most_pieces = 24;
    static constexpr std::uint32_t endless_steps = 0xFFFF'FFFF;
    static constexpr std::uint32_t least_in_pieces = 12;  // code points: there are few longer tokens
    static constexpr std::size_t most_probes = 4;         // above U+007F
    static constexpr std::size_t most_ranges = 64;        // of such
    static constexpr bool is_worth_it(group_set later) noexcept {
        constexpr group_set letters = (group_set{1} << 26) | (group_set{1} << 28);
        constexpr group_set digits = group_set{1} << group_of('5');
        constexpr group_set blanks = (group_set{1} << group_of(' ')) | (group_set{1} << group_of('\t')) |
                                     (group_set{1} << group_of('\n')) | (group_set{1} << group_of('\r'));
        return (later & letters) != 0 || (later & blanks) == blanks || (later & digits) != 0;
    }
    static constexpr std::array<unsigned, 7> worthy_groups{
        26, 28, group_of('5'), group_of(' '), group_of('\t'), group_of('\n'), group_of('\r')};
    static bool follows(loop const& l) noexcept { return l.begins() && l.body.count >= free_count; }
    /// A set of fewer code points above U+007F takes no tokens to speak of.
    PARLANCE_DECL static bool is_worth_it(array_ref<code_range const> set) noexcept;

    /// False when some byte of each set of groups that would make it worth it leads elsewhere: most often the answer, and
    /// found out in a few steps.
    PARLANCE_DECL bool may_be_worth_it(point const from, std::uint32_t count);
    PARLANCE_DECL loop search(point const from);
    PARLANCE_DECL loop search_all(point const from);
    /// A code point that begins with `lead`, which has led to `in`, and is read, if there is one: of the last run of
    /// bytes at each place.
    PARLANCE_DECL utf8::encoded some_code_point(std::uint8_t lead, point in);
    PARLANCE_DECL point read(point p, std::string_view text);
    /// The loop over code points of which `probe` is one.
    PARLANCE_DECL loop search(point const from, std::string_view probe);
    PARLANCE_DECL loop search_pieces(point const from, std::uint8_t probe, std::uint32_t longest);
    /// How many code points add to the count what the one from `here` to `next` does, up to the bound; 0 where they do not.
    PARLANCE_DECL std::uint32_t steps_of_piece(point const here, point const next, std::uint8_t probe,
                                               loop& out);
    /// Takes from what a loop takes later what does not lead from `from` to `to`; false, and nothing is taken, where what is
    /// left is not worth it.
    PARLANCE_DECL bool keep_leading(point const from, point const to, loop& out);

    /// Groups that the body takes and of which some bytes lead from `from` elsewhere.
    PARLANCE_DECL void find_strays(point const from, loop& out);
    /// Whether most of what the body reads leads from `stray` to the body.
    PARLANCE_DECL bool comes_back(point const stray);

    using bytes_below_80 = std::array<std::uint64_t, 2>;
    PARLANCE_DECL static group_set groups_of(unsigned low, unsigned high) noexcept;
    PARLANCE_DECL static void mark(bytes_below_80& bytes, unsigned low, unsigned high) noexcept;
    /// Takes away what is of other groups.
    PARLANCE_DECL static void keep_groups(bytes_below_80& bytes, group_set groups) noexcept;
    /// The groups, and the code points where not all above U+007F are, of which every one leads from `from` to the loop
    /// with this count, or to more than that.
    PARLANCE_DECL std::pair<group_set, array_ref<code_range const>> groups(point from, std::uint32_t count);
    PARLANCE_DECL bool arrives(point const p, std::uint32_t count) const noexcept;
    PARLANCE_DECL bool arrives_in_step(point const p, std::uint32_t count) noexcept;
    PARLANCE_DECL bool takes_all_beyond_ascii(point const from, std::uint32_t count);
    /// How many code points fit, and whether there is more behind them; false when that is not known.
    PARLANCE_DECL bool limit(point const in, loop& out);
    /// Whether some byte with which code points of the loop begin is read at `last`.
    PARLANCE_DECL bool reads_more(point const last, loop const& of);

    store& configs_;
    shape const* body_ = nullptr;
    config_id body_config_ = dead_config;  // what may be covered, if anything
    std::array<std::uint64_t, 2> besides_{};
    std::uint32_t per_step_ = 0;
    code_point_follower beyond_;
    bool pure_ = true;
};

/// Whether some byte of a group is read.
[[nodiscard]] PARLANCE_DECL bool takes_any(store& configs, point const from, unsigned group);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/loop.ipp>
#include <parlance/mask/detail/loop/impl/loop_pieces.ipp>
#endif

// parlance/mask/detail/loop/text_reach.hpp - how much text can be read whatever it is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/text_sets.hpp>
#include <parlance/mask/detail/loop/text_states.hpp>
#include <parlance/mask/detail/loop/word_reach.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class store;

/// Finds out of which places any text between quotes can be read, so that the tokens of such text are allowed without
/// reading them one by one, although they lead to different places: strings with a least length or a number of words,
/// or with something in them that is looked for.  What was found out is kept.  Safe to use from several threads.
class text_reach {
public:
    PARLANCE_DECL explicit text_reach(store& configs);

    /// How many code points of text_groups can be read from `from`, whatever they are, up to `most`.
    ///
    /// then_nothing   behind so many, none can be read
    /// beyond         behind so many, one of these groups, if any
    struct length {
        std::uint32_t points = 0;
        bool then_nothing = false;
        group_set beyond = text_groups;
    };
    [[nodiscard]] PARLANCE_DECL length find(point const from, std::uint32_t most);

    /// The same of words.
    [[nodiscard]] word_reach& words() noexcept { return words_; }

    /// The one way that reads text, where all others at most read what is no text, and what is behind its rule, if that may
    /// end in such text, does not either; nothing where there is no such way.
    struct reader {
        text_states::reach states;
        std::uint32_t room = 0;  // code points that its frame has increments for
        bool of_slot = false;    // its frame is that of the slot
    };
    /// Of several, one that reads all text without an end, whatever the others read.
    [[nodiscard]] PARLANCE_DECL maybe<reader> only_reader(point const from);
    /// The same as find() of the alphabet that the reader's state reads; no points where that is not known.
    [[nodiscard]] PARLANCE_DECL static length find(reader const& one, std::uint32_t most) noexcept;
    /// Whether text, in the frame of the slot, leads from `from` to so many states that hardly any is come to twice; `room`
    /// becomes the number of code points that there are increments for.
    [[nodiscard]] PARLANCE_DECL bool is_scattered(point const from, std::uint32_t& room);

private:
    struct move {
        config_id config = dead_config;
        std::uint32_t count = 0;
        bool relative = false;
        friend bool operator==(move const&, move const&) = default;
    };
    /// all         every code point leads on, and bytes that are no UTF-8 do not
    /// none        none does
    /// by_number   of a free count: where something leads depends on the number that it stands for
    struct moves {
        bool all = false;
        bool none = false;
        bool by_number = false;
        vec<move> to;
    };

    [[nodiscard]] PARLANCE_DECL text_states::reach states_from(std::uint32_t state);
    [[nodiscard]] PARLANCE_DECL maybe<reader> endless_reader(array_ref<item const> items);
    /// find() by the states alone, where stacks do not decide.
    [[nodiscard]] PARLANCE_DECL maybe<text_sets::length> find_by_states(point const from, std::uint32_t most);
    [[nodiscard]] PARLANCE_DECL bool reads_no_text_behind(std::uint32_t stack) const noexcept;

    /// nullptr where there is no fuel to find out.
    PARLANCE_DECL moves const* of(point const p);
    /// The same of this number, or of any where it is free_count.
    PARLANCE_DECL moves const* of_count(point const p);
    PARLANCE_DECL moves compute(point const p);
    static constexpr std::size_t most_places = 200;

    store& configs_;
    detail::mutex mutex_;
    hash_map<std::uint64_t, moves> kept_;
    text_states states_;
    text_sets sets_;
    word_reach words_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/text_reach.ipp>
#endif

// parlance/mask/detail/loop/impl/free_text.ipp - definitions of what parlance/mask/detail/loop/free_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/free_text.hpp>
#include <parlance/mask/detail/count_ones.hpp>
#include <parlance/mask/detail/loop/loop_places.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/loop/text_reach.hpp>
#include <parlance/mask/detail/loop/text_states.hpp>
#include <parlance/mask/detail/loop/word_reach.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/maybe.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

slice const* free_text::take(std::size_t root, point const from, bool loops, token_collector& out) {
    constexpr group_set letters = group_set{1} << 26;
    maybe<text_reach::reader> const one = reach_.only_reader(from);
    bool const by_states =
        one && one->states.states > 2 && !one->states.loops && (one->states.of->groups & letters) != 0;
    if (!by_states) {
        for (char const probe : {'n', 'A', '~', '5'}) {
            if (!store::is_live(configs_.step(from, static_cast<std::uint8_t>(probe)).config)) {
                return nullptr;
            }
        }
    }
    if ((by_states ? text_reach::find(*one, 1) : reach_.find(from, 1)).points == 0) {
        return nullptr;
    }
    text_states::alphabet const any{text_groups, {}};
    text_states::alphabet const& of = by_states ? *one->states.of : any;
    slice const* const text = slices_.get({root, of.groups, of.groups, of.points, of.points});
    if (text == nullptr || !text->partial.empty()) {
        return nullptr;
    }
    std::uint32_t const longest = (std::max)(1u, of.points.empty() ? text->longest : text->deepest);
    free_ = by_states ? text_reach::find(*one, longest) : reach_.find(from, longest);
    // what leaves a part of what is above U+007F is not among what leaves the slice
    bool const goes_on = free_.points < longest && !free_.then_nothing;
    if (goes_on && !(of.points.empty() && read_longer(*text, free_.points, from))) {
        // of those that go on, most do so behind so much text, or few do at all
        constexpr std::uint32_t much = 6;
        constexpr int few_groups = 4;
        goes_on_ = by_states && !loops && (free_.points >= much || count_ones(free_.beyond) <= few_groups);
        if (!goes_on_ || free_.points == 0) {
            return nullptr;
        }
        found_.clear();
    }
    out.add(found_);
    index_.add_short(*text, free_.points, out);
    return text;
}

bool free_text::is_enough(word_reach::run const& run, group_set words) noexcept {
    // few tokens go on behind so many; those with blanks in them are longer
    constexpr group_set blank = group_set{1} << group_of(' ');
    constexpr std::uint32_t few = 3;
    return run.points != 0 && (run.beyond == 0 || run.points >= ((words & blank) != 0 ? long_run : 8u) ||
                               (run.ends && run.points >= few));
}

group_set free_text::words(point const from, bool whole) {
    constexpr group_set letters_and_digits =
        (group_set{1} << group_of('a')) | (group_set{1} << group_of('z')) | (group_set{1} << group_of('A')) |
        (group_set{1} << group_of('Z')) | (group_set{1} << group_of('5'));
    auto const counts = [&](item const i) {
        return configs_.node(i.stack).numbered || configs_.node(i.stack).slot != 0;
    };
    array_ref<item const> const items = configs_.at(from.config).form->items;
    if (std::none_of(items.begin(), items.end(), counts)) {
        return 0;
    }
    group_set const all = reach_.words().groups(from);
    constexpr group_set beyond = group_set{1} << beyond_ascii;
    for (group_set const some : {all, (all & beyond) != 0 ? 0 : all & letters_and_digits}) {
        if (some != 0 && is_enough(reach_.words().find(from, some, long_run, whole), some)) {
            return some;
        }
    }
    return 0;
}

slice const* free_text::take_words(std::size_t root, point const from, bool whole, token_collector& out) {
    group_set const some = words(from, whole);
    slice const* const text = some == 0 ? nullptr : slices_.get({root, some, some, {}, {}});
    if (text == nullptr) {
        return nullptr;
    }
    word_reach::run const run = reach_.words().find(from, some, text->deepest, whole);
    free_ = {run.points, run.beyond == 0, run.beyond};
    found_.clear();
    goes_on_ = run.points < text->deepest && run.beyond != 0;
    words_ = true;
    index_.add_short(*text, run.points, out);
    return text;
}

bool free_text::read_longer(slice const& text, std::uint32_t most, point const from) {
    constexpr std::uint64_t steps_of_a_byte = 8;
    bool known = true;
    bool const few = index_.each_longer(text, most, [&](token_id id) {
        known = known && configs_.budget().pay(steps_of_a_byte * index_.tokens().bytes(id).size());
        reading const r = known ? read_token(configs_, index_, text.root, from, id) : reading::unknown;
        known = r != reading::unknown;
        if (r == reading::whole) {
            found_.push_back(id);
        }
    });
    return few && known;
}

}  // namespace parlance::mask::detail

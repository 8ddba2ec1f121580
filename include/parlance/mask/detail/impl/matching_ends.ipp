// parlance/mask/detail/impl/matching_ends.ipp - what parlance/mask/detail/matching.hpp declares about ends that can be come to
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/matching.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/detail/remaining/token_budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

filled matching::without_dead_ends(filled state, array_ref<std::uint32_t> words) {
    if (!has_tokens(state) || !store::is_live(at_.config)) {
        return state;
    }
    endings& known = now_->completions();
    endings::call const asked(known);
    if (!asked) {
        error_ = now_->budget().shortage();
        return filled::limited;
    }
    vec<std::uint32_t> const whole(words.begin(), words.end());
    known.remove_dead_ends(at_, words);
    bool const none = bitmask{words}.count() == 0;
    if (known.out_of_fuel() && none) {
        std::copy(whole.begin(), whole.end(),
                  words.begin());  // what is not known to end is better than nothing
    }
    if (known.out_of_fuel()) {
        error_ = now_->budget().shortage();
        return filled::limited;
    }
    bool const same = std::equal(words.begin(), words.end(), whole.begin());
    return none ? filled::none : state == filled::all && !same ? filled::some : state;
}

std::size_t matching::least_remaining() {
    if (ended_) {
        return 0;
    }
    begin_call();
    endings& known = now_->completions();
    endings::call const asked(known);
    if (!asked) {
        error_ = now_->budget().shortage();
        return token_budget::unlimited;
    }
    bool const live = store::is_live(at_.config);
    std::uint32_t least = live && names_ ? known.end_with_new(at_, *names_).tokens : endings::never;
    if (live && least == endings::never) {
        least = known.tokens_left(at_);
    }
    error_ = least == endings::never && known.out_of_fuel() ? now_->budget().shortage() : errc::none;
    std::size_t const end = now_->tokens().ends().empty() ? 0 : 1;
    return least == endings::never ? token_budget::unlimited : least + end;
}

bool matching::has_room(endings& known, std::int64_t kept) {
    std::int64_t const behind = left_.behind_next(kept);
    std::uint32_t const tokens =
        behind < 0 ? 0 : known.tokens_in_time(at_, static_cast<std::uint32_t>(behind));
    if (tokens != 0) {
        left_.stay_calm(tokens - 1);
    }
    return tokens != 0;
}

/// behind    tokens that are left behind the next one, the end token's aside
/// with_new  an end whose names and items are new; never where none has to be
/// kept      tokens that such an end may take beyond the bytes that the grammar needs
struct matching::near_end {
    std::int64_t behind = 0;
    endings::way_to_end with_new;
    std::int64_t kept = 0;

    [[nodiscard]] bool needs_new() const noexcept { return with_new.tokens != endings::never; }
};

filled matching::within_budget(filled state, array_ref<std::uint32_t> words) {
    if (!has_tokens(state) || !store::is_live(at_.config)) {
        return state;
    }
    endings& known = now_->completions();
    endings::call const asked(known);
    if (!asked) {
        error_ = now_->budget().shortage();
        return filled::limited;
    }
    if (left_.behind_next(0) < 0 && now_->tokens().ends().empty() && can_stop()) {
        std::fill(words.begin(), words.end(), 0u);
        return filled::ended;
    }
    near_end here;
    if (!look_ahead(known, here)) {
        return state;
    }
    vec<std::uint32_t> const whole(words.begin(), words.end());
    bool const sure = remove_late(known, here, words);
    bitmask const left{words};
    bool const in_time = here.needs_new() && std::int64_t{here.with_new.tokens} <= here.behind + 1;
    if (token_id const id = here.with_new.first; (left.count() == 0 || (!sure && in_time)) &&
                                                 here.needs_new() && here.with_new.tokens != 0 &&
                                                 ((whole[id / 32] >> (id % 32)) & 1u) != 0) {
        bitmask{words}.set(id);
    }
    bool const has_some = left.count() != 0;
    if (!has_some && !known.out_of_fuel()) {
        keep_soonest(known, whole, words);
    }
    if (known.out_of_fuel() && (sure || !has_some)) {
        // nothing is left out for a reason that is not known
        std::copy(whole.begin(), whole.end(), words.begin());
    }
    if (known.out_of_fuel() || known.fell_short() || !sure) {
        // what is left is known to be in time, or else to come soonest
        error_ = now_->budget().shortage();
        return filled::limited;
    }
    return state == filled::all && !std::equal(words.begin(), words.end(), whole.begin()) ? filled::some
                                                                                          : state;
}

bool matching::look_ahead(endings& known, near_end& out) {
    std::int64_t const end = now_->tokens().ends().empty() ? 0 : 1;
    // far from the end, that is more than new names and items take
    if (has_room(known, names_ ? end + (std::max)(left_.behind_next(end) / 2, std::int64_t{200}) : end)) {
        return false;
    }
    out.with_new = names_ ? known.end_with_new(at_, *names_) : endings::way_to_end{};
    if (out.needs_new()) {
        // what they take beyond what the grammar needs, and what the next token may add to that
        constexpr std::int64_t next_new = 4;
        out.kept = next_new + std::int64_t{out.with_new.bytes_more};
        if (has_room(known, end + out.kept)) {
            return false;
        }
    }
    out.behind = left_.behind_next(end);
    return true;
}

bool matching::remove_late(endings& known, near_end const& here, array_ref<std::uint32_t> words) {
    if (here.behind < 0) {
        vec<std::uint32_t> const whole(words.begin(), words.end());
        std::fill(words.begin(), words.end(), 0u);
        for (token_id const id : now_->tokens().ends()) {
            words[id / 32] |= whole[id / 32] & (std::uint32_t{1} << (id % 32));
        }
        return true;
    }
    auto const behind = static_cast<std::uint32_t>(here.behind);
    if (!here.needs_new() || now_->configs().at(at_.config).moves_tokens) {
        known.remove_late(at_, behind, words);
    }
    bool const sure = !here.needs_new() || known.remove_late_with_new(at_, here.with_new.tokens,
                                                                      static_cast<std::uint32_t>(here.kept),
                                                                      *names_, behind, words);
    return sure && !known.fell_short();
}

void matching::keep_soonest(endings& known, array_ref<std::uint32_t const> whole,
                            array_ref<std::uint32_t> words) {
    bitmask const left{words};
    std::uint32_t least = known.tokens_left(at_);
    for (int more = 0; more < 8 && least != endings::never && left.count() == 0; ++more, ++least) {
        std::copy(whole.begin(), whole.end(), words.begin());
        known.remove_late(at_, least == 0 ? 0 : least - 1, words);
    }
    if (left.count() == 0) {
        std::copy(whole.begin(), whole.end(), words.begin());
    }
}

}  // namespace parlance::mask::detail

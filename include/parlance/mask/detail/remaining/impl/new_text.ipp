// parlance/mask/detail/remaining/impl/new_text.ipp - what parlance/mask/detail/remaining/endings.hpp declares about names and items
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/names/text_guard.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/remaining/name_endings.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

/// Looks for a text to an end whose names and items are new: byte by byte, always by the one that brings the end nearest, as
/// the grammar has it, of those behind which something new can follow; and names as a whole, since the grammar does not know
/// which ones were there.  Where it goes on depends on where it is and on what was there, and on nothing else: so from
/// anywhere on the way the rest of it is found again.
class new_text_search {
public:
    /// watched  has read to where the search begins; it is there again afterwards
    new_text_search(generation& of, end_walk& walk, name_endings& names, text_guard& watched)
        : of_(of), walk_(walk), names_(names), watched_(watched), begin_(watched.here()) {}
    new_text_search(new_text_search const&) = delete;
    new_text_search& operator=(new_text_search const&) = delete;
    ~new_text_search() { watched_.back_to(begin_); }

    /// Whether there is one from `p`; then text() is it.
    [[nodiscard]] PARLANCE_DECL bool find(place const& p);
    [[nodiscard]] vec<char> const& text() const noexcept { return text_; }

private:
    static constexpr std::uint32_t never = completion::never;
    static constexpr std::uint64_t steps_of_a_byte = 30;

    /// One byte on; false where none may come.
    [[nodiscard]] PARLANCE_DECL bool step();
    /// To the end of the name that the guard is in; false where none was found.
    [[nodiscard]] PARLANCE_DECL bool finish_name();
    /// A name that is new, where it leads, and the bytes that the grammar needs there behind a shortest value.
    struct name_choice {
        std::uint32_t left = never;
        place to;
        name_ending of;

        /// A member that is required is one less, whatever its value takes: so first that behind which less is left.
        [[nodiscard]] friend bool operator<(name_choice const& a, name_choice const& b) {
            return a.left != b.left ? a.left < b.left : a.of < b.of;
        }
    };
    /// The first of a kind that may come.
    [[nodiscard]] PARLANCE_DECL std::optional<name_choice> first_new(name_endings::kind const& all);
    /// Makes its last letter a greater one, where the name was there; false where all of them were.
    [[nodiscard]] PARLANCE_DECL bool make_new(name_ending& name);
    [[nodiscard]] PARLANCE_DECL place place_behind(std::string_view text);

    /// Whether `text` may come and `holds()` behind it; the guard is where it was then.
    template <class Holds>
    [[nodiscard]] bool may_come(std::string_view text, Holds const& holds) {
        text_guard::mark const before = watched_.here();
        bool const out = watched_.read(of_, at_, text) && holds();
        watched_.back_to(before);
        return out;
    }
    /// Goes on by text that leads to `to`; false, and nothing has changed, where it may not come.
    [[nodiscard]] PARLANCE_DECL bool go_on(std::string_view text, place const& to);

    generation& of_;
    end_walk& walk_;
    name_endings& names_;
    text_guard& watched_;
    text_guard::mark begin_;
    hash_map<std::uint32_t, name_endings::list const*> objects_;  // that names of this search stand in
    vec<char> text_;
    place at_;
};

bool new_text_search::find(place const& p) {
    // what is new takes a few bytes more
    std::size_t const longest = 4000 + std::size_t{4} * walk_.bytes_left(p).least;
    at_ = p;
    while (!of_.can_stop(at_)) {
        if (text_.size() >= longest || walk_.out_of_fuel() ||
            !((watched_.in_name() && finish_name()) || step())) {
            return false;
        }
    }
    return true;
}

bool new_text_search::step() {
    end_walk::branch const nearest = walk_.nearest(at_);
    char const byte = static_cast<char>(nearest.first);
    if (store::is_live(nearest.to.config) && !(nearest.to == at_) && go_on({&byte, 1}, nearest.to)) {
        return true;
    }
    for (end_walk::branch const& b : walk_.branches(at_)) {
        // 0.00 is no other number than 0.0, but 0.01 is
        std::size_t const skipped = b.to == at_ && b.end - b.first > 1 ? 1 : 0;
        for (std::size_t i = 0; i < b.end - b.first && !walk_.out_of_fuel(); ++i) {
            char const text = static_cast<char>(b.first + (i + skipped) % (b.end - b.first));
            if (go_on({&text, 1}, b.to)) {
                return true;
            }
        }
    }
    return false;
}

bool new_text_search::finish_name() {
    // the names of an object are mostly the same wherever one begins
    std::uint32_t const object = watched_.object_of_name();
    name_endings::list const* all = object == 0 ? nullptr : objects_[object];
    if (all == nullptr || !names_.has_nearest(*all, at_)) {
        all = names_.at(at_);
        if (all == nullptr) {
            return false;
        }
        objects_[object] = all;
    }
    name_choice best;
    constexpr std::size_t most_kinds = 64;
    for (std::size_t i = 0; i < (std::min)(all->size(), most_kinds) && !walk_.out_of_fuel(); ++i) {
        if (std::optional<name_choice> one = first_new((*all)[i]); one && *one < best) {
            best = *std::move(one);
        }
    }
    return best.left != never && go_on(best.of.letters(), best.to);
}

std::optional<new_text_search::name_choice> new_text_search::first_new(name_endings::kind const& all) {
    for (name_ending const& each : all) {
        name_ending ending = each;
        bool const is_new = make_new(ending);
        if (walk_.out_of_fuel()) {
            break;
        }
        if (!is_new) {
            continue;
        }
        place const to = place_behind(ending.letters());
        auto const can_end = [&] { return !watched_.dead_end(of_, to); };
        if (store::is_live(to.config) && may_come(ending.letters(), can_end)) {
            std::uint32_t const left = walk_.bytes_left(to).least;
            return name_choice{left - (std::min)(left, ending.value), to, std::move(ending)};
        }
    }
    return std::nullopt;
}

bool new_text_search::make_new(name_ending& name) {
    auto const is_complete = [&] { return !watched_.in_name(); };
    while (true) {
        walk_.spend(steps_of_a_byte * name.text.size());
        if (may_come(name.letters(), is_complete)) {
            return true;
        }
        if (name.text.size() < 2 || walk_.out_of_fuel()) {
            return false;
        }
        char& last = name.text[name.text.size() - 2];
        if (static_cast<std::uint8_t>(last) + std::uint32_t{1} >= name.end) {
            return false;
        }
        last = static_cast<char>(last + 1);
    }
}

place new_text_search::place_behind(std::string_view text) {
    place to = at_;
    for (char const c : text) {
        to = store::is_live(to.config) ? walk_.next(to, static_cast<std::uint8_t>(c)) : to;
    }
    return of_.settled(to);
}

bool new_text_search::go_on(std::string_view text, place const& to) {
    walk_.spend(steps_of_a_byte * text.size());
    text_guard::mark const before = watched_.here();
    if (watched_.read(of_, at_, text) && !watched_.dead_end(of_, to)) {
        text_.insert(text_.end(), text.begin(), text.end());
        at_ = to;
        return true;
    }
    watched_.back_to(before);
    return false;
}

endings::way_to_end endings::end_with_new(place p, text_guard& watched) {
    if (p.waiting != 0 || walk_.bytes_left(p).least == never) {
        return {};
    }
    names_.make_room();
    vec<char> text;
    {
        new_text_search search(of_, walk_, names_, watched);
        if (!search.find(p)) {
            return {};
        }
        text = search.text();
    }
    // the fewest tokens from each byte on
    vec<way_to_end> from(text.size() + 1);
    from.back().tokens = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        std::size_t node = 0;
        for (std::size_t k = i; k < text.size(); ++k) {
            std::size_t const end = node + walk_.nodes()[node].skip();
            std::size_t child = node + 1;
            while (child < end && walk_.nodes()[child].byte() != static_cast<std::uint8_t>(text[k])) {
                child += walk_.nodes()[child].skip();
            }
            if (child >= end) {
                break;
            }
            node = child;
            std::uint32_t const tokens = completion::sum(from[k + 1].tokens, 1);
            if (walk_.nodes()[node].has_token() && tokens < from[i].tokens) {
                from[i].tokens = tokens;
                of_.tokens().trie().each_token(walk_.nodes()[node], [&](token_id id) { from[i].first = id; });
            }
        }
        walk_.spend(100);
    }
    auto const bytes = static_cast<std::uint32_t>(text.size());
    from.front().bytes_more = bytes - (std::min)(bytes, walk_.bytes_left(p).least);
    return from.front();
}

bool endings::remove_late_with_new(place const& p, std::uint32_t here, std::uint32_t kept,
                                   text_guard& watched, std::uint32_t most, array_ref<std::uint32_t> words) {
    std::uint64_t const enough =
        walk_.spent() + walk_.fuel() / 4;  // near the end every mask asks for as much
    vocab::view const& tokens = of_.tokens().tokens();
    bitmask left{words};
    auto const key_of = [](place const& to) { return (std::uint64_t{to.config} << 32) | to.base; };
    struct known_way {
        std::uint32_t tokens = never;
        place to;
        text_guard::mark read{};
        bool kept_nothing = false;  // of the token; then whatever leads to the same takes as many
    };
    hash_map<std::uint64_t, known_way> needed;  // by the first token that led there
    auto const way_behind = [&](place const& behind, token_id id) {
        known_way out;
        place const to = of_.settled(behind);
        text_guard::mark const before = watched.here();
        if (store::is_live(to.config) && watched.read(of_, p, tokens.bytes(id))) {
            out = {never, walk_.with_little_room(to), watched.here(), watched.kept_nothing_since(before)};
            out.tokens = end_with_new(to, watched).tokens;
        }
        watched.back_to(before);
        return out;
    };
    auto const leads_to_the_same = [&](place const& behind, token_id id, known_way const& first) {
        if (!first.kept_nothing || !(walk_.with_little_room(of_.settled(behind)) == first.to)) {
            return false;
        }
        text_guard::mark const before = watched.here();
        walk_.spend(40 * tokens.bytes(id).size());
        bool const out = watched.read(of_, p, tokens.bytes(id)) && watched.kept_nothing_since(before) &&
                         watched.here().names == first.read.names;
        watched.back_to(before);
        return out;
    };
    int tried = 0;
    auto const is_in_time = [&](place const& behind, token_id id) {
        // another name may need a token or two more or less
        constexpr std::uint32_t apart = 2;
        constexpr int most_tried = 64;
        if (key_of(behind) == key_of(p) && !watched.in_name()) {
            return here <= most;  // nothing changes but how far a text has come
        }
        auto const [at, fresh] = needed.try_emplace(key_of(behind), known_way{});
        if (fresh) {
            bool const is_late = walk_.bytes_left(behind).least > std::uint64_t{most} * walk_.most_progress();
            at.value = is_late ? known_way{} : way_behind(behind, id);
            return at.value.tokens <= most;
        }
        known_way const& first = at.value;
        if (completion::sum(first.tokens, apart) <= most) {
            return true;
        }
        if (leads_to_the_same(behind, id, first)) {
            return first.tokens <= most;
        }
        return first.tokens <= most + apart && ++tried <= most_tried && way_behind(behind, id).tokens <= most;
    };
    constexpr std::uint32_t worth_a_look = 32;  // nodes
    vec<place> path(of_.tokens().depth() + 2);
    path[0] = p;
    std::size_t i = 1;
    while (i < walk_.nodes().size() && !walk_.out_of_fuel() && walk_.spent() < enough) {
        vocab::trie::node const n = walk_.nodes()[i];
        place const to = walk_.next(path[n.depth() - 1], n.byte());
        if (!store::is_live(to.config)) {
            i += n.skip();
            continue;
        }
        path[n.depth()] = to;
        if (n.skip() >= worth_a_look && walk_.spells_all() &&
            completion::sum(completion::sum(walk_.bytes_left(to).most, walk_.growth(i)), kept) <= most) {
            i += n.skip();
            continue;
        }
        of_.tokens().trie().each_token(n, [&](token_id id) {
            if (left.test(id) && !is_in_time(to, id)) {
                left.reset(id);
            }
        });
        ++i;
    }
    bool const all = i == walk_.nodes().size() && !walk_.out_of_fuel();
    constexpr std::size_t between_looks = 1024;
    for (; i < walk_.nodes().size() && !of_.budget().is_cancelled(); ++i) {  // not known to be in time
        of_.tokens().trie().each_token(walk_.nodes()[i], [&](token_id id) { left.reset(id); });
        if (i % between_looks == 0) {
            of_.budget().look();
        }
    }
    if (i < walk_.nodes().size()) {
        std::fill(words.begin(), words.end(), 0u);
    }
    return all;
}

}  // namespace parlance::mask::detail

// parlance/mask/detail/remaining/impl/new_text.ipp - what parlance/mask/detail/remaining/endings.hpp declares about names and items
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/names/text_guard.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/store/generation.hpp>
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
#include <string_view>

namespace parlance::mask::detail {

/// Looks for a text to an end whose names and items are new, byte by byte: always the one that brings the end nearest, as the
/// grammar has it, of those behind which something new can follow.  The grammar does not know which names were there, so that
/// its nearest end may repeat one.  A name is therefore searched as a whole, best first (A*; P. E. Hart, N. J. Nilsson,
/// B. Raphael, 1968): one that brings the end as near as that which is refused would have.
class new_text_search {
public:
    /// watched  has read to where the search begins; it is there again afterwards
    new_text_search(generation& of, end_walk& walk, text_guard& watched)
        : of_(of), walk_(walk), watched_(watched), begin_(watched.here()) {}
    new_text_search(new_text_search const&) = delete;
    new_text_search& operator=(new_text_search const&) = delete;
    ~new_text_search() { watched_.back_to(begin_); }

    /// Whether there is one from `p`; then text() is it.
    [[nodiscard]] PARLANCE_DECL bool find(place const& p);
    [[nodiscard]] PARLANCE_DECL vec<char> text() const;

private:
    static constexpr std::uint32_t longest = 4000;
    static constexpr std::uint32_t never = completion::never;
    static constexpr int most_alike = 4;  // bytes that lead to the same place: 0.000 is no other number
    static constexpr std::uint32_t most_at = 8;  // nodes at one place in a search for a name

    /// A byte that was read, behind another.
    struct node {
        place at;
        std::uint32_t parent = 0;
        std::uint32_t depth = 0;
        int alike = 0;  // bytes before it that led to the same place
        std::uint8_t byte = 0;
        text_guard::mark behind{};  // while it is on the way that the guard has read
    };
    /// Bytes behind a node that all lead to the same place, of which the first is tried next.
    struct branch {
        place to;
        std::uint32_t left;  // bytes that the grammar needs behind one of them
        std::uint32_t parent;
        std::uint32_t number;  // in the order in which they were found
        std::uint16_t first;
        std::uint16_t end;
    };

    /// One byte on; false where none may come.
    [[nodiscard]] PARLANCE_DECL bool step();
    /// To the end of the name that is nearest byte by byte; false, and back, where a name that was there would have been nearer.
    [[nodiscard]] PARLANCE_DECL bool take_nearest_name();
    /// To the end of the name that the guard is in; false where none was found.
    [[nodiscard]] PARLANCE_DECL bool finish_name();
    /// once  only the first bytes that lead to a place
    PARLANCE_DECL void add_branches(std::uint32_t from, bool once);
    PARLANCE_DECL void push(branch const& b);
    [[nodiscard]] PARLANCE_DECL branch pop();
    /// Fewer bytes in all come first, then what is nearer to the end.
    [[nodiscard]] bool later(branch const& a, branch const& b) const {
        std::uint32_t const at = nodes_[a.parent].depth;
        std::uint32_t const other = nodes_[b.parent].depth;
        std::uint32_t const bytes = completion::sum(at, a.left);
        std::uint32_t const others = completion::sum(other, b.left);
        return bytes != others ? bytes > others : at != other ? at < other : a.number > b.number;
    }
    /// Has the guard read to a node.
    PARLANCE_DECL void go_to(std::uint32_t to);
    /// Reads a byte behind the node that the guard is at, which leads to `to`; false where it may not come.
    [[nodiscard]] PARLANCE_DECL bool read(std::uint8_t byte, place const& to);

    generation& of_;
    end_walk& walk_;
    text_guard& watched_;
    text_guard::mark begin_;
    vec<node> nodes_;
    vec<branch> open_;  // a heap
    std::uint32_t current_ = 0;
    std::uint32_t numbers_ = 0;
    std::uint32_t refused_ = never;  // bytes left behind what step() was refused
};

bool new_text_search::find(place const& p) {
    nodes_.assign(1, {p, 0, 0, 0, 0, begin_});
    while (!of_.can_stop(nodes_[current_].at)) {
        if (nodes_[current_].depth >= longest || walk_.out_of_fuel() ||
            !((watched_.in_name() && finish_name()) || step())) {
            return false;
        }
    }
    return true;
}

bool new_text_search::step() {
    open_.clear();
    add_branches(current_, false);
    while (!open_.empty() && !walk_.out_of_fuel()) {
        branch const next = pop();
        for (unsigned byte = next.first; byte < next.end && !walk_.out_of_fuel(); ++byte) {
            if (read(static_cast<std::uint8_t>(byte), next.to)) {
                return true;
            }
            refused_ = (std::min)(refused_, next.left);
        }
    }
    return false;
}

bool new_text_search::take_nearest_name() {
    std::uint32_t const begin = current_;
    std::uint32_t wanted = never;
    while (watched_.in_name() && nodes_[current_].depth < longest) {
        refused_ = never;
        if (!step()) {
            break;
        }
        wanted = (std::min)(wanted, refused_);
    }
    if (!watched_.in_name() && walk_.bytes_left(nodes_[current_].at).least <= wanted) {
        return true;
    }
    go_to(begin);
    return false;
}

bool new_text_search::finish_name() {
    std::uint32_t const begin = current_;
    if (begin != 0 && take_nearest_name()) {
        return true;
    }
    // bytes left behind a name that was there, or behind the nearest; of a name that has begun nothing says how few they can be
    std::uint32_t wanted = begin == 0 ? 0 : never;
    std::uint32_t best = 0;
    std::uint32_t least = never;
    hash_map<place, std::uint32_t, hash_place> met;
    open_.clear();
    add_branches(begin, true);
    while (!open_.empty() && !walk_.out_of_fuel()) {
        branch next = pop();
        if (met[next.to] >= most_at) {
            continue;
        }
        go_to(next.parent);
        bool const good = read(static_cast<std::uint8_t>(next.first), next.to);
        if (!good) {
            wanted = (std::min)(wanted, next.left);
        } else if (!watched_.in_name()) {
            if (next.left < least) {
                least = next.left;
                best = current_;
            }
            if (least <= wanted) {
                break;
            }
            met[nodes_[next.parent].at] = most_at;  // other names that end there bring the end no nearer
        } else if (nodes_[current_].depth < longest) {
            ++met[next.to];
            add_branches(current_, true);
        }
        if (!good && ++next.first < next.end) {
            push(next);
        }
    }
    go_to(best != 0 ? best : begin);
    return best != 0;
}

vec<char> new_text_search::text() const {
    vec<char> out;
    for (std::uint32_t i = current_; i != 0; i = nodes_[i].parent) {
        out.push_back(static_cast<char>(nodes_[i].byte));
    }
    std::reverse(out.begin(), out.end());
    return out;
}

void new_text_search::add_branches(std::uint32_t from, bool once) {
    constexpr std::uint64_t steps_of_a_branch = 60;
    node const here = nodes_[from];
    vec<place> met;
    vec<std::size_t> const all = walk_.cuts(here.at);
    walk_.spend(steps_of_a_branch * all.size());
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        place const to = of_.settled(walk_.next(here.at, static_cast<std::uint8_t>(all[i])));
        if (!store::is_live(to.config) || (here.alike >= most_alike && to == here.at) ||
            (once && std::find(met.begin(), met.end(), to) != met.end())) {
            continue;
        }
        met.push_back(to);
        if (std::uint32_t const left = walk_.bytes_left(to).least; left != never) {
            push({to, left, from, numbers_++, static_cast<std::uint16_t>(all[i]),
                  static_cast<std::uint16_t>(all[i + 1])});
        }
    }
}

void new_text_search::push(branch const& made) {
    open_.push_back(made);
    std::push_heap(open_.begin(), open_.end(), [&](branch const& a, branch const& b) { return later(a, b); });
}

new_text_search::branch new_text_search::pop() {
    std::pop_heap(open_.begin(), open_.end(), [&](branch const& a, branch const& b) { return later(a, b); });
    branch const out = open_.back();
    open_.pop_back();
    return out;
}

void new_text_search::go_to(std::uint32_t to) {
    if (to == current_) {
        return;
    }
    constexpr std::uint64_t steps_of_reading_again = 50;  // a byte
    vec<std::uint32_t> ahead;
    std::uint32_t behind = current_;
    for (std::uint32_t i = to; i != behind;) {
        if (nodes_[i].depth > nodes_[behind].depth) {
            ahead.push_back(i);
            i = nodes_[i].parent;
        } else {
            behind = nodes_[behind].parent;
        }
    }
    watched_.back_to(nodes_[behind].behind);
    for (std::size_t i = ahead.size(); i-- > 0;) {
        node& n = nodes_[ahead[i]];
        char const byte = static_cast<char>(n.byte);
        walk_.spend(steps_of_reading_again);
        (void)watched_.read(of_, nodes_[n.parent].at, std::string_view(&byte, 1));
        n.behind = watched_.here();
    }
    current_ = to;
}

bool new_text_search::read(std::uint8_t byte, place const& to) {
    constexpr std::uint64_t steps_of_a_byte = 100;
    walk_.spend(steps_of_a_byte);
    node const here = nodes_[current_];
    char const text = static_cast<char>(byte);
    if (watched_.read(of_, here.at, std::string_view(&text, 1)) && !watched_.dead_end(of_, to)) {
        int const alike = to == here.at ? here.alike + 1 : 0;
        nodes_.push_back({to, current_, here.depth + 1, alike, byte, watched_.here()});
        current_ = static_cast<std::uint32_t>(nodes_.size() - 1);
        return true;
    }
    watched_.back_to(here.behind);
    return false;
}

endings::way_to_end endings::end_with_new(place p, text_guard& watched) {
    if (p.waiting != 0 || walk_.bytes_left(p).least == never) {
        return {};
    }
    vec<char> text;
    {
        new_text_search search(of_, walk_, watched);
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
    return from.front();
}

bool endings::remove_late_with_new(place const& p, std::uint32_t here, std::uint32_t kept,
                                   text_guard& watched, std::uint32_t most, array_ref<std::uint32_t> words) {
    std::uint64_t const enough =
        walk_.spent() + walk_.fuel() / 4;  // near the end every mask asks for as much
    vocab::view const& tokens = of_.tokens().tokens();
    bitmask left{words};
    auto const key_of = [](place const& to) { return (std::uint64_t{to.config} << 32) | to.base; };
    hash_map<std::uint64_t, std::uint32_t> needed;  // by the first token that led there
    auto const tokens_behind = [&](place const& behind, token_id id) {
        place const to = of_.settled(behind);
        text_guard::mark const before = watched.here();
        bool const good = store::is_live(to.config) && watched.read(of_, p, tokens.bytes(id));
        std::uint32_t const out = good ? end_with_new(to, watched).tokens : never;
        watched.back_to(before);
        return out;
    };
    int tried = 0;
    auto const is_in_time = [&](place const& behind, token_id id) {
        // another name may need a token or two more or less
        constexpr std::uint32_t apart = 2;
        constexpr int most_tried = 64;
        if (key_of(behind) == key_of(p)) {
            return here <= most;  // nothing changes but how far a text or a name has come
        }
        auto const [at, fresh] = needed.try_emplace(key_of(behind), never);
        if (fresh) {
            at.value = is_late(behind, most) ? never : tokens_behind(behind, id);
            return at.value <= most;
        }
        return completion::sum(at.value, apart) <= most ||
               (at.value <= most + apart && ++tried <= most_tried && tokens_behind(behind, id) <= most);
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
    for (; i < walk_.nodes().size(); ++i) {  // not known to be in time
        of_.tokens().trie().each_token(walk_.nodes()[i], [&](token_id id) { left.reset(id); });
    }
    return all;
}

}  // namespace parlance::mask::detail

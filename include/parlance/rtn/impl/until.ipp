// parlance/rtn/impl/until.ipp - definitions of what parlance/rtn/until.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/until.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/detail/subset_set.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// The beginnings of some words, which come in order.
class word_tree {
public:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    /// child, next  the first letter behind it, and the next letter behind what is in front of it, ascending
    /// word         ends with one of the words
    /// refused      ends with something that no text may end with
    struct node {
        char32_t letter = 0;
        std::uint32_t child = none;
        std::uint32_t next = none;
        bool word = false;
        bool refused = false;
    };

    /// Adds a word that is no less than the last one, unless that makes more than `most` nodes.  `refuses(rest)` says whether no
    /// text may end in front of its rest.
    template <class Refuses>
    void add(std::string_view word, Refuses const& refuses, std::size_t most, work& looks);
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }

    /// The texts in which no word ends and that are not refused.
    [[nodiscard]] PARLANCE_DECL dfa without(work& looks);

private:
    struct place {
        std::size_t bytes;
        std::uint32_t at;
    };
    /// Gives each letter a group, which follow one another, and all others 0.
    [[nodiscard]] PARLANCE_DECL alphabet letters(work& looks) const;

    static constexpr std::uint64_t steps_of_a_node = 60;
    static constexpr std::uint64_t steps_of_a_byte = 20;

    vec<node> nodes_{1};
    vec<place> path_{{0, 0}};  // behind each letter of the last word
    std::string_view last_{};
};

template <class Refuses>
void word_tree::add(std::string_view word, Refuses const& refuses, std::size_t most, work& looks) {
    auto const common = static_cast<std::size_t>(std::ranges::mismatch(word, last_).in1 - word.begin());
    std::uint32_t before = none;  // the last that was added behind the same
    for (; path_.back().bytes > common; path_.pop_back()) {
        before = path_.back().at;
    }
    paid_rounds each(looks, steps_of_a_byte);
    for (place const& p : path_) {
        if (!each.next()) {
            return;
        }
        nodes_[p.at].refused = nodes_[p.at].refused || (p.bytes > 0 && refuses(word.substr(p.bytes)));
    }
    while (path_.back().bytes < word.size() && nodes_.size() <= most && each.next()) {
        utf8::decoded const c = utf8::decode(word.substr(path_.back().bytes));
        auto const made = static_cast<std::uint32_t>(nodes_.size());
        (before != none ? nodes_[before].next : nodes_[path_.back().at].child) = made;
        before = none;
        path_.push_back({path_.back().bytes + c.length, made});
        node& n = nodes_.emplace_back();
        n.letter = c.value;
        n.refused = refuses(word.substr(path_.back().bytes));
    }
    nodes_[path_.back().at].word = true;
    last_ = word;
}

alphabet word_tree::letters(work& looks) const {
    vec<char32_t> all;
    constexpr char32_t ascii = 0x80;
    bool met[ascii] = {};
    paid_rounds each(looks);
    for (std::size_t i = 1; i < nodes_.size() && each.next(); ++i) {
        char32_t const c = nodes_[i].letter;
        bool const known = c < ascii && met[c];
        if (!known) {
            all.push_back(c);
        }
        if (c < ascii) {
            met[c] = true;
        }
    }
    alphabet out;
    if (!paid_sort(all, looks)) {
        return out;
    }
    char32_t last = 0;
    for (char32_t const c : all) {
        if (out.groups > 1 && c == last) {
            continue;
        }
        last = c;
        std::uint32_t const group = out.groups++;
        if (out.starts.back() == c) {
            out.group.back() = group;
        } else {
            out.starts.push_back(c);
            out.group.push_back(group);
        }
        if (c < 0x10FFFF) {
            out.starts.push_back(c + 1);
            out.group.push_back(0);
        }
    }
    return out;
}

dfa word_tree::without(work& looks) {
    dfa out;
    out.letters = letters(looks);
    // Words with many ends in common are a large tree: beginnings that are gone on from alike are one node, which is two
    // numbers for what it is, and a letter and a node for each way on.  Behind the end of a word there is nothing.
    subset_set alike;
    vec<std::uint32_t> merged(nodes_.size());
    vec<std::uint32_t> one;
    for (std::size_t i = nodes_.size(); i-- > 0 && looks.spend(steps_of_a_node);) {
        node const& n = nodes_[i];
        one.clear();
        one.push_back(n.word);
        one.push_back(n.refused);
        for (std::uint32_t to = n.word ? none : n.child; to != none; to = nodes_[to].next) {
            one.push_back(out.letters.of(nodes_[to].letter));
            one.push_back(merged[to]);
        }
        merged[i] = alike.add(one, looks).value;
    }
    // What a text ends with (Aho and Corasick 1975): the longest beginning, and what the next shorter one is, as a state of
    // its own.  In order of length, so that what a state goes on with where it has nothing of its own is known.
    std::size_t const width = out.letters.groups;
    subset_set states;
    std::uint32_t pair[] = {merged[0], 0};
    (void)states.add(pair, looks);
    out.labels.clear();
    out.table.clear();
    vec<std::uint32_t> row(width);
    for (std::uint32_t s = 0; s < states.size() && looks.spend(steps_of_a_node + width); ++s) {
        std::uint32_t const shorter = states[s][1];
        array_ref<std::uint32_t const> const n = alike[states[s][0]];
        if (s != 0) {
            std::copy_n(out.table.data() + shorter * width, width, row.data());
        }
        for (std::size_t i = 2; i < n.size(); i += 2) {
            std::uint32_t& to = row[n[i]];
            bool const word = to == dfa::dead || alike[n[i + 1]][0] != 0;
            pair[0] = n[i + 1];
            pair[1] = to;
            to = word ? dfa::dead : states.add(pair, looks).value;
        }
        out.table.insert(out.table.end(), row.begin(), row.end());
        out.labels.push_back(n[1] != 0 || (s != 0 && out.labels[shorter] == 0) ? 0 : 1);
    }
    return out;
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<dfa> before_delimiters(std::span<std::string_view const> delimiters, std::size_t most, bool last,
                              std::span<std::string_view const> without, stop_token stop) {
    work looks(stop);
    auto const cancelled = [&] { return looks.error("delimiters"); };
    constexpr std::uint64_t steps_of_a_text = 50;
    for (auto const texts : {delimiters, without}) {
        for (std::string_view const text : texts) {
            if (!looks.spend(steps_of_a_text + text.size())) {
                return cancelled();
            }
            if (text.empty()) {
                return diagnostic{errc::invalid_table, {}, 0, "an empty delimiter"};
            }
            if (!utf8::is_valid(text)) {
                return diagnostic{errc::invalid_utf8, {}, 0, "delimiter"};
            }
        }
    }
    vec<std::string_view> ends(delimiters.begin(), delimiters.end());
    vec<std::string_view> others(without.begin(), without.end());
    if (!paid_sort(ends, looks) || !paid_sort(others, looks)) {
        return cancelled();
    }
    auto const nothing = [](std::string_view) { return false; };
    auto const begins_one = [&](std::string_view text) {
        auto const* const at = std::lower_bound(ends.begin(), ends.end(), text);
        return !text.empty() && at != ends.end() && at->starts_with(text);
    };
    detail::word_tree words;
    auto const* other = others.begin();
    for (auto const* end = ends.begin(); end != ends.end() || other != others.end();) {
        if (!looks.spend(steps_of_a_text)) {
            return cancelled();
        }
        bool const ends_text = other == others.end() || (end != ends.end() && *end < *other);
        if (ends_text && !last) {
            words.add(*end, begins_one, most, looks);
        } else {
            words.add(ends_text ? *end : *other, nothing, most, looks);
        }
        ++(ends_text ? end : other);
        if (words.size() > most) {
            return detail::too_many_dfa_states();
        }
    }
    dfa made = words.without(looks);
    return looks.why() != errc::none ? cancelled() : minimized(std::move(made), looks);
}

result<dfa> without_delimiters(std::span<std::string_view const> delimiters, std::size_t most,
                               stop_token stop) {
    return before_delimiters(delimiters, most, true, {}, stop);
}

}  // namespace parlance::rtn

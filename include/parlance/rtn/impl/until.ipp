// parlance/rtn/impl/until.ipp - definitions of what parlance/rtn/until.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/until.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/detail/subset_set.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
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

/// The beginnings of some words.
class word_tree {
public:
    /// word     ends with one of the words
    /// refused  ends with something that no text may end with
    struct node {
        ordered_map<char32_t, std::uint32_t> next;
        bool word = false;
        bool refused = false;
    };

    PARLANCE_DECL std::uint32_t add(std::uint32_t at, char32_t c);
    [[nodiscard]] node& operator[](std::uint32_t at) { return nodes_[at]; }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }

    /// The texts in which no word ends and that are not refused.
    [[nodiscard]] PARLANCE_DECL dfa without();

private:
    vec<node> nodes_{1};
};

std::uint32_t word_tree::add(std::uint32_t at, char32_t c) {
    auto const [found, fresh] = nodes_[at].next.emplace(c, static_cast<std::uint32_t>(nodes_.size()));
    std::uint32_t const to = found->second;
    if (fresh) {
        nodes_.emplace_back();
    }
    return to;
}

dfa word_tree::without() {
    dfa out;
    ordered_map<char32_t, std::uint32_t> groups;
    for (node const& n : nodes_) {
        for (auto const& [c, to] : n.next) {
            groups.emplace(c, 0);
        }
    }
    for (auto& [c, group] : groups) {
        group = out.letters.groups++;
        if (out.letters.starts.back() == c) {
            out.letters.group.back() = group;
        } else {
            out.letters.starts.push_back(c);
            out.letters.group.push_back(group);
        }
        if (c < 0x10FFFF) {
            out.letters.starts.push_back(c + 1);
            out.letters.group.push_back(0);
        }
    }
    // Words with many ends in common are a large tree: beginnings that are gone on from alike are one node, which is two
    // numbers for what it is, and a letter and a node for each way on.  Behind the end of a word there is nothing.
    work unlimited{stop_token()};
    subset_set alike;
    vec<std::uint32_t> merged(nodes_.size());
    vec<std::uint32_t> one;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        node const& n = nodes_[i];
        one = {n.word, n.refused};
        for (auto const& [c, to] : n.next) {
            if (!n.word) {
                one.push_back(groups[c]);
                one.push_back(merged[to]);
            }
        }
        merged[i] = alike.add(one, unlimited).value;
    }
    // What a text ends with (Aho and Corasick 1975): the longest beginning, and what the next shorter one is, as a state of
    // its own.  In order of length, so that what a state goes on with where it has nothing of its own is known.
    std::size_t const width = out.letters.groups;
    subset_set states;
    one = {merged[0], 0};
    (void)states.add(one, unlimited);
    out.labels.clear();
    out.table.clear();
    for (std::uint32_t s = 0; s < states.size(); ++s) {
        std::uint32_t const shorter = states[s][1];
        array_ref<std::uint32_t const> const n = alike[states[s][0]];
        vec<std::uint32_t> row(width, 0);
        if (s != 0) {
            std::copy_n(out.table.data() + shorter * width, width, row.data());
        }
        for (std::size_t i = 2; i < n.size(); i += 2) {
            std::uint32_t& to = row[n[i]];
            one = {n[i + 1], to};
            bool const word = to == dfa::dead || alike[n[i + 1]][0] != 0;
            to = word ? dfa::dead : states.add(one, unlimited).value;
        }
        out.table.insert(out.table.end(), row.begin(), row.end());
        out.labels.push_back(n[1] != 0 || (s != 0 && out.labels[shorter] == 0) ? 0 : 1);
    }
    return out;
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<dfa> before_delimiters(std::span<std::string_view const> delimiters, std::size_t most, bool last,
                              std::span<std::string_view const> without) {
    detail::word_tree words;
    vec<std::string_view> sorted(delimiters.begin(), delimiters.end());
    std::sort(sorted.begin(), sorted.end());
    auto const begins_one = [&](std::string_view text) {
        auto const* const at = std::lower_bound(sorted.begin(), sorted.end(), text);
        return at != sorted.end() && at->starts_with(text);
    };
    auto const add = [&](std::string_view d, bool ends_text) -> result<void> {
        if (d.empty()) {
            return diagnostic{errc::invalid_table, {}, 0, "an empty delimiter"};
        }
        if (!utf8::is_valid(d)) {
            return diagnostic{errc::invalid_utf8, {}, 0, "delimiter"};
        }
        std::uint32_t at = 0;
        for (std::size_t read = 0; read < d.size();) {
            utf8::decoded const c = utf8::decode(d.substr(read));
            read += c.length;
            at = words.add(at, c.value);
            std::string_view const left = d.substr(read);
            words[at].refused = words[at].refused || (ends_text && !left.empty() && begins_one(left));
        }
        words[at].word = true;
        return words.size() > most ? result<void>(detail::too_many_dfa_states()) : result<void>();
    };
    for (std::string_view const d : delimiters) {
        if (auto const added = add(d, !last); !added) {
            return added.error();
        }
    }
    for (std::string_view const text : without) {
        if (auto const added = add(text, false); !added) {
            return added.error();
        }
    }
    return minimized(words.without());
}

result<dfa> without_delimiters(std::span<std::string_view const> delimiters, std::size_t most) {
    return before_delimiters(delimiters, most, true);
}

}  // namespace parlance::rtn

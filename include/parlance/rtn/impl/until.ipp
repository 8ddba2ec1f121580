// parlance/rtn/impl/until.ipp - definitions of what parlance/rtn/until.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/until.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// The beginnings of some words, and which of them is the longest at the end of a text (Aho and Corasick 1975).
class word_tree {
public:
    /// word     ends with one of the words
    /// refused  ends with something that no text may end with
    struct node {
        ordered_map<char32_t, std::uint32_t> next;
        std::uint32_t fail = 0;
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
    std::size_t const width = out.letters.groups;
    out.labels.assign(nodes_.size(), 1);
    out.table.assign(nodes_.size() * width, 0);
    // in order of length, so that what a node goes on with where it has nothing of its own is known
    vec<std::uint32_t> order{0};
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::uint32_t const s = order[i];
        std::uint32_t const fail = nodes_[s].fail;
        nodes_[s].word = nodes_[s].word || nodes_[fail].word;
        nodes_[s].refused = nodes_[s].refused || nodes_[fail].refused;
        std::uint32_t* const row = out.table.data() + s * width;
        if (s != 0) {
            std::copy_n(out.table.data() + fail * width, width, row);
        }
        for (auto const& [c, to] : nodes_[s].next) {
            nodes_[to].fail = s == 0 ? 0 : row[groups[c]];
            row[groups[c]] = to;
            order.push_back(to);
        }
        out.labels[s] = nodes_[s].refused ? 0 : 1;
    }
    for (std::uint32_t& to : out.table) {
        to = nodes_[to].word ? dfa::dead : to;
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

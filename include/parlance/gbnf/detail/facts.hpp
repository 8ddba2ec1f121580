// parlance/gbnf/detail/facts.hpp - what follows from a grammar's table: nullable, productive, reachable, left corners
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/utf8.hpp>

namespace parlance::gbnf::detail {

/// An item with its repetition taken off.
struct item {
    std::uint32_t low = 1;
    std::uint32_t high = 1;
    element_kind kind = element_kind::end;  // of what is repeated
    std::uint32_t value = 0;
    std::size_t rows = 0;  // in all; 0 at an alt or end

    [[nodiscard]] constexpr bool calls() const noexcept { return kind == element_kind::rule_ref; }
};

/// The item at rows[at].  Repetitions of repetitions multiply; that keeps what is asked about them here: whether
/// they may be nothing, and whether they may go round twice.
[[nodiscard]] constexpr item read_item(std::span<element const> rows, std::size_t at) noexcept {
    item out;
    std::size_t i = at;
    for (; rows[i].kind == element_kind::repeat; i += 2) {
        out.low = out.low == 0 ? 0 : rows[i].value;
        out.high = out.high == 1 || rows[i + 1].value == 0 ? rows[i + 1].value : out.high;
    }
    out.kind = rows[i].kind;
    out.value = rows[i].value;
    if (out.kind == element_kind::end || out.kind == element_kind::alt) {
        return out;
    }
    for (++i; rows[i].kind == element_kind::range_upper || rows[i].kind == element_kind::character_alt;) {
        ++i;
    }
    out.rows = i - at;
    return out;
}

/// Whether the rows of one item make sense in `g`.
[[nodiscard]] constexpr bool whole_item(grammar_view const& g, std::span<element const> rows) noexcept {
    std::size_t i = 0;
    for (; rows[i].kind == element_kind::repeat; i += 2) {
        if (i + 2 >= rows.size() || rows[i + 1].kind != element_kind::repeat_upper ||
            rows[i].value > rows[i + 1].value || rows[i].value == unbounded) {
            return false;
        }
    }
    switch (rows[i].kind) {
    case element_kind::rule_ref: return rows[i].value < g.rule_count();
    case element_kind::any:
    case element_kind::token:
    case element_kind::token_not: return true;
    case element_kind::token_text:
    case element_kind::token_text_not: return rows[i].value < g.token_text_count();
    case element_kind::character:
    case element_kind::character_not: break;
    default: return false;
    }
    bool closed = false;  // whether the row before cannot begin a range
    for (; i < rows.size(); ++i) {
        bool const upper = rows[i].kind == element_kind::range_upper;
        if (rows[i].value > 0x10FFFF || (upper && (closed || rows[i].value < rows[i - 1].value))) {
            return false;
        }
        closed = upper;
    }
    return true;
}

/// f(rule, alternative, item) for every item; alternatives are counted through all rules.
template <class F>
constexpr void each_item(grammar_view const& g, F&& f) {
    std::uint32_t alternative = 0;
    for (std::uint32_t r = 0; r < g.rule_count(); ++r) {
        std::span<element const> const rows = g.rule(r);
        for (std::size_t i = 0; i < rows.size();) {
            item const x = read_item(rows, i);
            if (x.rows == 0) {
                ++alternative;
                ++i;
            } else {
                f(r, alternative, x);
                i += x.rows;
            }
        }
    }
}

/// Answers questions about one valid table, each in linear time and without recursion.
/// Vectors are made with their values: libstdc++ 12 cannot make them without in a constant expression of clang.
class facts {
public:
    constexpr explicit facts(grammar_view const& g) : g_(g), rules_(g.rule_count()), users_first_(rules_ + 1, 0u) {
        each_item(g_, [&](std::uint32_t, std::uint32_t, item const& x) {
            if (x.calls()) {
                ++users_first_[x.value + 1];
            }
        });
        for (std::size_t r = 0; r < rules_; ++r) {
            users_first_[r + 1] += users_first_[r];
        }
        users_.resize(users_first_[rules_], 0u);
        std::vector<std::uint32_t> next(users_first_.begin(), users_first_.end() - 1);
        each_item(g_, [&](std::uint32_t, std::uint32_t alternative, item const& x) {
            if (x.calls()) {
                users_[next[x.value]++] = alternative;
            }
        });
    }

    /// Rules that can match the empty text.
    [[nodiscard]] constexpr std::vector<char> nullable() const { return derivable(false); }
    /// Rules that can match some finite text.
    [[nodiscard]] constexpr std::vector<char> productive() const { return derivable(true); }

    [[nodiscard]] constexpr std::vector<char> reachable() const {
        std::vector<char> out(rules_, 0);
        std::vector<std::uint32_t> work{g_.root};
        out[g_.root] = 1;
        while (!work.empty()) {
            std::uint32_t const r = work.back();
            work.pop_back();
            for (element const e : g_.rule(r)) {
                if (e.kind == element_kind::rule_ref && !out[e.value]) {
                    out[e.value] = 1;
                    work.push_back(e.value);
                }
            }
        }
        return out;
    }

    /// For every rule the rule with a name in whose text it stands.
    [[nodiscard]] constexpr std::vector<std::uint32_t> owners() const {
        std::vector<std::uint32_t> out(rules_, 0);
        for (std::uint32_t r = 0; r < rules_; ++r) {
            out[r] = r;
        }
        for (std::uint32_t r = 0; r < rules_; ++r) {  // groups come after what refers to them
            for (element const e : g_.rule(r)) {
                if (e.kind == element_kind::rule_ref && g_.name(e.value).empty()) {
                    out[e.value] = out[r];
                }
            }
        }
        return out;
    }

    /// Up to `most` cycles of rules that refer to each other at their left edge, none sharing a rule with another.
    [[nodiscard]] constexpr std::vector<std::vector<std::uint32_t>> left_recursion(std::vector<char> const& nullable,
                                                                                   std::size_t most) const {
        std::vector<std::vector<std::uint32_t>> out;
        std::vector<char> colour(rules_, 0);  // 0 new, 1 on the path, 2 done, 3 in a cycle
        std::vector<corner> path;
        std::size_t tries = most;
        for (std::uint32_t start = 0; start < rules_ && tries > 0; ++start) {
            if (colour[start] != 0) {
                continue;
            }
            enter(path, colour, start);
            while (!path.empty() && tries > 0) {
                std::uint32_t const next = path.back().next(g_, nullable);
                if (next == none) {
                    char& c = colour[path.back().rule];
                    c = c == 1 ? 2 : c;
                    path.pop_back();
                } else if (colour[next] == 0) {
                    enter(path, colour, next);
                } else if (colour[next] == 1) {
                    --tries;
                    add_cycle(out, path, colour, next);
                }
            }
            path.clear();
        }
        return out;
    }

    /// Whether rule `r` repeats something that can match nothing.
    [[nodiscard]] constexpr bool loops_on_nothing(std::uint32_t r, std::vector<char> const& nullable) const {
        std::span<element const> const rows = g_.rule(r);
        for (std::size_t i = 0; i < rows.size();) {
            item const x = read_item(rows, i);
            if (x.high > 1 && x.calls() && nullable[x.value]) {
                return true;
            }
            i += x.rows == 0 ? 1 : x.rows;
        }
        return false;
    }

    [[nodiscard]] constexpr std::uint64_t states() const noexcept {
        std::uint64_t out = 2 * rules_;
        each_item(g_, [&](std::uint32_t, std::uint32_t, item const& x) {
            bool const text = x.kind == element_kind::character && x.rows == 1;
            out += text ? utf8::encode(static_cast<char32_t>(x.value)).length : x.calls() ? 1 : 4;
        });
        return out;
    }

    /// The most stacks that are live on entering any one rule.  Precondition: no left recursion.
    [[nodiscard]] constexpr std::uint32_t configurations(std::vector<char> const& nullable) const {
        std::vector<std::uint64_t> width(rules_, 0);
        std::vector<char> colour(rules_, 0);
        std::vector<corner> path;
        std::uint64_t widest = 0;
        for (std::uint32_t start = 0; start < rules_; ++start) {
            if (colour[start] == 0) {
                enter(path, colour, start);
            }
            while (!path.empty()) {
                std::uint32_t const next = path.back().next(g_, nullable);
                if (next != none && colour[next] == 0) {
                    enter(path, colour, next);
                } else if (next == none) {
                    std::uint32_t const r = path.back().rule;
                    colour[r] = 2;
                    width[r] = entry_width(r, nullable, width);
                    widest = width[r] > widest ? width[r] : widest;
                    path.pop_back();
                }
            }
        }
        return static_cast<std::uint32_t>(widest);
    }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    [[nodiscard]] static constexpr bool may_be_nothing(item const& x, std::vector<char> const& nullable) noexcept {
        return x.low == 0 || (x.calls() && nullable[x.value]);
    }

    /// Walks the rules that one rule can begin with.
    struct corner {
        std::uint32_t rule = 0;
        std::size_t at = 0;
        bool skipping = false;  // something before this place consumes

        constexpr std::uint32_t next(grammar_view const& g, std::vector<char> const& nullable) {
            std::span<element const> const rows = g.rule(rule);
            while (at < rows.size()) {
                item const x = read_item(rows, at);
                if (x.rows == 0) {
                    skipping = false;
                    ++at;
                    continue;
                }
                at += x.rows;
                if (skipping) {
                    continue;
                }
                skipping = !may_be_nothing(x, nullable);
                if (x.calls() && x.high > 0) {
                    return x.value;
                }
            }
            return none;
        }
    };
    static constexpr void enter(std::vector<corner>& path, std::vector<char>& colour, std::uint32_t rule) {
        colour[rule] = 1;
        path.push_back({rule, 0, false});
    }
    static constexpr void add_cycle(std::vector<std::vector<std::uint32_t>>& out, std::vector<corner> const& path,
                                    std::vector<char>& colour, std::uint32_t first) {
        std::size_t i = path.size();
        do {
            --i;
            if (colour[path[i].rule] != 1) {
                return;
            }
        } while (path[i].rule != first);
        std::vector<std::uint32_t> cycle;
        for (; i < path.size(); ++i) {
            cycle.push_back(path[i].rule);
            colour[path[i].rule] = 3;
        }
        out.push_back(static_cast<std::vector<std::uint32_t>&&>(cycle));
    }

    [[nodiscard]] constexpr std::uint64_t entry_width(std::uint32_t r, std::vector<char> const& nullable,
                                                      std::vector<std::uint64_t> const& width) const {
        std::uint64_t out = nullable[r] ? 1 : 0;
        bool skipping = false;
        std::span<element const> const rows = g_.rule(r);
        for (std::size_t i = 0; i < rows.size();) {
            item const x = read_item(rows, i);
            i += x.rows == 0 ? 1 : x.rows;
            if (x.rows == 0) {
                skipping = false;
            } else if (!skipping) {
                out += x.calls() ? width[x.value] : 1;
                out = out < none ? out : none;
                skipping = !may_be_nothing(x, nullable);
            }
        }
        return out;
    }

    /// Rules with an alternative all of whose items are good: text counts as good iff `text_is_good`.  A rule is
    /// looked at again only where it is used, each use once.
    [[nodiscard]] constexpr std::vector<char> derivable(bool text_is_good) const {
        std::vector<std::uint32_t> missing;  // per alternative: items not known to be good
        std::vector<std::uint32_t> owner;
        for (std::uint32_t r = 0; r < rules_; ++r) {
            for (element const e : g_.rule(r)) {
                if (e.kind == element_kind::alt || e.kind == element_kind::end) {
                    missing.push_back(0);
                    owner.push_back(r);
                }
            }
        }
        std::vector<char> optional_use(users_.size(), 0);
        std::vector<std::uint32_t> next(users_first_.begin(), users_first_.end() - 1);
        each_item(g_, [&](std::uint32_t, std::uint32_t alternative, item const& x) {
            bool const good = x.low == 0 || (!x.calls() && text_is_good);
            missing[alternative] += good ? 0u : 1u;
            if (x.calls()) {
                optional_use[next[x.value]++] = good ? 1 : 0;
            }
        });
        std::vector<char> out(rules_, 0);
        std::vector<std::uint32_t> work;
        auto const settle = [&](std::uint32_t alternative) {
            if (missing[alternative] == 0 && !out[owner[alternative]]) {
                out[owner[alternative]] = 1;
                work.push_back(owner[alternative]);
            }
        };
        for (std::uint32_t a = 0; a < missing.size(); ++a) {
            settle(a);
        }
        while (!work.empty()) {
            std::uint32_t const r = work.back();
            work.pop_back();
            for (std::uint32_t u = users_first_[r]; u < users_first_[r + 1]; ++u) {
                if (!optional_use[u]) {
                    --missing[users_[u]];
                    settle(users_[u]);
                }
            }
        }
        return out;
    }

    grammar_view g_;
    std::size_t rules_;
    std::vector<std::uint32_t> users_first_;  // per rule: where its uses begin in users_
    std::vector<std::uint32_t> users_;        // alternatives, once per use
};

}  // namespace parlance::gbnf::detail

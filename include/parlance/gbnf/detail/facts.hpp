// parlance/gbnf/detail/facts.hpp - what follows from a table: nullable, productive, reachable, left corners
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/utf8.hpp>
#include <span>
#include <vector>

namespace parlance::gbnf::detail {

/// Whether the rows of one item make sense in `g`.
[[nodiscard]] constexpr bool whole_item(grammar_view const& g, std::span<element const> rows) noexcept {
    std::size_t i = 0;
    if (rows[0].kind == element_kind::repeat) {
        i = 2;
        if (rows.size() < 3 || rows[1].kind != element_kind::repeat_upper || rows[0].value > rows[1].value ||
            rows[0].value == unbounded) {
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
        if (!utf8::is_scalar(rows[i].value) || (upper && (closed || rows[i].value < rows[i - 1].value))) {
            return false;
        }
        closed = upper;
    }
    return true;
}

/// Answers questions about one valid table, each in linear time and without recursion.  What it says is true only where
/// nobody has asked to stop.
///
/// The table is first boiled down to its `parts`: what matters of an alternative is which rules it refers to,
/// and where it is certain to consume something.
class facts {
public:
    constexpr facts(grammar_view const& g, stop_asker& asked)
        : asked_(asked),
          names_(g.names.data()),
          rules_(static_cast<std::uint32_t>(g.rule_count())),
          root_(g.root),
          parts_(asked),
          ends_(asked),
          owners_(asked),
          rule_first_(rules_ + 1, asked),
          uses_first_(rules_ + 1, asked),
          uses_(asked) {
        for (std::uint32_t r = 0; r < rules_ && asked_.next(); ++r) {
            rule_first_.data[r] = static_cast<std::uint32_t>(owners_.size);
            element const* at = g.elements.data() + g.first.data()[r];
            read_rule(r, at, g.elements.data() + g.first.data()[r + 1]);
        }
        rule_first_.data[rules_] = static_cast<std::uint32_t>(owners_.size);
        ends_.push(static_cast<std::uint32_t>(parts_.size));
        for (std::uint32_t i = 0; i < rules_; ++i) {
            uses_first_.data[i + 1] += uses_first_.data[i];
        }
        uses_.grow(uses_first_.data[rules_] + 1);
        buffer<std::uint32_t> next(rules_ + 1, asked_);
        for (std::uint32_t i = 0; i < rules_; ++i) {
            next.data[i] = uses_first_.data[i];
        }
        for (std::uint32_t i = 0; i < parts_.size && asked_.next(); ++i) {
            if (parts_.data[i].rule != text) {
                uses_.data[next.data[parts_.data[i].rule]++] = i;
            }
        }
    }

    /// Per rule: whether it can match the empty text.
    [[nodiscard]] constexpr buffer<char> nullable() const { return derivable(false); }
    /// Per rule: whether it can match some finite text.
    [[nodiscard]] constexpr buffer<char> productive() const { return derivable(true); }

    [[nodiscard]] constexpr buffer<char> reachable() const {
        buffer<char> out(rules_, asked_);
        buffer<std::uint32_t> work(asked_);
        work.push(root_);
        out.data[root_] = 1;
        while (work.size > 0) {
            std::uint32_t const r = work.data[--work.size];
            for (std::uint32_t i = first_part(r); i < last_part(r) && asked_.next(); ++i) {
                std::uint32_t const callee = parts_.data[i].rule;
                if (callee != text && !out.data[callee]) {
                    out.data[callee] = 1;
                    work.push(callee);
                }
            }
        }
        return out;
    }

    /// Per rule: the rule with a name in whose text it stands.
    [[nodiscard]] constexpr buffer<std::uint32_t> owners() const {
        buffer<std::uint32_t> out(rules_, asked_);
        for (std::uint32_t r = 0; r < rules_ && asked_.next(); ++r) {
            out.data[r] = r;
        }
        for (std::uint32_t r = 0; r < rules_; ++r) {  // groups come after what refers to them
            for (std::uint32_t i = first_part(r); i < last_part(r) && asked_.next(); ++i) {
                std::uint32_t const callee = parts_.data[i].rule;
                if (callee != text && names_[callee] == names_[callee + 1]) {
                    out.data[callee] = out.data[r];
                }
            }
        }
        return out;
    }

    /// Up to `most` cycles of rules that refer to each other at their left edge, none sharing a rule with
    /// another.
    [[nodiscard]] constexpr std::vector<std::vector<std::uint32_t>>
    left_recursion(buffer<char> const& nullable, std::size_t most) const {
        std::vector<std::vector<std::uint32_t>> out;
        buffer<char> colour(rules_, asked_);  // 0 new, 1 on the path, 2 done, 3 in a cycle
        buffer<corner> path(asked_);
        std::size_t tries = most;
        for (std::uint32_t start = 0; start < rules_ && tries > 0; ++start) {
            if (colour.data[start] == 0) {
                enter(path, colour, start);
            }
            while (path.size > 0 && tries > 0 && !asked_.stopped()) {
                std::uint32_t const next = next_corner(path.back(), nullable);
                if (next == text) {
                    char& c = colour.data[path.back().rule];
                    c = c == 1 ? 2 : c;
                    --path.size;
                } else if (colour.data[next] == 0) {
                    enter(path, colour, next);
                } else if (colour.data[next] == 1) {
                    --tries;
                    add_cycle(out, path, colour, next);
                }
            }
        }
        return out;
    }

    /// Whether rule `r` repeats something that can match nothing.
    [[nodiscard]] constexpr bool loops_on_nothing(std::uint32_t r, buffer<char> const& nullable) const {
        for (std::uint32_t i = first_part(r); i < last_part(r) && asked_.next(); ++i) {
            if (parts_.data[i].loops && parts_.data[i].rule != text && nullable.data[parts_.data[i].rule]) {
                return true;
            }
        }
        return false;
    }

    /// The most stacks that are live on entering any one rule, or 0xFFFFFFFF.  Precondition: no left
    /// recursion.
    [[nodiscard]] constexpr std::uint32_t configurations(buffer<char> const& nullable) const {
        buffer<std::uint32_t> width(rules_, asked_);
        buffer<char> colour(rules_, asked_);
        buffer<corner> path(asked_);
        std::uint32_t widest = 0;
        for (std::uint32_t start = 0; start < rules_; ++start) {
            if (colour.data[start] == 0) {
                enter(path, colour, start);
            }
            while (path.size > 0 && !asked_.stopped()) {
                std::uint32_t const next = next_corner(path.back(), nullable);
                if (next == text) {
                    std::uint32_t const r = path.data[--path.size].rule;
                    width.data[r] = entry_width(r, nullable, width);
                    widest = width.data[r] > widest ? width.data[r] : widest;
                } else if (colour.data[next] == 0) {
                    enter(path, colour, next);
                }
            }
        }
        return widest;
    }

private:
    static constexpr std::uint32_t text = 0xFFFF'FFFF;

    /// A reference to a rule, or (rule == text) something that consumes.
    struct part {
        std::uint32_t rule = text;
        std::uint32_t alternative = 0;  // counted through all rules
        bool optional = false;          // may be left out
        bool loops = false;             // may come twice
        bool never = false;             // {0}
    };
    /// A walk through the rules that one rule can begin with.
    struct corner {
        std::uint32_t rule = 0;
        std::uint32_t part = 0;
        std::uint32_t consumed_in = text;  // the alternative whose later parts are not at the left edge
    };

    [[nodiscard]] constexpr std::uint32_t first_part(std::uint32_t r) const noexcept {
        return ends_.data[rule_first_.data[r]];
    }
    [[nodiscard]] constexpr std::uint32_t last_part(std::uint32_t r) const noexcept {
        return ends_.data[rule_first_.data[r + 1]];
    }

    /// Adds the parts of one rule.
    constexpr void read_rule(std::uint32_t r, element const* at, element const* const end) {
        part next{text, static_cast<std::uint32_t>(owners_.size), false, false, false};
        bool consumed = false;  // the part before is text that is always there
        if (at != end) {
            ends_.push(static_cast<std::uint32_t>(parts_.size));
        }
        for (std::size_t i = 0; at != end && asked_.next(); ++at, ++i) {
            switch (at->kind) {
            case element_kind::range_upper:
            case element_kind::character_alt: break;
            case element_kind::repeat: next.optional = at->value == 0; break;
            case element_kind::repeat_upper:
                next.loops = at->value > 1;
                next.never = at->value == 0;
                break;
            case element_kind::alt:
                owners_.push(r);
                ends_.push(static_cast<std::uint32_t>(parts_.size));
                next = {text, static_cast<std::uint32_t>(owners_.size), false, false, false};
                consumed = false;
                break;
            case element_kind::end: owners_.push(r); break;
            case element_kind::rule_ref:
                next.rule = at->value;
                ++uses_first_.data[at->value + 1];
                parts_.push(next);
                next = {text, next.alternative, false, false, false};
                consumed = false;
                break;
            default:
                if (!consumed || next.optional) {
                    parts_.push(next);
                }
                consumed = !next.optional;
                next = {text, next.alternative, false, false, false};
            }
        }
    }

    [[nodiscard]] static constexpr bool may_be_nothing(part const& p, buffer<char> const& nullable) noexcept {
        return p.optional || (p.rule != text && nullable.data[p.rule]);
    }
    /// The next rule at the left edge of c.rule; `text` when there are no more.
    [[nodiscard]] constexpr std::uint32_t next_corner(corner& c, buffer<char> const& nullable) const {
        for (std::uint32_t const last = last_part(c.rule); c.part < last && asked_.next();) {
            part const& p = parts_.data[c.part++];
            if (p.alternative == c.consumed_in) {
                continue;
            }
            if (!may_be_nothing(p, nullable)) {
                c.consumed_in = p.alternative;
            }
            if (p.rule != text && !p.never) {
                return p.rule;
            }
        }
        return text;
    }
    constexpr void enter(buffer<corner>& path, buffer<char>& colour, std::uint32_t rule) const {
        colour.data[rule] = 1;
        path.push({rule, first_part(rule), text});
    }
    static constexpr void add_cycle(std::vector<std::vector<std::uint32_t>>& out, buffer<corner> const& path,
                                    buffer<char>& colour, std::uint32_t first) {
        std::size_t i = path.size;
        do {
            --i;
            if (colour.data[path.data[i].rule] != 1) {
                return;
            }
        } while (path.data[i].rule != first);
        std::vector<std::uint32_t> cycle;
        for (; i < path.size; ++i) {
            cycle.push_back(path.data[i].rule);
            colour.data[path.data[i].rule] = 3;
        }
        out.push_back(static_cast<std::vector<std::uint32_t>&&>(cycle));
    }
    [[nodiscard]] constexpr std::uint32_t entry_width(std::uint32_t r, buffer<char> const& nullable,
                                                      buffer<std::uint32_t> const& width) const {
        std::uint64_t out = nullable.data[r] ? 1 : 0;
        std::uint32_t consumed_in = text;
        for (std::uint32_t i = first_part(r); i < last_part(r) && asked_.next(); ++i) {
            part const& p = parts_.data[i];
            if (p.alternative == consumed_in) {
                continue;
            }
            out += p.rule == text ? 1 : width.data[p.rule];
            if (!may_be_nothing(p, nullable)) {
                consumed_in = p.alternative;
            }
        }
        return out < 0xFFFF'FFFF ? static_cast<std::uint32_t>(out) : 0xFFFF'FFFF;
    }

    /// Rules with an alternative all of whose parts are good; text counts as good iff `text_is_good`.  Every
    /// use of a rule is looked at once.
    [[nodiscard]] constexpr buffer<char> derivable(bool text_is_good) const {
        buffer<std::uint32_t> missing(owners_.size, asked_);  // per alternative: parts not known to be good
        for (std::size_t i = 0; i < parts_.size && asked_.next(); ++i) {
            part const& p = parts_.data[i];
            if (!p.optional && !(text_is_good && p.rule == text)) {
                ++missing.data[p.alternative];
            }
        }
        buffer<char> out(rules_, asked_);
        buffer<std::uint32_t> work(asked_);
        for (std::uint32_t a = 0; a < owners_.size && asked_.next(); ++a) {
            if (missing.data[a] == 0 && !out.data[owners_.data[a]]) {
                out.data[owners_.data[a]] = 1;
                work.push(owners_.data[a]);
            }
        }
        while (work.size > 0 && !asked_.stopped()) {
            std::uint32_t const r = work.data[--work.size];
            for (std::uint32_t u = uses_first_.data[r]; u < uses_first_.data[r + 1] && asked_.next(); ++u) {
                part const& p = parts_.data[uses_.data[u]];
                if (!p.optional && --missing.data[p.alternative] == 0 &&
                    !out.data[owners_.data[p.alternative]]) {
                    out.data[owners_.data[p.alternative]] = 1;
                    work.push(owners_.data[p.alternative]);
                }
            }
        }
        return out;
    }

    stop_asker& asked_;
    std::uint32_t const* names_;
    std::uint32_t rules_;
    std::uint32_t root_;
    buffer<part> parts_;
    buffer<std::uint32_t> ends_;        // per alternative: its first part, and one more
    buffer<std::uint32_t> owners_;      // per alternative: its rule
    buffer<std::uint32_t> rule_first_;  // per rule: its first alternative, and one more
    buffer<std::uint32_t> uses_first_;  // per rule: where its uses begin in uses_, and one more
    buffer<std::uint32_t> uses_;        // parts
};

}  // namespace parlance::gbnf::detail

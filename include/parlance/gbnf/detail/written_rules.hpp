// parlance/gbnf/detail/written_rules.hpp - rules that are being written, which become a grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace parlance::gbnf::detail {

/// The rows of what stands once in a sequence: a class, a token or a reference, repeated or not.
using item = std::span<element const>;
/// The rows of an alternative, without what ends it.
using sequence = vec<element>;

[[nodiscard]] inline bool is_repeat(item one) { return one[0].kind == element_kind::repeat; }
/// What is repeated, or stands there once.
[[nodiscard]] inline element body(item one) { return is_repeat(one) ? one[2] : one[0]; }
/// Repeated no times.
[[nodiscard]] inline bool is_never(item one) { return is_repeat(one) && one[1].value == 0; }
[[nodiscard]] inline bool is_optional(item one) { return is_repeat(one) && one[0].value == 0; }
[[nodiscard]] inline element reference(std::uint32_t rule) { return {element_kind::rule_ref, rule}; }
inline void append(sequence& to, item one) { to.insert(to.end(), one.begin(), one.end()); }

/// The first item of the rows of an alternative.  Precondition: there is one.
[[nodiscard]] inline item first_item(std::span<element const> rows) {
    return rows.first(item_length(rows, 0));
}
/// Calls `f` with each item, until it says false, and says whether it never did.
template <class F>
bool each_item(std::span<element const> rows, F&& f) {
    while (!rows.empty()) {
        item const one = first_item(rows);
        if (!f(one)) {
            return false;
        }
        rows = rows.subspan(one.size());
    }
    return true;
}

/// Names that are taken, a few in each of many sets: so none grows by much at once.
class name_set {
public:
    /// The text must outlive this.
    void insert(std::string_view name) {
        if (sets_.empty()) {
            sets_.resize(256);
        }
        sets_[set_of(name)].try_emplace(name, 0U);
    }
    /// How many names were made of a name that is taken; nullptr where it is not.
    [[nodiscard]] std::uint32_t* find(std::string_view name) {
        auto* const at = sets_.empty() ? nullptr : sets_[set_of(name)].find(name);
        return at == nullptr ? nullptr : &at->value;
    }
    /// Forgets all, which takes a while.
    void clear(stop_asker& asked) {
        for (auto& names : sets_) {
            names = {};
            asked.look();
        }
    }

private:
    [[nodiscard]] std::size_t set_of(std::string_view name) const noexcept {
        std::uint64_t const hash =
            hash_of::bytes(name.data(), name.size(), reinterpret_cast<std::uintptr_t>(this));
        return static_cast<std::size_t>(hash % sets_.size());
    }
    vec<hash_map<std::string_view, std::uint32_t>> sets_;  // with the first name
};

[[nodiscard]] inline bool is_left_out(item one, vec<char> const& left_out) {
    return body(one).kind == element_kind::rule_ref && left_out[body(one).value] != 0;
}
/// Whether an alternative needs a rule that is left out.
/// left_out  a flag for each rule; or nothing, and none is
[[nodiscard]] inline bool needs_left_out(std::span<element const> rows, vec<char> const& left_out) {
    return !each_item(rows, [&](item one) { return !is_left_out(one, left_out) || is_optional(one); });
}
/// The rows without what may be left out and refers to rules that are.
[[nodiscard]] inline sequence without_left_out(std::span<element const> rows, vec<char> const& left_out) {
    sequence out;
    each_item(rows, [&](item one) {
        if (!is_left_out(one, left_out)) {
            append(out, one);
        }
        return true;
    });
    return out;
}

/// Calls `f` with each alternative of the rows of a rule that does not need a rule that is left out, as above.
template <class F>
void each_alternative(std::span<element const> rows, vec<char> const& left_out, F&& f) {
    for (std::size_t begin = 0, i = 0; i < rows.size(); ++i) {
        if (rows[i].kind != element_kind::alt && rows[i].kind != element_kind::end) {
            continue;
        }
        std::span<element const> const one = rows.subspan(begin, i - begin);
        begin = i + 1;
        if (left_out.empty()) {
            f(one);
        } else if (!needs_left_out(one, left_out)) {
            f(item(without_left_out(one, left_out)));
        }
    }
}

/// Rules one after the other.  References are numbers of these rules, in the order of add().
class written_rules {
public:
    explicit written_rules(stop_asker& asked) : rows_(asked) {}

    [[nodiscard]] std::size_t size() const noexcept { return rules_.size(); }
    [[nodiscard]] std::size_t elements() const noexcept { return rows_.size; }

    /// name  empty where the rule is to be numbered behind those that have one; must outlive this
    void add(std::string_view name) { rules_.push_back({name, 0, 0}); }
    /// Begins rule `r`, which has not been written; without alternatives it cannot match.
    void begin(std::size_t r) {
        rules_[r].first_row = rules_[r].last_row = rows_.size;
        current_ = r;
    }
    /// Another alternative of that rule.
    void alternative(std::span<element const> rows) {
        rule& r = rules_[current_];
        if (r.last_row != r.first_row) {
            rows_.back().kind = element_kind::alt;
        }
        for (element const e : rows) {
            rows_.push(e);
        }
        rows_.push({element_kind::end, 0});
        r.last_row = rows_.size;
    }

    /// Leaves out the rules from `first` on that cannot match, and what needs them, until there are no more.  False when
    /// that cannot be paid for.
    [[nodiscard]] bool leave_out_empty(std::size_t first, vec<char>& left_out, work& spent) const {
        left_out.resize(rules_.size(), 0);
        for (bool found = true; found;) {
            found = false;
            for (std::size_t r = first; r < rules_.size(); ++r) {
                std::span<element const> const rows = rows_of(rules_[r]);
                if (!spent.spend(20 + 10 * rows.size())) {
                    return false;
                }
                bool some = left_out[r] != 0;
                each_alternative(rows, {}, [&](item one) { some = some || !needs_left_out(one, left_out); });
                left_out[r] = left_out[r] != 0 || !some;
                found = found || !some;
            }
        }
        return true;
    }

    /// The rules as a table, those with a name first; its token texts are those of `g`.  Of no use where it cannot be paid
    /// for.
    /// left_out  a flag for each rule
    [[nodiscard]] grammar packed(vec<char> const& left_out, std::uint32_t root, grammar_view const& g,
                                 work& spent) const {
        blocks<std::uint32_t> number;
        blocks<std::uint32_t> order;
        for (std::uint32_t r = 0; r < rules_.size(); ++r) {
            number.push_back(0);
        }
        grammar out;
        std::size_t chars = g.text.size();
        for (bool const named : {true, false}) {
            for (std::uint32_t r = 0; r < rules_.size() && spent.spend(5); ++r) {
                if (rules_[r].name.empty() != named && left_out[r] == 0) {
                    number[r] = static_cast<std::uint32_t>(order.size());
                    order.push_back(r);
                    chars += rules_[r].name.size();
                }
            }
        }
        out.root = number[root];
        out.elements.reserve(rows_.size);
        out.first.reserve(order.size() + 1);
        out.names.reserve(order.size() + 1);
        out.text.reserve(chars);
        for (std::size_t i = 0; i < order.size(); ++i) {
            rule const& r = rules_[order[i]];
            if (!spent.spend(20 + r.name.size())) {
                return out;
            }
            out.first.push_back(static_cast<std::uint32_t>(out.elements.size()));
            out.names.push_back(static_cast<std::uint32_t>(out.text.size()));
            out.text.insert(out.text.end(), r.name.begin(), r.name.end());
            each_alternative(rows_of(r), left_out, [&](item rows) {
                if (!spent.spend(5 * (1 + rows.size()))) {
                    return;  // the next rule sees that, or who asked for all of them
                }
                if (out.elements.size() != out.first.back()) {
                    out.elements.back().kind = element_kind::alt;
                }
                for (element e : rows) {
                    e.value = e.kind == element_kind::rule_ref ? number[e.value] : e.value;
                    out.elements.push_back(e);
                }
                out.elements.push_back({element_kind::end, 0});
            });
        }
        out.first.push_back(static_cast<std::uint32_t>(out.elements.size()));
        out.names.push_back(static_cast<std::uint32_t>(out.text.size()));
        for (std::size_t i = 0; i <= g.token_text_count(); ++i) {
            out.tokens.push_back(static_cast<std::uint32_t>(out.text.size()));
            if (i < g.token_text_count()) {
                std::string_view const text = g.token_text(i);
                out.text.insert(out.text.end(), text.begin(), text.end());
            }
        }
        return out;
    }
    /// Gives the storage back, which takes a while.
    void clear(stop_asker& asked) {
        rules_.clear([&] { asked.look(); });
        rows_.clear();
        asked.look();
    }

private:
    struct rule {
        std::string_view name{};
        std::size_t first_row = 0;
        std::size_t last_row = 0;
    };
    [[nodiscard]] std::span<element const> rows_of(rule const& r) const noexcept {
        return {rows_.data + r.first_row, r.last_row - r.first_row};
    }

    blocks<rule> rules_;
    buffer<element> rows_;
    std::size_t current_ = 0;  // the rule that is being written
};

}  // namespace parlance::gbnf::detail

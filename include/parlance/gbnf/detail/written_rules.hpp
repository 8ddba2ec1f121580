// parlance/gbnf/detail/written_rules.hpp - rules that are being written, which become a grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/gbnf/detail/blocks.hpp>
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/gbnf/detail/stop_poller.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <array>
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
    /// Returns whether it is new.  The text must outlive this.
    bool insert(std::string_view name) { return sets_[set_of(name)].insert(name); }
    [[nodiscard]] bool contains(std::string_view name) const { return sets_[set_of(name)].contains(name); }
    /// Forgets all, which takes a while.
    PARLANCE_DECL void clear(stop_poller& asked);

private:
    [[nodiscard]] std::size_t set_of(std::string_view name) const noexcept {
        return hash_of::bytes(name.data(), name.size(), reinterpret_cast<std::uintptr_t>(this)) %
               sets_.size();
    }
    std::array<hash_set<std::string_view>, 256> sets_;
};

/// Whether an alternative needs a rule that is left out.
/// left_out  a flag for each rule; or nothing, and none is
[[nodiscard]] PARLANCE_DECL bool needs_left_out(std::span<element const> rows, vec<char> const& left_out);
/// The rows without what may be left out and refers to rules that are.
[[nodiscard]] PARLANCE_DECL sequence without_left_out(std::span<element const> rows,
                                                      vec<char> const& left_out);

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
    explicit written_rules(stop_poller& asked) : rows_(asked) {}

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
    PARLANCE_DECL void alternative(std::span<element const> rows);

    /// Leaves out the rules from `first` on that cannot match, and what needs them, until there are no more.  False when
    /// that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool leave_out_empty(std::size_t first, vec<char>& left_out,
                                                     work& spent) const;

    /// The rules as a table, those with a name first; its token texts are those of `g`.  Of no use where it cannot be paid
    /// for.
    /// left_out  a flag for each rule
    [[nodiscard]] PARLANCE_DECL grammar packed(vec<char> const& left_out, std::uint32_t root,
                                               grammar_view const& g, work& spent) const;
    /// Gives the storage back, which takes a while.
    PARLANCE_DECL void clear(stop_poller& asked);

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

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/gbnf/detail/impl/written_rules.ipp>
#endif

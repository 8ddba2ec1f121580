// parlance/chat/detail/form_walk.hpp - the parts of a table with places in it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/place_words.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Looks at a table as lists of parts.  Sequences, rules of the caller's own and optional parts with places in them are
/// their parts; a choice between ways to call is one of its alternatives at a time.  The first complaint counts.
class form_walk {
public:
    explicit form_walk(peg::arena_view const& a) : a_(a), held_(words_in(a)) {}

protected:
    using parts = std::vector<peg::node_id>;
    using range = std::span<peg::node_id const>;

    [[nodiscard]] bool good() const noexcept { return wrong_.code == errc::none; }
    void fail(std::string_view what) {
        if (good()) {
            wrong_ = {errc::inexpressible_format, {}, 0, what};
        }
    }

    [[nodiscard]] bool holds(peg::node_id n, std::uint32_t any_of) const { return (held_[n] & any_of) != 0; }
    [[nodiscard]] bool is(peg::node_id n, std::uint32_t word) const {
        peg::node const& row = a_.at(n);
        return row.kind == peg::op::ref && word_of(a_.rule_name(row.a)) == word;
    }
    [[nodiscard]] bool is(peg::node_id n, part p) const {
        peg::node const& row = a_.at(n);
        return row.kind == peg::op::tag && row.b == tag(p);
    }
    [[nodiscard]] bool is_repeated(peg::node_id n) const {
        return a_.at(n).kind == peg::op::repeat && a_.at(n).c == peg::unbounded;
    }
    [[nodiscard]] bool is_optional(peg::node_id n) const {
        return a_.at(n).kind == peg::op::repeat && a_.at(n).b == 0 && a_.at(n).c == 1;
    }
    [[nodiscard]] bool is_text(peg::node_id n) const { return a_.at(n).kind == peg::op::literal; }

    /// The parts of a table from its top: rules of the caller's are looked into, nothing else is.
    [[nodiscard]] parts sections(peg::node_id n) const {
        auto const is_own = [&](peg::node const& row) {
            return row.kind == peg::op::ref && word_of(a_.rule_name(row.a)) == 0;
        };
        for (std::size_t rules = 0; is_own(a_.at(n)) && rules < a_.rules.size(); ++rules) {
            n = a_.rules[a_.at(n).a].root;
        }
        peg::node const& row = a_.at(n);
        if (row.kind == peg::op::sequence) {
            return {a_.children_of(row).begin(), a_.children_of(row).end()};
        }
        return {n};
    }

    /// The texts on both sides of a place.
    [[nodiscard]] std::pair<std::string, std::string> around(range all, std::uint32_t word) {
        auto const at = std::ranges::find_if(all, [&](peg::node_id n) { return is(n, word); });
        if (at == all.end()) {
            fail("a place with more than texts around it");
            return {};
        }
        auto const i = static_cast<std::size_t>(at - all.begin());
        return {text(all.first(i)), text(all.subspan(i + 1))};
    }

    /// Literals, put together.
    [[nodiscard]] std::string text(range all) {
        std::string out;
        for (peg::node_id const n : all) {
            if (!is_text(n)) {
                fail("something that is not text, where only text can stand");
                break;
            }
            out.append(a_.literal_of(a_.at(n)));
        }
        return out;
    }

    // Variants: which alternative of every choice is being read.

    struct pick {
        peg::node_id choice;
        std::uint32_t alternative;
    };

    [[nodiscard]] parts flat(range all) {
        parts out;
        for (peg::node_id const n : all) {
            flatten(n, out, 0);
        }
        return out;
    }
    [[nodiscard]] parts flat(std::initializer_list<peg::node_id> all) {
        return flat(range{all.begin(), all.size()});
    }

    void flatten(peg::node_id n, parts& out, int depth) {
        constexpr int deepest = 64;
        constexpr std::size_t most_steps = 100'000;
        peg::node const& row = a_.at(n);
        if (!good()) {
            return;
        }
        if (++steps_ > most_steps) {
            return fail("more parts, or more ways to call, than a format has");
        }
        if (depth == deepest) {
            return fail("a rule that contains itself");
        }
        if (row.kind == peg::op::epsilon) {
            return;
        }
        if (row.kind == peg::op::sequence) {
            for (peg::node_id const c : a_.children_of(row)) {
                flatten(c, out, depth + 1);
            }
        } else if (is(n, part::sorted) || is(n, part::filled) || is(n, part::fallback)) {
            marks_ |= std::uint32_t{1} << row.b;
            flatten(row.a, out, depth + 1);
        } else if (row.kind == peg::op::ref && word_of(a_.rule_name(row.a)) == 0) {
            flatten(a_.rules[row.a].root, out, depth + 1);
        } else if (is_optional(n) && held_[n] != 0) {
            flatten(row.a, out, depth + 1);
        } else if (row.kind == peg::op::choice && (holds(n, words::call) || !holds(n, words::inside))) {
            auto at = std::ranges::find(picks_, n, &pick::choice);
            if (at == picks_.end()) {
                at = picks_.insert(at, {n, 0});
            }
            flatten(a_.children_of(row)[at->alternative], out, depth + 1);
        } else {
            out.push_back(n);
        }
    }

    [[nodiscard]] bool next_variant() {
        while (!picks_.empty()) {
            pick& last = picks_.back();
            if (++last.alternative < a_.at(last.choice).b) {
                return true;
            }
            picks_.pop_back();
        }
        return false;
    }

    // Lists, of calls and of arguments: their items, and the texts around and between them.

    struct list {
        list_shape shape;
        parts item;
        bool several = false;
    };
    struct extent {
        std::size_t begin = 0;
        std::size_t end = 0;
        [[nodiscard]] bool empty() const noexcept { return begin == end; }
    };

    /// Where the item of a list stands in its parts: a call, or an argument from its key to its value.
    [[nodiscard]] extent item_in(range all, bool of_calls) const {
        auto const begins = [&](peg::node_id n) { return of_calls ? is(n, part::call) : is(n, "key"_place); };
        auto const at = static_cast<std::size_t>(std::ranges::find_if(all, begins) - all.begin());
        std::size_t end = (std::min)(at + 1, all.size());
        for (std::size_t i = end; !of_calls && i < all.size() && !is_repeated(all[i]); ++i) {
            bool const own = holds(all[i], words::inside) || is(all[i], "key"_place);
            end = own || (is_optional(all[i]) && end == i) ? i + 1 : end;
        }
        return {at, end};
    }

    /// `open +(item_open ITEM item_close) close`, the same with `%` and a separator, or a single item.
    [[nodiscard]] list listed(range all, bool of_calls) {
        list out;
        auto const again = std::ranges::find_if(all, [&](peg::node_id n) {
            return is_repeated(n) && holds(n, of_calls ? words::call : "key"_place);
        });
        auto const r = static_cast<std::size_t>(again - all.begin());
        range const front = all.first(r);
        extent const own = item_in(front, of_calls);
        if (again == all.end()) {
            out.shape.item_open = text(all.first(own.begin));
            out.shape.item_close = text(all.subspan(own.end));
            out.item.assign(all.begin() + static_cast<std::ptrdiff_t>(own.begin),
                            all.begin() + static_cast<std::ptrdiff_t>(own.end));
            return out;
        }
        out.several = true;
        parts const body = flat({a_.at(*again).a});
        range const turn = body;
        extent const each = item_in(turn, of_calls);
        range const item = turn.subspan(each.begin, each.end - each.begin);
        range const lead = turn.first(each.begin);
        range const tail = turn.subspan(each.end);
        out.item.assign(item.begin(), item.end());
        out.shape.item_close = text(tail);
        out.shape.close = text(all.subspan(r + 1));
        if (own.empty()) {
            out.shape.open = text(front);
            out.shape.item_open = text(lead);
            return out;
        }
        range const before = front.first(own.begin);
        if (!std::ranges::equal(front.subspan(own.begin, own.end - own.begin), item) ||
            !std::ranges::equal(front.subspan(own.end), tail)) {
            fail("the first item of a list is not like the others");
        }
        std::size_t same = 0;
        while (same < before.size() && same < lead.size() &&
               before[before.size() - 1 - same] == lead[lead.size() - 1 - same]) {
            ++same;
        }
        out.shape.open = text(before.first(before.size() - same));
        out.shape.item_open = text(before.subspan(before.size() - same));
        out.shape.separator = text(lead.first(lead.size() - same));
        return out;
    }

    peg::arena_view a_;
    std::vector<std::uint32_t> held_;  // of every node: the words of the places in it
    diagnostic wrong_{};
    std::uint32_t marks_ = 0;  // what tags say of a way to call as a whole, as bits

private:
    std::vector<pick> picks_;
    std::size_t steps_ = 0;
};

}  // namespace parlance::chat::detail

// parlance/chat/detail/form.hpp - a table with places in it as a tree of its parts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// The places, by the names of their rules: those that are pieces of a call, by their kind, empty where a piece is no
/// place, and then the others.  json-value and python-value are rules that every table has.
inline constexpr std::string_view place_names[] = {
    "",     "name",  "id",   "arguments",  "ordinal",      "",          "",       "encoded",
    "type", "value", "text", "json-value", "python-value", "nested",    "",       "",
    "",     "key",   "",     "",           "channel",      "reasoning", "content"};
static_assert(place_names[static_cast<std::size_t>(piece::kind::key)] == "key");

[[nodiscard]] constexpr std::string_view place_of(piece::kind k) noexcept {
    return place_names[static_cast<std::size_t>(k)];
}

/// A place as a bit, so that a part can hold several; 0 for a rule that is none.
[[nodiscard]] constexpr std::uint32_t word_of(std::string_view rule) noexcept {
    for (std::size_t i = 0; i < std::size(place_names); ++i) {
        if (!rule.empty() && place_names[i] == rule) {
            return std::uint32_t{1} << i;
        }
    }
    return 0;
}

[[nodiscard]] consteval std::uint32_t operator""_place(char const* name, std::size_t size) {
    std::uint32_t const word = word_of({name, size});
    return word != 0 ? word : throw "no such place";
}

namespace words {

inline constexpr std::uint32_t call = std::uint32_t{1} << std::size(place_names);
/// What an argument's value may be.
inline constexpr std::uint32_t inside =
    "value"_place | "text"_place | "nested"_place | "json-value"_place | "python-value"_place;

}  // namespace words

/// A part of a table: a row, whose text is the table's and whose parts stand in a form_store.
///
/// is     literal; ref, a place; sequence, as which rules of the caller's own count, too; choice; repeat; tag; or fail for
///        what no format has
/// what   the word of a place, which choice of the table it is, how often a repeated part is read at most, or what tag it has
/// holds  the words of all places in it
struct form {
    peg::op is = peg::op::fail;
    std::uint32_t what = 0;
    std::uint32_t holds = 0;
    std::string_view text{};
    array_ref<form const> parts{};

    [[nodiscard]] bool is_text() const noexcept { return is == peg::op::literal; }
    [[nodiscard]] bool is_choice() const noexcept { return is == peg::op::choice; }
    [[nodiscard]] bool is_optional() const noexcept { return is == peg::op::repeat && what == 1; }
    [[nodiscard]] bool is_repeated() const noexcept {
        return is == peg::op::repeat && what == peg::unbounded;
    }
    [[nodiscard]] bool is_place(std::uint32_t word) const noexcept {
        return is == peg::op::ref && what == word;
    }
    [[nodiscard]] bool is_tag(part p) const noexcept { return is == peg::op::tag && what == tag(p); }
    friend bool operator==(form const& a, form const& b) {
        return a.is == b.is && a.what == b.what && a.holds == b.holds && a.text == b.text &&
               std::ranges::equal(a.parts, b.parts);
    }
};
using forms = std::vector<form>;

/// Where parts stand while a table is read.  They are freed in blocks: a tree of arrays would be freed one by one.
class form_store {
public:
    /// Room for so many, with no objects in it.
    [[nodiscard]] form* room(std::size_t count) {
        constexpr std::size_t in_block = 256;
        if (left_ < count) {
            left_ = (std::max)(count, in_block);
            blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_ * sizeof(form)));
            next_ = reinterpret_cast<form*>(blocks_.back().get());
        }
        left_ -= count;
        return std::exchange(next_, next_ + count);
    }

private:
    static_assert(std::is_trivially_destructible_v<form>);

    std::vector<std::unique_ptr<std::byte[]>> blocks_{};
    form* next_ = nullptr;
    std::size_t left_ = 0;
};

/// Takes a table apart; a choice between ways to call is one of its alternatives at a time.
class form_maker {
public:
    form_maker(peg::arena_view const& a, stop_token stop) : a_(a), asked_(stop) {}

    /// Why it gave up; empty where it did not.
    [[nodiscard]] std::string_view wrong() const noexcept { return wrong_; }
    /// Whether that was because it was asked to.
    [[nodiscard]] bool stopped() const noexcept { return asked_.stopped(); }

    [[nodiscard]] form make(peg::node_id n, int depth = 0) {
        constexpr int deepest = 64;
        form out;
        if (!step() || depth == deepest) {
            wrong_ = wrong_.empty() ? "a rule that contains itself" : wrong_;
            return out;
        }
        auto const add_each = [&](auto const& children) {
            form* const parts = store_.room(children.size());
            form* next = parts;
            for (peg::node_id const child : children) {
                ::new (static_cast<void*>(next)) form(make(child, depth + 1));
                out.holds |= next++->holds;
            }
            out.parts = {parts, next};
        };
        auto const add = [&](peg::node_id child) { add_each(std::span<peg::node_id const>(&child, 1)); };
        peg::node const& row = a_.at(n);
        bool const own = row.kind == peg::op::ref && word_of(a_.rule_name(row.a)) == 0;
        out.is = own || row.kind == peg::op::epsilon ? peg::op::sequence : row.kind;
        switch (row.kind) {
        case peg::op::epsilon: break;
        case peg::op::literal: out.text = a_.literal_of(row); break;
        case peg::op::ref:
            out.what = out.holds = word_of(a_.rule_name(row.a));
            if (own) {
                add(a_.rules[row.a].root);
            }
            break;
        case peg::op::choice: out.what = n; [[fallthrough]];
        case peg::op::sequence: add_each(a_.children_of(row)); break;
        case peg::op::repeat:
        case peg::op::tag:
            out.what = row.kind == peg::op::tag ? row.b : row.c;
            add(row.a);
            out.holds |= out.is_tag(part::call) ? words::call : 0;
            out.is = out.is_optional() && row.b != 0 ? peg::op::fail : out.is;
            break;
        default: out.is = peg::op::fail; break;
        }
        return out;
    }

    /// Calls use(forms) for every way to decide the choices between ways to call; the last choice changes first.
    template <class Use>
    void each_way(array_ref<form const> all, Use const& use) {
        form const* const open = first_choice(all);
        if (open == nullptr) {
            return use(all);
        }
        for (std::size_t i = 0; i < open->parts.size() && wrong_.empty(); ++i) {
            each_way(decided(all, open->what, i), use);
        }
    }

    /// Whether one more part can be made or copied.
    [[nodiscard]] bool step() {
        constexpr std::size_t most_steps = 100'000;
        if (++steps_ > most_steps && wrong_.empty()) {
            wrong_ = "more parts, or more ways to call, than a format has";
        }
        return goes_on();
    }
    /// Whether to go on with so many more that were made before.
    [[nodiscard]] bool goes_on(std::size_t rows = 1) {
        constexpr std::size_t rows_of_one = 8;
        if (!asked_.next(rows_of_one * rows) && wrong_.empty()) {
            wrong_ = "stopped";
        }
        return wrong_.empty();
    }

private:
    /// The first choice that is not between the ways in which a value stands.
    [[nodiscard]] static form const* first_choice(array_ref<form const> all) {
        for (form const& f : all) {
            if (f.is_choice() && ((f.holds & words::call) != 0 || (f.holds & words::inside) == 0)) {
                return &f;
            }
            if (form const* const inside = first_choice(f.parts)) {
                return inside;
            }
        }
        return nullptr;
    }

    /// The parts with one alternative of a choice in its place: the same choice stands in the first item of a list and in what
    /// repeats it.
    [[nodiscard]] array_ref<form const> decided(array_ref<form const> all, std::uint32_t choice,
                                                std::size_t i) {
        form* const parts = store_.room(all.size());
        form* next = parts;
        for (form const& f : all) {
            if (!step()) {
                break;
            }
            form taken = f.is_choice() && f.what == choice ? f.parts[i] : f;
            taken.parts = decided(taken.parts, choice, i);
            ::new (static_cast<void*>(next++)) form(taken);
        }
        return {parts, next};
    }

    peg::arena_view a_;
    stop_asker asked_;
    form_store store_{};
    std::string_view wrong_{};
    std::size_t steps_ = 0;
};

/// Reads parts: texts around places, and lists.  The first complaint counts.
class form_reader {
protected:
    using range = std::span<form const>;

    form_reader(peg::arena_view const& a, stop_token stop) : make_(a, stop) {}

    [[nodiscard]] bool good() const noexcept { return wrong_.code == errc::none; }
    void fail(std::string_view what) {
        if (good() && !what.empty()) {
            wrong_ = {errc::inexpressible_format, {}, 0, what};
        }
    }

    // Parts.

    [[nodiscard]] static bool has(form const& f, std::uint32_t any_of) noexcept {
        return (f.holds & any_of) != 0;
    }

    /// Those of a sequence, and of one that is its only part; valid as long as that.
    [[nodiscard]] static range parts_of(form const& f) noexcept {
        form const* at = &f;
        while (at->is == peg::op::sequence && at->parts.size() == 1) {
            at = &at->parts.front();
        }
        return at->is == peg::op::sequence && !at->parts.empty() ? range(at->parts) : range(at, 1);
    }

    /// Sequences, and optional parts with places in them, are their parts.
    [[nodiscard]] forms flat(range all) {
        forms out;
        flatten(all, out);
        return out;
    }
    [[nodiscard]] forms flat(form const& f) { return flat(range{&f, 1}); }
    void flatten(range all, forms& to) {
        if (to.empty()) {
            to.reserve(all.size());
        }
        for (form const& f : all) {
            if (!make_.step()) {
                return;
            }
            bool const mark = f.is_tag(part::sorted) || f.is_tag(part::filled) || f.is_tag(part::fallback);
            marks_ |= mark ? std::uint32_t{1} << f.what : 0;
            if (mark || f.is == peg::op::sequence || (f.is_optional() && f.holds != 0)) {
                flatten(f.parts, to);
            } else {
                to.push_back(f);
            }
        }
    }

    /// Literals, put together.
    [[nodiscard]] std::string text(range all) {
        std::string out;
        for (form const& f : all) {
            if (!make_.goes_on()) {
                break;
            }
            if (!f.is_text()) {
                fail("something that is not text, where only text can stand");
                break;
            }
            out += f.text;
        }
        return out;
    }
    [[nodiscard]] std::string text(form const& f) { return text(range{&f, 1}); }

    /// The texts on both sides of a place.
    [[nodiscard]] std::pair<std::string, std::string> around(range all, std::uint32_t word) {
        auto const at = std::ranges::find_if(all, [&](form const& f) { return f.is_place(word); });
        if (at == all.end()) {
            fail("a place with more than texts around it");
            return {};
        }
        auto const i = static_cast<std::size_t>(at - all.begin());
        return {text(all.first(i)), text(all.subspan(i + 1))};
    }

    /// A text that may be missing; empty for anything else.
    [[nodiscard]] static std::string_view optional_text(form const& f) noexcept {
        return f.is_optional() ? f.parts.front().text : std::string_view();
    }

    // Lists, of calls and of arguments: their items, and the texts around and between them.

    struct list {
        list_shape shape;
        forms item;
        bool several = false;
    };
    struct extent {
        std::size_t begin = 0;
        std::size_t end = 0;
        [[nodiscard]] range in(range all) const { return all.subspan(begin, end - begin); }
    };

    /// Where the item of a list stands in its parts: a call, or an argument from its key to its value.
    [[nodiscard]] static extent item_in(range all, bool of_calls) {
        auto const begins = [&](form const& f) {
            return of_calls ? f.is_tag(part::call) : f.is_place("key"_place);
        };
        auto const at = static_cast<std::size_t>(std::ranges::find_if(all, begins) - all.begin());
        std::size_t end = (std::min)(at + 1, all.size());
        for (std::size_t i = end; !of_calls && i < all.size() && !all[i].is_repeated(); ++i) {
            bool const own = has(all[i], words::inside) || all[i].is_place("key"_place);
            end = own || (all[i].is_optional() && end == i) ? i + 1 : end;
        }
        return {at, end};
    }

    /// `open +(item_open ITEM item_close) close`, the same with `%` and a separator, or a single item.
    [[nodiscard]] list listed(range all, bool of_calls) {
        list out;
        auto const again = std::ranges::find_if(all, [&](form const& f) {
            return f.is_repeated() && has(f, of_calls ? words::call : "key"_place);
        });
        auto const r = static_cast<std::size_t>(again - all.begin());
        range const front = all.first(r);
        extent const own = item_in(front, of_calls);
        range const first = own.in(front);
        out.several = again != all.end();
        if (!out.several) {
            out.shape.item_open = text(all.first(own.begin));
            out.shape.item_close = text(all.subspan(own.end));
            out.item.assign(first.begin(), first.end());
            return out;
        }
        forms const turn = flat(again->parts);
        extent const each = item_in(turn, of_calls);
        range const item = each.in(turn);
        range const lead = range(turn).first(each.begin);
        range const tail = range(turn).subspan(each.end);
        out.item.assign(item.begin(), item.end());
        out.shape.item_close = text(tail);
        out.shape.close = text(all.subspan(r + 1));
        if (first.empty()) {
            out.shape.open = text(front);
            out.shape.item_open = text(lead);
            return out;
        }
        range const before = front.first(own.begin);
        if (!std::ranges::equal(first, item) || !std::ranges::equal(front.subspan(own.end), tail)) {
            fail("the first item of a list is not like the others");
        }
        std::size_t same = 0;
        while (same < before.size() && same < lead.size() &&
               before[before.size() - 1 - same] == lead[lead.size() - 1 - same]) {
            ++same;
        }
        out.shape.open = text(before.first(before.size() - same));
        out.shape.item_open = text(before.last(same));
        out.shape.separator = text(lead.first(lead.size() - same));
        return out;
    }

    form_maker make_;
    diagnostic wrong_{};
    std::uint32_t marks_ = 0;  // what tags say of a way to call as a whole, as bits
};

}  // namespace parlance::chat::detail

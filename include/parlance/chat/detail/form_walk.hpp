// parlance/chat/detail/form_walk.hpp - the parts of a table with places in it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/place_words.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
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
    PARLANCE_DECL void fail(std::string_view what);

    [[nodiscard]] bool holds(peg::node_id n, std::uint32_t any_of) const { return (held_[n] & any_of) != 0; }
    [[nodiscard]] PARLANCE_DECL bool is(peg::node_id n, std::uint32_t word) const;
    [[nodiscard]] PARLANCE_DECL bool is(peg::node_id n, part p) const;
    [[nodiscard]] PARLANCE_DECL bool is_repeated(peg::node_id n) const;
    [[nodiscard]] PARLANCE_DECL bool is_optional(peg::node_id n) const;
    [[nodiscard]] bool is_text(peg::node_id n) const { return a_.at(n).kind == peg::op::literal; }

    /// The parts of a table from its top: rules of the caller's are looked into, nothing else is.
    [[nodiscard]] PARLANCE_DECL parts sections(peg::node_id n) const;

    /// The texts on both sides of a place.
    [[nodiscard]] PARLANCE_DECL std::pair<std::string, std::string> around(range all, std::uint32_t word);

    /// Literals, put together.
    [[nodiscard]] PARLANCE_DECL std::string text(range all);

    // Variants: which alternative of every choice is being read.

    struct pick {
        peg::node_id choice;
        std::uint32_t alternative;
    };

    [[nodiscard]] PARLANCE_DECL parts flat(range all);
    [[nodiscard]] PARLANCE_DECL parts flat(std::initializer_list<peg::node_id> all);

    PARLANCE_DECL void flatten(peg::node_id n, parts& out, int depth);

    [[nodiscard]] PARLANCE_DECL bool next_variant();

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
    [[nodiscard]] PARLANCE_DECL extent item_in(range all, bool of_calls) const;

    /// `open +(item_open ITEM item_close) close`, the same with `%` and a separator, or a single item.
    [[nodiscard]] PARLANCE_DECL list listed(range all, bool of_calls);

    peg::arena_view a_;
    std::vector<std::uint32_t> held_;  // of every node: the words of the places in it
    diagnostic wrong_{};

private:
    std::vector<pick> picks_;
    std::size_t steps_ = 0;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/form_walk.ipp>
#endif

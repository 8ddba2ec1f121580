// parlance/peg/build.hpp - making a parsing table, at run time or in a constant expression
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/char_set.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace parlance::peg {

/// Something a tag can be called by: an unsigned number or an enumeration.
template <class T>
concept tag_like = std::unsigned_integral<T> || std::is_enum_v<T> || std::same_as<T, int>;

namespace detail {

/// What hashes begin with; nobody knows it who writes tables for others.
constexpr std::uint64_t seed_of(void const* table) noexcept {
    return std::is_constant_evaluated() ? 0 : reinterpret_cast<std::uintptr_t>(table);
}

}  // namespace detail

/// Collects nodes; finish() packs what the root reaches.
///
/// Every function returns a handle that may be used any number of times.  Equal nodes share one row, sequences in
/// sequences and choices in choices are flattened, epsilon vanishes from sequences, and a repeated single character
/// becomes one node with counts; so an expression has the same table however it was written.  A mistake (a bad
/// class, an empty delimiter) is kept and reported by finish().  op in node.hpp says what each node reads.
///
///     builder b;
///     auto const call = b.sequence({b.literal("<call>"), b.cut(), b.tag(1, b.until({"</call>"})), b.literal("</call>")});
///     result<arena> const a = std::move(b).finish(b.star(b.choice({call, b.tag(2, b.until({"<call>"}))})));
class builder {
public:
    /// Whom to ask whether to stop, where a sequence or a choice has thousands of parts; finish() says then that it was cancelled.
    constexpr void stop_with(stop_token asked) noexcept { asked_ = stop_asker(asked); }
    /// Whether to go on with so many more rows, each of which takes a nanosecond or two: for who prepares thousands of parts.
    constexpr bool goes_on(std::size_t rows) {
        constexpr std::size_t of_an_asker = 8;  // whose rows take some ten
        if (asked_.next(1 + rows / of_an_asker)) {
            return true;
        }
        complain(errc::cancelled, {});
        return false;
    }

    /// Frees what it holds, with looks whether to stop in between: for who is done with it.
    constexpr void free() {
        constexpr std::size_t rows_of_a_set = 4;
        for (; !sets_.empty(); sets_.pop_back()) {
            asked_.next(rows_of_a_set);
        }
        for (; !untils_.empty(); untils_.pop_back()) {
            asked_.next(rows_of_a_set);
        }
    }

    // Leaves and combinators: each is the node of its name in op, which says what it reads.
    constexpr node_id epsilon() { return add({op::epsilon}); }
    constexpr node_id fail() { return add({op::fail}); }
    constexpr node_id start() { return add({op::start}); }
    constexpr node_id end() { return add({op::end}); }
    constexpr node_id rest() { return add({op::rest}); }
    constexpr node_id cut() { return add({op::cut}); }

    /// An empty text is epsilon.
    constexpr node_id literal(std::string_view text);
    /// One character of the class, or `least` to `most` of them.
    constexpr node_id chars(char_set const& set, std::uint32_t least = 1, std::uint32_t most = 1);
    /// The class as in char_set::parse.
    constexpr node_id chars(std::string_view spec, std::uint32_t least = 1, std::uint32_t most = 1);
    constexpr node_id any() { return chars(char_set::any()); }
    /// Any run of " \t\n\v\f\r", none included.
    constexpr node_id space() { return chars("\\x09-\\x0d ", 0, unbounded); }
    /// The same to a parser; a grammar writes none.
    constexpr node_id optional_space() { return refine(space(), epsilon()); }
    /// Text in <...> or [...], the brackets included; none of the closing one inside.
    constexpr node_id marker();
    /// All before the first of the delimiters, which stays unread.  No delimiters at all: rest().
    constexpr node_id until(std::span<std::string_view const> delimiters);
    constexpr node_id until(std::initializer_list<std::string_view> delimiters) {
        return until(std::span<std::string_view const>(delimiters.begin(), delimiters.size()));
    }

    constexpr node_id sequence(std::span<node_id const> parts) { return several(op::sequence, parts); }
    constexpr node_id sequence(std::initializer_list<node_id> parts) {
        return several(op::sequence, {parts.begin(), parts.size()});
    }
    constexpr node_id choice(std::span<node_id const> parts) { return several(op::choice, parts); }
    constexpr node_id choice(std::initializer_list<node_id> parts) {
        return several(op::choice, {parts.begin(), parts.size()});
    }
    /// One of several texts, the longest that fits: none hides another that it begins.
    constexpr node_id one_of(std::span<std::string_view const> texts);
    constexpr node_id one_of(std::initializer_list<std::string_view> texts) {
        return one_of(std::span<std::string_view const>(texts.begin(), texts.size()));
    }

    /// `e` as often as it succeeds, `least` to `most` times; greedy, and never taken back.
    constexpr node_id repeat(node_id e, std::uint32_t least, std::uint32_t most = unbounded);
    constexpr node_id optional(node_id e) { return repeat(e, 0, 1); }
    constexpr node_id star(node_id e) { return repeat(e, 0); }
    constexpr node_id plus(node_id e) { return repeat(e, 1); }
    /// Ford's and-predicate, & in the notation.
    constexpr node_id look(node_id e) { return add({op::look, e}); }
    /// Ford's not-predicate, ! in the notation.
    constexpr node_id reject(node_id e) { return add({op::reject, e}); }
    constexpr node_id atomic(node_id e) { return add({op::atomic, e}); }
    template <tag_like Tag>
    constexpr node_id tag(Tag id, node_id e) {
        return add({op::tag, e, static_cast<tag_id>(id)});
    }
    /// A name for people: print shows it and parse reads it.
    template <tag_like Tag>
    constexpr void name_tag(Tag id, std::string_view name) {
        tags_.push_back({static_cast<tag_id>(id), store(name)});
    }
    /// none when no tag has this name.
    [[nodiscard]] constexpr tag_id tag_named(std::string_view name) const noexcept {
        for (tag_name const& t : tags_) {
            if (str(t.name) == name) {
                return t.id;
            }
        }
        return none;
    }

    /// A rule that can be referred to before it is defined.  The same name again is the same rule.
    constexpr rule_id declare(std::string_view name);
    /// A second definition is an error, unless it is the same.
    constexpr void define(rule_id rule, node_id e);
    constexpr node_id ref(rule_id rule) { return add({op::ref, rule}); }
    /// Declares, defines and refers.
    constexpr node_id rule(std::string_view name, node_id e) {
        rule_id const r = declare(name);
        define(r, e);
        return ref(r);
    }
    /// The same, but that it is made only where no rule of this name is defined yet.
    template <std::invocable Make>
    constexpr node_id rule(std::string_view name, Make const& make) {
        rule_id const r = declare(name);
        if (!defined(r)) {
            define(r, make());
        }
        return ref(r);
    }
    /// none when no rule of this name has been declared.
    [[nodiscard]] constexpr rule_id rule_named(std::string_view name) const noexcept;
    [[nodiscard]] constexpr bool defined(rule_id rule) const noexcept { return rules_[rule].root != none; }

    /// Reads `e`; where that fails and nothing else is left to try, `handler` from where the failing leaf began.
    constexpr node_id recover(node_id e, node_id handler) { return add({op::recover, e, handler}); }
    /// Reads `wide`, writes `narrow`: a parser is generous, a grammar made from the same table is strict.
    constexpr node_id refine(node_id wide, node_id narrow) {
        return wide == narrow ? wide : add({op::refine, wide, narrow});
    }
    // Read `e`; a grammar writes the caller's schema, the token or the GBNF expression instead.
    constexpr node_id schema(std::uint32_t index, node_id e) { return add({op::schema, e, index}); }
    constexpr node_id token(std::uint32_t id, node_id e) { return add({op::token, e, id}); }
    constexpr node_id gbnf(std::string_view text, node_id e) {
        text_ref const t = intern(text);
        return add({op::gbnf, e, t.offset, t.length});
    }

    // JSON and Python values: rules of this table, made on first use.  peg/detail/values.hpp says what they read.  A rule
    // of the same name (json-string for json_string) that was defined before is used instead.
    constexpr node_id json_value();
    constexpr node_id json_object();
    constexpr node_id json_array();
    constexpr node_id json_string();
    constexpr node_id json_string_content();
    constexpr node_id json_number();
    constexpr node_id json_literal();
    /// The body of a string in other quotes, up to the quote: like json_string_content().
    constexpr node_id string_content(char quote);
    /// `"key" : value` with the given value.
    constexpr node_id json_member(std::string_view key, node_id value);
    /// `"key" : value` with any key.
    constexpr node_id json_member();
    /// White space that JSON allows; a grammar writes none.
    constexpr node_id json_space();
    constexpr node_id python_value();
    constexpr node_id python_dict();
    constexpr node_id python_list();
    constexpr node_id python_string();
    constexpr node_id python_literal();

    /// The packed table: only what the root reaches, children before parents, rules in the order of first use.
    /// Leaves the builder as it was.  Linear.
    /// errors: those of char_set::parse, unterminated_literal (empty delimiter), invalid_repetition, duplicate_rule,
    /// undefined_reference, left_recursion (hint: the cycle), too_many_elements, cancelled.
    template <class Bounds = limits>
    [[nodiscard]] constexpr result<arena> finish(node_id root, Bounds const& = {}) const;

private:
    template <class Builder>
    friend class packer;

    /// A class that was read: the same few stand in many places.
    struct read_class {
        text_ref spec;
        std::uint32_t set = 0;
    };

    /// Room for so many more rows, at least `growth` times as many as there are; a long array moves with looks in between.
    template <class T>
    constexpr void make_room(std::vector<T>& rows, std::size_t more, std::size_t growth = 2);
    constexpr node_id add(node const& n);
    /// Of a set among sets_, to which it is added when it is new.
    constexpr std::uint32_t number_of(char_set const& set);
    constexpr node_id counted(std::uint32_t set, std::uint32_t least, std::uint32_t most);
    constexpr node_id several(op kind, std::span<node_id const> parts);
    constexpr void define_once(rule_id rule, node_id e) {
        if (!defined(rule)) {
            define(rule, e);
        }
    }
    constexpr node_id listed(std::string_view open, node_id item, node_id comma, std::string_view close);
    constexpr text_ref store(std::string_view text);
    constexpr text_ref intern(std::string_view text);
    constexpr std::string_view str(text_ref t) const noexcept { return {text_.data() + t.offset, t.length}; }
    constexpr void complain(errc code, std::string_view where, std::size_t at = 0) {
        if (wrong_.code == errc::none) {
            wrong_ = diagnose(code, where, at, where.size() - at, where);
        }
    }
    constexpr std::uint64_t hash_of(node const& n);
    constexpr bool same(node const& x, node const& y) const noexcept;
    constexpr std::span<node_id const> parts_of(node const& n) const noexcept {
        return {children_.data() + n.a, n.b};
    }

    std::vector<node> nodes_;
    std::vector<node_id> children_;
    std::vector<char> text_;
    std::vector<text_ref> texts_;  // interned
    std::vector<char_set> sets_;
    std::vector<read_class> classes_;
    std::vector<std::vector<text_ref>> untils_;
    std::vector<rule_row> rules_;
    std::vector<tag_name> tags_;
    std::vector<std::uint32_t> node_table_;
    std::vector<std::uint32_t> text_table_;
    std::vector<std::uint32_t> rule_table_;
    std::vector<std::uint32_t> set_table_;  // of many
    std::uint64_t seed_ = detail::seed_of(this);
    diagnostic wrong_{};
    stop_asker asked_{};
};

}  // namespace parlance::peg

#include <parlance/peg/detail/builder.hpp>
#include <parlance/peg/detail/pack.hpp>
#include <parlance/peg/detail/values.hpp>

// parlance/rtn/detail/regex_syntax.hpp - reads a regular expression into a tree
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/regex_set.hpp>
#include <parlance/rtn/detail/regex_text.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// ECMA-262 without flags, with the extensions that other dialects' users write where they mean the same.
class regex_parser {
public:
    static constexpr std::size_t deepest = 200;

    regex_parser(std::string_view text, work& spent) : source_(text), spent_(spent) {}
    regex_parser(regex_parser const&) = delete;
    regex_parser& operator=(regex_parser const&) = delete;

    /// Errors: not_lowerable, invalid_utf8, and those of the meter.
    [[nodiscard]] PARLANCE_DECL result<regex_tree> parse();
    /// What was read of a text that is none.
    [[nodiscard]] regex_tree& read() noexcept { return tree_; }

private:
    using kind = regex_node::kind;

    /// Whether the text is UTF-8.
    [[nodiscard]] PARLANCE_DECL result<void> check_text();

    PARLANCE_DECL std::uint32_t add(regex_node n);
    std::uint32_t leaf(kind k) { return add({k}); }
    PARLANCE_DECL std::uint32_t refuse(std::string_view why);

    /// A group that is being read: nested ones stand in a list, not on the stack.
    struct open_group {
        vec<std::uint32_t> alternatives{};
        vec<std::uint32_t> terms{};
        bool look = false;
        bool behind = false;
        bool negative = false;
        bool ignore_case = false;  // outside of it, as any_line: what flags inside change ends with it
        bool any_line = false;
        bool each_line = false;
    };

    /// What has been read of a group becomes one node.
    PARLANCE_DECL void end_alternative(open_group& g);
    PARLANCE_DECL std::uint32_t end_group(open_group g);

    /// `inner` with the repetition behind it, if there is one.
    PARLANCE_DECL std::uint32_t quantified(std::uint32_t inner);

    /// {n}, {n,} or {n,m}; anything else is a literal brace.
    PARLANCE_DECL bool braces(regex_node& n) noexcept;

    PARLANCE_DECL std::uint32_t atom();
    /// An assertion other than '^': inside of a look-behind there may be none.
    PARLANCE_DECL std::uint32_t assertion(regex_node n);
    PARLANCE_DECL std::uint32_t begin();
    /// Where no character but one that ends a line stands before, or behind.
    PARLANCE_DECL std::uint32_t end_of_line(kind looks);
    PARLANCE_DECL std::uint32_t set_of(vec<code_points> set);
    PARLANCE_DECL std::uint32_t one(char32_t c);

    /// What stands behind '(' of a group; nothing where it only sets flags for what follows.
    PARLANCE_DECL maybe<open_group> group();
    /// (?i), (?s-i: and their like, behind the question mark; false where they are none.
    PARLANCE_DECL bool flags();

    PARLANCE_DECL std::uint32_t char_class();
    PARLANCE_DECL std::uint32_t escape();

    std::string_view source_;
    work& spent_;
    regex_text text_{source_};
    regex_set sets_{text_, spent_};
    std::size_t ahead_ = 0;   // open groups that look ahead
    std::size_t behind_ = 0;  // and behind
    bool any_line_ = false;   // (?s): the dot is every code point
    bool each_line_ = false;  // (?m): '^' and '$' are ends of a line
    regex_tree tree_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/regex_syntax.ipp>
#endif

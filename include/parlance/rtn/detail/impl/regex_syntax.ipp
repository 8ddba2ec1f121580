// parlance/rtn/detail/impl/regex_syntax.ipp - definitions of what parlance/rtn/detail/regex_syntax.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/regex_syntax.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/regex_set.hpp>
#include <parlance/rtn/detail/regex_text.hpp>
#include <parlance/rtn/detail/regex_tree.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

result<void> regex_parser::check_text() {
    constexpr std::size_t at_once = 4096;
    for (std::size_t at = 0; at < source_.size();) {
        std::size_t end = (std::min)(source_.size(), at + at_once);
        for (int i = 0; i < 3 && end < source_.size() && (source_[end] & 0xC0) == 0x80; ++i) {
            --end;  // so that no code point is cut
        }
        if (!spent_.spend(2 * (end - at))) {
            return spent_.error("a regular expression");
        }
        if (!utf8::is_valid(source_.substr(at, end - at))) {
            return diagnostic{errc::invalid_utf8, {}, 0, "regular expression"};
        }
        at = end;
    }
    return {};
}

result<regex_tree> regex_parser::parse() {
    if (auto const r = check_text(); !r) {
        return r.error();
    }
    constexpr std::uint64_t steps_of_a_term = 100;
    vec<open_group> open(1);
    while (text_.more()) {
        if (!spent_.spend(steps_of_a_term)) {
            return spent_.error("a regular expression");
        }
        if (text_.take("|")) {
            end_alternative(open.back());
        } else if (text_.take("(")) {
            if (maybe<open_group> begun = group()) {
                ahead_ += begun->look;
                behind_ += begun->behind;
                open.push_back(*std::move(begun));
            }
            if (open.size() > deepest) {
                refuse("nested too deeply");
            }
        } else if (text_.peek() != ')') {
            std::uint32_t const read = atom();
            if (spent_.why() != errc::none) {
                break;  // it may be no node
            }
            open.back().terms.push_back(text_.good() ? quantified(read) : read);
        } else if (open.size() == 1) {
            refuse("unmatched ')'");
        } else {
            text_.skip(1);
            sets_.ignore_case = open.back().ignore_case;
            any_line_ = open.back().any_line;
            each_line_ = open.back().each_line;
            ahead_ -= open.back().look;
            behind_ -= open.back().behind;
            std::uint32_t const inner = end_group(std::move(open.back()));
            open.pop_back();
            open.back().terms.push_back(quantified(inner));
        }
    }
    if (text_.good() && open.size() > 1) {
        refuse("a group is never closed");
    }
    if (spent_.why() != errc::none) {
        return spent_.error("a regular expression");
    }
    if (!text_.good()) {
        return text_.wrong();
    }
    tree_.root = end_group(std::move(open.back()));
    return std::move(tree_);
}

std::uint32_t regex_parser::add(regex_node n) {
    tree_.looks = tree_.looks || n.is == kind::look || n.is == kind::behind || n.is == kind::boundary;
    tree_.nodes.push_back(std::move(n));
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
}

std::uint32_t regex_parser::refuse(std::string_view why) {
    text_.refuse(why);
    return 0;
}

void regex_parser::end_alternative(open_group& g) {
    if (g.terms.size() == 1) {
        g.alternatives.push_back(g.terms.front());
    } else {
        regex_node n{g.terms.empty() ? kind::empty : kind::sequence};
        n.children = std::move(g.terms);
        g.alternatives.push_back(add(std::move(n)));
    }
    g.terms.clear();
}

std::uint32_t regex_parser::end_group(open_group g) {
    end_alternative(g);
    std::uint32_t inner = g.alternatives.front();
    if (g.alternatives.size() > 1) {
        regex_node n{kind::choice};
        n.children = std::move(g.alternatives);
        inner = add(std::move(n));
    }
    if (!g.look && !g.behind) {
        return inner;
    }
    regex_node n{g.look ? kind::look : kind::behind};
    n.children.push_back(inner);
    n.negative = g.negative;
    return assertion(std::move(n));
}

std::uint32_t regex_parser::assertion(regex_node n) {
    return behind_ > 0 ? refuse("an assertion inside of a look-behind") : add(std::move(n));
}

std::uint32_t regex_parser::quantified(std::uint32_t inner) {
    regex_node n{kind::repeat};
    n.most = unbounded;
    if (text_.take("*")) {
    } else if (text_.take("+")) {
        n.least = 1;
    } else if (text_.take("?")) {
        n.most = 1;
    } else if (text_.peek() != '{' || !braces(n)) {
        return inner;
    }
    if (n.most < n.least) {
        return refuse("a repetition that ends before it begins");
    }
    text_.take("?");
    if (text_.peek() == '+') {
        return refuse("possessive repetition");
    }
    kind const what = tree_.nodes[inner].is;
    if (what == kind::begin || what == kind::end || what == kind::look || what == kind::behind ||
        what == kind::boundary) {
        return refuse("a repeated assertion");
    }
    n.children.push_back(inner);
    return add(std::move(n));
}

bool regex_parser::braces(regex_node& n) noexcept {
    std::size_t ahead = 1;
    auto const number = [&](std::uint32_t& to) {
        std::size_t const first = ahead;
        std::uint64_t value = 0;
        for (char c = text_.peek(ahead); ascii::is_digit(c); c = text_.peek(++ahead)) {
            value =
                (std::min<std::uint64_t>)(value * 10 + static_cast<std::uint64_t>(c - '0'), 1'000'000'000);
        }
        to = static_cast<std::uint32_t>(value);
        return ahead > first;
    };
    if (!number(n.least)) {
        return false;
    }
    n.most = n.least;
    if (text_.peek(ahead) == ',') {
        ++ahead;
        n.bound_at = static_cast<std::uint32_t>(text_.at() + ahead);
        if (!number(n.most)) {
            n.most = unbounded;
        }
        n.bound_end = static_cast<std::uint32_t>(text_.at() + ahead);
    }
    if (text_.peek(ahead) != '}') {
        return false;
    }
    text_.skip(ahead + 1);
    return true;
}

/// The code points that end no line.
[[nodiscard]] inline vec<code_points> in_line() {
    return complement(vec<code_points>{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}});
}

std::uint32_t regex_parser::atom() {
    switch (text_.peek()) {
    case '^': text_.skip(1); return each_line_ ? end_of_line(kind::behind) : begin();
    case '$': text_.skip(1); return each_line_ ? end_of_line(kind::look) : assertion({kind::end});
    case '.':
        text_.skip(1);
        if (any_line_) {
            return set_of(complement(vec<code_points>{}));
        }
        return set_of(in_line());
    case '[': text_.skip(1); return char_class();
    case '\\': return escape();
    case '*':
    case '+':
    case '?': return refuse("nothing to repeat");
    default: return one(text_.code_point());
    }
}

std::uint32_t regex_parser::end_of_line(kind looks) {
    regex_node n{looks};
    n.children.push_back(set_of(in_line()));
    n.negative = true;
    return assertion(std::move(n));
}

std::uint32_t regex_parser::begin() {
    tree_.begins_ahead = tree_.begins_ahead || ahead_ > 0;
    return leaf(kind::begin);
}

std::uint32_t regex_parser::set_of(vec<code_points> set) {
    constexpr std::uint64_t steps_of_a_range = 12;
    regex_node n{kind::set};
    if (!spent_.spend(steps_of_a_range * set.size())) {
        return 0;
    }
    metered_stop const stop(spent_);
    stop_asker asked(stop);
    n.set = normalized(set, asked);
    return add(std::move(n));
}

std::uint32_t regex_parser::one(char32_t c) {
    vec<code_points> set;
    return sets_.one(c, set) ? set_of(std::move(set)) : 0;
}

bool regex_parser::flags() {
    bool on = true;
    while (text_.good()) {
        char const c = text_.peek();
        if (c == ')' || c == ':') {
            return true;
        }
        if (c == 'i') {
            sets_.ignore_case = on;
        } else if (c == 's') {
            any_line_ = on;
        } else if (c == 'm') {
            each_line_ = on;
        } else if (c != '-' && c != 'u') {  // texts are Unicode anyway
            return text_.refuse(c == 'x' || c == 'a' || c == 'L' ? "a flag" : "a group of this kind");
        }
        on = on && c != '-';
        text_.skip(1);
    }
    return false;
}

maybe<regex_parser::open_group> regex_parser::group() {
    open_group out{{}, {}, false, false, false, sets_.ignore_case, any_line_, each_line_};
    if (!text_.take("?")) {
        return out;
    }
    out.negative = text_.peek() == '!' || (text_.peek() == '<' && text_.peek(1) == '!');
    if (text_.take("=") || text_.take("!")) {
        out.look = true;
    } else if (text_.take("<=") || text_.take("<!")) {
        out.behind = true;
    } else if (text_.take("P<") || text_.take("<")) {
        std::size_t const end = text_.find('>');
        if (end == std::string_view::npos) {
            refuse("a group's name is never closed");
        } else {
            text_.go(end + 1);
        }
    } else if (!text_.take(":") && flags()) {
        bool const whole = text_.peek() == ')';
        text_.skip(1);
        if (whole) {
            return {};
        }
    }
    return out;
}

std::uint32_t regex_parser::char_class() {
    vec<code_points> set;
    return sets_.char_class(set) ? set_of(std::move(set)) : 0;
}

std::uint32_t regex_parser::escape() {
    char const c = text_.peek(1);
    if (c == 'b' || c == 'B') {
        text_.skip(2);
        tree_.boundaries = true;
        regex_node n{kind::boundary};
        n.negative = c == 'B';
        return assertion(std::move(n));
    }
    if (c == 'A' || c == 'Z' || c == 'z') {  // as Python and others write the ends
        text_.skip(2);
        return c == 'A' ? begin() : assertion({kind::end});
    }
    if ((c >= '1' && c <= '9') || c == 'k') {
        return refuse("a backreference");
    }
    vec<code_points> set;
    if (!sets_.escape(set)) {
        return 0;
    }
    bool const single = set.size() == 1 && set.front().low == set.front().high;
    return single ? one(set.front().low) : set_of(std::move(set));
}

}  // namespace parlance::rtn::detail

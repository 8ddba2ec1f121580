// test/peg/agree.hpp - one expression, read by X3 and read as a table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/lower.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace agree {

using namespace parlance::peg;

/// Where the expression ends on `text`, or none.
template <class Parser>
std::size_t by_x3(Parser const& p, std::string_view text) {
    auto first = text.begin();
    try {
        return x3::parse(first, text.end(), p) ? static_cast<std::size_t>(first - text.begin()) : none;
    } catch (x3::expectation_failure<std::string_view::iterator> const&) {
        return none;
    }
}
inline std::size_t by_table(arena_view table, std::string_view text) {
    outcome const o = match(table, text);
    return o.complete() ? o.end : none;
}

/// Texts over an alphabet up to a length, shortest first.
inline std::vector<std::string> all_texts(std::string_view alphabet, std::size_t longest) {
    std::vector<std::string> out{""};
    for (std::size_t i = 0; i < out.size() && out[i].size() < longest; ++i) {
        for (char const c : alphabet) {
            out.push_back(out[i] + c);
        }
    }
    return out;
}

/// The first text on which X3 and the table of Expression differ, or what X3 makes of it and of Equal; empty when
/// there is none.
template <auto const& Expression, class Equal>
std::string first_difference(Equal const& equal, std::string_view alphabet, std::size_t longest) {
    static constexpr auto table = lower<Expression>();
    for (std::string const& text : all_texts(alphabet, longest)) {
        std::size_t const expected = by_x3(equal, text);
        if (by_x3(Expression, text) != expected) {
            return "as X3 on '" + text + "'";
        }
        if (by_table(table, text) != expected) {
            return "as a table on '" + text + "'";
        }
    }
    return {};
}
template <auto const& Expression>
std::string first_difference(std::string_view alphabet, std::size_t longest) {
    return first_difference<Expression>(Expression, alphabet, longest);
}

}  // namespace agree

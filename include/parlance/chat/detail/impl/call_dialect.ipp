// parlance/chat/detail/impl/call_dialect.ipp - definitions of what parlance/chat/detail/call_dialect.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

std::string quoted_content(std::string_view text) {
    std::string const quoted = json::dump(boost::json::value(text));
    return quoted.substr(1, quoted.size() - 2);
}

peg::node_id dialect_builder::until(std::vector<std::string> const& ends) {
    std::vector<std::string_view> const views(ends.begin(), ends.end());
    return b_->until(views);
}

peg::node_id dialect_builder::known_names(bool quoted) {
    std::vector<std::string> names;
    for (tool const& t : d_.tools) {
        names.push_back(quoted ? quoted_content(t.name) : t.name);
    }
    std::vector<std::string_view> const views(names.begin(), names.end());
    return names.empty() ? b_->fail() : b_->one_of(views);
}

peg::node_id dialect_builder::noted_content(notation const& n, std::string_view never) {
    auto const content = b_->declare("noted-" + std::to_string(d_.index));
    std::vector<peg::node_id> all;
    if (!n.quote.empty()) {
        all.push_back(b_->sequence({b_->literal(n.quote), b_->until({n.quote}), b_->literal(n.quote)}));
    }
    auto const string = [&](std::string_view quote, std::string_view other) {
        return b_->sequence(
            {b_->literal(quote),
             b_->star(b_->choice({b_->sequence({b_->literal("\\"), b_->any()}), b_->chars(other)})),
             b_->literal(quote)});
    };
    all.push_back(string("\"", "^\\\"\\\\"));
    if (n.python) {
        all.push_back(string("'", "^'\\\\"));
    }
    for (auto const* pair : {"{}", "[]", "()"}) {
        all.push_back(b_->sequence({b_->literal(std::string_view(pair, 1)), b_->ref(content),
                                    b_->literal(std::string_view(pair + 1, 1))}));
    }
    std::string const brackets = n.python ? "^{}[\\]()\\\"'" : "^{}[\\]()\\\"";
    std::vector<peg::node_id> inside = all;
    inside.push_back(b_->chars(brackets));
    b_->define(content, b_->star(b_->choice(inside)));
    if (never.empty()) {
        return b_->ref(content);
    }
    all.push_back(b_->chars(brackets + std::string(never)));
    return b_->star(b_->choice(all));
}

}  // namespace parlance::chat::detail

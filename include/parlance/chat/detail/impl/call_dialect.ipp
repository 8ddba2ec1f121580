// parlance/chat/detail/impl/call_dialect.ipp - definitions of what parlance/chat/detail/call_dialect.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/string.hpp>
#include <span>

namespace parlance::chat::detail {

std::string quoted_content(std::string_view text) {
    std::string const quoted = json::dump(boost::json::value(text));
    return quoted.substr(1, quoted.size() - 2);
}

peg::node_id dialect_builder::any_of(std::vector<peg::node_id> const& ways) {
    return ways.size() == 1 ? ways.front() : b_->choice(ways);
}

peg::node_id dialect_builder::spaced(std::string_view written) {
    return m_.written(written, d_.format->mode() == tool_mode::json_native || is_json_text(written));
}

peg::node_id dialect_builder::slot(schema_slot s, peg::node_id read) {
    d_.written->slots->push_back(std::move(s));
    return b_->schema(static_cast<std::uint32_t>(d_.written->slots->size() - 1), read);
}

std::vector<std::string> dialect_builder::call_ends() const {
    std::vector<std::string> out;
    for (std::string const* text : {&d_.format->calls.item_close, &d_.format->calls.close}) {
        if (auto const core = first_line(split(*text).core); !core.empty()) {
            out.emplace_back(core);
        }
    }
    return out;
}

peg::node_id dialect_builder::known_names(bool quoted) {
    std::vector<std::string> names;
    for (tool const& t : d_.tools) {
        names.push_back(quoted ? quoted_content(t.name) : t.name);
    }
    return m_.one_of(names);
}

}  // namespace parlance::chat::detail

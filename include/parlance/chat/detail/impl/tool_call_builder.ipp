// parlance/chat/detail/impl/tool_call_builder.ipp - definitions of what parlance/chat/detail/tool_call_builder.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/tool_call_builder.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

void tool_call_builder::add(peg::node_id same) {
    std::string const name = rule_name("markup-" + std::to_string(parts_.size()));
    parts_.push_back({piece::kind::text, b_->rule(name, same)});
}

void tool_call_builder::add(piece::kind what) {
    peg::node_id const same = what == piece::kind::id      ? id(*b_)
                              : what == piece::kind::index ? b_->chars("0-9", 1, 3)
                                                           : b_->epsilon();
    parts_.push_back({what, same});
}

peg::node_id tool_call_builder::any() {
    std::vector<peg::node_id> all;
    each([&](std::size_t, peg::node_id one) { all.push_back(one); });
    return all.empty() ? b_->fail() : b_->rule(rule_name("call"), b_->choice(all));
}

std::string tool_call_builder::name(std::size_t tool) const {
    std::string const& own = d_.tools[tool].name;
    return d_.format->mode() == tool_mode::json_native ? quoted_content(own) : own;
}

peg::node_id tool_call_builder::arguments(std::size_t tool, bool encoded) {
    notation const& n = d_.format->written;
    if (!d_.format->values.empty()) {
        return arguments_.arguments_of(tool);
    }
    if (encoded) {
        schema_slot whole{tool, {}, {}, {}, {}};
        whole.encoded = true;
        return b_->sequence(
            {b_->literal("\""), slot(std::move(whole), b_->json_string_content()), b_->literal("\"")});
    }
    if (n == notation{}) {
        return slot({tool, {}, {}, {}, {}}, b_->json_object());
    }
    return b_->sequence({text(n.open), notation_.members(tool), text(n.close)});
}

}  // namespace parlance::chat::detail

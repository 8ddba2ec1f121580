// parlance/chat/detail/impl/argument_tolerance.ipp - definitions of what parlance/chat/detail/argument_tolerance.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/text/ordered_map.hpp>
#include <cstdint>

namespace parlance::chat::detail {

std::string next_argument(tool_format const& t) {
    list_shape const& a = t.arguments;
    auto const open = split(a.item_open);
    bool const told = !t.values.empty() && open.core.starts_with('<') && !split(a.item_close).core.empty() &&
                      key_again(t).empty() && open.after.empty();
    if (!told) {
        return {};
    }
    std::string const gap = std::string(split(a.item_close).after) + a.separator + std::string(open.before) +
                            std::string(split(a.open).after);
    return std::string(gap.find('\n') == std::string::npos ? "" : "\n").append(open.core);
}

std::vector<std::string> next_arguments(tool_format const& t, std::span<tool const> tools) {
    std::string const front = next_argument(t);
    ordered_map<std::string, bool> keys;
    for (tool const& each : front.empty() ? tools.first(0) : tools) {
        auto const* all = properties_of(each.parameters);
        if (all == nullptr) {
            continue;
        }
        for (auto const& property : *all) {
            if (!property.key().empty() && property.key().size() <= longest_next_argument) {
                keys.try_emplace(std::string(property.key()), true);
            }
        }
    }
    std::string const close(first_line(split(key_close(t)).core));
    std::vector<std::string> out;
    for (auto const& each : keys) {
        out.push_back(front + each.first + close);
    }
    return out;
}

std::optional<notation> bare_values(tool_format const& t) {
    auto const quote = split(t.arguments.item_close).core;
    auto const close = split(key_close(t)).core;
    bool const quoted = !t.values.empty() && marker_length(quote) == quote.size() &&
                        !quote.starts_with("</") && close.size() > quote.size() && close.ends_with(quote) &&
                        marker_length(close) == 0 && t.arguments.item_open.empty() &&
                        !has(t.values.back(), piece::kind::type);
    if (quote.empty() || !quoted) {
        return std::nullopt;
    }
    notation out;
    out.key_close = close.substr(0, close.size() - quote.size());
    out.quote = quote;
    out.bare_keys = true;
    return out;
}

std::optional<peg::node_id> other_attributes(peg::builder& b, std::string_view close) {
    auto const core = split(close).core;
    bool const quoted = core.starts_with("\">");
    if (!quoted && !core.starts_with('>')) {
        return std::nullopt;
    }
    constexpr std::uint32_t longest = 64;
    peg::node_id const blank = b.chars(blanks, 1, longest);
    peg::node_id const name = b.sequence({b.chars("a-zA-Z_:-", 1, longest), b.literal("=\"")});
    peg::node_id const value = b.chars("^\\\"<>\\n", 0, longest);
    peg::node_id const quote = b.literal("\"");
    // Of the last one the dialect's own quote is left.
    return b.star(quoted ? b.sequence({quote, blank, name, value, b.look(quote)})
                         : b.sequence({blank, name, value, quote}));
}

bool may_come_again(std::string_view closer) {
    auto const core = split(closer).core;
    return core.starts_with("</") && marker_length(core) == core.size();
}

peg::node_id stray_closers(peg::builder& b, std::string_view closer) {
    return may_come_again(closer) ? b.star(marker_builder(b).loose(split(closer).core)) : b.epsilon();
}

}  // namespace parlance::chat::detail

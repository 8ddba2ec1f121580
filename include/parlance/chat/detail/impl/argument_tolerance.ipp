// parlance/chat/detail/impl/argument_tolerance.ipp - definitions of what parlance/chat/detail/argument_tolerance.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>

namespace parlance::chat::detail {

std::string gap_behind_arguments(tool_format const& t) {
    std::string const gap = std::string(split(t.arguments.item_close).after) + t.arguments.separator +
                            std::string(split(t.arguments.item_open).before);
    return gap.find('\n') == std::string::npos ? "" : "\n";
}

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

/// Calls `take` with the name of each argument that is read so, as long as it returns true.
template <class Take>
void each_name_of_arguments(std::span<tool const> tools, Take const& take) {
    for (tool const& each : tools) {
        auto const* all = properties_of(each.parameters);
        if (all == nullptr) {
            continue;
        }
        for (auto const& property : *all) {
            std::string_view const name = property.key();
            if (!name.empty() && name.size() <= longest_next_argument && !take(name)) {
                return;
            }
        }
    }
}

std::vector<std::string_view> names_of_arguments(std::span<tool const> tools) {
    std::vector<std::string_view> names;
    each_name_of_arguments(tools, [&](std::string_view name) {
        names.push_back(name);
        return true;
    });
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
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

std::optional<kind_markup> kinds_in_text(tool_format const& t) {
    if (t.values.size() < 2 || !value_opener(t).empty()) {
        return std::nullopt;
    }
    std::string_view const one = text_in_front(t.values[0]);
    std::string_view const other = text_in_front(t.values[1]);
    auto const [here, there] = std::ranges::mismatch(one, other);
    auto at = static_cast<std::size_t>(here - one.begin());
    while (at > 0 && is_word_letter(one[at - 1])) {
        --at;
    }
    auto const behind_word = [&](std::string_view text) {
        std::size_t end = at;
        while (end < text.size() && is_word_letter(text[end])) {
            ++end;
        }
        return text.substr(end);
    };
    std::string_view const back = behind_word(one);
    std::string_view front = one.substr(0, at);
    if (one == other || back != behind_word(other) || back.size() + at == one.size()) {
        return std::nullopt;
    }
    kind_markup out{std::string(front), std::string(back), {}};
    if (front.ends_with("=\"") && back.starts_with('"') && front.rfind(' ') != std::string_view::npos) {
        out.without = std::string(front.substr(0, front.rfind(' '))).append(back.substr(1));
        return out;
    }
    std::size_t const element = front.rfind('<');
    bool const opened = element != std::string_view::npos && element > 0 &&
                        marker_length(front.substr(element)) == front.size() - element;
    std::size_t const closed = marker_length(back);
    if (!opened || closed == 0) {
        return std::nullopt;
    }
    out.without = std::string(front.substr(0, element)).append(back.substr(closed));
    return split(out.without).core.empty() ? std::nullopt : std::optional(std::move(out));
}

std::string_view last_of_markers(std::string_view close) {
    std::vector<std::string_view> const all = closers_in(close);
    auto const marker = [](std::string_view text) { return marker_length(text) == text.size(); };
    return all.size() > 1 && std::ranges::all_of(all, marker) ? all.back() : std::string_view();
}

std::string_view first_of_markers(std::string_view close) {
    std::string_view const core = split(close).core;
    return last_of_markers(close).empty() ? std::string_view() : core.substr(0, marker_length(core));
}

std::vector<std::string> argument_openers(tool_format const& t) {
    std::string const& own = t.arguments.item_open;
    constexpr std::string_view names[] = {"parameter", "param", "arg"};
    std::vector<std::string> out{own};
    for (std::string_view const name : names) {
        std::size_t const at = own.find(std::string("<").append(name)) + 1;
        std::size_t const end = at + name.size();
        bool const named = at > 0 && end < own.size() && !is_word_letter(own[end]) && key_again(t).empty();
        for (std::string_view const other : named ? std::span(names) : std::span(names, 0)) {
            out.push_back(std::string(own).replace(at, name.size(), other));
        }
    }
    // attributes: the name in quotes, which are none of it
    for (std::size_t i = 0, all = out.size(); split(own).core.starts_with('<') && i < all; ++i) {
        if (out[i].ends_with('=') && out[i].find(' ') == std::string::npos && key_again(t).empty()) {
            out.push_back(std::string(out[i]).replace(out[i].size() - 1, 1, " name="));
        }
    }
    return out;
}

/// Those that are not the dialect's own for anything.
PARLANCE_DECL std::vector<std::string> other_closers(tool_format const& t, std::string_view own,
                                                     std::span<std::string_view const> all) {
    std::vector<std::string> out;
    std::string const ends = t.arguments.item_close + t.calls.item_close + t.calls.close;
    for (std::string_view const each : all) {
        if (may_come_again(own) && ends.find(each) == std::string::npos) {
            out.emplace_back(each);
        }
    }
    return out;
}

std::vector<std::string> other_argument_closers(tool_format const& t) {
    constexpr std::string_view all[] = {"</parameter>", "</param>",     "</argument>",
                                        "</arg>",       "</arg_value>", "</arg_key>"};
    return other_closers(t, key_again(t).empty() ? std::string_view(t.arguments.item_close) : "", all);
}

std::vector<std::string> drifted_closers(tool_format const& t) {
    std::string_view const own = split(t.arguments.item_close).core;
    std::vector<std::string> out;
    if (!key_again(t).empty() || !may_come_again(own)) {
        return out;
    }
    std::vector<std::string> ends{"", "/>", "1>", "2>"};
    if (std::string const call(first_line(split(t.calls.item_close).core)); may_come_again(call)) {
        std::size_t from = call.size() - 1;
        while (is_word_letter(call[from - 1])) {
            --from;
        }
        ends.push_back(call.substr(from));
        ends.push_back("_" + call.substr(from));
    }
    for (std::string const& end : ends) {
        out.push_back(std::string(own.substr(0, own.size() - 1)).append(end));
    }
    if (std::string capital(own); ascii::is_lower(own[2])) {
        capital[2] = ascii::to_upper(capital[2]);
        out.push_back(std::move(capital));
    }
    return out;
}

std::vector<std::string> other_call_closers(tool_format const& t, std::string_view own) {
    constexpr std::string_view all[] = {"</function>",      "</invoke>", "</tool_call>",
                                        "</function_call>", "</call>",   "</tool>"};
    return other_closers(t, own, all);
}

std::vector<std::string_view> names_in_closers(std::span<tool const> tools) {
    constexpr std::size_t few = 16;
    std::vector<std::string_view> names;  // in order; of many tools only the first ones are looked at
    each_name_of_arguments(tools, [&](std::string_view name) {
        auto const at = std::ranges::lower_bound(names, name);
        if (at == names.end() || *at != name) {
            names.insert(at, name);
        }
        return names.size() <= few;
    });
    names.resize(names.size() > few ? 0 : names.size());
    return names;
}

std::vector<std::string> all_other_closers(tool_format const& t, std::span<tool const> tools) {
    std::vector<std::string> out = other_argument_closers(t);
    if (out.empty()) {
        return out;
    }
    for (std::string_view const name : names_in_closers(tools)) {
        out.push_back(std::string("</").append(name).append(">"));
    }
    std::string_view const own = split(t.arguments.item_close).core;
    out.push_back(std::string(own.substr(0, own.size() - 1)) + "=");
    return out;
}

std::vector<std::string> read_as_ends(tool_format const& t, std::span<tool const> tools) {
    std::vector<std::string> out;
    auto const add = [&](std::string_view closer, std::span<std::string const> behind) {
        for (std::string const& each : behind) {
            out.push_back(std::string(closer).append(each));
            for (std::string_view const gap : gaps_behind_closers) {
                out.push_back(std::string(closer).append(gap).append(each));
            }
        }
    };
    std::vector<std::string> behind;  // what opens a call
    for (std::string const& each : {call_opening(t), t.calls.item_open, t.calls.separator}) {
        behind.emplace_back(first_line(split(each).core));
    }
    std::erase(behind, "");
    std::vector<std::string_view> const calls = call_closers(t);
    for (std::string_view const each : calls) {
        if (marker_length(each) == each.size()) {
            add(each, behind);
        }
    }
    if (std::string const next = next_argument(t); next.starts_with('\n')) {  // on a line with the value
        bool const none = names_of_arguments(tools).empty();
        std::vector<std::string_view> names = names_in_closers(tools);
        names.resize((std::max)(names.size(), std::size_t(none ? 0 : 1)));  // of many, whatever the name is
        for (std::string_view const name : names) {
            out.push_back(next.substr(1).append(name));
        }
    }
    std::vector<std::string> const others = all_other_closers(t, tools);
    if (!others.empty()) {
        behind.insert(behind.end(), calls.begin(), calls.end());
        if (!calls.empty()) {
            behind.push_back(std::string(calls.front().substr(0, calls.front().size() - 1)) + "=");
        }
        for (std::string const& each : argument_openers(t)) {
            behind.emplace_back(split(each).core);
        }
        for (std::string const& closer : others) {
            if (closer.ends_with('=')) {
                out.push_back(closer);  // whatever the name behind it is
            } else {
                add(closer, behind);
            }
        }
    }
    std::string const gap = gap_behind_arguments(t);
    for (std::string const& closer : drifted_closers(t)) {
        for (std::string_view const each : calls) {
            out.push_back(std::string(closer).append(gap).append(each));
        }
        out.push_back(std::string(closer).append(gap).append(split(t.arguments.item_open).core));
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

peg::node_id named_call_closer(peg::builder& b, std::string_view own) {
    constexpr std::uint32_t longest = 128;
    auto const core = split(own).core;
    return may_come_again(core) ? b.sequence({b.literal(core.substr(0, core.size() - 1)), b.literal("="),
                                              b.chars("^<>\\\"' \\t\\r\\n", 1, longest), b.literal(">")})
                                : b.fail();
}

bool may_come_again(std::string_view closer) {
    auto const core = split(closer).core;
    return core.starts_with("</") && marker_length(core) == core.size();
}

peg::node_id stray_closers(peg::builder& b, std::string_view closer) {
    return may_come_again(closer) ? b.star(marker_builder(b).loose(split(closer).core)) : b.epsilon();
}

}  // namespace parlance::chat::detail

// parlance/chat/detail/impl/format_reader.ipp - definitions of what parlance/chat/detail/format_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/format_reader.hpp>
#include <parlance/chat/detail/form_walk.hpp>
#include <parlance/chat/detail/place_words.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

result<format> format_reader::read() {
    format out;
    parts calls;
    if (holds(a_.root, "channel"_place)) {
        channels(out);
    } else if (is_addressed(messages())) {
        addressed(out);
    } else {
        for (peg::node_id const n : sections(a_.root)) {
            section(n, out, calls);
        }
    }
    if (!calls.empty()) {
        do {
            tool_format t = tool(flat(calls));
            if (out.tools.mode == tool_mode::none) {
                out.tools = std::move(t);
            } else {
                out.also.push_back(std::move(t));
            }
        } while (good() && next_variant());
    }
    return good() ? result<format>(std::move(out)) : result<format>(wrong_);
}

void format_reader::section(peg::node_id n, format& out, parts& calls) {
    if (holds(n, words::call)) {
        calls.push_back(n);
    } else if (is_repeated(n) && holds(n, "reasoning"_place | "content"_place)) {
        mixture(a_.at(n).a, out);
    } else if (holds(n, "reasoning"_place)) {
        reasoning(flat({n}), out.reasoning);
    } else if (holds(n, "content"_place)) {
        parts const all = flat({n});
        auto const [before, after] = around(all, "content"_place);
        out.content.mode =
            before.empty() && after.empty() ? content_mode::plain : content_mode::always_wrapped;
        out.content.start = before;
        out.content.end = after;
    } else {
        calls.push_back(n);  // texts around a list of calls
    }
}

void format_reader::mixture(peg::node_id n, format& out) {
    if (a_.at(n).kind != peg::op::choice) {
        return fail("what is repeated is neither calls nor a choice of reasoning, content and noise");
    }
    for (peg::node_id const c : a_.children_of(a_.at(n))) {
        if (holds(c, "reasoning"_place)) {
            reasoning(flat({c}), out.reasoning);
            out.reasoning.anywhere = true;
        } else if (!is(c, "content"_place)) {
            out.content.noise.push_back(text(flat({c})));
        }
    }
}

void format_reader::reasoning(parts const& all, reasoning_format& out) {
    std::tie(out.start, out.end) = around(all, "reasoning"_place);
    out.mode = out.start.empty() ? reasoning_mode::delimiter : reasoning_mode::tag_based;
}

tool_format format_reader::tool(parts const& all) {
    tool_format out;
    list const calls = listed(all, true);
    if (calls.item.empty()) {
        fail("texts without a call");
        return out;
    }
    out.calls = calls.shape;
    out.parallel = calls.several;
    parts const inner = flat({a_.at(calls.item.front()).a});
    range const call = inner;
    auto const tagged = std::ranges::find_if(
        call, [&](peg::node_id n) { return holds(n, "key"_place) && !is(n, part::arguments); });
    if (tagged == call.end()) {
        pieces(call, out);
        bool const object = !out.call.empty() && out.call.front().is == piece::kind::text &&
                            out.call.front().text.starts_with("{");
        out.mode = object ? tool_mode::json_native : tool_mode::tag_with_json;
        return out;
    }
    out.mode = tool_mode::tag_with_tagged;
    auto split = static_cast<std::size_t>(tagged - call.begin());
    while (split > 0 && is_text(call[split - 1])) {
        --split;
    }
    pieces(call.first(split), out);
    parts written(call.begin() + static_cast<std::ptrdiff_t>(split), call.end());
    if (peg::node const& way = a_.at(*tagged); way.kind == peg::op::choice && way.b == 2) {
        // Each on its own, or all of them as one object.
        range const both = a_.children_of(way);
        std::tie(out.whole_open, out.whole_close) = around(flat({both[1]}), "arguments"_place);
        written = flat({written.begin(), written.end()});
        auto const at = std::ranges::find(written, *tagged);
        parts const each = flat({both[0]});
        written.insert(written.erase(at), each.begin(), each.end());
    }
    list const arguments = listed(written, false);
    out.arguments = arguments.shape;
    out.call.push_back({piece::kind::arguments, {}});
    argument(arguments.item, out);
    return out;
}

void format_reader::pieces(range all, tool_format& out) {
    for (peg::node_id const n : all) {
        if (is_text(n)) {
            if (out.call.empty() || out.call.back().is != piece::kind::text) {
                out.call.push_back({piece::kind::text, {}});
            }
            out.call.back().text.append(a_.literal_of(a_.at(n)));
        } else if (is(n, part::id)) {
            out.call.push_back({piece::kind::id_begin, {}});
            pieces(flat({a_.at(n).a}), out);
            out.call.push_back({piece::kind::id_end, {}});
        } else if (is(n, part::arguments)) {
            out.written = written(flat({a_.at(n).a}));
            out.call.push_back({piece::kind::arguments, {}});
        } else if (is(n, "name"_place)) {
            out.call.push_back({piece::kind::name, {}});
        } else if (is(n, "id"_place)) {
            out.call.push_back({piece::kind::id, {}});
        } else if (is(n, "ordinal"_place)) {
            out.call.push_back({piece::kind::index, {}});
        } else if (is(n, "arguments"_place)) {
            out.call.push_back({piece::kind::arguments, {}});
        } else {
            return fail("a call is made of texts, its name, id, ordinal and arguments");
        }
    }
}

void format_reader::argument(range item, tool_format& out) {
    auto const newline = [&](peg::node_id n) {
        return is_optional(n) && is_text(a_.at(n).a) && a_.literal_of(a_.at(a_.at(n).a)) == "\n";
    };
    std::string* between = &out.key_close;
    for (peg::node_id const n : item.subspan((std::min<std::size_t>)(1, item.size()))) {
        bool const again = is(n, "key"_place);
        if (between == nullptr) {
            return fail("behind an argument's key stand texts and its value, and behind that the key again");
        }
        if (is_text(n)) {
            between->append(a_.literal_of(a_.at(n)));
            continue;
        }
        if (again || is(n, "type"_place)) {
            bool const fits = again ? between == &out.key_again : between == &out.key_close;
            between = fits ? (again ? nullptr : &out.type_close) : nullptr;
            if (!fits || (again && out.key_again.empty())) {
                return fail("texts stand between an argument's key, its type, its value and its key again");
            }
            continue;
        }
        if (holds(n, words::inside)) {
            between = &out.key_again;
        }
        if (newline(n)) {
            out.lines = true;
        } else if (is(n, "text"_place)) {
            out.strings = true;
        } else if (is(n, "nested"_place)) {
            out.nested = true;
        } else if (is(n, "json-value"_place)) {
            out.quoted = true;
        } else if (is(n, "python-value"_place)) {
            out.written.python = true;
        } else if (a_.at(n).kind == peg::op::choice && a_.at(n).b == 2) {
            range const both = a_.children_of(a_.at(n));
            std::string const shared = std::exchange(out.key_close, {});
            out.key_close = shared + around(flat({both[0]}), "text"_place).first;
            out.key_close_other = shared + around(flat({both[1]}), "json-value"_place).first;
        } else if (!is(n, "value"_place)) {
            return fail("behind an argument's key stand texts and its value");
        }
    }
}

notation format_reader::written(parts const& all) {
    notation out;
    list const members = listed(all, false);
    out.open = members.shape.open;
    out.close = members.shape.close;
    std::string const quote = members.shape.item_open;
    bool const apart = trimmed(members.shape.separator) == "," && members.shape.item_close.empty();
    if (members.item.size() != 3 || !apart || (!quote.empty() && quote != "\"")) {
        fail("arguments in one piece are key and value, with commas between");
        return out;
    }
    std::string const close = text(range(members.item).subspan(1, 1));
    out.bare_keys = quote.empty();
    out.key_close = trimmed(out.bare_keys || !close.starts_with(quote) ? close : close.substr(1));
    peg::node_id value = members.item[2];
    if (a_.at(value).kind == peg::op::choice && a_.at(value).b == 2) {
        range const both = a_.children_of(a_.at(value));
        auto const marks = around(flat({both[0]}), "text"_place);
        if (marks.first != marks.second) {
            fail("a string has the same mark on both sides");
        }
        out.quote = marks.first;
        value = both[1];
    }
    out.python = is(value, "python-value"_place);
    if (!out.python && !is(value, "json-value"_place)) {
        fail("a value is JSON's or Python's");
    }
    return out;
}

std::string format_reader::trimmed(std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\n')) {
        s.remove_prefix(1);
    }
    while (!s.empty() && (s.back() == ' ' || s.back() == '\n')) {
        s.remove_suffix(1);
    }
    return std::string(s);
}

void format_reader::channels(format& out) {
    // CHANNEL (reasoning's / channel) RECIPIENT name MESSAGE content END, again behind START
    parts all;
    for (peg::node_id const n : messages()) {
        if (is_optional(n) && held_[n] != 0) {
            parts const inner = sections(a_.at(n).a);
            all.insert(all.end(), inner.begin(), inner.end());
        } else {
            all.push_back(n);
        }
    }
    channel_format& c = out.channels;
    bool const shaped = all.size() == 8 && a_.at(all[1]).kind == peg::op::choice &&
                        is(all[3], "name"_place) && is(all[5], "content"_place) && is_repeated(all[7]);
    if (!shaped) {
        return fail("channels are a list of: text, channel, text, name, text, content, end");
    }
    range const each = all;
    c.channel = text(each.first(1));
    c.recipient = text(each.subspan(2, 1));
    c.message = text(each.subspan(4, 1));
    c.start = text(range(sections(a_.at(all[7]).a)).first(1));
    range const names = a_.children_of(a_.at(all[1]));
    c.reasoning = text(names.first(1));
    c.ends = either_of(all[6]);
}

std::vector<std::string> format_reader::either_of(peg::node_id n) {
    std::vector<std::string> out;
    for (peg::node_id const one :
         a_.at(n).kind == peg::op::choice ? a_.children_of(a_.at(n)) : range{&n, 1}) {
        out.push_back(text(range{&one, 1}));
    }
    return out;
}

form_walk::parts format_reader::messages() const {
    parts out;
    for (peg::node_id const n : sections(a_.root)) {
        parts const inner = sections(n);
        out.insert(out.end(), inner.begin(), inner.end());
    }
    return out;
}

bool format_reader::is_addressed(parts const& all) const {
    peg::node const& kinds = a_.at(all.front());
    return all.size() == 3 && kinds.kind == peg::op::choice && kinds.b == 3 && is_repeated(all[2]) &&
           holds(a_.children_of(kinds)[0], "reasoning"_place) &&
           holds(a_.children_of(kinds)[1], "content"_place) && holds(a_.children_of(kinds)[2], words::call);
}

void format_reader::addressed(format& out) {
    channel_format& c = out.channels;
    parts const all = messages();
    range const kinds = a_.children_of(a_.at(all[0]));
    c.start = text(range(sections(a_.at(all[2]).a)).first(1));
    c.ends = either_of(all[1]);
    parts const spoken = sections(kinds[1]);
    parts const called = flat({kinds[2]});
    bool const shaped = spoken.size() == 3 && is_optional(spoken[0]) && is(spoken[2], "content"_place) &&
                        called.size() > 3 && is(called[1], "name"_place);
    if (!shaped) {
        return fail("content is: optional text, text, content; calls are: text, name, text, calls");
    }
    c.message = text(range(spoken).subspan(1, 1));
    c.recipient = text(range(called).first(1));
    auto const recipient = [&](std::string_view header) {
        if (!header.starts_with(c.recipient)) {
            fail("every header begins with the same text");
            return std::string();
        }
        header.remove_prefix(c.recipient.size());
        return std::string(header.substr(0, header.find(c.message)));
    };
    c.reasoning = recipient(around(flat({kinds[0]}), "reasoning"_place).first);
    peg::node_id const to_user = a_.at(spoken[0]).a;
    c.content = recipient(text(range{&to_user, 1}));
    out.tools = tool({called.begin() + 2, called.end()});
    list_shape& calls = out.tools.calls;
    std::string& front = calls.open.empty() ? calls.item_open : calls.open;
    if (!front.starts_with(c.message)) {
        return fail("the header of calls ends as the others do");
    }
    front.erase(0, c.message.size());
}

}  // namespace parlance::chat::detail

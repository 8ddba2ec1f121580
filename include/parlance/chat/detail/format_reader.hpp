// parlance/chat/detail/format_reader.hpp - from a table with places in it to the format that it describes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/form_walk.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/place_words.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Reads a table; a choice between ways to call once for every alternative.
class format_reader : form_walk {
public:
    using form_walk::form_walk;

    [[nodiscard]] result<format> read() {
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
                marks_ = 0;
                tool_format t = tool(flat(calls));
                t.sorted = is_marked(part::sorted);
                t.needs_arguments = is_marked(part::filled);
                t.fallback = is_marked(part::fallback);
                if (out.tools.mode() == tool_mode::none) {
                    out.tools = std::move(t);
                } else {
                    out.also.push_back(std::move(t));
                }
            } while (good() && next_variant());
        }
        return good() ? result<format>(std::move(out)) : result<format>(wrong_);
    }

private:
    void section(peg::node_id n, format& out, parts& calls) {
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

    /// Reasoning that may stand anywhere, content, and markers that are noise in it.
    void mixture(peg::node_id n, format& out) {
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

    void reasoning(parts const& all, reasoning_format& out) {
        std::tie(out.start, out.end) = around(all, "reasoning"_place);
        out.mode = out.start.empty() ? reasoning_mode::delimiter : reasoning_mode::tag_based;
    }

    // Calls.

    [[nodiscard]] bool is_marked(part p) const { return (marks_ >> tag(p) & 1) != 0; }

    [[nodiscard]] tool_format tool(parts all) {
        tool_format out;
        if (!all.empty() && is_optional(all.front()) && is_text(a_.at(all.front()).a)) {
            out.lead = a_.literal_of(a_.at(a_.at(all.front()).a));
            all.erase(all.begin());
        }
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
            add_pieces(call, out);
            return out;
        }
        auto split = static_cast<std::size_t>(tagged - call.begin());
        while (split > 0 && is_text(call[split - 1])) {
            --split;
        }
        add_pieces(call.first(split), out);
        parts written(call.begin() + static_cast<std::ptrdiff_t>(split), call.end());
        if (peg::node const& way = a_.at(*tagged); way.kind == peg::op::choice && way.b == 2) {
            // Each on its own, or all of them as one object.
            range const both = a_.children_of(way);
            std::tie(out.whole_open, out.whole_close) = around(flat({both[1]}), "arguments"_place);
            written = flat({written.begin(), written.end()});
            auto const at = std::ranges::find(written, *tagged);
            if (!good() || at == written.end()) {
                return out;
            }
            parts const each = flat({both[0]});
            written.insert(written.erase(at), each.begin(), each.end());
        }
        list arguments = listed(written, false);
        out.call.push_back({piece::kind::arguments, {}});
        if (!arguments.shape.close.empty()) {
            out.call.push_back({piece::kind::text, std::exchange(arguments.shape.close, {})});
        }
        out.arguments = std::move(arguments.shape);
        argument(arguments.item, out);
        return out;
    }

    /// A text or a place, as a piece; false where the node is neither.
    [[nodiscard]] bool add_piece(peg::node_id n, pieces& to) const {
        if (is_text(n)) {
            if (to.empty() || to.back().is != piece::kind::text) {
                to.push_back({piece::kind::text});
            }
            to.back().text.append(a_.literal_of(a_.at(n)));
            return true;
        }
        if (is_optional(n) && is_text(a_.at(n).a) && a_.literal_of(a_.at(a_.at(n).a)) == "\n") {
            to.push_back({piece::kind::line});
            return true;
        }
        for (int k = 0; k <= static_cast<int>(piece::kind::key); ++k) {
            auto const is_piece = static_cast<piece::kind>(k);
            if (!place_of(is_piece).empty() && is(n, word_of(place_of(is_piece)))) {
                to.push_back({is_piece});
                return true;
            }
        }
        return false;
    }

    void add_pieces(range all, tool_format& out) {
        for (peg::node_id const n : all) {
            if (is(n, part::id)) {
                out.call.push_back({piece::kind::id_begin});
                add_pieces(flat({a_.at(n).a}), out);
                out.call.push_back({piece::kind::id_end});
            } else if (is(n, part::arguments)) {
                in_one_piece(flat({a_.at(n).a}), out);
                out.call.push_back({piece::kind::arguments});
            } else if (!add_piece(n, out.call) || out.call.back().is > piece::kind::encoded) {
                return fail("a call is made of texts, its name, id, ordinal and arguments");
            }
        }
    }

    /// What stands behind an argument's key, once for each alternative in it; `way` is what has been read of it.
    void add_ways(range item, pieces way, tool_format& out) {
        for (std::size_t i = 0; i < item.size(); ++i) {
            range const rest = item.subspan(i + 1);
            if (a_.at(item[i]).kind == peg::op::choice) {
                for (peg::node_id const one : a_.children_of(a_.at(item[i]))) {
                    parts each = flat({one});
                    pieces front = way;
                    if (each.size() > 2 && is_text(each.front()) && is_text(each.back())) {
                        front.push_back({piece::kind::open, text(range(each).first(1))});
                        for (peg::node_id const n : range(each).subspan(1, each.size() - 2)) {
                            static_cast<void>(add_piece(n, front));
                        }
                        front.push_back({piece::kind::close, text(range(each).last(1))});
                        each.clear();
                    }
                    each.insert(each.end(), rest.begin(), rest.end());
                    add_ways(each, std::move(front), out);
                }
                return;
            }
            if (!add_piece(item[i], way) ||
                (way.back().is != piece::kind::text && way.back().is <= piece::kind::encoded)) {
                return fail("behind an argument's key stand texts and its value");
            }
        }
        out.values.push_back(std::move(way));
    }

    /// A tagged argument: its key, what stands behind it, and its value; then the key may come again.
    void argument(range item, tool_format& out) {
        add_ways(item.subspan((std::min<std::size_t>)(1, item.size())), {}, out);
        std::size_t bare = 0;
        for (pieces const& way : out.values) {
            auto const at = [&](piece::kind k) {
                return static_cast<std::size_t>(std::ranges::find(way, k, &piece::is) - way.begin());
            };
            std::size_t const value = value_in(way);
            std::size_t const key = at(piece::kind::key);
            bool const typed = !has(way, piece::kind::type) || (at(piece::kind::type) < value &&
                                                                !text_behind(way, piece::kind::type).empty());
            bool const named = key == way.size() || (key + 1 == way.size() && key > value + 1 &&
                                                     way[key - 1].is == piece::kind::text);
            if (value == way.size() || !typed || !named) {
                fail("texts stand between an argument's key, its type, its value and its key again");
            }
            bare += has(way, piece::kind::open) ? 0 : 1;
        }
        std::size_t const wrapped = value_opener(out).empty() ? 0 : 1;
        if (bare == 0 || bare > 2 || out.values.size() != bare + wrapped) {
            fail("a value stands in a wrapper or not, and strings and other values behind different marks");
        }
    }

    /// All arguments in one piece that is not JSON.
    void in_one_piece(parts const& all, tool_format& out) {
        list const members = listed(all, false);
        list_shape const& a = out.arguments = members.shape;
        bool const quotes = a.item_open == "\"";
        argument(members.item, out);
        if (!good()) {
            return;
        }
        bool const apart = split(a.separator).core == "," && a.item_close.empty() && !a.close.empty();
        if (!apart || (!quotes && !a.item_open.empty()) || (quotes && !key_close(out).starts_with('"'))) {
            return fail("arguments in one piece are key and value, with commas between");
        }
        piece::kind const is = kind_of_value(out.values.back());
        if (is != piece::kind::json && is != piece::kind::python) {
            return fail("a value is JSON's or Python's");
        }
        if (value_opener(out) != value_closer(out)) {
            return fail("a string has the same mark on both sides");
        }
    }

    // Messages with headers.

    void channels(format& out) {
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
    [[nodiscard]] std::vector<std::string> either_of(peg::node_id n) {
        std::vector<std::string> out;
        for (peg::node_id const one :
             a_.at(n).kind == peg::op::choice ? a_.children_of(a_.at(n)) : range{&n, 1}) {
            out.push_back(text(range{&one, 1}));
        }
        return out;
    }

    /// The parts of the first message, and what repeats it.
    [[nodiscard]] parts messages() const {
        parts out;
        for (peg::node_id const n : sections(a_.root)) {
            parts const inner = sections(n);
            out.insert(out.end(), inner.begin(), inner.end());
        }
        return out;
    }

    /// REASONING | CONTENT | CALLS, each behind its header, END, again behind START
    [[nodiscard]] bool is_addressed(parts const& all) const {
        peg::node const& kinds = a_.at(all.front());
        return all.size() == 3 && kinds.kind == peg::op::choice && kinds.b == 3 && is_repeated(all[2]) &&
               holds(a_.children_of(kinds)[0], "reasoning"_place) &&
               holds(a_.children_of(kinds)[1], "content"_place) &&
               holds(a_.children_of(kinds)[2], words::call);
    }
    void addressed(format& out) {
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
};

}  // namespace parlance::chat::detail

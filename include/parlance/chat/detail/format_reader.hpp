// parlance/chat/detail/format_reader.hpp - from a table with places in it to the format that it describes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/form.hpp>
#include <parlance/chat/detail/long_text.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Reads a table; a choice between ways to call once for every alternative.  The first complaint counts.
class format_reader : form_reader {
public:
    format_reader(peg::arena_view const& a, stop_token stop)
        : form_reader(a, stop), whole_(make_.make(a.root)) {}

    [[nodiscard]] result<format> read() {
        format out;
        range const sections = parts_of(whole_);
        parts messages;  // of the first message, and what repeats it
        for (form const& f : sections) {
            for (form const& inner : parts_of(f)) {
                if (!make_.goes_on()) {
                    break;
                }
                messages.push_back(&inner);
            }
        }
        fail(make_.wrong());
        forms calls;
        if (has(whole_, "channel"_place)) {
            channels(messages, out);
        } else if (is_addressed(messages)) {
            addressed(messages, out);
        } else {
            calls.reserve(sections.size());
            for (form const& f : sections) {
                if (make_.step()) {
                    section(f, out, calls);
                }
            }
        }
        if (!calls.empty() && good()) {
            make_.each_way(calls, [&](range way) { add_tool(way, out); });
        }
        // Where the end of a call would end the thought that it stands in, the call has ended it.
        std::string_view const end = split(out.reasoning.end).core;
        out.reasoning.calls_end = !end.empty() && split(out.tools.calls.item_close).core.ends_with(end);
        if (make_.stopped()) {
            return diagnostic{errc::cancelled};
        }
        fail(make_.wrong());
        fail(long_text_of(out).wrong.view());
        return good() ? result<format>(std::move(out)) : result<format>(wrong_);
    }

private:
    using parts = std::vector<form const*>;

    // An answer.

    void section(form const& f, format& out, forms& calls) {
        bool const told = has(f, "reasoning"_place | "content"_place);
        if (has(f, words::call) || !told) {
            calls.push_back(f);  // or a text around a list of them
        } else if (f.is_repeated()) {
            mixture(f.parts.front(), out);
        } else if (has(f, "reasoning"_place)) {
            reasoning(f, out.reasoning);
        } else {
            content_format& c = out.content;
            std::tie(c.start, c.end) = around(flat(f), "content"_place);
            c.mode = (c.start + c.end).empty() ? content_mode::plain : content_mode::always_wrapped;
        }
    }

    /// Reasoning that may stand anywhere, content, and markers that are noise in it.
    void mixture(form const& choice, format& out) {
        if (!choice.is_choice()) {
            return fail("what is repeated is neither calls nor a choice of reasoning, content and noise");
        }
        for (form const& f : choice.parts) {
            if (has(f, "reasoning"_place)) {
                reasoning(f, out.reasoning);
                out.reasoning.anywhere = true;
            } else if (!f.is_place("content"_place)) {
                out.content.noise.push_back(text(flat(f)));
            }
        }
    }

    void reasoning(form const& f, reasoning_format& out) {
        std::tie(out.start, out.end) = around(flat(f), "reasoning"_place);
        out.mode = out.start.empty() ? reasoning_mode::delimiter : reasoning_mode::tag_based;
    }

    // Calls.

    void add_tool(range way, format& out) {
        marks_ = 0;
        tool_format t = tool(flat(way));
        auto const is_marked = [&](part p) { return (marks_ >> tag(p) & 1) != 0; };
        for (auto const& [said, mark] :
             {std::pair{part::filled, piece::kind::filled}, std::pair{part::sorted, piece::kind::sorted}}) {
            if (is_marked(said)) {
                t.call.insert(std::ranges::find(t.call, piece::kind::arguments, &piece::is), {mark});
            }
        }
        t.fallback = is_marked(part::fallback);
        if (out.tools.mode() == tool_mode::none) {
            out.tools = std::move(t);
        } else {
            out.also.push_back(std::move(t));
        }
    }

    [[nodiscard]] tool_format tool(forms all) {
        tool_format out;
        if (std::string_view const lead = all.empty() ? "" : optional_text(all.front()); !lead.empty()) {
            out.lead = lead;
            all.erase(all.begin());
        }
        list const calls = listed(all, true);
        if (calls.item.empty()) {
            fail("texts without a call");
            return out;
        }
        out.calls = calls.shape;
        out.parallel = calls.several;
        forms const inner = flat(calls.item.front().parts);
        range const call = inner;
        auto const tagged = std::ranges::find_if(
            call, [&](form const& f) { return has(f, "key"_place) && !f.is_tag(part::arguments); });
        auto split = static_cast<std::size_t>(tagged - call.begin());
        while (split > 0 && split < call.size() && call[split - 1].is_text()) {
            --split;
        }
        add_pieces(call.first(split), out);
        if (tagged == call.end()) {
            return out;
        }
        forms written(call.begin() + static_cast<std::ptrdiff_t>(split), call.end());
        if (tagged->is_choice() && tagged->parts.size() == 2) {
            // Each on its own, or all of them as one object.
            std::tie(out.whole_open, out.whole_close) = around(flat(tagged->parts[1]), "arguments"_place);
            forms const each = flat(tagged->parts[0]);
            auto const at = std::ranges::find(written, *tagged);
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

    /// A text or a place, as a piece; false where the part is neither.
    [[nodiscard]] static bool add_piece(form const& f, pieces& to) {
        if (f.is_text()) {
            if (to.empty() || to.back().is != piece::kind::text) {
                to.push_back({piece::kind::text});
            }
            to.back().text += f.text;
            return true;
        }
        if (optional_text(f) == "\n") {
            to.push_back({piece::kind::line});
            return true;
        }
        for (int k = 0; k <= static_cast<int>(piece::kind::key); ++k) {
            auto const is_piece = static_cast<piece::kind>(k);
            if (!place_of(is_piece).empty() && f.is_place(word_of(place_of(is_piece)))) {
                to.push_back({is_piece});
                return true;
            }
        }
        return false;
    }

    void add_pieces(range all, tool_format& out) {
        if (out.call.empty()) {
            out.call.reserve(all.size() + 2);  // the arguments, and a text behind them
        }
        for (form const& f : all) {
            if (!make_.goes_on()) {
                return;
            }
            if (f.is_tag(part::id)) {
                out.call.push_back({piece::kind::id_begin});
                add_pieces(flat(f.parts), out);
                out.call.push_back({piece::kind::id_end});
            } else if (f.is_tag(part::arguments)) {
                in_one_piece(flat(f.parts), out);
                out.call.push_back({piece::kind::arguments});
            } else if (!add_piece(f, out.call) || out.call.back().is > piece::kind::encoded) {
                return fail("a call is made of texts, its name, id, ordinal and arguments");
            }
        }
    }

    /// What stands behind an argument's key, once for each alternative in it; `way` is what has been read of it.
    void add_ways(range item, pieces way, tool_format& out) {
        for (std::size_t i = 0; i < item.size() && make_.step(); ++i) {
            range const rest = item.subspan(i + 1);
            if (item[i].is_choice()) {
                for (form const& one : item[i].parts) {
                    if (!make_.goes_on(way.size() + rest.size())) {
                        return;
                    }
                    forms each = flat(one);
                    pieces front = way;
                    if (each.size() > 2 && each.front().is_text() && each.back().is_text()) {
                        front.push_back({piece::kind::open, std::string(each.front().text)});
                        for (form const& f : range(each).subspan(1, each.size() - 2)) {
                            static_cast<void>(add_piece(f, front));
                        }
                        front.push_back({piece::kind::close, std::string(each.back().text)});
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
        constexpr std::size_t most = 64;  // each is copied with all that stands in front
        if (out.values.size() == most) {
            return fail("there are fewer ways than these in which a value stands");
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
            bool const typed =
                !detail::has(way, piece::kind::type) ||
                (at(piece::kind::type) < value && !text_behind(way, piece::kind::type).empty());
            bool const named = key == way.size() || (key + 1 == way.size() && key > value + 1 &&
                                                     way[key - 1].is == piece::kind::text);
            if (value == way.size() || !typed || !named) {
                fail("texts stand between an argument's key, its type, its value and its key again");
            }
            bare += detail::has(way, piece::kind::open) ? 0 : 1;
        }
        std::size_t const wrapped = value_opener(out).empty() ? 0 : 1;
        if (bare == 0 || bare > 2 || out.values.size() != bare + wrapped) {
            fail("a value stands in a wrapper or not, and strings and other values behind different marks");
        }
    }

    /// All arguments in one piece that is not JSON.
    void in_one_piece(forms const& all, tool_format& out) {
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

    void channels(parts const& messages, format& out) {
        // CHANNEL (reasoning's / channel) RECIPIENT name MESSAGE content END, again behind START
        parts all;
        for (form const* const f : messages) {
            for (form const& inner :
                 f->is_optional() && f->holds != 0 ? parts_of(f->parts.front()) : range(f, 1)) {
                all.push_back(&inner);
            }
        }
        channel_format& c = out.channels;
        bool const shaped = all.size() == 8 && all[1]->is_choice() && all[3]->is_place("name"_place) &&
                            all[5]->is_place("content"_place) && all[7]->is_repeated();
        if (!shaped) {
            return fail("channels are a list of: text, channel, text, name, text, content, end");
        }
        c.channel = text(*all[0]);
        c.recipient = text(*all[2]);
        c.message = text(*all[4]);
        c.start = text(parts_of(all[7]->parts.front()).front());
        c.reasoning = text(all[1]->parts.front());
        c.ends = either_of(*all[6]);
    }
    [[nodiscard]] std::vector<std::string> either_of(form const& f) {
        std::vector<std::string> out;
        for (form const& one : f.is_choice() ? range(f.parts) : range(&f, 1)) {
            out.push_back(text(one));
        }
        return out;
    }

    /// REASONING | CONTENT | CALLS, each behind its header, END, again behind START
    [[nodiscard]] static bool is_addressed(parts const& all) {
        range const kinds = all.size() == 3 ? range(all[0]->parts) : range();
        return kinds.size() == 3 && all[0]->is_choice() && all[2]->is_repeated() &&
               has(kinds[0], "reasoning"_place) && has(kinds[1], "content"_place) &&
               has(kinds[2], words::call);
    }
    void addressed(parts const& all, format& out) {
        channel_format& c = out.channels;
        c.start = text(parts_of(all[2]->parts.front()).front());
        c.ends = either_of(*all[1]);
        range const spoken = parts_of(all[0]->parts[1]);
        forms const called = flat(all[0]->parts[2]);
        bool const shaped = spoken.size() == 3 && spoken[0].is_optional() &&
                            spoken[2].is_place("content"_place) && called.size() > 3 &&
                            called[1].is_place("name"_place);
        if (!shaped) {
            return fail("content is: optional text, text, content; calls are: text, name, text, calls");
        }
        c.message = text(spoken[1]);
        c.recipient = text(called[0]);
        auto const recipient = [&](std::string_view header) {
            if (!header.starts_with(c.recipient)) {
                fail("every header begins with the same text");
                return std::string();
            }
            header.remove_prefix(c.recipient.size());
            return std::string(header.substr(0, header.find(c.message)));
        };
        c.reasoning = recipient(around(flat(all[0]->parts[0]), "reasoning"_place).first);
        c.content = recipient(text(spoken[0].parts.front()));
        out.tools = tool({called.begin() + 2, called.end()});
        list_shape& calls = out.tools.calls;
        std::string& front = calls.open.empty() ? calls.item_open : calls.open;
        if (!front.starts_with(c.message)) {
            return fail("the header of calls ends as the others do");
        }
        front.erase(0, c.message.size());
    }

    form whole_;
};

}  // namespace parlance::chat::detail

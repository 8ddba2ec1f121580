// parlance/chat/detail/impl/call_writer.ipp - definitions of what parlance/chat/detail/call_writer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_writer.hpp>
#include <parlance/chat/detail/argument_reader.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/member_writer.hpp>
#include <parlance/chat/detail/notation_writer.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

peg::node_id call_writer::calls() {
    list_shape const& shape = format_->calls;
    if (channels_->used() && channels_->channel.empty()) {
        return addressed_calls();
    }
    std::string const opening = shape.open + shape.item_open;
    std::size_t const lead = split(opening).before.size();
    peg::node_id const call = this->call();
    // Where calls end reasoning, too, models go from one to the next without a word.
    peg::node_id const close_item =
        whole_->reasoning.calls_end ? b_->optional(marker(shape.item_close)) : marker(shape.item_close);
    peg::node_id const item = b_->sequence({marker(shape.item_open), call, close_item});
    // By the beginning calls are recognised: nothing of it is left out.
    std::string_view const head = first_line(std::string_view(opening).substr(lead));
    std::string_view const behind = std::string_view(opening).substr(lead + head.size());
    peg::node_id const seam =
        head.ends_with(']') && !behind.empty() ? b_->optional(b_->literal("\n")) : b_->epsilon();
    peg::node_id const first = b_->sequence({text(head), seam, marker(behind), call, close_item});
    peg::node_id const line = b_->optional(b_->literal("\n"));
    peg::node_id const gap =
        shape.separator.empty() && split(shape.item_open).before.empty() ? line : marker(shape.separator);
    peg::node_id const more =
        policy_->parallel && format_->parallel ? b_->star(b_->sequence({gap, item})) : b_->epsilon();
    std::vector<std::string_view> const stops(whole_->stops.begin(), whole_->stops.end());
    peg::node_id const stop = stops.empty() ? b_->epsilon() : b_->optional(b_->one_of(stops));
    peg::node_id const close =
        whole_->reasoning.calls_end ? b_->optional(marker(shape.close)) : marker(shape.close);
    return b_->sequence({first, more, close, line, stop});
}

peg::node_id call_writer::text(std::string_view written) {
    return written.empty() ? b_->epsilon() : b_->literal(written);
}

peg::node_id call_writer::marker(std::string_view written) {
    std::vector<peg::node_id> parts;
    auto const free = [](char c) {
        return std::string_view("{}[]:,\"<>|").find(c) != std::string_view::npos;
    };
    auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    bool const json = format_->mode == tool_mode::json_native || is_json_text(written);
    char before = '{';
    while (!written.empty()) {
        std::size_t const gap = (std::min)(written.find_first_of(blanks), written.size());
        before = gap > 0 ? written[gap - 1] : before;
        parts.push_back(text(written.substr(0, gap)));
        std::size_t const bracket = written.substr(0, gap).find(']', namespace_length(written));
        if (bracket != std::string_view::npos && bracket + 1 < gap) {
            parts.back() =
                b_->sequence({text(written.substr(0, bracket + 1)), b_->optional(b_->literal("\n")),
                              text(written.substr(bracket + 1, gap - bracket - 1))});
        }
        written.remove_prefix(gap);
        std::size_t const end = (std::min)(written.find_first_not_of(blanks), written.size());
        if (end > 0) {
            peg::node_id const blank = b_->literal(written.substr(0, end));
            bool const line = written.substr(0, end).find('\n') != std::string_view::npos;
            // A blank between words is one of them, and so is one beside a word in markup that is not JSON.
            bool const inside = end < written.size();
            bool const beside = !json && inside && is_letter(written[end]);
            bool const own = !line && inside && ((!free(before) && !free(written[end])) || beside);
            parts.push_back(
                own ? blank
                    : b_->optional(line ? b_->choice({blank, b_->literal("\n"), b_->literal(" ")}) : blank));
            written.remove_prefix(end);
        }
    }
    return parts.empty() ? b_->epsilon() : b_->sequence(parts);
}

peg::node_id call_writer::slot(schema_slot s, peg::node_id read) {
    slots_->push_back(std::move(s));
    return b_->schema(static_cast<std::uint32_t>(slots_->size() - 1), read);
}

peg::node_id call_writer::addressed_calls() {
    list_shape const& shape = format_->calls;
    channel_format const& c = *channels_;
    std::vector<peg::node_id> bodies;
    std::vector<peg::node_id> headed;
    for_each_tool([&](std::size_t i, peg::node_id call) {
        bodies.push_back(b_->rule(
            rules_ + "message-" + std::to_string(i),
            b_->sequence({text(split(shape.open).core), marker(split(shape.open).after),
                          marker(shape.item_open), call, marker(shape.item_close), marker(shape.close)})));
        headed.push_back(b_->sequence({text(c.recipient + name(i) + c.message), bodies.back()}));
    });
    if (bodies.empty()) {
        return messages_ = b_->fail();
    }
    peg::node_id const further = b_->sequence({text(c.ends.front()), text(c.start), b_->choice(headed)});
    peg::node_id const more = policy_->parallel && format_->parallel ? b_->star(further) : b_->epsilon();
    std::vector<std::string_view> const ends(c.ends.begin(), c.ends.end());
    peg::node_id const behind = b_->sequence({more, b_->optional(b_->one_of(ends))});
    messages_ = b_->sequence({b_->choice(headed), behind});
    return b_->sequence({b_->choice(bodies), behind});
}

peg::node_id call_writer::call() {
    std::vector<peg::node_id> all;
    for_each_tool([&](std::size_t, peg::node_id one) { all.push_back(one); });
    return all.empty() ? b_->fail() : b_->rule(rules_ + "call", b_->choice(all));
}

std::vector<peg::node_id> call_writer::markup_of_call() {
    std::vector<peg::node_id> out;
    for (piece const& p : format_->call) {
        switch (p.is) {
        case piece::kind::text:
            out.push_back(b_->rule(rules_ + "markup-" + std::to_string(out.size()), behind_name(p.text)));
            break;
        // Ids that templates accept are short and of letters and digits; nine of them satisfy all.
        case piece::kind::id: out.push_back(b_->chars("a-zA-Z0-9", 9, 9)); break;
        case piece::kind::index: out.push_back(b_->chars("0-9", 1, 3)); break;
        case piece::kind::name:
        case piece::kind::arguments:
        case piece::kind::id_begin:
        case piece::kind::id_end: out.push_back(b_->epsilon()); break;
        }
    }
    return out;
}

peg::node_id call_writer::behind_name(std::string_view written) {
    channel_format const& c = *channels_;
    if (c.channel.empty() || !written.ends_with(c.message)) {
        return marker(written);
    }
    peg::node_id const channel = b_->sequence({b_->literal(c.channel), b_->chars("a-z", 1, 16)});
    peg::node_id const kind =
        b_->sequence({b_->literal(" "), b_->optional(b_->literal(data_type_marker)), b_->literal("json")});
    return b_->sequence({b_->optional(channel), b_->optional(kind), b_->literal(c.message)});
}

std::string call_writer::name(std::size_t i) const {
    return format_->mode == tool_mode::json_native ? quoted_content(tools_[i].name) : tools_[i].name;
}

peg::node_id call_writer::arguments(std::size_t i) {
    if (format_->mode == tool_mode::tag_with_tagged) {
        return b_->sequence({text(format_->arguments.open), tagged(i)});
    }
    if (format_->encoded) {
        schema_slot whole{i, {}, {}, {}, {}};
        whole.encoded = true;
        return b_->sequence(
            {b_->literal("\""), slot(std::move(whole), b_->json_string_content()), b_->literal("\"")});
    }
    if (format_->written == notation{}) {
        return slot({i, {}, {}, {}, {}}, b_->json_object());
    }
    return b_->sequence({text(format_->written.open), notation_.members(i), text(format_->written.close)});
}

peg::node_id call_writer::tagged(std::size_t i) {
    list_shape const& a = format_->arguments;
    return properties_.each_property(
        i, a.separator, a.item_open, [&](std::string const& key, boost::json::value const& schema) {
            if (format_->nested) {
                member_writer nested(*b_, *format_, tools_, i, *slots_,
                                     rules_ + std::to_string(i) + "-" + key + "-");
                return b_->sequence({b_->literal(key), text(format_->key_close),
                                     nested.value({i, key, {}, {}, {}}, key, schema),
                                     text(closing_of(*format_, key))});
            }
            argument_markup const& markup = markup_of(key);
            bool const wraps = !format_->text_open.empty() && allowed_types(schema, root_of(i)) != 2;
            auto const one = [&](std::string_view close, raw_text raw, schema_slot at) {
                at.until = markup.ends;
                at.raw = raw;
                std::vector<peg::node_id> ways;
                if (wraps) {
                    schema_slot inside = at;
                    inside.until = {format_->text_close};
                    ways.push_back(
                        b_->sequence({b_->literal(format_->text_open), slot(std::move(inside), b_->rest()),
                                      b_->literal(format_->text_close)}));
                }
                ways.push_back(slot(std::move(at), b_->rest()));
                if (raw != raw_text::only) {
                    open_.add(schema, ways);
                }
                bool const line = format_->lines && split(close).after.empty();
                return b_->sequence({b_->literal(key + std::string(close)),
                                     line ? b_->optional(b_->literal("\n")) : b_->epsilon(), any_of(ways),
                                     markup.end});
            };
            schema_slot const whole{i, key, {}, {}, {}};
            if (!format_->type_close.empty()) {
                return typed(whole, schema, one);
            }
            if (format_->quoted) {
                return one(format_->key_close, raw_text::never, whole);
            }
            if (format_->key_close_other.empty()) {
                return one(format_->key_close, raw_text::either, whole);
            }
            unsigned const types = allowed_types(schema, root_of(i));
            if (types == 1) {
                return one(format_->key_close, raw_text::only, whole);
            }
            if (types == 2) {
                return one(format_->key_close_other, raw_text::never, whole);
            }
            return b_->choice({one(format_->key_close, raw_text::only, whole),
                               one(format_->key_close_other, raw_text::never, whole)});
        });
}

call_writer::argument_markup const& call_writer::markup_of(std::string const& key) {
    bool const named = !format_->key_again.empty();  // the closing tag repeats it
    if (markup_ && !named) {
        return *markup_;
    }
    argument_markup& made = markup_.emplace();
    made.ends = argument_reader::value_ends(*format_, key);
    // The text may end in white space: only the markers themselves end it.
    std::erase_if(made.ends, [&](std::string const& e) {
        return blanks.find(e.front()) != std::string_view::npos && !split(e).core.empty();
    });
    if (std::string const next = next_argument(*format_); !next.empty()) {
        made.ends.push_back(next);  // it is read as the beginning of an argument
    }
    if (!format_->text_open.empty()) {
        made.ends.push_back(format_->text_open);
    }
    std::string const closing = closing_of(*format_, key);
    // A line end in front is layout where the format says so.
    bool const line = format_->lines && split(closing).before.empty();
    made.end =
        b_->rule(rules_ + "argument-end" + (named ? "-" + key : std::string()),
                 b_->sequence({line ? b_->optional(b_->literal("\n")) : b_->epsilon(), text(closing)}));
    return made;
}

peg::node_id call_writer::any_of(std::vector<peg::node_id> const& ways) {
    return ways.size() == 1 ? ways.front() : b_->choice(ways);
}

boost::json::object const& call_writer::root_of(std::size_t i) const {
    return tools_[i].parameters.get_object();
}

}  // namespace parlance::chat::detail

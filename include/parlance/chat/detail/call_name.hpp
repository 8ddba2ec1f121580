// parlance/chat/detail/call_name.hpp - the name of a call that stands in markup: what it runs up to, and what follows it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Names and ids of calls.  Parts of a call are told by their positions in its format.
class call_name_builder : protected dialect_builder {
public:
    using dialect_builder::dialect_builder;

protected:
    /// Whether a part of a call, between its beginning and its arguments, may be missing: what names an id and counts the
    /// calls, and what tells arguments from what is in front of them where their first brace does.
    [[nodiscard]] bool may_be_missing(std::size_t i) const {
        tool_format const& t = *d_.format;
        bool const opened = !split(t.calls.open + t.calls.item_open).core.empty();
        if (d_.strict || !d_.marked || !opened || t.mode() != tool_mode::tag_with_json || !t.values.empty()) {
            return false;
        }
        auto const of = [&](std::size_t from, std::size_t to, piece::kind what) {
            return std::any_of(t.call.begin() + static_cast<std::ptrdiff_t>(from),
                               t.call.begin() + static_cast<std::ptrdiff_t>(to),
                               [&](piece const& p) { return p.is == what; });
        };
        bool const in_id = of(0, i, piece::kind::id_begin) && !of(0, i, piece::kind::id_end);
        return in_id || (of(0, i, piece::kind::name) && of(i, t.call.size(), piece::kind::arguments));
    }

    /// What a name or id runs up to: the next text, what may follow where that is missing, or where arguments may be
    /// missing or nothing follows, the end of the call.
    [[nodiscard]] std::vector<std::string> ends_of_word(std::size_t i) const {
        tool_format const& t = *d_.format;
        std::vector<std::string> ends;
        auto const add = [&](std::string_view text) {
            // A blank ends the word by itself.
            if (auto const core = first_line(split(text).core);
                !core.empty() && !is_word_behind_blank(text)) {
                ends.emplace_back(core);
                if (core.starts_with('>')) {
                    ends.emplace_back("/>");
                }
            }
        };
        for (++i; i < t.call.size() && (ends.empty() || may_be_missing(i - 1)); ++i) {
            if (t.call[i].is == piece::kind::text) {
                add(t.call[i].text);
            } else if (t.call[i].is == piece::kind::arguments) {
                bool const opened = !split(t.arguments.open).core.empty();
                add(t.values.empty()         ? "{"
                    : opened || !d_.tagged() ? t.arguments.open
                                             : t.arguments.open + t.arguments.item_open);
                add(t.calls.item_close);
            }
        }
        for (std::string const* text : {&t.calls.item_close, &t.calls.separator, &t.calls.close}) {
            if (ends.empty()) {
                add(*text);
            }
        }
        // Another call, where the end of this one is missing.
        if (std::string const opening = call_opening(t);
            marker_length(opening) > 0 && marker_length(opening) == first_line(opening).size()) {
            add(opening);
        }
        return ends;
    }

    /// Behind a name that no tool has: what a call goes on with, not necessarily this dialect's.  Not one more call, nor brackets
    /// behind a blank, for then the name is a word of prose about the marker.
    [[nodiscard]] peg::node_id goes_on(std::size_t i) {
        std::vector<std::string> texts = ends_of_word(i);
        std::vector<std::string> const ends = call_ends();
        texts.insert(texts.end(), ends.begin(), ends.end());
        texts.insert(texts.end(), {"<", "{", ">"});
        if (auto const core = split(behind(i)).core; !core.empty()) {
            texts.emplace_back(first_line(core));
        }
        std::erase_if(texts, [](std::string const& text) { return text == "(" || text == "["; });
        peg::node_id const another = b_->literal(first_line(call_opening(*d_.format)));
        peg::node_id const more =
            b_->sequence({m_.space(), b_->reject(another), b_->choice({b_->end(), m_.one_of(texts)})});
        return b_->look(b_->choice({b_->chars("(["), more}));
    }

    /// Behind a name and what stands between it and the arguments, something that begins none and ends no call: it is prose
    /// about the marker.  Fails where nothing stands there, or arguments may begin with anything.
    [[nodiscard]] peg::node_id prose_follows(std::size_t i) {
        tool_format const& t = *d_.format;
        if (split(behind(i)).core.empty() || (d_.tagged() && split(t.arguments.item_open).core.empty())) {
            return b_->fail();
        }
        std::vector<peg::node_id> parts;
        for (++i; i < t.call.size() && t.call[i].is != piece::kind::arguments; ++i) {
            if (t.call[i].is != piece::kind::text) {
                return b_->fail();
            }
            parts.push_back(m_.loose(t.call[i].text));
        }
        if (parts.empty() && !d_.tagged()) {
            return b_->fail();  // what is behind the name is the beginning of the arguments
        }
        std::vector<std::string> texts = call_ends();
        if (d_.tagged()) {
            parts.push_back(m_.loose(t.arguments.open));
            texts.emplace_back(first_line(split(t.arguments.item_open).core));
        }
        texts.insert(texts.end(), {"{", "(", "[", "<", "\"", "'", "```", "null", "None"});
        parts.push_back(m_.space());
        parts.push_back(b_->reject(b_->choice({b_->end(), m_.one_of(texts)})));
        return b_->sequence(parts);
    }

    /// A line end, or the beginning of arguments.
    [[nodiscard]] peg::node_id line_or_object() {
        return b_->sequence({b_->chars(" \\t\\r", 0, 64), b_->chars("\\n{")});
    }

    /// The same, or that of arguments with markers of their own.
    [[nodiscard]] peg::node_id starts_arguments(std::size_t i) {
        bool const marked = d_.tagged() && !split(d_.format->arguments.item_open).core.empty() &&
                            !split(d_.format->calls.item_close).core.empty();
        return marked ? b_->choice({line_or_object(), arguments_follow(i)}) : line_or_object();
    }

    /// The text behind a part of a call.
    [[nodiscard]] std::string_view behind(std::size_t i) const {
        tool_format const& t = *d_.format;
        bool const text = i + 1 < t.call.size() && t.call[i + 1].is == piece::kind::text;
        return text ? t.call[i + 1].text : t.arguments.open;
    }

    /// A name or id: characters without white space, up to what follows; and the names of tools that have others.
    [[nodiscard]] peg::node_id word(part p, std::vector<std::string> const& ends) {
        // No name has a bracket, which is what lists of calls begin with.
        peg::node_id one = b_->chars(p == part::name ? "^ \\t\\r\\n\\\"'{}[\\]" : "^ \\t\\r\\n\\\"'{}");
        if (!ends.empty()) {
            one = b_->sequence({b_->reject(m_.one_of(ends)), one});
        }
        if (p == part::name && !d_.strict) {  // nor does one end as sentences do
            peg::node_id const over = b_->choice({b_->end(), b_->chars(blanks)});
            one = b_->sequence({b_->reject(b_->sequence({b_->chars(ends_of_sentences, 1, 4), over})), one});
        }
        peg::node_id const any = b_->plus(one);
        if (p != part::name) {
            return tag(p, any);
        }
        // Nor does one begin with a tag: what another dialect writes there is none.
        peg::node_id const begins_tag = b_->sequence({b_->literal("<"), b_->chars("a-zA-Z")});
        peg::node_id const no_tag = b_->sequence({b_->reject(begins_tag), any});
        if (ends.empty()) {
            return tag(p, no_tag);
        }
        std::vector<std::string_view> names;
        for (tool const& t : d_.tools) {
            names.emplace_back(t.name);
        }
        return tag(p, known_first(std::move(names), " \t\r\n\"'{}[]", ends, no_tag));
    }

    /// The name of a known tool with something behind that should not stand there: marker_behind_name, `<call>f</v><k>a</k>` for
    /// `<call>f<k>a</k>`; and lost_key_tags, `<call>fa</k>` for it.
    [[nodiscard]] peg::node_id damaged_name(std::size_t i) {
        std::vector<std::string> const ends = ends_of_word(i);
        if (!d_.mends_tags() || ends.empty() || d_.tools.empty()) {
            return b_->fail();
        }
        constexpr std::uint32_t longest_marker = 32;
        peg::node_id const end = m_.one_of(ends);
        peg::node_id const marker =
            b_->sequence({b_->reject(end), b_->literal("<"),
                          b_->chars("^<>\\\"' \\t\\r\\n", 1, longest_marker), b_->literal(">")});
        std::vector<peg::node_id> ways{b_->sequence({marker, b_->look(b_->sequence({m_.space(), end}))})};
        std::string_view const key_end = first_of_markers(key_close(*d_.format));
        if (!key_end.empty() && key_again(*d_.format).empty()) {
            ways.push_back(b_->look(b_->sequence({argument_names(), b_->literal(key_end)})));
        }
        return b_->sequence({tag(part::name, known_names(false)), b_->choice(ways)});
    }

    /// Without a marker in front a tagged call has an argument, or ends: its name alone is what prose may say.
    ///
    /// i  where the name stands
    [[nodiscard]] peg::node_id arguments_follow(std::size_t i) {
        tool_format const& t = *d_.format;
        std::vector<peg::node_id> parts;
        for (++i; i < t.call.size() && t.call[i].is != piece::kind::arguments; ++i) {
            if (t.call[i].is == piece::kind::text) {
                parts.push_back(m_.loose(t.call[i].text));
            } else if (t.call[i].is != piece::kind::sorted) {
                parts.push_back(b_->chars("0-9a-zA-Z_", 0, 64));
            }
        }
        parts.push_back(m_.loose(t.arguments.open));
        std::vector<peg::node_id> ways;
        for (std::string const* text : {&t.arguments.item_open, &t.calls.item_close}) {
            if (auto const core = split(*text).core; !core.empty()) {
                ways.push_back(b_->literal(core.substr(0, first_closer(core))));
            }
        }
        parts.push_back(ways.empty() ? b_->epsilon() : b_->choice(ways));
        return b_->look(b_->sequence(parts));
    }
};

}  // namespace parlance::chat::detail

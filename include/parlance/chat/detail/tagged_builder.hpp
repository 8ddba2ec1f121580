// parlance/chat/detail/tagged_builder.hpp - calls whose name stands in markup
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_builder.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_name.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/frame_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation_builder.hpp>
#include <parlance/chat/detail/tool_call_builder.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// A call piece by piece: name, id, and arguments as one object or each in markup of its own.
class tagged_builder : call_name_builder {
public:
    using call_name_builder::call_name_builder;

    [[nodiscard]] peg::node_id call() { return call(true); }

    /// A call in which nothing stands in the place of the name.
    [[nodiscard]] peg::node_id unnamed_call() { return call(false); }

    /// The parts of a call as it is written.
    void write(tool_call_builder& to) { static_cast<void>(pieces(true, &to)); }

    /// The front of a call, up to the name of a known tool; with tags, where an argument or the end of the call follows.
    [[nodiscard]] peg::node_id announced() {
        tool_format const& t = *d_.format;
        std::vector<peg::node_id> parts;
        if (is_python()) {
            parts = {assigned(), b_->optional(print())};
        }
        for (std::size_t i = 0; i < t.call.size(); ++i) {
            switch (t.call[i].is) {
            case piece::kind::text: parts.push_back(m_.loose(t.call[i].text)); break;
            case piece::kind::id: parts.push_back(word(part::id, ends_of_word(i))); break;
            case piece::kind::index: parts.push_back(b_->chars("0-9a-zA-Z_", 0, 64)); break;
            case piece::kind::name:
                parts.push_back(known_names(false));
                parts.push_back(b_->reject(b_->chars("a-zA-Z0-9_")));
                parts.push_back(is_python()
                                    ? b_->look(b_->sequence({m_.space(), b_->literal(t.arguments.open)}))
                                : d_.tagged() ? arguments_follow(i)
                                              : b_->reject(prose_follows(i)));
                return b_->sequence(parts);
            default: break;
            }
        }
        return b_->fail();
    }

private:
    [[nodiscard]] peg::node_id call(bool named) {
        if (d_.written == nullptr) {
            return maybe_statement(pieces(named, nullptr));
        }
        tool_call_builder each(*b_, d_);
        peg::node_id const wide = maybe_statement(pieces(named, &each));
        return element([&] { return wide; }, [&] { return each.any(); });
    }

    /// statements: calls of known tools as Python has them where something is done with what they return.
    [[nodiscard]] peg::node_id maybe_statement(peg::node_id call) {
        if (!is_python() || !d_.read) {
            return call;
        }
        peg::node_id const close = b_->sequence({m_.space(), b_->literal(")")});
        peg::node_id const printed = b_->sequence({print(), b_->look(known_call()), call, close});
        return b_->sequence({assigned(), b_->choice({printed, call})});
    }
    [[nodiscard]] bool is_python() const { return notation_of(*d_.format).python && !d_.strict; }
    [[nodiscard]] peg::node_id known_call() {
        return b_->sequence({known_names(false), m_.space(), b_->literal("(")});
    }
    [[nodiscard]] peg::node_id print() {
        return b_->sequence({b_->literal("print"), m_.space(), b_->literal("("), m_.space()});
    }
    /// A variable that takes what a call returns, or nothing.
    [[nodiscard]] peg::node_id assigned() {
        constexpr std::uint32_t longest = 64;
        peg::node_id const variable = b_->sequence({b_->chars("a-zA-Z_"), b_->chars("a-zA-Z0-9_", 0, longest),
                                                    m_.space(), b_->literal("="), m_.space()});
        return b_->optional(
            b_->sequence({variable, b_->look(b_->sequence({b_->optional(print()), known_call()}))}));
    }

    /// The pieces of a call as they are read; those that are written alike whatever tool is called are added to `to`, too.
    [[nodiscard]] peg::node_id pieces(bool named, tool_call_builder* to) {
        tool_format const& t = *d_.format;
        std::vector<peg::node_id> parts;
        std::size_t id_from = 0;
        bool in_id = false;
        bool id_may_be_missing = false;
        for (std::size_t i = 0; i < t.call.size(); ++i) {
            piece::kind const is = t.call[i].is;
            if (to != nullptr && is != piece::kind::text && !id_may_be_missing) {
                to->add(is);
            }
            switch (is) {
            case piece::kind::text:
                id_may_be_missing = may_be_missing(i) && !in_id && i + 1 < t.call.size() &&
                                    t.call[i + 1].is == piece::kind::id;
                parts.push_back(add_text(i, id_may_be_missing, to));
                break;
            case piece::kind::arguments:
                if (d_.read) {
                    parts.push_back(d_.tagged() ? argument_builder(*b_, d_).arguments() : whole_arguments());
                }
                break;
            case piece::kind::name:
                if (named && d_.read) {
                    add_name(i, in_id, parts);
                }
                break;
            case piece::kind::id:
                parts.push_back(id(i));
                if (std::exchange(id_may_be_missing, false)) {
                    peg::node_id const id = parts.back();
                    parts.pop_back();
                    parts.back() = b_->optional(b_->sequence({parts.back(), b_->optional(id)}));
                }
                break;
            case piece::kind::index: parts.push_back(b_->chars("0-9a-zA-Z_", d_.strict ? 1 : 0, 64)); break;
            case piece::kind::id_begin:
                id_from = parts.size();
                in_id = true;
                break;
            case piece::kind::id_end: {
                peg::node_id const id = b_->sequence(std::span(parts).subspan(id_from));
                parts.resize(id_from);
                parts.push_back(tag(part::id, id));
                parts.push_back(d_.strict ? b_->epsilon() : b_->cut());
                in_id = false;
                break;
            }
            default: break;
            }
        }
        return b_->sequence(parts);
    }
    /// An id, which may be missing in front of a marker (missing_id).
    [[nodiscard]] peg::node_id id(std::size_t i) {
        peg::node_id const id = word(part::id, ends_of_word(i));
        bool const told = d_.marked && !d_.strict && marker_length(split(behind(i)).core) > 0;
        return told ? b_->optional(id) : id;
    }
    /// Text of a call.
    ///
    /// names_id  it may be missing with the id behind it
    [[nodiscard]] peg::node_id add_text(std::size_t i, bool names_id, tool_call_builder* to) {
        peg::node_id const text = markup(i);
        bool const missing = may_be_missing(i);
        if (to != nullptr && names_id) {
            to->add(b_->optional(b_->sequence({text, tool_call_builder::id(*b_)})));
        } else if (to != nullptr) {
            to->add(missing && may_be_left_out(i) ? b_->optional(text) : text);
        }
        return missing && d_.read && !names_id ? b_->sequence({added_id(i), b_->choice({text, m_.space()})})
                                               : text;
    }
    /// added_id: an id in front of the marker between name and arguments, where the dialect has none.
    [[nodiscard]] peg::node_id added_id(std::size_t i) {
        constexpr std::string_view marker = "[CALL_ID]";
        auto const& call = d_.format->call;
        auto const text = split(call[i].text).core;
        if (i == 0 || call[i - 1].is != piece::kind::name || has(call, piece::kind::id) ||
            !text.starts_with('[') || marker_length(text) != text.size()) {
            return b_->epsilon();
        }
        peg::node_id const id = b_->optional(word(part::id, ends_of_word(i - 1)));
        return b_->optional(b_->sequence({m_.space(), b_->literal(marker), id}));
    }
    void add_name(std::size_t i, bool in_id, std::vector<peg::node_id>& parts) {
        peg::node_id name =
            d_.marked ? word(part::name, ends_of_word(i)) : tag(part::name, known_names(false));
        if (d_.marked && !d_.strict && !in_id) {
            peg::node_id const no_prose = b_->reject(prose_follows(i));
            std::string const opening(split(call_opening(*d_.format)).core);
            std::string_view const word = std::string_view(opening).substr(length_of_markers(opening));
            peg::node_id const known =
                b_->sequence({tag(part::name, known_names(false)), b_->reject(b_->chars("a-zA-Z0-9_:./-")),
                              word.size() == opening.size() ? no_prose : b_->epsilon()});
            // Quoted, as attributes are; or with more words behind it, which is prose about the marker.
            bool const bare = word.empty();
            // Without any marker it may be prose, `>>> print(1)`, but for the name of a tool.
            bool const told =
                opening.find_first_of("<[") != std::string::npos || !split(behind(i)).core.empty();
            name =
                told ? b_->choice({damaged_name(i), b_->sequence({any_.in_quotes(name, name), no_prose}),
                                   known, b_->sequence({name, bare ? goes_on(i) : b_->epsilon(), no_prose})})
                     : b_->sequence({tag(part::name, known_names(false)), b_->look(starts_arguments(i))});
        }
        parts.push_back(name);
        if (!d_.marked && !ends_of_word(i).empty()) {
            bool const gap = !split(behind(i)).before.empty();
            peg::node_id const next =
                b_->sequence({gap ? m_.space() : b_->epsilon(), b_->literal(ends_of_word(i).front())});
            bool const braces = !d_.format->values.empty() && d_.format->arguments.close == "}";
            parts.push_back(b_->look(braces ? b_->choice({next, end_follows()}) : next));
        }
        if (!d_.marked) {
            parts.push_back(d_.tagged() ? arguments_follow(i) : b_->reject(prose_follows(i)));
        }
        if (has(d_.format->call, piece::kind::filled)) {
            parts.push_back(b_->look(b_->sequence({m_.loose(behind(i)), b_->literal("{")})));
        }
        if (!in_id && !d_.strict) {
            parts.push_back(b_->cut());
        }
        if (auto const more = other_attributes(*b_, behind(i)); more && d_.marked && !d_.strict) {
            parts.push_back(d_.mends_tags() ? arguments_in_tag(i) : b_->epsilon());
            parts.push_back(*more);
        }
    }

    /// arguments_in_tag: those that some tool has as attributes behind the name, `<function=f a="b"></function>`, where the call
    /// has no others.
    [[nodiscard]] peg::node_id arguments_in_tag(std::size_t i) {
        std::string_view const close = split(behind(i)).core;
        std::vector<std::string_view> ends = call_closers(*d_.format);
        if (ends.empty() || d_.tools.empty()) {
            return b_->epsilon();
        }
        constexpr std::uint32_t longest_value = 256;
        bool const quoted = close.starts_with('"');
        peg::node_id const quote = b_->literal("\"");
        peg::node_id const blank = b_->chars(blanks, 1, 64);
        peg::node_id const name = argument_names();
        peg::node_id const is = b_->literal("=\"");
        peg::node_id const value = b_->chars("^\\\"<>\\n", 0, longest_value);
        // Of the last one the dialect's own quote is left.
        auto const each = [&](peg::node_id one) {
            return quoted ? b_->sequence({quote, one, b_->look(quote)}) : b_->sequence({one, quote});
        };
        peg::node_id const all =
            b_->plus(each(b_->sequence({blank, tag(part::key, name), is, tag(part::value, value)})));
        ends.emplace_back("</");  // one that is damaged
        peg::node_id const alone = b_->sequence({m_.core(close), m_.space(), b_->one_of(ends)});
        // Beside others they are none, but nothing that was written is lost.
        peg::node_id const written = tag(part::malformed, b_->sequence({blank, name, is, value}));
        return b_->choice({b_->sequence({all, b_->look(alone)}), b_->star(each(written))});
    }

    /// Text of a call.  White space in front of a strict call is content.
    [[nodiscard]] peg::node_id markup(std::size_t i) {
        tool_format const& t = *d_.format;
        auto const wide = [&] {
            auto const m = split(t.call[i].text);
            bool const first =
                d_.strict && std::all_of(t.call.begin(), t.call.begin() + static_cast<std::ptrdiff_t>(i),
                                         [](piece const& p) { return p.is == piece::kind::id_begin; });
            return first ? b_->sequence({m_.core(m.core), m_.space(m.after)})
                         : either_key(t.call[i].text, !d_.strict,
                                      [&](std::string_view some) { return m_.loose(some); });
        };
        return element(wide, [&] {
            // Models put a blank between a name, or an id, and the marker behind it.
            bool const behind = i > 0 && t.call[i - 1].is != piece::kind::text;
            bool const marker = marker_length(t.call[i].text) > 0 && !d_.strict && d_.marked;
            peg::node_id const written = written_markup(t.call[i].text);
            return behind && marker ? b_->sequence({b_->optional(b_->chars(" \\n")), written}) : written;
        });
    }
    /// As it is written; in a header of channels, any of the ways to go on with it.
    [[nodiscard]] peg::node_id written_markup(std::string_view written) {
        channel_format const& c = d_.written->whole->channels;
        if (c.channel.empty() || !written.ends_with(c.message)) {
            return spaced(written);
        }
        peg::node_id const channel = b_->sequence({b_->literal(c.channel), b_->chars("a-z", 1, 16)});
        peg::node_id const kind = b_->sequence(
            {b_->literal(" "), b_->optional(b_->literal(data_type_marker)), b_->one_of({"json", "JSON"})});
        return b_->sequence({b_->optional(channel), b_->optional(kind), b_->literal(c.message)});
    }

    /// Whether a part of a call that may be missing when it is read may be left out when it is written: a marker that only
    /// stands between something and the arguments, and what stands in front of the name, if no name begins so.
    [[nodiscard]] bool may_be_left_out(std::size_t i) const {
        auto const& call = d_.format->call;
        if (!d_.written->lenient || !d_.marked || i + 1 >= call.size()) {
            return false;
        }
        std::string_view const text = split(call[i].text).core;
        if (call[i + 1].is == piece::kind::name) {
            return std::none_of(d_.tools.begin(), d_.tools.end(),
                                [&](tool const& t) { return t.name.starts_with(text); });
        }
        return call[i + 1].is == piece::kind::arguments && !text.empty() &&
               marker_length(text) == text.size();
    }

    [[nodiscard]] peg::node_id whole_arguments() {
        tool_format const& t = *d_.format;
        if (t.values.empty() && d_.strict) {
            return arguments_object();
        }
        if (t.values.empty()) {
            // As a text that holds them; and a call without arguments is one, too.
            peg::node_id const held = b_->sequence({b_->chars("\\\"'"), b_->json_space(), b_->literal("{")});
            peg::node_id const text = b_->sequence({b_->look(held), any_text(part::text_arguments)});
            return b_->choice({maybe_fenced(arguments_object()), text, no_arguments(),
                               b_->sequence({b_->reject(b_->chars("{")), b_->look(ending())})});
        }
        auto const noted = static_cast<part>(static_cast<std::size_t>(part::noted) + d_.index);
        notation const n = notation_of(t);
        peg::node_id const content = notation_builder(*b_, d_).content(n);
        auto const between = [&](std::string_view open, std::string_view close) {
            peg::node_id const end = b_->literal(close);
            bool const closed = close != "}" || d_.strict || end_without_brace() == b_->fail();
            peg::node_id const last =
                closed ? end : b_->choice({end, tag(part::unclosed, end_without_brace())});
            return b_->sequence({b_->literal(open), commit(), content, last});
        };
        peg::node_id inside = between(t.arguments.open, t.arguments.close);
        if (d_.marked && n.bare_keys && n.open == "{") {  // as a call of Python
            inside = b_->choice({inside, between("(", ")")});
        }
        peg::node_id const all = b_->sequence({d_.marked ? m_.space() : b_->epsilon(), tag(noted, inside)});
        // Braces may be missing where there is nothing between them.
        return t.arguments.close == "}" ? b_->choice({all, end_follows()}) : all;
    }

    /// What may follow a call's arguments.
    [[nodiscard]] peg::node_id ending() {
        return b_->sequence({m_.space(), b_->choice({b_->end(), m_.one_of(call_ends())})});
    }
};

}  // namespace parlance::chat::detail

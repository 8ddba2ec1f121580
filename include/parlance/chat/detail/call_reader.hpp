// parlance/chat/detail/call_reader.hpp - the expressions that read the calls of one dialect, generously
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/build.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

[[nodiscard]] inline std::string quoted_content(std::string_view text) {
    std::string const quoted = json::dump(boost::json::value(text));
    return quoted.substr(1, quoted.size() - 2);
}

/// Reads calls as models write them: members and arguments in any order, white space as it comes, ends that may be
/// missing.  What a call's marker begins and is no call becomes `malformed`; where there is no marker, only the name
/// of a known tool makes a call.
class call_reader {
public:
    call_reader(peg::builder& b, tool_format const& t, std::span<tool const> tools, std::size_t dialect,
                bool strict = false)
        : b_(&b),
          m_(b),
          tools_format_(&t),
          tools_(tools),
          dialect_(dialect),
          marked_(has_call_marker(t)),
          strict_(strict) {}

    /// One call or several, with what stands around all of them.
    [[nodiscard]] peg::node_id calls() {
        list_shape const& shape = tools_format_->calls;
        if (strict_) {
            return b_->atomic(whole_calls());
        }
        peg::node_id const first = item(true);
        // The first item's leading white space belongs to what stands before the trigger, the others' is their own.
        std::string const gap(shape.open.empty() ? split(shape.item_open).before : std::string_view{});
        peg::node_id const between =
            marked_ ? m_.loose(shape.separator + gap)
                    : b_->sequence({m_.space(), b_->optional(b_->chars(",;")), m_.space()});
        peg::node_id const another = b_->sequence({between, item(shape.open.empty())});
        return b_->sequence({opening(shape.open), first, b_->star(another), closing(shape.close)});
    }

private:
    /// All or nothing: every marker in its place, only the white space is free; none is read behind the end.
    [[nodiscard]] peg::node_id whole_calls() {
        list_shape const& shape = tools_format_->calls;
        auto const inner = [&](std::string_view text) {
            return b_->sequence({m_.space(), m_.core(split(text).core), m_.space()});
        };
        auto const last = [&](std::string_view text) {
            auto const core = split(text).core;
            return core.empty() ? b_->epsilon() : b_->sequence({m_.space(), m_.core(core)});
        };
        peg::node_id const body =
            b_->tag(part::call, tools_format_->mode == tool_mode::json_native ? json_call() : tagged_call());
        auto const item = [&](bool first, bool closed) {
            auto const open = split(shape.item_open).core;
            peg::node_id const before =
                open.empty() ? b_->epsilon() : b_->sequence({m_.core(open), m_.space()});
            return b_->sequence({first ? b_->epsilon() : m_.space(), before, body,
                                 closed ? last(shape.item_close) : b_->epsilon()});
        };
        if (shape.open.empty()) {
            return item(true, true);
        }
        peg::node_id const separator =
            split(shape.separator).core.empty() ? m_.space() : inner(shape.separator);
        return b_->sequence({m_.core(split(shape.open).core), item(false, true),
                             b_->star(b_->sequence({separator, item(false, true)})), last(shape.close)});
    }

    /// The opening of a list, without the white space that stands in front of the trigger; a bracket at its end may
    /// be missing.
    [[nodiscard]] peg::node_id opening(std::string_view open) {
        auto const m = split(open);
        if (m.core.empty()) {
            return m_.space(open);
        }
        if (marked_ && m.core.size() > 1 && m.core.back() == '[') {
            return b_->sequence({m_.core(m.core.substr(0, m.core.size() - 1)), m_.space(),
                                 b_->optional(b_->literal("[")), m_.space(m.after)});
        }
        return b_->sequence({m_.core(m.core), m_.space(m.after)});
    }

    /// A closing marker: a missing end is no reason to lose a call.
    [[nodiscard]] peg::node_id closing(std::string_view text) {
        if (text.empty()) {
            return b_->epsilon();
        }
        // Piece by piece: a bracket or any of the markers may be missing.
        std::string_view core = split(text).core;
        std::vector<peg::node_id> parts;
        auto const take = [&](std::size_t length) {
            parts.push_back(b_->optional(m_.loose(core.substr(0, length))));
            core.remove_prefix(length);
        };
        for (std::size_t at = 0; at < core.size();) {
            std::size_t const marker = marker_length(core.substr(at));
            if (marker > 0 || (at == 0 && core[0] == ']')) {
                take(at + std::max<std::size_t>(marker, 1));
                at = 0;
            } else {
                ++at;
            }
        }
        if (!core.empty()) {
            take(core.size());
        }
        return parts.empty() ? m_.space(text) : b_->sequence(parts);
    }

    [[nodiscard]] peg::node_id item(bool first_in_text) {
        tool_format const& t = *tools_format_;
        peg::node_id const open =
            first_in_text && t.calls.open.empty() ? opening(t.calls.item_open) : m_.loose(t.calls.item_open);
        peg::node_id const body = t.mode == tool_mode::json_native ? json_call() : tagged_call();
        if (!marked_) {
            return b_->sequence({open, b_->tag(part::call, body), closing(t.calls.item_close)});
        }
        std::vector<std::string> ends;
        for (std::string const* text : {&t.calls.item_close, &t.calls.close}) {
            if (auto const core = split(*text).core; !core.empty()) {
                ends.emplace_back(first_line(core));
            }
        }
        peg::node_id const close = closing(t.calls.item_close);
        peg::node_id const lost = b_->sequence({b_->tag(part::malformed, until(ends)), close});
        return b_->sequence({open, b_->recover(b_->sequence({b_->tag(part::call, body), close}), lost)});
    }

    [[nodiscard]] peg::node_id until(std::vector<std::string> const& ends) {
        std::vector<std::string_view> const views(ends.begin(), ends.end());
        return b_->until(views);
    }
    [[nodiscard]] peg::node_id commit() { return marked_ && !strict_ ? b_->cut() : b_->epsilon(); }

    // Calls that are one JSON object.

    [[nodiscard]] peg::node_id json_call() {
        auto const members = members_of(*tools_format_);
        return members ? object(*members, true) : b_->fail();
    }

    [[nodiscard]] peg::node_id text_value(part p) {
        return b_->sequence({b_->literal("\""), b_->tag(p, b_->json_string_content()), b_->literal("\"")});
    }
    [[nodiscard]] peg::node_id colon() {
        return b_->sequence({b_->json_space(), b_->literal(":"), b_->json_space()});
    }

    [[nodiscard]] peg::node_id arguments_value() {
        peg::node_id const object = b_->tag(part::arguments, b_->json_object());
        if (strict_) {
            return b_->choice(
                {object, b_->sequence({b_->look(b_->literal("\"{")), text_value(part::text_arguments)})});
        }
        return b_->choice({object, text_value(part::text_arguments), b_->json_value()});
    }

    /// Members that mean something, by their keys, and any others.  Behind a marker, a brace and a quote make it a
    /// call for good; without a marker in front, only the name of a known tool does.
    [[nodiscard]] peg::node_id object(std::vector<call_member> const& members, bool outermost) {
        std::vector<peg::node_id> any_member;
        std::optional<peg::node_id> naming;
        bool named_by_key = false;
        std::vector<peg::node_id> keys;
        for (call_member const& m : members) {
            if (m.key.empty()) {
                named_by_key = true;
                continue;
            }
            peg::node_id value = b_->fail();
            switch (m.is) {
            case call_member::kind::name: value = name_value(); break;
            case call_member::kind::id: value = id_value(); break;
            case call_member::kind::object: value = object(m.inner, false); break;
            default: value = arguments_value(); break;
            }
            std::string const key = json::dump(boost::json::value(m.key));
            peg::node_id const ahead = m.is != call_member::kind::object ? commit() : b_->epsilon();
            any_member.push_back(b_->sequence({b_->literal(key), colon(), ahead, value}));
            keys.push_back(b_->literal(key));
            if (m.is == call_member::kind::name || (m.is == call_member::kind::object && !naming)) {
                naming = any_member.back();
            }
        }
        if (named_by_key) {
            peg::node_id const name =
                marked_ ? text_value(part::name)
                        : b_->sequence(
                              {b_->literal("\""), b_->tag(part::name, known_names(true)), b_->literal("\"")});
            any_member.push_back(b_->sequence({name, colon(), commit(), arguments_value()}));
            naming = any_member.back();
        } else {
            // A member that is known by its key but not read is no call, where calls must be whole.
            any_member.push_back(strict_ ? b_->sequence({b_->reject(b_->choice(keys)), b_->json_member()})
                                         : b_->json_member());
        }
        if (strict_ && naming) {
            return whole_object(any_member, *naming);
        }
        peg::node_id const member = b_->choice(any_member);
        // Without a marker only the front of the object is looked at, so that an answer in JSON is not held back.
        peg::node_id const first =
            marked_ || !naming ? member : b_->sequence({b_->optional(type_member()), *naming});
        peg::node_id const more =
            b_->star(b_->sequence({b_->json_space(), b_->literal(","), b_->json_space(), member}));
        peg::node_id const ahead =
            outermost && marked_ ? b_->sequence({b_->look(b_->literal("\"")), b_->cut()}) : b_->epsilon();
        peg::node_id const filled = b_->sequence({ahead, first, more, b_->json_space()});
        return b_->sequence({b_->literal("{"), b_->json_space(), filled, b_->literal("}")});
    }

    /// An object with a name among its members.
    [[nodiscard]] peg::node_id whole_object(std::vector<peg::node_id> const& members, peg::node_id naming) {
        std::vector<peg::node_id> others;
        for (peg::node_id const m : members) {
            if (m != naming) {
                others.push_back(b_->sequence({b_->reject(naming), m}));
            }
        }
        peg::node_id const comma = b_->sequence({b_->json_space(), b_->literal(","), b_->json_space()});
        peg::node_id const other = b_->choice(others);
        return b_->sequence({b_->literal("{"), b_->json_space(), b_->star(b_->sequence({other, comma})),
                             naming, b_->star(b_->sequence({comma, other})), b_->json_space(),
                             b_->literal("}")});
    }

    [[nodiscard]] peg::node_id id_value() {
        return b_->choice({text_value(part::id), b_->tag(part::id, b_->json_number()), b_->json_value()});
    }

    /// `"type": "function",`, which models like to put first.
    [[nodiscard]] peg::node_id type_member() {
        return b_->sequence({b_->literal("\"type\""), colon(), b_->literal("\"function\""), b_->json_space(),
                             b_->literal(","), b_->json_space()});
    }

    [[nodiscard]] peg::node_id name_value() {
        if (marked_) {
            return text_value(part::name);
        }
        return b_->sequence(
            {b_->literal("\""), b_->tag(part::name, known_names(true)), b_->literal("\""), b_->cut()});
    }

    [[nodiscard]] peg::node_id known_names(bool quoted) {
        std::vector<std::string> names;
        for (tool const& t : tools_) {
            names.push_back(quoted ? quoted_content(t.name) : t.name);
        }
        std::vector<std::string_view> const views(names.begin(), names.end());
        return names.empty() ? b_->fail() : b_->one_of(views);
    }

    // Calls whose name stands in markup: name, then arguments as one object or each in markup of its own.

    [[nodiscard]] peg::node_id tagged_call() {
        tool_format const& t = *tools_format_;
        std::vector<peg::node_id> parts;
        std::size_t id_from = 0;
        bool in_id = false;
        for (std::size_t i = 0; i < t.call.size(); ++i) {
            switch (t.call[i].is) {
            case piece::kind::text: {
                // White space in front of a strict call is content.
                auto const m = split(t.call[i].text);
                bool const first =
                    strict_ && std::all_of(t.call.begin(), t.call.begin() + static_cast<std::ptrdiff_t>(i),
                                           [](piece const& p) { return p.is == piece::kind::id_begin; });
                parts.push_back(first ? b_->sequence({m_.core(m.core), m_.space(m.after)})
                                      : m_.loose(t.call[i].text));
                break;
            }
            case piece::kind::arguments:
                parts.push_back(t.mode == tool_mode::tag_with_tagged ? arguments() : whole_arguments());
                break;
            case piece::kind::name:
                parts.push_back(marked_ ? word(part::name, ends_of_word(i))
                                        : b_->tag(part::name, known_names(false)));
                if (!marked_ && !ends_of_word(i).empty()) {
                    parts.push_back(b_->look(b_->literal(ends_of_word(i).front())));
                }
                if (!in_id && !strict_) {
                    parts.push_back(b_->cut());
                }
                break;
            case piece::kind::id: parts.push_back(word(part::id, ends_of_word(i))); break;
            case piece::kind::index: parts.push_back(b_->chars("0-9a-zA-Z_", strict_ ? 1 : 0, 64)); break;
            case piece::kind::id_begin:
                id_from = parts.size();
                in_id = true;
                break;
            case piece::kind::id_end: {
                peg::node_id const id = b_->sequence(std::span(parts).subspan(id_from));
                parts.resize(id_from);
                parts.push_back(b_->tag(part::id, id));
                parts.push_back(strict_ ? b_->epsilon() : b_->cut());
                in_id = false;
                break;
            }
            }
        }
        return b_->sequence(parts);
    }

    /// What a name or id runs up to: the next text, or where arguments may be missing, the end of the call.
    [[nodiscard]] std::vector<std::string> ends_of_word(std::size_t i) const {
        tool_format const& t = *tools_format_;
        std::vector<std::string> ends;
        auto const add = [&](std::string_view text) {
            if (auto const core = first_line(split(text).core); !core.empty()) {
                ends.emplace_back(core);
            }
        };
        for (++i; i < t.call.size() && ends.empty(); ++i) {
            if (t.call[i].is == piece::kind::text) {
                add(t.call[i].text);
            } else if (t.call[i].is == piece::kind::arguments) {
                add(t.mode == tool_mode::tag_with_tagged ? t.arguments.open + t.arguments.item_open
                                                         : t.written.open);
                add(t.calls.item_close);
            }
        }
        return ends;
    }

    /// A name or id: characters without white space, up to what follows.
    [[nodiscard]] peg::node_id word(part p, std::vector<std::string> const& ends) {
        peg::node_id one = b_->chars("^ \\t\\r\\n\\\"'{}");
        if (!ends.empty()) {
            std::vector<std::string_view> const views(ends.begin(), ends.end());
            one = b_->sequence({b_->reject(b_->one_of(views)), one});
        }
        return b_->tag(p, b_->plus(one));
    }

    [[nodiscard]] peg::node_id whole_arguments() {
        tool_format const& t = *tools_format_;
        if (t.written == notation{} && strict_) {
            return b_->tag(part::arguments, b_->json_object());
        }
        if (t.written == notation{}) {
            // A call without arguments is one, too.
            return b_->choice({b_->tag(part::arguments, b_->json_object()),
                               b_->sequence({b_->reject(b_->chars("{")), b_->look(ending())})});
        }
        auto const noted = static_cast<part>(static_cast<std::size_t>(part::noted) + dialect_);
        return b_->tag(noted, b_->sequence({b_->literal(t.written.open), noted_content(),
                                            b_->literal(t.written.close)}));
    }

    /// What may follow a call's arguments.
    [[nodiscard]] peg::node_id ending() {
        std::vector<peg::node_id> all{b_->end()};
        for (std::string const* text : {&tools_format_->calls.item_close, &tools_format_->calls.close}) {
            if (auto const core = first_line(split(*text).core); !core.empty()) {
                all.push_back(b_->literal(core));
            }
        }
        return b_->sequence({m_.space(), b_->choice(all)});
    }

    /// Balanced text of a notation: strings, brackets, and whatever else.
    [[nodiscard]] peg::node_id noted_content() {
        notation const& n = tools_format_->written;
        auto const content = b_->declare("noted-" + std::to_string(dialect_) +
                                         (tools_format_->calls.open.empty() ? "-item" : ""));
        std::vector<peg::node_id> all;
        if (!n.quote.empty()) {
            all.push_back(b_->sequence({b_->literal(n.quote), b_->until({n.quote}), b_->literal(n.quote)}));
        }
        auto const string = [&](std::string_view quote, std::string_view other) {
            return b_->sequence(
                {b_->literal(quote),
                 b_->star(b_->choice({b_->sequence({b_->literal("\\"), b_->any()}), b_->chars(other)})),
                 b_->literal(quote)});
        };
        all.push_back(string("\"", "^\\\"\\\\"));
        if (n.python) {
            all.push_back(string("'", "^'\\\\"));
        }
        for (auto const* pair : {"{}", "[]", "()"}) {
            all.push_back(b_->sequence({b_->literal(std::string_view(pair, 1)), b_->ref(content),
                                        b_->literal(std::string_view(pair + 1, 1))}));
        }
        all.push_back(b_->chars(n.python ? "^{}[\\]()\\\"'" : "^{}[\\]()\\\""));
        b_->define(content, b_->star(b_->choice(all)));
        return b_->ref(content);
    }

    [[nodiscard]] peg::node_id arguments() {
        tool_format const& t = *tools_format_;
        list_shape const& a = t.arguments;
        std::vector<std::string> key_ends;
        for (std::string const* close : {&t.key_close, &t.key_close_other}) {
            if (!close->empty()) {
                auto more = marker_builder::ends(*close);
                key_ends.insert(key_ends.end(), more.begin(), more.end());
            }
        }
        peg::node_id const key = b_->tag(part::key, until(key_ends));
        // The key's marker commits: what follows is a value, whatever it says.
        auto const valued = [&](std::string_view close, part p) {
            return b_->sequence({before_value(close), b_->tag(p, until(value_ends(t)))});
        };
        peg::node_id const value = t.key_close_other.empty()
                                       ? valued(t.key_close, t.strings ? part::text_value : part::value)
                                       : b_->choice({valued(t.key_close, part::text_value),
                                                     valued(t.key_close_other, part::json_value)});
        peg::node_id const end = b_->optional(after_value(a.item_close));
        if (strict_) {
            // The ends of a value are trimmed.
            peg::node_id const close = b_->sequence({m_.space(), m_.core(split(a.item_close).core)});
            peg::node_id const trimmed = b_->tag(t.strings ? part::text_value : part::value,
                                                 b_->star(b_->sequence({b_->reject(close), b_->any()})));
            peg::node_id const whole =
                b_->sequence({m_.loose(a.item_open), key, m_.loose(t.key_close), trimmed, close});
            return b_->sequence({m_.loose(a.open), b_->star(b_->sequence({m_.space(), whole}))});
        }
        peg::node_id const argument = b_->sequence({m_.loose(a.item_open), b_->cut(), key, value, end});
        peg::node_id const more = b_->star(b_->sequence({m_.space(a.separator), argument}));
        return b_->sequence({m_.loose(a.open), b_->optional(b_->sequence({argument, more}))});
    }

    [[nodiscard]] peg::node_id before_value(std::string_view close) {
        bool const layout = tools_format_->lines && split(close).after.empty();
        return layout ? b_->sequence({m_.before_text(close), b_->optional(b_->literal("\n"))})
                      : m_.before_text(close);
    }
    [[nodiscard]] peg::node_id after_value(std::string_view close) {
        return tools_format_->lines && split(close).before.empty()
                   ? b_->sequence({b_->optional(b_->literal("\n")), m_.after_text(close)})
                   : m_.after_text(close);
    }

public:
    /// What ends a value: its own marker, or where the model forgot it, that of the call.
    [[nodiscard]] static std::vector<std::string> value_ends(tool_format const& t) {
        std::string const line(t.lines && split(t.arguments.item_close).before.empty() ? "\n" : "");
        std::vector<std::string> ends = marker_builder::ends(line + t.arguments.item_close);
        if (ends.empty()) {
            ends = marker_builder::ends(t.arguments.separator + t.arguments.item_open);
        }
        // All of it, not its first line: half of a call's end may well stand in a value.
        if (auto const close = split(t.calls.item_close).core; !close.empty()) {
            ends.emplace_back(close);
        }
        return ends;
    }

private:
    peg::builder* b_;
    marker_builder m_;
    tool_format const* tools_format_;
    std::span<tool const> tools_;
    std::size_t dialect_;
    bool marked_;
    bool strict_;
};

}  // namespace parlance::chat::detail

// parlance/chat/syntax.hpp - a format and its tools as one table, from which parser and grammar are made
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// What may be written where a grammar is made; the reader is always generous.
///
/// choice    none: the model may not call; automatic: it may; required: it must; a named tool: only this one
/// parallel  several calls in one message
struct call_policy {
    enum class kind : std::uint8_t { none, automatic, required };
    kind choice = kind::automatic;
    std::string named;
    bool parallel = true;
};

/// What a schema node of the table stands for.
///
/// tool   index into the tools that build_syntax() was given
/// key    the argument; empty for the object of all arguments
/// until  of a value written as raw text: what ends it
struct schema_slot {
    std::size_t tool = 0;
    std::string key;
    std::vector<std::string> until;
};

/// The tables of one format and one set of tools.  All three are packed from the same nodes.
///
/// message  reads a whole answer, whatever it is; its captures are `part`s
/// calls    the calls alone, beginning with `trigger`: what a lazy grammar writes
/// turn     what an eager grammar writes when a call is required: reasoning where the format has it, then calls
/// trigger  the text that begins the calls; empty when the format has no calls
struct syntax {
    peg::arena message;
    peg::arena calls;
    peg::arena turn;
    std::vector<schema_slot> schemas;
    std::string trigger;
};

/// The text that every call begins with, without white space in front; empty when there are no calls.
[[nodiscard]] inline std::string call_opening(format const& f) {
    tool_format const& t = f.tools;
    std::string text = t.calls.open + t.calls.item_open;
    if (detail::split(text).core.empty() && !t.call.empty() && t.call.front().is == piece::kind::text) {
        text += t.call.front().text;
    }
    return text.substr(std::min(text.size(), text.find_first_not_of(detail::blanks)));
}

/// Whether calls begin with a marker that prose does not contain.  Otherwise they are looked for only in front of an
/// answer, and an engine does better to require them than to wait for them.
[[nodiscard]] inline bool has_call_marker(format const& f) {
    std::string const text = call_opening(f);
    return !text.empty() && text.front() != '{' && (text.front() != '[' || marker_length(text) > 0);
}

namespace detail {

/// Builds the expressions of one syntax.
class syntax_builder {
public:
    syntax_builder(format const& f, std::span<tool const> tools, call_policy const& policy)
        : format_(&f), tools_(tools), policy_(&policy) {}

    [[nodiscard]] result<syntax> build() {
        bool const callable = format_->tools.mode != tool_mode::none && !tools_.empty() &&
                              policy_->choice != call_policy::kind::none;
        peg::node_id const reasoning = this->reasoning();
        peg::node_id calls = b_.fail();
        if (callable) {
            if (format_->tools.mode == tool_mode::json_native && !members_of(format_->tools)) {
                return diagnostic{errc::no_tool_format, {}, 0, "the call's text is not one JSON object"};
            }
            calls = this->calls();
        }
        auto message = b_.finish(b_.sequence({reasoning, callable ? answer(calls) : plain_answer()}));
        if (!message) {
            return message.error();
        }
        syntax out{*std::move(message), {}, {}, {}, {}};
        if (callable) {
            auto alone = b_.finish(calls);
            auto turn = b_.finish(b_.sequence({reasoning, calls}));
            if (!alone || !turn) {
                return alone ? turn.error() : alone.error();
            }
            out.calls = *std::move(alone);
            out.turn = *std::move(turn);
            out.trigger = first_line(opening());
        }
        out.schemas = std::move(slots_);
        return out;
    }

private:
    [[nodiscard]] std::string opening() const { return call_opening(*format_); }
    [[nodiscard]] bool marked() const { return has_call_marker(*format_); }

    [[nodiscard]] peg::node_id until(std::vector<std::string> const& ends) {
        std::vector<std::string_view> const views(ends.begin(), ends.end());
        return b_.until(views);
    }

    [[nodiscard]] peg::node_id reasoning() {
        reasoning_format const& r = format_->reasoning;
        if (r.mode == reasoning_mode::none || split(r.end).core.empty()) {
            return b_.epsilon();
        }
        peg::node_id const text = b_.tag(part::reasoning, until(marker_builder::ends(r.end)));
        // The end may be missing where the model was cut off; a grammar writes it always.
        peg::node_id const close = m_.after_text(r.end);
        peg::node_id const closed = b_.refine(b_.optional(close), close);
        if (split(r.start).core.empty()) {
            return b_.optional(b_.sequence({text, closed}));
        }
        return b_.optional(b_.sequence({m_.before_text(r.start), b_.cut(), text, closed}));
    }

    /// An answer without calls.
    [[nodiscard]] peg::node_id plain_answer() {
        content_format const& c = format_->content;
        if (c.mode == content_mode::plain) {
            return b_.tag(part::content, b_.rest());
        }
        return b_.star(text_between({}));
    }

    /// Calls anywhere behind a marker; without a marker only in front.
    [[nodiscard]] peg::node_id answer(peg::node_id calls) {
        tool_format const& t = format_->tools;
        peg::node_id const led = b_.sequence({m_.space(t.lead), calls});
        if (!marked()) {
            return b_.choice({b_.sequence({led, plain_answer()}), plain_answer()});
        }
        std::string const trigger(first_line(opening()));
        std::vector<std::string> stops{trigger};
        for (std::string const& lead : {t.lead, std::string(split(t.calls.open + t.calls.item_open).before)}) {
            if (!lead.empty()) {
                stops.push_back(lead + trigger);
            }
        }
        return b_.star(b_.choice({led, text_between(std::move(stops))}));
    }

    /// At least one character of content, up to a call or a wrapper's marker; wrappers are read and dropped.
    [[nodiscard]] peg::node_id text_between(std::vector<std::string> stops) {
        content_format const& c = format_->content;
        std::vector<peg::node_id> parts;
        for (std::string const* wrapper : {&c.start, &c.end}) {
            if (!split(*wrapper).core.empty()) {
                parts.push_back(m_.loose(*wrapper));
                stops.emplace_back(first_line(split(*wrapper).core));
            }
        }
        parts.push_back(b_.tag(part::content, b_.sequence({b_.any(), until(stops)})));
        return b_.choice(parts);
    }

    [[nodiscard]] peg::node_id calls() {
        list_shape const& shape = format_->tools.calls;
        peg::node_id const item = call();
        // The first item's leading white space belongs to what stands before the trigger, the others' is their own.
        std::string const gap(shape.open.empty() ? split(shape.item_open).before : std::string_view{});
        peg::node_id const another = b_.sequence({m_.loose(shape.separator + gap), item});
        peg::node_id const more =
            b_.refine(b_.star(another), policy_->parallel && format_->tools.parallel ? b_.star(another) : b_.epsilon());
        // A missing end is no reason to lose a call.
        peg::node_id const close = closing(shape.close);
        return b_.sequence({opening_of(shape.open), item, more, close});
    }

    /// The opening of a list, without the white space that stands in front of the trigger.
    [[nodiscard]] peg::node_id opening_of(std::string_view open) {
        auto const m = split(open);
        return m.core.empty() ? m_.space(open)
                              : b_.sequence({m_.core(m.core), m_.space(m.after)});
    }

    /// A closing marker: written always, read where it is.
    [[nodiscard]] peg::node_id closing(std::string_view text) {
        if (text.empty()) {
            return b_.epsilon();
        }
        peg::node_id const marker = m_.loose(text);
        return b_.refine(b_.optional(marker), written(text));
    }

    /// Exactly this text, for a grammar.
    [[nodiscard]] peg::node_id written(std::string_view text) { return m_.text(text); }

    [[nodiscard]] peg::node_id call() {
        tool_format const& t = format_->tools;
        peg::node_id const open = t.calls.open.empty() ? opening_of(t.calls.item_open) : m_.loose(t.calls.item_open);
        peg::node_id body = b_.fail();
        switch (t.mode) {
        case tool_mode::none: break;
        case tool_mode::json_native: body = json_call(); break;
        case tool_mode::tag_with_json:
        case tool_mode::tag_with_tagged: body = tagged_call(); break;
        }
        std::vector<std::string> ends;
        for (std::string const* text : {&t.calls.item_close, &t.calls.close}) {
            if (auto const core = split(*text).core; !core.empty()) {
                ends.emplace_back(first_line(core));
            }
        }
        peg::node_id const close = closing(t.calls.item_close);
        peg::node_id const lost = b_.sequence({b_.tag(part::malformed, until(ends)), close});
        return b_.sequence({open, b_.recover(b_.sequence({b_.tag(part::call, body), close}), lost)});
    }

    /// A slot for the schema of a tool's arguments, or of one of them.
    [[nodiscard]] peg::node_id slot(schema_slot s, peg::node_id read) {
        slots_.push_back(std::move(s));
        return b_.schema(static_cast<std::uint32_t>(slots_.size() - 1), read);
    }

    /// One alternative for every tool that may be called.
    template <class Alternative>
    [[nodiscard]] peg::node_id each_tool(Alternative alternative) {
        std::vector<peg::node_id> all;
        for (std::size_t i = 0; i < tools_.size(); ++i) {
            if (policy_->named.empty() || policy_->named == tools_[i].name) {
                all.push_back(alternative(i));
            }
        }
        return all.empty() ? b_.fail() : b_.choice(all);
    }

    /// Ids that templates accept are short and of letters and digits; nine of them satisfy all.
    [[nodiscard]] peg::node_id some_id() { return b_.chars("a-zA-Z0-9", 9, 9); }

    // Calls that are one JSON object: read as members in any order, written as the template writes them.

    [[nodiscard]] peg::node_id json_call() {
        peg::node_id const wide = object(*members_of(format_->tools), true);
        return b_.refine(wide, each_tool([&](std::size_t i) {
            std::vector<peg::node_id> parts;
            for (piece const& p : format_->tools.call) {
                switch (p.is) {
                case piece::kind::text: parts.push_back(b_.literal(p.text)); break;
                case piece::kind::name: parts.push_back(b_.literal(quoted_content(tools_[i].name))); break;
                case piece::kind::id: parts.push_back(some_id()); break;
                case piece::kind::arguments: parts.push_back(slot({i, {}, {}}, b_.json_object())); break;
                }
            }
            return b_.sequence(parts);
        }));
    }

    [[nodiscard]] static std::string quoted_content(std::string_view text) {
        std::string const quoted = json::dump(boost::json::value(text));
        return quoted.substr(1, quoted.size() - 2);
    }

    [[nodiscard]] peg::node_id text_value(part p) {
        return b_.sequence({b_.literal("\""), b_.tag(p, b_.json_string_content()), b_.literal("\"")});
    }

    [[nodiscard]] peg::node_id arguments_value() {
        return b_.choice({b_.tag(part::arguments, b_.json_object()), text_value(part::text_arguments), b_.json_value()});
    }

    /// Members that mean something, by their keys, and any others.  Behind a marker, a brace and a quote make it a
    /// call for good; without a marker in front, only the name of a known tool does.
    [[nodiscard]] peg::node_id object(std::vector<call_member> const& members, bool outermost) {
        std::vector<peg::node_id> any_member;
        bool named_by_key = false;
        for (call_member const& m : members) {
            if (m.key.empty()) {
                named_by_key = true;
                continue;
            }
            peg::node_id value = b_.fail();
            switch (m.is) {
            case call_member::kind::name: value = name_value(); break;
            case call_member::kind::id: value = b_.choice({text_value(part::id), b_.json_value()}); break;
            case call_member::kind::object: value = object(m.inner, false); break;
            default: value = arguments_value(); break;
            }
            std::string const key = json::dump(boost::json::value(m.key));
            peg::node_id const commit = marked() && m.is != call_member::kind::object ? b_.cut() : b_.epsilon();
            any_member.push_back(
                b_.sequence({b_.literal(key), b_.json_space(), b_.literal(":"), b_.json_space(), commit, value}));
        }
        if (named_by_key) {
            any_member.push_back(b_.sequence({text_value(part::name), b_.json_space(), b_.literal(":"), b_.json_space(),
                                              marked() ? b_.cut() : b_.epsilon(), arguments_value()}));
        } else {
            any_member.push_back(b_.json_member());
        }
        peg::node_id const member = b_.choice(any_member);
        // Without a marker only the front of the object is looked at, so that an answer in JSON is not held back.
        peg::node_id const first =
            marked() ? member : b_.sequence({b_.optional(type_member()), any_member.front()});
        peg::node_id const more =
            b_.star(b_.sequence({b_.json_space(), b_.literal(","), b_.json_space(), member}));
        peg::node_id const commit =
            outermost && marked() ? b_.sequence({b_.look(b_.literal("\"")), b_.cut()}) : b_.epsilon();
        return b_.sequence(
            {b_.literal("{"), b_.json_space(), commit, first, more, b_.json_space(), b_.literal("}")});
    }

    /// `"type": "function",`, which models like to put first.
    [[nodiscard]] peg::node_id type_member() {
        return b_.sequence({b_.literal("\"type\""), b_.json_space(), b_.literal(":"), b_.json_space(),
                            b_.literal("\"function\""), b_.json_space(), b_.literal(","), b_.json_space()});
    }

    [[nodiscard]] peg::node_id name_value() {
        if (marked()) {
            return text_value(part::name);
        }
        std::vector<std::string> names;
        for (tool const& t : tools_) {
            names.push_back(quoted_content(t.name));
        }
        std::vector<std::string_view> const views(names.begin(), names.end());
        return b_.sequence({b_.literal("\""), b_.tag(part::name, b_.one_of(views)), b_.literal("\""), b_.cut()});
    }

    // Calls whose name stands in markup: name, then arguments as one JSON object or each in markup of its own.

    [[nodiscard]] peg::node_id tagged_call() {
        peg::node_id const narrow = each_tool([&](std::size_t i) {
            std::vector<peg::node_id> parts;
            for (piece const& p : format_->tools.call) {
                switch (p.is) {
                case piece::kind::text: parts.push_back(b_.literal(p.text)); break;
                case piece::kind::name: parts.push_back(b_.literal(tools_[i].name)); break;
                case piece::kind::id: parts.push_back(some_id()); break;
                case piece::kind::arguments: parts.push_back(arguments_of(i)); break;
                }
            }
            return b_.sequence(parts);
        });
        return b_.refine(read_tagged_call(), narrow);
    }

    [[nodiscard]] peg::node_id read_tagged_call() {
        tool_format const& t = format_->tools;
        bool const tagged = t.mode == tool_mode::tag_with_tagged;
        std::vector<peg::node_id> parts;
        for (std::size_t i = 0; i < t.call.size(); ++i) {
            piece const& p = t.call[i];
            bool const is_name = p.is == piece::kind::name;
            if (p.is == piece::kind::text) {
                parts.push_back(m_.loose(p.text));
            } else if (p.is == piece::kind::arguments) {
                parts.push_back(tagged ? read_arguments() : b_.tag(part::arguments, b_.json_object()));
            } else {
                std::string next;
                if (i + 1 < t.call.size()) {
                    next = t.call[i + 1].is == piece::kind::text ? t.call[i + 1].text
                           : tagged                               ? t.arguments.open + t.arguments.item_open
                                                                  : "{";
                }
                parts.push_back(word(is_name ? part::name : part::id, next));
                if (is_name) {
                    parts.push_back(b_.cut());
                }
            }
        }
        return b_.sequence(parts);
    }

    /// A name or id: characters without white space, up to what follows.
    [[nodiscard]] peg::node_id word(part p, std::string_view next) {
        std::string_view const stop = first_line(split(next).core);
        peg::node_id const character = b_.chars("^ \\t\\r\\n\\\"'{}");
        peg::node_id const one =
            stop.empty() ? character : b_.sequence({b_.reject(b_.literal(stop)), character});
        return b_.tag(p, b_.plus(one));
    }

    [[nodiscard]] peg::node_id read_arguments() {
        tool_format const& t = format_->tools;
        list_shape const& a = t.arguments;
        auto const key_end = marker_builder::ends(t.key_close);
        peg::node_id const key = b_.tag(part::key, until(key_end));
        peg::node_id const value = b_.tag(part::value, until(value_ends()));
        // The key's marker commits: what follows is a value, whatever it says.
        peg::node_id const argument = b_.sequence({m_.loose(a.item_open), b_.cut(), key, m_.before_text(t.key_close),
                                                   value, b_.optional(m_.after_text(a.item_close))});
        peg::node_id const more = b_.star(b_.sequence({m_.space(a.separator), argument}));
        return b_.sequence({m_.loose(a.open), b_.optional(b_.sequence({argument, more}))});
    }

    /// What ends a value: its own marker, or where the model forgot it, that of the call.
    [[nodiscard]] std::vector<std::string> value_ends() const {
        tool_format const& t = format_->tools;
        std::vector<std::string> ends = marker_builder::ends(t.arguments.item_close);
        if (ends.empty()) {
            ends = marker_builder::ends(t.arguments.separator + t.arguments.item_open);
        }
        // All of it, not its first line: half of a call's end may well stand in a value.
        if (auto const close = split(t.calls.item_close).core; !close.empty()) {
            ends.emplace_back(close);
        }
        return ends;
    }

    /// The arguments of one tool as a grammar writes them: in the order of the schema, optional ones left out at will.
    [[nodiscard]] peg::node_id arguments_of(std::size_t i) {
        tool_format const& t = format_->tools;
        if (t.mode == tool_mode::tag_with_json) {
            return slot({i, {}, {}}, b_.json_object());
        }
        list_shape const& a = t.arguments;
        boost::json::value const& schema = tools_[i].parameters;
        auto const* properties = schema.is_object() ? schema.get_object().if_contains("properties") : nullptr;
        if (properties == nullptr || !properties->is_object()) {
            return written(a.open);
        }
        auto const* required = schema.get_object().if_contains("required");
        auto const is_required = [&](std::string_view key) {
            if (required != nullptr && required->is_array()) {
                for (auto const& name : required->get_array()) {
                    if (name.is_string() && std::string_view(name.get_string()) == key) {
                        return true;
                    }
                }
            }
            return false;
        };
        // From the last argument to the first: what may follow when arguments were written before, and when not.
        peg::node_id rest[2] = {b_.epsilon(), b_.epsilon()};
        boost::json::object const& all = properties->get_object();
        for (std::size_t n = all.size(); n-- > 0;) {
            auto const& property = *(all.begin() + static_cast<std::ptrdiff_t>(n));
            std::string const key(property.key());
            peg::node_id const one = b_.sequence({written(a.item_open), b_.literal(key), written(t.key_close),
                                                  slot({i, key, value_ends()}, b_.rest()), written(a.item_close)});
            peg::node_id const after = one_rule("after", i, n, b_.sequence({one, rest[1]}));
            for (bool const first : {true, false}) {
                peg::node_id const taken = first ? after : b_.sequence({written(a.separator), after});
                peg::node_id& here = rest[first ? 0 : 1];
                here = is_required(key) ? taken : b_.choice({taken, here});
            }
        }
        return b_.sequence({written(a.open), one_rule("arguments", i, all.size(), rest[0])});
    }

    /// A rule of its own for what is referred to more than once, so that a lowering writes it once.
    [[nodiscard]] peg::node_id one_rule(std::string_view what, std::size_t tool, std::size_t n, peg::node_id e) {
        return b_.rule(std::string(what) + "-" + std::to_string(tool) + "-" + std::to_string(n), e);
    }

    format const* format_;
    std::span<tool const> tools_;
    call_policy const* policy_;
    peg::builder b_;
    marker_builder m_{b_};
    std::vector<schema_slot> slots_;
};

}  // namespace detail

/// Makes the tables of a format for these tools.  Linear in the number of tools and their arguments.
/// Errors: no_tool_format, where a format written by hand contradicts itself; those of peg::builder::finish.
[[nodiscard]] inline result<syntax> build_syntax(format const& f, std::span<tool const> tools,
                                                 call_policy const& policy = {}) {
    return detail::syntax_builder(f, tools, policy).build();
}

}  // namespace parlance::chat

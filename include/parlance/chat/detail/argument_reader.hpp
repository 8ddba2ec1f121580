// parlance/chat/detail/argument_reader.hpp - arguments each of which stands in markup of its own, as they are read
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_markup.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation_builder.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Any arguments, whatever tools there are.
class argument_reader : argument_markup {
public:
    using argument_markup::argument_markup;

    /// Any arguments, as they are read.
    [[nodiscard]] peg::node_id arguments() {
        tool_format const& t = *d_.format;
        list_shape const& a = t.arguments;
        if (d_.strict) {
            return b_->sequence({m_.loose(a.open), b_->star(b_->sequence({m_.space(), whole_argument()}))});
        }
        peg::node_id const argument = key_again(t).empty() ? any_argument({}) : named_arguments();
        peg::node_id const separator = split(a.separator).core.empty()
                                           ? m_.space(a.separator)
                                           : b_->sequence({b_->optional(m_.loose(a.separator)), m_.space()});
        peg::node_id const more = b_->star(b_->sequence({separator, argument}));
        std::vector<peg::node_id> ways;
        if (!t.whole_open.empty()) {
            ways.push_back(
                b_->sequence({m_.loose(t.whole_open), b_->cut(), tag(part::arguments, b_->json_object()),
                              b_->optional(m_.loose(t.whole_close))}));
        }
        if (d_.marked && split(a.item_open).core.find('{') == std::string_view::npos) {  // either_form
            peg::node_id const object =
                b_->look(b_->sequence({b_->literal("{"), b_->json_space(), b_->chars("\"}")}));
            ways.push_back(b_->sequence({m_.space(), object, tag(part::arguments, loose_object())}));
        }
        ways.push_back(b_->sequence({argument, more, no_more()}));
        ways.push_back(b_->sequence({no_more(), nothing_else()}));
        peg::node_id const any = b_->sequence({m_.loose(a.open), b_->choice(ways)});
        std::string_view const open = split(a.open).core;
        if (!d_.marked || !open.ends_with('>') || open.find('<') != std::string_view::npos) {
            return any;
        }
        // self_closing: a tag without arguments that closes itself, <f/>
        peg::node_id const closed = b_->sequence(
            {m_.space(), b_->literal(open.substr(0, open.size() - 1)), m_.space(), b_->literal("/>")});
        return b_->choice({closed, any});
    }

private:
    static constexpr std::string_view name_letters = "^<>/ \\t\\r\\n\\\"'";
    static constexpr std::uint32_t longest_name = 128;

    /// What ends a call, and all of them, piece by piece.
    [[nodiscard]] std::vector<std::string_view> closers() const {
        std::vector<std::string_view> out;
        for (std::string const* text : {&d_.format->calls.item_close, &d_.format->calls.close}) {
            for (std::string_view core = split(*text).core; !core.empty();) {
                std::size_t const length = first_closer(core);
                out.push_back(split(core.substr(0, length)).core);
                core.remove_prefix(length);
            }
        }
        return out;
    }

    /// Where a marked call has no arguments: it ends here, or another one begins.  Whatever else follows might be arguments
    /// that nobody could read, and a call without them is another call.
    [[nodiscard]] peg::node_id nothing_else() {
        std::vector<std::string_view> ends = closers();
        if (!d_.marked || ends.empty()) {
            return b_->epsilon();
        }
        std::string const opening = call_opening(*d_.format);
        ends.push_back(first_line(opening));
        return b_->look(b_->sequence({m_.space(), b_->choice({b_->end(), b_->one_of(ends)})}));
    }

    /// Behind the last argument: waits until what ends the call stands there whole, or something else.  At the end of
    /// the text a further argument might have followed.
    [[nodiscard]] peg::node_id no_more() {
        std::vector<std::string_view> const ends = closers();
        return ends.empty() ? b_->epsilon()
                            : b_->optional(b_->look(b_->sequence({m_.space(), b_->one_of(ends)})));
    }

    /// An argument whose name may be any.  Its marker commits: what follows is a value, whatever it says.
    [[nodiscard]] peg::node_id any_argument(std::optional<peg::node_id> close) {
        tool_format const& t = *d_.format;
        if (close) {
            return b_->sequence({m_.loose(t.arguments.item_open), ahead(), b_->cut(), key(),
                                 value_up_to(*close), b_->optional(*close)});
        }
        std::vector<std::string> ends = value_ends(t, {});
        std::vector<std::string> const next = next_arguments(t, d_.tools);
        ends.insert(ends.end(), next.begin(), next.end());
        return b_->sequence({m_.loose(t.arguments.item_open), ahead(), b_->cut(), key(), value(ends),
                             end_of_value({}, true)});
    }

    /// Where the name stands again behind the value, it is that of the argument, for arguments that some tool has.
    [[nodiscard]] peg::node_id named_arguments() {
        tool_format const& t = *d_.format;
        std::vector<peg::node_id> ways;
        for (auto const& [name, nested] : known_keys()) {
            std::vector<std::string> const ends = value_ends(t, name);
            auto const behind = split(key_close(t)).core;
            peg::node_id const seen = b_->literal(name);
            peg::node_id const here =
                behind.empty() ? seen : b_->sequence({seen, m_.space(), b_->literal(behind)});
            ways.push_back(
                b_->sequence({m_.loose(t.arguments.item_open), b_->look(here), b_->cut(),
                              tag(part::key, b_->literal(name)),
                              nested ? value_up_to(m_.one_of(ends)) : value(ends), end_of_value(name)}));
        }
        std::vector<std::string> others = call_ends();
        others.emplace_back(split(key_again(t)).core);
        peg::node_id const close =
            b_->sequence({m_.space(), b_->literal(split(key_again(t)).core), name(),
                          b_->literal(split(t.arguments.item_close).core), m_.space()});
        ways.push_back(
            b_->sequence({b_->reject(b_->sequence({m_.space(), m_.one_of(others)})), any_argument(close)}));
        return b_->choice(ways);
    }

    struct known_key {
        std::string name;
        bool nested;
    };
    /// The names of all arguments of all tools, and whether they may have members.
    [[nodiscard]] std::vector<known_key> known_keys() const {
        std::vector<known_key> out;
        for (tool const& t : d_.tools) {
            auto const* all = properties_of(t.parameters);
            if (all == nullptr) {
                continue;
            }
            for (auto const& [name, each] : *all) {
                auto const at = std::ranges::find(out, std::string_view(name), &known_key::name);
                bool const nested = kind_of_value(d_.format->values.back()) == piece::kind::nested &&
                                    allowed_types(each, t.parameters.get_object()) != 1;
                if (at != out.end()) {
                    at->nested = at->nested || nested;
                } else if (!name.empty()) {
                    out.push_back({std::string(name), nested});
                }
            }
        }
        return out;
    }

    [[nodiscard]] peg::node_id name() { return b_->chars(name_letters, 1, longest_name); }

    [[nodiscard]] peg::node_id key() {
        tool_format const& t = *d_.format;
        std::vector<std::string> key_ends;
        for (pieces const& way : ways()) {
            for (std::string_view const close : {text_in_front(way), text_behind(way, piece::kind::type)}) {
                if (!close.empty()) {
                    auto more = marker_builder::ends(close);
                    key_ends.insert(key_ends.end(), more.begin(), more.end());
                }
            }
        }
        if (auto const bare = bare_values(t)) {
            key_ends.push_back(bare->key_close);
        }
        auto const more = d_.strict ? std::nullopt : other_attributes(*b_, key_close(t));
        if (!more) {
            return tag(part::key, m_.until(key_ends));
        }
        key_ends.push_back(split(key_close(t)).core.starts_with('"') ? "\" " : " ");
        return b_->sequence({tag(part::key, m_.until(key_ends)), *more});
    }

    /// A value that runs up to an expression; it may have members, whose ends are theirs.
    [[nodiscard]] peg::node_id value_up_to(peg::node_id end) {
        tool_format const& t = *d_.format;
        peg::node_id const letter = b_->sequence({b_->reject(end), b_->any()});
        auto const markup = members_in(t);
        if (!markup) {
            return b_->sequence({before_value(key_close(t)), tag(part::value, b_->star(letter))});
        }
        return b_->sequence(
            {before_value(key_close(t)), tag(part::nested_value, members_.content(*markup, letter))});
    }

    [[nodiscard]] peg::node_id value(std::vector<std::string> const& ends) {
        tool_format const& t = *d_.format;
        if (value_opener(t).empty()) {
            return bare_value(ends);
        }
        std::string_view const close = value_closer(t);
        part const as =
            kind_of_value(t.values.front()) == piece::kind::string ? part::text_value : part::value;
        peg::node_id const wrapped = b_->sequence(
            {m_.loose(key_close(t)), b_->literal(value_opener(t)), b_->cut(), tag(as, b_->until({close})),
             b_->optional(b_->sequence({b_->literal(close), m_.space()}))});
        return b_->choice({wrapped, bare_value(ends)});
    }

    /// A value with nothing around it but the markers of its argument.
    [[nodiscard]] peg::node_id bare_value(std::vector<std::string> const& ends) {
        tool_format const& t = *d_.format;
        // Inside of the tag, so that an answer which is cut off where the wrapper of values may just have begun has no value.
        auto const text = [&] {
            peg::node_id const all = m_.until(ends);
            std::string_view const opener = value_opener(t);
            return opener.empty() ? all : b_->sequence({b_->reject(b_->literal(opener)), all});
        };
        bool const strings = kind_of_value(t.values.back()) == piece::kind::string;
        auto const valued = [&](peg::node_id before, part p) {
            return b_->sequence({before, tag(p, text())});
        };
        if (auto const bare = bare_values(t)) {
            auto const p = static_cast<part>(static_cast<std::size_t>(part::bare_value) + d_.index);
            peg::node_id const unquoted = b_->sequence(
                {b_->reject(b_->literal(bare->quote)), notation_builder(*b_, d_).content(*bare, ",")});
            return b_->choice({valued(before_value(key_close(t)), strings ? part::text_value : part::value),
                               b_->sequence({m_.loose(bare->key_close), tag(p, unquoted)})});
        }
        // JSON ends by itself; what only looks like it runs up to the end of any value.
        auto const json = [&](peg::node_id before) {
            peg::node_id const whole = b_->sequence(
                {b_->look(b_->chars("{[\\\"")), b_->cut(), tag(part::json_value, b_->json_value())});
            return b_->sequence({before, b_->choice({whole, tag(part::json_value, text())})});
        };
        if (has(t.values.back(), piece::kind::type)) {
            std::string_view const close = text_behind(t.values.back(), piece::kind::type);
            peg::node_id const type = m_.loose(key_close(t));
            std::vector<std::string_view> others(std::begin(json_types::names) + 1,
                                                 std::end(json_types::names));
            others.emplace_back("integer");
            peg::node_id const named = b_->one_of(others);
            return b_->choice(
                {valued(b_->sequence({type, b_->literal("string"), before_value(close)}), part::text_value),
                 json(b_->sequence({type, named, m_.loose(close)})),
                 valued(
                     b_->sequence({b_->optional(b_->sequence({type, b_->chars("a-zA-Z_", 0, longest_name)})),
                                   before_value(close)}),
                     part::value)});
        }
        if (ways().size() == 1 && kind_of_value(ways().front()) == piece::kind::json) {
            return json(m_.loose(key_close(t)));
        }
        std::vector<peg::node_id> all;
        for (pieces const& way : ways()) {
            piece::kind const is = kind_of_value(way);
            all.push_back(
                valued(before_value(text_in_front(way)), is == piece::kind::string ? part::text_value
                                                         : is == piece::kind::json ? part::json_value
                                                                                   : part::value));
        }
        return any_of(all);
    }

    /// An argument of a call that must be whole: the ends of its value are trimmed.
    [[nodiscard]] peg::node_id whole_argument() {
        tool_format const& t = *d_.format;
        peg::node_id const close = b_->sequence({m_.space(), m_.core(split(t.arguments.item_close).core)});
        bool const strings = kind_of_value(t.values.back()) == piece::kind::string;
        peg::node_id const trimmed = tag(strings ? part::text_value : part::value,
                                         b_->star(b_->sequence({b_->reject(close), b_->any()})));
        return b_->sequence({m_.loose(t.arguments.item_open), key(), m_.loose(key_close(t)), trimmed, close});
    }

    /// Where nothing stands in front of an argument's name, the name itself and what follows it announce one.
    [[nodiscard]] peg::node_id ahead() {
        tool_format const& t = *d_.format;
        if (!split(t.arguments.item_open).core.empty() && key_again(t).empty()) {
            return b_->epsilon();
        }
        std::vector<std::string_view> closes;
        for (pieces const& way : ways()) {
            if (auto const core = split(text_in_front(way)).core; !core.empty()) {
                closes.push_back(core);
            }
        }
        auto const bare = bare_values(t);
        if (bare) {
            closes.emplace_back(bare->key_close);
        }
        return b_->look(b_->sequence(
            {b_->chars("^ \\t\\r\\n\\\"'(){},<>=:", 1, longest_name), m_.space(), b_->one_of(closes)}));
    }

    [[nodiscard]] peg::node_id before_value(std::string_view close) {
        bool const layout = has_lines(*d_.format) && split(close).after.empty();
        return layout ? b_->sequence({m_.before_text(close), b_->optional(b_->literal("\n"))})
                      : m_.before_text(close);
    }
};

}  // namespace parlance::chat::detail

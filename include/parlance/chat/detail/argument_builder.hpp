// parlance/chat/detail/argument_builder.hpp - arguments each of which stands in markup of its own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/argument_value.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/ordered_map.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Key and value, again and again.
class argument_builder : argument_value_builder {
public:
    using argument_value_builder::argument_value_builder;

    /// Any arguments, as they are read.
    [[nodiscard]] peg::node_id arguments() {
        tool_format const& t = *d_.format;
        list_shape const& a = t.arguments;
        if (d_.strict) {
            return b_->sequence({m_.loose(a.open), b_->star(b_->sequence({m_.space(), whole_argument()}))});
        }
        peg::node_id const argument =
            key_again(t).empty() ? b_->choice({keys_then_values(), any_argument({})}) : named_arguments();
        peg::node_id const first = b_->sequence({other_opener(), argument});
        peg::node_id const separator = split(a.separator).core.empty()
                                           ? m_.space(a.separator)
                                           : b_->sequence({b_->optional(m_.loose(a.separator)), m_.space()});
        peg::node_id const more = b_->star(b_->sequence({separator, argument}));
        std::vector<peg::node_id> ways;
        if (!t.whole_open.empty()) {
            ways.push_back(
                b_->sequence({m_.loose(t.whole_open), b_->cut(), tag(part::arguments, any_.object()),
                              b_->optional(m_.loose(t.whole_close))}));
        }
        if (d_.marked && split(a.item_open).core.find('{') == std::string_view::npos) {  // either_form
            peg::node_id const empty = b_->sequence({b_->literal("{"), b_->json_space(), b_->literal("}")});
            peg::node_id const object = b_->look(b_->choice({any_.opened_object(), empty}));
            peg::node_id const whole = b_->sequence({object, arguments_object()});
            peg::node_id const in_brackets = b_->sequence(
                {b_->literal("("), m_.space(), whole, m_.space(), b_->optional(b_->literal(")"))});
            ways.push_back(b_->sequence({m_.space(), b_->choice({whole, in_brackets, in_tag(whole)})}));
        }
        ways.push_back(b_->sequence({first, more, no_more()}));
        ways.push_back(in_tags_of_their_names());
        ways.push_back(b_->sequence({no_more(), nothing_else()}));
        peg::node_id const any = b_->sequence({open_of_arguments(), b_->choice(ways)});
        std::string_view const open = split(a.open).core;
        if (!d_.marked || !open.ends_with('>') || open.find('<') != std::string_view::npos) {
            return any;
        }
        // self_closing: a tag without arguments that closes itself, <f/>
        peg::node_id const closed = b_->sequence(
            {m_.space(), b_->literal(open.substr(0, open.size() - 1)), m_.space(), b_->literal("/>")});
        return b_->choice({closed, any});
    }

    /// Those of a tool, as they are written; optional ones are left out at will.
    [[nodiscard]] peg::node_id arguments_of(std::size_t tool) {
        list_shape const& a = d_.format->arguments;
        auto const one = [&](std::string const& key, boost::json::value const& schema) {
            return written(tool, key, schema);
        };
        // White space beside markers may be left out; what alone tells one from the next may not.
        bool const marked = !split(a.item_open).core.empty() && !split(a.item_close).core.empty();
        auto const between = [&](std::string_view written) {
            return marked ? b_->sequence({edge(split(written).before), text(split(written).core),
                                          edge(split(written).after)})
                          : text(written);
        };
        // Where there is no argument, what opens their list may be all that ends the name.
        peg::node_id const none = b_->sequence({split(a.open).core.empty() ? text(a.open) : between(a.open),
                                                marked ? b_->optional(b_->literal("\n")) : b_->epsilon()});
        peg::node_id const item = between(a.item_open);
        // A template that has nothing between arguments may tell of lines.
        bool const close_by = marked && a.separator.empty() && split(a.item_close).after.empty() &&
                              split(a.item_open).before.empty();
        // Rules, as they stand at every argument of every tool.
        peg::node_id const further = b_->rule(rule_name("further-argument"), [&] {
            return b_->sequence({close_by ? b_->optional(b_->literal("\n")) : between(a.separator), item});
        });
        if (d_.written->by_name) {
            peg::node_id const open = spaced(a.open);
            return properties_->each_property(
                tool, {b_->sequence({open, spaced(a.item_open)}), further, open}, one);
        }
        peg::node_id const first =
            b_->rule(rule_name("first-argument"), [&] { return b_->sequence({between(a.open), item}); });
        return properties_->each_property(tool, {first, further, none}, one);
    }

private:
    static constexpr std::string_view name_letters = "^<>/ \\t\\r\\n\\\"'";

    /// What stands between the name of a call and its arguments; or missing_tag_end: in front of one, or of the end of the call.
    [[nodiscard]] peg::node_id open_of_arguments() {
        std::string_view const open = d_.format->arguments.open;
        std::string_view const core = split(open).core;
        std::vector<std::string_view> next = call_closers(*d_.format);
        next.push_back(split(d_.format->arguments.item_open).core);
        if (!d_.mends_tags() || !d_.marked || !(core == ">" || core == "\">") || !opener_tells() ||
            !next.back().starts_with('<')) {
            return m_.loose(open);
        }
        peg::node_id const behind = b_->sequence({b_->literal("\n"), m_.space(), b_->look(b_->one_of(next))});
        return b_->choice(
            {m_.loose(open), b_->sequence({b_->literal(core.substr(0, core.size() - 1)), behind})});
    }

    /// in_tag: `<arguments>{"a": 1}</arguments>`, unless an argument is called so.
    [[nodiscard]] peg::node_id in_tag(peg::node_id object) {
        std::vector<std::string_view> words{"arguments", "parameters"};
        std::vector<std::string_view> const names = names_of_arguments(d_.tools);
        std::erase_if(words, [&](std::string_view word) { return std::ranges::binary_search(names, word); });
        if (!d_.tagged() || words.empty()) {
            return b_->fail();
        }
        peg::node_id const word = b_->sequence({b_->one_of(words), b_->literal(">"), m_.space()});
        peg::node_id const close = b_->optional(b_->sequence({b_->literal("</"), word}));
        return b_->sequence({b_->literal("<"), word, object, m_.space(), close});
    }

    /// own_tags: behind the marker and the name of a call, each argument in a tag that has its name: `<area>west</area>`.  The
    /// end of one counts where the next follows, or what ends the call.
    [[nodiscard]] peg::node_id in_tags_of_their_names() {
        std::vector<std::string_view> const call_ends = call_closers(*d_.format);
        if (!d_.marked || !d_.tagged() || !opener_tells() || call_ends.empty() ||
            !split(d_.format->arguments.item_open).core.starts_with('<')) {
            return b_->fail();
        }
        peg::node_id const begin = b_->literal("<");
        peg::node_id const end = b_->literal(">");
        peg::node_id const open = b_->sequence({begin, argument_names(), end});
        peg::node_id const over = b_->sequence({m_.space(), b_->choice({open, b_->one_of(call_ends)})});
        peg::node_id const close =
            b_->sequence({b_->one_of({"\n</", "</"}), argument_names(), end, b_->look(over)});
        peg::node_id const until = b_->until({"\n</", "</"});
        peg::node_id const text =
            b_->sequence({until, b_->star(b_->sequence({b_->reject(close), b_->any(), until}))});
        peg::node_id const one =
            b_->sequence({begin, tag(part::key, argument_names()), end, b_->cut(),
                          b_->optional(b_->literal("\n")), tag(part::value, text), close});
        return b_->plus(b_->sequence({m_.space(), b_->look(open), one}));
    }

    /// Where a marked call has no arguments: it ends here, or another one begins.  Whatever else follows might be arguments
    /// that nobody could read, and a call without them is another call.
    [[nodiscard]] peg::node_id nothing_else() {
        std::vector<std::string_view> ends = call_closers(*d_.format);
        if (!d_.marked || ends.empty()) {
            return b_->epsilon();
        }
        std::string const opening = call_opening(*d_.format);
        ends.push_back(first_line(opening));
        // Or what stands between two, and the second.
        list_shape const& calls = d_.format->calls;
        auto const between = split(calls.separator).core;
        auto const next = first_line(split(calls.item_open).core);
        peg::node_id const another =
            next.empty()      ? b_->fail()
            : between.empty() ? b_->literal(next)
                              : b_->sequence({b_->literal(between), m_.space(), b_->literal(next)});
        return b_->look(b_->sequence({m_.space(), b_->choice({b_->end(), b_->one_of(ends), another})}));
    }

    /// Behind the last argument: waits until what ends the call stands there whole, or something else.  At the end of
    /// the text a further argument might have followed.  Where nothing but its own marker ends a value, text behind it is
    /// no part of one, and more arguments may stand behind that: the call is not whole.
    [[nodiscard]] peg::node_id no_more() {
        std::vector<std::string_view> const ends = call_closers(*d_.format);
        if (ends.empty()) {
            return b_->epsilon();
        }
        return d_.marked && !key_again(*d_.format).empty()
                   ? nothing_else()
                   : b_->optional(b_->look(b_->sequence({m_.space(), b_->one_of(ends)})));
    }

    /// An argument whose name may be any.  Its marker commits: what follows is a value, whatever it says.
    [[nodiscard]] peg::node_id any_argument(std::optional<peg::node_id> close) {
        tool_format const& t = *d_.format;
        if (close) {
            return b_->sequence(
                {argument_opener(), ahead(), b_->cut(), key(), value_up_to(*close), b_->optional(*close)});
        }
        std::vector<std::string> const ends = value_ends(t, {});
        return b_->sequence({b_->choice({b_->sequence({argument_opener(), opener_again()}), lost_opener()}),
                             ahead(), b_->cut(), key(), value(ends), end_of_value({}, true)});
    }

    /// keys_then_values: where an argument's name stands in tags of its own, several that some tool has, and as many values.
    [[nodiscard]] peg::node_id keys_then_values() {
        tool_format const& t = *d_.format;
        std::string_view const end = first_of_markers(key_close(t));
        std::string_view const close = split(t.arguments.item_close).core;
        if (end.empty() || close.empty() || !d_.mends_tags() || !d_.marked || !opener_tells()) {
            return b_->fail();
        }
        peg::node_id const open = b_->literal(split(t.arguments.item_open).core);
        peg::node_id const open_value = b_->literal(last_of_markers(key_close(t)));
        auto const key = [&](peg::node_id name) {
            return b_->sequence({open, name, b_->literal(end), m_.space()});
        };
        std::string const name =
            "keys-then-values-" + std::to_string(d_.index) + (d_.silent ? "-silent" : "");
        peg::node_id const all = b_->rule(name, [&] {
            peg::node_id const inner = b_->sequence({b_->look(open), b_->ref(b_->declare(name)), m_.space()});
            peg::node_id const text = tag(part::value, m_.until({{std::string(close)}}));
            return b_->sequence({key(tag(part::key, argument_names())), b_->optional(inner), open_value, text,
                                 b_->literal(close)});
        });
        peg::node_id const one_more = b_->sequence({m_.space(), open_value});
        return b_->sequence(
            {m_.space(), b_->look(b_->sequence({key(argument_names()), open})), all, b_->reject(one_more)});
    }

    /// lost_key_tags: where an argument's name stands in tags of its own, the first of them twice.
    [[nodiscard]] peg::node_id opener_again() {
        auto const own = split(d_.format->arguments.item_open).core;
        return first_of_markers(key_close(*d_.format)).empty() || !opener_tells()
                   ? b_->epsilon()
                   : b_->optional(b_->literal(own));
    }
    /// lost_key_tags: the name of an argument that some tool has, and what ends it, without what opens it.
    [[nodiscard]] peg::node_id lost_opener() {
        std::string_view const end = first_of_markers(key_close(*d_.format));
        return end.empty() || !opener_tells() || !d_.marked || !key_again(*d_.format).empty()
                   ? b_->fail()
                   : b_->look(b_->sequence({argument_names(), b_->literal(end)}));
    }
    /// The same of the first one, with the first marker of calls in its place, which would end the call behind others.
    [[nodiscard]] peg::node_id other_opener() {
        std::string const opening = call_opening(*d_.format);
        std::string_view const marker = std::string_view(opening).substr(0, marker_length(opening));
        return marker.empty() ? b_->epsilon()
                              : b_->optional(b_->sequence({b_->literal(marker), lost_opener()}));
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

    /// The names of all arguments of all tools, and whether they may have members.
    [[nodiscard]] ordered_map<std::string, bool> known_keys() const {
        bool const may_nest = kind_of_value(d_.format->values.back()) == piece::kind::nested;
        ordered_map<std::string, bool> out;
        for (tool const& t : d_.tools) {
            auto const* all = properties_of(t.parameters);
            if (all == nullptr) {
                continue;
            }
            for (auto const& [name, each] : *all) {
                bool const nested = may_nest && allowed_types(each, t.parameters.get_object()) != 1;
                bool& known = out[std::string(name)];
                known = known || nested;
            }
        }
        out.erase("");
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
        if (auto const& bare = bare_) {
            key_ends.push_back(bare->key_close);
        }
        if (auto const kinds = d_.strict ? std::nullopt : kinds_in_text(t)) {
            for (std::string_view const close : {kinds->front, kinds->without}) {
                auto more = marker_builder::ends(close);
                key_ends.insert(key_ends.end(), more.begin(), more.end());
            }
        }
        for (pieces const& way : d_.strict ? std::span<pieces const>() : ways()) {
            if (std::string_view const last = last_of_markers(text_in_front(way)); !last.empty()) {
                key_ends.emplace_back(last);
                key_ends.emplace_back(first_of_markers(text_in_front(way)));
            }
        }
        auto const more = d_.strict ? std::nullopt : other_attributes(*b_, key_close(t));
        std::vector<std::string> const own = key_ends;
        if (!first_of_markers(key_close(t)).empty() && !d_.strict) {  // nor does a name go on behind these
            std::ranges::move(call_ends(), std::back_inserter(key_ends));
            key_ends.emplace_back(split(t.arguments.item_open).core);
            std::erase(key_ends, std::string());
        }
        if (more) {
            key_ends.push_back(split(key_close(t)).core.starts_with('"') ? "\" " : " ");
        }
        peg::node_id const any =
            known_first(names_of_arguments(d_.tools), more ? blanks : "", own, m_.until(key_ends));
        peg::node_id const torn = torn_.key_end();
        peg::node_id const name = tag(
            part::key,
            torn == b_->fail() ? any : b_->choice({b_->sequence({argument_names(), b_->look(torn)}), any}));
        return more ? b_->sequence({name, *more}) : name;
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
        return opener_tells() ? b_->epsilon() : b_->look(announcing_name());
    }
};

}  // namespace parlance::chat::detail

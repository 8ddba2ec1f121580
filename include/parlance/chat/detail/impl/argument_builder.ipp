// parlance/chat/detail/impl/argument_builder.ipp - definitions of what parlance/chat/detail/argument_builder.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_builder.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/notation_builder.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace parlance::chat::detail {

/// Whether a schema lists its values, and no string among them begins or ends in white space.
PARLANCE_DECL bool has_no_edge_blanks(boost::json::value const& schema) {
    auto const* listed = json::member(schema, "enum");
    auto const* values = listed == nullptr ? nullptr : listed->if_array();
    return values != nullptr && std::all_of(values->begin(), values->end(), [](boost::json::value const& v) {
               auto const* text = v.if_string();
               return text == nullptr || text->empty() ||
                      (blanks.find(text->front()) == std::string_view::npos &&
                       blanks.find(text->back()) == std::string_view::npos);
           });
}

peg::node_id argument_builder::arguments() {
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

peg::node_id argument_builder::nothing_else() {
    std::vector<std::string_view> ends = closers();
    if (!d_.marked || ends.empty()) {
        return b_->epsilon();
    }
    std::string const opening = call_opening(*d_.format);
    ends.push_back(first_line(opening));
    return b_->look(b_->sequence({m_.space(), b_->choice({b_->end(), b_->one_of(ends)})}));
}

peg::node_id argument_builder::any_argument(std::optional<peg::node_id> close) {
    tool_format const& t = *d_.format;
    if (close) {
        return b_->sequence({m_.loose(t.arguments.item_open), ahead(), b_->cut(), key(), value_up_to(*close),
                             b_->optional(*close)});
    }
    std::vector<std::string> ends = value_ends(t, {});
    std::vector<std::string> const next = next_arguments(t, d_.tools);
    ends.insert(ends.end(), next.begin(), next.end());
    return b_->sequence(
        {m_.loose(t.arguments.item_open), ahead(), b_->cut(), key(), value(ends), end_of_value({}, true)});
}

peg::node_id argument_builder::named_arguments() {
    tool_format const& t = *d_.format;
    std::vector<peg::node_id> ways;
    for (auto const& [name, nested] : known_keys()) {
        std::vector<std::string> const ends = value_ends(t, name);
        auto const behind = split(key_close(t)).core;
        peg::node_id const seen = b_->literal(name);
        peg::node_id const here =
            behind.empty() ? seen : b_->sequence({seen, m_.space(), b_->literal(behind)});
        ways.push_back(b_->sequence(
            {m_.loose(t.arguments.item_open), b_->look(here), b_->cut(), tag(part::key, b_->literal(name)),
             nested ? value_up_to(m_.one_of(ends)) : value(ends), end_of_value(name)}));
    }
    std::vector<std::string> others = call_ends();
    others.emplace_back(split(key_again(t)).core);
    peg::node_id const close = b_->sequence({m_.space(), b_->literal(split(key_again(t)).core), name(),
                                             b_->literal(split(t.arguments.item_close).core), m_.space()});
    ways.push_back(
        b_->sequence({b_->reject(b_->sequence({m_.space(), m_.one_of(others)})), any_argument(close)}));
    return b_->choice(ways);
}

std::vector<argument_builder::known_key> argument_builder::known_keys() const {
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

peg::node_id argument_builder::key() {
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

peg::node_id argument_builder::value_up_to(peg::node_id end) {
    tool_format const& t = *d_.format;
    peg::node_id const letter = b_->sequence({b_->reject(end), b_->any()});
    auto const markup = members_in(t);
    if (!markup) {
        return b_->sequence({before_value(key_close(t)), tag(part::value, b_->star(letter))});
    }
    auto const noted = static_cast<part>(static_cast<std::size_t>(part::noted) + d_.index);
    return b_->sequence({before_value(key_close(t)), tag(noted, members_.content(*markup, letter))});
}

peg::node_id argument_builder::value(std::vector<std::string> const& ends) {
    tool_format const& t = *d_.format;
    if (value_opener(t).empty()) {
        return bare_value(ends);
    }
    std::string_view const close = value_closer(t);
    part const as = kind_of_value(t.values.front()) == piece::kind::string ? part::text_value : part::value;
    peg::node_id const wrapped = b_->sequence({m_.loose(key_close(t)), b_->literal(value_opener(t)),
                                               b_->cut(), tag(as, b_->until({close})),
                                               b_->optional(b_->sequence({b_->literal(close), m_.space()}))});
    return b_->choice({wrapped, bare_value(ends)});
}

peg::node_id argument_builder::bare_value(std::vector<std::string> const& ends) {
    tool_format const& t = *d_.format;
    // Inside of the tag, so that an answer which is cut off where the wrapper of values may just have begun has no value.
    auto const text = [&] {
        peg::node_id const all = m_.until(ends);
        std::string_view const opener = value_opener(t);
        return opener.empty() ? all : b_->sequence({b_->reject(b_->literal(opener)), all});
    };
    bool const strings = kind_of_value(t.values.back()) == piece::kind::string;
    auto const valued = [&](peg::node_id before, part p) { return b_->sequence({before, tag(p, text())}); };
    if (auto const bare = bare_values(t)) {
        auto const p = static_cast<part>(static_cast<std::size_t>(part::bare_value) + d_.index);
        peg::node_id const unquoted = b_->sequence(
            {b_->reject(b_->literal(bare->quote)), notation_builder(*b_, d_).content(*bare, ",")});
        return b_->choice({valued(before_value(key_close(t)), strings ? part::text_value : part::value),
                           b_->sequence({m_.loose(bare->key_close), tag(p, unquoted)})});
    }
    // JSON ends by itself; what only looks like it runs up to the end of any value.
    auto const json = [&](peg::node_id before) {
        peg::node_id const whole =
            b_->sequence({b_->look(b_->chars("{[\\\"")), b_->cut(), tag(part::json_value, b_->json_value())});
        return b_->sequence({before, b_->choice({whole, tag(part::json_value, text())})});
    };
    if (has(t.values.back(), piece::kind::type)) {
        std::string_view const close = text_behind(t.values.back(), piece::kind::type);
        peg::node_id const type = m_.loose(key_close(t));
        std::vector<std::string_view> others(std::begin(json_types::names) + 1, std::end(json_types::names));
        others.emplace_back("integer");
        peg::node_id const named = b_->one_of(others);
        return b_->choice(
            {valued(b_->sequence({type, b_->literal("string"), before_value(close)}), part::text_value),
             json(b_->sequence({type, named, m_.loose(close)})),
             valued(b_->sequence({b_->optional(b_->sequence({type, b_->chars("a-zA-Z_", 0, longest_name)})),
                                  before_value(close)}),
                    part::value)});
    }
    if (ways().size() == 1 && kind_of_value(ways().front()) == piece::kind::json) {
        return json(m_.loose(key_close(t)));
    }
    std::vector<peg::node_id> all;
    for (pieces const& way : ways()) {
        piece::kind const is = kind_of_value(way);
        all.push_back(valued(before_value(text_in_front(way)), is == piece::kind::string ? part::text_value
                                                               : is == piece::kind::json ? part::json_value
                                                                                         : part::value));
    }
    return any_of(all);
}

peg::node_id argument_builder::whole_argument() {
    tool_format const& t = *d_.format;
    peg::node_id const close = b_->sequence({m_.space(), m_.core(split(t.arguments.item_close).core)});
    bool const strings = kind_of_value(t.values.back()) == piece::kind::string;
    peg::node_id const trimmed =
        tag(strings ? part::text_value : part::value, b_->star(b_->sequence({b_->reject(close), b_->any()})));
    return b_->sequence({m_.loose(t.arguments.item_open), key(), m_.loose(key_close(t)), trimmed, close});
}

peg::node_id argument_builder::ahead() {
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

std::vector<std::string_view> argument_builder::closers() const {
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

peg::node_id argument_builder::no_more() {
    std::vector<std::string_view> const ends = closers();
    return ends.empty() ? b_->epsilon()
                        : b_->optional(b_->look(b_->sequence({m_.space(), b_->one_of(ends)})));
}

peg::node_id argument_builder::before_value(std::string_view close) {
    bool const layout = has_lines(*d_.format) && split(close).after.empty();
    return layout ? b_->sequence({m_.before_text(close), b_->optional(b_->literal("\n"))})
                  : m_.before_text(close);
}

peg::node_id argument_builder::after_value(std::string_view close) {
    return has_lines(*d_.format) && split(close).before.empty()
               ? b_->sequence({b_->optional(b_->literal("\n")), m_.after_text(close)})
               : m_.after_text(close);
}

peg::node_id argument_builder::end_of_value(std::string_view key, bool stray, bool loose) {
    std::string const closing = closing_of(*d_.format, key);
    auto const wide = [&] {
        peg::node_id const end = after_value(closing);
        return b_->optional(stray ? b_->sequence({end, stray_closers(*b_, closing)}) : end);
    };
    return element(wide, [&] {
        // A line end in front is layout where the format says so.
        auto const [before, core, after] = split(closing);
        bool const line = has_lines(*d_.format) && before.empty();
        peg::node_id const front = line                     ? b_->optional(b_->literal("\n"))
                                   : loose && !core.empty() ? edge(before)
                                                            : text(before);
        peg::node_id const behind = core.empty() ? text(after) : edge(after);
        bool const again = stray && d_.written->lenient && may_come_again(closing);
        return b_->sequence(
            {front, text(core), behind,
             again ? b_->optional(b_->sequence({edge(before), text(core), edge(after)})) : b_->epsilon()});
    });
}

peg::node_id argument_builder::arguments_of(std::size_t tool) {
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
    peg::node_id const further = b_->sequence({between(a.separator), item});
    std::string const next = instead_of_end(tool);
    peg::node_id const unclosed =
        next.empty() ? peg::none
                     : b_->rule(rule_name("next-argument-" + std::to_string(tool)), b_->literal(next));
    if (d_.written->by_name) {
        peg::node_id const open = spaced(a.open);
        return properties_->each_property(
            tool, {b_->sequence({open, spaced(a.item_open)}), further, open, unclosed}, one);
    }
    return properties_->each_property(tool, {b_->sequence({between(a.open), item}), further, none, unclosed},
                                      one);
}

std::string argument_builder::instead_of_end(std::size_t tool) const {
    tool_format const& t = *d_.format;
    bool const one_way = t.values.size() == 1 && kind_of_value(t.values.back()) != piece::kind::nested;
    bool const blank = split(key_close(t)).core.find_first_of(blanks) != std::string_view::npos;
    auto const* all = properties_of(root_of(tool));
    auto const waited_for = [](auto const& each) { return each.key().size() <= longest_next_argument; };
    bool const told = all != nullptr && std::all_of(all->begin(), all->end(), waited_for);
    return d_.written->lenient && one_way && !blank && told ? next_argument(t) : std::string();
}

argument_builder::written_end const& argument_builder::end_of(std::string const& key) {
    tool_format const& t = *d_.format;
    bool const named = !key_again(t).empty();  // the closing tag repeats it
    if (end_ && !named) {
        return *end_;
    }
    written_end& made = end_.emplace();
    made.texts = value_ends(t, key);
    // The text may end in white space: only the markers themselves end it.
    std::erase_if(made.texts, [&, all = made.texts](std::string const& e) {
        auto const m = split(e);
        return !m.before.empty() && std::ranges::find(all, m.core) != all.end();
    });
    if (std::string const next = next_argument(t); !next.empty()) {
        made.texts.push_back(next);  // it is read as the beginning of an argument
    }
    if (std::string_view const opener = value_opener(t); !opener.empty()) {
        made.texts.emplace_back(opener);
    }
    std::string const rule = rule_name("argument-end" + (named ? "-" + key : std::string()));
    made.markup = b_->rule(rule, end_of_value(key, !named));
    made.loose = split(closing_of(t, key)).before.empty()
                     ? made.markup
                     : b_->rule(rule + "-loose", end_of_value(key, !named, true));
    return made;
}

written_property argument_builder::written(std::size_t tool, std::string const& key,
                                           boost::json::value const& schema) {
    tool_format const& t = *d_.format;
    schema_slot const whole{tool, key, {}, {}, {}};
    if (kind_of_value(t.values.back()) == piece::kind::nested) {
        members_.begin(tool, rule_name(std::to_string(tool) + "-" + key + "-"));
        return b_->sequence({b_->literal(key), text(key_close(t)), members_.value(whole, key, schema),
                             text(closing_of(t, key))});
    }
    if (has(t.values.back(), piece::kind::type)) {
        return typed(whole, schema);
    }
    bool const several = ways().size() > 1;
    auto const bare = bare_values(t);
    unsigned const types = several || bare ? allowed_types(schema, root_of(tool)) : 0;
    std::vector<written_property> all;
    if (bare && types != 1) {
        all.push_back(unquoted(tool, key, schema, *bare));
    }
    for (pieces const& way : ways()) {
        bool const json = kind_of_value(way) == piece::kind::json;
        if (!several || types != (json ? 1u : 2u)) {
            all.push_back(written(whole, schema, text_in_front(way),
                                  json      ? raw_text::never
                                  : several ? raw_text::only
                                            : raw_text::either));
        }
    }
    return all.size() == 1 ? all.front() : any_of(all);
}

written_property argument_builder::written(schema_slot at, boost::json::value const& schema,
                                           std::string_view close, raw_text raw) {
    tool_format const& t = *d_.format;
    written_end const& end = end_of(at.key);
    auto const [before, core, after] = split(close);
    // White space beside a value says nothing where no string is meant, or any string is, or none that has some.
    bool const json = raw == raw_text::never || allowed_types(schema, root_of(at.tool)) == 2;
    bool const loose = !core.empty() && (json || has_no_edge_blanks(schema) ||
                                         (schema.is_object() && is_open_but_for_type(schema.get_object())));
    std::string const front = at.key + std::string(before) + std::string(core);
    // The key ends at the first of the markers: blanks may be left out behind that.
    bool const gaps = core.find_first_of(blanks) != std::string_view::npos &&
                      first_line(core).find_first_of(blanks) == std::string_view::npos;
    peg::node_id const marker =
        gaps ? b_->sequence({b_->literal(at.key), text(before), m_.written(core, false)})
             : b_->literal(front);
    at.until = end.texts;
    at.raw = raw;
    std::vector<peg::node_id> ways;
    bool const wrapped_strings = kind_of_value(t.values.front()) == piece::kind::string;
    if (std::string_view const opener = value_opener(t);
        !opener.empty() && allowed_types(schema, root_of(at.tool)) != 2) {
        schema_slot inside = at;
        inside.raw = wrapped_strings ? raw_text::only : raw_text::either;
        inside.until = {std::string(value_closer(t))};
        ways.push_back(b_->sequence(
            {b_->literal(opener), slot(std::move(inside), b_->rest()), b_->literal(value_closer(t))}));
    }
    ways.push_back(slot(std::move(at), b_->rest()));
    if (raw != raw_text::only) {
        open_->add(schema, ways);
    }
    bool const line = has_lines(t) && after.empty();
    peg::node_id const layout = line ? b_->optional(b_->literal("\n")) : loose ? edge(after) : text(after);
    peg::node_id const blank = json ? b_->optional(b_->literal(" ")) : b_->epsilon();
    // What is read as JSON whatever it is ends where that does.
    peg::node_id const behind = raw == raw_text::never ? b_->epsilon() : blank;
    return {b_->sequence({marker, layout, blank, any_of(ways), behind}), loose ? end.loose : end.markup};
}

peg::node_id argument_builder::any_of(std::span<written_property const> ways) {
    std::vector<peg::node_id> whole;
    for (written_property const& each : ways) {
        whole.push_back(each.end == peg::none ? each.text : b_->sequence({each.text, each.end}));
    }
    return dialect_builder::any_of(whole);
}

peg::node_id argument_builder::unquoted(std::size_t tool, std::string const& key,
                                        boost::json::value const& schema, notation const& bare) {
    if (!unquoted_) {
        unquoted_.emplace(*b_, d_, bare, "unquoted-");
    }
    notation_builder values(*b_, d_, bare, &*unquoted_, properties_);
    return b_->sequence(
        {b_->literal(key + bare.key_close), values.value({tool, key, {}, {}, {}}, schema, 0)});
}

peg::node_id argument_builder::typed(schema_slot const& whole, boost::json::value const& schema) {
    tool_format const& t = *d_.format;
    unsigned const said = types_of(schema, root_of(whole.tool));
    unsigned const types = said != 0 ? said : json_types::string | json_types::all_but_string;
    std::vector<written_property> ways;
    for (std::string_view const name : json_types::names) {
        unsigned const type = json_types::named(name);
        if ((types & type) == 0) {
            continue;
        }
        schema_slot at = whole;
        bool const text = type == json_types::string;
        if (!text && types != type) {
            at.schema = boost::json::object{{"allOf", {schema, {{"type", name}}}}};
            add_definitions(at, d_.tools);
        }
        ways.push_back(written(
            std::move(at), schema,
            std::string(key_close(t)).append(name).append(text_behind(t.values.back(), piece::kind::type)),
            text ? raw_text::only : raw_text::never));
    }
    return any_of(ways);
}

}  // namespace parlance::chat::detail

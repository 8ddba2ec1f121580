// parlance/chat/detail/argument_writer.hpp - arguments each of which stands in markup of its own, as they are written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_markup.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/notation_builder.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Whether a schema lists its values, and no string among them begins or ends in white space.
[[nodiscard]] inline bool has_no_edge_blanks(boost::json::value const& schema) {
    auto const* listed = json::member(schema, "enum");
    auto const* values = listed == nullptr ? nullptr : listed->if_array();
    return values != nullptr && std::all_of(values->begin(), values->end(), [](boost::json::value const& v) {
               auto const* text = v.if_string();
               return text == nullptr || text->empty() ||
                      (blanks.find(text->front()) == std::string_view::npos &&
                       blanks.find(text->back()) == std::string_view::npos);
           });
}

/// The arguments of a tool, each by its schema.
class argument_writer : argument_markup {
public:
    using argument_markup::argument_markup;

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
        return properties_->each_property(
            tool, {b_->sequence({between(a.open), item}), further, none, unclosed}, one);
    }

private:
    /// missing_closer: what is written between two arguments of a tool where the end of the first is missing; empty where
    /// it may not be.
    [[nodiscard]] std::string instead_of_end(std::size_t tool) const {
        tool_format const& t = *d_.format;
        bool const one_way = t.values.size() == 1 && kind_of_value(t.values.back()) != piece::kind::nested;
        bool const blank = split(key_close(t)).core.find_first_of(blanks) != std::string_view::npos;
        auto const* all = properties_of(root_of(tool));
        auto const waited_for = [](auto const& each) { return each.key().size() <= longest_next_argument; };
        bool const told = all != nullptr && std::all_of(all->begin(), all->end(), waited_for);
        return d_.written->lenient && one_way && !blank && told ? next_argument(t) : std::string();
    }

    /// What ends a value that is written, and the rules of the markup behind it: as the template has it, and where white
    /// space beside the value says nothing.
    struct written_end {
        std::vector<std::string> texts;
        peg::node_id markup;
        peg::node_id loose;
    };
    [[nodiscard]] written_end const& end_of(std::string const& key) {
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

    /// One argument of a tool.
    [[nodiscard]] written_property written(std::size_t tool, std::string const& key,
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

    /// Key and value with one text between; `at` says how the value is written.
    [[nodiscard]] written_property written(schema_slot at, boost::json::value const& schema,
                                           std::string_view close, raw_text raw) {
        tool_format const& t = *d_.format;
        written_end const& end = end_of(at.key);
        auto const [before, core, after] = split(close);
        // White space beside a value says nothing where no string is meant, or any string is, or none that has some.
        bool const json = raw == raw_text::never || allowed_types(schema, root_of(at.tool)) == 2;
        bool const loose =
            !core.empty() && (json || has_no_edge_blanks(schema) ||
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
        peg::node_id const layout = line    ? b_->optional(b_->literal("\n"))
                                    : loose ? edge(after)
                                            : text(after);
        peg::node_id const blank = json ? b_->optional(b_->literal(" ")) : b_->epsilon();
        // What is read as JSON whatever it is ends where that does.
        peg::node_id const behind = raw == raw_text::never ? b_->epsilon() : blank;
        return {b_->sequence({marker, layout, blank, any_of(ways), behind}), loose ? end.loose : end.markup};
    }

    using dialect_builder::any_of;
    [[nodiscard]] peg::node_id any_of(std::span<written_property const> ways) {
        std::vector<peg::node_id> whole;
        for (written_property const& each : ways) {
            whole.push_back(each.end == peg::none ? each.text : b_->sequence({each.text, each.end}));
        }
        return dialect_builder::any_of(whole);
    }

    /// Without the quotes that values have in the dialect, as it is written inside of them otherwise.
    [[nodiscard]] peg::node_id unquoted(std::size_t tool, std::string const& key,
                                        boost::json::value const& schema, notation const& bare) {
        if (!unquoted_) {
            unquoted_.emplace(*b_, d_, bare, "unquoted-");
        }
        notation_builder values(*b_, d_, bare, &*unquoted_, properties_);
        return b_->sequence(
            {b_->literal(key + bare.key_close), values.value({tool, key, {}, {}, {}}, schema, 0)});
    }

    /// With its type in the markup: one way for every type that the schema allows.
    [[nodiscard]] peg::node_id typed(schema_slot const& whole, boost::json::value const& schema) {
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
            ways.push_back(written(std::move(at), schema,
                                   std::string(key_close(t))
                                       .append(name)
                                       .append(text_behind(t.values.back(), piece::kind::type)),
                                   text ? raw_text::only : raw_text::never));
        }
        return any_of(ways);
    }

    std::optional<written_end> end_{};  // the last one
    std::optional<open_value_builder> unquoted_{};
};

}  // namespace parlance::chat::detail

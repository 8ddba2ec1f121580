// parlance/chat/detail/argument_value.hpp - the value of an argument in markup of its own, as it is read and as it is written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/equal_arguments.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/member_builder.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/notation_builder.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/torn_tag.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/detail/value_text.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// What stands behind the name of an argument, as a tool_format of mode tag_with_tagged has it: read up to what ends it,
/// whatever the tools are, and written by its schema.
class argument_value_builder : protected value_text_builder {
public:
    argument_value_builder(peg::builder& b, call_dialect const& d, open_value_builder* open = nullptr,
                           property_list* properties = nullptr)
        : value_text_builder(b, d, open, properties), bare_(bare_values(*d.format)) {}

protected:
    /// The ways in which a value stands without a wrapper.
    [[nodiscard]] std::span<pieces const> ways() const {
        return std::span(d_.format->values).subspan(value_opener(*d_.format).empty() ? 0 : 1);
    }

    [[nodiscard]] peg::node_id after_value(std::string_view close) {
        auto const [before, core, after] = split(close);
        bool const line = before.starts_with('\n') || (before.empty() && has_lines(*d_.format));
        std::uint32_t const deepest = core.empty() ? 0 : 8;
        peg::node_id const end = b_->sequence({b_->literal("\n"), b_->chars(" \\t", 0, deepest)});
        return b_->sequence({b_->optional(b_->literal("\r")), line ? b_->optional(end) : b_->epsilon(),
                             m_.after_text(close)});
    }

    /// What stands behind the value of the argument `key`.  It may be missing, or come twice, where `stray`.
    ///
    /// loose  written without the white space in front, too
    [[nodiscard]] peg::node_id end_of_value(std::string_view key, bool stray = false, bool loose = false) {
        std::string const closing = closing_of(*d_.format, key);
        auto const wide = [&] {
            peg::node_id const end = after_value(closing);
            std::vector<std::string> const others = other_argument_closers(*d_.format);
            peg::node_id const closers =
                others.empty() ? b_->fail()
                               : b_->choice({m_.one_of(others), named_closer(), drifted_closer()});
            peg::node_id const other = b_->sequence({m_.space(), closers, m_.space()});
            return b_->optional(stray ? b_->choice({b_->sequence({end, stray_closers(*b_, closing)}), other})
                                      : end);
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
            return b_->sequence({front, text(core), behind,
                                 again ? b_->optional(b_->sequence({edge(before), text(core), edge(after)}))
                                       : b_->epsilon()});
        });
    }

    [[nodiscard]] peg::node_id before_value(std::string_view close) {
        bool const layout = has_lines(*d_.format) && split(close).after.empty();
        peg::node_id before = m_.before_text(close);
        if (std::string_view const last = last_of_markers(close); !last.empty()) {
            std::string_view const first = first_of_markers(close);
            peg::node_id const again = b_->sequence({b_->literal(first), m_.space()});  // lost_key_tags
            // What begins as the last one may be cut off.
            peg::node_id const lost = b_->sequence({again, b_->reject(b_->literal(last.substr(0, 1)))});
            before = b_->sequence(
                {b_->optional(b_->sequence({again, b_->look(b_->literal(first))})),
                 b_->choice({before,
                             m_.before_text(std::string(last).append(split(close).after)),  // missing_key_end
                             lost})});
        }
        return layout ? b_->sequence({before, b_->optional(b_->literal("\n"))}) : before;
    }

    // As it is read.

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

    // As it is written.

    /// What ends a value that is written, what else would be read so, and the rules of the markup behind it: as the template
    /// has it, and where white space beside the value says nothing.
    struct written_end {
        std::shared_ptr<text_ends const> texts;
        std::shared_ptr<text_ends const> wrapped;  // inside of texts around the value
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
        text_ends texts{value_ends(t, key)};
        // The text may end in white space: only the markers themselves end it.
        std::erase_if(texts.until, [&, all = texts.until](std::string const& e) {
            auto const m = split(e);
            return !m.before.empty() && std::ranges::find(all, m.core) != all.end();
        });
        if (std::string const next = next_argument(t); !next.empty()) {
            texts.until.push_back(next);  // it is read as the beginning of an argument
        }
        if (std::string_view const opener = value_opener(t); !opener.empty()) {
            texts.until.emplace_back(opener);
            made.wrapped = std::make_shared<text_ends const>(text_ends{{std::string(value_closer(t))}});
        }
        texts.without = read_as_ends(t, d_.tools);
        if (opener_tells() && (d_.written->by_name || d_.written->unpaired > 0)) {
            // Where the end of the call may be missing, that of an argument in the value might be the last that was written.
            std::ranges::move(argument_openers(t), std::back_inserter(texts.without));
        }
        made.texts = std::make_shared<text_ends const>(std::move(texts));
        std::string const rule = rule_name("argument-end" + (named ? "-" + key : std::string()));
        made.markup = b_->rule(rule, end_of_value(key, !named));
        made.loose = split(closing_of(t, key)).before.empty()
                         ? made.markup
                         : b_->rule(rule + "-loose", end_of_value(key, !named, true));
        return made;
    }

    /// One argument of a tool.
    [[nodiscard]] peg::node_id written(std::size_t tool, std::string const& key,
                                       boost::json::value const& schema) {
        tool_format const& t = *d_.format;
        schema_slot const whole{tool, key, {}, {}, {}};
        if (kind_of_value(t.values.back()) == piece::kind::nested) {
            members_.begin(tool, rule_name(std::to_string(tool) + "-"));
            return b_->sequence({b_->literal(key), text(key_close(t)), members_.value(whole, key, schema),
                                 text(closing_of(t, key))});
        }
        if (has(t.values.back(), piece::kind::type)) {
            return typed(whole, schema);
        }
        bool const several = ways().size() > 1;
        auto const& bare = bare_;
        unsigned const types = several || bare ? allowed_types(schema, root_of(tool)) : 0;
        std::vector<peg::node_id> all;
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
        return any_of(all);
    }

    /// Key and value with one text between; `at` says how the value is written.
    [[nodiscard]] peg::node_id written(schema_slot at, boost::json::value const& schema,
                                       std::string_view close, raw_text raw) {
        peg::node_id const key = b_->literal(at.key);
        // Where the closing tag repeats the key, what stands behind it is never the same.
        auto const same = key_again(*d_.format).empty()
                              ? equal_arguments::identity(d_.tools[at.tool], schema, close, raw)
                              : std::nullopt;
        return b_->sequence({key, equal_.behind_key(*b_, same, [&] {
                                 return behind_key(std::move(at), schema, close, raw);
                             })});
    }

    [[nodiscard]] peg::node_id behind_key(schema_slot at, boost::json::value const& schema,
                                          std::string_view close, raw_text raw) {
        tool_format const& t = *d_.format;
        written_end const& end = end_of(at.key);
        auto const [before, core, after] = split(close);
        // White space beside a value says nothing where no string is meant, or any string is, or none that has some.
        bool const json = raw == raw_text::never || allowed_types(schema, root_of(at.tool)) == 2;
        bool const loose =
            !core.empty() && (json || has_no_edge_blanks(schema) ||
                              (schema.is_object() && is_open_but_for_type(schema.get_object())));
        // The key ends at the first of the markers: blanks may be left out behind that.
        bool const gaps = core.find_first_of(blanks) != std::string_view::npos &&
                          first_line(core).find_first_of(blanks) == std::string_view::npos;
        peg::node_id const marker = gaps ? b_->sequence({text(before), m_.written(core, false)})
                                         : b_->literal(std::string(before).append(core));
        // JSON that is read as such whatever stands in it ends by itself.
        bool const read_first = has(t.values.back(), piece::kind::type) || this->ways().size() == 1;
        if (raw != raw_text::never || !read_first) {
            at.ends = end.texts;
        }
        at.raw = raw;
        // What ends the value may stand in any object and list: `"`, or `,`.
        bool const scalar = raw == raw_text::either && at.ends != nullptr &&
                            std::ranges::any_of(at.ends->until, [](std::string const& each) {
                                return each.find_first_not_of("{}[],:\"") == std::string::npos;
                            });
        if (scalar) {
            at.schema.emplace(boost::json::object{
                {"allOf", {schema, {{"type", {"string", "number", "boolean", "null"}}}}}});
        }
        std::vector<peg::node_id> ways;
        bool const wrapped_strings = kind_of_value(t.values.front()) == piece::kind::string;
        if (std::string_view const opener = value_opener(t);
            !opener.empty() && allowed_types(schema, root_of(at.tool)) != 2) {
            schema_slot inside = at;
            inside.raw = wrapped_strings ? raw_text::only : raw_text::either;
            inside.ends = end.wrapped;
            ways.push_back(b_->sequence(
                {b_->literal(opener), slot(std::move(inside), b_->rest()), b_->literal(value_closer(t))}));
        }
        if (raw != raw_text::only && !scalar && has(t.values.back(), piece::kind::type)) {
            open_->add(schema, ways);
        } else if (raw != raw_text::only && !scalar) {
            // Many templates write constants, lists and dictionaries as Python prints them.
            bool const containers = d_.tools.size() <= most_tools_in_many_ways && raw == raw_text::either &&
                                    allowed_types(schema, root_of(at.tool)) == 2;
            notation_builder(*b_, d_, python_values(), open_, properties_)
                .add_without_strings(at, schema, 0, containers, ways);
        }
        ways.push_back(slot(std::move(at), b_->rest()));
        bool const line = has_lines(t) && after.empty();
        peg::node_id const layout = line    ? b_->optional(b_->literal("\n"))
                                    : loose ? edge(after)
                                            : text(after);
        peg::node_id const blank = json ? gap() : b_->epsilon();
        // What is read as JSON whatever it is ends where that does.
        peg::node_id const behind = raw == raw_text::never ? b_->epsilon() : blank;
        return b_->sequence({marker, layout, blank, any_of(ways), behind, loose ? end.loose : end.markup});
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
        std::vector<peg::node_id> ways;
        std::vector<std::string_view> names(std::begin(json_types::names), std::end(json_types::names));
        names.emplace_back("integer");
        for (std::string_view const name : names) {
            unsigned const type = json_types::named(name);
            if ((types & type) == 0) {
                continue;
            }
            schema_slot at = whole;
            bool const text = type == json_types::string;
            if (!text && (types & ~type) != 0) {
                at.schema = boost::json::object{{"allOf", {schema, {{"type", name}}}}};
            }
            ways.push_back(written(std::move(at), schema,
                                   std::string(key_close(t))
                                       .append(name)
                                       .append(text_behind(t.values.back(), piece::kind::type)),
                                   text ? raw_text::only : raw_text::never));
        }
        return any_of(ways);
    }

    member_builder members_{*b_, d_, open_, properties_};
    std::optional<notation> bare_;
    torn_tag_builder torn_{*b_, d_};

private:
    /// What stands in front of a value, whether its tag ends there or not.
    [[nodiscard]] peg::node_id before_value_or_torn(std::string_view close) {
        std::vector<peg::node_id> ways;
        for (auto const& each : torn_.ends()) {
            if (each.behind == split(close).core) {
                ways.push_back(b_->sequence({each.end, b_->optional(b_->literal("\n"))}));
            }
        }
        ways.push_back(before_value(close));
        return any_of(ways);
    }
    [[nodiscard]] static std::vector<std::string> with_carriage_returns(std::vector<std::string> ends) {
        for (std::size_t i = 0, all = ends.size(); i < all; ++i) {
            if (ends[i].starts_with('\n')) {
                ends.push_back("\r" + ends[i]);
            }
        }
        return ends;
    }

    /// A value with nothing around it but the markers of its argument.
    [[nodiscard]] peg::node_id bare_value(std::vector<std::string> const& ends) {
        tool_format const& t = *d_.format;
        // Inside of the tag, so that an answer which is cut off where the wrapper of values may just have begun has no value.
        std::string_view const opener = value_opener(t);
        peg::node_id const no_wrapper = opener.empty() ? b_->epsilon() : b_->reject(b_->literal(opener));
        bool const strings = kind_of_value(t.values.back()) == piece::kind::string;
        auto const valued = [&](peg::node_id before, part p) {
            return b_->sequence({before, value_text(p, ends, no_wrapper)});
        };
        // CR LF for the line ends around a value.
        auto const valued_behind = [&](std::string_view close, part p) {
            auto const m = split(close);
            peg::node_id const as_written = valued(before_value_or_torn(close), p);
            if (m.after != "\n" && (!has_lines(t) || !m.after.empty())) {
                return as_written;
            }
            peg::node_id const text = value_text(p, with_carriage_returns(ends), no_wrapper);
            return b_->choice(
                {b_->sequence({m_.space(m.before), m_.core(m.core), b_->literal("\r\n"), b_->cut(), text}),
                 as_written});
        };
        if (auto const& bare = bare_) {
            auto const p = static_cast<part>(static_cast<std::size_t>(part::bare_value) + d_.index);
            peg::node_id const unquoted = b_->sequence(
                {b_->reject(b_->literal(bare->quote)), notation_builder(*b_, d_).content(*bare, ",")});
            return b_->choice({valued_behind(key_close(t), strings ? part::text_value : part::value),
                               b_->sequence({m_.loose(bare->key_close), tag(p, unquoted)})});
        }
        // JSON ends by itself; what only looks like it runs up to the end of any value.
        auto const json = [&](peg::node_id before) {
            peg::node_id const whole =
                b_->sequence({b_->look(b_->chars("{[\\\"")), b_->cut(), tag(part::json_value, any_.value())});
            return b_->sequence(
                {before, b_->choice({whole, value_text(part::json_value, ends, no_wrapper)})});
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
        torn_.add_values(all);
        for (pieces const& way : ways()) {
            piece::kind const is = kind_of_value(way);
            all.push_back(valued_behind(text_in_front(way), is == piece::kind::string ? part::text_value
                                                            : is == piece::kind::json ? part::json_value
                                                                                      : part::value));
        }
        if (auto const kinds = kinds_in_text(t)) {
            peg::node_id const word = b_->sequence(
                {m_.loose(kinds->front), b_->chars("a-zA-Z_", 1, longest_name), before_value(kinds->back)});
            all.push_back(valued(word, part::value));
            all.push_back(valued(before_value(kinds->without), part::value));
        }
        return any_of(all);
    }

    std::optional<written_end> end_{};  // the last one
    std::optional<open_value_builder> unquoted_{};
    equal_arguments equal_{d_.written == nullptr ? std::string() : rule_name("argument-value-")};
};

}  // namespace parlance::chat::detail

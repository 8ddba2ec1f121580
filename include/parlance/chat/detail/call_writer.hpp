// parlance/chat/detail/call_writer.hpp - the expressions that a grammar writes calls with, exactly as the template does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/tagged_reader.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/build.hpp>
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

/// Writes calls of some tools; what only a schema knows is a slot.
class call_writer {
public:
    call_writer(peg::builder& b, format const& f, std::span<tool const> tools, call_policy const& policy,
                std::vector<schema_slot>& slots, std::string_view rules = {})
        : b_(&b),
          rules_(rules),
          whole_(&f),
          format_(&f.tools),
          channels_(&f.channels),
          tools_(tools),
          policy_(&policy),
          slots_(&slots),
          open_(b, f.tools, rules_) {}

    /// One call, or several where format and policy allow it.  White space in front of the first marker is left to
    /// what stands before.
    [[nodiscard]] peg::node_id calls() {
        list_shape const& shape = format_->calls;
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

private:
    [[nodiscard]] peg::node_id text(std::string_view written) {
        return written.empty() ? b_->epsilon() : b_->literal(written);
    }
    /// Text of which the white space may be left out, and a line end put behind a bracket: models do both, and it is
    /// nobody's value.
    [[nodiscard]] peg::node_id marker(std::string_view written) {
        std::vector<peg::node_id> parts;
        auto const free = [](char c) {
            return std::string_view("{}[]:,\"<>|").find(c) != std::string_view::npos;
        };
        auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        bool const json = format_->mode == tool_mode::json_native || is_json_text(written);
        char before = '{';
        while (!written.empty()) {
            std::size_t const gap = std::min(written.find_first_of(blanks), written.size());
            before = gap > 0 ? written[gap - 1] : before;
            parts.push_back(text(written.substr(0, gap)));
            std::size_t const bracket = written.substr(0, gap).find(']');
            if (bracket != std::string_view::npos && bracket + 1 < gap) {
                parts.back() =
                    b_->sequence({text(written.substr(0, bracket + 1)), b_->optional(b_->literal("\n")),
                                  text(written.substr(bracket + 1, gap - bracket - 1))});
            }
            written.remove_prefix(gap);
            std::size_t const end = std::min(written.find_first_not_of(blanks), written.size());
            if (end > 0) {
                peg::node_id const blank = b_->literal(written.substr(0, end));
                bool const line = written.substr(0, end).find('\n') != std::string_view::npos;
                // A blank between words is one of them, and so is one beside a word in markup that is not JSON.
                bool const inside = end < written.size();
                bool const beside = !json && inside && is_letter(written[end]);
                bool const own = !line && inside && ((!free(before) && !free(written[end])) || beside);
                parts.push_back(
                    own ? blank
                        : b_->optional(line ? b_->choice({blank, b_->literal("\n"), b_->literal(" ")})
                                            : blank));
                written.remove_prefix(end);
            }
        }
        return parts.empty() ? b_->epsilon() : b_->sequence(parts);
    }

    [[nodiscard]] peg::node_id slot(schema_slot s, peg::node_id read) {
        slots_->push_back(std::move(s));
        return b_->schema(static_cast<std::uint32_t>(slots_->size() - 1), read);
    }

    /// One alternative for every tool that may be called.
    [[nodiscard]] peg::node_id call() {
        std::vector<peg::node_id> all;
        for (std::size_t i = 0; i < tools_.size(); ++i) {
            if (!policy_->named.empty() && policy_->named != tools_[i].name) {
                continue;
            }
            std::vector<peg::node_id> parts;
            for (piece const& p : format_->call) {
                switch (p.is) {
                case piece::kind::text: parts.push_back(behind_name(p.text)); break;
                case piece::kind::name: parts.push_back(text(name(i))); break;
                // Ids that templates accept are short and of letters and digits; nine of them satisfy all.
                case piece::kind::id: parts.push_back(b_->chars("a-zA-Z0-9", 9, 9)); break;
                case piece::kind::index: parts.push_back(b_->chars("0-9", 1, 3)); break;
                case piece::kind::arguments: parts.push_back(arguments(i)); break;
                case piece::kind::id_begin:
                case piece::kind::id_end: break;
                }
            }
            all.push_back(b_->sequence(parts));
        }
        return all.empty() ? b_->fail() : b_->rule(rules_ + "call", b_->choice(all));
    }

    /// Text of a call; in a header of channels, any of the ways to go on with it.
    [[nodiscard]] peg::node_id behind_name(std::string_view written) {
        channel_format const& c = *channels_;
        if (c.channel.empty() || !written.ends_with(c.message)) {
            return marker(written);
        }
        peg::node_id const channel = b_->sequence({b_->literal(c.channel), b_->chars("a-z", 1, 16)});
        peg::node_id const kind =
            b_->sequence({b_->literal(" "), b_->optional(b_->literal("<|constrain|>")), b_->literal("json")});
        return b_->sequence({b_->optional(channel), b_->optional(kind), b_->literal(c.message)});
    }

    [[nodiscard]] std::string name(std::size_t i) const {
        return format_->mode == tool_mode::json_native ? quoted_content(tools_[i].name) : tools_[i].name;
    }

    [[nodiscard]] peg::node_id arguments(std::size_t i) {
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
        return b_->sequence({text(format_->written.open), noted(i), text(format_->written.close)});
    }

    /// Arguments each in markup of its own, optional ones left out at will.
    [[nodiscard]] peg::node_id tagged(std::size_t i) {
        list_shape const& a = format_->arguments;
        return property_list(*b_, rules_, tools_, format_->sorted)
            .each_property(i, a.separator, [&](std::string const& key, boost::json::value const& schema) {
                // The text may end in white space: only the markers themselves end it.
                auto ends = tagged_reader::value_ends(*format_);
                std::erase_if(ends, [&](std::string const& e) {
                    return blanks.find(e.front()) != std::string_view::npos && !split(e).core.empty();
                });
                // A line end on either side is layout where the format says so.
                auto const line = [&](bool own) {
                    return format_->lines && !own ? b_->optional(b_->literal("\n")) : b_->epsilon();
                };
                auto const one = [&](std::string_view close, raw_text raw) {
                    std::vector<peg::node_id> ways{slot({i, key, ends, raw, {}}, b_->rest())};
                    if (raw != raw_text::only) {
                        open_.add(schema, ways);
                    }
                    return b_->sequence({text(a.item_open), b_->literal(key), text(close),
                                         line(!split(close).after.empty()), any_of(ways),
                                         line(!split(a.item_close).before.empty()), text(a.item_close)});
                };
                if (format_->quoted) {
                    return one(format_->key_close, raw_text::never);
                }
                if (format_->key_close_other.empty()) {
                    return one(format_->key_close, raw_text::either);
                }
                unsigned const types = allowed_types(schema, root_of(i));
                if (types == 1) {
                    return one(format_->key_close, raw_text::only);
                }
                if (types == 2) {
                    return one(format_->key_close_other, raw_text::never);
                }
                return b_->choice({one(format_->key_close, raw_text::only),
                                   one(format_->key_close_other, raw_text::never)});
            });
    }

    /// The members of an object in a notation.
    [[nodiscard]] peg::node_id noted(std::size_t i) {
        return property_list(*b_, rules_, tools_, format_->sorted)
            .each_property(i, ",", [&](std::string const& key, boost::json::value const& schema) {
                peg::node_id const gap = b_->optional(b_->literal(" "));
                bool const bare = format_->written.bare_keys;
                return b_->sequence({gap, this->key(key, bare), text(format_->written.key_close),
                                     bare ? b_->epsilon() : gap, value({i, key, {}, {}, {}}, schema, 0)});
            });
    }

    /// The name of an argument or a member; Python's own way first.
    [[nodiscard]] peg::node_id key(std::string const& name, bool bare) {
        if (bare) {
            return b_->literal(name);
        }
        std::string const quoted = json::dump(boost::json::value(name));
        bool const single = format_->written.python && name.find_first_of("'\\\"\n\r\t") == std::string::npos;
        return single ? b_->choice({b_->literal("'" + name + "'"), b_->literal(quoted)})
                      : b_->literal(quoted);
    }

    /// A value in the notation: what has a simple schema part by part, anything else as JSON, which is always
    /// understood.
    [[nodiscard]] peg::node_id value(schema_slot const& at, boost::json::value const& schema,
                                     std::size_t depth) {
        constexpr std::size_t deepest = 8;
        notation const& n = format_->written;
        std::vector<peg::node_id> ways;
        auto const* object = schema.is_object() ? &schema.get_object() : nullptr;
        auto const is = [&](std::string_view name) { return names_type(schema, name); };
        open_.add(schema, ways);
        bool const strings = object != nullptr && allowed_types(schema, root_of(at.tool)) == 1;
        if (strings || is("string")) {
            strings_of(at, schema, depth, ways);
        }
        auto const* properties = object != nullptr ? object->if_contains("properties") : nullptr;
        if (is("object") && properties != nullptr && properties->is_object() && depth < deepest) {
            ways.push_back(members(at, *object, properties->get_object(), depth));
        }
        auto const* items = object != nullptr ? object->if_contains("items") : nullptr;
        if (is("array") && items != nullptr && !is_open(*items) && depth < deepest &&
            object->find("minItems") == object->end() && object->find("maxItems") == object->end()) {
            schema_slot inner = at;
            inner.schema = *items;
            add_definitions(inner);
            peg::node_id const item = value(inner, *items, depth + 1);
            peg::node_id const gap = b_->optional(b_->literal(" "));
            ways.push_back(b_->sequence(
                {b_->literal("["),
                 b_->optional(b_->sequence({item, b_->star(b_->sequence({b_->literal(","), gap, item}))})),
                 b_->literal("]")}));
        }
        // JSON's strings are no way to write one where a backslash is only a backslash.
        if (!(strings && n.raw && depth == 0) && !(strings && !n.quote.empty())) {
            schema_slot json = at;
            if (n.raw && depth == 0 && is("string")) {
                json.schema = boost::json::object{{"allOf", {schema, {{"not", {{"type", "string"}}}}}}};
                add_definitions(json);
            }
            ways.push_back(slot(std::move(json), b_->json_value()));
        }
        return any_of(ways);
    }
    [[nodiscard]] peg::node_id any_of(std::vector<peg::node_id> const& ways) {
        return ways.size() == 1 ? ways.front() : b_->choice(ways);
    }

    void strings_of(schema_slot const& at, boost::json::value const& schema, std::size_t depth,
                    std::vector<peg::node_id>& ways) {
        notation const& n = format_->written;
        auto const add = [&](std::string_view quote, std::vector<std::string> ends) {
            schema_slot raw = at;
            raw.until = std::move(ends);
            raw.raw = raw_text::only;
            ways.push_back(
                b_->sequence({b_->literal(quote), slot(std::move(raw), b_->rest()), b_->literal(quote)}));
        };
        if (!n.quote.empty()) {
            add(n.quote, {n.quote});
        } else if (n.raw && depth == 0) {
            add("\"", {"\"", "\\\""});
            add("'", {"'", "\\'"});
        } else if (schema.is_object() && !n.bare_keys) {
            open_.add_string(schema.get_object(), ways);
        }
    }

    /// An object inside the arguments: its members in order, optional ones left out at will.
    [[nodiscard]] peg::node_id members(schema_slot const& at, boost::json::object const& schema,
                                       boost::json::object const& properties, std::size_t depth) {
        notation const& n = format_->written;
        bool const bare = n.bare_keys && !n.python;
        peg::node_id rest[2] = {b_->epsilon(), b_->epsilon()};
        auto const ordered = in_order(properties, format_->sorted);
        for (std::size_t p = ordered.size(); p-- > 0;) {
            auto const& property = *ordered[p];
            schema_slot inner = at;
            inner.schema = property.value();
            add_definitions(inner);
            std::string const key(property.key());
            peg::node_id const gap = b_->optional(b_->literal(" "));
            peg::node_id const one = b_->sequence(
                {this->key(key, bare), b_->literal(":"), gap, value(inner, property.value(), depth + 1)});
            bool const needed = requires_key(schema, key);
            peg::node_id const after = b_->sequence({one, rest[1]});
            for (bool const first : {true, false}) {
                peg::node_id const taken = first ? after : b_->sequence({b_->literal(","), gap, after});
                peg::node_id& here = rest[first ? 0 : 1];
                here = needed ? taken : b_->choice({taken, here});
            }
        }
        return b_->sequence({b_->literal("{"), rest[0], b_->literal("}")});
    }

    void add_definitions(schema_slot& part) const {
        if (part.schema->is_object()) {
            for (char const* const shelf : {"$defs", "definitions"}) {
                if (auto const* defs = root_of(part.tool).if_contains(shelf)) {
                    part.schema->get_object().emplace(shelf, *defs);
                }
            }
        }
    }

    [[nodiscard]] boost::json::object const& root_of(std::size_t i) const {
        return tools_[i].parameters.get_object();
    }

    peg::builder* b_;
    std::string rules_;  // in front of the names of all rules: several writers may share a builder
    format const* whole_;
    tool_format const* format_;
    channel_format const* channels_;
    std::span<tool const> tools_;
    call_policy const* policy_;
    std::vector<schema_slot>* slots_;
    open_value_writer open_;
};

}  // namespace parlance::chat::detail

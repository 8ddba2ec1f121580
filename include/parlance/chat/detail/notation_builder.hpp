// parlance/chat/detail/notation_builder.hpp - arguments in one piece that is not JSON
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/needed_definitions.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// The object of all arguments in a `notation`.
class notation_builder : value_builder {
public:
    notation_builder(peg::builder& b, call_dialect const& d, open_value_builder* open = nullptr,
                     property_list* properties = nullptr)
        : notation_builder(b, d, notation_of(*d.format), open, properties) {}
    notation_builder(peg::builder& b, call_dialect const& d, notation n, open_value_builder* open,
                     property_list* properties)
        : value_builder(b, d, open, properties), notation_(std::move(n)) {}

    /// What is read: balanced text of a notation: strings, brackets, and whatever else, but at the outermost level none of
    /// `never`.
    [[nodiscard]] peg::node_id content(notation const& n, std::string_view never = {}) {
        auto const content = b_->declare("noted-" + std::to_string(d_.index) + (d_.marked ? "" : "-named"));
        std::vector<peg::node_id> all;
        if (!n.quote.empty()) {
            all.push_back(
                b_->sequence({b_->literal(n.quote), commit(), b_->until({n.quote}), b_->literal(n.quote)}));
        }
        auto const string = [&](std::string_view quote, std::string_view other) {
            std::vector<peg::node_id> letters{b_->sequence({b_->literal("\\"), b_->any()}), b_->chars(other)};
            if (n.python || quote == "'") {
                letters.push_back(b_->sequence({b_->literal(quote), b_->reject(any_.behind_string())}));
            }
            bool const certain = n.python || quote == "\"";  // else it may be an apostrophe
            return b_->sequence({b_->literal(quote), certain ? commit() : b_->epsilon(),
                                 b_->star(b_->choice(letters)), b_->literal(quote)});
        };
        auto const long_string = [&](std::string_view quotes) {
            peg::node_id const letter = b_->sequence({b_->reject(b_->literal(quotes)), b_->any()});
            return b_->sequence({b_->literal(quotes), b_->cut(),
                                 b_->star(b_->choice({b_->sequence({b_->literal("\\"), b_->any()}), letter})),
                                 b_->literal(quotes)});
        };
        if (n.python) {
            all.push_back(long_string(R"(""")"));
            all.push_back(long_string("'''"));
        }
        all.push_back(string("\"", "^\\\"\\\\"));
        if (!n.python) {  // an apostrophe in a word begins no string
            peg::node_id const letters = b_->chars("a-zA-Z0-9_", 1, peg::unbounded);
            peg::node_id const end = b_->sequence(
                {text(n.quote), b_->look(b_->sequence({m_.space(), b_->chars(",}\\]")}))});  // half_quoted
            all.push_back(b_->sequence({letters, b_->star(b_->sequence({b_->literal("'"), letters})),
                                        n.quote.empty() ? b_->epsilon() : b_->optional(end)}));
        }
        all.push_back(string("'", "^'\\\\"));
        for (auto const* pair : {"{}", "[]", "()"}) {
            all.push_back(b_->sequence({b_->literal(std::string_view(pair, 1)), b_->ref(content),
                                        b_->literal(std::string_view(pair + 1, 1))}));
        }
        std::string const brackets = n.python ? "^{}[\\]()\\\"'" : "^{}[\\]()\\\"";
        std::vector<peg::node_id> inside = all;
        add_letters(brackets, n, inside);
        b_->define(content, b_->star(b_->choice(inside)));
        if (never.empty()) {
            return b_->ref(content);
        }
        all.push_back(b_->chars(brackets + std::string(never)));
        return b_->star(b_->choice(all));
    }

    /// What is written: the members of a tool's arguments.
    [[nodiscard]] peg::node_id members(std::size_t i) {
        return properties_->each_property(
            i, {b_->epsilon(), b_->literal(","), b_->epsilon()},
            [&](std::string const& key, boost::json::value const& schema) {
                peg::node_id const gap = this->gap();
                bool const bare = notation_.bare_keys;
                return b_->sequence({gap, this->key(key, bare), text(notation_.key_close),
                                     bare ? b_->epsilon() : gap, value({i, key, {}, {}, {}}, schema, 0)});
            });
    }

    /// A value in the notation: what has a simple schema part by part, anything else as JSON, which is always
    /// understood.
    [[nodiscard]] peg::node_id value(schema_slot const& at, boost::json::value const& schema,
                                     std::size_t depth) {
        std::vector<peg::node_id> ways;
        auto const* object = schema.if_object();
        auto const* parts = object != nullptr ? alternatives(*object, root_of(at.tool)) : nullptr;
        if (parts != nullptr && depth < deepest) {
            for (boost::json::value const& part : *parts) {
                ways.push_back(value(with_schema(at, part), part, depth + 1));
            }
            return any_of(ways);
        }
        if (auto const rule = referred_to(at, schema, depth)) {
            return *rule;
        }
        add_ways(at, schema, depth, ways);
        ways.push_back(slot(at, b_->json_value()));
        return any_of(ways);
    }

    /// The ways that are not JSON's where strings stand as they are; `containers`: objects and lists are among them.
    void add_without_strings(schema_slot const& at, boost::json::value const& schema, std::size_t depth,
                             bool containers, std::vector<peg::node_id>& ways) {
        auto const* object = schema.if_object();
        auto const* parts = object != nullptr ? alternatives(*object, root_of(at.tool)) : nullptr;
        if (parts != nullptr && depth < deepest) {
            for (boost::json::value const& part : *parts) {
                add_without_strings(with_schema(at, part), part, depth + 1, containers, ways);
            }
            return;
        }
        open_->add(schema, ways);
        if (containers) {
            if (auto const rule = referred_to(at, schema, depth)) {
                ways.push_back(*rule);
            }
            add_containers(at, schema, depth, ways);
        }
    }

private:
    /// Any of what is no bracket or quote; in braces that may be missing (missing_brace), not the end of the call.
    void add_letters(std::string const& letters, notation const& n, std::vector<peg::node_id>& to) {
        std::string_view const end = split(d_.format->calls.item_close).core;
        bool const told = d_.marked && !d_.strict && n.close == "}" && end.starts_with('<');
        to.push_back(b_->chars(letters + (told ? "<" : "")));
        if (told) {
            to.push_back(b_->sequence({b_->reject(b_->literal(end)), b_->literal("<")}));
        }
    }

    /// Objects and lists whose members and items the schema names.
    void add_containers(schema_slot at, boost::json::value const& schema, std::size_t depth,
                        std::vector<peg::node_id>& ways) {
        at.raw = raw_text::never;  // inside of them strings have quotes
        auto const* object = schema.if_object();
        if (object == nullptr || depth >= deepest) {
            return;
        }
        if (names_type(*object, "object") && is_list_of_members(*object)) {
            ways.push_back(members_of(at, *object, depth));
        }
        auto const* items = object->if_contains("items");
        auto const counts = counts_of_items(*object);
        if (names_type(*object, "array") && items != nullptr && !is_open(*items) && counts &&
            says_only(*object, {"type", "items", "minItems", "maxItems"})) {
            auto const [least, most] = *counts;
            peg::node_id const item = value(with_schema(at, *items), *items, depth + 1);
            peg::node_id const more =
                b_->repeat(b_->sequence({b_->literal(","), gap(), item}), least == 0 ? 0 : least - 1,
                           most == peg::unbounded ? most : most - 1);
            peg::node_id const some = b_->sequence({item, more});
            ways.push_back(
                b_->sequence({b_->literal("["), least == 0 ? b_->optional(some) : some, b_->literal("]")}));
        }
        auto const* any_name = object->if_contains("additionalProperties");
        if (names_type(*object, "object") && any_name != nullptr && any_name->is_object() &&
            !is_open(*any_name) && says_only(*object, {"type", "additionalProperties"}) && open_ != nullptr) {
            ways.push_back(list_of("{",
                                   b_->sequence({open_->any_key(), b_->literal(":"), gap(),
                                                 value(with_schema(at, *any_name), *any_name, depth + 1)}),
                                   "}"));
        }
    }

    /// What a schema refers to, a type of its own: written once, for it may contain itself.
    [[nodiscard]] std::optional<peg::node_id>
    referred_to(schema_slot const& at, boost::json::value const& schema, std::size_t depth) {
        auto const* object = schema.if_object();
        auto const* target = object != nullptr ? referred(*object, root_of(at.tool)) : nullptr;
        auto const* type = target != nullptr ? target->if_object() : nullptr;
        if (type == nullptr || open_ == nullptr || depth >= deepest || !type->contains("type") ||
            type->contains("$ref") || !says_only(*object, {"$ref"}) || !has_few_definitions(at.tool)) {
            return std::nullopt;
        }
        std::string what = std::to_string(at.tool).append(notation_.python ? "p " : " ");
        what.append(std::string_view(object->at("$ref").get_string()));
        for (std::size_t i = 0; at.ends != nullptr && i < at.ends->until.size(); ++i) {
            what.append("\n").append(at.ends->until[i]);
        }
        auto const [rule, fresh] = open_->shared(what);
        if (fresh) {
            b_->define(rule, value(with_schema(at, *target), *target, depth + 1));
        }
        return b_->ref(rule);
    }

    /// Each of them may be JSON as well, and is lowered with all that it refers to.
    [[nodiscard]] bool has_few_definitions(std::size_t tool) const {
        constexpr std::size_t few = 16;
        std::size_t all = 0;
        for (char const* const shelf : definition_shelves) {
            auto const* defs = root_of(tool).if_contains(shelf);
            all += defs != nullptr && defs->is_object() ? defs->get_object().size() : 0;
        }
        return all <= few;
    }

    /// The same place, for a part of what is wanted there.
    [[nodiscard]] static schema_slot with_schema(schema_slot at, boost::json::value const& part) {
        at.schema.emplace(part, boost::json::storage_ptr());
        return at;
    }

    /// How many items a list may have; nothing where that is too much to write, or no number.
    [[nodiscard]] static std::optional<std::pair<std::uint32_t, std::uint32_t>>
    counts_of_items(boost::json::object const& schema) {
        constexpr std::int64_t few = 64;
        std::pair<std::uint32_t, std::uint32_t> out{0, peg::unbounded};
        for (auto const& [key, to] :
             {std::pair("minItems", &out.first), std::pair("maxItems", &out.second)}) {
            auto const* said = schema.if_contains(key);
            auto const* count = said != nullptr ? said->if_int64() : nullptr;
            if (said != nullptr && (count == nullptr || *count < 0 || *count > few)) {
                return std::nullopt;
            }
            *to = count != nullptr ? static_cast<std::uint32_t>(*count) : *to;
        }
        return out.second == 0 || out.first > out.second ? std::nullopt : std::optional(out);
    }

    /// Whether a schema says no more than these keywords, notes and definitions aside.
    [[nodiscard]] static bool says_only(boost::json::object const& schema,
                                        std::initializer_list<std::string_view> keywords) {
        return std::ranges::all_of(schema, [&](auto const& member) {
            std::string_view const key = member.key();
            return is_note(key) || key == "$defs" || key == "definitions" ||
                   std::ranges::find(keywords, key) != keywords.end();
        });
    }
    /// Whether a schema says which members there are and which are required, all of them listed, and nothing else.
    [[nodiscard]] static bool is_list_of_members(boost::json::object const& schema) {
        auto const* all = properties_of(schema);
        auto const* required = schema.if_contains("required");
        return all != nullptr &&
               says_only(schema, {"type", "properties", "required", "additionalProperties"}) &&
               (required == nullptr ||
                (required->is_array() && std::ranges::all_of(required->get_array(), [&](auto const& name) {
                     return name.is_string() && all->contains(name.get_string());
                 })));
    }

    /// The ways that are not JSON's.
    void add_ways(schema_slot const& at, boost::json::value const& schema, std::size_t depth,
                  std::vector<peg::node_id>& ways) {
        auto const* object = schema.if_object();
        if (open_ != nullptr) {
            open_->add(schema, ways);
        }
        if (object == nullptr) {
            return;
        }
        if (allowed_types(schema, root_of(at.tool)) == 1 || names_type(*object, "string")) {
            strings_of(at, schema, ways);
        }
        add_containers(at, schema, depth, ways);
    }

    /// The schemas of which a value satisfies one; null where there is more to it.
    [[nodiscard]] static boost::json::array const* alternatives(boost::json::object const& schema,
                                                                boost::json::object const& root) {
        auto const says = [](auto const& member) { return !is_note(member.key()); };
        auto const said = std::ranges::find_if(schema, says);
        if (said == schema.end() || std::ranges::count_if(schema, says) != 1 || !said->value().is_array()) {
            return nullptr;
        }
        auto const& parts = said->value().get_array();
        constexpr std::size_t few = 8;  // each may bring all definitions
        if (parts.size() > few) {
            return nullptr;
        }
        if (said->key() != "oneOf") {
            bool const one = said->key() == "allOf" && parts.size() == 1;
            return one || said->key() == "anyOf" ? &parts : nullptr;
        }
        unsigned seen = 0;
        for (boost::json::value const& part : parts) {
            unsigned const types = types_of(part, root);
            if (types == 0 || (types & seen) != 0) {
                return nullptr;
            }
            seen |= types;
        }
        return &parts;
    }

    /// The name of an argument or a member; Python's own way first.  One that would not be read as one word has quotes.
    [[nodiscard]] peg::node_id key(std::string const& name, bool bare) {
        std::string const quoted = json::quoted(name);
        if (bare) {
            return b_->literal(is_bare_key(name) || notation_.python ? name : quoted);
        }
        bool const single = notation_.python && name.find_first_of("'\\\"\n\r\t") == std::string::npos;
        return single ? b_->choice({b_->literal("'" + name + "'"), b_->literal(quoted)})
                      : b_->literal(quoted);
    }

    void strings_of(schema_slot const& at, boost::json::value const& schema,
                    std::vector<peg::node_id>& ways) {
        auto const* object = schema.if_object();
        if (object == nullptr || (notation_.quote.empty() && !notation_.python)) {
            return;
        }
        if (notation_.quote.empty() && is_open_but_for_type(*object)) {
            ways.push_back(open_->any_string());
            return;
        }
        // Without a backslash what stands between Python's quotes is the text itself.
        std::string const quote = notation_.quote.empty() ? "'" : notation_.quote;
        auto const fits = [&](boost::json::value const& v) {
            std::string_view const text =
                v.is_string() ? std::string_view(v.get_string()) : std::string_view();
            return v.is_string() && text.find(quote) == std::string_view::npos &&
                   (!notation_.quote.empty() || text.find('\\') == std::string_view::npos);
        };
        auto const* one = object->if_contains("const");
        auto const* some = object->if_contains("enum");
        if ((one != nullptr && !fits(*one)) ||
            (some != nullptr && some->is_array() && std::ranges::none_of(some->get_array(), fits))) {
            return;  // no string of the schema can stand so
        }
        schema_slot raw = at;
        text_ends ends = at.ends != nullptr ? *at.ends : text_ends();
        ends.until.push_back(quote);
        if (notation_.quote.empty()) {
            ends.until.emplace_back("\\");
        }
        raw.ends = std::make_shared<text_ends const>(std::move(ends));
        raw.raw = raw_text::only;
        ways.push_back(
            b_->sequence({b_->literal(quote), slot(std::move(raw), b_->rest()), b_->literal(quote)}));
    }

    /// An object inside the arguments: its members in order, optional ones left out at will.
    [[nodiscard]] peg::node_id members_of(schema_slot const& at, boost::json::object const& schema,
                                          std::size_t depth) {
        bool const bare = notation_.bare_keys && !notation_.python;
        peg::node_id const gap = this->gap();
        auto const one = [&](std::string const& key, boost::json::value const& of) {
            return b_->sequence({gap, this->key(key, bare), b_->literal(":"), gap,
                                 value(with_schema(at, of), of, depth + 1)});
        };
        return b_->sequence(
            {b_->literal("{"), properties_->members(schema, ",", false, one), b_->literal("}")});
    }

    static constexpr std::size_t deepest = 8;
    notation notation_;
};

}  // namespace parlance::chat::detail

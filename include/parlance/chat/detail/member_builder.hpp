// parlance/chat/detail/member_builder.hpp - nested values, their members in markup
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/hash_map.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Values of a `tool_format::nested`: objects whose properties the schema lists and lists of what it says, each member in
/// its markup; anything else as text or JSON, which is understood, too.
class member_builder : value_builder {
public:
    using value_builder::value_builder;

    /// What is read of a value whose text is made of `letter`, but for members, whose ends are their own.
    [[nodiscard]] peg::node_id content(member_markup const& markup, peg::node_id letter) {
        if (!read_) {
            bool const item = d_.format->calls.open.empty();
            read_ = b_->declare("member-" + std::to_string(d_.index) + (item ? "-item" : "") +
                                (d_.silent ? "-silent" : ""));
            peg::node_id const name = b_->chars(letters_of_names, 1, longest_member_name);
            peg::node_id const other = b_->sequence({b_->reject(b_->literal(markup.again)), b_->any()});
            peg::node_id const text = b_->star(b_->choice({b_->ref(*read_), other}));
            peg::node_id const whole =
                b_->sequence({b_->literal(markup.open), tag(part::member_name, name),
                              b_->literal(markup.middle), b_->cut(), tag(part::member_value, text),
                              b_->literal(markup.again), name, b_->literal(markup.close)});
            b_->define(*read_, tag(part::member, whole));
        }
        return b_->star(b_->choice({b_->ref(*read_), letter}));
    }

    /// What is written for one tool; its arguments share what they refer to.
    ///
    /// rules  in front of the names of all rules
    void begin(std::size_t tool, std::string rules) {
        if (rules == rules_) {
            return;
        }
        root_ = &root_of(tool);
        rules_ = std::move(rules);
        shared_.clear();
        any_.reset();
    }
    /// A value under the name `key`.  `at` is where it belongs.
    [[nodiscard]] peg::node_id value(schema_slot const& at, std::string_view key,
                                     boost::json::value const& schema, std::size_t depth = 0) {
        auto const* object = schema.if_object();
        if (is_open(schema)) {
            return b_->choice({b_->plus(any_member()), written(at, key, schema, depth)});
        }
        if (object != nullptr && depth < deepest) {
            auto const* all = object->if_contains("allOf");
            if (all != nullptr && all->is_array() && all->get_array().size() == 1 &&
                std::ranges::all_of(*object,
                                    [](auto const& m) { return m.key() == "allOf" || is_note(m.key()); })) {
                return value(at, key, all->get_array().front(), depth + 1);
            }
            if (auto const whole = container(at, schema, depth, false)) {
                return *whole;
            }
            if (auto ways = alternatives(at, *object, depth); !ways.empty()) {
                ways.push_back(written(at, key, schema, depth));
                return b_->choice(ways);
            }
            if (names_type(*object, "object") && is_open_but_for_type(*object, "additionalProperties")) {
                return b_->choice({b_->star(any_member()), written(at, key, schema, depth)});
            }
            if (names_type(*object, "array") && is_open_but_for_type(*object)) {
                peg::node_id const item = member(at, item_name, boost::json::value(true), depth);
                return b_->choice({b_->star(item), written(at, key, schema, depth)});
            }
            if (may_have_nothing(*object)) {
                return b_->choice({b_->epsilon(), written(at, key, schema, depth)});
            }
        }
        return written(at, key, schema, depth);
    }

private:
    static constexpr std::size_t deepest = 8;
    static constexpr std::size_t longest_member_name = 128;
    static constexpr std::string_view letters_of_names = "^<>/ \\t\\r\\n\\\"'";

    /// Whether an element can be called so.
    [[nodiscard]] static bool is_name(std::string_view key) {
        return !key.empty() && key.size() <= longest_member_name &&
               key.find_first_of("<>/ \t\r\n\"'") == std::string_view::npos;
    }

    /// Whether an object without members is one: none is listed, and nothing is asked of others but what they are.
    [[nodiscard]] static bool may_have_nothing(boost::json::object const& schema) {
        auto const* all = detail::properties_of(schema);
        return all != nullptr && all->empty() && names_type(schema, "object") &&
               std::ranges::all_of(schema, [](auto const& m) {
                   return m.key() == "type" || m.key() == "additionalProperties" || is_idle(m);
               });
    }

    /// An object or list, member by member; nothing where the schema is none.  `some`: it is not empty.
    [[nodiscard]] std::optional<peg::node_id>
    container(schema_slot const& at, boost::json::value const& schema, std::size_t depth, bool some) {
        auto const* object = schema.if_object();
        if (object == nullptr || !says_only_members(*object)) {
            return std::nullopt;
        }
        if (auto const* target = referred(*object, *root_); target != nullptr && has_members(*target)) {
            return shared(at, std::string(object->at("$ref").get_string()), *target, depth, some);
        }
        if (properties_of(*object) != nullptr) {
            return properties_->members(*object, {}, some, [&](std::string const& key, auto const& of) {
                return member(at, key, of, depth);
            });
        }
        if (auto const* items = items_of(*object)) {
            peg::node_id const item = member(at, item_name, *items, depth);
            return some ? b_->plus(item) : b_->star(item);
        }
        return std::nullopt;
    }

    /// The objects and lists among the alternatives of a schema that can be told apart when they are read, none of them
    /// empty, for an empty text might be a string.
    [[nodiscard]] std::vector<peg::node_id>
    alternatives(schema_slot const& at, boost::json::object const& schema, std::size_t depth) {
        bool const exactly_one = schema.contains("oneOf");
        auto const* parts = schema.if_contains(exactly_one ? "oneOf" : "anyOf");
        boost::json::object rest = schema;
        rest.erase(exactly_one ? "oneOf" : "anyOf");
        if (parts == nullptr || !parts->is_array() || !is_open(boost::json::value(std::move(rest)))) {
            return {};
        }
        struct candidate {
            boost::json::value const* part;
            boost::json::object const* schema;  // what it refers to
            boost::json::object const* properties;
        };
        std::vector<candidate> lists;
        std::vector<candidate> objects;
        for (auto const& part : parts->get_array()) {
            auto const* s = part.if_object();
            auto const* target = s != nullptr ? referred(*s, *root_) : nullptr;
            s = target != nullptr ? target->if_object() : s;
            if (s != nullptr && has_members(boost::json::value(*s))) {
                candidate const one{&part, s, properties_of(*s)};
                (one.properties != nullptr ? objects : lists).push_back(one);
            }
        }
        // When it is read, names must tell which one it is; and of `oneOf` no other one may allow it.
        auto const told_apart = [&](candidate const& one, candidate const& other) {
            auto const* others = other.schema->if_contains("additionalProperties");
            required_keys const required(*one.schema);
            return (others == nullptr || !others->is_object()) &&
                   std::any_of(one.properties->begin(), one.properties->end(), [&](auto const& property) {
                       return required.has(property.key()) && !other.properties->contains(property.key());
                   });
        };
        auto const only_one = [&](candidate const& one, unsigned type) {
            return !exactly_one ||
                   std::all_of(parts->get_array().begin(), parts->get_array().end(), [&](auto const& part) {
                       unsigned const types = types_of(part, *root_);
                       return &part == one.part || (types != 0 && (types & type) == 0);
                   });
        };
        std::vector<peg::node_id> ways;
        auto const open = std::ranges::find_if(parts->get_array(), [](boost::json::value const& part) {
            return names_type(part, "object") &&
                   is_open_but_for_type(part.get_object(), "additionalProperties");
        });
        if (open != parts->get_array().end() && lists.empty() && objects.empty() &&
            only_one({&*open, open->if_object(), nullptr}, json_types::object)) {
            ways.push_back(b_->plus(any_member()));
        }
        if (lists.size() == 1 && only_one(lists.front(), json_types::array)) {
            ways.push_back(*container(at, *lists.front().part, depth, true));
        }
        for (candidate const& one : objects) {
            bool const apart = std::all_of(objects.begin(), objects.end(), [&](candidate const& other) {
                return &other == &one || told_apart(one, other);
            });
            bool const no_item = lists.empty() || !one.properties->contains(item_name);
            if (apart && no_item && only_one(one, json_types::object)) {
                ways.push_back(*container(at, *one.part, depth, true));
            }
        }
        return ways;
    }

    /// As text or JSON.
    [[nodiscard]] peg::node_id written(schema_slot const& at, std::string_view key,
                                       boost::json::value const& schema, std::size_t depth) {
        schema_slot text = at;
        text.schema.emplace(schema, boost::json::storage_ptr());
        text_ends ends{value_ends(*d_.format, key)};
        unsigned const types = allowed_types(schema, *root_);
        if (depth > 0 || types != 1) {
            // Where members may stand, no text of its own begins or ends as one does.
            ends.until.emplace_back(split(d_.format->arguments.item_open).core);
            ends.until.emplace_back(split(key_again(*d_.format)).core);
        }
        text.ends = std::make_shared<text_ends const>(std::move(ends));
        text.raw = types == 1 ? raw_text::only : types == 2 ? raw_text::never : raw_text::either;
        return slot(std::move(text), b_->rest());
    }

    [[nodiscard]] peg::node_id any_name() {
        return b_->sequence({b_->chars("a-zA-Z_"), b_->chars("a-zA-Z0-9_-", 0, 63)});
    }
    /// A member of what a schema leaves open.  Its name is read in front; a grammar cannot ask for the same behind.
    [[nodiscard]] peg::node_id any_member() {
        if (!any_) {
            any_ = b_->declare(rules_ + "any-member");
            tool_format const& t = *d_.format;
            peg::node_id const name = any_name();
            std::string const front(t.arguments.item_open);
            schema_slot const text{0, {}, {}, {}, boost::json::value(true)};
            b_->define(*any_,
                       b_->sequence({b_->literal(front), name, b_->literal(key_close(t)),
                                     b_->choice({b_->plus(b_->ref(*any_)),
                                                 written(text, {}, boost::json::value(true), 1)}),
                                     b_->literal(key_again(t)), name, this->text(t.arguments.item_close)}));
        }
        return b_->ref(*any_);
    }

    /// Whether all that a schema says is which members or items there are, or where that is said.
    [[nodiscard]] static bool says_only_members(boost::json::object const& schema) {
        bool const refers = schema.contains("$ref");
        return std::ranges::all_of(schema, [&](auto const& m) {
            std::string_view const key = m.key();
            return is_note(key) || key == "$defs" || key == "definitions" ||
                   (refers ? key == "$ref"
                           : key == "type" || key == "properties" || key == "required" ||
                                 key == "additionalProperties" || key == "items");
        });
    }

    [[nodiscard]] static boost::json::object const* properties_of(boost::json::object const& schema) {
        auto const* all = detail::properties_of(schema);
        bool const may = names_type(schema, "object") || !schema.contains("type");
        bool const named = may && all != nullptr && !all->empty() &&
                           std::ranges::all_of(*all, [](auto const& p) { return is_name(p.key()); });
        return named ? all : nullptr;
    }
    [[nodiscard]] static boost::json::value const* items_of(boost::json::object const& schema) {
        bool const free = !schema.contains("minItems") && !schema.contains("maxItems") &&
                          !schema.contains("prefixItems") && !schema.contains("uniqueItems");
        return names_type(schema, "array") && free ? schema.if_contains("items") : nullptr;
    }
    [[nodiscard]] static bool has_members(boost::json::value const& schema) {
        auto const* s = schema.if_object();
        return s != nullptr && (properties_of(*s) != nullptr || items_of(*s) != nullptr);
    }

    [[nodiscard]] peg::node_id member(schema_slot const& at, std::string_view name,
                                      boost::json::value const& schema, std::size_t depth) {
        return b_->sequence({text(d_.format->arguments.item_open), text(name), text(key_close(*d_.format)),
                             value(at, name, schema, depth + 1), text(closing_of(*d_.format, name))});
    }

    /// What is referred to is written once, and may contain itself.
    [[nodiscard]] peg::node_id shared(schema_slot const& at, std::string const& path,
                                      boost::json::value const& schema, std::size_t depth, bool some) {
        auto const [known, fresh] = shared_.try_emplace(some ? path + " some" : path);
        if (fresh) {
            peg::rule_id const rule = b_->declare(rules_ + "members-" + std::to_string(at.tool) + "-" +
                                                  std::to_string(shared_.size()));
            known.value = rule;
            b_->define(rule, *container(at, schema, depth > 0 ? 1 : 0, some));
            return b_->ref(rule);
        }
        return b_->ref(known.value);
    }

    boost::json::object const* root_ = nullptr;
    std::string rules_{};
    hash_map<std::string, peg::rule_id> shared_{};
    std::optional<peg::rule_id> any_{};
    std::optional<peg::rule_id> read_{};
};

}  // namespace parlance::chat::detail

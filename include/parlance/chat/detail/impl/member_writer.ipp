// parlance/chat/detail/impl/member_writer.ipp - definitions of what parlance/chat/detail/member_writer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/member_writer.hpp>
#include <parlance/json/value.hpp>
#include <parlance/chat/detail/argument_reader.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

peg::node_id member_writer::value(schema_slot const& at, std::string_view key,
                                  boost::json::value const& schema, std::size_t depth) {
    auto const* object = schema.if_object();
    if (is_open(schema)) {
        return b_->choice({b_->plus(any_member()), written(at, key, schema, depth)});
    }
    if (object != nullptr && depth < deepest) {
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
    }
    return written(at, key, schema, depth);
}

std::optional<peg::node_id> member_writer::container(schema_slot const& at, boost::json::value const& schema,
                                                     std::size_t depth, bool some) {
    auto const* object = schema.if_object();
    if (object == nullptr) {
        return std::nullopt;
    }
    if (auto const* target = referred(*object, *root_); target != nullptr && has_members(*target)) {
        return shared(at, std::string(object->at("$ref").get_string()), *target, depth, some);
    }
    if (auto const* properties = properties_of(*object)) {
        return members(at, *object, *properties, depth, some);
    }
    if (auto const* items = items_of(*object)) {
        peg::node_id const item = member(at, item_name, *items, depth);
        return some ? b_->plus(item) : b_->star(item);
    }
    return std::nullopt;
}

std::vector<peg::node_id> member_writer::alternatives(schema_slot const& at,
                                                      boost::json::object const& schema, std::size_t depth) {
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
        return (others == nullptr || !others->is_object()) &&
               std::any_of(one.properties->begin(), one.properties->end(), [&](auto const& property) {
                   return requires_key(*one.schema, property.key()) &&
                          !other.properties->contains(property.key());
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

peg::node_id member_writer::written(schema_slot const& at, std::string_view key,
                                    boost::json::value const& schema, std::size_t depth) {
    schema_slot text = at;
    text.schema = schema;
    add_definitions(text, tools_);
    text.until = argument_reader::value_ends(*format_, key);
    unsigned const types = allowed_types(schema, *root_);
    if (depth > 0 || types != 1) {
        // Where members may stand, no text of its own begins or ends as one does.
        text.until.emplace_back(split(format_->arguments.item_open).core);
        text.until.emplace_back(split(format_->key_again).core);
    }
    text.raw = types == 1 ? raw_text::only : types == 2 ? raw_text::never : raw_text::either;
    slots_->push_back(std::move(text));
    return b_->schema(static_cast<std::uint32_t>(slots_->size() - 1), b_->rest());
}

peg::node_id member_writer::any_member() {
    if (!any_) {
        any_ = b_->declare(rules_ + "any-member");
        tool_format const& t = *format_;
        peg::node_id const name = b_->chars("a-zA-Z_", 1, 32);
        std::string const front(t.arguments.item_open);
        schema_slot const text{0, {}, {}, {}, boost::json::value(true)};
        b_->define(*any_, b_->sequence({b_->literal(front), name, b_->literal(t.key_close),
                                        b_->choice({b_->plus(b_->ref(*any_)),
                                                    written(text, {}, boost::json::value(true), 1)}),
                                        b_->literal(t.key_again), name, this->text(t.arguments.item_close)}));
    }
    return b_->ref(*any_);
}

boost::json::object const* member_writer::properties_of(boost::json::object const& schema) {
    auto const* all = schema.if_contains("properties");
    bool const may = names_type(schema, "object") || !schema.contains("type");
    return may && all != nullptr && all->is_object() && !all->get_object().empty() ? &all->get_object()
                                                                                   : nullptr;
}

boost::json::value const* member_writer::items_of(boost::json::object const& schema) {
    bool const free = !schema.contains("minItems") && !schema.contains("maxItems") &&
                      !schema.contains("prefixItems") && !schema.contains("uniqueItems");
    return names_type(schema, "array") && free ? schema.if_contains("items") : nullptr;
}

bool member_writer::has_members(boost::json::value const& schema) {
    auto const* s = schema.if_object();
    return s != nullptr && (properties_of(*s) != nullptr || items_of(*s) != nullptr);
}

peg::node_id member_writer::member(schema_slot const& at, std::string_view name,
                                   boost::json::value const& schema, std::size_t depth) {
    return b_->sequence({text(format_->arguments.item_open), text(name), text(format_->key_close),
                         value(at, name, schema, depth + 1), text(closing_of(*format_, name))});
}

peg::node_id member_writer::members(schema_slot const& at, boost::json::object const& schema,
                                    boost::json::object const& properties, std::size_t depth, bool some) {
    auto const ordered = in_order(properties, format_->sorted);
    std::string const rule = rules_ + "object-" + std::to_string(objects_++) + "-";
    peg::node_id any = b_->epsilon();  // of those behind
    std::optional<peg::node_id> one_or_more;
    for (std::size_t i = ordered.size(); i-- > 0;) {
        std::string const name(ordered[i]->key());
        peg::node_id const here = b_->rule(rule + std::to_string(i),
                                           b_->sequence({member(at, name, ordered[i]->value(), depth), any}));
        bool const needed = requires_key(schema, name);
        one_or_more = needed || !one_or_more ? here : b_->choice({here, *one_or_more});
        any = needed ? here : b_->choice({here, any});
    }
    return some ? *one_or_more : any;
}

peg::node_id member_writer::shared(schema_slot const& at, std::string const& path,
                                   boost::json::value const& schema, std::size_t depth, bool some) {
    auto const [known, fresh] = shared_.try_emplace(some ? path + " some" : path);
    if (fresh) {
        peg::rule_id const rule =
            b_->declare(rules_ + "members-" + std::to_string(at.tool) + "-" + std::to_string(shared_.size()));
        known->second = rule;
        b_->define(rule, *container(at, schema, depth > 0 ? 1 : 0, some));
        return b_->ref(rule);
    }
    return b_->ref(known->second);
}

peg::node_id member_writer::text(std::string_view written) {
    return written.empty() ? b_->epsilon() : b_->literal(written);
}

}  // namespace parlance::chat::detail

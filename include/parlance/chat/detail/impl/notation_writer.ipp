// parlance/chat/detail/impl/notation_writer.ipp - definitions of what parlance/chat/detail/notation_writer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/notation_writer.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

peg::node_id notation_writer::members(std::size_t i) {
    return properties_->each_property(
        i, ",", {}, [&](std::string const& key, boost::json::value const& schema) {
            peg::node_id const gap = b_->optional(b_->literal(" "));
            bool const bare = format_->written.bare_keys;
            return b_->sequence({gap, this->key(key, bare), text(format_->written.key_close),
                                 bare ? b_->epsilon() : gap, value({i, key, {}, {}, {}}, schema, 0)});
        });
}

peg::node_id notation_writer::key(std::string const& name, bool bare) {
    if (bare) {
        return b_->literal(name);
    }
    std::string const quoted = json::dump(boost::json::value(name));
    bool const single = format_->written.python && name.find_first_of("'\\\"\n\r\t") == std::string::npos;
    return single ? b_->choice({b_->literal("'" + name + "'"), b_->literal(quoted)}) : b_->literal(quoted);
}

peg::node_id notation_writer::value(schema_slot const& at, boost::json::value const& schema,
                                    std::size_t depth) {
    constexpr std::size_t deepest = 8;
    notation const& n = format_->written;
    std::vector<peg::node_id> ways;
    auto const* object = schema.is_object() ? &schema.get_object() : nullptr;
    auto const is = [&](std::string_view name) { return names_type(schema, name); };
    open_->add(schema, ways);
    bool const strings = object != nullptr && allowed_types(schema, root_of(at.tool)) == 1;
    if (strings || is("string")) {
        strings_of(at, schema, ways);
    }
    auto const* properties = object != nullptr ? object->if_contains("properties") : nullptr;
    if (is("object") && properties != nullptr && properties->is_object() && depth < deepest) {
        ways.push_back(members_of(at, *object, properties->get_object(), depth));
    }
    auto const* items = object != nullptr ? object->if_contains("items") : nullptr;
    if (is("array") && items != nullptr && !is_open(*items) && depth < deepest &&
        object->find("minItems") == object->end() && object->find("maxItems") == object->end()) {
        schema_slot inner = at;
        inner.schema = *items;
        add_definitions(inner, tools_);
        peg::node_id const item = value(inner, *items, depth + 1);
        peg::node_id const gap = b_->optional(b_->literal(" "));
        ways.push_back(b_->sequence(
            {b_->literal("["),
             b_->optional(b_->sequence({item, b_->star(b_->sequence({b_->literal(","), gap, item}))})),
             b_->literal("]")}));
    }
    if (!strings || n.quote.empty()) {
        ways.push_back(slot(at, b_->json_value()));
    }
    return any_of(ways);
}

peg::node_id notation_writer::any_of(std::vector<peg::node_id> const& ways) {
    return ways.size() == 1 ? ways.front() : b_->choice(ways);
}

void notation_writer::strings_of(schema_slot const& at, boost::json::value const& schema,
                                 std::vector<peg::node_id>& ways) {
    notation const& n = format_->written;
    if (!n.quote.empty()) {
        schema_slot raw = at;
        raw.until = {n.quote};
        raw.raw = raw_text::only;
        ways.push_back(
            b_->sequence({b_->literal(n.quote), slot(std::move(raw), b_->rest()), b_->literal(n.quote)}));
    } else if (schema.is_object()) {
        open_->add_string(schema.get_object(), ways);
    }
}

peg::node_id notation_writer::members_of(schema_slot const& at, boost::json::object const& schema,
                                         boost::json::object const& properties, std::size_t depth) {
    notation const& n = format_->written;
    bool const bare = n.bare_keys && !n.python;
    peg::node_id rest[2] = {b_->epsilon(), b_->epsilon()};
    std::string const name = rules_ + "members-" + std::to_string(objects_++) + "-";
    auto const ordered = in_order(properties, format_->sorted);
    for (std::size_t p = ordered.size(); p-- > 0;) {
        auto const& property = *ordered[p];
        schema_slot inner = at;
        inner.schema = property.value();
        add_definitions(inner, tools_);
        std::string const key(property.key());
        peg::node_id const gap = b_->optional(b_->literal(" "));
        peg::node_id const one = b_->sequence(
            {this->key(key, bare), b_->literal(":"), gap, value(inner, property.value(), depth + 1)});
        bool const needed = requires_key(schema, key);
        peg::node_id const after = b_->rule(name + std::to_string(p), b_->sequence({one, rest[1]}));
        for (bool const first : {true, false}) {
            peg::node_id const taken = first ? after : b_->sequence({b_->literal(","), gap, after});
            peg::node_id& here = rest[first ? 0 : 1];
            here = needed ? taken : b_->choice({taken, here});
        }
    }
    return b_->sequence({b_->literal("{"), rest[0], b_->literal("}")});
}

peg::node_id notation_writer::text(std::string_view written) {
    return written.empty() ? b_->epsilon() : b_->literal(written);
}

peg::node_id notation_writer::slot(schema_slot s, peg::node_id read) {
    slots_->push_back(std::move(s));
    return b_->schema(static_cast<std::uint32_t>(slots_->size() - 1), read);
}

boost::json::object const& notation_writer::root_of(std::size_t i) const {
    return tools_[i].parameters.get_object();
}

}  // namespace parlance::chat::detail

// parlance/schema/detail/read/impl/load.ipp - definitions of what parlance/schema/detail/read/load.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/load.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/detail/read/same_value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/spelling.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace parlance::schema::detail {

std::string_view misspelled_keyword(std::string_view name) {
    // common annotations are no misspellings, and need no comparison
    for (std::string_view const each :
         {"title", "description", "default", "examples", "$schema", "$id", "$defs", "definitions", "$comment",
          "deprecated", "readOnly", "writeOnly"}) {
        if (name == each) {
            return {};
        }
    }
    std::string_view out;
    std::size_t least = different;
    for (keyword const& k : known_keywords) {
        if (std::size_t const edits = misspelling(name, k.name); edits < least) {
            least = edits;
            out = k.name;
        }
    }
    return out;
}

result<void> node_table::load_new(node_id id) {
    boost::json::value const& json = *nodes_[id].json;
    if (json.is_bool()) {
        nodes_[id].constant = json.get_bool();
        return {};
    }
    if (!json.is_object()) {
        return fail(errc::invalid_keyword, id, "", "a schema is an object, true or false");
    }
    boost::json::object const& o = json.get_object();
    draft const v = source_->version(o);
    if (auto const* ref = o.if_contains("$ref"); ref != nullptr && v != draft::any && v <= draft::d7) {
        return keyword_reading(*this, id, o, v, "$ref", *ref).read();  // its siblings mean nothing there
    }
    constexpr std::uint64_t steps_of_a_keyword = 100;
    for (auto const& member : o) {
        if (!source_->reading().spend(steps_of_a_keyword + member.key().size())) {
            return {};  // load() sees why
        }
        if (auto const r = keyword_reading(*this, id, o, v, member.key(), member.value()).read(); !r) {
            return r;
        }
    }
    finish(id, o);
    return {};
}

void node_table::finish(node_id id, boost::json::object const& all) {
    node& n = nodes_[id];
    if (n.condition == no_node) {
        n.then = n.otherwise = no_node;
    }
    boost::json::value const* const nullable =
        source_->version(all) == draft::any ? all.if_contains("nullable") : nullptr;
    if (nullable != nullptr && nullable->is_bool() && nullable->get_bool() && all.contains("type")) {
        n.types |= bit(type::null);
    }
    if (n.single != nullptr && n.values != nullptr) {
        // a list with a constant beside it is the constant, or nothing
        bool const listed = std::any_of(n.values->begin(), n.values->end(), [&](boost::json::value const& v) {
            return same_value(v, *n.single);
        });
        n.types = listed ? n.types : std::uint8_t{0};
        n.values = nullptr;
    }
}

result<void> keyword_reading::read() {
    keyword const* const known = find_keyword(key_);
    if (known != nullptr && (version_ == draft::any || (version_ >= known->from && version_ <= known->to))) {
        return std::visit([&](auto where) { return put(where); }, known->place);
    }
    // an annotation, as the specification says of keywords it does not know
    if (std::string_view const meant = known == nullptr ? misspelled_keyword(key_) : std::string_view{};
        !meant.empty()) {
        table_->add_note(table_->pointer_of(id_) + "/" + escape_pointer(key_) +
                         ": asserts nothing; did you mean '" + std::string(meant) + "'?");
    }
    return {};
}

diagnostic keyword_reading::wrong(std::string_view why) const {
    return table_->fail(errc::invalid_keyword, id_, key_, why);
}

node_id keyword_reading::child(boost::json::value const& v, std::string_view name, std::size_t item) {
    return table_->id_of(v, node_->scope, id_, {key_, name, item});
}

result<void> keyword_reading::put(std::uint64_t node::* to) {
    maybe<decimal> const n = to_decimal(*value_);
    if (!n || n->negative || !n->whole()) {
        return wrong("a whole number from 0 was expected");
    }
    std::string const text = n->text();
    std::uint64_t size = 0;
    auto const done = std::from_chars(text.data(), text.data() + text.size(), size);
    node_->*to = done.ec == std::errc{} ? size : no_limit;
    return {};
}

result<void> keyword_reading::put(node_id node::* to) {
    node_->*to = child(*value_);
    return {};
}

result<void> keyword_reading::put(vec<node_id> node::* to) {
    auto const* list = value_->if_array();
    if (list == nullptr) {
        return wrong("a list of schemas was expected");
    }
    vec<node_id> found;
    for (std::size_t i = 0; i < list->size(); ++i) {
        found.push_back(child((*list)[i], {}, i));
    }
    node_->*to = std::move(found);
    return {};
}

result<void> keyword_reading::put(vec<named_node> node::* to) {
    auto const* object = value_->if_object();
    if (object == nullptr) {
        return wrong("an object of schemas was expected");
    }
    vec<named_node> found;
    for (auto const& member : *object) {
        found.push_back({member.key(), child(member.value(), member.key())});
    }
    node_->*to = std::move(found);
    return {};
}

result<void> keyword_reading::names(boost::json::value const& v, std::vector<std::string_view>& to) const {
    auto const* list = v.if_array();
    if (list == nullptr) {
        return wrong("a list of names was expected");
    }
    hash_set<std::string_view> many;  // only looked at where the list is long
    constexpr std::uint64_t steps_of_a_name = 40;
    for (auto const& name : *list) {
        if (!table_->source().reading().spend(steps_of_a_name)) {
            return {};
        }
        if (!name.is_string()) {
            return wrong("a list of names was expected");
        }
        std::string_view const text = name.get_string();
        bool const known =
            list->size() > 32 ? !many.insert(text) : std::find(to.begin(), to.end(), text) != to.end();
        if (!known) {
            to.push_back(text);
        }
    }
    return {};
}

result<void> keyword_reading::types() {
    std::uint8_t types = 0;
    bool whole = false;
    bool number = false;
    auto const add = [&](boost::json::value const& name) {
        constexpr std::pair<std::string_view, type> known[] = {
            {"null", type::null},      {"boolean", type::boolean}, {"number", type::number},
            {"integer", type::number}, {"string", type::string},   {"array", type::array},
            {"object", type::object}};
        for (auto const& [text, t] : known) {
            if (name.is_string() && name.get_string() == text) {
                types |= bit(t);
                whole = whole || text == "integer";
                number = number || text == "number";
                return true;
            }
        }
        return false;
    };
    auto const* list = value_->if_array();
    if (list != nullptr ? !std::all_of(list->begin(), list->end(), add) : !add(*value_)) {
        return wrong("this is not a type");
    }
    node_->types = types;
    node_->integer = whole && !number;
    return {};
}

result<void> keyword_reading::list_of_values() {
    if (!value_->is_array()) {
        return wrong("a list was expected");
    }
    node_->values = &value_->get_array();
    return check_exact(*value_);
}

result<void> keyword_reading::constant() {
    node_->single = value_;
    return check_exact(*value_);
}

result<void> keyword_reading::check_exact(boost::json::value const& v) const {
    constexpr std::uint64_t steps_of_a_value = 20;
    constexpr std::uint64_t steps_of_a_real = 200;  // it is written with the fewest digits, where it is large
    work& paid = table_->source().reading();
    if (!paid.spend(v.is_double() ? steps_of_a_real : steps_of_a_value)) {
        return paid.error("a constant of a schema");
    }
    if (v.is_array()) {
        for (boost::json::value const& item : v.get_array()) {
            if (auto const r = check_exact(item); !r) {
                return r;
            }
        }
    } else if (v.is_object()) {
        for (auto const& member : v.get_object()) {
            if (auto const r = check_exact(member.value()); !r) {
                return r;
            }
        }
    } else if (may_be_rounded(v)) {
        return table_->fail(errc::unsupported_keyword, id_, key_,
                            "a number beyond 64 bits, which is rounded");
    }
    return {};
}

result<void> keyword_reading::pattern() {
    if (!value_->is_string()) {
        return wrong("a regular expression was expected");
    }
    node_->pattern = value_->get_string();
    return {};
}

result<void> keyword_reading::format() {
    auto const* name = value_->if_string();
    if (name != nullptr && table_->known_format_ != nullptr && table_->known_format_(*name)) {
        node_->format = *name;
    } else if (table_->strict_) {
        return table_->fail(errc::unsupported_keyword, id_, key_,
                            name != nullptr ? std::string_view(*name) : std::string_view("not a name"));
    } else {
        table_->add_note(table_->pointer_of(id_) + "/format: not enforced");
    }
    return {};
}

result<void> keyword_reading::narrow(maybe<decimal> const& to, bool open) {
    if (!to) {
        return wrong("a number was expected");
    }
    maybe<decimal>& now = is_low() ? node_->low : node_->high;
    bool& now_open = is_low() ? node_->low_open : node_->high_open;
    int const order = now ? compare(*to, *now) : 0;
    if (!now || (is_low() ? order > 0 : order < 0)) {
        now = to;
        now_open = open;
    } else if (order == 0 && open) {
        now_open = true;
    }
    return {};
}

maybe<decimal> keyword_reading::bound_value(boost::json::value const& v) {
    if (!may_be_rounded(v)) {
        return to_decimal(v);
    }
    constexpr double endless = std::numeric_limits<double>::infinity();
    maybe<decimal> const within = to_decimal(std::nextafter(v.get_double(), is_low() ? endless : -endless));
    if (within) {
        table_->add_note(table_->pointer_of(id_) + "/" + std::string(key_) +
                         ": beyond 64 bits, and rounded; enforced as " + within->text());
    }
    return within;
}

result<void> keyword_reading::bound() { return narrow(bound_value(*value_), false); }

result<void> keyword_reading::exclusive_bound() {
    if (!value_->is_bool()) {
        return narrow(bound_value(*value_), true);
    }
    // draft 4: says something about the bound beside it
    boost::json::value const* const beside = all_->if_contains(is_low() ? "minimum" : "maximum");
    maybe<decimal> const n = beside == nullptr ? maybe<decimal>() : bound_value(*beside);
    return value_->get_bool() && n ? narrow(n, true) : result<void>();
}

result<void> keyword_reading::multiple() {
    maybe<decimal> const n = to_decimal(*value_);
    if (!n || n->negative || n->zero()) {
        return wrong("a number above 0 was expected");
    }
    if (auto const r = check_exact(*value_); !r) {
        return r;
    }
    node_->multiple = n;
    return {};
}

result<void> keyword_reading::unique() {
    if (!value_->is_bool()) {
        return wrong("true or false was expected");
    }
    node_->unique = value_->get_bool();
    return {};
}

result<void> keyword_reading::items() {
    return value_->is_array() && version_ < draft::d2020 ? put(&node::prefix) : put(&node::rest);
}

result<void> keyword_reading::additional_items() {
    boost::json::value const* const items = all_->if_contains("items");
    // means nothing without a list of items
    return items != nullptr && items->is_array() ? put(&node::rest) : result<void>();
}

result<void> keyword_reading::required() {
    if (value_->is_bool()) {
        return {};  // draft 3's boolean, which no draft from 4 on knows
    }
    node_->required.clear();
    return names(*value_, node_->required);
}

result<void> keyword_reading::dependencies() {
    if (!value_->is_object()) {
        return wrong("an object was expected");
    }
    for (auto const& member : value_->get_object()) {
        if (member.value().is_array() && key_ != "dependentSchemas") {
            std::vector<std::string_view> found;
            if (auto const r = names(member.value(), found); !r) {
                return r;
            }
            node_->dependent_required.emplace_back(member.key(), std::move(found));
        } else if (key_ != "dependentRequired") {
            node_->dependent_schemas.push_back({member.key(), child(member.value(), member.key())});
        } else {
            return wrong("a list of names was expected");
        }
    }
    return {};
}

result<void> keyword_reading::reference() {
    if (!value_->is_string()) {
        return wrong("a reference was expected");
    }
    std::string_view const text = value_->get_string();
    result<boost::json::value const*> const target =
        table_->source().resolve(key_, text, *all_, node_->scope, table_->source().reading());
    if (!target) {
        return table_->fail(target.error().code, id_, key_, target.error().hint.view());
    }
    std::size_t const fragment = text.find("#/");
    node_id const inner =
        table_->id_of(**target, node_->scope, no_node,
                      {fragment == text.npos ? std::string_view() : text.substr(fragment + 2)});
    if (node_->reference != no_node) {
        node_->all_of.push_back(inner);
    } else {
        node_->reference = inner;
    }
    return {};
}

result<void> keyword_reading::beside_others() { return {}; }

}  // namespace parlance::schema::detail

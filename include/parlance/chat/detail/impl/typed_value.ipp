// parlance/chat/detail/impl/typed_value.ipp - definitions of what parlance/chat/detail/typed_value.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/needed_definitions.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/python_word.hpp>
#include <parlance/chat/detail/string_content.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace parlance::chat::detail {

std::span<boost::json::value const> type_names(boost::json::value const& type) noexcept {
    auto const* list = type.if_array();
    if (list == nullptr) {
        return {&type, 1};
    }
    constexpr std::size_t most = 64;  // there are seven types, and some twenty names that are usual for them
    return {list->data(), list->size() <= most ? list->size() : 0};
}

bool names_type(boost::json::object const& schema, std::string_view name) {
    auto const* type = schema.if_contains("type");
    auto const same = [&](boost::json::value const& t) {
        std::string_view const said = t.is_string() ? std::string_view(t.get_string()) : std::string_view();
        return said == name || said == "any" || (!said.empty() && json_types::usual_name(said) == name);
    };
    return type != nullptr && std::ranges::any_of(type_names(*type), same);
}

bool names_type(boost::json::value const& schema, std::string_view name) {
    return schema.is_object() && names_type(schema.get_object(), name);
}

boost::json::value const* referred(boost::json::object const& schema, boost::json::object const& root) {
    auto const* ref = schema.if_contains("$ref");
    std::string_view path = ref != nullptr && ref->is_string() ? std::string_view(ref->get_string()) : "";
    constexpr std::size_t longest = 1024;  // so that a reference is followed again and again
    if (!path.starts_with("#/") || path.size() > longest) {
        return nullptr;
    }
    path.remove_prefix(2);
    auto const first = root.find(path.substr(0, path.find('/')));
    if (first == root.end() || path.find('/') == std::string_view::npos) {
        return first == root.end() ? nullptr : &first->value();
    }
    boost::system::error_code failed;
    return first->value().find_pointer(path.substr(path.find('/')), failed);
}

boost::json::object const* properties_of(boost::json::object const& schema) {
    auto const* all = schema.if_contains("properties");
    return all != nullptr ? all->if_object() : nullptr;
}

boost::json::object const* properties_of(boost::json::value const& schema) {
    auto const* object = schema.if_object();
    return object != nullptr ? properties_of(*object) : nullptr;
}

/// The first schema of a property in what a schema is composed of; `parts` is how many of those may still be looked at.
PARLANCE_DECL boost::json::value const* composed_property(boost::json::value const& schema,
                                                          std::string_view name,
                                                          boost::json::object const& root, std::size_t depth,
                                                          std::size_t& parts) {
    auto const* s = schema.if_object();
    if (s == nullptr || depth > deepest_type || parts == 0) {
        return nullptr;
    }
    --parts;
    auto const* all = properties_of(*s);
    auto const* found = all != nullptr ? all->if_contains(name) : nullptr;
    auto const* target = found == nullptr ? referred(*s, root) : nullptr;
    found = target != nullptr ? composed_property(*target, name, root, depth + 1, parts) : found;
    for (std::string_view const keyword : {"allOf", "anyOf", "oneOf"}) {
        auto const* list = found == nullptr ? s->if_contains(keyword) : nullptr;
        if (list != nullptr && list->is_array()) {
            for (auto const& part : list->get_array()) {
                found = found == nullptr ? composed_property(part, name, root, depth + 1, parts) : found;
            }
        }
    }
    return found;
}

boost::json::value const* property_of(boost::json::value const& schema, std::string_view name) {
    constexpr std::size_t most_parts = 256;
    std::size_t parts = most_parts;
    return schema.is_object() ? composed_property(schema, name, schema.get_object(), 0, parts) : nullptr;
}

}  // namespace parlance::chat::detail

namespace parlance::chat::detail::json_types {

std::string_view usual_name(std::string_view name) noexcept {
    struct row {
        std::string_view name;
        std::string_view json;
    };
    constexpr row rows[] = {
        {"string", "string"},   {"str", "string"},     {"text", "string"},   {"char", "string"},
        {"number", "number"},   {"float", "number"},   {"double", "number"}, {"decimal", "number"},
        {"integer", "integer"}, {"int", "integer"},    {"long", "integer"},  {"short", "integer"},
        {"boolean", "boolean"}, {"bool", "boolean"},   {"object", "object"}, {"dict", "object"},
        {"map", "object"},      {"hashmap", "object"}, {"array", "array"},   {"list", "array"},
        {"arraylist", "array"}, {"tuple", "array"},    {"set", "array"},     {"null", "null"},
        {"none", "null"},       {"nonetype", "null"}};
    auto const* const found = std::find_if(std::begin(rows), std::end(rows), [&](row const& r) {
        return r.name.size() == name.size() &&
               std::equal(name.begin(), name.end(), r.name.begin(),
                          [](char a, char b) { return ascii::to_lower(a) == b; });
    });
    return found != std::end(rows) && found->json != name ? found->json : std::string_view{};
}

unsigned named(std::string_view name) {
    for (std::size_t i = 0; i < std::size(names); ++i) {
        if (names[i] == name) {
            return name == "number" ? number : 1u << i;
        }
    }
    if (name == "integer" || name == "any") {
        return name == "any" ? string | all_but_string : integer;
    }
    std::string_view const usual = usual_name(name);
    return usual.empty() ? all_but_string : named(usual);
}

unsigned of(boost::json::value const& v) {
    switch (v.kind()) {
    case boost::json::kind::string: return string;
    case boost::json::kind::bool_: return boolean;
    case boost::json::kind::null: return null;
    case boost::json::kind::object: return object;
    case boost::json::kind::array: return array;
    case boost::json::kind::double_: {
        double const d = v.get_double();
        return std::trunc(d) == d ? number : fraction;
    }
    default: return integer;
    }
}

}  // namespace parlance::chat::detail::json_types

namespace parlance::chat::detail {

/// Reads the types of a schema, level by level of what it is composed of, and each schema that is referred to once.
class type_reader {
public:
    explicit type_reader(boost::json::object const& root) noexcept : root_(&root) {}

    /// 0 where a schema is composed of more than is looked at: what is left out might allow any type.
    [[nodiscard]] unsigned read(boost::json::value const& schema) {
        unsigned all = own(schema);
        std::size_t at = 0;
        for (std::size_t depth = 1; depth <= deepest_type && at < parts_.size(); ++depth) {
            for (std::size_t const end = parts_.size(); at < end && left_ > 0; ++at) {
                all |= own(*parts_[at]);
            }
        }
        return left_ > 0 ? all : 0;
    }

private:
    // What is looked at for one question.  Each argument of a tool, and each value of an answer, is a question.
    static constexpr std::size_t most = 2048;
    static constexpr std::size_t of_a_part = 8;
    static constexpr std::size_t of_a_reference = 16;  // besides
    static constexpr std::size_t of_a_name = 4;

    void spend(std::size_t much) noexcept { left_ -= (std::min)(left_, much); }

    [[nodiscard]] unsigned own(boost::json::value const& schema) {
        auto const* s = schema.if_object();
        if (s == nullptr) {
            return 0;
        }
        if (auto const* type = s->if_contains("type")) {
            return named(*s, *type);
        }
        if (auto const* values = s->if_contains("enum"); values != nullptr && values->is_array()) {
            return of_values(values->get_array());
        }
        if (auto const* value = s->if_contains("const")) {
            return json_types::of(*value);
        }
        if (s->contains("$ref")) {
            spend(of_a_reference);
            auto const* target = referred(*s, *root_);
            if (target != nullptr && std::ranges::find(parts_, target) == parts_.end()) {
                spend(of_a_part);
                parts_.push_back(target);
            }
            return 0;
        }
        for (char const* const key : {"anyOf", "oneOf", "allOf"}) {
            if (auto const* parts = s->if_contains(key); parts != nullptr && parts->is_array()) {
                add(parts->get_array());
                return 0;
            }
        }
        return 0;
    }

    [[nodiscard]] unsigned named(boost::json::object const& schema, boost::json::value const& type) {
        std::span<boost::json::value const> const names = type_names(type);
        bool const too_many = names.empty() && !type.get_array().empty();
        spend(too_many ? left_ : of_a_name * (names.size() - (names.empty() ? 0 : 1)));
        unsigned all = 0;
        for (boost::json::value const& name : names) {
            all |= name.is_string() ? json_types::named(name.get_string()) : json_types::all_but_string;
        }
        auto const* nullable = schema.if_contains("nullable");
        bool const may_be_null = nullable != nullptr && nullable->is_bool() && nullable->get_bool();
        return may_be_null ? all | json_types::null : all;
    }
    [[nodiscard]] unsigned of_values(boost::json::array const& values) {
        spend(values.size());
        unsigned all = 0;
        for (std::size_t i = 0; i < values.size() && left_ > 0; ++i) {
            all |= json_types::of(values[i]);
        }
        return all;
    }
    void add(boost::json::array const& parts) {
        spend(of_a_part * parts.size());
        for (std::size_t i = 0; i < parts.size() && left_ > 0; ++i) {
            parts_.push_back(&parts[i]);
        }
    }

    boost::json::object const* root_;
    std::vector<boost::json::value const*> parts_{};  // that the schema is composed of, as they are found
    std::size_t left_ = most;
};

unsigned types_of(boost::json::value const& schema, boost::json::object const& root) {
    return type_reader(root).read(schema);
}

unsigned allowed_types(boost::json::value const& schema, boost::json::object const& root) {
    unsigned const all = types_of(schema, root);
    return (all & json_types::string) | ((all & json_types::all_but_string) != 0 ? 2U : 0U);
}

std::string_view only_text(boost::json::value const& parameters) {
    auto const* const all = properties_of(parameters);
    if (all == nullptr || all->empty()) {
        return {};
    }
    auto const* const required = parameters.get_object().if_contains("required");
    auto const* const names = required != nullptr ? required->if_array() : nullptr;
    bool const one = names != nullptr && names->size() == 1 && names->front().is_string();
    auto const found = one                ? all->find(names->front().get_string())
                       : all->size() == 1 ? all->begin()
                                          : all->end();
    bool const text = found != all->end() && allowed_types(found->value(), parameters.get_object()) == 1;
    return text ? std::string_view(found->key()) : std::string_view();
}

text_type type_of(boost::json::value const& parameters, std::string_view key) {
    if (!parameters.is_object()) {
        return text_type::unknown;
    }
    auto const* schema = property_of(parameters, key);
    switch (schema != nullptr ? allowed_types(*schema, parameters.get_object()) : 0) {
    case 1: return text_type::string;
    case 2: return text_type::other;
    default: return text_type::unknown;
    }
}

unsigned types_of_argument(boost::json::value const& parameters, std::string_view key) {
    auto const* schema = property_of(parameters, key);
    return schema != nullptr ? types_of(*schema, parameters.get_object()) : 0;
}

/// JSON of an allowed type that stands in a JSON string, or is written as it stands between the quotes of one; empty where
/// there is none.
PARLANCE_DECL std::string json_in_string(std::string_view bare, unsigned types) {
    bool const quoted = bare.size() > 1 && bare.front() == '"';
    bool const escaped = !quoted && bare.find("\\\"") != std::string_view::npos;
    if (!quoted && !escaped) {
        return {};
    }
    auto const outer = json::parse(quoted ? std::string(bare) : std::string("\"").append(bare).append("\""));
    auto const* inner = outer ? outer->if_string() : nullptr;
    auto const value = json::parse(inner != nullptr ? std::string_view(*inner) : std::string_view());
    return value && (types & json_types::of(*value)) != 0 ? std::string(split(*inner).core) : std::string();
}

std::string_view without_closing_tag(std::string_view text) {
    std::string_view const core = split(text).core;
    std::size_t const tag = core.ends_with('>') ? core.rfind("</") : core.npos;
    return tag != core.npos && json::parse(core.substr(0, tag)) ? core.substr(0, tag) : text;
}

std::string to_json_text(std::string_view text, unsigned types) {
    auto const counts = [&](std::string_view json) {
        auto const value = json::parse(json);
        return value && ((types & json_types::string) == 0 || (types & json_types::of(*value)) != 0);
    };
    std::string_view bare = split(text).core;
    bool const other = types != 0 && (types & json_types::string) == 0;
    if (std::string inside = other ? json_in_string(bare, types) : std::string(); !inside.empty()) {
        return inside;
    }
    if (counts(bare)) {
        return std::string(bare);
    }
    if (std::string_view const constant = json_of_constant(bare); counts(constant)) {
        return std::string(constant);
    }
    // Where no string can be meant, JSON's constants may be in capitals, and numbers Python's.
    if (other) {
        std::string word = ascii::lowered(bare);
        bool const constant = word == "true" || word == "false" || word == "null";
        word = constant ? word : json_of_number(bare);
        if (!word.empty()) {
            return word;
        }
    }
    bool const tuple = (types & json_types::array) != 0 && other;
    if (!bare.empty() && (bare.front() == '[' || bare.front() == '{' || (tuple && bare.front() == '('))) {
        // Models write more closing brackets than they have opened.
        constexpr int most_strays = 4;
        for (int i = 0; i <= (other ? most_strays : 0); ++i) {
            if (i > 0 && counts(bare)) {
                return std::string(bare);
            }
            if (std::string written = json_of(bare, python_values()); counts(written)) {
                return written;
            }
            bool const closed = bare.ends_with('}') || bare.ends_with(']');
            bare = split(bare.substr(0, bare.size() - (closed ? 1 : bare.size()))).core;
        }
    }
    return json::quoted(text);
}

std::string json_or_string(std::string json, std::string_view text, boost::json::value const& schema,
                           boost::json::object const& root) {
    unsigned const types = types_of(schema, root);
    bool const string = types == 0 || (types & json_types::string) != 0;
    if (!schema.is_object() || !string || json.empty() || json.front() == '"') {
        return json;
    }
    // An answer may have many values, so a look at the schema for one of them must be short.
    constexpr std::size_t most_values = 200;
    limits few;
    few.fuel = 50'000 + 100 * text.size();
    needed_definitions more(root);
    auto const value = json::parse(json);
    if (!value || !more.add(schema, most_values)) {
        return json;
    }
    boost::json::object whole{{"allOf", boost::json::array{schema}}};
    more.copy_to(whole);
    boost::json::value const judge(std::move(whole));
    auto const found = schema::validate(judge, *value, {}, few);
    if (found || found.error().code != errc::schema_violation) {
        return json;
    }
    auto const quoted = json::parse(text);  // it says that it is one
    std::string const plain(quoted && quoted->is_string() ? std::string_view(quoted->get_string()) : text);
    bool const fits =
        schema::validate(judge, boost::json::value(with_valid_utf8(plain)), {}, few).has_value();
    return fits ? json::quoted(plain) : json;
}

}  // namespace parlance::chat::detail

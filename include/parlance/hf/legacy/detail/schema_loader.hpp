// parlance/hf/legacy/detail/schema_loader.hpp - reads a response schema from JSON, and says where it is wrong
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/document_reader.hpp>
#include <parlance/hf/legacy/detail/replacement.hpp>
#include <parlance/hf/legacy/detail/schema_node.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// Reads a schema; the first mistake ends it.
class schema_loader : public document_reader {
public:
    explicit schema_loader(limits const& bounds) : document_reader(errc::invalid_response_schema, bounds) {}

    /// The node at `at`, or null and error(): invalid_response_schema, regex_syntax, jmespath_*, nested_too_deep,
    /// source_too_large, with the JSON Pointer in the hint.  Recursion as deep as limits.nesting, and no deeper than reading
    /// has stack for.
    [[nodiscard]] std::shared_ptr<schema_node const> load(json::value const& spec, std::string const& at = {},
                                                          std::size_t depth = 0) {
        constexpr std::size_t deepest = 40;  // schemas that people write have a dozen levels
        if (depth > (std::min)(bounds_.nesting, deepest)) {
            return nothing(at, "nested too deeply", errc::nested_too_deep);
        }
        if (!goes_on(steps_of_a_node + at.size())) {
            return nullptr;
        }
        if (!spec.is_object()) {
            return nothing(at, "a schema is an object");
        }
        json::object const& o = spec.get_object();
        for (char const* const gone : {"x-regex-to-dict", "x-mapping", "x-mapping-regex"}) {
            if (o.contains(gone)) {
                return nothing(below(at, gone), "this key is no longer known");
            }
        }
        auto n = std::make_shared<schema_node>();
        made_.push_back(n);
        if (auto const* constant = o.if_contains("const")) {
            n->constant = copy_of(*constant);
            return goes_on(0) ? n : nullptr;
        }
        if (auto const* otherwise = o.if_contains("default")) {
            n->otherwise = copy_of(*otherwise);
        }
        bool const good = type_of(o, at, *n) && substitutions(o, at, *n) && patterns(o, at, *n) &&
                          parser(o, at, *n) && object(o, at, depth, *n) && array(o, at, depth, *n) &&
                          goes_on(0);
        return good ? n : nullptr;
    }

    /// Frees what was read where it is of no use, node by node, with looks whether to stop in between.
    void free() {
        for (auto& n : made_) {  // what it refers to stands behind it
            static_cast<void>(looks_.spend(steps_of_a_node));
            n.reset();
        }
    }

private:
    static constexpr std::uint64_t steps_of_a_node = 1'000;

    std::nullptr_t nothing(std::string_view at, std::string_view what, errc code = errc::none) {
        fail(at, what, code);
        return nullptr;
    }

    bool type_of(json::object const& o, std::string const& at, schema_node& n) {
        auto const* name = o.if_contains("type");
        if (name == nullptr || name->is_null()) {
            return true;
        }
        constexpr std::pair<std::string_view, schema_type> types[] = {
            {"any", schema_type::any},         {"object", schema_type::object},
            {"array", schema_type::array},     {"string", schema_type::string},
            {"integer", schema_type::integer}, {"number", schema_type::number},
            {"boolean", schema_type::boolean},
        };
        for (auto const& [known, is] : types) {
            if (name->is_string() && json::text_of(*name) == known) {
                n.is = is;
                return true;
            }
        }
        return fail(below(at, "type"), "must be object, array, string, integer, number, boolean or any");
    }

    bool substitutions(json::object const& o, std::string const& at, schema_node& n) {
        auto const* all = o.if_contains("x-regex-substitutions");
        if (all == nullptr) {
            return true;
        }
        std::string const here = below(at, "x-regex-substitutions");
        if (!all->is_array()) {
            return fail(here, "must be a list of pairs");
        }
        for (std::size_t i = 0; i < all->get_array().size(); ++i) {
            json::value const& pair = all->get_array()[i];
            std::string const one = below(here, i);
            if (!goes_on(steps_of_a_place + one.size())) {
                return false;
            }
            if (!pair.is_array() || pair.get_array().size() != 2) {
                return fail(one, "must be a pair of a pattern and a text");
            }
            if (!pair.get_array()[1].is_string()) {
                return fail(below(one, 1), "must be a text");
            }
            std::optional<regex> pattern;
            if (!compile(pair.get_array()[0], below(one, 0), pattern)) {
                return false;
            }
            auto text = replacement::compile(json::text_of(pair.get_array()[1]), pattern->names());
            if (!text) {
                return fail(below(one, 1), render(text.error()), errc::regex_syntax);
            }
            n.substitutions.emplace_back(*std::move(pattern), *std::move(text));
        }
        return true;
    }

    /// One group without name, or any with names.
    static bool has_groups(regex const& pattern) {
        auto const& names = pattern.names();
        bool const named =
            std::any_of(names.begin(), names.end(), [](auto const& name) { return !name.empty(); });
        return named || names.size() == 2;
    }

    bool patterns(json::object const& o, std::string const& at, schema_node& n) {
        for (auto const& [key, out] :
             {std::pair{"x-regex", &n.pattern}, std::pair{"x-regex-iterator", &n.iterator},
              std::pair{"x-regex-key-value", &n.key_value}}) {
            auto const* v = o.if_contains(key);
            if (v == nullptr) {
                continue;
            }
            if (!compile(*v, below(at, key), *out)) {
                return false;
            }
            if (!has_groups(**out)) {
                return fail(below(at, key), "needs one group, or groups with names");
            }
        }
        if (n.iterator && n.is != schema_type::array) {
            return fail(below(at, "x-regex-iterator"), "needs the type array");
        }
        if (n.key_value && n.is != schema_type::object) {
            return fail(below(at, "x-regex-key-value"), "needs the type object");
        }
        for (char const* const name : {"key", "value"}) {
            if (n.key_value && std::find(n.key_value->names().begin(), n.key_value->names().end(), name) ==
                                   n.key_value->names().end()) {
                return fail(below(at, "x-regex-key-value"), "needs the groups 'key' and 'value'");
            }
        }
        if (n.iterator && n.key_value) {
            return fail(below(at, "x-regex-key-value"), "cannot stand beside x-regex-iterator");
        }
        return true;
    }

    bool parser(json::object const& o, std::string const& at, schema_node& n) {
        auto const* name = o.if_contains("x-parser");
        auto const* arguments = o.if_contains("x-parser-args");
        if (name == nullptr) {
            return true;
        }
        content_format how;
        how.kind = content_kind::json;
        if (json::text_of(*name) == "gemma4-tool-call") {
            how.unquoted_keys = true;
            how.string_delims.emplace_back("<|\"|>", "<|\"|>");
        } else if (json::text_of(*name) != "json") {
            return fail(below(at, "x-parser"), "must be json or gemma4-tool-call");
        }
        if (arguments != nullptr && !arguments->is_object()) {
            return fail(below(at, "x-parser-args"), "must be an object");
        }
        if (arguments != nullptr) {
            std::string const here = below(at, "x-parser-args");
            if (auto const* allow = arguments->get_object().if_contains("allow_non_json")) {
                if (!allow->is_bool()) {
                    return fail(below(here, "allow_non_json"), "must be true or false");
                }
                how.allow_non_json = allow->get_bool();
            }
            auto const* transform = arguments->get_object().if_contains("transform");
            if (transform != nullptr && !transform->is_null()) {
                if (!transform->is_string()) {
                    return fail(below(here, "transform"), "must be a JMESPath expression");
                }
                auto compiled = jmespath::compile(json::text_of(*transform), bounds_);
                if (!compiled) {
                    return fail(below(here, "transform"), render(compiled.error()), compiled.error().code);
                }
                n.transform = *std::move(compiled);
            }
        }
        n.parser = std::move(how);
        return true;
    }

    bool object(json::object const& o, std::string const& at, std::size_t depth, schema_node& n) {
        if (auto const* properties = o.if_contains("properties")) {
            if (!properties->is_object()) {
                return fail(below(at, "properties"), "must be an object");
            }
            n.has_properties = true;
            for (auto const& member : properties->get_object()) {
                std::string const name(key_of(member));
                auto child = load(member.value(), below(below(at, "properties"), name), depth + 1);
                if (child == nullptr) {
                    return false;
                }
                n.properties.emplace_back(name, std::move(child));
            }
        }
        if (auto const* required = o.if_contains("required"); required != nullptr && !required->is_null()) {
            if (!required->is_array()) {
                return fail(below(at, "required"), "must be a list of names");
            }
            for (json::value const& name : required->get_array()) {
                if (!goes_on(steps_of_a_copy)) {
                    return false;
                }
                if (!name.is_string()) {
                    return fail(below(below(at, "required"), n.required.size()), "must be a name");
                }
                n.required.emplace_back(json::text_of(name));
            }
        }
        auto const* additional = o.if_contains("additionalProperties");
        if (additional == nullptr || (additional->is_bool() && additional->get_bool())) {
            return true;
        }
        if (additional->is_bool()) {
            n.drops_additional = true;
            return true;
        }
        n.additional = load(*additional, below(at, "additionalProperties"), depth + 1);
        return n.additional != nullptr;
    }

    bool array(json::object const& o, std::string const& at, std::size_t depth, schema_node& n) {
        if (auto const* items = o.if_contains("items")) {
            n.items = load(*items, below(at, "items"), depth + 1);
            if (n.items == nullptr) {
                return false;
            }
        }
        if (auto const* prefix = o.if_contains("prefixItems")) {
            if (!prefix->is_array()) {
                return fail(below(at, "prefixItems"), "must be a list");
            }
            n.has_prefix = true;
            for (json::value const& item : prefix->get_array()) {
                auto child = load(item, below(below(at, "prefixItems"), n.prefix.size()), depth + 1);
                if (child == nullptr) {
                    return false;
                }
                n.prefix.push_back(std::move(child));
            }
        }
        return true;
    }

    std::vector<std::shared_ptr<schema_node>> made_;  // in the order in which they begin
};

}  // namespace parlance::hf::detail

// parlance/chat/hf/response_schema.hpp - Hugging Face's response schemas, which response templates replaced
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/content.hpp>
#include <parlance/chat/hf/detail/replacement.hpp>
#include <parlance/chat/hf/jmespath.hpp>
#include <parlance/chat/hf/regex.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

/// What a schema makes of an answer.
///
/// value        the message
/// diagnostics  what could not be read, and why
/// unread       the text of each of those, in the same order
struct schema_message {
    json::value value;
    std::vector<diagnostic> diagnostics;
    std::vector<std::string> unread;
};

/// A schema whose nodes say, by their `x-` keys, how text becomes their value.  Immutable, shared between threads.
///
/// source  transformers, utils/chat_parsing_utils.py as it was when it was removed (July 2026)
class response_schema {
public:
    /// Errors: invalid_response_schema, regex_syntax, jmespath_syntax, with the JSON Pointer in the hint;
    /// nested_too_deep.
    [[nodiscard]] static result<response_schema> load(json::value const& spec, limits const& bounds = {});

    /// The message, or the first error that the reference would raise: response_mismatch, jmespath_*, regex_budget.
    /// Null where the root's pattern does not match.
    [[nodiscard]] result<json::value> parse_strict(std::string_view text) const {
        reading r{*this, true};
        json::value out = r.read(*root_, boost::json::string(text));
        if (!r.wrong.empty()) {
            return r.wrong.front();
        }
        return out;
    }

    /// The message, whatever the text: parts that cannot be read are left out and told; where nothing at all can be
    /// read, the whole text is the content.
    [[nodiscard]] schema_message parse(std::string_view text) const {
        reading r{*this, false};
        json::value out = r.read(*root_, boost::json::string(text));
        if (!out.is_object() && root_->is == type::object) {
            json::object fallback;
            for (auto const& [name, child] : root_->properties) {
                if (child->constant) {
                    fallback[name] = *child->constant;
                }
            }
            fallback["content"] = text;
            out = std::move(fallback);
        }
        return {std::move(out), std::move(r.wrong), std::move(r.unread)};
    }

private:
    enum class type : std::uint8_t { any, object, array, string, integer, number, boolean };

    struct node {
        type is = type::any;
        std::optional<json::value> constant{};
        std::optional<json::value> otherwise{};  // "default"
        std::vector<std::pair<regex, detail::replacement>> substitutions{};
        std::optional<regex> pattern{};
        std::optional<regex> iterator{};
        std::optional<regex> key_value{};
        std::optional<content_format> parser{};
        std::optional<jmespath> transform{};
        std::vector<std::pair<std::string, std::shared_ptr<node const>>> properties{};
        bool has_properties = false;
        std::vector<std::string> required{};
        std::shared_ptr<node const> additional{};  // null where additional keys pass as they are
        bool drops_additional = false;
        std::shared_ptr<node const> items{};
        std::vector<std::shared_ptr<node const>> prefix{};
        bool has_prefix = false;
    };

    class loader;

    /// One reading of one text.
    struct reading {
        response_schema const& schema;
        bool strict;
        std::vector<diagnostic> wrong{};
        std::vector<std::string> unread{};

        [[nodiscard]] bool stopped() const noexcept { return strict && !wrong.empty(); }

        json::value fail(diagnostic const& d, json::value const& v) {
            constexpr std::size_t enough = 100;
            if (wrong.size() < enough) {
                wrong.push_back(d);
                unread.emplace_back(v.is_string() ? std::string(json::text_of(v)) : json::dump(v));
            }
            return nullptr;
        }
        json::value fail(note hint, json::value const& v) { return fail(detail::mismatch(hint), v); }

        /// Recursion as deep as the schema, which the loader bounds.
        json::value read(node const& n, json::value v) {
            if (n.constant) {
                return *n.constant;
            }
            if (v.is_null() || stopped()) {
                return nullptr;
            }
            bool const by_pattern = !n.substitutions.empty() || n.pattern || n.iterator || n.key_value;
            if (by_pattern && !v.is_string()) {
                return fail("a pattern needs text", v);
            }
            for (auto const& [pattern, text] : n.substitutions) {
                auto replaced = text.apply(pattern, json::text_of(v));
                if (!replaced) {
                    return fail(replaced.error(), v);
                }
                v = boost::json::string(*replaced);
            }
            if (n.pattern) {
                regex_match const m = n.pattern->search(json::text_of(v));
                if (m.is == regex_match::verdict::limit) {
                    return fail(diagnostic{errc::regex_budget, {}, 0, "x-regex"}, v);
                }
                if (m.is == regex_match::verdict::none) {
                    return nullptr;
                }
                v = groups(*n.pattern, m, json::text_of(v));
            }
            if (n.iterator || n.key_value || n.parser) {
                if (!v.is_string()) {
                    return fail(note("this parser needs text, not ").append(detail::python_type(v)), v);
                }
                bool const found = n.iterator ? iterate(n, v) : !n.key_value || pairs(n, v);
                if (!found || !(wrong.empty() || !strict)) {
                    return nullptr;
                }
                if (n.parser && !parse(n, v)) {
                    return nullptr;
                }
            }
            return typed(n, std::move(v));
        }

        /// The groups of a match: named ones as an object, or the text of the only one.
        static json::value groups(regex const& pattern, regex_match const& m, std::string_view text) {
            auto const of = [&](text_span g) {
                return boost::json::string(text.substr(g.begin, g.end - g.begin));
            };
            auto const& names = pattern.names();
            bool const named =
                std::any_of(names.begin(), names.end(), [](auto const& name) { return !name.empty(); });
            if (!named) {
                return m.groups[1].matched() ? json::value(of(m.groups[1])) : json::value(nullptr);
            }
            json::object out;
            for (std::size_t i = 1; i < names.size(); ++i) {
                if (!names[i].empty() && m.groups[i].matched()) {
                    out[names[i]] = of(m.groups[i]);
                }
            }
            return out;
        }

        /// Replaces the text by what it says; false when that is nothing.
        bool iterate(node const& n, json::value& v) {
            json::array out;
            for (regex_match const& m : n.iterator->all(json::text_of(v))) {
                if (m.is == regex_match::verdict::limit) {
                    fail(diagnostic{errc::regex_budget, {}, 0, "x-regex-iterator"}, v);
                    return false;
                }
                out.push_back(groups(*n.iterator, m, json::text_of(v)));
            }
            bool const found = !out.empty();
            v = std::move(out);
            return found;
        }
        bool pairs(node const& n, json::value& v) {
            json::object out;
            for (regex_match const& m : n.key_value->all(json::text_of(v))) {
                if (m.is == regex_match::verdict::limit) {
                    fail(diagnostic{errc::regex_budget, {}, 0, "x-regex-key-value"}, v);
                    return false;
                }
                json::value const pair = groups(*n.key_value, m, json::text_of(v));
                auto const* key = json::member(pair, "key");
                auto const* value = json::member(pair, "value");
                if (key == nullptr || value == nullptr) {
                    fail("x-regex-key-value found a key without value", v);
                    if (strict) {
                        return false;
                    }
                    continue;
                }
                out[json::text_of(*key)] = *value;
            }
            bool const found = !out.empty();
            v = std::move(out);
            return found;
        }
        bool parse(node const& n, json::value& v) {
            if (!v.is_string()) {
                fail(note("this parser needs text, not ").append(detail::python_type(v)), v);
                return false;
            }
            auto parsed = read_content(json::text_of(v), *n.parser, schema.bounds_);
            if (!parsed) {
                fail(parsed.error(), v);
                return false;
            }
            if (n.transform) {
                auto shaped = n.transform->search(*parsed);
                if (!shaped) {
                    fail(shaped.error(), v);
                    return false;
                }
                parsed = *std::move(shaped);
            }
            v = *std::move(parsed);
            return true;
        }

        json::value typed(node const& n, json::value v) {
            auto const other = [&](std::string_view wanted) {
                return fail(note("expected ").append(wanted).append(", not ").append(detail::python_type(v)),
                            v);
            };
            switch (n.is) {
            case type::any: return v;
            case type::string: return v.is_string() ? std::move(v) : other("text");
            case type::object:
                return v.is_string() ? spread(n, v) : v.is_object() ? members(n, v) : other("an object");
            case type::array: return list(n, std::move(v));
            case type::integer:
                if (v.is_string()) {
                    auto const value = detail::to_int(json::text_of(v));
                    return value ? *value : other("a whole number");
                }
                return v.is_int64() || v.is_uint64() || v.is_bool() ? std::move(v) : other("a whole number");
            case type::number:
                if (v.is_string()) {
                    auto const value = detail::to_float(json::text_of(v));
                    return value ? json::value(*value) : other("a number");
                }
                if (v.is_bool()) {
                    return v.get_bool() ? 1.0 : 0.0;
                }
                return v.is_number() ? json::value(v.to_number<double>()) : other("a number");
            case type::boolean: {
                if (v.is_bool()) {
                    return v;
                }
                std::string lower(json::text_of(v));
                std::transform(lower.begin(), lower.end(), lower.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
                if (v.is_string() && (lower == "true" || lower == "1" || lower == "false" || lower == "0")) {
                    return lower == "true" || lower == "1";
                }
                return other("true or false");
            }
            }
            return v;
        }

        /// A text goes to every property, each of which takes its part.
        json::value spread(node const& n, json::value const& v) {
            if (!n.has_properties) {
                return fail("an object without pattern, parser or properties got text", v);
            }
            json::object out;
            for (auto const& [name, child] : n.properties) {
                json::value part = read(*child, v);
                if (!part.is_null()) {
                    out[name] = std::move(part);
                }
            }
            return checked(n, std::move(out), v);
        }

        json::value members(node const& n, json::value const& v) {
            json::object const& in = v.get_object();
            json::object out;
            for (auto const& [name, child] : n.properties) {
                if (child->constant) {
                    out[name] = *child->constant;
                } else if (auto const* member = in.if_contains(name)) {
                    std::size_t const before = wrong.size();
                    json::value part = read(*child, *member);
                    if (wrong.size() == before || !part.is_null()) {
                        out[name] = std::move(part);
                    }
                } else if (child->otherwise) {
                    out[name] = *child->otherwise;
                }
            }
            for (auto const& member : in) {
                bool const declared =
                    std::any_of(n.properties.begin(), n.properties.end(), [&](auto const& p) {
                        return p.first == std::string_view(member.key().data(), member.key().size());
                    });
                if (!declared && !n.drops_additional) {
                    out[member.key()] = n.additional ? read(*n.additional, member.value()) : member.value();
                }
            }
            return checked(n, std::move(out), v);
        }

        json::value checked(node const& n, json::object out, json::value const& v) {
            for (std::string const& name : n.required) {
                if (!out.contains(name)) {
                    fail(note("the property '").append(name).append("' is required, and missing"), v);
                    break;
                }
            }
            return out;
        }

        json::value list(node const& n, json::value v) {
            bool const nothing =
                v.is_null() || (v.is_string() && v.get_string().empty()) ||
                (v.is_array() && v.get_array().empty()) || (v.is_object() && v.get_object().empty()) ||
                (v.is_bool() && !v.get_bool()) || (v.is_number() && v.to_number<double>() == 0);
            if (nothing) {
                return json::array();
            }
            if (n.has_prefix && !v.is_array()) {
                json::value only = std::move(v);
                v = json::array{std::move(only)};
            }
            if (!v.is_array()) {
                return fail(note("expected a list, not ").append(detail::python_type(v)), v);
            }
            json::array& in = v.get_array();
            if (n.has_prefix && in.size() != n.prefix.size()) {
                return fail("the list is not as long as prefixItems", v);
            }
            json::array out;
            for (std::size_t i = 0; i < in.size(); ++i) {
                node const* const each = n.has_prefix ? n.prefix[i].get() : n.items.get();
                std::size_t const before = wrong.size();
                json::value item = each != nullptr ? read(*each, in[i]) : in[i];
                if (strict || wrong.size() == before || !item.is_null()) {
                    out.push_back(std::move(item));
                }
            }
            return out;
        }
    };

    std::shared_ptr<node const> root_;
    limits bounds_;
};

/// Reads a schema; the first mistake ends it.
class response_schema::loader {
public:
    explicit loader(limits const& bounds) : bounds_(bounds) {}

    [[nodiscard]] std::shared_ptr<node const> load(json::value const& spec, std::string const& at,
                                                   std::size_t depth) {
        if (depth > bounds_.nesting) {
            return fail(at, "nested too deeply", errc::nested_too_deep);
        }
        if (!spec.is_object()) {
            return fail(at, "a schema is an object");
        }
        json::object const& o = spec.get_object();
        for (char const* const gone : {"x-regex-to-dict", "x-mapping", "x-mapping-regex"}) {
            if (o.contains(gone)) {
                return fail(at + "/" + gone, "this key is no longer known");
            }
        }
        auto n = std::make_shared<node>();
        if (auto const* constant = o.if_contains("const")) {
            n->constant = *constant;
            return n;
        }
        if (auto const* otherwise = o.if_contains("default")) {
            n->otherwise = *otherwise;
        }
        bool const good = type_of(o, at, *n) && substitutions(o, at, *n) && patterns(o, at, *n) &&
                          parser(o, at, *n) && object(o, at, depth, *n) && array(o, at, depth, *n);
        return good ? n : nullptr;
    }

    [[nodiscard]] diagnostic const& error() const noexcept { return wrong_; }

private:
    std::nullptr_t fail(std::string_view at, std::string_view what,
                        errc code = errc::invalid_response_schema) {
        wrong_ = diagnostic{code, {}, 0, note(at.empty() ? "/" : at).append(": ").append(what)};
        return nullptr;
    }
    bool no(std::string const& at, std::string_view what, errc code = errc::invalid_response_schema) {
        fail(at, what, code);
        return false;
    }

    bool type_of(json::object const& o, std::string const& at, node& n) {
        auto const* name = o.if_contains("type");
        if (name == nullptr || name->is_null()) {
            return true;
        }
        constexpr std::pair<std::string_view, type> types[] = {
            {"any", type::any},         {"object", type::object},   {"array", type::array},
            {"string", type::string},   {"integer", type::integer}, {"number", type::number},
            {"boolean", type::boolean},
        };
        for (auto const& [known, is] : types) {
            if (name->is_string() && json::text_of(*name) == known) {
                n.is = is;
                return true;
            }
        }
        return no(at + "/type", "must be object, array, string, integer, number, boolean or any");
    }

    bool compile(json::value const& v, std::string const& at, std::optional<regex>& out) {
        if (!v.is_string()) {
            return no(at, "must be a regular expression");
        }
        auto compiled = regex::compile(json::text_of(v), bounds_);
        if (!compiled) {
            return no(at, render(compiled.error()), errc::regex_syntax);
        }
        out = *std::move(compiled);
        return true;
    }

    bool substitutions(json::object const& o, std::string const& at, node& n) {
        auto const* all = o.if_contains("x-regex-substitutions");
        if (all == nullptr) {
            return true;
        }
        std::string const here = at + "/x-regex-substitutions";
        if (!all->is_array()) {
            return no(here, "must be a list of pairs");
        }
        for (json::value const& pair : all->get_array()) {
            if (!pair.is_array() || pair.get_array().size() != 2 || !pair.get_array()[1].is_string()) {
                return no(here, "must be a list of pairs of a pattern and a text");
            }
            std::optional<regex> pattern;
            if (!compile(pair.get_array()[0], here, pattern)) {
                return false;
            }
            auto text = detail::replacement::compile(json::text_of(pair.get_array()[1]), pattern->names());
            if (!text) {
                return no(here, render(text.error()), errc::regex_syntax);
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

    bool patterns(json::object const& o, std::string const& at, node& n) {
        for (auto const& [key, out] :
             {std::pair{"x-regex", &n.pattern}, std::pair{"x-regex-iterator", &n.iterator},
              std::pair{"x-regex-key-value", &n.key_value}}) {
            auto const* v = o.if_contains(key);
            if (v == nullptr) {
                continue;
            }
            if (!compile(*v, at + "/" + key, *out)) {
                return false;
            }
            if (!has_groups(**out)) {
                return no(at + "/" + key, "needs one group, or groups with names");
            }
        }
        if (n.iterator && n.is != type::array) {
            return no(at + "/x-regex-iterator", "needs the type array");
        }
        if (n.key_value && n.is != type::object) {
            return no(at + "/x-regex-key-value", "needs the type object");
        }
        if (n.iterator && n.key_value) {
            return no(at + "/x-regex-key-value", "cannot stand beside x-regex-iterator");
        }
        return true;
    }

    bool parser(json::object const& o, std::string const& at, node& n) {
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
            return no(at + "/x-parser", "must be json or gemma4-tool-call");
        }
        if (arguments != nullptr && !arguments->is_object()) {
            return no(at + "/x-parser-args", "must be an object");
        }
        if (arguments != nullptr) {
            auto const* allow = arguments->get_object().if_contains("allow_non_json");
            how.allow_non_json = allow != nullptr && allow->is_bool() && allow->get_bool();
            auto const* transform = arguments->get_object().if_contains("transform");
            if (transform != nullptr && !transform->is_null()) {
                auto compiled = jmespath::compile(json::text_of(*transform), bounds_);
                if (!compiled) {
                    return no(at + "/x-parser-args/transform", render(compiled.error()),
                              compiled.error().code);
                }
                n.transform = *std::move(compiled);
            }
        }
        n.parser = std::move(how);
        return true;
    }

    bool object(json::object const& o, std::string const& at, std::size_t depth, node& n) {
        if (auto const* properties = o.if_contains("properties")) {
            if (!properties->is_object()) {
                return no(at + "/properties", "must be an object");
            }
            n.has_properties = true;
            for (auto const& member : properties->get_object()) {
                std::string const name(member.key().data(), member.key().size());
                auto child = load(member.value(), at + "/properties/" + name, depth + 1);
                if (child == nullptr) {
                    return false;
                }
                n.properties.emplace_back(name, std::move(child));
            }
        }
        if (auto const* required = o.if_contains("required"); required != nullptr && required->is_array()) {
            for (json::value const& name : required->get_array()) {
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
        n.additional = load(*additional, at + "/additionalProperties", depth + 1);
        return n.additional != nullptr;
    }

    bool array(json::object const& o, std::string const& at, std::size_t depth, node& n) {
        if (auto const* items = o.if_contains("items")) {
            n.items = load(*items, at + "/items", depth + 1);
            if (n.items == nullptr) {
                return false;
            }
        }
        if (auto const* prefix = o.if_contains("prefixItems")) {
            if (!prefix->is_array()) {
                return no(at + "/prefixItems", "must be a list");
            }
            n.has_prefix = true;
            for (json::value const& item : prefix->get_array()) {
                auto child = load(item, at + "/prefixItems", depth + 1);
                if (child == nullptr) {
                    return false;
                }
                n.prefix.push_back(std::move(child));
            }
        }
        return true;
    }

    limits const& bounds_;
    diagnostic wrong_;
};

inline result<response_schema> response_schema::load(json::value const& spec, limits const& bounds) {
    loader l(bounds);
    response_schema out;
    out.root_ = l.load(spec, "", 0);
    out.bounds_ = bounds;
    if (out.root_ == nullptr) {
        return l.error();
    }
    return out;
}

}  // namespace parlance::chat::hf

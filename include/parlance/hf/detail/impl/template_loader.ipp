// parlance/hf/detail/impl/template_loader.ipp - definitions of what parlance/hf/detail/template_loader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/template_loader.hpp>
#include <filesystem>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/detail/regex_compiler.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace parlance::hf::detail {

result<template_parts> template_loader::load(json::value const& spec) {
    if (!top(spec)) {
        constexpr std::uint64_t steps_to_free_a_field = 1'000;
        for (; !out_.fields.empty(); out_.fields.pop_back()) {
            static_cast<void>(looks_.spend(steps_to_free_a_field));
        }
        return error();
    }
    return std::move(out_);
}

bool template_loader::known(json::object const& o, std::string_view pointer,
                            std::initializer_list<std::string_view> keys) {
    for (auto const& member : o) {
        std::string_view const key = key_of(member);
        if (!goes_on(steps_of_a_place)) {
            return false;
        }
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            return fail(below(pointer, key), "this key is not known");
        }
    }
    return true;
}

bool template_loader::flag(json::object const& o, std::string_view pointer, char const* key, bool& out) {
    auto const* v = o.if_contains(key);
    if (v == nullptr) {
        return true;
    }
    if (!v->is_bool()) {
        return fail(below(pointer, key), "must be true or false");
    }
    out = v->get_bool();
    return true;
}

bool template_loader::text(json::object const& o, std::string_view pointer, char const* key, std::string& out,
                           bool may_be_empty) {
    auto const* v = o.if_contains(key);
    if (v == nullptr) {
        return true;
    }
    if (!v->is_string() || (!may_be_empty && v->get_string().empty())) {
        return fail(below(pointer, key),
                    may_be_empty ? "must be a string" : "must be a string that is not empty");
    }
    out = json::text_of(*v);
    return true;
}

bool template_loader::delimiter(json::object const& o, std::string_view pointer, std::string const& literal,
                                std::optional<regex>& out) {
    std::string const pattern_key = literal + "_pattern";
    auto const* texts = o.if_contains(literal);
    auto const* pattern = o.if_contains(pattern_key);
    if (texts != nullptr && pattern != nullptr) {
        return fail(below(pointer, pattern_key), "cannot stand beside '" + literal + "'");
    }
    if (pattern != nullptr) {
        return compile(*pattern, below(pointer, pattern_key), out);
    }
    if (texts == nullptr) {
        return true;
    }
    std::string const at = below(pointer, literal);
    vec<std::string_view> all;
    auto const one = [&](json::value const& v, std::string const& where) {
        if (!goes_on(steps_of_a_place + where.size())) {
            return false;
        }
        if (!v.is_string()) {
            return fail(where, "must be a string or a list of strings");
        }
        if (v.get_string().empty()) {
            return fail(where, "a delimiter cannot be empty");
        }
        all.push_back(json::text_of(v));
        return true;
    };
    if (!texts->is_array()) {
        if (!one(*texts, at)) {
            return false;
        }
    } else {
        for (json::value const& v : texts->get_array()) {
            if (!one(v, below(at, static_cast<std::size_t>(&v - texts->get_array().data())))) {
                return false;
            }
        }
    }
    if (all.empty()) {
        return fail(at, "the list must have at least one delimiter");
    }
    if (!paid_sort(all, looks_, regex_compiler::longer_first())) {
        return goes_on(0);
    }
    std::vector<std::string> each;
    each.reserve(all.size());
    for (std::string_view const one_text : all) {
        if (!goes_on(steps_of_a_copy)) {
            return false;
        }
        if (each.empty() || each.back() != one_text) {
            each.emplace_back(one_text);
        }
    }
    out = regex::of_literals(std::move(each), looks_);
    return goes_on(0);
}

bool template_loader::top(json::value const& spec) {
    if (!spec.is_object()) {
        return fail("", "a response template is an object");
    }
    json::object const& o = spec.get_object();
    if (!known(o, "", {"version", "defaults", "fields", "start_anchor", "start_anchor_pattern"})) {
        return false;
    }
    if (auto const* version = o.if_contains("version"); version != nullptr && *version != json::value(1)) {
        return fail("/version", "only version 1 is known");
    }
    if (auto const* defaults = o.if_contains("defaults")) {
        if (!defaults->is_object()) {
            return fail("/defaults", "must be an object");
        }
        out_.defaults = std::move(copy_of(*defaults).get_object());
    }
    auto const* fields = o.if_contains("fields");
    if (fields == nullptr || !fields->is_object() || fields->get_object().empty()) {
        return fail("/fields", "must be an object with at least one field");
    }
    constexpr std::size_t most_fields = 256;
    if (fields->get_object().size() > most_fields) {
        return fail("/fields", "more than 256 fields");
    }
    for (auto const& member : fields->get_object()) {
        if (!field(key_of(member), member.value())) {
            return false;
        }
    }
    if (!delimiter(o, "", "start_anchor", out_.anchor)) {
        return false;
    }
    return out_.anchor || fail("", "'start_anchor' or 'start_anchor_pattern' is needed");
}

bool template_loader::field(std::string_view name, json::value const& spec) {
    std::string const at = below("/fields", name);
    if (!spec.is_object()) {
        return fail(at, "must be an object");
    }
    json::object const& o = spec.get_object();
    template_field f;
    f.name = name;
    if (!known(o, at,
               {"open", "open_pattern", "close", "close_pattern", "content", "content_args", "repeats",
                "join", "optional", "transform", "transform_each"}) ||
        !delimiter(o, at, "open", f.open) || !delimiter(o, at, "close", f.close) ||
        !flag(o, at, "repeats", f.repeats) || !flag(o, at, "optional", f.optional) ||
        !flag(o, at, "transform_each", f.transform_each)) {
        return false;
    }
    auto const* kind = o.if_contains("content");
    auto const* arguments = o.if_contains("content_args");
    if (!content(kind, at, arguments, below(at, "content_args"), f.content, 0)) {
        return false;
    }
    if (auto const* join = o.if_contains("join"); join != nullptr && !join->is_null()) {
        if (!join->is_string()) {
            return fail(below(at, "join"), "must be a string");
        }
        if (!f.repeats) {
            return fail(below(at, "join"), "needs 'repeats'");
        }
        f.join = std::string(json::text_of(*join));
    }
    if (!transform(o, at, f)) {
        return false;
    }
    if (!f.open) {
        if (out_.implicit != template_parts::none) {
            return fail(at, "only one field may be without 'open' and 'open_pattern'");
        }
        out_.implicit = out_.fields.size();
    }
    out_.fields.push_back(std::move(f));
    return true;
}

bool template_loader::content(json::value const* kind, std::string const& at, json::value const* arguments,
                              std::string const& arguments_at, content_format& out, std::size_t depth) {
    constexpr std::size_t deepest = 16;
    if (depth > deepest) {
        return fail(arguments_at, "nested too deeply", errc::nested_too_deep);
    }
    constexpr std::pair<std::string_view, content_kind> kinds[] = {
        {"text", content_kind::text},        {"int", content_kind::integer},
        {"float", content_kind::number},     {"bool", content_kind::boolean},
        {"json", content_kind::json},        {"xml-inline", content_kind::xml_inline},
        {"kv-lines", content_kind::kv_lines}};
    std::string_view const name = kind == nullptr ? "text" : json::text_of(*kind);
    auto const* const found =
        std::find_if(std::begin(kinds), std::end(kinds), [&](auto const& k) { return k.first == name; });
    if (found == std::end(kinds)) {
        return fail(below(at, depth == 0 ? "content" : "name"),
                    "must be text, int, float, bool, json, xml-inline or kv-lines");
    }
    out.kind = found->second;
    static json::object const no_arguments;
    if (arguments != nullptr && !arguments->is_object()) {
        return fail(arguments_at, "must be an object");
    }
    json::object const& o = arguments != nullptr ? arguments->get_object() : no_arguments;
    if (!flag(o, arguments_at, "strip", out.strip) ||
        !flag(o, arguments_at, "unquoted_keys", out.unquoted_keys) ||
        !flag(o, arguments_at, "allow_non_json", out.allow_non_json) ||
        !flag(o, arguments_at, "merge_duplicates", out.merge) ||
        !text(o, arguments_at, "line_sep", out.line_separator, false) ||
        !text(o, arguments_at, "kv_sep", out.pair_separator, false) || !delims(o, arguments_at, out)) {
        return false;
    }
    if (out.kind == content_kind::xml_inline && !tag(o, below(arguments_at, "tag_pattern"), out)) {
        return false;
    }
    auto const* value = o.if_contains("value_parser");
    if (value == nullptr || value->is_null()) {
        return true;
    }
    std::string const value_at = below(arguments_at, "value_parser");
    if (!value->is_object()) {
        return fail(value_at, "must be an object");
    }
    auto inner = std::make_shared<content_format>();
    if (!content(value->get_object().if_contains("name"), value_at, value->get_object().if_contains("args"),
                 below(value_at, "args"), *inner, depth + 1)) {
        return false;
    }
    out.value = std::move(inner);
    return true;
}

bool template_loader::tag(json::object const& o, std::string const& at, content_format& out) {
    auto const* pattern = o.if_contains("tag_pattern");
    if (pattern == nullptr) {
        return fail(at, "is needed by xml-inline");
    }
    if (!compile(*pattern, at, out.tag)) {
        return false;
    }
    auto const& names = out.tag->names();
    return std::find(names.begin(), names.end(), "key") != names.end() ||
           fail(at, "needs a group named 'key'");
}

bool template_loader::delims(json::object const& o, std::string const& at, content_format& out) {
    auto const* all = o.if_contains("string_delims");
    if (all == nullptr || all->is_null()) {
        return true;
    }
    std::string const here = below(at, "string_delims");
    if (!all->is_array()) {
        return fail(here, "must be a list of pairs");
    }
    for (json::value const& pair : all->get_array()) {
        if (!goes_on(steps_of_a_place)) {
            return false;
        }
        bool const good =
            pair.is_array() && pair.get_array().size() == 2 &&
            std::all_of(pair.get_array().begin(), pair.get_array().end(),
                        [](json::value const& v) { return v.is_string() && !v.get_string().empty(); });
        if (!good) {
            return fail(here, "must be a list of pairs of strings that are not empty");
        }
        out.string_delims.emplace_back(json::text_of(pair.get_array()[0]),
                                       json::text_of(pair.get_array()[1]));
    }
    return true;
}

bool template_loader::transform(json::object const& o, std::string const& at, template_field& f) {
    auto const* spec = o.if_contains("transform");
    if (spec != nullptr && !spec->is_null()) {
        if (!placeholders(*spec, below(at, "transform"), 0)) {
            return false;
        }
        f.transform = copy_of(*spec);
        return goes_on(0);
    }
    if (f.transform_each) {
        return fail(below(at, "transform_each"), "needs 'transform'");
    }
    for (auto const& [pattern, key] :
         {std::pair{&f.open, "open_pattern"}, std::pair{&f.close, "close_pattern"}}) {
        if (*pattern) {
            for (std::string const& name : (*pattern)->names()) {
                if (!name.empty()) {
                    return fail(below(at, key), "the group '" + name + "' is of no use without 'transform'");
                }
            }
        }
    }
    return true;
}

bool template_loader::placeholders(json::value const& v, std::string const& at, std::size_t depth) {
    if (depth > bounds_.nesting) {
        return fail(at, "nested too deeply", errc::nested_too_deep);
    }
    if (!goes_on(steps_of_a_place + at.size())) {
        return false;
    }
    if (v.is_object()) {
        for (auto const& member : v.get_object()) {
            if (!placeholders(member.value(), below(at, key_of(member)), depth + 1)) {
                return false;
            }
        }
    } else if (v.is_array()) {
        for (json::value const& item : v.get_array()) {
            if (!placeholders(item, below(at, static_cast<std::size_t>(&item - v.get_array().data())),
                              depth + 1)) {
                return false;
            }
        }
    } else if (v.is_string()) {
        static regex const placeholder = regex::compile("\\{\\w+(?:\\.\\w+)*\\}").value();
        std::string_view const text = json::text_of(v);
        regex_match const m = placeholder.search(text, looks_);
        if (m.is == regex_match::verdict::match && m.groups[0] != text_span{0, text.size()}) {
            return fail(at, "a placeholder cannot stand beside other text");
        }
        return goes_on(steps_of_a_place);
    }
    return true;
}

}  // namespace parlance::hf::detail

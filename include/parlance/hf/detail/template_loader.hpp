// parlance/hf/detail/template_loader.hpp - reads a response template from JSON, and says where it is wrong
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/document_reader.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/hf/template_field.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::hf::detail {

/// Reads a template; the first mistake ends it.
class template_loader : document_reader {
public:
    explicit template_loader(limits const& bounds)
        : document_reader(errc::invalid_response_template, bounds) {}

    /// Errors: invalid_response_template, regex_syntax, nested_too_deep, with the JSON Pointer in the hint.
    [[nodiscard]] PARLANCE_DECL result<template_parts> load(json::value const& spec);

private:
    PARLANCE_DECL bool known(json::object const& o, std::string_view pointer,
                             std::initializer_list<std::string_view> keys);

    PARLANCE_DECL bool flag(json::object const& o, std::string_view pointer, char const* key, bool& out);
    PARLANCE_DECL bool text(json::object const& o, std::string_view pointer, char const* key,
                            std::string& out, bool may_be_empty);

    /// A delimiter: one text, several, or a pattern.  `out` stays empty where there is none.
    PARLANCE_DECL bool delimiter(json::object const& o, std::string_view pointer, std::string const& literal,
                                 std::optional<regex>& out);

    PARLANCE_DECL bool top(json::value const& spec);

    PARLANCE_DECL bool field(std::string_view name, json::value const& spec);

    PARLANCE_DECL bool content(json::value const* kind, std::string const& at, json::value const* arguments,
                               std::string const& arguments_at, content_format& out, std::size_t depth);

    /// The pattern of a tag, which has a group named key.
    PARLANCE_DECL bool tag(json::object const& o, std::string const& at, content_format& out);
    PARLANCE_DECL bool delims(json::object const& o, std::string const& at, content_format& out);

    PARLANCE_DECL bool transform(json::object const& o, std::string const& at, template_field& f);

    /// Texts of a transform are one placeholder, or have none.
    PARLANCE_DECL bool placeholders(json::value const& v, std::string const& at, std::size_t depth);

    template_parts out_;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/template_loader.ipp>
#endif

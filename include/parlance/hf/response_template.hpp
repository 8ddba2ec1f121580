// parlance/hf/response_template.hpp - a Hugging Face response template, loaded and checked
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/template_field.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::hf {

/// The format of one model's answers, as transformers, vLLM and SGLang read it from `response_template`.  Immutable,
/// shared between threads.
///
/// source  transformers, docs/source/en/chat_response_parsing.md, August 2026
class response_template {
public:
    static constexpr std::size_t none = detail::template_parts::none;

    /// Errors: invalid_response_template, regex_syntax and nested_too_deep, with the JSON Pointer of the place in the
    /// hint.
    [[nodiscard]] PARLANCE_DECL static result<response_template> load(json::value const& spec,
                                                                      limits const& bounds = {});
    /// The same from JSON text.  Errors also: those of json::parse, with their place in the text.
    template <json::text Text>
    [[nodiscard]] static result<response_template> load(Text const& spec, limits const& bounds = {}) {
        boost::json::monotonic_resource storage;  // what is kept is copied, and this given up at once
        auto const parsed = json::parse(spec, bounds, &storage);
        return parsed ? load(*parsed, bounds) : result<response_template>(parsed.error());
    }

    /// Of parts that are known to be right.
    explicit response_template(detail::template_parts parts) : parts_(std::move(parts)) {}

    [[nodiscard]] json::object const& defaults() const noexcept { return parts_.defaults; }
    /// In the order of the template.
    [[nodiscard]] std::vector<template_field> const& fields() const noexcept { return parts_.fields; }
    /// Index of the field without `open`, or none.
    [[nodiscard]] std::size_t implicit() const noexcept { return parts_.implicit; }

    /// What of a prompt belongs to the answer: all behind the last match of the anchor; all where it does not match, and
    /// nothing where the template has none.  Linear for patterns that regex::linear() is true of.
    [[nodiscard]] PARLANCE_DECL std::string_view behind_anchor(std::string_view prompt) const;

private:
    detail::template_parts parts_;
};

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/impl/response_template.ipp>
#endif

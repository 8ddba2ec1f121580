// parlance/chat/hf/response_template.hpp - a Hugging Face response template, loaded and checked
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/template_loader.hpp>
#include <parlance/chat/hf/regex.hpp>
#include <parlance/chat/hf/template_field.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

/// The format of one model's answers, as transformers, vLLM and SGLang read it from `response_template`.  Immutable,
/// shared between threads.
///
/// source  transformers, docs/source/en/chat_response_parsing.md, August 2026
class response_template {
public:
    static constexpr std::size_t none = detail::template_parts::none;

    /// Errors: invalid_response_template, regex_syntax and nested_too_deep, with the JSON Pointer of the place in the
    /// hint.
    [[nodiscard]] static result<response_template> load(json::value const& spec, limits const& bounds = {}) {
        auto parts = detail::template_loader(bounds).load(spec);
        if (!parts) {
            return parts.error();
        }
        return response_template(*std::move(parts));
    }

    /// Of parts that are known to be right.
    explicit response_template(detail::template_parts parts) : parts_(std::move(parts)) {}

    [[nodiscard]] json::object const& defaults() const noexcept { return parts_.defaults; }
    /// In the order of the template.
    [[nodiscard]] std::vector<template_field> const& fields() const noexcept { return parts_.fields; }
    /// Index of the field without `open`, or none.
    [[nodiscard]] std::size_t implicit() const noexcept { return parts_.implicit; }

    /// What of a prompt belongs to the answer: all behind the last anchor, or all where there is no anchor in it.
    [[nodiscard]] std::string_view behind_anchor(std::string_view prompt) const {
        if (!parts_.anchor) {
            return {};
        }
        std::size_t end = 0;
        parts_.anchor->each(prompt, [&](regex_match const& m) {
            end = m.is == regex_match::verdict::match ? m.groups[0].end : end;
            return true;
        });
        return prompt.substr(end);
    }

private:
    detail::template_parts parts_;
};

}  // namespace parlance::chat::hf

// parlance/chat/template_set.hpp - the named chat templates of one model, and the rule that chooses among them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::chat {

/// The special tokens of a tokenizer_config.json: every key that ends in `_token`, texts as they are and objects by
/// their `content`; `additional_special_tokens` as a list; the named ones of `extra_special_tokens`.
///
/// stop  where it is asked to, not all of them
[[nodiscard]] PARLANCE_DECL special_tokens special_tokens_from(boost::json::object const& config,
                                                               stop_token stop = {});

/// Chat templates by name.  Models that come with one have it under `default`; some have another one for `tool_use`, for
/// `rag`, and so on.
class template_set {
public:
    /// Reads `chat_template` of a tokenizer_config.json (or chat_template.json), which is a text or a list of
    /// {"name": …, "template": …}, and the special tokens beside it.
    ///
    /// errors  json_type where the file has another shape or no template; those of chat_template::compile, with the
    ///         name of the template in the hint where there are several
    [[nodiscard]] PARLANCE_DECL static result<template_set> from_config(boost::json::value const& config,
                                                                        limits const& bounds = {});
    template <json::text Text>
    static result<template_set> from_config(Text const& config,
                                            limits const& bounds = {}) = delete;  // parse_config()
    /// The same from the text of the file.
    [[nodiscard]] PARLANCE_DECL static result<template_set> parse_config(std::string_view text,
                                                                         limits const& bounds = {});

    /// Compiles and adds one, in place of an earlier one of this name.
    PARLANCE_DECL result<void> add(std::string_view name, std::string_view source, special_tokens tokens = {},
                                   limits const& bounds = {});

    /// The template of this name, or null.
    [[nodiscard]] PARLANCE_DECL chat_template const* find(std::string_view name) const& noexcept;
    chat_template const* find(std::string_view name) const&& = delete;

    /// The template for a request, as transformers chooses: the one asked for by name; else `tool_use` where there is
    /// one and tools are given; else `default`; else the only one.  It lives as long as the set.
    ///
    /// errors  unknown_template when there is none of this name, or several and none of them is the default
    [[nodiscard]] PARLANCE_DECL result<chat_template const*> choose(bool with_tools,
                                                                    std::string_view name = {}) const&;
    result<chat_template const*> choose(bool with_tools, std::string_view name = {}) const&& = delete;

    /// All of them, in the order of the file.
    [[nodiscard]] std::vector<chat_template> const& templates() const noexcept { return templates_; }

private:
    static constexpr char const* default_name = "default";
    std::vector<chat_template> templates_{};
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/template_set.ipp>
#endif

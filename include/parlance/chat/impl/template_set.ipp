// parlance/chat/impl/template_set.ipp - definitions of what parlance/chat/template_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/template_set.hpp>
#include <parlance/chat/detail/value_copier.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace parlance::chat::detail {

/// The same tokens, not all of them where it was stopped.
PARLANCE_DECL special_tokens copy_of(special_tokens const& tokens, stop_token stop) {
    special_tokens out{tokens.bos, tokens.eos, {}};
    value_copier(stop).append(out.others, tokens.others);
    return out;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

special_tokens special_tokens_from(boost::json::object const& config, stop_token stop) {
    constexpr std::size_t rows_of_a_token = 8;
    stop_asker asked(stop);
    auto const text_of = [](boost::json::value const& v) -> boost::json::value const* {
        auto const* const content = v.is_object() ? v.get_object().if_contains("content") : &v;
        return content != nullptr && content->is_string() ? content : nullptr;
    };
    special_tokens out;
    for (auto const& [key, value] : config) {
        if (!asked.next(rows_of_a_token)) {
            break;
        }
        if (auto const* const text = text_of(value); text != nullptr && key.ends_with("_token")) {
            out.others[key] = *text;
        }
    }
    if (auto const* const more = config.if_contains("additional_special_tokens");
        more != nullptr && more->is_array()) {
        auto& list = out.others["additional_special_tokens"].emplace_array();
        for (boost::json::value const& each : more->get_array()) {
            if (!asked.next(rows_of_a_token)) {
                break;
            }
            if (auto const* const text = text_of(each); text != nullptr) {
                list.push_back(*text);
            }
        }
    }
    if (auto const* const named = config.if_contains("extra_special_tokens");
        named != nullptr && named->is_object()) {
        for (auto const& [key, value] : named->get_object()) {
            if (!asked.next(rows_of_a_token)) {
                break;
            }
            if (auto const* const text = text_of(value); text != nullptr) {
                out.others[key] = *text;
            }
        }
    }
    for (auto const& [key, where] : {std::pair{"bos_token", &out.bos}, std::pair{"eos_token", &out.eos}}) {
        if (auto* const found = out.others.if_contains(key); found != nullptr) {
            *where = json::text_of(*found);
            out.others.stable_erase(out.others.find(key));
        }
    }
    return out;
}

result<template_set> template_set::from_config(boost::json::value const& config, limits const& bounds) {
    lasting_stop const asked(bounds.stop);
    if (!config.is_object()) {
        return diagnostic{errc::json_type, {}, 0, "a tokenizer's configuration is an object"};
    }
    special_tokens tokens = special_tokens_from(config.get_object(), asked);
    if (asked.stopped()) {
        return diagnostic{errc::cancelled};
    }
    auto const* const found = config.get_object().if_contains("chat_template");
    template_set out;
    if (found != nullptr && found->is_string()) {
        if (auto const added = out.add(default_name, json::text_of(*found), std::move(tokens), bounds);
            !added) {
            return added.error();
        }
        return out;
    }
    if (found == nullptr || !found->is_array() || found->get_array().empty()) {
        return diagnostic{errc::json_type, {}, 0, "there is no chat_template"};
    }
    constexpr std::size_t most_at_once = 1024;
    out.templates_.reserve((std::min)(found->get_array().size(), most_at_once));
    for (boost::json::value const& row : found->get_array()) {
        auto const* const name = json::member(row, "name");
        auto const* const source = json::member(row, "template");
        if (name == nullptr || !name->is_string() || source == nullptr || !source->is_string()) {
            return diagnostic{errc::json_type, {}, 0, "each chat_template has a name and a template"};
        }
        auto const added =
            out.add(json::text_of(*name), json::text_of(*source), detail::copy_of(tokens, asked), bounds);
        if (asked.stopped()) {
            return diagnostic{errc::cancelled};
        }
        if (!added) {
            diagnostic error = added.error();
            error.hint =
                note("template '").append(json::text_of(*name)).append("': ").append(error.hint.view());
            return error;
        }
    }
    return out;
}

result<template_set> template_set::parse_config(std::string_view text, limits const& bounds) {
    boost::json::monotonic_resource storage;
    auto const parsed = json::parse(text, bounds, &storage);
    if (!parsed) {
        return parsed.error();
    }
    return from_config(*parsed, bounds);
}

result<void> template_set::add(std::string_view name, std::string_view source, special_tokens tokens,
                               limits const& bounds) {
    auto compiled = chat_template::compile(source, std::move(tokens), bounds, name);
    if (!compiled) {
        return compiled.error();
    }
    for (chat_template& each : templates_) {
        if (each.name() == name) {
            each = *std::move(compiled);
            return {};
        }
    }
    templates_.push_back(*std::move(compiled));
    return {};
}

chat_template const* template_set::find(std::string_view name) const& noexcept {
    for (chat_template const& each : templates_) {
        if (each.name() == name) {
            return &each;
        }
    }
    return nullptr;
}

result<chat_template const*> template_set::choose(bool with_tools, std::string_view name) const& {
    chat_template const* found = find(name.empty() ? std::string_view(default_name) : name);
    if (name.empty()) {
        chat_template const* const for_tools = with_tools ? find("tool_use") : nullptr;
        found = for_tools != nullptr                         ? for_tools
                : found == nullptr && templates_.size() == 1 ? templates_.data()
                                                             : found;
    }
    if (found == nullptr) {
        return diagnostic{
            errc::unknown_template, {}, 0, name.empty() ? note("none is the default; name one") : note(name)};
    }
    return found;
}

}  // namespace parlance::chat

// test/corpus/conform_preset.cpp - the prompt formats known by name
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/chat/preset_guess.hpp>
#include <parlance/chat/preset_history.hpp>
#include <parlance/json/value.hpp>
#include <optional>
#include <string>
#include <vector>

namespace conform {

namespace {

namespace chat = parlance::chat;
using parlance::json::text_of;

std::vector<chat::preset_message> messages_of(boost::json::value const& list) {
    std::vector<chat::preset_message> out;
    for (boost::json::value const& m : list.as_array()) {
        out.push_back({std::string(text_of(m.at("role"))), std::string(text_of(m.at("content")))});
    }
    return out;
}

std::optional<chat::preset> preset_of(boost::json::object const& row) {
    std::string_view const name = text_of(row.at("template"));
    auto const* fields = row.if_contains("fields");
    for (std::size_t i = 0; fields == nullptr && i < chat::preset_names.size(); ++i) {
        if (chat::preset_names[i] == name) {
            return chat::make_preset(static_cast<chat::preset_family>(i));
        }
    }
    if (fields == nullptr) {
        return std::nullopt;
    }
    chat::preset p = chat::make_preset(chat::preset_family::custom);
    auto const field = [&](char const* key) { return std::string(text_of(fields->at(key))); };
    p.system_prefix = field("system_prefix");
    p.system_suffix = field("system_suffix");
    p.user_prefix = field("user_prefix");
    p.user_suffix = field("user_suffix");
    p.assistant_prefix = field("assistant_prefix");
    p.assistant_suffix = field("assistant_suffix");
    p.bos = field("bos");
    p.eos = field("eos");
    p.separator = field("separator");
    p.add_generation_prompt = fields->at("add_generation_prompt").as_bool();
    return p;
}

outcome compare(std::string_view want, std::string_view got) {
    return want == got ? outcome::passed() : outcome::failed(first_difference(want, got));
}

outcome check_apply(boost::json::object const& row) {
    auto const preset = preset_of(row);
    if (!preset) {
        return outcome::failed("no such preset");
    }
    auto const messages = messages_of(row.at("messages"));
    auto const literal = preset->apply(messages, chat::preset_style::literal);
    if (outcome out = compare(text_of(row.at("literal")), *literal); out.is != outcome::verdict::passed) {
        out.note = "literal: " + out.note;
        return out;
    }
    auto const got = preset->apply(messages);
    if (row.if_contains("expected_error") != nullptr) {
        return got ? outcome::failed("text instead of an error") : outcome::passed();
    }
    return got ? compare(text_of(row.at("expected")), *got) : outcome::failed(parlance::render(got.error()));
}

outcome check_stop(boost::json::object const& row) {
    auto const preset = preset_of(row);
    if (!preset) {
        return outcome::failed("no such preset");
    }
    std::vector<std::string> want;
    for (boost::json::value const& stop : row.at("expected").as_array()) {
        want.emplace_back(text_of(stop));
    }
    bool const same = want == preset->stops && text_of(row.at("eos")) == preset->eos &&
                      text_of(row.at("bos")) == preset->bos;
    return same ? outcome::passed() : outcome::failed("other stops, bos or eos");
}

outcome compare(bool want, bool got) {
    return want == got ? outcome::passed() : outcome::failed(got ? "valid" : "not valid");
}

}  // namespace

outcome check_preset(boost::json::object const& row, settings const&) {
    std::string_view const kind = text_of(row.at("kind"));
    if (kind == "apply") {
        return check_apply(row);
    }
    if (kind == "stop") {
        return check_stop(row);
    }
    if (kind == "detect") {
        return compare(text_of(row.at("expected")),
                       chat::name_of(chat::detect_preset(text_of(row.at("model"))).family));
    }
    if (kind == "validate_message") {
        boost::json::value const& m = row.at("message");
        return compare(row.at("expected").as_bool(),
                       chat::validate_message(chat::preset_message{std::string(text_of(m.at("role"))),
                                                                   std::string(text_of(m.at("content")))})
                           .has_value());
    }
    if (kind == "validate_conversation") {
        return compare(row.at("expected").as_bool(),
                       chat::validate_conversation(messages_of(row.at("messages"))).has_value());
    }
    if (kind == "estimate") {
        std::size_t const got = chat::estimate_tokens(text_of(row.at("text")));
        return compare(std::to_string(row.at("expected").to_number<std::size_t>()), std::to_string(got));
    }
    if (kind == "truncate") {
        auto const got = chat::truncate(messages_of(row.at("messages")),
                                        row.at("max_tokens").to_number<std::size_t>(), chat::estimate_tokens);
        return got == messages_of(row.at("expected")) ? outcome::passed()
                                                      : outcome::failed("other messages kept");
    }
    return outcome::failed("unknown kind");
}

}  // namespace conform

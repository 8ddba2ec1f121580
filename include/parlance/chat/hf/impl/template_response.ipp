// parlance/chat/hf/impl/template_response.ipp - definitions of what parlance/chat/hf/template_response.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/template_response.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/hf/content.hpp>
#include <parlance/chat/hf/detail/member_scanner.hpp>
#include <parlance/chat/hf/detail/message_deltas.hpp>
#include <parlance/chat/hf/detail/pair_scanner.hpp>
#include <parlance/chat/hf/detail/transform.hpp>
#include <parlance/chat/hf/region_event.hpp>
#include <parlance/chat/hf/response_reader.hpp>
#include <parlance/chat/hf/response_template.hpp>
#include <parlance/chat/hf/template_field.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

template_response::template_response(response_template const& t, std::span<tool const> tools,
                                     limits const& bounds)
    : template_(&t), tools_(tools), bounds_(bounds), reader_(t, {tools, false}, bounds) {
    for (template_field const& f : t.fields()) {
        plans_.push_back(plan_of(f));
    }
}

void template_response::prime(std::string_view prompt) {
    primed_ = static_cast<std::size_t>(-1);
    auto const silent = [](delta const&) {};
    reader_.prime(prompt, [&](region_event const& e) { handle(e, silent); });
    primed_ = reader_.primed();
}

std::vector<diagnostic> const& template_response::diagnostics() const noexcept {
    return reader_.diagnostics();
}

template_response::plan template_response::plan_of(template_field const& f) {
    plan p;
    p.is = detail::role_of(f.name);
    bool const certain = !f.legacy || !f.legacy->closed;
    p.text = f.content.kind == content_kind::text && !f.transform && certain;
    bool const plain_json = f.content.kind == content_kind::json && f.content.string_delims.empty() &&
                            !f.content.unquoted_keys && !f.content.allow_non_json && certain;
    bool const pairs = detail::pair_scanner::can_follow(f.content);
    if (p.is != role::call || !(plain_json || pairs) || !f.transform || f.transform_each) {
        return p;
    }
    auto const* const inner = json::member(*f.transform, "function");
    json::value const& function = inner != nullptr ? *inner : *f.transform;
    auto const path = [&](json::value const* v) {
        return v != nullptr && v->is_string() ? detail::placeholder(*v).value_or("") : std::string_view();
    };
    auto const member_of_content = [](std::string_view text) {
        constexpr std::string_view lead = "content.";
        bool const one = text.starts_with(lead) && text.find('.', lead.size()) == text.npos;
        return one ? std::string(text.substr(lead.size())) : std::string();
    };
    if (pairs) {
        p.pairs = function.is_object() && path(function.get_object().if_contains("arguments")) == "content";
    } else if (path(&function) == "content") {
        p.name_key = "name";
        p.arguments_key = "arguments";
    } else if (function.is_object()) {
        std::string_view const arguments = path(function.get_object().if_contains("arguments"));
        p.raw_arguments = arguments == "content";
        p.name_key = member_of_content(path(function.get_object().if_contains("name")));
        p.arguments_key = member_of_content(arguments);
    }
    return p;
}

}  // namespace parlance::chat::hf

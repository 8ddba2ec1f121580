// parlance/hf/detail/impl/collected_fields.ipp - definitions of what parlance/hf/detail/collected_fields.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/collected_fields.hpp>
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/python_text.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/text/diagnostic.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

collected_fields::collected_fields(response_template const& t, bool strict)
    : template_(&t), strict_(strict), all_(t.defaults()) {}

result<json::value const*> collected_fields::keep(template_field const& f, json::value& value) {
    json::value* const former = all_.if_contains(f.name);
    if (f.join) {
        if (!value.is_string()) {
            return mismatch(note("'join' needs text, not ").append(python_type(value)));
        }
        if (former == nullptr || former->is_null()) {
            return &(all_[f.name] = std::move(value));
        }
        if (former->is_string()) {
            former->get_string().append(*f.join);
            former->get_string().append(value.get_string());
        }
        return &value;
    }
    if (f.repeats) {
        return &list(f).emplace_back(std::move(value));
    }
    if (f.legacy) {
        return value.is_null() ? &value : &(all_[f.name] = std::move(value));
    }
    return put(f, value, former);
}

void collected_fields::miss(template_field const& f) {
    if (f.legacy && f.repeats) {
        list(f);
    }
}

json::object collected_fields::message() && {
    json::object out;
    for (auto& member : all_) {
        std::string_view const name(member.key().data(), member.key().size());
        if (!is_empty(member.value()) || template_->defaults().contains(name) || of_schema(name)) {
            out[name] = std::move(member.value());
        }
    }
    return out;
}

bool collected_fields::is_empty(json::value const& v) noexcept {
    return v.is_null() || (v.is_string() && v.get_string().empty()) ||
           (v.is_array() && v.get_array().empty()) || (v.is_object() && v.get_object().empty());
}

bool collected_fields::of_schema(std::string_view name) const {
    auto const& fields = template_->fields();
    return std::any_of(fields.begin(), fields.end(),
                       [&](template_field const& f) { return f.legacy && f.name == name; });
}

json::array& collected_fields::list(template_field const& f) {
    json::value& v = all_[f.name];
    return v.is_array() ? v.get_array() : v.emplace_array();
}

json::value const* collected_fields::put(template_field const& f, json::value& value, json::value* former) {
    bool const again = std::find(written_.begin(), written_.end(), f.name) != written_.end();
    if (!again) {
        written_.push_back(f.name);
    }
    if (strict_ || !again || !former->is_string() || !value.is_string()) {
        return &(all_[f.name] = std::move(value));
    }
    auto& text = former->get_string();
    auto const& more = value.get_string();
    if (f.content.strip && !text.empty() && !more.empty()) {
        text.push_back('\n');
    }
    text.append(more);
    return &value;
}

}  // namespace parlance::hf::detail

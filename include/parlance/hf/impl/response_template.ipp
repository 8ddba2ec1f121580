// parlance/hf/impl/response_template.ipp - definitions of what parlance/hf/response_template.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/response_template.hpp>
#include <parlance/hf/detail/template_loader.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/regex.hpp>
#include <optional>
#include <vector>

namespace parlance::hf {

result<response_template> response_template::load(json::value const& spec, limits const& bounds) {
    auto parts = detail::template_loader(bounds).load(spec);
    if (!parts) {
        return parts.error();
    }
    return response_template(*std::move(parts));
}

std::string_view response_template::behind_anchor(std::string_view prompt) const {
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

}  // namespace parlance::hf

// parlance/chat/known/impl/routes.ipp - definitions of what parlance/chat/known/routes.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/known/routes.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/result.hpp>
#include <string>

namespace parlance::chat::known {

route route_of(std::string_view model) {
    std::string const name = ascii::lowered(model);
    auto const has = [&](auto... any) { return ((name.find(any) != std::string::npos) || ...); };
    if (has("qwen3", "qwen-3", "qwen_3")) {
        return route::qwen3;
    }
    if (has("deepseek") && has("-r1", "_r1", " r1")) {
        return route::deepseek_r1;
    }
    return has("kimi-k2", "kimi_k2") ? route::kimi_k2 : route::none;
}

}  // namespace parlance::chat::known

namespace parlance::chat::known::detail {

format whole_calls(peg::arena_view says, std::string_view made_id) {
    format f = chat::format_of(says).value();
    f.strict = true;
    f.made_id = made_id;
    return f;
}

}  // namespace parlance::chat::known::detail

namespace parlance::chat::known {

std::optional<format> format_of(std::string_view model) {
    switch (route_of(model)) {
    case route::kimi_k2: return kimi_k2();
    case route::qwen3: return qwen3();
    case route::deepseek_r1: return deepseek_r1();
    case route::none: break;
    }
    return std::nullopt;
}

}  // namespace parlance::chat::known

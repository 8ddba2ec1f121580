// parlance/mask/impl/trigger.ipp - definitions of what parlance/mask/trigger.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/trigger.hpp>
#include <parlance/mask/detail/trigger/pattern.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

trigger trigger::words(std::vector<std::string> words) { return {start::with_match, std::move(words), {}}; }

trigger trigger::tokens(std::vector<vocab::token_id> ids) { return {start::with_match, {}, std::move(ids)}; }

trigger trigger::words_or_tokens(std::vector<std::string> words, std::vector<vocab::token_id> ids) {
    return {start::with_match, std::move(words), std::move(ids)};
}

trigger trigger::after(std::vector<std::string> words, std::vector<vocab::token_id> ids) {
    return {start::behind_match, std::move(words), std::move(ids)};
}

result<trigger> trigger::pattern(std::string_view expression, start how, std::vector<vocab::token_id> ids,
                                 limits const& bounds) {
    auto made = detail::pattern::compile(expression, bounds);
    if (!made) {
        return made.error();
    }
    trigger out{how, {}, std::move(ids)};
    out.pattern_ = std::make_shared<detail::pattern const>(*std::move(made));
    return out;
}

}  // namespace parlance::mask

// parlance/chat/detail/impl/open_call.ipp - definitions of what parlance/chat/detail/open_call.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/open_call.hpp>
#include <parlance/chat/detail/answer.hpp>
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/notation_reader.hpp>
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/partial.hpp>
#include <parlance/peg/event.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

void open_call::reset() {
    std::size_t const made = made_;
    *this = {};
    made_ = made;
}

std::size_t open_call::other_arguments(std::vector<other_member> const& all) {
    constexpr std::string_view usual[] = {"arguments", "parameters", "args", "params", "input"};
    auto const holds = [](other_member const& m) { return !object_in(m.text).empty(); };
    auto const named = std::ranges::find_if(all, [&](other_member const& m) {
        return std::ranges::find(usual, std::string_view(m.key)) != std::end(usual) && holds(m);
    });
    auto const found = named != all.end() ? named : std::ranges::find_if(all, holds);
    return static_cast<std::size_t>(found - all.begin());
}

std::string open_call::object_in(std::string_view json) {
    if (json.starts_with('{')) {
        return std::string(json);
    }
    auto const text = json.starts_with('"') ? json::parse(json) : result<json::value>(json::value());
    bool const object = text && text->is_string() && json::text_of(*text).starts_with('{');
    return object ? std::string(json::text_of(*text)) : std::string();
}

std::string open_call::written(other_member const& m) {
    return m.key.empty() ? m.text : "\"" + m.key + "\": " + m.text;
}

std::size_t open_call::index_of(part p) noexcept {
    return static_cast<std::size_t>(p) - static_cast<std::size_t>(part::noted);
}

bool open_call::has_members(part p, call_rules const& rules) noexcept {
    return is_noted(p) && !rules.markups[index_of(p)].open.empty();
}

}  // namespace parlance::chat::detail

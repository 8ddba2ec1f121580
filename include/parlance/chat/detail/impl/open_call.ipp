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
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

void open_call::reset() {
    std::size_t const made = made_;
    *this = {};
    made_ = made;
}

std::size_t open_call::index_of(part p) noexcept {
    return static_cast<std::size_t>(p) - static_cast<std::size_t>(part::noted);
}

bool open_call::has_members(part p, call_rules const& rules) noexcept {
    return is_noted(p) && !rules.markups[index_of(p)].open.empty();
}

std::string open_call::next_key() {
    std::string out(tagged_++ == 0 ? "{" : ", ");
    json::append_quoted(out, with_valid_utf8(key_));
    return out.append(": ");
}

}  // namespace parlance::chat::detail

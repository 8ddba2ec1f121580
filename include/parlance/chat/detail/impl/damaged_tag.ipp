// parlance/chat/detail/impl/damaged_tag.ipp - definitions of what parlance/chat/detail/damaged_tag.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/damaged_tag.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace parlance::chat::detail {

/// Where the sign begins that ends a tag in front of a name: `=` of `<function=`; the end of a text that is no such tag.
PARLANCE_DECL std::size_t sign_of(std::string_view opener) {
    std::size_t const tag = opener.rfind('<');
    std::size_t const sign = tag == opener.npos ? opener.npos : opener.find_first_of("= ", tag);
    bool const told = sign != opener.npos && sign > tag + 1 && is_word_letter(opener[sign - 1]) &&
                      (opener.ends_with('=') || opener.ends_with("=\""));
    return told ? sign : opener.size();
}

std::vector<std::string> with_other_signs(std::string_view opener) {
    std::size_t const at = sign_of(opener);
    std::string_view const sign = opener.substr(at);
    std::string const tag(opener.substr(0, at));
    if (sign == "=") {
        return {tag + " ", tag};
    }
    return sign == " name=\"" ? std::vector<std::string>{tag + "=\"", tag + " \""}
                              : std::vector<std::string>();
}

std::string doubled_opener(tool_format const& t) {
    std::string_view const opener = split(t.arguments.item_open).core;
    std::size_t const tag = opener.rfind('<');
    bool const one = tag == 0 && opener.ends_with('=') && sign_of(opener) + 1 == opener.size();
    return one ? std::string(opener).append(opener.substr(1)) : std::string();
}

std::string argument_for_call(tool_format const& t) {
    std::string_view const opener = split(t.calls.item_open).core;
    std::string_view const argument = split(t.arguments.item_open).core;
    std::size_t const at = sign_of(opener);
    std::size_t const tag = at < opener.size() ? opener.rfind('<') : opener.size();
    bool const marked = tag > 0 || marker_length(split(t.calls.open).core) > 0;
    bool const told = tag < opener.size() && marked && sign_of(argument) < argument.size() &&
                      argument.ends_with('"') == opener.ends_with('"');
    return told ? std::string(opener.substr(0, tag)).append(argument) : std::string();
}

std::vector<std::string> torn_tags(tool_format const& t) {
    std::vector<std::string> out;
    std::string_view const opener = split(t.arguments.item_open).core;
    bool const tags = t.mode() == tool_mode::tag_with_tagged && sign_of(opener) < opener.size() &&
                      key_again(t).empty() && may_come_again(t.arguments.item_close);
    for (pieces const& way : t.values) {
        std::string_view const close = split(text_in_front(way)).core;
        bool const quoted = opener.ends_with('"') && close.ends_with("\">");
        bool const plain = opener.ends_with('=') && close == ">";
        if (tags && !has(way, piece::kind::type) && !has(way, piece::kind::open) && (quoted || plain)) {
            out.emplace_back(close.substr(0, close.size() - 1));
        }
    }
    return out;
}

}  // namespace parlance::chat::detail

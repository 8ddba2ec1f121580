// parlance/schema/detail/read/impl/pointer.ipp - definitions of what parlance/schema/detail/read/pointer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

std::string escape_pointer(std::string_view token) {
    if (token.find('~') == std::string_view::npos && token.find('/') == std::string_view::npos) {
        return std::string(token);
    }
    std::string out;
    for (char const c : token) {
        if (c == '~' || c == '/') {
            out += c == '~' ? "~0" : "~1";
        } else {
            out += c;
        }
    }
    return out;
}

std::string unescape_fragment(std::string_view token) {
    auto const hex = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] == '%' && i + 2 < token.size() && hex(token[i + 1]) >= 0 && hex(token[i + 2]) >= 0) {
            out.push_back(static_cast<char>(hex(token[i + 1]) * 16 + hex(token[i + 2])));
            i += 2;
        } else {
            out.push_back(token[i]);
        }
    }
    std::string plain;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i] == '~' && i + 1 < out.size() && (out[i + 1] == '0' || out[i + 1] == '1')) {
            plain.push_back(out[++i] == '0' ? '~' : '/');
        } else {
            plain.push_back(out[i]);
        }
    }
    return plain;
}

boost::json::value const* walk(boost::json::value const* at, std::string_view pointer) {
    while (!pointer.empty() && at != nullptr) {
        pointer.remove_prefix(1);
        std::size_t const end = (std::min)(pointer.find('/'), pointer.size());
        std::string const token = unescape_fragment(pointer.substr(0, end));
        pointer.remove_prefix(end);
        if (at->is_object()) {
            at = at->get_object().if_contains(token);
        } else if (at->is_array()) {
            std::size_t index = 0;
            bool const digits = !token.empty() && token.size() < 10 &&
                                token.find_first_not_of("0123456789") == std::string::npos;
            for (char const c : token) {
                index = index * 10 + static_cast<std::size_t>(c - '0');
            }
            at = digits && index < at->get_array().size() ? &at->get_array()[index] : nullptr;
        } else {
            at = nullptr;
        }
    }
    return at;
}

maybe<std::string> pointer_to(boost::json::value const& root, boost::json::value const& part) {
    struct place {
        boost::json::value const* at;
        std::size_t parent;
        std::string_view name{};
        std::size_t index = 0;
    };
    blocks<place> met;  // each behind what it is in
    met.push_back({&root, 0});
    for (std::size_t i = 0; i < met.size(); ++i) {
        boost::json::value const& here = *met[i].at;
        if (&here == &part) {
            std::string out;
            for (std::size_t at = i; at != 0; at = met[at].parent) {
                place const& last = met[at];
                out.insert(0, last.name.data() != nullptr ? escape_pointer(last.name)
                                                          : std::to_string(last.index));
                out.insert(0, "/");
            }
            return maybe<std::string>(std::move(out));
        }
        if (here.is_object()) {
            for (auto const& member : here.get_object()) {
                met.push_back({&member.value(), i, member.key(), 0});
            }
        } else if (here.is_array()) {
            boost::json::array const& items = here.get_array();
            for (std::size_t k = 0; k < items.size(); ++k) {
                met.push_back({&items[k], i, {}, k});
            }
        }
    }
    return {};
}

}  // namespace parlance::schema::detail

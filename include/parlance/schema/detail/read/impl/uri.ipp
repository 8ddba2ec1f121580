// parlance/schema/detail/read/impl/uri.ipp - definitions of what parlance/schema/detail/read/uri.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/uri.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

uri_parts::uri_parts(std::string_view uri) {
    uri = uri.substr(0, uri.find('#'));
    std::size_t const colon = uri.find_first_of(":/?");
    if (colon != std::string_view::npos && colon > 0 && uri[colon] == ':') {
        scheme = uri.substr(0, colon + 1);
        uri.remove_prefix(colon + 1);
    }
    if (uri.starts_with("//")) {
        authority = uri.substr(0, (std::min)(uri.find_first_of("/?", 2), uri.size()));
        uri.remove_prefix(authority.size());
    }
    path = uri.substr(0, uri.find('?'));
    query = uri.substr(path.size());
}

/// Where the first segment begins that is "." or "..", with the slash before it: what stands in front of it, often all of a
/// long base, is copied at once.
[[nodiscard]] inline std::size_t first_dots(std::string_view path) {
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] != '.' || (i > 0 && path[i - 1] != '/')) {
            continue;
        }
        std::size_t const end = i + (path.substr(i).starts_with("..") ? 2 : 1);
        if (end == path.size() || path[end] == '/') {
            return i > 0 ? i - 1 : 0;
        }
    }
    return path.size();
}

std::string without_dots(std::string_view path) {
    std::string out(path.substr(0, first_dots(path)));
    path.remove_prefix(out.size());
    while (!path.empty()) {
        std::size_t const end = (std::min)(path.find('/', 1), path.size());
        std::string_view const segment = path.substr(0, end);  // with the slash before it
        std::string_view const name = segment.starts_with('/') ? segment.substr(1) : segment;
        bool const last = end == path.size();
        path.remove_prefix(end);
        if (name == "..") {
            out.resize(out.rfind('/') == std::string::npos ? 0 : out.rfind('/'));
        }
        if (name != "." && name != "..") {
            out += segment;
        } else if (last) {
            out += '/';
        }
    }
    return out;
}

std::string resolve_uri(std::string_view base, std::string_view reference) {
    uri_parts const r(reference);
    uri_parts const b(base);
    std::string out(r.scheme.empty() ? b.scheme : r.scheme);
    if (!r.scheme.empty() || !r.authority.empty()) {
        out += r.authority;
        return (out += without_dots(r.path)) += r.query;
    }
    out += b.authority;
    if (r.path.empty()) {
        return (out += b.path) += r.query.empty() ? b.query : r.query;
    }
    if (r.path.front() == '/') {
        return (out += without_dots(r.path)) += r.query;
    }
    std::size_t const slash = b.path.rfind('/');
    std::string merged(slash == std::string_view::npos ? std::string_view{} : b.path.substr(0, slash + 1));
    if (slash == std::string_view::npos && !b.authority.empty()) {
        merged = "/";
    }
    merged += r.path;
    return (out += without_dots(merged)) += r.query;
}

}  // namespace parlance::schema::detail

// parlance/schema/detail/read/uri.hpp - references of URIs resolved (RFC 3986, section 5.2)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::schema::detail {

/// The parts of a URI, punctuation included, without its fragment.
struct uri_parts {
    std::string_view scheme;     // "http:"
    std::string_view authority;  // "//host"
    std::string_view path;
    std::string_view query;  // "?a=b"

    PARLANCE_DECL explicit uri_parts(std::string_view uri);
};

/// "." and ".." segments taken out of a path.
[[nodiscard]] PARLANCE_DECL std::string without_dots(std::string_view path);

/// `reference` as a URI without a fragment, seen from `base`.
[[nodiscard]] PARLANCE_DECL std::string resolve_uri(std::string_view base, std::string_view reference);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/uri.ipp>
#endif

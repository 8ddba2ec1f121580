// parlance/jinja/detail/builtins/addresses.hpp - what Jinja2 takes for an address of the web or of mail
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <string_view>

namespace parlance::jinja::detail {

/// Whether all of a word is an address by the patterns of Jinja2's urlize (jinja2.utils, _http_re and _email_re): a host
/// with a known top-level name, or any host or number behind a scheme; a port and a path may follow.  `\w` and `\d` mean
/// letters and digits of all scripts, as in Python.  Linear; the word was paid for.
[[nodiscard]] PARLANCE_RARE bool is_web_address(runtime& rt, std::string_view s);
[[nodiscard]] PARLANCE_RARE bool is_mail_address(runtime& rt, std::string_view s);
/// Whether further addresses may begin so: `ftp://`, `tel:`.
[[nodiscard]] PARLANCE_RARE bool is_scheme(runtime& rt, std::string_view s);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/addresses.ipp>
#endif

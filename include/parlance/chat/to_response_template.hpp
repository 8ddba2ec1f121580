// parlance/chat/to_response_template.hpp - a format as the response template that transformers, vLLM and SGLang read
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>

namespace parlance::chat {

/// The response template of a format, for those who read templates.  What models write right is read alike; where
/// the format forgives more (white space, order of members, other dialects, noise, ends that are missing), the template
/// reads less.  Tagged arguments are texts, whose types come from the tools.
///
/// errors  not_lowerable, where the language of templates has no words for it: calls and reasoning without a marker
///         of their own, arguments in a notation of their own
[[nodiscard]] PARLANCE_DECL result<json::value> to_response_template(format const& f);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/to_response_template.ipp>
#endif

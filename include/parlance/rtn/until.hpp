// parlance/rtn/until.hpp - the texts in front of a delimiter, as an automaton
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::rtn {

/// The texts T for which T followed by any of the delimiters has its first delimiter behind T: T contains none, and
/// neither does the end of T together with the beginning of a delimiter.  For one delimiter that is exactly what
/// "everything before it" can read.  An empty list gives every text.
///
/// last     the input ends behind T
/// without  other texts that T does not contain
/// errors   invalid_utf8 for a delimiter that is none, invalid_table for an empty one, too_many_states, cancelled
[[nodiscard]] PARLANCE_DECL result<dfa> before_delimiters(std::span<std::string_view const> delimiters,
                                                          std::size_t most = 20'000, bool last = false,
                                                          std::span<std::string_view const> without = {},
                                                          stop_token stop = {});

/// The texts without any of the delimiters: what is read when the input ends before one.
[[nodiscard]] PARLANCE_DECL result<dfa> without_delimiters(std::span<std::string_view const> delimiters,
                                                           std::size_t most = 20'000, stop_token stop = {});

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/until.ipp>
#endif

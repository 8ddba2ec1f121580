// parlance/mask/detail/walk/what_is_read.hpp - how much of a vocabulary the first byte of a shape leaves
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>

namespace parlance::mask::detail {

/// Whether most letters of one case may come next, and so much of the vocabulary.
[[nodiscard]] PARLANCE_DECL bool reads_letters(automaton const& code, shape const& form);
/// Whether one of many signs is read, as where all but a few bytes are.
[[nodiscard]] PARLANCE_DECL bool reads_many_signs(automaton const& code, shape const& form);
/// Whether a walk from this shape may come to many nodes.
[[nodiscard]] PARLANCE_DECL bool reads_much(automaton const& code, index_data const& index,
                                            shape const& form);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/what_is_read.ipp>
#endif

// parlance/mask/rehearse.hpp - what the masks of a grammar will cost, found out before a model writes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace parlance::mask {

/// What rehearse() found.  Steps are those of limits::fuel: a nanosecond or two each, the same on every machine.
///
/// positions   bytes of the texts that were followed, at each of which the mask was asked for
/// made        masks that were not known yet; all others cost next to nothing
/// mean_steps  of those that were made
/// most_steps  of the one that took most
/// costliest   the text behind which that one stands
/// limited     masks that met a limit: tokens may be missing there
/// whole       as many positions were looked at as was asked for; not so where `fuel` or `stop` ended it before
struct rehearsal {
    std::size_t positions = 0;
    std::size_t made = 0;
    std::uint64_t mean_steps = 0;
    std::uint64_t most_steps = 0;
    std::string costliest;
    std::size_t limited = 0;
    bool whole = false;
};

/// Follows texts that the grammar allows and asks for the mask behind every byte, as a model's answers would: what is costly
/// shows before there is one.  At each byte it goes on with one of the ways that lead to different states, each as likely, so
/// that ends of strings and rare alternatives come soon; the same grammar and vocabulary always give the same texts.  What is
/// found out is kept, so that the first answer finds masks that are known (a warm-up); and what earlier calls found out, over
/// other grammars of the same token_index too, is known already.
///
/// positions  how many bytes to follow, of as many texts as that takes
/// bounds     fuel of all of it together; `stop`, which ends it
/// cost       that of the masks, and of reading 256 bytes at each position; an estimate, not a bound: what no text came to is
///            not in it
/// threads    any number at once, over the same grammar too
[[nodiscard]] PARLANCE_DECL rehearsal rehearse(compiled_grammar const& g, std::size_t positions = 256,
                                               limits const& bounds = {});

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/rehearse.ipp>
#endif

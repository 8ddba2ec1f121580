// parlance/chat/detail/opening.hpp - a prompt, and where in it the answer begins
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>

namespace parlance::chat::detail {

// What a conversation says is never searched for the texts of a format: a tool's result may hold them all.  Places
// follow from what the template wrote (spans), and from how two renders differ.

/// A prompt, and where its tail begins: behind what opens the assistant's turn.
struct opened_prompt {
    written_prompt prompt;
    std::size_t tail = 0;
};

/// Where the own text of a message left open begins, and whether that is reasoning.
struct open_text {
    std::size_t begin = 0;
    bool reasons = false;
};

/// The prompt of any request; a message to be continued stands at its end, in the template's way where it has one.
[[nodiscard]] PARLANCE_DECL result<opened_prompt> open_prompt(chat_template const& t, dialect const& learned,
                                                              inputs const& in);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/opening.ipp>
#endif

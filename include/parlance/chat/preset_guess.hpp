// parlance/chat/preset_guess.hpp - which of the known prompt formats a model's name stands for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/preset.hpp>
#include <parlance/decl.hpp>
#include <string_view>

namespace parlance::chat {

/// A guess from a model's name.
///
/// confidence  0 to 1: low when no rule matched, when several did, or when the name says that the model was tuned on
///             another format than its base model's
struct preset_guess {
    preset_family family = preset_family::chatml;
    double confidence = 0;
};

/// The family whose rule matches first, case aside; ChatML when none does.
[[nodiscard]] PARLANCE_DECL preset_guess detect_preset(std::string_view model);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/preset_guess.ipp>
#endif

// parlance/chat/preset_guess.hpp - which of the known prompt formats a model's name stands for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/preset.hpp>
#include <algorithm>
#include <string>
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
[[nodiscard]] inline preset_guess detect_preset(std::string_view model) {
    struct rule {
        std::string_view part;
        preset_family family;
    };
    constexpr rule rules[] = {
        {"llama-3", preset_family::llama3},
        {"llama3", preset_family::llama3},
        {"code-llama", preset_family::code_llama},
        {"codellama", preset_family::code_llama},
        {"llama-2", preset_family::llama2},
        {"llama2", preset_family::llama2},
        {"llama", preset_family::llama2},
        {"mistral", preset_family::mistral},
        {"mixtral", preset_family::mistral},
        {"gpt-4", preset_family::gpt4},
        {"gpt4", preset_family::gpt4},
        {"alpaca", preset_family::alpaca},
        {"vicuna", preset_family::vicuna},
        {"orca", preset_family::orca},
        {"claude", preset_family::claude},
    };
    constexpr std::string_view tuned_otherwise[] = {"hermes", "dolphin", "zephyr", "tinyllama",   "deepseek",
                                                    "nemo",   "gpt4all", "34b",    "70b-instruct"};
    std::string name(model);
    for (char& c : name) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    preset_guess guess{preset_family::chatml, 0.1};
    bool found = false;
    for (rule const& r : rules) {
        if (name.find(r.part) == name.npos) {
            continue;
        }
        if (!found) {
            guess = {r.family, r.part == "llama" ? 0.5 : 0.9};
            found = true;
        } else if (r.family != guess.family && r.part != "llama") {
            guess.confidence = 0.4;
        }
    }
    for (std::string_view const part : tuned_otherwise) {
        if (found && name.find(part) != name.npos) {
            guess.confidence = std::min(guess.confidence, 0.3);
        }
    }
    if (name.find("chatml") != name.npos) {
        guess.confidence = found ? 0.3 : 0.9;
    }
    return guess;
}

}  // namespace parlance::chat

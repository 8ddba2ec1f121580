// parlance/chat/impl/preset_guess.ipp - definitions of what parlance/chat/preset_guess.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/preset_guess.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>
#include <string>

namespace parlance::chat {

preset_guess detect_preset(std::string_view model) {
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
    std::string const name = ascii::lowered(model);
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
            guess.confidence = (std::min)(guess.confidence, 0.3);
        }
    }
    if (name.find("chatml") != name.npos) {
        guess.confidence = found ? 0.3 : 0.9;
    }
    return guess;
}

}  // namespace parlance::chat

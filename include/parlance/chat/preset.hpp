// parlance/chat/preset.hpp - ten well-known prompt formats by name, for models that come without a template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/result.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat {

enum class preset_family : std::uint8_t {
    llama2,
    code_llama,
    llama3,
    mistral,
    chatml,
    alpaca,
    vicuna,
    orca,
    gpt4,
    claude,
    custom,
};
inline constexpr std::array<std::string_view, 11> preset_names{"Llama2", "CodeLlama", "Llama3", "Mistral",
                                                               "ChatML", "Alpaca",    "Vicuna", "Orca",
                                                               "GPT4",   "Claude",    "Custom"};

[[nodiscard]] constexpr std::string_view name_of(preset_family f) noexcept {
    return preset_names[static_cast<std::size_t>(f)];
}

/// A message of a preset: plain text under a role.
struct preset_message {
    std::string role;  // system, user, assistant or function
    std::string content;
    friend bool operator==(preset_message const&, preset_message const&) = default;
};

/// How a preset is written out.
///
/// documented  what the model was trained on: several system messages are joined by an empty line, a role the format
///             does not have is an error
/// literal     every delimiter where the field list puts it, as ZigLLM's code does: the separator between any two
///             turns, the last system message wins, unknown roles are dropped
enum class preset_style : std::uint8_t { documented, literal };

/// The delimiters of a format.  All fields may be changed, which is how `custom` is meant to be used.
///
/// system_in_user       the system text stands inside the first user turn
/// user_opens_system    and the user's own prefix comes before it (otherwise system_prefix takes its place)
/// system_gap           between the system text and the first turn
/// before_assistant     the separator also stands before an assistant turn
/// generation           what asks for the answer; written when the last message is the user's
struct preset {
    preset_family family = preset_family::custom;
    std::string system_prefix{};
    std::string system_suffix{};
    std::string user_prefix{};
    std::string user_suffix{};
    std::string assistant_prefix{};
    std::string assistant_suffix{};
    std::string bos{};
    std::string eos{};
    std::string separator{};
    std::vector<std::string> stops{};
    bool add_generation_prompt = false;
    bool system_in_user = false;
    bool user_opens_system = false;
    std::string system_gap{};
    bool before_assistant = true;
    bool bare_generation =
        false;  // the assistant's prefix without the white space at its ends; no separator before it

    /// The prompt for a conversation.  Errors: invalid_message for a role the format has no place for.
    [[nodiscard]] PARLANCE_DECL result<std::string>
    apply(std::vector<preset_message> const& messages, preset_style style = preset_style::documented) const;

private:
    [[nodiscard]] PARLANCE_DECL std::string literal(std::vector<preset_message> const& messages) const;

    [[nodiscard]] PARLANCE_DECL result<std::string>
    documented(std::vector<preset_message> const& messages) const;

    PARLANCE_DECL void append_generation(std::string& out) const;

    [[nodiscard]] PARLANCE_DECL static preset_message const&
    first_turn(std::vector<preset_message> const& messages);
};

/// The format of a family; `custom` has every field empty.
[[nodiscard]] PARLANCE_DECL preset make_preset(preset_family family);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/preset.ipp>
#endif

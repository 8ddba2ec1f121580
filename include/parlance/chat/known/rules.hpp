// parlance/chat/known/rules.hpp - what else is known of a template's dialect, by properties of the template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <array>
#include <span>
#include <string_view>

namespace parlance::chat::known {

/// One piece of knowledge: it applies to templates whose source mentions all of `mentions`, and adds to what rendering
/// has shown.
///
/// says    what is written, in the text notation of format_of(); reasoning and calls count where rendering showed none
/// set     what is no syntax
/// told    its calls are written, and those that rendering showed are only read
/// reason  why rendering does not show it
struct rule {
    std::string_view name;
    std::array<std::string_view, 3> mentions;
    std::string_view reason{};
    std::string_view says{};
    void (*set)(format& own) = nullptr;
    bool told = false;
};

[[nodiscard]] PARLANCE_RARE std::span<rule const> rules() noexcept;

/// Whether a template's source mentions all that the rule asks for.
[[nodiscard]] PARLANCE_RARE bool applies(rule const& r, std::string_view source) noexcept;

/// Adds what a rule says.
PARLANCE_RARE void add(rule const& r, format& f);

}  // namespace parlance::chat::known

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/known/impl/rules.ipp>
#endif

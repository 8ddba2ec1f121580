// parlance/vocab/view.hpp - any vocabulary as a few spans, cheap to copy
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/array_ref.hpp>
#include <parlance/vocab/concept.hpp>
#include <optional>
#include <span>
#include <string_view>

namespace parlance::vocab {

/// One byte per token: its kind in the low bits, whether it ends the text in the top one.
struct token_flags {
    std::uint8_t bits = static_cast<std::uint8_t>(token_kind::unused);

    constexpr token_flags() noexcept = default;
    constexpr explicit token_flags(token_kind kind, bool ends = false) noexcept
        : bits(static_cast<std::uint8_t>(static_cast<unsigned>(kind) | (ends ? 0x80u : 0u))) {}

    [[nodiscard]] constexpr token_kind kind() const noexcept { return static_cast<token_kind>(bits & 0x7F); }
    [[nodiscard]] constexpr bool ends() const noexcept { return (bits & 0x80) != 0; }
    [[nodiscard]] constexpr bool is_text() const noexcept {
        return !ends() && kind() != token_kind::control && kind() != token_kind::unused;
    }
    friend constexpr bool operator==(token_flags, token_flags) = default;
};

/// A vocabulary as spans over somebody else's storage; valid as long as that is.
///
/// pool      the spellings, one after the other
/// offsets   where each spelling begins, and one more
/// flags     one per token
/// specials  ids of control, user_defined and ending tokens, sorted by spelling, then by id
///
/// Precondition of every member that takes an id: id < size().
class view {
public:
    constexpr view() noexcept = default;
    constexpr view(std::string_view pool, std::span<std::uint32_t const> offsets,
                   array_ref<token_flags const> flags, std::span<token_id const> specials) noexcept
        : pool_(pool), offsets_(offsets), flags_(flags), specials_(specials) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return flags_.size(); }
    [[nodiscard]] constexpr std::string_view text(token_id id) const noexcept {
        return {pool_.data() + offsets_[id], offsets_[id + 1] - offsets_[id]};
    }
    [[nodiscard]] constexpr std::string_view bytes(token_id id) const noexcept {
        return flags_[id].is_text() ? text(id) : std::string_view{};
    }
    [[nodiscard]] constexpr token_kind kind(token_id id) const noexcept { return flags_[id].kind(); }
    [[nodiscard]] constexpr bool ends(token_id id) const noexcept { return flags_[id].ends(); }

    /// The special tokens spelled so, ascending: mostly none or one.
    [[nodiscard]] constexpr std::span<token_id const> spelled(std::string_view spelling) const noexcept {
        std::size_t low = 0;
        for (std::size_t high = specials_.size(); low < high;) {
            std::size_t const middle = low + (high - low) / 2;
            if (text(specials_[middle]) < spelling) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        std::size_t count = 0;
        while (low + count < specials_.size() && text(specials_[low + count]) == spelling) {
            ++count;
        }
        return specials_.subspan(low, count);
    }

    /// The lowest special token spelled so.
    [[nodiscard]] constexpr std::optional<token_id> find(std::string_view spelling) const noexcept {
        auto const all = spelled(spelling);
        return all.empty() ? std::nullopt : std::optional(all.front());
    }

    /// Control, user_defined and ending tokens, sorted by spelling.
    [[nodiscard]] constexpr std::span<token_id const> specials() const noexcept { return specials_; }

    [[nodiscard]] constexpr array_ref<token_flags const> flags() const noexcept { return flags_; }
    /// The same tokens with other flags, as many.
    [[nodiscard]] constexpr view with_flags(array_ref<token_flags const> flags) const noexcept {
        return {pool_, offsets_, flags, specials_};
    }

private:
    std::string_view pool_;
    std::span<std::uint32_t const> offsets_;
    array_ref<token_flags const> flags_;
    std::span<token_id const> specials_;
};
static_assert(vocabulary<view>);

}  // namespace parlance::vocab

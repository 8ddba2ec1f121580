// parlance/mask/detail/remaining/token_budget.hpp - how many tokens a text may still take
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace parlance::mask::detail {

/// What is left of a caller's budget, and for how many tokens it need not be looked at: far from the end, nothing that one
/// token adds to what is missing comes near it.
class token_budget {
public:
    static constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

    void set(std::size_t tokens) noexcept {
        is_set_ = tokens != unlimited;
        constexpr auto most = static_cast<std::size_t>((std::numeric_limits<std::int32_t>::max)());
        left_ = static_cast<std::int64_t>((std::min)(tokens, most));
        look_again();
    }
    [[nodiscard]] bool is_set() const noexcept { return is_set_; }
    /// Whether the budget has to be looked at before the next token.
    [[nodiscard]] bool is_near() const noexcept { return is_set_ && !is_calm_; }
    /// Tokens left behind the next one and `more`; negative where there is not even room for them.
    [[nodiscard]] std::int64_t behind_next(std::int64_t more) const noexcept { return left_ - 1 - more; }

    /// A token was read, or taken back.
    void read() noexcept {
        if (is_set_) {
            --left_;
            is_calm_ = is_calm_ && calm_ != 0;
            calm_ -= is_calm_ ? 1 : 0;
        }
    }
    void take_back(std::size_t tokens) noexcept {
        left_ += static_cast<std::int64_t>(tokens);
        look_again();
    }
    /// For this token, and so many more, whatever they are, nothing has to be left out.
    void stay_calm(std::uint32_t tokens) noexcept {
        is_calm_ = true;
        calm_ = tokens;
    }
    void look_again() noexcept {
        is_calm_ = false;
        calm_ = 0;
    }

private:
    std::int64_t left_ = 0;
    std::uint32_t calm_ = 0;
    bool is_set_ = false;
    bool is_calm_ = false;
};

}  // namespace parlance::mask::detail

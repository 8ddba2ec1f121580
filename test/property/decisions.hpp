// test/property/decisions.hpp - numbers that generators decide by: from a seed, or from the bytes of a fuzzer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <random>
#include <string_view>

/// From a seed they are the same everywhere (those of the standard distributions are not).  From bytes, each of them is a
/// number, so that a change of one changes one decision; when they are used up, zeros follow, which ends what grows.
class decisions {
public:
    explicit decisions(std::uint32_t seed) : engine_(seed), seeded_(true) {}
    explicit decisions(std::string_view bytes) : bytes_(bytes) {}

    std::uint32_t operator()() {
        if (seeded_) {
            return static_cast<std::uint32_t>(engine_());
        }
        if (bytes_.empty()) {
            return 0;
        }
        auto const next = static_cast<std::uint8_t>(bytes_.front());
        bytes_.remove_prefix(1);
        return next;
    }
    [[nodiscard]] bool used_up() const noexcept { return !seeded_ && bytes_.empty(); }

private:
    std::mt19937 engine_;
    std::string_view bytes_;
    bool seeded_ = false;
};

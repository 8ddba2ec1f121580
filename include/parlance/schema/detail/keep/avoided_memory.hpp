// parlance/schema/detail/keep/avoided_memory.hpp - the texts that values do not contain, as one object for many schemas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/keep/content_key.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// The last few that were asked for: a dialect has hundreds of texts, and two or three such lists.
class avoided_memory {
public:
    /// Valid until the next call.
    [[nodiscard]] avoided_texts const& of(std::span<std::string_view const> delimiters,
                                          std::span<std::string_view const> others) {
        for (std::size_t i = 0; i < known_.size(); ++i) {
            if (!known_[i].key.empty() && std::ranges::equal(known_[i].texts.delimiters, delimiters) &&
                std::ranges::equal(known_[i].texts.others, others)) {
                now_ = i;
                return known_[i].texts;
            }
        }
        entry made{{{delimiters.begin(), delimiters.end()}, {others.begin(), others.end()}, {}}, "text "};
        fingerprint print;
        for (auto const texts : {delimiters, others}) {
            made.key.append(std::to_string(texts.size())).append(" ");
            print.mix(texts.size());
            for (std::string_view const text : texts) {
                append_text(made.key, text);
                print.mix(text);
            }
        }
        made.texts.name = "\nwithout";
        for (std::uint64_t const half : {print.a, print.b}) {
            made.texts.name.append(" ").append(std::to_string(half));
        }
        next_ = (next_ + 1) % known_.size();
        now_ = next_;
        known_[now_] = std::move(made);
        return known_[now_].texts;
    }

    /// All of the texts that were asked for last, for keys of contents.
    [[nodiscard]] std::string const& key() const noexcept { return known_[now_].key; }

private:
    struct entry {
        avoided_texts texts{};
        std::string key{};
    };
    std::array<entry, 4> known_{};
    std::size_t next_ = 0;
    std::size_t now_ = 0;
};

}  // namespace parlance::schema::detail

// parlance/schema/detail/keep/avoided_memory.hpp - the texts that values do not contain, as one object for many schemas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/keep/content_key.hpp>
#include <parlance/schema/detail/write/shared_rules.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// What schemas have in common whose strings contain none of the same texts.
///
/// key  all of the texts, for keys of contents
struct avoided_rules {
    avoided_texts texts{};
    std::string key{};
    shared_rules rules{};

    /// Frees the rules, with looks whether to stop in between; false where it is asked to.
    [[nodiscard]] bool free(work& looks) { return rules.free(looks); }
};

/// All that were asked for.  A dialect has hundreds of texts, and two or three lists of them: those that were asked for last
/// are looked at first, before any is written down.
class avoided_memory {
public:
    /// Valid until the next call.
    [[nodiscard]] avoided_rules& of(std::span<std::string_view const> delimiters,
                                    std::span<std::string_view const> others) {
        for (std::size_t const i : last_) {
            if (i < all_.size() && std::ranges::equal(all_[i].texts.delimiters, delimiters) &&
                std::ranges::equal(all_[i].texts.others, others)) {
                return all_[i];
            }
        }
        std::string key = "text ";
        for (auto const texts : {delimiters, others}) {
            key.append(std::to_string(texts.size())).append(" ");
            for (std::string_view const text : texts) {
                append_text(key, text);
            }
        }
        auto const* known = numbers_.find(key);
        if (known == nullptr) {
            all_.push_back({{{delimiters.begin(), delimiters.end()}, {others.begin(), others.end()}}, key});
            known = &numbers_.try_emplace(std::move(key), all_.size() - 1).at;
        }
        next_ = (next_ + 1) % last_.size();
        last_[next_] = known->value;
        return all_[known->value];
    }
    [[nodiscard]] bool free(work& looks) {
        return std::ranges::all_of(all_, [&](avoided_rules& each) { return each.free(looks); });
    }

private:
    std::vector<avoided_rules> all_{};
    hash_map<std::string, std::size_t> numbers_{};  // by their keys
    std::array<std::size_t, 4> last_{};
    std::size_t next_ = 0;
};

}  // namespace parlance::schema::detail

// parlance/mask/detail/unread_tokens.hpp - long tokens of a mask that cannot be read from some place
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/budget.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/index_data.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Any number of threads may ask.  Each question is answered once, and an answer is good as long as this is.
class unread_tokens {
public:
    using ids = array_ref<vocab::token_id const>;

    unread_tokens(index_data const& tokens, budget& means) : index_(tokens), budget_(means) {}
    unread_tokens(unread_tokens const&) = delete;
    unread_tokens& operator=(unread_tokens const&) = delete;

    /// The tokens of at least `bytes` that `mask` allows and for which read(id), which reads them at `at`, is false, the
    /// shorter ones first.
    template <class Read>
    [[nodiscard]] ids find(mask_entry const& mask, place const& at, std::uint32_t bytes, Read&& read) {
        key_type const key{mask.id, at.config, at.base, at.count, bytes};
        {
            detail::lock_guard const lock(mutex_);
            if (auto const* const found = known_.find(key); found != nullptr) {
                return found->value;
            }
        }
        vec<vocab::token_id> made = longer(mask, bytes);
        erase_if(made, read);
        detail::lock_guard const lock(mutex_);
        auto const [kept, is_new] = known_.try_emplace(key, std::move(made));
        if (is_new) {
            budget_.charge(kept.value.size() * sizeof(vocab::token_id) + 96);
        }
        return kept.value;
    }

private:
    using key_type = std::array<std::uint32_t, 5>;

    [[nodiscard]] PARLANCE_DECL vec<vocab::token_id> longer(mask_entry const& mask, std::size_t bytes) const;

    index_data const& index_;
    budget& budget_;
    detail::mutex mutex_;
    hash_map<key_type, vec<vocab::token_id>> known_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/impl/unread_tokens.ipp>
#endif

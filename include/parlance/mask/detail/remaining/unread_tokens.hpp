// parlance/mask/detail/remaining/unread_tokens.hpp - long tokens of a mask that cannot be read from some place
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

/// Any number of threads may ask.  Each question is answered once, and an answer is good as long as this is.
class unread_tokens {
public:
    using ids = array_ref<vocab::token_id const>;

    unread_tokens(index_data const& tokens, budget& means) : index_(tokens), budget_(means) {}
    unread_tokens(unread_tokens const&) = delete;
    unread_tokens& operator=(unread_tokens const&) = delete;

    /// The tokens of at least `bytes`, which is no less than index_data::long_bytes, that `mask` allows and that cannot be
    /// read at `at`, the shorter ones first; read(p, text) is where text leads from `p`, and remove_known(words) takes
    /// tokens away of which it is known at once that they are read.  Nothing where there is no fuel to read them all: the next
    /// call begins anew, and finds known where most of their bytes lead.
    template <class Read, class RemoveKnown>
    [[nodiscard]] maybe<ids> find(mask_entry const& mask, place const& at, std::uint32_t bytes, Read&& read,
                                  RemoveKnown&& remove_known) {
        key_type const key{mask.id, at.config, at.base, at.count, bytes};
        {
            detail::lock_guard const lock(mutex_);
            if (auto const* const found = known_.find(key); found != nullptr) {
                return ids{found->value};
            }
        }
        vec<std::uint32_t> words = words_of(mask);
        vec<vocab::token_id> made = longer(words, bytes);
        if (made.size() > quickly_read) {
            remove_known(array_ref<std::uint32_t>{words});
            made = longer(words, bytes);
        }
        keep_unread(made, at, read);
        if (budget_.out_of_fuel()) {
            return {};
        }
        detail::lock_guard const lock(mutex_);
        auto const [kept, is_new] = known_.try_emplace(key, std::move(made));
        if (is_new) {
            budget_.charge(kept.value.size() * sizeof(vocab::token_id) + 96);
        }
        return ids{kept.value};
    }

    /// More tokens than so many are better found by a walk than read one by one.
    static constexpr std::size_t most_read = 2000;

    /// The tokens that `most` allows and `fewer` does not; of more than most_read not all.
    [[nodiscard]] PARLANCE_DECL ids between(mask_entry const& most, mask_entry const& fewer);

private:
    /// Of so few it costs less to read them than to find out what is known of them.
    static constexpr std::size_t quickly_read = 200;

    using key_type = std::array<std::uint32_t, 5>;

    [[nodiscard]] PARLANCE_DECL vec<std::uint32_t> words_of(mask_entry const& mask) const;
    /// In the order of their bytes.
    [[nodiscard]] PARLANCE_DECL vec<vocab::token_id> longer(array_ref<std::uint32_t> words,
                                                            std::size_t bytes) const;

    [[nodiscard]] static std::size_t common(std::string_view a, std::string_view b) noexcept {
        return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                        a.begin());
    }
    /// Leaves in `list` what cannot be read, if there is fuel to the end.  What tokens have in common is read once.
    template <class Read>
    void keep_unread(vec<vocab::token_id>& list, place const& at, Read&& read) const {
        struct prefix {
            std::size_t bytes;
            place to;
        };
        constexpr std::uint64_t steps_of_a_byte = 4;
        vec<prefix> path{{0, at}};
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::string_view const text = index_.tokens().bytes(list[i]);
            if (!budget_.pay(steps_of_a_byte * text.size())) {
                return;
            }
            std::size_t const next =
                i + 1 < list.size() ? common(text, index_.tokens().bytes(list[i + 1])) : 0;
            if (next > path.back().bytes) {
                prefix const& from = path.back();
                path.push_back({next, read(from.to, text.substr(from.bytes, next - from.bytes))});
            }
            if (!store::is_live(read(path.back().to, text.substr(path.back().bytes)).config)) {
                list[kept++] = list[i];
            }
            while (path.back().bytes > next) {
                path.pop_back();
            }
        }
        list.resize(kept);
        std::sort(list.begin(), list.end(), [&](vocab::token_id a, vocab::token_id b) {
            return index_.tokens().bytes(a).size() < index_.tokens().bytes(b).size();
        });
    }

    index_data const& index_;
    budget& budget_;
    detail::mutex mutex_;
    hash_map<key_type, vec<vocab::token_id>> known_;
    hash_map<std::uint64_t, vec<vocab::token_id>> between_;  // by the ids of both masks
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/unread_tokens.ipp>
#endif

// parlance/mask/detail/own_words.hpp - words for masks that are not kept, one after the other, and for corrected ones
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/token_set.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// A matcher's own words, for small masks and for others apart.  A mask is written by taking back the bits of the one
/// before, not by clearing everything; so is one that has the same parts, which most masks along a string have.  A copy
/// begins with none.
class own_words {
public:
    own_words() = default;
    own_words(own_words const&) noexcept {}
    own_words(own_words&&) noexcept = default;
    own_words& operator=(own_words const&) noexcept {
        forget();
        return *this;
    }
    own_words& operator=(own_words&&) noexcept = default;

    /// The mask of `e` in `size` words; nothing for nullptr.
    std::span<std::uint32_t const> write(std::size_t size, mask_entry const* e, bool ending,
                                         std::span<std::uint32_t const> ends) {
        return e == nullptr || e->small ? write_small(size, e, ending, ends)
                                        : write_large(size, *e, ending, ends);
    }
    /// Masks are going away.
    void forget() noexcept {
        small_.clear();
        large_.words.clear();
    }

private:
    struct buffer {
        std::vector<std::uint32_t> words;
        std::vector<std::uint32_t> set;  // ids, each perhaps more than once
    };

    std::span<std::uint32_t const> write_small(std::size_t size, mask_entry const* e, bool ending,
                                               std::span<std::uint32_t const> ends) {
        if (small_.size() != size) {
            small_.assign(size, 0);
        } else if (e == in_small_ && ending == ending_) {
            return small_;
        } else {
            each_small(ends, [&](std::uint32_t id) { small_[id / 32] = 0; });
        }
        in_small_ = e;
        ending_ = ending;
        bitmask bits{small_};
        each_small(ends, [&](std::uint32_t id) { bits.set(id); });
        return small_;
    }
    /// Calls visit(id) for what is in small_.
    template <class Visit>
    void each_small(std::span<std::uint32_t const> ends, Visit&& visit) const {
        if (in_small_ != nullptr) {
            in_small_->each_id(visit);
        }
        if (ending_) {
            std::for_each(ends.begin(), ends.end(), visit);
        }
    }
    std::span<std::uint32_t const> write_large(std::size_t size, mask_entry const& e, bool ending,
                                               std::span<std::uint32_t const> ends) {
        mask_entry const* const end = find_parts(e);
        if (large_.words.size() != size || wanted_ != parts_) {
            lay_parts(size);
        } else {
            for (std::uint32_t const id : large_.set) {
                std::uint32_t word = 0;
                for (token_part const& part : parts_) {
                    word |= part.word(id / 32);
                }
                large_.words[id / 32] = word;
            }
        }
        large_.set.clear();
        for (mask_entry const* k = &e; k != end; k = k->rest) {
            large_.set.insert(large_.set.end(), k->ids.begin(), k->ids.end());
        }
        if (ending) {
            large_.set.insert(large_.set.end(), ends.begin(), ends.end());
        }
        bitmask bits{large_.words};
        for (std::uint32_t const id : large_.set) {
            bits.set(id);
        }
        return large_.words;
    }
    /// Finds what `e` is made of, but for the ids of those before the one that is returned.
    mask_entry const* find_parts(mask_entry const& e) {
        wanted_.clear();
        mask_entry const* n = &e;
        for (; n != nullptr; n = n->rest) {
            if (std::uint32_t const* const known = n->whole[0].load(std::memory_order_acquire);
                known != nullptr) {
                wanted_.push_back({known, 0});
                break;
            }
            wanted_.insert(wanted_.end(), n->parts.begin(), n->parts.end());
        }
        return n;
    }
    void lay_parts(std::size_t size) {
        parts_ = wanted_;
        if (parts_.empty() || parts_[0].ids != 0) {
            large_.words.assign(size, 0);
        } else {
            large_.words.assign(parts_[0].data, parts_[0].data + size);
        }
        for (token_part const& part : parts_) {
            if (part.ids != 0 || &part != parts_.data()) {
                part.add_to(large_.words);
            }
        }
    }
    std::vector<std::uint32_t> small_;
    mask_entry const* in_small_ = nullptr;
    bool ending_ = false;             // so that the end tokens are in small_, too
    buffer large_;                    // the parts, and the ids on top
    std::vector<token_part> parts_;   // of what is in large_
    std::vector<token_part> wanted_;  // scratch
};

/// A mask without some of its tokens.  The next one of the same mask, where that is kept, is made by putting those back.
/// A copy begins with none.
class words_without {
public:
    words_without() = default;
    words_without(words_without const&) noexcept {}
    words_without(words_without&&) noexcept = default;
    words_without& operator=(words_without const&) noexcept {
        forget();
        return *this;
    }
    words_without& operator=(words_without&&) noexcept = default;

    /// `kept`: the words of `mask` stay there until forget().
    std::span<std::uint32_t const> write(std::span<std::uint32_t const> mask,
                                         std::span<std::uint32_t const> without, bool kept) {
        if (kept && from_ == mask.data()) {
            for (std::uint32_t const id : without_) {
                words_[id / 32] = mask[id / 32];
            }
        } else {
            words_.assign(mask.begin(), mask.end());
        }
        from_ = kept ? mask.data() : nullptr;
        without_.assign(without.begin(), without.end());
        bitmask bits{words_};
        for (std::uint32_t const id : without_) {
            bits.reset(id);
        }
        return words_;
    }
    void forget() noexcept { from_ = nullptr; }

private:
    std::uint32_t const* from_ = nullptr;
    std::vector<std::uint32_t> words_;
    std::vector<std::uint32_t> without_;
};

}  // namespace parlance::mask::detail

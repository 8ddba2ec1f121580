// parlance/mask/detail/walk/impl/own_words.ipp - definitions of what parlance/mask/detail/walk/own_words.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/own_words.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

own_words& own_words::operator=(own_words const&) noexcept {
    forget();
    return *this;
}

array_ref<std::uint32_t const> own_words::write(std::size_t size, mask_entry const* e, bool ending,
                                                array_ref<std::uint32_t const> ends) {
    return e == nullptr || e->few ? write_small(size, e, ending, ends) : write_large(size, *e, ending, ends);
}

void own_words::forget() noexcept {
    small_.clear();
    large_.words.clear();
}

array_ref<std::uint32_t const> own_words::write_small(std::size_t size, mask_entry const* e, bool ending,
                                                      array_ref<std::uint32_t const> ends) {
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

array_ref<std::uint32_t const> own_words::write_large(std::size_t size, mask_entry const& e, bool ending,
                                                      array_ref<std::uint32_t const> ends) {
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

mask_entry const* own_words::find_parts(mask_entry const& e) {
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

void own_words::lay_parts(std::size_t size) {
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

words_without& words_without::operator=(words_without const&) noexcept {
    forget();
    return *this;
}

array_ref<std::uint32_t const> words_without::write(array_ref<std::uint32_t const> mask,
                                                    array_ref<std::uint32_t const> without, bool kept) {
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

}  // namespace parlance::mask::detail

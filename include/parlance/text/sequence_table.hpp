// parlance/text/sequence_table.hpp - numbers for sequences of words that live in rows of their own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance {

/// A table from sequences to numbers.  It holds no sequences: whoever asks knows which one a number stands for.  Forgetting
/// all of them costs nothing.
///
/// cost           find() and add() are linear in the sequence, amortised
/// thread-safety  that of a value
class sequence_table {
public:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    PARLANCE_DECL void clear() noexcept;
    /// The number of `words`, or `none`; `sequence_of(number)` says which sequence a number stands for.
    template <class SequenceOf>
    [[nodiscard]] std::uint32_t find(array_ref<std::uint32_t const> words, SequenceOf&& sequence_of) {
        if (slots_.empty()) {
            slots_.resize(64);
        }
        hash_ = hash_of(words);
        for (at_ = hash_ & (slots_.size() - 1); slots_[at_].round == round_;
             at_ = (at_ + 1) & (slots_.size() - 1)) {
            if (slots_[at_].hash == hash_) {
                array_ref<std::uint32_t const> const known = sequence_of(slots_[at_].number);
                if (std::equal(known.begin(), known.end(), words.begin(), words.end())) {
                    return slots_[at_].number;
                }
            }
        }
        return none;
    }
    /// Gives the sequence that was just looked for a number.
    PARLANCE_DECL void add(std::uint32_t number);
    /// The same, where `spent` pays when the table grows; false where it cannot, and then the table is of no further use.
    [[nodiscard]] PARLANCE_DECL bool add(std::uint32_t number, work& spent);

private:
    struct slot {
        std::uint32_t round = 0;
        std::uint32_t hash = 0;
        std::uint32_t number = 0;
    };
    [[nodiscard]] PARLANCE_DECL std::uint32_t hash_of(array_ref<std::uint32_t const> words) const noexcept;
    [[nodiscard]] PARLANCE_DECL bool grow(work& spent);

    vec<slot> slots_;  // a power of two
    std::size_t used_ = 0;
    std::size_t at_ = 0;
    std::uint32_t hash_ = 0;
    std::uint32_t round_ = 1;
    std::uint64_t seed_ = reinterpret_cast<std::uintptr_t>(this);  // so that nobody can make all hashes equal
};

}  // namespace parlance

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/text/impl/sequence_table.ipp>
#endif

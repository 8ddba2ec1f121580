// parlance/mask/detail/vocabulary/byte_classes.hpp - bytes that a shape does not tell apart
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>

namespace parlance::mask::detail {

/// Puts bytes that lead from the same items to the same states in one class, so that a shape keeps a few transitions
/// and not 256.  Many shapes have the same classes, which exist once.  For the one who holds the store's lock.
class byte_classifier {
public:
    explicit byte_classifier(arena& memory) : arena_(memory) {}

    /// none  the class of the bytes that no item reads; as many as there are classes when every byte is read
    struct found {
        byte_classes const* of = nullptr;
        unsigned classes = 0;
        unsigned none = 0;
        std::size_t memory = 0;  // that it took
    };
    [[nodiscard]] PARLANCE_DECL found classify(automaton const& code, array_ref<item const> items);

private:
    /// A class that the item being looked at divides: those of its bytes that lead to `target` are in `part`.
    struct divided {
        std::uint32_t item = 0xFFFF'FFFF;
        std::uint32_t target = 0;
        std::uint32_t part = 0;
    };

    /// Finds the runs of bytes that no edge divides.
    PARLANCE_DECL void cut(automaton const& code, array_ref<item const> items);
    PARLANCE_DECL void tell_apart(array_ref<byte_edge const> edges, std::uint32_t item);
    /// Numbers the classes from 0 on.
    [[nodiscard]] PARLANCE_DECL found keep();

    arena& arena_;
    std::size_t runs_ = 0;
    std::array<std::uint16_t, 257> first_{};  // byte of each run
    std::array<std::uint32_t, 256> class_{};  // of each run
    vec<divided> divided_;                    // by class
    vec<std::uint32_t> number_;               // by class
    vec<byte_classes const*> kept_;
    id_table ids_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/byte_classes.ipp>
#endif

// parlance/mask/detail/remaining/memo.hpp - what was worked out for many keys, and is soon forgotten
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/function_ref.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace parlance::mask::detail {

/// A map that only grows, until all of it goes at once: entries lie side by side, so that they are freed by the
/// block.  Values stay where they are.
///
/// Hash  gives a key's 64 bits
template <class Key, class Value, class Hash>
class memo {
public:
    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
    /// nullptr where there is none.
    [[nodiscard]] Value* find(Key const& key) noexcept {
        std::uint32_t const id =
            ids_ ? ids_->find(Hash{}(key), [&](std::uint32_t i) { return entries_[i].key == key; })
                 : id_table::none;
        return id == id_table::none ? nullptr : &entries_[id].value;
    }
    [[nodiscard]] Value const* find(Key const& key) const noexcept {
        return const_cast<memo&>(*this).find(key);
    }
    /// Precondition: there is none for the key yet.
    /// look  is called now and then while the table grows
    Value& add(Key const& key, Value const& value, function_ref<void()> look) {
        if (!ids_) {
            ids_.emplace();
        }
        auto const id = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back({key, value});
        ids_->add(Hash{}(key), id, look);
        return entries_[id].value;
    }
    /// look  is called now and then
    void clear(function_ref<void()> look) {
        if (ids_) {
            ids_->free(look);
            ids_.reset();
        }
        entries_.clear(look);
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return entries_.block_count() * blocks<entry>::bytes + (ids_ ? ids_->bytes() : 0);
    }

private:
    struct entry {
        Key key;
        Value value;
    };
    static_assert(std::is_trivially_copyable_v<Key> && std::is_trivially_copyable_v<Value>);

    std::optional<id_table> ids_;
    blocks<entry> entries_;
};

}  // namespace parlance::mask::detail

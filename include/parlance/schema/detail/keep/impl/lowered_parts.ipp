// parlance/schema/detail/keep/impl/lowered_parts.ipp - definitions of what parlance/schema/detail/keep/lowered_parts.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/keep/lowered_parts.hpp>
#include <parlance/rtn/part.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace parlance::schema::detail {

lowered_parts::some lowered_parts::find(std::string const& content) {
    parlance::detail::lock_guard const hold(lock_);
    auto* const at = rows_.find(content);
    if (at == nullptr) {
        return {};
    }
    at->value.asked_for = ++now_;
    return at->value.parts;
}

std::shared_ptr<rtn::part const> lowered_parts::find_rows(std::string const& content) {
    parlance::detail::lock_guard const hold(lock_);
    auto* const at = rows_.find(content);
    if (at == nullptr) {
        return nullptr;
    }
    at->value.asked_for = ++now_;
    return at->value.rows.front();
}

void lowered_parts::keep(std::string&& content, std::shared_ptr<lowered_part const> part,
                         std::shared_ptr<rtn::part const> rows, std::size_t bytes) {
    constexpr std::size_t of_a_row = sizeof(row) + 64;  // with what the table has for it
    bytes += content.size() + of_a_row;
    if (bytes > room_->most() / 4) {
        return;
    }
    parlance::detail::lock_guard const hold(lock_);
    make_room(bytes);
    if (!room_->take(bytes)) {
        return;  // others were faster
    }
    row& r = rows_[content];
    drop(r, r.next);
    rows->prepared.count_in(room_);
    r.parts[r.next] = std::move(part);
    r.rows[r.next] = std::move(rows);
    r.bytes[r.next] = bytes;
    r.next = (r.next + 1) % most_of_a_schema;
    r.asked_for = ++now_;
}

void lowered_parts::clear() noexcept {
    parlance::detail::lock_guard const hold(lock_);
    for (auto& r : rows_) {
        drop_all(r.value);
    }
    rows_.clear();
}

void lowered_parts::make_room(std::size_t bytes) {
    // an eighth is for what is found out about parts later
    while (rows_.size() != 0 && room_->used() + bytes > room_->most() - room_->most() / 8) {
        vec<std::uint64_t> times;
        for (auto const& r : rows_) {
            times.push_back(r.value.asked_for);
        }
        auto const middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
        std::nth_element(times.begin(), middle, times.end());
        std::uint64_t const latest = *middle;
        erase_if(rows_, [&](auto& r) {
            if (r.value.asked_for > latest) {
                return false;
            }
            drop_all(r.value);
            return true;
        });
    }
}

void lowered_parts::drop(row& r, std::size_t i) noexcept {
    if (r.rows[i] != nullptr) {
        r.rows[i]->prepared.leave();
        room_->give_back(r.bytes[i]);
        r.rows[i].reset();
        r.parts[i].reset();
    }
}

void lowered_parts::drop_all(row& r) noexcept {
    for (std::size_t i = 0; i < most_of_a_schema; ++i) {
        drop(r, i);
    }
}

}  // namespace parlance::schema::detail

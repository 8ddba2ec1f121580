// parlance/jinja/detail/vm/impl/memory.ipp - definitions of what parlance/jinja/detail/vm/memory.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parlance::jinja {

void memory::charge(std::size_t bytes) {
    if (bytes > left_) {
        throw fault{errc::out_of_memory_budget, {}};
    }
    left_ -= bytes;
}

void memory::lend(std::size_t bytes) {
    charge(bytes);
    steps_.spend(1 + bytes / bytes_of_a_step);
}

char* memory::allocate(std::size_t bytes) {
    std::size_t const whole = (bytes + alignment - 1) & ~(alignment - 1);
    if (whole > left_ || whole < bytes) {
        throw fault{errc::out_of_memory_budget, {}};
    }
    left_ -= whole;
    if (whole > static_cast<std::size_t>(end_ - next_)) {
        if (whole > block_ / 4) {
            steps_.spend(1 + whole / bytes_of_a_step);
            return block(whole);  // one of its own; the current one stays in use
        }
        charge(static_cast<std::size_t>(end_ - next_));  // what is left of it is lost
        steps_.spend(block_ / bytes_of_a_small_step);
        next_ = block(block_);
        end_ = next_ + block_;
        block_ = block_ < largest_block ? block_ * 2 : block_;
    }
    char* const place = next_;
    next_ += whole;
    return place;
}

std::string_view memory::keep(std::string_view text) {
    char* const place = allocate(text.size());
    if (!text.empty()) {
        std::memcpy(place, text.data(), text.size());
    }
    return {place, text.size()};
}

char* memory::block(std::size_t bytes) {
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    return blocks_.back().get();
}

}  // namespace parlance::jinja

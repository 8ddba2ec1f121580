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

char* memory::allocate_elsewhere(std::size_t bytes) {
    std::size_t const whole = (bytes + alignment - 1) & ~(alignment - 1);
    if (whole < bytes) {
        throw fault{errc::out_of_memory_budget, {}};
    }
    charge(whole);
    bool const first = next_ == nullptr;
    std::size_t const size = first ? first_block : block_;
    if (whole > size / 4) {
        steps_.spend(1 + whole / bytes_of_a_step);
        return block(whole);  // one of its own; the current one stays in use
    }
    charge(static_cast<std::size_t>(end_ - next_));  // what is left of it is lost
    steps_.spend(size / bytes_of_a_small_step);
    if (first) {
        next_ = first_;
    } else {
        next_ = block(size);
        block_ = size < largest_block ? size * 2 : size;
    }
    end_ = next_ + size;
    return std::exchange(next_, next_ + whole);
}

std::string_view memory::keep(std::string_view text) {
    char* const place = allocate(text.size());
    copy(place, text.data(), text.size());
    return {place, text.size()};
}

void memory::reserve(std::string& text, std::size_t room) {
    std::string larger;
    larger.reserve(room);
    append(larger, text);
    text.swap(larger);
}

memory::~memory() {
    for (; !blocks_.empty(); blocks_.pop_back()) {
        steps_.look();
    }
}

char* memory::block(std::size_t bytes) {
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    return blocks_.back().get();
}

}  // namespace parlance::jinja

// parlance/jinja/detail/vm/scratch.hpp - texts and arrays that last as long as one operation, paid for as they grow
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace parlance::jinja {

/// Memory outside the arena, counted against its budget until this ends.
class loan {
public:
    explicit loan(memory& heap) noexcept : heap_(heap) {}
    loan(loan const&) = delete;
    loan& operator=(loan const&) = delete;
    ~loan() { heap_.give_back(bytes_); }

    [[nodiscard]] memory& heap() noexcept { return heap_; }

    /// Counts `bytes` more than before.
    void add(std::size_t bytes) {
        heap_.lend(bytes);
        bytes_ += bytes;
    }
    /// Counts `bytes`, together with those of before while `grow` moves from these to them.
    template <class Grow>
    void change(std::size_t bytes, Grow grow) {
        heap_.lend(bytes);
        std::size_t const before = bytes_;
        bytes_ += bytes;
        grow();
        bytes_ = bytes;
        heap_.give_back(before);
    }

private:
    memory& heap_;
    std::size_t bytes_ = 0;
};

/// A text that grows.
class scratch_text {
public:
    explicit scratch_text(memory& heap) noexcept : paid_(heap) {}

    void reserve(std::size_t size) {
        if (size > text_.capacity()) {
            grow(size);
        }
    }
    void push_back(char c) {
        if (text_.size() == text_.capacity()) {
            grow(text_.size() + 1);
        }
        text_.push_back(c);
    }
    void append(std::string_view s) {
        reserve(text_.size() + s.size());
        paid_.heap().append(text_, s);
    }
    void append(std::size_t count, char c) {
        reserve(text_.size() + count);
        paid_.heap().append(text_, count, c);
    }

    void clear() noexcept { text_.clear(); }

    [[nodiscard]] std::size_t size() const noexcept { return text_.size(); }
    [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
    [[nodiscard]] std::string_view view() const noexcept { return text_; }
    /// For what appends to a std::string, once there is room for it.
    [[nodiscard]] std::string& text() noexcept { return text_; }

private:
    PARLANCE_DECL void grow(std::size_t least);

    loan paid_;
    std::string text_{};
};

/// A text that may be long, in pieces: none of them moves as there are more, or is freed before the end.
class scratch_pieces {
public:
    explicit scratch_pieces(memory& heap) noexcept : heap_(heap), first_(heap) {}
    scratch_pieces(scratch_pieces const&) = delete;
    scratch_pieces& operator=(scratch_pieces const&) = delete;
    ~scratch_pieces() {
        for (; !others_.empty(); others_.pop_back()) {
            heap_.look();
        }
    }

    /// What is being written.
    [[nodiscard]] scratch_text& last() noexcept { return *last_; }
    /// To be called where what follows need not stand in the same piece.
    void cut() {
        if (last_->size() >= length_of_a_piece) [[unlikely]] {
            add();
        }
    }
    /// The whole, which lives as long as the arena; the pieces are freed on the way.
    [[nodiscard]] PARLANCE_DECL std::string_view keep();

private:
    static constexpr std::size_t length_of_a_piece = std::size_t{32} << 10;

    PARLANCE_DECL void add();

    memory& heap_;
    scratch_text first_;
    scratch_text* last_ = &first_;
    vec<std::unique_ptr<scratch_text>> others_{};
};

/// An array that grows.
template <class T>
class scratch {
public:
    explicit scratch(memory& heap) noexcept : paid_(heap) {}

    void reserve(std::size_t count) {
        if (count > items_.capacity()) {
            paid_.change(count * sizeof(T), [&] { paid_.heap().reserve(items_, count); });
        }
    }
    void push_back(T const& item) {
        if (items_.size() == items_.capacity()) {
            T const kept = item;
            reserve((std::max)(std::size_t{8}, 2 * items_.capacity()));
            items_.push_back(kept);
            return;
        }
        items_.push_back(item);
    }
    void resize(std::size_t count) {
        reserve(count);
        paid_.heap().resize(items_, count);
    }
    void clear() noexcept { items_.clear(); }

    [[nodiscard]] vec<T>& items() noexcept { return items_; }
    [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
    [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return items_[i]; }
    [[nodiscard]] T const& operator[](std::size_t i) const noexcept { return items_[i]; }
    [[nodiscard]] T const* begin() const noexcept { return items_.begin(); }
    [[nodiscard]] T const* end() const noexcept { return items_.end(); }
    [[nodiscard]] T const& back() const noexcept { return items_.back(); }

private:
    loan paid_;
    vec<T> items_{};
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/scratch.ipp>
#endif

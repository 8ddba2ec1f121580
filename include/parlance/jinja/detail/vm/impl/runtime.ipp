// parlance/jinja/detail/vm/impl/runtime.ipp - definitions of what parlance/jinja/detail/vm/runtime.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja {

std::uint64_t runtime::draw(std::uint64_t below) noexcept {
    std::uint64_t n = random_ += 0x9E3779B97F4A7C15;
    n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9;
    n = (n ^ (n >> 27)) * 0x94D049BB133111EB;
    return (n ^ (n >> 31)) % below;
}

void runtime::check_width(std::int64_t n) const {
    if (n > 0 && static_cast<std::uint64_t>(n) > options.limits.field_width) {
        throw fault{errc::width_too_large, std::to_string(n)};
    }
}

text_header* runtime::header_of(value v) noexcept {
    return reinterpret_cast<text_header*>(const_cast<char*>(v.text)) - 1;
}

value runtime::text(std::string_view s, std::uint8_t marks) {
    return make_text(heap.keep(checked(s)), marks);
}

value runtime::borrowed(std::string_view s) const {
    return make_text(checked(s), options.origins ? mark::input : std::uint8_t{0});
}

std::uint8_t runtime::derived(value v) noexcept {
    return v.has(mark::input | mark::mixed) ? mark::input : std::uint8_t{0};
}

std::uint8_t runtime::derived(value a, value b) noexcept {
    return static_cast<std::uint8_t>(derived(a) | derived(b));
}

value runtime::part(value whole, std::size_t begin, std::size_t end) {
    std::string_view const bytes(whole.text + begin, end - begin);
    auto const kept = static_cast<std::uint8_t>(whole.marks & (mark::input | mark::markup));
    if (!whole.has(mark::mixed)) {
        return make_text(bytes, kept);
    }
    builder out(*this);
    out.add_part(whole, begin, end);
    return out.finish(kept);
}

value runtime::join(value a, value b) {
    if (a.size == 0) {
        return b;
    }
    if (b.size == 0) {
        return a;
    }
    std::size_t const size = std::size_t{a.size} + b.size;
    spend(1 + b.size / bytes_of_a_step);
    if (a.has(mark::spare) && extend(a, b, size)) {
        a.size = static_cast<std::uint32_t>(size);
        return a;
    }
    bool const same = (a.marks & (mark::input | mark::mixed)) == (b.marks & (mark::input | mark::mixed));
    if (same && !a.has(mark::mixed) && size < spare_from) {
        check_size(size);
        char* const place = heap.allocate(size);
        std::memcpy(place, a.text, a.size);
        std::memcpy(place + a.size, b.text, b.size);  // both are short
        return make_text({place, size}, static_cast<std::uint8_t>(a.marks & mark::input));
    }
    builder out(*this);
    out.reserve(size < spare_from ? size : size * 2);
    out.add(a);
    out.add(b);
    return out.finish();
}

void runtime::builder::reserve(std::size_t size) {
    if (size > capacity_) {
        grow(size);
    }
}

void runtime::builder::add(std::string_view s, bool input) {
    append(s);
    note(input);
}

void runtime::builder::add_part(value v, std::size_t begin, std::size_t end) {
    if (begin >= end) {
        return;
    }
    std::uint32_t const before = size_;
    append({v.text + begin, end - begin});
    if (!v.has(mark::mixed)) {
        note(v.has(mark::input));
        return;
    }
    text_header const* const h = header_of(v);
    span_node const* const last_span = h->spans + h->span_count;
    span_node const* const first_span = std::upper_bound(
        h->spans, last_span, begin, [](std::size_t at, span_node const& s) { return at < s.end; });
    for (span_node const* s = first_span; s != last_span; ++s) {
        rt_.spend();
        std::uint32_t const stop = s->end;
        std::size_t const last = stop < end ? stop : end;
        note_until(before + static_cast<std::uint32_t>(last - begin), s->input);
        if (stop >= end) {
            break;
        }
    }
}

value runtime::builder::finish(std::uint8_t extra) {
    auto marks = static_cast<std::uint8_t>(extra & ~mark::input);
    if (spans_.size() == 1 && spans_[0].input) {
        marks |= mark::input;
    }
    if (size_ == 0) {
        return make_text({}, marks);
    }
    auto* const h = reinterpret_cast<text_header*>(place_) - 1;
    h->used = size_;
    h->capacity = static_cast<std::uint32_t>(capacity_);
    if (spans_.size() > 1) {
        marks |= mark::mixed;
        auto* const spans = rt_.heap.make_array<span_node>(spans_.size());
        rt_.heap.copy(spans, spans_.data(), spans_.size());
        h->spans = spans;
        h->span_count = static_cast<std::uint32_t>(spans_.size());
    } else if (capacity_ > size_) {
        marks |= mark::spare;
    }
    return make_text({place_, size_}, marks);
}

void runtime::builder::add_repeated(std::string_view s, std::size_t count, bool input) {
    if (s.empty() || count == 0) {
        return;
    }
    if (count > rt_.heap.left() / s.size()) {
        throw fault{errc::out_of_memory_budget, {}};
    }
    std::size_t const all = s.size() * count;
    rt_.spend(1 + all / bytes_of_a_step);
    reserve(size_ + all);
    char* const first = place_ + size_;
    rt_.heap.copy(first, s.data(), s.size());
    for (std::size_t done = s.size(); done < all;) {  // what is there already, behind itself
        std::size_t const more = (std::min)(done, all - done);
        rt_.heap.copy(first + done, first, more);
        done += more;
    }
    size_ += static_cast<std::uint32_t>(all);
    note(input);
}

void runtime::builder::append(std::string_view s) {
    rt_.spend(1 + s.size() / bytes_of_a_step);
    if (s.empty()) {
        return;
    }
    if (s.size() > capacity_ - size_) {
        std::size_t const needed = size_ + s.size();
        grow(needed < 2 * capacity_ ? 2 * capacity_ : needed);
    }
    rt_.heap.copy(place_ + size_, s.data(), s.size());
    size_ += static_cast<std::uint32_t>(s.size());
}

void runtime::builder::grow(std::size_t capacity) {
    check_size(capacity);
    char* const block = rt_.heap.allocate(capacity + sizeof(text_header));
    ::new (block) text_header{};
    char* const place = block + sizeof(text_header);
    rt_.heap.copy(place, place_, size_);
    place_ = place;
    capacity_ = capacity;
}

void runtime::builder::note(bool input) {
    if (rt_.options.origins) {
        note_until(size_, input);
    }
}

void runtime::builder::note_until(std::uint32_t end, bool input) {
    if (!spans_.empty() && spans_.back().input == input) {
        spans_.back().end = end;
    } else if (spans_.empty() ? end > 0 : end > spans_.back().end) {
        rt_.heap.push_back(spans_, {end, input});
    }
}

void runtime::check_size(std::size_t size) {
    if (size > (std::numeric_limits<std::uint32_t>::max)() / 2) {
        throw fault{errc::out_of_memory_budget, {}};
    }
}

list_node* runtime::new_list(std::size_t capacity) {
    check_size(capacity);
    auto* const list = heap.make<list_node>();
    if (capacity > 0) {
        list->items = heap.make_array<value>(capacity);
        list->capacity = static_cast<std::uint32_t>(capacity);
    }
    return list;
}

void runtime::append(list_node& list, value item) {
    if (list.size == list.capacity) {
        std::size_t const capacity = list.capacity < 4 ? 4 : std::size_t{list.capacity} * 2;
        check_size(capacity);
        auto* const items = heap.make_array<value>(capacity);
        heap.copy(items, list.items, list.size);
        list.items = items;
        list.capacity = static_cast<std::uint32_t>(capacity);
    }
    list.items[list.size++] = item;
}

value runtime::tuple(std::initializer_list<value> items) {
    list_node* const list = new_list(items.size());
    for (value const& item : items) {
        list->items[list->size++] = item;
    }
    return make_list(list, kind::tuple);
}

value runtime::changed(value v) const {
    if (v.is == kind::json_array && !lists_.empty()) {
        auto const* const at = lists_.find(v.json_array);
        return at != nullptr ? make_list(at->value) : v;
    }
    if (v.is == kind::json_object && !dicts_.empty()) {
        auto const* const at = dicts_.find(v.json_object);
        return at != nullptr ? make_dict(at->value) : v;
    }
    return v;
}

std::string_view runtime::checked(std::string_view s) {
    check_size(s.size());
    return s;
}

bool runtime::extend(value& a, value b, std::size_t size) {
    text_header* const h = header_of(a);
    if (h->used != a.size || size > h->capacity || b.has(mark::mixed) || a.has(mark::mixed) ||
        a.has(mark::input) != b.has(mark::input) || a.has(mark::markup)) {
        return false;
    }
    heap.copy(const_cast<char*>(a.text) + a.size, b.text, b.size);
    h->used = static_cast<std::uint32_t>(size);
    return true;
}

}  // namespace parlance::jinja

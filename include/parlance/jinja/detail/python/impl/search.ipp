// parlance/jinja/detail/python/impl/search.ipp - definitions of what parlance/jinja/detail/python/search.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/text/space.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace parlance::jinja::detail {

searcher::searcher(runtime& rt, std::string_view what, bool backwards)
    : rt_(rt), what_(what), backwards_(backwards), room_(rt.heap) {}

std::size_t searcher::find(std::string_view text, std::size_t from) {
    if (from > text.size()) {
        return npos;
    }
    text.remove_prefix(from);
    if (what_.size() <= is_short) {
        std::size_t const at = first_short(text);
        return at == npos ? npos : from + at;
    }
    std::size_t const end = end_of_match(text);
    return end == npos ? npos : from + end - what_.size();
}

std::size_t searcher::rfind(std::string_view text) {
    if (what_.size() <= is_short) {
        return last_short(text);
    }
    std::size_t const end = end_of_match(text);
    return end == npos ? npos : text.size() - end;
}

std::size_t searcher::first_short(std::string_view text) {
    rt_.spend(2);
    if (what_.empty() || text.size() < what_.size()) {
        return what_.empty() ? 0 : npos;
    }
    std::size_t const last = text.size() - what_.size();
    for (std::size_t at = 0;
         at <= last;) {  // one byte as fast as the library finds it, the others where it stands
        std::size_t const stop = (std::min)(last + 1, at + paid);
        void const* const found = std::memchr(text.data() + at, what_[0], stop - at);
        std::size_t const next =
            found == nullptr ? stop : static_cast<std::size_t>(static_cast<char const*>(found) - text.data());
        rt_.spend(1 + (next - at) / 64);
        if (found != nullptr && std::memcmp(text.data() + next, what_.data(), what_.size()) == 0) {
            return next;
        }
        at = next + (found != nullptr ? 1 : 0);
    }
    return npos;
}

std::size_t searcher::last_short(std::string_view text) {
    rt_.spend(2);
    if (what_.empty() || text.size() < what_.size()) {
        return what_.empty() ? text.size() : npos;
    }
    for (std::size_t end = text.size() - what_.size() + 1; end > 0;) {
        std::size_t const stop = end > paid ? end - paid : 0;
        std::size_t const begin = end;
        while (end > stop && text[end - 1] != what_[0]) {
            --end;
        }
        rt_.spend(1 + (begin - end) / 8);
        if (end == stop) {
            continue;
        }
        --end;
        if (std::memcmp(text.data() + end, what_.data(), what_.size()) == 0) {
            return end;
        }
    }
    return npos;
}

std::size_t searcher::end_of_match(std::string_view text) {
    if (text.size() < what_.size()) {
        return npos;
    }
    if (borders_.empty()) {
        rt_.spend(what_.size() / 2);
        room_.add(what_.size() * sizeof(std::uint32_t));
        borders_.reserve(what_.size());
        rt_.heap.resize(borders_, what_.size());
        std::uint32_t border = 0;
        std::size_t rounds = 0;  // both of bytes, and of borders that are too long
        paid_ahead each(rt_.steps(), 4);
        for (std::size_t i = 1; i < what_.size(); ++i) {
            each.reached(++rounds);
            while (border > 0 && at(what_, i) != at(what_, border)) {
                border = borders_[border - 1];
                each.reached(++rounds);
            }
            border += at(what_, i) == at(what_, border);
            borders_[i] = border;
        }
    }
    std::uint32_t matched = 0;
    std::size_t rounds = 0;
    paid_ahead each(rt_.steps(), 4);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % paid == 0) {
            rt_.spend(paid / 4);
        }
        while (matched > 0 && at(text, i) != at(what_, matched)) {
            matched = borders_[matched - 1];
            each.reached(++rounds);
        }
        matched += at(text, i) == at(what_, matched);
        if (matched == what_.size()) {
            return i + 1;
        }
    }
    return npos;
}

/// Bytes of a text in which white space is looked for between two looks.
inline constexpr std::size_t space_part = 2048;
/// All but one of the bytes of the longest white space: it may be cut where a part ends.
inline constexpr std::size_t cut_space = 2;

std::size_t leading_space(runtime& rt, std::string_view text) {
    for (std::size_t n = 0;; rt.steps().pass(fuel::in_a_part)) {
        std::size_t const more = parlance::leading_space(text.substr(n, space_part));
        n += more;
        if (more + cut_space < space_part) {
            return n;
        }
    }
}

std::size_t trailing_space(runtime& rt, std::string_view text) {
    for (std::size_t n = 0;; rt.steps().pass(fuel::in_a_part)) {
        std::size_t const end = text.size() - n;
        std::size_t const begin = end > space_part ? end - space_part : 0;
        std::size_t const more = parlance::trailing_space(text.substr(begin, end - begin));
        n += more;
        if (more + cut_space < space_part) {
            return n;
        }
    }
}

std::size_t find_space(runtime& rt, std::string_view text, std::size_t from) {
    for (;; rt.steps().pass(fuel::in_a_part)) {
        std::size_t const end = text.size() - from > space_part ? from + space_part : text.size();
        std::size_t const at = parlance::find_space(text.substr(0, end), from);
        if (at < end || end == text.size()) {
            return at;
        }
        from = end - cut_space;
    }
}

std::size_t find_last_space(runtime& rt, std::string_view text) {
    for (std::size_t end = text.size();; rt.steps().pass(fuel::in_a_part)) {
        std::size_t const begin = end > space_part ? end - space_part : 0;
        std::size_t const at = parlance::find_last_space(text.substr(begin, end - begin));
        if (at > 0 || begin == 0) {
            return begin + at;
        }
        end = begin + cut_space;
    }
}

std::size_t find_first_of(runtime& rt, std::string_view text, std::string_view bytes, std::size_t from) {
    constexpr std::size_t bytes_of_a_step = 4;
    if (from >= text.size()) {
        return text.npos;
    }
    std::size_t found = text.npos;
    rt.steps().in_parts(text.size() - from, bytes_of_a_step, [&](std::size_t begin, std::size_t end) {
        std::size_t const at = text.substr(from + begin, end - begin).find_first_of(bytes);
        found = at == text.npos ? text.npos : from + begin + at;
        return found == text.npos;
    });
    return found;
}

std::size_t same_bytes(runtime& rt, std::string_view a, std::string_view b) {
    constexpr std::size_t bytes_of_a_step = 32;
    std::size_t const both = (std::min)(a.size(), b.size());
    std::size_t same = both;
    rt.steps().in_parts(both, bytes_of_a_step, [&](std::size_t begin, std::size_t end) {
        if (std::memcmp(a.data() + begin, b.data() + begin, end - begin) == 0) {
            return true;
        }
        for (same = begin; a[same] == b[same]; ++same) {}
        return false;
    });
    return same;
}

}  // namespace parlance::jinja::detail

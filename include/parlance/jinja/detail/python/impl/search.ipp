// parlance/jinja/detail/python/impl/search.ipp - definitions of what parlance/jinja/detail/python/search.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/search.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

searcher::searcher(runtime& rt, std::string_view what, bool backwards)
    : rt_(rt), what_(what), backwards_(backwards) {}

std::size_t searcher::find(std::string_view text, std::size_t from) {
    if (from > text.size()) {
        return npos;
    }
    text.remove_prefix(from);
    if (what_.size() <= is_short) {
        std::size_t const found = text.find(what_);
        rt_.spend((found == npos ? text.size() : found) / 8);
        return found == npos ? npos : from + found;
    }
    std::size_t const end = end_of_match(text);
    return end == npos ? npos : from + end - what_.size();
}

std::size_t searcher::rfind(std::string_view text) {
    if (what_.size() <= is_short) {
        std::size_t const found = text.rfind(what_);
        rt_.spend((found == npos ? text.size() : text.size() - found) / 8);
        return found;
    }
    std::size_t const end = end_of_match(text);
    return end == npos ? npos : text.size() - end;
}

std::size_t searcher::end_of_match(std::string_view text) {
    if (text.size() < what_.size()) {
        return npos;
    }
    if (borders_.empty()) {
        rt_.spend(what_.size() / 8);
        rt_.heap.charge(what_.size() * sizeof(std::uint32_t));
        borders_.assign(what_.size(), 0);
        std::uint32_t border = 0;
        for (std::size_t i = 1; i < what_.size(); ++i) {
            while (border > 0 && at(what_, i) != at(what_, border)) {
                border = borders_[border - 1];
            }
            border += at(what_, i) == at(what_, border);
            borders_[i] = border;
        }
    }
    std::size_t const paid = 4096;
    std::uint32_t matched = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % paid == 0) {
            rt_.spend(paid / 8);
        }
        while (matched > 0 && at(text, i) != at(what_, matched)) {
            matched = borders_[matched - 1];
        }
        matched += at(text, i) == at(what_, matched);
        if (matched == what_.size()) {
            return i + 1;
        }
    }
    return npos;
}

}  // namespace parlance::jinja::detail

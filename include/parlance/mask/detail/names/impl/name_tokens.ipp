// parlance/mask/detail/names/impl/name_tokens.ipp - definitions of what parlance/mask/detail/names/name_tokens.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/name_tokens.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/names/json_spaces.hpp>
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::mask::detail {

array_ref<name_tokens::row const> name_tokens::table::of(std::size_t first) const noexcept {
    return first_.empty()
               ? array_ref<row const>{}
               : array_ref<row const>{rows_}.subspan(first_[first], first_[first + 1] - first_[first]);
}

bool name_tokens::find(vocab::view tokens, work& paid) {
    constexpr std::uint64_t steps_of_a_token = 60;
    if (found_.load(std::memory_order_acquire)) {
        return true;
    }
    detail::lock_guard const lock(mutex_);
    for (; next_ < tokens.size(); ++next_) {
        std::string_view const text = tokens.bytes(next_);
        if (!paid.spend(steps_of_a_token + text.size())) {
            return false;
        }
        add(next_, text);
    }
    if (!found_.load(std::memory_order_relaxed)) {
        sort(inside_, tables_.inside);
        sort(front_, tables_.front);
        sort(behind_, tables_.behind);
        found_.store(true, std::memory_order_release);
        for (founds* const done : {&inside_, &front_, &behind_}) {
            founds().swap(*done);
        }
    }
    return true;
}

void name_tokens::add(vocab::token_id id, std::string_view text) {
    find_comma(id, text);
    if (text.find('"') == text.npos) {
        return;
    }
    if (found const f = read(id, text); f.possible && f.what.whole && text[0] != '"') {
        inside_.push_back(f);
    }
    std::size_t const begin = text.find_first_not_of(json_spaces);
    if (text[begin] == '"') {
        if (found const f = read(id, text.substr(begin + 1)); f.possible && f.what.whole) {
            front_.push_back(f);
        }
    }
    find_behind(id, text, behind_);
}

void name_tokens::find_comma(vocab::token_id id, std::string_view text) {
    std::string_view const begun = text.substr(0, text.size() - (!text.empty() && text.back() == '"'));
    std::size_t const last = begun.find_last_not_of(json_spaces);
    if (last == begun.npos || begun[last] != ',') {
        return;
    }
    auto const colons = static_cast<std::size_t>(std::count(begun.begin(), begun.end(), ':'));
    if (begun.find('"') < last && colons > 0) {
        tables_.members.push_back(id);
        tables_.most_members = (std::max)(tables_.most_members, colons);
        return;
    }
    tables_.commas.push_back(id);
    if (begun.find('"') < last) {
        tables_.quoted_commas.push_back(id);
    }
}

void name_tokens::find_behind(vocab::token_id id, std::string_view text, founds& out) {
    bool may_begin = false;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        switch (text[i]) {
        case '{':
        case ',': may_begin = true; break;
        case ' ':
        case '\t':
        case '\r':
        case '\n': break;
        case '"':
            if (found f = read(id, text.substr(i + 1)); may_begin && f.possible) {
                f.place = f.what.whole ? 256 : f.place;  // it may be repeated in the same token
                out.push_back(f);
            }
            may_begin = false;
            break;
        default: may_begin = false;
        }
    }
}

name_tokens::found name_tokens::read(vocab::token_id id, std::string_view name) {
    row out{id, 0, true, false};
    name_cursor at;
    while (!name.empty() && !out.whole) {
        out.whole = at.spell(static_cast<std::uint8_t>(name[0]), [&](std::uint8_t byte) {
            out.first = out.escaped ? byte : out.first;
            out.escaped = false;
        });
        name.remove_prefix(1);
    }
    std::size_t const behind = name.find_first_not_of(json_spaces);
    bool const possible = behind == name.npos || name[behind] == ':';
    bool const empty = out.whole && out.escaped;
    out.escaped = out.escaped && !empty;
    return {out, empty || out.escaped ? std::size_t{256} : out.first, possible};
}

void name_tokens::sort(founds& from, table& to) {
    std::sort(from.begin(), from.end(), [](found const& a, found const& b) {
        return a.place != b.place ? a.place < b.place : a.what.id < b.what.id;
    });
    to = {};  // sorting may have begun before, and run out of memory
    to.first_.assign(258, 0);
    for (found const& f : from) {
        to.rows_.push_back(f.what);
        ++to.first_[f.place + 1];
        if (f.place < 256) {
            to.bytes_[f.place / 64] |= std::uint64_t{1} << (f.place % 64);
        }
    }
    std::partial_sum(to.first_.begin(), to.first_.end(), to.first_.begin());
}

}  // namespace parlance::mask::detail

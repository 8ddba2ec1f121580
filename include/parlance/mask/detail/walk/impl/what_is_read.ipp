// parlance/mask/detail/walk/impl/what_is_read.ipp - definitions of what parlance/mask/detail/walk/what_is_read.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/what_is_read.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <algorithm>
#include <cstddef>

namespace parlance::mask::detail {

bool reads_letters(automaton const& code, shape const& form) {
    unsigned read = 0;
    for (item const i : form.items) {
        for (byte_edge const& e : code.bytes_of(i.state)) {
            for (unsigned b = (std::max)(unsigned{e.low}, unsigned{'A'}); b <= e.high && b <= 'z'; ++b) {
                read += b >= 'a' || b <= 'Z' ? 1u : 0u;
            }
        }
    }
    return read >= 13;
}

bool reads_many_signs(automaton const& code, shape const& form) {
    constexpr unsigned many = 16;
    auto const is_sign = [](unsigned b) {
        bool const letter = (b | 0x20) >= 'a' && (b | 0x20) <= 'z';
        return b > ' ' && b < 0x7F && !letter && !(b >= '0' && b <= '9');
    };
    unsigned read = 0;
    for (item const i : form.items) {
        for (byte_edge const& e : code.bytes_of(i.state)) {
            for (unsigned b = e.low; b <= e.high && b < 0x7F; ++b) {
                read += is_sign(b) ? 1u : 0u;
            }
            if (read >= many) {
                return true;
            }
        }
    }
    return false;
}

bool reads_much(automaton const& code, index_data const& index, shape const& form) {
    std::size_t const many = index.trie().nodes().size() / 64;
    auto const wide = [&](item const i) {
        auto const edges = code.bytes_of(i.state);
        std::size_t nodes = 0;
        for (byte_edge const& e : edges) {
            nodes += index.beginning_with(e.low, e.high);
        }
        return nodes > many;
    };
    return std::any_of(form.items.begin(), form.items.end(), wide);
}

}  // namespace parlance::mask::detail

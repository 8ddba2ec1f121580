// parlance/mask/detail/loop/impl/text_sets.ipp - definitions of what parlance/mask/detail/loop/text_sets.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/text_sets.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

std::size_t text_sets::memory() const noexcept {
    return sets_.size() * sizeof(set) + frames_.size() * sizeof(call_frame) + bytes_;
}

maybe<text_sets::length> text_sets::find(vec<spot> spots, std::uint32_t most, budget& means) {
    std::uint32_t const from = intern(spots, means);
    if (from == none) {
        return {};
    }
    constexpr std::uint64_t steps_of_a_set = 8;
    if (!means.pay(sets_.size() / 8)) {
        return {};
    }
    vec<std::uint32_t> now{from};
    vec<std::uint32_t> next;
    vec<std::uint32_t> met_at(sets_.size(),
                              0);  // 1 + the number of code points that a set was met behind first
    met_at[from] = 1;
    std::size_t seen = 1;
    bool again = false;
    for (std::uint32_t read = 0; read < most; ++read) {
        next.clear();
        bool nothing = true;
        bool all = true;
        for (std::uint32_t const id : now) {
            if (!move(id, means) || !means.pay(steps_of_a_set + sets_[id].to.size())) {
                return {};
            }
            nothing = nothing && sets_[id].none;
            all = all && sets_[id].all;
            met_at.resize(sets_.size(), 0);
            for (std::uint32_t const to : sets_[id].to) {
                if (met_at[to] == 0) {
                    met_at[to] = read + 2;
                    next.push_back(to);
                    ++seen;
                } else {
                    again = again || met_at[to] != read + 2;
                }
            }
        }
        if (!all) {
            return maybe<length>(length{read, nothing && !again});
        }
        if (next.empty()) {
            break;
        }
        if (seen > most_sets) {
            return maybe<length>(length{read + 1, false});
        }
        now.swap(next);
    }
    return maybe<length>(length{most, false});
}

std::uint32_t text_sets::frame(std::uint32_t back, std::uint32_t parent) {
    std::uint64_t const hash = mix(mix(9, back), parent);
    std::uint32_t const known = frame_ids_.find(
        hash, [&](std::uint32_t id) { return frames_[id].back == back && frames_[id].parent == parent; });
    if (known != id_table::none || frames_.size() == most_frames) {
        return known != id_table::none ? known : outside;
    }
    frames_.push_back({back, parent});
    auto const id = static_cast<std::uint32_t>(frames_.size() - 1);
    frame_ids_.add(hash, id);
    return id;
}

bool text_sets::add_closed(spot from, vec<spot>& to) {
    auto const add = [&](spot p) {
        if (std::find(to.begin(), to.end(), p) == to.end()) {
            to.push_back(p);
        }
    };
    std::size_t const begin = to.size();
    add(from);
    for (std::size_t i = begin; i < to.size(); ++i) {
        auto const state = static_cast<std::uint32_t>(to[i] >> 32);
        auto const top = static_cast<std::uint32_t>(to[i]);
        bool const returns = code_.states[state].accepts;
        if ((returns && top == outside) || !code_.increments_of(state).empty() ||
            !code_.tokens_of(state).empty() || to.size() > most_spots) {
            return false;
        }
        if (returns) {
            add(at(frames_[top].back, frames_[top].parent));
        }
        for (call_edge const& c : code_.calls_of(state)) {
            if (c.count != no_count) {
                return false;
            }
            add(at(c.entry, c.tail ? top : frame(c.back, top)));
        }
    }
    return true;
}

std::uint32_t text_sets::intern(vec<spot>& spots, budget& means) {
    std::sort(spots.begin(), spots.end());
    spots.erase(std::unique(spots.begin(), spots.end()), spots.end());
    std::uint64_t hash = 7;
    for (spot const p : spots) {
        hash = mix(hash, p);
    }
    std::uint32_t const known = ids_.find(hash, [&](std::uint32_t id) {
        vec<spot> const& there = sets_[id].spots;
        return std::equal(spots.begin(), spots.end(), there.begin(), there.end());
    });
    if (known != id_table::none) {
        return known;
    }
    if (sets_.size() == most_kept || spots.size() > most_spots) {
        return none;
    }
    auto const id = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back({});
    sets_.back().spots.assign(spots.begin(), spots.end());
    bytes_ += spots.size() * sizeof(spot);
    ids_.add(hash, id, [&] { means.look(); });
    return id;
}

bool text_sets::is_text(vec<run> const& runs, std::size_t i) noexcept {
    for (unsigned b = runs[i].first; b <= last_of(runs, i); ++b) {
        if (b >= 0x80 || ((text_groups >> byte_groups[b]) & 1u) != 0) {
            return true;
        }
    }
    return false;
}

bool text_sets::step(std::uint32_t id, budget& means) {
    constexpr std::uint64_t steps_of_a_spot = 8;
    if (sets_[id].stepped) {
        return sets_[id].clear;
    }
    std::array<std::uint64_t, 4> begins{1};
    ways_.clear();
    for (spot const from : sets_[id].spots) {
        array_ref<byte_edge const> const edges = code_.bytes_of(static_cast<std::uint32_t>(from >> 32));
        for (byte_edge const& e : edges) {
            begins[e.low / 64] |= std::uint64_t{1} << (e.low % 64);
            if (e.high < 0xFF) {
                begins[(e.high + 1u) / 64] |= std::uint64_t{1} << ((e.high + 1u) % 64);
            }
        }
        if (!edges.empty()) {
            ways_.push_back({edges.begin(), edges.end(), static_cast<std::uint32_t>(from)});
        }
    }
    vec<run> runs;
    for (unsigned word = 0; word < 4; ++word) {
        for (std::uint64_t bits = begins[word]; bits != 0; bits &= bits - 1) {
            runs.push_back({64 * word + static_cast<unsigned>(std::countr_zero(bits)), none});
        }
    }
    if (!means.pay(100 + steps_of_a_spot * ways_.size() * runs.size())) {
        return false;
    }
    sets_[id].stepped = true;
    outcomes_.clear();
    behind_.clear();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        unsigned const byte = runs[i].first;
        std::size_t const begin = behind_.size();
        for (way& w : ways_) {
            for (; w.next != w.end && w.next->high < byte; ++w.next) {}
            byte_edge const* const e = w.next;
            if (e != w.end && e + 1 != w.end && (e + 1)->low <= e->high) {
                return false;  // edges that overlap
            }
            if (e != w.end && e->low <= byte) {
                behind_.push_back(at(e->target, w.frame));
            }
        }
        runs[i].to = outcome_of(begin, means);
        if (runs[i].to == unknown && is_text(runs, i)) {
            return false;
        }
    }
    sets_[id].clear = true;
    bytes_ += runs.size() * sizeof(run);
    sets_[id].runs = std::move(runs);
    return true;
}

std::uint32_t text_sets::outcome_of(std::size_t begin, budget& means) {
    auto const size = behind_.size() - begin;
    for (outcome const& o : outcomes_) {
        if (o.end - o.begin == size &&
            std::equal(behind_.begin() + o.begin, behind_.begin() + o.end, behind_.begin() + begin)) {
            behind_.resize(begin);
            return o.to;
        }
    }
    targets_.clear();
    bool known = true;
    for (std::size_t k = begin; k < behind_.size(); ++k) {
        known = known && add_closed(behind_[k], targets_);
    }
    bool const reads = std::any_of(targets_.begin(), targets_.end(), [&](spot const p) {
        return !code_.bytes_of(static_cast<std::uint32_t>(p >> 32)).empty();
    });
    std::uint32_t const made = known && reads ? intern(targets_, means) : none;
    bool const lost = !known || (reads && made == none);
    outcomes_.push_back({begin, behind_.size(), lost ? unknown : made});
    return outcomes_.back().to;
}

bool text_sets::inside(middle const& here, set& found, budget& means) {
    if (here.at == none) {
        found.all = false;
        return true;
    }
    if (std::find(middles_.begin(), middles_.end(), here) != middles_.end()) {
        return true;
    }
    middles_.push_back(here);
    if (!step(here.at, means)) {
        return false;
    }
    for (std::size_t i = 0; i < sets_[here.at].runs.size(); ++i) {
        run const r = sets_[here.at].runs[i];
        unsigned const last = last_of(sets_[here.at].runs, i);
        if (r.first < here.low || last > here.high) {
            found.all = found.all && r.to == none;
        }
        if (last < here.low || r.first > here.high) {
            continue;
        }
        if (here.left > 1) {
            if (!inside({r.to, 0x80, 0xBF, here.left - 1}, found, means)) {
                return false;
            }
        } else if (r.to == none) {
            found.all = false;
        } else {
            found.none = false;
            found.to.push_back(r.to);
        }
    }
    return true;
}

bool text_sets::move(std::uint32_t id, budget& means) {
    if (sets_[id].moved) {
        return true;
    }
    if (!step(id, means)) {
        return false;
    }
    set found;
    found.all = found.none = true;
    middles_.clear();
    for (std::size_t i = 0; i < sets_[id].runs.size(); ++i) {
        run const r = sets_[id].runs[i];
        unsigned const last = last_of(sets_[id].runs, i);
        bool const text = r.first < 0x80 && is_text(sets_[id].runs, i);
        if (text && r.to == none) {
            found.all = false;
        } else if (text) {
            found.none = false;
            found.to.push_back(r.to);
        }
        for (unsigned b = (std::max)(0x80u, r.first); b <= last; ++b) {
            auto const lead = static_cast<std::uint8_t>(b);
            auto const bytes = static_cast<unsigned>(utf8::sequence_length(lead));
            utf8::byte_range const second = utf8::second_byte(lead);
            if (bytes == 0) {
                found.all = found.all && r.to == none;
            } else if (!inside({r.to, second.low, second.high, bytes - 1}, found, means)) {
                return false;
            }
        }
    }
    std::sort(found.to.begin(), found.to.end());
    found.to.erase(std::unique(found.to.begin(), found.to.end()), found.to.end());
    bytes_ += found.to.size() * sizeof(std::uint32_t);
    set& here = sets_[id];
    here.moved = true;
    here.all = found.all;
    here.none = found.none;
    here.to = std::move(found.to);
    return true;
}

}  // namespace parlance::mask::detail

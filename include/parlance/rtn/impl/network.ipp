// parlance/rtn/impl/network.ipp - definitions of what parlance/rtn/network.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace parlance::rtn {

rule_id builder::add_rule(std::string_view name) {
    vec<char> text(name.begin(), name.end());
    rules_.reserve(rules_.size() + 1);  // where there is no memory, neither has one more
    names_.reserve(names_.size() + 1);
    rules_.push_back(add_state());
    names_.push_back(std::move(text));
    return static_cast<rule_id>(rules_.size() - 1);
}

void builder::add_object(object const& o) { objects_.push_back(o); }

void builder::add_array(array const& a) { arrays_.push_back(a); }

void builder::counted_call(state_id from, count const& c, state_id to) {
    counts_.push_back(c);
    add(from, {edge_kind::counted_call, 0, 0, to, static_cast<std::uint32_t>(counts_.size() - 1)});
}

state_id builder::literal(state_id from, std::string_view text) {
    for (char const c : text) {
        state_id const next = add_state();
        auto const byte = static_cast<std::uint8_t>(c);
        bytes(from, byte, byte, next);
        from = next;
    }
    return from;
}

void builder::shrink(size const& to) noexcept {
    accepts_.shrink(to.states);
    edges_.shrink(to.edges);
    rules_.erase(rules_.begin() + to.rules, rules_.end());
    names_.erase(names_.begin() + to.rules, names_.end());
    counts_.erase(counts_.begin() + to.counts, counts_.end());
    objects_.erase(objects_.begin() + to.objects, objects_.end());
    arrays_.erase(arrays_.begin() + to.arrays, arrays_.end());
}

network builder::finish() && {
    limits enough;
    enough.fuel = (std::numeric_limits<std::uint64_t>::max)();
    work unlimited{enough};
    return *std::move(*this).finish(unlimited);
}

void builder::free(work& looks) {
    constexpr std::uint64_t steps_to_free_a_block = 1000;
    auto const look = [&] { static_cast<void>(looks.spend(steps_to_free_a_block)); };
    edges_.clear(look);
    accepts_.clear(look);
    static_cast<void>(looks.why() == errc::none && paid_free(names_, looks) && paid_free(objects_, looks) &&
                      paid_free(parts_, looks));
    *this = builder();
}

result<network> builder::finish(work& spent) && {
    constexpr std::uint64_t steps_of_a_row = 2;
    constexpr std::uint64_t steps_to_free_a_block = 1000;
    std::size_t const states = accepts_.size();
    network out;
    vec<std::uint32_t> next;  // place of a state's next edge
    bool paid = paid_resize(out.states, states + 1, spent) && paid_resize(next, states, spent) &&
                paid_resize(out.edges, edges_.size(), spent);
    for (std::size_t b = 0; b < edges_.block_count() && paid; ++b) {
        paid = spent.spend(steps_of_a_row * edges_.block(b).size());
        for (row const& r : edges_.block(b)) {
            ++out.states[r.from + 1].first_edge;
        }
    }
    for (std::size_t s = 0; s < states && paid;) {
        std::size_t const end = (std::min)(states, s + edges_.in_block);
        paid = spent.spend(steps_of_a_row * (end - s));
        for (; s < end; ++s) {
            next[s] = out.states[s].first_edge;
            out.states[s + 1].first_edge += next[s];
            out.states[s].accepts = accepts_[s] != 0;
        }
    }
    for (std::size_t b = 0; b < edges_.block_count() && paid; ++b) {
        paid = spent.spend(steps_of_a_row * edges_.block(b).size());
        for (row const& r : edges_.block(b)) {
            out.edges[next[r.from]++] = r.what;
        }
    }
    edges_.clear([&] { paid = paid && spent.spend(steps_to_free_a_block); });
    if (!paid) {
        return spent.error("a network");
    }
    accepts_ = {};
    out.rules = std::move(rules_);
    out.counts = std::move(counts_);
    out.names = std::move(names_);
    out.root = root_;
    out.objects = std::move(objects_);
    out.arrays = std::move(arrays_);
    out.parts = std::move(parts_);
    out.outside = std::move(outside_);
    return out;
}

}  // namespace parlance::rtn

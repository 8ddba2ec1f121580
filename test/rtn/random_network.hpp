// test/rtn/random_network.hpp - small networks at random, sound or not
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace random_networks {

namespace rtn = parlance::rtn;

inline std::uint32_t below(std::mt19937& random, std::uint32_t n) {
    return static_cast<std::uint32_t>(random() % n);
}

/// Rules that call each other at random, one beyond the last, too; some count increments.
inline rtn::network random_network(std::mt19937& random) {
    rtn::builder out;
    std::uint32_t const rules = 1 + below(random, 5);
    std::vector<std::vector<rtn::state_id>> states(rules);
    for (std::vector<rtn::state_id>& own : states) {
        own.push_back(out.entry(out.add_rule("rule")));
        for (std::uint32_t i = below(random, 4); i > 0; --i) {
            own.push_back(out.add_state());
        }
    }
    for (std::vector<rtn::state_id> const& own : states) {
        auto const one = [&] { return own[below(random, static_cast<std::uint32_t>(own.size()))]; };
        for (std::uint32_t i = below(random, 6); i > 0; --i) {
            switch (below(random, 5)) {
            case 0: out.bytes(one(), 'a', random() % 4 == 0 ? 'A' : 'b', one()); break;
            case 1: out.epsilon(one(), one()); break;
            case 2: out.increment(one(), one()); break;
            case 3: out.call(one(), below(random, rules + 1), one()); break;
            default:
                out.counted_call(one(), {below(random, rules), below(random, 3), below(random, 3)}, one());
            }
        }
        if (random() % 2 == 0) {
            out.accept(one());
        }
    }
    return std::move(out).finish();
}

}  // namespace random_networks

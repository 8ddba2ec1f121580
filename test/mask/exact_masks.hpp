// test/mask/exact_masks.hpp - masks along random texts, against what a machine without tables says of each token
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace exact_masks {

namespace mask = parlance::mask;

/// Compares the masks of `compiled`, which was made of `net`, for the first tokens of a vocabulary, which are `texts`.
/// Returns how many masks there were; 0 where one of them is not exact.
inline std::size_t compared(parlance::rtn::network const& net, mask::compiled_grammar const& compiled,
                            std::vector<std::string> const& texts, std::mt19937& random) {
    std::size_t masks = 0;
    for (int round = 0; round < 6; ++round) {
        mask::matcher m{compiled};
        mask::npda<mask::network_machine, mask::heap_stacks, mask::caching> slow{
            mask::network_machine{net.view()}};
        std::string read;
        for (int step = 0; step < 8; ++step, ++masks) {
            mask::allowed_tokens const here = m.allowed();
            std::vector<mask::token_id> allowed;
            std::string wrong;
            for (mask::token_id id = 0; id < texts.size(); ++id) {
                auto ahead = slow;
                bool const reads = ahead.accept(texts[id]);
                BOOST_REQUIRE(!ahead.gave_up());
                if (reads != (((here.words[id / 32] >> (id % 32)) & 1u) != 0)) {
                    wrong += "[" + texts[id] + "]";
                }
                if (reads) {
                    allowed.push_back(id);
                }
            }
            if (!wrong.empty()) {
                BOOST_ERROR("behind " << read << ": " << wrong);
                return 0;
            }
            if (allowed.empty()) {
                break;
            }
            mask::token_id const next = allowed[random() % allowed.size()];
            BOOST_REQUIRE(m.accept(next));
            BOOST_REQUIRE(slow.accept(texts[next]));
            read += texts[next];
        }
    }
    return masks;
}

}  // namespace exact_masks

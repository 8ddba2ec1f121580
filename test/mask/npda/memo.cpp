// test/mask/npda/memo.cpp - steps are found once, within a number of bytes, from several threads; errors are not remembered
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/npda/memo.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_npda_memo)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
using parlance::errc;

namespace {

template <class Stacks, class Caching>
using engine = mask::npda<mask::element_machine, Stacks, Caching>;

using set = std::vector<mask::heap_stack<mask::frame<std::uint32_t>>>;

set of(std::uint32_t at) {
    set out(1);
    BOOST_REQUIRE(out[0].push({at}));
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_step_is_computed_once_and_an_error_every_time) {
    mask::memo<set> all;
    auto const from = all.add(of(1));
    BOOST_REQUIRE(from.id);
    int computed = 0;
    auto const compute = [&] {
        ++computed;
        return mask::stepped<set>{of(2)};
    };
    auto const [first, why] = all.step(from, 'a', compute);
    BOOST_TEST((why == errc::none && *first.set == of(2)));
    BOOST_TEST((all.step(from, 'a', compute).first.set == first.set));
    BOOST_TEST(computed == 1);
    BOOST_TEST((all.step(from, 'b', compute).first.id == first.id));  // equal sets exist once
    BOOST_TEST(computed == 2);
    for (int i = 1; i <= 2; ++i) {
        auto const dead = all.step(from, 'c', [&] { return ++computed, mask::stepped<set>{}; });
        BOOST_TEST((dead.first.set == nullptr && dead.second == errc::none));
        BOOST_TEST(computed == 3);
    }
    for (int i = 1; i <= 2; ++i) {
        auto const failed =
            all.step(from, 'd', [&] { return ++computed, mask::stepped<set>{{}, errc::stack_too_deep}; });
        BOOST_TEST((failed.first.set == nullptr && failed.second == errc::stack_too_deep));
        BOOST_TEST(computed == 3 + i);
    }
}

BOOST_AUTO_TEST_CASE(engines_share_a_memo_within_its_bytes_and_between_threads) {
    auto const g = *gbnf::compile("root ::= \"[\" (item (\",\" item)*)? \"]\"\nitem ::= [a-c]{1,3} | root");
    using cached = engine<mask::heap_stacks, mask::caching>;
    for (std::size_t const bytes : {std::size_t{0}, std::size_t{10'000}, std::size_t{1} << 24}) {
        auto const shared = std::make_shared<mask::memo<cached::stack_set>>(bytes);
        std::vector<std::string> read(4);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < read.size(); ++t) {
            threads.emplace_back([&, t] {
                std::mt19937 random(static_cast<std::uint32_t>(t / 2));
                cached run{mask::element_machine{g}, shared};
                for (int step = 0; step < 300; ++step) {
                    char const c = "abc[],"[random() % 6];
                    read[t] += run.accept(static_cast<std::uint8_t>(c)) ? c : '-';
                }
            });
        }
        for (std::thread& t : threads) {
            t.join();
        }
        BOOST_TEST(read[0] == read[1]);
        BOOST_TEST(read[2] == read[3]);
        mask::npda plain{mask::element_machine{g}};
        std::string want;
        std::mt19937 random(0);
        for (int step = 0; step < 300; ++step) {
            char const c = "abc[],"[random() % 6];
            want += plain.accept(static_cast<std::uint8_t>(c)) ? c : '-';
        }
        BOOST_TEST(read[0] == want);
        BOOST_TEST(shared->memory() <= bytes);
    }
}

BOOST_AUTO_TEST_SUITE_END()

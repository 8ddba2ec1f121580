// test/mask/npda/stack.cpp - every policy of stacks pushes, pops, compares and settles alike
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/npda/stack.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <utility>

BOOST_AUTO_TEST_SUITE(mask_npda_stack)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;

namespace {

using frame = mask::frame<std::uint32_t>;
using policies = boost::mpl::list<mask::heap_stacks, mask::fixed_stacks<4>, mask::shared_stacks>;

constexpr bool says_no() {
    mask::fixed_stack<frame, 2> s;
    return s.push({1}) && s.push({2}) && !s.push({3}) && s.depth() == 2 && s.top().at == 2;
}
static_assert(says_no());

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_stack_is_what_was_pushed_last, Policy, policies) {
    typename Policy::template pool<frame> const all;
    auto a = all.empty();
    BOOST_TEST((a.empty() && a.depth() == 0));
    BOOST_TEST(a.push({1}));
    auto b = a;
    BOOST_TEST(a.push({2, 7, 3, true}));
    BOOST_TEST((a.depth() == 2 && a.top() == frame{2, 7, 3, true}));
    BOOST_TEST((b.depth() == 1 && b.top() == frame{1}));  // a copy goes its own way
    BOOST_TEST((a != b && (a < b) != (b < a)));
    BOOST_TEST((all.empty() < a && all.empty() < b));  // the empty one is first
    BOOST_TEST(b.push({2, 7, 3, true}));
    BOOST_TEST((a == b && !(a < b) && !(b < a)));
    a.settle();
    BOOST_TEST((a.top() == frame{2, 7, 3, false} && a != b));
    b.top({2, 7, 3, false});
    BOOST_TEST((a == b));
    a.pop();
    BOOST_TEST((a.depth() == 1 && a.top() == frame{1}));
    a.pop();
    BOOST_TEST((a.empty() && a == all.empty()));
}

BOOST_AUTO_TEST_CASE(hash_consed_frames_exist_once) {
    auto const g = *gbnf::compile("root ::= \"(\" root \")\" | \"x\"");
    mask::npda<mask::element_machine, mask::shared_stacks> run{mask::element_machine{g}};
    for (int i = 0; i < 2000; ++i) {
        BOOST_REQUIRE(run.accept(std::uint8_t{'('}));
    }
    auto fork = run;
    BOOST_TEST(run.accept("x)") == fork.accept("x)"));
    BOOST_TEST((run.stacks() == fork.stacks()));
}

BOOST_AUTO_TEST_CASE(a_pool_has_each_frame_on_each_stack_once) {
    mask::shared_stacks::pool<frame> const all;
    for (int round = 0; round < 3; ++round) {
        auto s = all.empty();
        BOOST_TEST((s.push({1}) && s.push({2}) && s.push({1})));
        BOOST_TEST(all.frames().size() == 3u);
    }
}

BOOST_AUTO_TEST_SUITE_END()

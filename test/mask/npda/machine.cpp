// test/mask/npda/machine.cpp - what a machine is, and that a network is one: each edge is the move that it stands for
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/npda/machine.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_npda_machine)

namespace mask = parlance::mask;
namespace rtn = parlance::rtn;

namespace {

static_assert(mask::machine<mask::network_machine>);
static_assert(!std::is_constructible_v<mask::network_machine, rtn::network>, "the network would be gone");

/// A machine without moves, and one that does not say where it begins.
struct nothing {
    using position = int;
    [[nodiscard]] int start() const { return 0; }
    [[nodiscard]] mask::count_range bounds(std::uint32_t) const { return {}; }
    [[nodiscard]] bool consumes(int) const { return false; }
    template <class Out>
    void moves(int, Out&&) const {}
    template <class Out>
    void step(int, std::uint8_t, Out&&) const {}
    template <class Out>
    void token(int, std::uint32_t, Out&&) const {}
};
struct nowhere : nothing {
    void start() const {}
};
static_assert(mask::machine<nothing> && !mask::machine<nowhere> && !mask::machine<rtn::network>);
static_assert(mask::count_range{}.low == 0 && mask::count_range{}.high == rtn::unbounded);

/// Writes down what moves() says.
struct listed {
    std::vector<std::string>& out;
    void go(std::uint32_t to) const { out.push_back("go " + std::to_string(to)); }
    void call(std::uint32_t entry, std::uint32_t back, std::uint32_t count) const {
        out.push_back("call " + std::to_string(entry) + " back " + std::to_string(back) +
                      (count == mask::frame<std::uint32_t>::none ? "" : " count " + std::to_string(count)));
    }
    void increment(std::uint32_t to) const { out.push_back("increment " + std::to_string(to)); }
    void leave() const { out.emplace_back("leave"); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(every_edge_is_a_move_a_byte_or_a_token) {
    rtn::builder b;
    rtn::rule_id const root = b.add_rule("root");
    rtn::rule_id const digits = b.add_rule("digits");
    rtn::state_id const from = b.entry(root), callee = b.entry(digits);
    rtn::state_id const to = b.add_state();
    b.epsilon(from, to);
    b.call(from, digits, to);
    b.counted_call(from, {digits, 2, 5}, to);
    b.bytes(from, 'a', 'c', to);
    b.token(from, 7, to);
    b.token(from, 8, from, true);
    b.accept(from);
    b.increment(callee, to);
    rtn::network const net = std::move(b).finish();
    mask::network_machine const m{net.view()};
    std::vector<std::string> got;
    m.moves(m.start(), listed{got});
    auto const n = [](rtn::state_id s) { return std::to_string(s); };
    std::vector<std::string> const want = {"go " + n(to), "call " + n(callee) + " back " + n(to),
                                           "call " + n(callee) + " back " + n(to) + " count 0", "leave"};
    BOOST_TEST(got == want, boost::test_tools::per_element());
    got.clear();
    m.moves(callee, listed{got});
    BOOST_TEST(got == std::vector<std::string>{"increment " + n(to)}, boost::test_tools::per_element());
    BOOST_TEST((m.bounds(0).low == 2 && m.bounds(0).high == 5));
    BOOST_TEST((m.consumes(from) && !m.consumes(to) && !m.consumes(callee)));
    auto const steps = [&](std::uint8_t byte) {
        std::size_t count = 0;
        m.step(from, byte, [&](rtn::state_id) { ++count; });
        return count;
    };
    BOOST_TEST((steps('a') == 1 && steps('c') == 1 && steps('`') == 0 && steps('d') == 0));
    std::vector<rtn::state_id> behind;
    for (std::uint32_t const id : {7u, 8u, 9u}) {
        m.token(from, id, [&](rtn::state_id s) { behind.push_back(s); });
    }
    std::vector<rtn::state_id> const targets = {to, from, from};  // 7 by itself and as not 8; 9 as not 8
    BOOST_TEST(behind == targets, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

// test/text/limits.cpp - each bound is held by what it is about, with an error of its own
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/limits.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(text_limits)

namespace {

using namespace parlance;

struct stopped {
    bool yes = true;
    [[nodiscard]] bool stop_requested() const noexcept { return yes; }
};
constexpr stopped now;

constexpr bool kept_without_who_is_asked() {
    limits a;
    a.nesting = 7;
    a.stop = &now;
    limits const b = a.without_stop();
    return b.nesting == 7 && b.fuel == a.fuel && !b.stop.stop_requested();
}
static_assert(kept_without_who_is_asked());
static_assert(!limits{}.stop.stop_requested(), "nobody stops what was not asked to");

errc compiled(limits const& bounds, std::string_view text) {
    auto const g = gbnf::compile(text, bounds);
    if (!g) {
        return g.error().code;
    }
    auto const net = rtn::from_gbnf(*g, bounds);
    return net ? errc::none : net.error().code;
}

/// What a matcher of ( root ) | x, and of as many readings as there are bytes, has to say behind `text`.
errc matched(limits const& bounds, std::string_view grammar, std::string_view text) {
    std::string_view const texts[] = {"(", "a", "x", ")"};
    vocab::token_list const tokens = vocab::make_list(texts, {}).value();
    auto const prepared = mask::grammar::prepare(rtn::from_gbnf(gbnf::compile(grammar).value()).value(),
                                                 mask::trigger::eager(), bounds);
    if (!prepared) {
        return prepared.error().code;
    }
    mask::matcher m(mask::compiled_grammar(*prepared, mask::token_index::build(tokens).value()));
    for (char const c : text) {
        for (vocab::token_id id = 0; id < tokens.size(); ++id) {
            if (tokens.bytes(id)[0] == c && !m.accept(id)) {
                return m.error();
            }
        }
    }
    return errc::none;
}

constexpr std::string_view small = "root ::= \"a\" b\nb ::= (\"x\" | \"y\" (\"z\" b)?)";

}  // namespace

BOOST_AUTO_TEST_CASE(a_lowered_bound_is_an_error_of_its_own_and_the_default_is_none) {
    struct sample {
        char const* name;
        errc code;
        void (*lower)(limits&);
        errc (*run)(limits const&);
    };
    auto const of_small = [](limits const& b) { return compiled(b, small); };
    auto const of_tokens = [](limits const& b) {
        std::string_view const texts[] = {"a", "b", "c"};
        auto const r = vocab::make_list(texts, {}, b);
        return r ? errc::none : r.error().code;
    };
    auto const of_depth = [](limits const& b) {
        return matched(b, "root ::= \"(\" root \")\" | \"x\"", std::string(40, '('));
    };
    sample const samples[] = {
        {"source_bytes", errc::source_too_large, [](limits& b) { b.source_bytes = 10; }, of_small},
        {"nesting", errc::nested_too_deep, [](limits& b) { b.nesting = 1; }, of_small},
        {"rules", errc::too_many_rules, [](limits& b) { b.rules = 2; }, of_small},
        {"elements", errc::too_many_elements, [](limits& b) { b.elements = 3; }, of_small},
        {"states", errc::too_many_states, [](limits& b) { b.states = 3; }, of_small},
        {"stop", errc::cancelled, [](limits& b) { b.stop = &now; },
         [](limits const& b) {
             return compiled(b, std::string(4096, ' ') + "root ::= " + std::string(4096, '.'));
         }},
        {"tokens", errc::too_many_tokens, [](limits& b) { b.tokens = 2; }, of_tokens},
        {"stack_depth", errc::stack_too_deep, [](limits& b) { b.stack_depth = 20; }, of_depth},
        {"fuel", errc::out_of_fuel, [](limits& b) { b.fuel = 2; }, of_depth},
    };
    for (sample const& s : samples) {
        limits lowered;
        s.lower(lowered);
        errc const got = s.run(lowered);
        BOOST_TEST((got == s.code), s.name << ": " << describe(got));
        BOOST_TEST((s.run({}) == errc::none), s.name << " by default");
    }
}

BOOST_AUTO_TEST_SUITE_END()

// test/mask/filled.cpp - each state of a mask, and whether a loop that samples goes on
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/filled.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_filled)

namespace {

using namespace parlance;
using mask::filled;

static_assert(mask::has_tokens(filled::all) && mask::has_tokens(filled::some) &&
              mask::has_tokens(filled::limited));
static_assert(!mask::has_tokens(filled::none) && !mask::has_tokens(filled::ended) &&
              !mask::has_tokens(filled::failed) && !mask::has_tokens(filled::too_small));

/// Token 0 to 3 are a, b, c, ab; token 4 ends the text.
mask::token_index index() {
    return mask::token_index::build(vocab::token_list({"a", "b", "c", "ab", "<end>"}, {4})).value();
}

mask::matcher matcher(std::string_view grammar, limits const& bounds = {}) {
    return mask::matcher(mask::compile_gbnf(grammar, index(), "root", bounds).value());
}

}  // namespace

BOOST_AUTO_TEST_CASE(all_some_and_none) {
    mask::matcher any = matcher("root ::= [abc]*");
    BOOST_TEST((any.allowed().state == filled::all));
    mask::matcher some = matcher("root ::= \"ab\"");
    BOOST_TEST((some.allowed().state == filled::some));
    BOOST_TEST(some.allowed().words[0] == 0b01001u);  // a, ab
    mask::matcher none = matcher("root ::= \"x\"");
    BOOST_TEST((none.allowed().state == filled::none));
    BOOST_TEST((none.error() == errc::none));  // no limit: the vocabulary does not spell it
}

BOOST_AUTO_TEST_CASE(a_text_that_is_complete_has_ended_when_the_end_was_said) {
    mask::matcher m = matcher("root ::= \"c\"");
    BOOST_REQUIRE(m.accept(mask::token_id{2}));
    mask::allowed_tokens const last = m.allowed();
    BOOST_TEST((last.state == filled::some));
    BOOST_TEST(last.words[0] == 0b10000u);  // the end alone
    BOOST_REQUIRE(m.accept(mask::token_id{4}));
    BOOST_TEST((m.allowed().state == filled::ended));
    BOOST_TEST(!mask::has_tokens(m.allowed().state));
}

BOOST_AUTO_TEST_CASE(words_that_are_too_few_are_left_alone) {
    mask::matcher m = matcher("root ::= [abc]*");
    BOOST_TEST((m.fill({}) == filled::too_small));
    std::vector<std::uint32_t> words(3, 0xFFFF'FFFF);
    BOOST_TEST((m.fill(words) == filled::all));
    BOOST_TEST(words[0] == 0b11111u);  // bits behind the last token are cleared
    BOOST_TEST((words[1] | words[2]) == 0u);
}

BOOST_AUTO_TEST_CASE(a_matcher_that_was_moved_from_knows_nothing) {
    mask::matcher m = matcher("root ::= [abc]*");
    mask::matcher const other = std::move(m);
    BOOST_TEST((m.allowed().state == filled::failed));  // NOLINT: that is what is asked
    BOOST_TEST((m.error() == errc::empty_matcher));
    BOOST_TEST(!other.empty());
}

BOOST_AUTO_TEST_SUITE_END()

// test/mask/npda/start.cpp - a start waits for its words in free text, however they lie
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/npda/start.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

BOOST_AUTO_TEST_SUITE(mask_npda_start)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;

namespace {

static_assert(!mask::at_once::waits && mask::with_words<"x">::waits && mask::behind_words<"x">::waits);

constexpr auto lists = gbnf::compile<R"(root ::= "[" (item ("," item)*)? "]"
item ::= [a-z]{1,3} | root)">();

template <class Start>
using engine = mask::npda<mask::element_machine, mask::heap_stacks, mask::no_caching, Start>;

using lazy = engine<mask::with_words<"[[", "call:[">>;
constexpr bool lazy_works() {
    lazy run{mask::element_machine{lists}};
    bool ok = run.waiting() && run.can_stop() && run.accept("some [text] call:") && run.waiting();
    ok = ok && !run.accept("[x");  // lists do not begin with "call:["
    ok = ok && run.accept("[") == false && run.accept(" [") && run.waiting();
    return ok && run.accept("[") && !run.waiting() && !run.can_stop() && run.accept("a],b]") &&
           run.can_stop();
}
static_assert(lazy_works());

using behind = engine<mask::behind_words<"</think>">>;
constexpr bool behind_works() {
    behind run{mask::element_machine{lists}};
    bool const ok = run.accept("hm [ </thin</think") && run.waiting() && run.accept(">[a") && !run.waiting();
    return ok && !run.accept("<") && run.accept("]") && run.can_stop();
}
static_assert(behind_works());

/// Where in `text` a word was found, and what the grammar has to read from there on.
template <class Start>
constexpr bool finds(std::string_view text, std::size_t at, std::string_view read) {
    Start start;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (auto const found = start.hear(text[i])) {
            return i + 1 == at && *found == read;
        }
    }
    return at == 0;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_first_word_of_the_text_is_found_and_of_those_that_end_there_the_longest) {
    using with = mask::with_words<"aab", "b", "ab", "cd">;
    static_assert(finds<with>("xxb", 3, "b"));
    static_assert(finds<with>("xab", 3, "ab"));
    static_assert(finds<with>("xaaab", 5, "aab"),
                  "what looked like the beginning of a word is looked at again");
    static_assert(finds<with>("ccd", 3, "cd"));
    static_assert(finds<with>("aac c d", 0, ""));
    static_assert(finds<mask::behind_words<"ab", "b">>("xab", 3, ""));
    BOOST_TEST((finds<with>("xaaab", 5, "aab")));
}

BOOST_AUTO_TEST_CASE(what_is_not_text_comes_between) {
    mask::with_words<"ab"> start;
    BOOST_TEST(!start.hear('a'));
    start.interrupt();
    BOOST_TEST(!start.hear('b'));
    BOOST_TEST(!start.hear('a'));
    BOOST_TEST(start.hear('b').value() == "ab");
}

BOOST_AUTO_TEST_SUITE_END()

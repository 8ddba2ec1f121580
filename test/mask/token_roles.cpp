// test/mask/token_roles.cpp - a dialect makes text of control tokens, or ends, and leaves all others as they are
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/token_roles.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_token_roles)

using parlance::errc;
using parlance::limits;
namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using vocab::token_flags;
using vocab::token_kind;

namespace {

vocab::token_list tokens() {
    vocab::token_list_builder b;
    b.add("a");
    b.add("<call>", token_kind::control);
    b.add("<end>", token_kind::control);
    b.add("<eos>", token_kind::control);
    b.add("<user>", token_kind::user_defined);
    b.add("", token_kind::control);
    b.end(3);
    return std::move(b).finish().value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(only_special_tokens_change) {
    vocab::token_list const v = tokens();
    struct sample {
        std::vector<std::string> text;
        std::vector<std::string> ends;
        std::vector<token_flags> want;
    };
    token_flags const normal{token_kind::normal}, control{token_kind::control},
        end{token_kind::control, true}, user{token_kind::user_defined};
    sample const samples[] = {
        {{}, {}, {normal, control, control, end, user, control}},
        {{"<call>"}, {}, {normal, user, control, end, user, control}},
        {{"x <call>\n<end>"}, {}, {normal, user, user, end, user, control}},  // it stands in a text
        {{"<call"}, {}, {normal, control, control, end, user, control}},      // not all of it does
        {{}, {"<end>"}, {normal, control, end, end, user, control}},
        {{"<end>"}, {"<end>"}, {normal, control, end, end, user, control}},  // what ends wins
        {{}, {"x<end>"}, {normal, control, control, end, user, control}},    // an end is spelled like it
        {{},
         {"a", "<user>"},
         {normal, control, control, end, token_flags{token_kind::user_defined, true}, control}},
        {{"a<user><eos>"}, {"a", "<us"}, {normal, control, control, end, user, control}},
    };
    for (sample const& s : samples) {
        mask::token_roles const roles{s.text, s.ends};
        for (vocab::token_id id = 0; id < v.size(); ++id) {
            BOOST_TEST((roles.of(v.view(), id) == s.want[id]),
                       "token " << id << ", " << s.text.size() << " texts");
        }
    }
}

BOOST_AUTO_TEST_CASE(an_index_has_the_tokens_as_the_dialect_has_them) {
    mask::token_index const plain = mask::token_index::build(tokens()).value();
    std::vector<std::string> const text{"<call>"}, ends{"<end>"};
    mask::token_index const changed = plain.with_roles({text, ends}).value();
    BOOST_TEST((plain.tokens().bytes(1).empty() && changed.tokens().bytes(1) == "<call>"));
    BOOST_TEST((plain.ends().size() == 1 && changed.ends().size() == 2));
    BOOST_TEST(&plain.with_roles({}).value().data() == &plain.data());  // nothing changes: it is the same
    BOOST_TEST(&plain.with_roles({text, ends}).value().data() == &changed.data());
}

BOOST_AUTO_TEST_CASE(looking_for_tokens_in_long_texts_is_paid_for) {
    mask::token_index const plain = mask::token_index::build(tokens()).value();
    std::vector<std::string> const text{std::string(100'000, '<') + "<call>"};
    limits bounds;
    bounds.fuel = 100'000;
    auto const changed = plain.with_roles({text, {}}, bounds);
    BOOST_TEST((!changed && changed.error().code == errc::out_of_fuel));
    BOOST_TEST(plain.with_roles({text, {}}).value().tokens().bytes(1) == "<call>");
}

BOOST_AUTO_TEST_SUITE_END()

#include <parlance/peg/build.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/print.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(peg_build)

using namespace parlance;
using namespace parlance::peg;

namespace {

template <class Make>
std::string printed(Make make) {
    builder b;
    node_id const root = make(b);
    return print(b.finish(root).value()).value();
}
template <class Make>
diagnostic refused(Make make) {
    builder b;
    node_id const root = make(b);
    return b.finish(root).error();
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_expression_has_one_table_however_it_was_put_together) {
    builder x;
    auto const xa =
        x.sequence({x.literal("a"), x.sequence({x.epsilon(), x.star(x.chars("0-9")), x.literal("a")})});
    builder y;
    y.literal("never used");
    auto const ya = y.sequence(
        {y.sequence({y.literal("a"), y.chars("0-9", 0, unbounded)}), y.repeat(y.literal("a"), 1, 1)});
    BOOST_TEST((x.finish(xa).value().view() == y.finish(ya).value().view()));
}

BOOST_AUTO_TEST_CASE(rules_come_in_the_order_of_first_use_and_unused_ones_vanish) {
    BOOST_TEST(printed([](builder& b) {
                   b.rule("unused", b.literal("u"));
                   rule_id const last = b.declare("last");
                   node_id const first = b.rule("first", b.choice({b.literal("("), b.ref(last)}));
                   b.define(last, b.literal(")"));
                   return b.sequence({first, b.ref(last)});
               }) == "<- first last\nfirst <- \"(\" / last\nlast <- \")\"\n");
}

BOOST_AUTO_TEST_CASE(equal_parts_share_one_row) {
    builder b;
    auto const part = [&] { return b.sequence({b.literal("x"), b.until({"</x>"}), b.literal("</x>")}); };
    arena const a =
        b.finish(b.choice({b.sequence({part(), b.literal("1")}), b.sequence({part(), b.literal("2")})}))
            .value();
    BOOST_TEST(a.untils.size() == 1u);
    BOOST_TEST(std::string(a.text.begin(), a.text.end()) == "x</x></x>12");
}

BOOST_AUTO_TEST_CASE(neutral_parts_vanish) {
    BOOST_TEST(printed([](builder& b) { return b.sequence({b.epsilon(), b.literal("a"), b.epsilon()}); }) ==
               "<- \"a\"\n");
    BOOST_TEST(printed([](builder& b) { return b.choice({b.fail(), b.literal("a")}); }) == "<- \"a\"\n");
    BOOST_TEST(printed([](builder& b) { return b.sequence({}); }) == "<- eps\n");
    BOOST_TEST(printed([](builder& b) { return b.choice({}); }) == "<- fail\n");
    BOOST_TEST(printed([](builder& b) { return b.literal(""); }) == "<- eps\n");
    BOOST_TEST(printed([](builder& b) { return b.repeat(b.literal("a"), 0, 0); }) == "<- eps\n");
    BOOST_TEST(printed([](builder& b) { return b.until(std::vector<std::string_view>{}); }) == "<- rest\n");
    BOOST_TEST(printed([](builder& b) { return b.refine(b.any(), b.any()); }) == "<- .\n");
}

BOOST_AUTO_TEST_CASE(one_of_prefers_the_longest) {
    builder b;
    std::string_view const names[] = {"get", "set", "get_weather", "get_all"};
    arena const a = b.finish(b.one_of(names)).value();
    for (std::string_view const name : names) {
        BOOST_TEST(matches(a, name));
    }
    BOOST_TEST(!matches(a, "get_"));
    BOOST_TEST(match(a, "get_alls").end == 7u);
}

BOOST_AUTO_TEST_CASE(mistakes_are_kept_until_the_end_and_the_first_is_told) {
    auto const bad_class = refused([](builder& b) { return b.choice({b.chars("z-a"), b.until({""})}); });
    BOOST_TEST((bad_class.code == errc::inverted_range));
    BOOST_TEST(bad_class.hint.view() == "z-a");
    BOOST_TEST((refused([](builder& b) { return b.until({"a", ""}); }).code == errc::unterminated_literal));
    BOOST_TEST((refused([](builder& b) { return b.repeat(b.literal("a"), 3, 2); }).code ==
                errc::invalid_repetition));
    BOOST_TEST((refused([](builder& b) { return b.chars("a", 3, 2); }).code == errc::invalid_repetition));
    auto const undefined = refused([](builder& b) { return b.ref(b.declare("nowhere")); });
    BOOST_TEST((undefined.code == errc::undefined_reference));
    BOOST_TEST(undefined.hint.view() == "nowhere");
    auto const twice =
        refused([](builder& b) { return b.rule("r", b.literal("a")), b.rule("r", b.literal("b")); });
    BOOST_TEST((twice.code == errc::duplicate_rule));
    auto const left = refused([](builder& b) {
        rule_id const sum = b.declare("sum");
        rule_id const term = b.declare("term");
        b.define(sum, b.choice({b.sequence({b.ref(term), b.literal("+")}), b.literal("x")}));
        b.define(term, b.sequence({b.star(b.literal("-")), b.reject(b.literal("!")), b.ref(sum)}));
        return b.ref(sum);
    });
    BOOST_TEST((left.code == errc::left_recursion));
    BOOST_TEST(left.hint.view() == "sum -> term -> sum");
    limits few;
    few.elements = 3;
    builder b;
    node_id const four = b.sequence({b.literal("a"), b.literal("b"), b.literal("c")});
    BOOST_TEST((b.finish(four, few).error().code == errc::too_many_elements));
}

struct value_sample {
    std::string_view text;
    bool json;
    bool python;
};
constexpr value_sample values[] = {
    {"{}", true, true},
    {"[]", true, true},
    {"{\"a\":[1,2,{\"b\":null}]}", true, false},
    {"{\"a\": [1, 2, {\"b\": None}]}", false, true},
    {"{ \"a\" : \"b\" , \"c\" : -1.5e+3 }", true, true},
    {"{'a': 'it\\'s', \"b\": \"it's\"}", false, true},
    {"\"caf\xC3\xA9 \\u00e9 \\n\"", true, true},
    {"true", true, false},
    {"True", false, true},
    {"-0", true, true},
    {"01", false, false},
    {"1.", false, false},
    {"1e", false, false},
    {"[1,]", false, false},
    {"{\"a\"}", false, false},
    {"{a:1}", false, false},
    {"\"open", false, false},
    {"", false, false},
    {"\"raw\nnewline and \\q\"", true, true},  // models write such
};
constexpr auto json_table = [] {
    builder b;
    return b.finish(b.json_value());
};
constexpr bool all_values_agree() {
    builder b;
    arena const json = b.finish(b.json_value()).value();
    arena const python = b.finish(b.python_value()).value();
    for (value_sample const& v : values) {
        if (matches(json, v.text) != v.json || matches(python, v.text) != v.python) {
            return false;
        }
    }
    return true;
}
static_assert(all_values_agree());
static_assert(json_table()->rules.size() == 8);

BOOST_AUTO_TEST_CASE(values_are_read_generously_and_written_strictly) {
    BOOST_TEST(all_values_agree());
    BOOST_TEST(printed([](builder& b) { return b.json_space(); }) == "<- refine([\\t\\n\\r ]*, eps)\n");
    BOOST_TEST(
        printed([](builder& b) { return b.json_member("k", b.literal("1")); }) ==
        "<- \"\\\"\" \"k\" \"\\\"\" refine([\\t\\n\\r ]*, eps) \":\" refine([\\t\\n\\r ]*, eps) \"1\"\n");
    for (auto const part : {&builder::json_object, &builder::json_array, &builder::json_string,
                            &builder::json_number, &builder::json_literal, &builder::python_dict,
                            &builder::python_list, &builder::python_string, &builder::python_literal}) {
        builder b;
        BOOST_TEST(b.finish((b.*part)()).has_value());
    }
}

BOOST_AUTO_TEST_CASE(of_many_delimiters_each_is_kept_once) {
    std::vector<std::string> texts;
    for (int i = 0; i < 300; ++i) {
        texts.push_back(std::string(100, '-') + std::to_string(i) + ">");  // alike but for their ends
    }
    std::vector<std::string_view> const once(texts.begin(), texts.end());
    std::vector<std::string_view> twice = once;
    twice.insert(twice.end(), once.rbegin(), once.rend());
    builder b;
    node_id const made = b.until(once);
    BOOST_TEST(b.until(twice) == made);
    BOOST_TEST(b.until(std::vector<std::string_view>(once.begin(), once.end() - 1)) != made);
    BOOST_TEST(b.literal(texts[7]) == b.literal(std::string(texts[7])));
    BOOST_TEST(b.literal(texts[7]) != b.literal(texts[8]));
}

struct raised {
    [[nodiscard]] bool stop_requested() const noexcept { return true; }
};

BOOST_AUTO_TEST_CASE(a_sequence_of_thousands_asks_whether_to_stop) {
    raised const now;
    peg::builder b;
    b.stop_with(now);
    std::vector<peg::node_id> const few(100, b.literal("a"));
    BOOST_TEST(b.finish(b.sequence(few)).has_value());
    std::vector<peg::node_id> const many(10'000, b.literal("b"));
    auto const stopped = b.finish(b.sequence(many));
    BOOST_REQUIRE(!stopped);
    BOOST_TEST((stopped.error().code == parlance::errc::cancelled));
}

BOOST_AUTO_TEST_CASE(parts_that_many_sequences_have_in_common_are_bounded) {
    builder b;
    std::vector<node_id> const many(30'000, b.any());
    node_id all = b.sequence(many);
    auto const around = [&](int levels) {
        for (int i = 0; i < levels; ++i) {
            all = b.sequence({all, b.literal("a")});
        }
        return all;
    };
    BOOST_TEST(b.finish(around(50)).has_value());
    auto const made = b.finish(around(100));
    BOOST_TEST((!made && made.error().code == errc::too_many_elements));
}

BOOST_AUTO_TEST_CASE(texts_of_one_plain_hash_have_different_keyed_ones) {
    std::string const one = "0123456789abcdef";
    std::string other = one;
    other[7] = static_cast<char>(other[7] ^ 0x80);  // a difference that the next word takes back
    other[15] = static_cast<char>(other[15] ^ 0x80);
    other[12] = static_cast<char>(other[12] ^ 0x04);
    auto const plain = [](std::string_view text) { return peg::detail::fnv{}.add(text).value; };
    BOOST_TEST(plain(one) == plain(other));
    for (std::uint64_t const seed : {0U, 1U, 12345U}) {
        BOOST_TEST(peg::detail::hash_of(one, seed) != peg::detail::hash_of(other, seed));
    }
    BOOST_TEST(peg::detail::hash_of(one, 1) != peg::detail::hash_of(one, 2));
}

BOOST_AUTO_TEST_CASE(however_many_sets_there_are_each_is_kept_once) {
    builder b;
    std::vector<node_id> parts;
    auto const set = [](char32_t i, bool negated) {
        char_set out;
        out.add(U'a', U'a' + i % 5).add(U'\u0100' + 3 * i, U'\u0101' + 3 * i);
        return negated ? out.negate() : out;
    };
    constexpr char32_t many = 300;
    for (int round = 0; round < 2; ++round) {
        for (char32_t i = 0; i < many; ++i) {
            parts.push_back(b.chars(set(i, false)));
            parts.push_back(b.chars(set(i, true)));
        }
    }
    arena const a = b.finish(b.sequence(parts)).value();
    BOOST_TEST(a.classes.size() == 2 * many);
    for (std::size_t i = 0; i < parts.size() / 2; ++i) {
        auto const of = [&](std::size_t k) {
            arena_view const v = a.view();
            return v.at(v.children_of(v.at(v.root))[k]).a;
        };
        BOOST_REQUIRE(of(i) == of(i + parts.size() / 2));
        BOOST_REQUIRE((i == 0 || of(i) != of(i - 1)));
    }
}

BOOST_AUTO_TEST_SUITE_END()

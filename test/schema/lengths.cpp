// test/schema/lengths.cpp - lengths beside patterns: masks are what the reference says, wherever the text is
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/solve/lengths.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_lengths)

namespace {

namespace json = parlance::json;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace schema = parlance::schema;
namespace data = boost::unit_test::data;

constexpr std::string_view letters[] = {"a",
                                        "b",
                                        "z",
                                        "A",
                                        "Z",
                                        "0",
                                        "7",
                                        " ",
                                        ".",
                                        "-",
                                        "_",
                                        "/",
                                        ":",
                                        "\xC3\xA9",
                                        "\xE2\x80\xA8",
                                        "\xE2\x80\x99",
                                        "\xF0\x9F\x98\x80"};

/// Bytes, and texts of up to 40 characters, some of which end in a quote, an escape, or inside a character.
mask::token_index const& tokens() {
    static mask::token_index const made = [] {
        parlance::vocab::token_list_builder all;
        for (int c = 0; c < 256; ++c) {
            all.add(std::string(1, static_cast<char>(c)));
        }
        std::minstd_rand random(3);
        for (int i = 0; i < 1500; ++i) {
            std::string text;
            std::size_t const kinds = i % 3 == 0 ? 2 : i % 3 == 1 ? 7 : std::size(letters);
            std::size_t const first = random() % (std::size(letters) - kinds + 1);
            for (auto length = 1 + random() % (i % 20 == 0 ? 40 : 8); length > 0; --length) {
                text += letters[first + random() % kinds];
            }
            constexpr std::string_view ends[] = {"\"",       "\\n",     "\\",  "\xC3",
                                                 "\xE2\x80", "\\u0061", "\",", "\"]"};
            text += i % 4 == 0 ? ends[random() % std::size(ends)] : std::string_view{};
            all.add(text);
        }
        auto const end = static_cast<parlance::vocab::token_id>(all.size());
        all.add("</s>", parlance::vocab::token_kind::control);
        all.end(end);
        return mask::token_index::build(std::move(all).finish().value()).value();
    }();
    return made;
}

char const* const schemas[] = {
    R"({"type":"string","pattern":"a.{6}b","minLength":40})",
    R"({"type":"string","pattern":"a.{5}b","minLength":4,"maxLength":70})",
    R"({"type":"string","pattern":"[0-9]{12}","minLength":5,"maxLength":60})",
    R"({"type":"string","pattern":"[0-9]{3}","maxLength":20})",
    R"({"type":"string","pattern":"[A-Za-z0-9_\\-_~.]+","minLength":1,"maxLength":12})",
    R"({"type":"string","pattern":"^((?!(c|C)(l|L)).)*$","maxLength":40})",
    R"({"type":"string","pattern":"^\\S.*$","minLength":3,"maxLength":50})",
    R"({"type":"string","pattern":"^[A-Za-z0-9_][^<>*#.%&:\\\\+?/]*$","maxLength":60})",
    R"({"type":"string","pattern":"^(?:\\S+\\s+){0,9}\\S+$","maxLength":30})",
    R"({"type":"string","pattern":"\\d+-[A-Fa-f0-9]*-[A-Fa-f0-9]{4}","minLength":25})",
    R"({"type":"array","items":{"type":"string","pattern":"a.{4}b","minLength":12},"maxItems":3})",
    R"({"type":"string","pattern":"^(ab)+$","minLength":7,"maxLength":31})",
    R"({"type":"string","pattern":"é.{3}z","minLength":20})",
    R"({"type":"string","pattern":"^[^\\.\\s]{1,12}(\\.[^\\.\\s]{1,12})*$","maxLength":40})",
};

/// Groups of a few parts each, repeated up to a bound, as a pattern in JSON.
std::string a_pattern(std::minstd_rand& random) {
    constexpr std::string_view parts[] = {R"(\\S+)",    R"(\\s+)", "[^ ]+",        " +",        "[a-z]+",
                                          "[a-z]{2,5}", ":",       "[A-Z][a-z]*",  R"(\\d{3})", "[^:]*",
                                          "(ab|z)+",    "-?",      "[\xC3\xA9z]+", "7{0,9}"};
    std::string out = "^";
    for (auto groups = 1 + random() % 2; groups > 0; --groups) {
        out += "(?:";
        for (auto few = 1 + random() % 3; few > 0; --few) {
            out += parts[random() % std::size(parts)];
        }
        out += "){" + std::to_string(random() % 3) + "," + std::to_string(3 + random() % 40) + "}";
        out += random() % 2 == 0 ? parts[random() % std::size(parts)] : std::string_view{};
    }
    return out + (random() % 2 == 0 ? "-?$" : "$");
}

}  // namespace

BOOST_DATA_TEST_CASE(masks_are_what_is_accepted, data::make(schemas)) {
    json::value const judged = json::parse(sample).value();
    schema::options how;
    how.whitespace = schema::spaces::compact;
    auto const net = schema::compile(judged, how);
    BOOST_REQUIRE(net.has_value());
    mask::matcher const begin(mask::compiled_grammar(mask::grammar::prepare(*net).value(), tokens()));
    std::minstd_rand random(5);
    std::size_t ended = 0;
    for (int run = 0; run < 8; ++run) {
        mask::matcher m = begin;
        std::string so_far;
        for (int step = 0; step < 60; ++step) {
            mask::allowed_tokens const next = m.allowed();
            std::vector<std::uint32_t> const words(next.words.begin(), next.words.end());
            std::vector<mask::token_id> likely;
            std::vector<mask::token_id> any;
            for (mask::token_id id = 0; id < tokens().size(); ++id) {
                bool const in = (words[id / 32] >> (id % 32) & 1) != 0;
                mask::matcher ahead = m;
                std::string_view const bytes = tokens().tokens().bytes(id);
                if (ahead.accept(id) != in) {
                    BOOST_ERROR(so_far << " + " << bytes << (in ? ": too much" : ": too little"));
                }
                if (in) {
                    any.push_back(id);
                    if (bytes.find_first_of("\"\\") == bytes.npos) {
                        likely.push_back(id);
                    }
                }
            }
            if (any.empty()) {
                break;  // a corner
            }
            if (m.can_stop()) {
                BOOST_TEST(schema::validate(judged, json::parse(so_far).value()).has_value(), so_far);
                ++ended;
                break;
            }
            auto const& from = likely.empty() || random() % 8 == 0 ? any : likely;
            mask::token_id const id = from[random() % from.size()];
            so_far += tokens().tokens().bytes(id);
            BOOST_REQUIRE(m.accept(id));
        }
    }
    BOOST_TEST_MESSAGE(sample << ": " << ended << " of 8 walks ended");
}

// Whatever token a text ends with, it is no longer than it may be, and nothing is missing.
BOOST_AUTO_TEST_CASE(what_ends_a_text_is_within_its_lengths) {
    std::size_t judged = 0;
    std::size_t counted = 0;
    for (unsigned seed = 1; seed <= 30; ++seed) {
        std::minstd_rand random(seed);
        random.discard(3);
        std::size_t const least = random() % 3 == 0 ? 0 : random() % 60;
        std::string const text = R"({"type":"string","pattern":")" + a_pattern(random) + R"(","minLength":)" +
                                 std::to_string(least) + R"(,"maxLength":)" +
                                 std::to_string(least + 70 + random() % 130) + "}";
        json::value const of = json::parse(text).value();
        auto const net = schema::compile(of);
        if (!net) {
            continue;  // as too large, or as allowing nothing
        }
        counted += net->counts.empty() ? 0 : 1;
        mask::matcher m(mask::compiled_grammar(mask::grammar::prepare(*net).value(), tokens()));
        std::string so_far;
        for (int step = 0; step < 200; ++step) {
            mask::allowed_tokens const next = m.allowed();
            BOOST_REQUIRE_MESSAGE(m.error() == parlance::errc::none, text << ": " << so_far);
            std::vector<std::uint32_t> const words(next.words.begin(), next.words.end());
            std::vector<mask::token_id> on;
            for (mask::token_id id = 0; id < tokens().size(); ++id) {
                bool const in = (words[id / 32] >> (id % 32) & 1) != 0;
                std::string_view const bytes = tokens().tokens().bytes(id);
                if (in && !bytes.ends_with('"')) {
                    on.push_back(id);
                } else if (in) {
                    mask::matcher ahead = m;
                    BOOST_REQUIRE(ahead.accept(id));
                    if (ahead.can_stop()) {
                        std::string const whole = so_far + std::string(bytes);
                        BOOST_TEST(schema::validate(of, json::parse(whole).value()).has_value(),
                                   text << ": " << whole);
                        ++judged;
                    } else {
                        on.push_back(id);
                    }
                }
            }
            if (on.empty()) {
                break;
            }
            mask::token_id const id = on[random() % on.size()];
            so_far += tokens().tokens().bytes(id);
            BOOST_REQUIRE(m.accept(id));
        }
    }
    BOOST_TEST_MESSAGE(judged << " texts, of " << counted << " schemas that count");
    BOOST_TEST(counted > 10u);
}

BOOST_AUTO_TEST_CASE(a_text_of_full_length_takes_no_character_more) {
    for (std::string const pattern :
         {"^[a-z]*-?$", "^[a-z]+(-[0-9])?$", "^(?:a+ +)*a+-?$", "^(?:a+ +)*a+(-b)?$"}) {
        for (std::size_t const most : {200u, 201u, 500u}) {
            auto const net = schema::compile(json::parse(R"({"type":"string","pattern":")" + pattern +
                                                         R"(","maxLength":)" + std::to_string(most) + "}")
                                                 .value());
            BOOST_REQUIRE(net.has_value());
            mask::matcher m(mask::compiled_grammar(mask::grammar::prepare(*net).value(), tokens()));
            BOOST_REQUIRE(m.accept("\"" + std::string(most - 1, 'a')));
            mask::matcher shorter = m;
            BOOST_TEST(shorter.accept("a\""), pattern);
            BOOST_TEST(m.accept("a"), pattern);
            BOOST_TEST(!m.accept("-"), pattern);
            BOOST_TEST(!m.accept("a"), pattern);
            BOOST_TEST(!m.accept(" a"), pattern);
            BOOST_TEST(m.accept("\""), pattern);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_last_character_that_a_length_asks_for_may_end_the_pattern) {
    struct {
        char const* schema;
        char const* text;
    } const rows[] = {
        {R"({"type":"string","minLength":36,"maxLength":36,
             "pattern":"^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$"})",
         R"("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")"},
        {R"({"type":"string","minLength":17,"maxLength":40,"pattern":"^[a-f]{8}-[a-f]{8}$"})",
         R"("abcdefab-abcdefab")"},
        {R"({"type":"string","minLength":17,"pattern":"^[a-f]{8}-[a-f]{8}$"})", R"("abcdefab-abcdefab")"},
        {R"({"type":"string","minLength":18,"maxLength":22,"pattern":"^[0-9]{8}([0-9]{5}){2,3}$"})",
         R"("123456781234567890")"},
        {R"({"type":"array","items":{"type":"string","minLength":20,"maxLength":20,"pattern":"^x[0-9]+y$"}})",
         R"(["x012345678901234567y","x012345678901234567y"])"},
    };
    for (auto const& row : rows) {
        auto const net = schema::compile(json::parse(row.schema).value()).value();
        mask::matcher m(mask::compiled_grammar(mask::grammar::prepare(net).value(), tokens()));
        for (char const& c : std::string_view(row.text)) {
            auto const id = static_cast<mask::token_id>(static_cast<unsigned char>(c));  // bytes come first
            BOOST_TEST((m.allowed().words[id / 32] >> (id % 32) & 1) != 0,
                       row.text << " up to " << &c - row.text);
            BOOST_REQUIRE(m.accept(id));
        }
        BOOST_TEST(m.can_stop(), row.text);
    }
}

BOOST_AUTO_TEST_CASE(a_text_far_from_its_end_is_never_led_into_a_corner) {
    for (char const* const each : {
             R"({"type":"string","minLength":35,"maxLength":200,"pattern":"[0-9]{24}"})",
             R"({"type":"string","maxLength":120,"pattern":"^[a-zA-Z0-9._-]+@[a-z]+[.](com|org)$"})",
         }) {
        auto const net = schema::compile(json::parse(each).value()).value();
        mask::matcher const begin(mask::compiled_grammar(mask::grammar::prepare(net).value(), tokens()));
        std::minstd_rand random(11);
        for (int run = 0; run < 10; ++run) {
            mask::matcher m = begin;
            for (int step = 0; step < 300 && !m.can_stop(); ++step) {
                mask::allowed_tokens const next = m.allowed();
                std::vector<mask::token_id> any;
                for (mask::token_id id = 0; id < tokens().size(); ++id) {
                    if ((next.words[id / 32] >> (id % 32) & 1) != 0) {
                        any.push_back(id);
                    }
                }
                BOOST_REQUIRE_MESSAGE(!any.empty(), each);
                BOOST_REQUIRE(m.accept(any[random() % any.size()]));
            }
            BOOST_TEST(m.can_stop(), each);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_can_be_counted_apart_has_no_dead_end) {
    struct {
        char const* pattern;
        std::uint64_t least;
        std::uint64_t most;
        bool apart;
    } const rows[] = {
        {"^[a-z]*$", 3, 9, true},   {"^\\S.*$", 3, 9, true},     {"^\\S.*$", 0, 1, true},
        {"^ab[a-z]*$", 0, 2, true}, {"^ab[a-z]*$", 0, 1, false}, {"[0-9]", 0, 9, false},
        {"^(ab)*$", 0, 9, false},   {"^[a-z]{3}$", 4, 9, false}, {"^[a-z]{3}$", 2, 9, true},
        {"^(ab)+c*$", 0, 9, false}, {"^(a|bc)d?$", 3, 9, false}, {"^(a|bc)d?$", 1, 3, true},
    };
    parlance::work spent{parlance::limits{}};
    for (auto const& row : rows) {
        rtn::dfa const a = rtn::minimized(rtn::regex(row.pattern, rtn::regex_match::search).value());
        BOOST_TEST(schema::detail::counts_apart(a, row.least, row.most, spent) == row.apart,
                   row.pattern << " " << row.least << " " << row.most);
    }
    for (auto const& [pattern, points] : {std::pair<char const*, std::uint32_t>{"^a*$", 0},
                                          {"[0-9]{24}", 24},
                                          {"^\\S+( \\S+)*$", 1},
                                          {"^(ab|cde)$", 2}}) {
        rtn::dfa const a = rtn::minimized(rtn::regex(pattern, rtn::regex_match::search).value());
        BOOST_TEST(schema::detail::farthest_from_end(a, spent) == points, pattern);
    }
}

BOOST_AUTO_TEST_SUITE_END()

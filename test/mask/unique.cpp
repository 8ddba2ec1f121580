// test/mask/unique.cpp - names of members and items of arrays that may not come twice, against all that may be written
// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"
#include <parlance/mask/forced.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_unique)

namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace gbnf = parlance::gbnf;
namespace vocab = parlance::vocab;

namespace {

rtn::rule_id rule(rtn::network const& net, std::string_view name) {
    rtn::rule_id r = 0;
    while (net.name(r) != name) {
        ++r;
    }
    return r;
}

/// The rule `object` of a grammar names no member twice, and `array` has no item twice.
rtn::network unique(std::string_view grammar, rtn::member_names names, rtn::array_items items) {
    rtn::network net = *rtn::from_gbnf(*gbnf::compile(grammar));
    if (grammar.find("object ::=") != std::string_view::npos) {
        net.objects.push_back({rule(net, "object"), names});
    }
    if (grammar.find("array ::=") != std::string_view::npos) {
        net.arrays.push_back({rule(net, "array"), items});
    }
    return net;
}

/// Walks at random, and back: at each place exactly those tokens are allowed behind which `alive` says that something can
/// follow.  Ends where the text may end; returns how many places it has seen.
std::size_t walk(rtn::network const& net, std::vector<std::string> const& texts,
                 std::function<bool(std::string const&)> const& alive, unsigned seed) {
    vocab::token_list const tokens = mask_fixture::vocabulary(texts);
    mask::compiled_grammar const compiled(*mask::grammar::prepare(net), *mask::token_index::build(tokens));
    std::mt19937 random(seed);
    std::size_t seen = 0;
    for (int again = 0; again < 60; ++again) {
        mask::matcher m(compiled);
        std::vector<std::string> at{""};
        for (int step = 0; step < 40; ++step, ++seen) {
            std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
            m.fill(words);
            std::vector<vocab::token_id> next;
            for (vocab::token_id t = 0; t < texts.size(); ++t) {
                bool const allowed = mask::bitmask{words}.test(t);
                bool const expected = alive(at.back() + texts[t]);
                BOOST_TEST(allowed == expected, at.back() << " and then " << texts[t] << ": " << allowed);
                if (expected != allowed) {
                    return seen;
                }
                mask::matcher copy = m;
                BOOST_TEST(copy.accept(t) == allowed);
                if (allowed) {
                    next.push_back(t);
                }
            }
            if (at.size() > 2 && random() % 8 == 0) {
                BOOST_TEST(m.rollback(2));
                at.resize(at.size() - 2);
            } else if (next.empty()) {
                break;
            } else {
                vocab::token_id const t = next[random() % next.size()];
                BOOST_TEST(m.accept(t));
                at.push_back(at.back() + texts[t]);
            }
        }
    }
    return seen;
}

struct spelled {
    std::string text;
    std::string value;  // equal for what is equal
};

/// All texts of `open item (, item)* close` with at most `most` items, none of them twice.
std::vector<spelled> lists(std::string_view open, std::vector<spelled> const& items, std::string_view close,
                           std::size_t most) {
    struct begun {
        std::string text;
        std::vector<std::string> values;
    };
    std::vector<spelled> out;
    std::vector<begun> now{{std::string(open), {}}};
    for (std::size_t n = 0; n <= most; ++n) {
        std::vector<begun> longer;
        for (begun const& b : now) {
            std::vector<std::string> sorted = b.values;
            if (open == "{") {
                std::ranges::sort(sorted);  // members have no order
            }
            std::string value(open);
            for (std::string const& v : sorted) {
                value += v + ";";
            }
            out.push_back({b.text + std::string(close), value});
            for (spelled const& item : items) {
                std::string const key = open == "{" ? item.value.substr(0, item.value.find(':')) : item.value;
                bool const there = std::ranges::any_of(b.values, [&](std::string const& v) {
                    return open == "{" ? v.substr(0, v.find(':')) == key : v == key;
                });
                if (!there) {
                    begun more = b;
                    more.text += (n == 0 ? "" : ",") + item.text;
                    more.values.push_back(item.value);
                    longer.push_back(std::move(more));
                }
            }
        }
        now = std::move(longer);
    }
    return out;
}

std::function<bool(std::string const&)> beginnings_of(std::vector<spelled> const& all) {
    std::set<std::string> prefixes;
    for (spelled const& s : all) {
        for (std::size_t n = 0; n <= s.text.size(); ++n) {
            prefixes.insert(s.text.substr(0, n));
        }
    }
    return [prefixes = std::move(prefixes)](std::string const& text) { return prefixes.contains(text); };
}

std::vector<std::string> const tokens{
    "[",     "]",  "{",    "}",         "\"",   ":",    ",",     "1",         "0",   ".",
    "e",     "2",  "-",    "+",         "t",    "true", "a",     "b",         "\\",  "u",
    "\\u00", "61", "6",    "{\"",       "\":1", ",\"",  "\"a",   "a\":1,\"",  "1,1", "1.0",
    ",1",    "],", "[1,2", "{\"a\":1}", "[1",   "b\":", "\"b\"", ",\"a\":1}", "rue", "ab"};

}  // namespace

BOOST_AUTO_TEST_CASE(items_of_a_list_of_few_values) {
    constexpr std::string_view grammar = R"(root ::= array
        array ::= "[" (item ("," item){0,3})? "]"
        item ::= "1" (".0" | "e0" | "e+0")? | "2" | "-0" | "0" | "true" | "\"" ("a" | "\\u0061") "\"")";
    std::vector<spelled> const items{{"1", "1"},       {"1.0", "1"},          {"1e0", "1"}, {"1e+0", "1"},
                                     {"2", "2"},       {"-0", "0"},           {"0", "0"},   {"true", "true"},
                                     {"\"a\"", "'a'"}, {"\"\\u0061\"", "'a'"}};
    for (auto const kind : {rtn::array_items::limited, rtn::array_items::unique}) {
        rtn::network const net = unique(grammar, {}, kind);
        BOOST_TEST(walk(net, tokens, beginnings_of(lists("[", items, "]", 4)), 1) > 100U);
    }
}

BOOST_AUTO_TEST_CASE(where_all_values_are_used_up_nothing_follows_but_the_end) {
    rtn::network const net = unique(R"(root ::= array
        array ::= "[" item ("," item)* "]"
        item ::= "1" | "1.0" | "2")",
                                    {}, rtn::array_items::limited);
    auto all = lists("[", {{"1", "1"}, {"1.0", "1"}, {"2", "2"}}, "]", 3);
    std::erase_if(all, [](spelled const& s) { return s.text == "[]"; });
    BOOST_TEST(walk(net, tokens, beginnings_of(all), 2) > 60U);
}

/// How many members there are at most is said by the rule.
BOOST_AUTO_TEST_CASE(names_of_members_few_of_them) {
    rtn::network const net = unique(R"(root ::= object
        object ::= "{" (member ("," member){0,2})? "}"
        member ::= "\"" name "\":1"
        name ::= "a" | "b" | "ab" | "\\u0061" | "\\u0061b")",
                                    rtn::member_names::limited, {});
    std::vector<spelled> const members{{R"("a":1)", "a:1"},
                                       {R"("b":1)", "b:1"},
                                       {R"("ab":1)", "ab:1"},
                                       {R"("\u0061":1)", "a:1"},
                                       {R"("\u0061b":1)", "ab:1"}};
    BOOST_TEST(walk(net, tokens, beginnings_of(lists("{", members, "}", 3)), 3) > 100U);
}

BOOST_AUTO_TEST_CASE(names_of_members_any_number_of_them) {
    rtn::network const net = unique(R"(root ::= object
        object ::= "{" (member ("," member)*)? "}"
        member ::= "\"" name "\":1"
        name ::= ("a" | "b" | "\\u0061")*)",
                                    rtn::member_names::open, {});
    auto const alive = [](std::string const& text) {
        // What the grammar says, and that no name that has ended was there before.
        std::set<std::string> seen;
        std::string_view rest = text;
        auto const take = [&](std::string_view what) {
            std::size_t const n = (std::min)(what.size(), rest.size());
            bool const same = rest.substr(0, n) == what.substr(0, n);
            rest.remove_prefix(n);
            return same;
        };
        if (!take("{")) {
            return false;
        }
        if (rest.empty() || rest == "}") {
            return true;
        }
        for (;;) {
            if (!take("\"")) {
                return false;
            }
            std::string name;
            while (!rest.empty() && rest[0] != '"') {
                if (rest[0] == '\\') {
                    if (!take("\\u0061")) {
                        return false;
                    }
                    name += 'a';
                } else if (rest[0] == 'a' || rest[0] == 'b') {
                    name += rest[0];
                    rest.remove_prefix(1);
                } else {
                    return false;
                }
            }
            if (rest.empty()) {
                return true;
            }
            if (!seen.insert(name).second || !take("\":1")) {
                return false;
            }
            if (rest.empty() || rest == "}") {
                return true;
            }
            if (!take(",")) {
                return false;
            }
            if (rest.empty()) {
                return true;
            }
        }
    };
    BOOST_TEST(walk(net, tokens, alive, 4) > 500U);
}

BOOST_AUTO_TEST_CASE(values_that_hold_values) {
    // Objects that differ in nothing but the order of their members are one value, and the names of each are its own.
    rtn::network const net = unique(R"(root ::= array
        array ::= "[" item ("," item){0,2} "]"
        item ::= object | inner
        inner ::= "[" ("1" ("," "1")?)? "]"
        object ::= "{" (member ("," member)?)? "}"
        member ::= "\"" ("a" | "b" | "\\u0061") "\":" [12])",
                                    rtn::member_names::limited, rtn::array_items::limited);
    std::vector<spelled> items;
    for (std::string const name : {"a", "b", "\\u0061"}) {
        for (std::string const value : {"1", "2"}) {
            items.push_back({"\"" + name + "\":" + value, (name == "b" ? "b:" : "a:") + value});
        }
    }
    std::vector<spelled> values = lists("{", items, "}", 2);
    for (std::string const text : {"[]", "[1]", "[1,1]"}) {
        values.push_back({text, text});
    }
    auto all = lists("[", values, "]", 3);
    std::erase_if(all, [](spelled const& s) { return s.text == "[]"; });
    BOOST_TEST(walk(net, tokens, beginnings_of(all), 5) > 100U);
}

// What is new has to be written in time, too.

namespace {

/// Single bytes, so that tokens are bytes.
std::vector<std::string> letters(std::string_view of) {
    std::vector<std::string> out;
    for (char const c : of) {
        out.emplace_back(1, c);
    }
    return out;
}

mask::compiled_grammar compiled(rtn::network const& net, std::vector<std::string> const& texts) {
    return {*mask::grammar::prepare(net), *mask::token_index::build(mask_fixture::vocabulary(texts))};
}

/// Tokens that complete a text, the end token among them.
std::size_t least_behind(mask::compiled_grammar const& of, std::string_view text) {
    mask::matcher m(of);
    BOOST_REQUIRE(m.accept(text));
    return m.least_remaining();
}

/// Writes whatever the masks allow until the text has ended, and returns it; without its end, and with an error, where that
/// took more tokens than `budget`.
std::string written(mask::compiled_grammar const& of, std::vector<std::string> const& texts,
                    std::size_t budget, std::mt19937& random) {
    mask::matcher m(of);
    m.remaining(budget);
    std::string text;
    for (std::size_t used = 0; !m.stopped(); ++used) {
        mask::allowed_tokens const allowed = m.allowed();
        std::vector<mask::token_id> ids;
        mask::detail::each_bit(allowed.words, [&](mask::token_id id) { ids.push_back(id); });
        if (used == budget || allowed.state == mask::filled::limited || ids.empty()) {
            BOOST_ERROR("not at the end within " << budget << ": " << text);
            break;
        }
        mask::token_id const id = ids[random() % ids.size()];
        BOOST_REQUIRE(m.accept(id));
        text += id < texts.size() ? texts[id] : "";
    }
    return text;
}

/// Random texts in every budget from the least one on: how many have ended in time.
std::size_t in_time(mask::compiled_grammar const& of, std::vector<std::string> const& texts,
                    std::function<bool(std::string const&)> const& good) {
    std::size_t const least = mask::matcher(of).least_remaining();
    BOOST_REQUIRE(least != mask::matcher::unlimited);
    std::mt19937 random(9);
    std::size_t ended = 0;
    for (std::size_t more = 0; more < 12; ++more) {
        std::string const text = written(of, texts, least + more, random);
        BOOST_TEST(good(text), text);
        ended += good(text);
    }
    return ended;
}

/// Whether no name of the members of an object, whose values hold no quotes, comes twice.
bool names_are_new(std::string const& text) {
    std::set<std::string> seen;
    for (std::size_t at = text.find('"'); at != std::string::npos;) {
        std::size_t const end = text.find('"', at + 1);
        if (end == std::string::npos || !seen.insert(text.substr(at, end - at)).second) {
            return false;
        }
        at = text.find('"', end + 1);
    }
    return text.ends_with('}');
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_least_number_of_tokens_is_that_of_new_names) {
    rtn::network const net = unique(R"(root ::= object
        object ::= "{" member ("," member){2,9} "}"
        member ::= "\"" ("a" | "b")* "\":1")",
                                    rtn::member_names::open, {});
    auto const of = compiled(net, letters("{}\",:1ab"));
    std::string_view const shortest = R"({"":1,"a":1,"b":1})";
    for (std::size_t read = 0; read <= shortest.size(); ++read) {
        BOOST_TEST(least_behind(of, shortest.substr(0, read)) == shortest.size() - read + 1,
                   shortest.substr(0, read));
    }
    BOOST_TEST(least_behind(of, R"({"b":1,"":1,")") == std::string_view(R"(a":1})").size() + 1);
    BOOST_TEST(least_behind(of, R"({"a":1,"b":1,"a)") == std::string_view(R"(a":1})").size() + 1);
    BOOST_TEST(least_behind(of, R"({"":1,"a":1,"b":1,")") == std::string_view(R"(aa":1})").size() + 1);
}

BOOST_AUTO_TEST_CASE(the_least_number_of_tokens_is_that_of_new_items) {
    rtn::network const net = unique(R"(root ::= array
        array ::= "[" item ("," item){2,9} "]"
        item ::= [0-9] ("." [0-9])?)",
                                    {}, rtn::array_items::unique);
    auto const of = compiled(net, letters("[],.0123456789"));
    BOOST_TEST(least_behind(of, "[1,2,0.") == std::string_view("0]").size() + 1);
    BOOST_TEST(least_behind(of, "[0,1,0.") == std::string_view("1]").size() + 1);  // 0.0 is 0
    BOOST_TEST(least_behind(of, "[0,1,2,3,4,5,6,7,8,9.") == std::string_view("0]").size() + 1);
    BOOST_TEST(least_behind(of, "[0,1,2,3,4,5,6,7,9,9.") == std::string_view("1]").size() + 1);
}

BOOST_AUTO_TEST_CASE(names_that_differ_in_their_last_letter_are_found_however_many_there_are) {
    rtn::network const net = unique(R"(root ::= object
        object ::= "{" member ("," member){9,19} "}"
        member ::= "\"key_" [0-9] "\":" ("1" | "[1,{}]" | "{1:[2]}"))",
                                    rtn::member_names::limited, {});
    std::vector<std::string> const texts = letters("{}\",:1[]2key_03456789");
    auto const of = compiled(net, texts);
    std::string all = "{";
    for (char digit = '0'; digit <= '9'; ++digit) {
        all += std::string(digit == '0' ? "" : ",") + "\"key_" + digit + "\":1";
    }
    BOOST_TEST(least_behind(of, "") == all.size() + 2);
    BOOST_TEST(least_behind(of, all.substr(0, all.size() - 9)) ==
               std::string_view("\"key_9\":1}").size() + 1);
    BOOST_TEST(in_time(of, texts, names_are_new) == 12u);
    // an eleventh one there is not
    mask::matcher m(of);
    BOOST_REQUIRE(m.accept(all));
    BOOST_TEST(!m.accept(","));
}

BOOST_AUTO_TEST_CASE(random_members_are_complete_within_every_budget) {
    struct sample {
        char const* what;
        rtn::member_names names;
        char const* grammar;
    };
    sample const samples[] = {
        {"any names", rtn::member_names::open, R"(root ::= object
            object ::= "{" member ("," member){2,9} "}"
            member ::= "\"" [ab]* "\":" ("1" | "true" | "[1,1]"))"},
        {"few names", rtn::member_names::limited, R"(root ::= object
            object ::= "{" member ("," member){1,3} "}"
            member ::= "\"" ("a" | "b" | "ab" | "\\u0061b" | "\\u0062") "\":1")"},
        {"names that lead to other values", rtn::member_names::open, R"(root ::= object
            object ::= "{" member ("," member){2,4} "}"
            member ::= "\"a" [ab]* "\":1" | "\"b" [ab]* "\":[1,{},{2:[1]}]")"},
        {"names that need more behind them", rtn::member_names::open, R"(root ::= object
            object ::= "{" "\"" [ab]* "\":1," (first | second) "}"
            first ::= "\"a" [ab]* "\":1,\"" [ab]* "\":1"
            second ::= "\"b" [ab]* "\":1")"},
    };
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.what) {
            rtn::network const net = unique(s.grammar, s.names, {});
            BOOST_TEST(in_time(compiled(net, tokens), tokens, names_are_new) == 12u);
        }
    }
}

BOOST_AUTO_TEST_CASE(random_items_are_complete_within_every_budget) {
    rtn::network const net = unique(R"(root ::= array
        array ::= "[" item ("," item){2,5} "]"
        item ::= "1" ("." [0-2]+)? | "2" | "0" | "true" | "\"" [ab]+ "\"")",
                                    {}, rtn::array_items::unique);
    BOOST_TEST(in_time(compiled(net, tokens), tokens, [](std::string const& text) {
                   std::set<std::string> seen;
                   std::size_t begin = 1;
                   while (begin < text.size()) {
                       std::size_t const end = text.find_first_of(",]", begin);
                       std::string item = text.substr(begin, end - begin);
                       if (item.find('.') != std::string::npos) {
                           while (item.ends_with('0')) {
                               item.pop_back();
                           }
                           item = item.ends_with('.') ? item.substr(0, item.size() - 1) : item;
                       }
                       if (end == std::string::npos || !seen.insert(item).second) {
                           return false;
                       }
                       begin = end + 1;
                   }
                   return text.ends_with(']') && seen.size() > 2;
               }) == 12u);
}

BOOST_AUTO_TEST_CASE(strings_in_values_and_escapes_in_names_hide_what_would_end_them) {
    // the value behind x is shorter than it looks, that behind y longer
    rtn::network const net = unique(R"(root ::= object
        object ::= "{" member ("," member){1,4} "}"
        member ::= "\"x" [ab]* "\":[]" | "\"y" [ab]* "\":\"}\\\",]\"" | "\"\\\"" [ab]* "\":\"}}}\"")",
                                    rtn::member_names::open, {});
    auto const of = compiled(net, letters("{}\",:\\[]xyab"));
    BOOST_TEST(least_behind(of, "") == std::string_view(R"({"x":[],"xa":[]})").size() + 1);
    BOOST_TEST(least_behind(of, R"({"y)") == std::string_view(R"(":"}\",]","x":[]})").size() + 1);
    BOOST_TEST(least_behind(of, R"({"\")") == std::string_view(R"(":"}}}","x":[]})").size() + 1);
    BOOST_TEST(least_behind(of, R"({"\"":"}}}","\")") == std::string_view(R"(a":"}}}"})").size() + 1);
}

BOOST_AUTO_TEST_CASE(a_name_of_a_thousand_letters_is_found_letter_by_letter) {
    std::string const name(1100, 'a');
    rtn::network const net = unique("root ::= object\nobject ::= \"{\" member (\",\" member){1,2} \"}\"\n"
                                    "member ::= \"\\\"" +
                                        name + "\" [ab] \"\\\":1\"",
                                    rtn::member_names::open, {});
    auto const of = compiled(net, letters("{}\",:1ab"));
    std::size_t const member = name.size() + 5;  // a letter, two quotes, a colon and a value
    std::size_t const least = least_behind(of, "");
    BOOST_TEST(least == 2 * member + 4);
    BOOST_TEST(least_behind(of, "{\"" + name + "b\":1,\"" + name) == 6u);  // a":1} and the end
}

// The masks of large vocabularies are not found token by token.

namespace {

constexpr std::string_view json = R"(root ::= value
    value ::= array | object | number | string | "true" | "null"
    array ::= "[" (value ("," " "? value)*)? "]"
    object ::= "{" (member ("," " "? member)*)? "}"
    member ::= string ":" " "? value
    number ::= "-"? ("0" | [1-9] [0-9]{0,5}) ("." [0-9]{1,6})? ("e" [0-9]{1,2})?
    string ::= "\"" ([^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9A-Fa-f]{4}))* "\"")";

/// Bytes, numbers, words, and what stands in JSON.
std::vector<std::string> many_pieces() {
    std::vector<std::string> out;
    for (unsigned b = 0; b < 256; ++b) {
        out.emplace_back(1, static_cast<char>(b));
    }
    for (int i = 10; i < 400; ++i) {
        out.push_back(std::to_string(i));
    }
    for (char const* const p :
         {"{\"",          "\":",    "\": ",        "\",",      ", \"",      ",\"",        "\"}",
          "[\"",          "\"]",    "true",        "null",     ", ",        "],",         "],[",
          "}]",           "[[",     "]]",          "{}",       "[]",        "\"a\"",      "\"a\",",
          "\"b\":",       "a\":",   "a\":1",       "1,",       "1]",        "1,1",        "1.0",
          ".0",           "2,1",    "[1,2]",       "[1],",     "{\"a\":",   "\\u00",      "\\u0061",
          "\\\"",         "61\"",   "a\",",        "b\",\"",   "ab\",\"",   "e0",         "10,10",
          "0]",           "1], [1", "a\":1},{\"a", ",\"\\n\"", "\"\\n\":",  "{\"\\n\":1", ",\"\\\\\":1",
          "\":1,\"\\n\"", "{}",     "{},",         "{ }",      "{\"a\":1}", "{},{}",      "x\"",
          "\\ud83d",      "\\ude00"}) {
        out.emplace_back(p);
    }
    for (std::string const word : {"ab", "abc", "name", "names", "new", "bc", "\xC3\xA9", "date"}) {
        out.insert(out.end(), {word, word + "\"", "\"" + word, ",\"" + word + "\"", " " + word});
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_of_many_tokens_leave_out_what_was_there_and_no_more) {
    std::vector<std::string> const texts = many_pieces();
    struct sample {
        rtn::member_names names;
        rtn::array_items items;
    };
    sample const kinds[] = {{rtn::member_names::open, rtn::array_items::unique},
                            {rtn::member_names::limited, rtn::array_items::limited},
                            {rtn::member_names::open, rtn::array_items::any}};
    char const* const read[] = {"",
                                "[",
                                "[1,2,",
                                "[1,2,3",
                                "[1,2, ",
                                "[10,1,100,12",
                                "[1.5,10,1",
                                "[1.50,2,1.5",
                                "[\"ab\",\"a",
                                "[\"ab\",\"name\",",
                                "[\"a\",\"\\u0061b\",\"a",
                                "[\"a\",\"b\",\"\\",
                                "[[1,2],[1",
                                "[[1],[2],[",
                                "[[1],[1,2",
                                "[true,",
                                "[true,null,1,[],",
                                "{\"a\":1,\"b\":2,",
                                "{\"a\":1,\"b\":2,\"",
                                "{\"ab\":1,\"abc\":1,\"a",
                                "{\"ab\":1,\"\\u0061",
                                "{\"\\n\":1,\"a\":1,\"\\",
                                "{\"\\n\":1",
                                "{\"\\n\":1,\"\\\\\":2,",
                                "{\"\\\\\":1,\"b",
                                "{\"a\":[1,2],\"b\":[1,",
                                "{\"a\":{\"a\":1},\"b\":{\"a\":1,\"",
                                "[{\"a\":1},{\"a\":",
                                "[{},",
                                "[1,{},2,",
                                "[{},{",
                                "[{\"a\":1},",
                                "{\"\\ud83d\":1,\"\\uD83D",
                                "{\"\\ud83dx\":1,\"\\uD83D",
                                "{\"\\ud83d\\ude00\":1,\"\\uD83D",
                                "{\"\\ud83d\":1,\"",
                                "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":"};
    for (sample const& kind : kinds) {
        auto const of = compiled(unique(json, kind.names, kind.items), texts);
        for (char const* const text : read) {
            mask::matcher m(of);
            BOOST_REQUIRE(m.accept(std::string_view(text)));
            mask::allowed_tokens const allowed = m.allowed();
            BOOST_TEST((allowed.state == mask::filled::some), text);
            std::string wrong;
            for (mask::token_id id = 0; id < texts.size(); ++id) {
                mask::matcher copy = m;
                if (copy.accept(id) != (((allowed.words[id / 32] >> (id % 32)) & 1u) != 0)) {
                    wrong += " " + texts[id];
                }
            }
            BOOST_TEST(wrong == "", text << " and then" << wrong);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_name_is_the_same_however_it_is_written) {
    struct sample {
        char const* one;
        char const* other;
        bool same;
    };
    sample const samples[] = {
        {"a", "\\u0061", true},
        {"\\n", "\\u000a", true},
        {"\\f", "\\u000C", true},
        {"\\b", "\\u0008", true},
        {"\\r", "\\u000d", true},
        {"\\t", "\\u0009", true},
        {"\\n", "n", false},
        {"\\f", "\\b", false},
        {"/", "\\/", true},
        {"\\\"", "\\u0022", true},
        {"\\\\", "\\u005C", true},
        {"\xC3\xA9", "\\u00e9", true},
        {"\xC3\xA9", "\\u00E8", false},
        {"\xE2\x82\xAC", "\\u20AC", true},
        {"\xF0\x9F\x98\x80", "\\ud83d\\uDE00", true},
        {"\xF0\x9F\x98\x80", "\\ud83d\\uDE01", false},
        // half a pair is a text of its own
        {"\\ud83d", "\\uD83D", true},
        {"\\ud83d", "\\uD83E", false},
        {"\\ud83d", "\\ud83d\\ude00", false},
        {"\\ude00", "\\ud83d\\ude00", false},
        {"\\ud83d\\n", "\\ud83d\\u000a", true},
        {"\\ud83dx", "\\ud83d\\u0078", true},
        {"\\ud83d\\ud83d\\ude00", "\\ud83d\xF0\x9F\x98\x80", true},
    };
    auto const of = compiled(unique(json, rtn::member_names::open, rtn::array_items::unique), many_pieces());
    for (sample const& s : samples) {
        for (bool const swapped : {false, true}) {
            std::string const one = swapped ? s.other : s.one;
            std::string const other = swapped ? s.one : s.other;
            BOOST_TEST_CONTEXT(one << " and " << other) {
                mask::matcher m(of);
                BOOST_REQUIRE(m.accept("{\"" + one + "\":1,\"" + other));
                BOOST_TEST((((m.allowed().words['"' / 32] >> ('"' % 32)) & 1u) != 0) != s.same);
                BOOST_TEST(m.accept(std::string_view("\"")) != s.same);
                mask::matcher items(of);
                BOOST_REQUIRE(items.accept("[\"" + one + "\",\"" + other));
                BOOST_TEST(items.accept(std::string_view("\"")) != s.same);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_forgotten_is_the_way_back_and_not_the_names) {
    auto const of = compiled(unique(json, rtn::member_names::open, rtn::array_items::unique), many_pieces());
    mask::matcher keeps(of);
    mask::matcher forgets(of);
    auto const read = [&](std::string const& text) {
        BOOST_REQUIRE(keeps.accept(text));
        BOOST_REQUIRE(forgets.accept(text));
        forgets.forget();
        BOOST_TEST(forgets.steps() == 0u);
    };
    read("[[1,2],");
    read("{");
    for (int i = 0; i < 400; ++i) {
        std::string const number = std::to_string(i);
        read("\"name" + number + "\":");
        read("{\"a\":\"\\\"}\",\"b\\u0061" + number + "\":[" + number + ",{}]},");
    }
    read("\"last\":{\"a\":1,\"na");
    for (char const* const name : {"me", "a", "b"}) {
        mask::matcher inner = forgets;
        BOOST_TEST(inner.accept(std::string(name) + "\":1"), name);  // of another object
    }
    BOOST_TEST(std::ranges::equal(keeps.allowed().words, forgets.allowed().words));
    read("me\":2},\"");
    BOOST_TEST(std::ranges::equal(keeps.allowed().words, forgets.allowed().words));
    for (int const i : {0, 1, 199, 399}) {
        mask::matcher again = forgets;
        BOOST_TEST(!again.accept("name" + std::to_string(i) + "\""), i);
        BOOST_TEST(!again.accept("n\\u0061me" + std::to_string(i) + "\""), i);
    }
    read("name400\":1}");
    BOOST_TEST(!forgets.accept(std::string_view(",[1,2]")));
    BOOST_TEST(forgets.accept(std::string_view(",[2,1]]")));
}

BOOST_AUTO_TEST_SUITE_END()

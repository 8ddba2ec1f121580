// test/gbnf/left_recursion.cpp - the same language, no rule at its own left edge
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/print.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(gbnf_left_recursion)

namespace gbnf = parlance::gbnf;
using parlance::errc;

namespace {

gbnf::grammar compiled(std::string_view text) {
    gbnf::options how;
    how.allow_left_recursion = true;
    return *gbnf::compile(text, how);
}

/// Which parts of a text each rule matches, found by adding until nothing is added any more: any recursion will do.
class fixpoint {
public:
    fixpoint(gbnf::grammar_view g, std::string_view text) : g_(g), text_(text) {
        for (bool grown = true; grown;) {
            grown = false;
            for (std::uint32_t r = 0; r < g_.rule_count(); ++r) {
                for (std::size_t from = 0; from <= text_.size(); ++from) {
                    for (std::size_t const to : ends(r, from)) {
                        grown = spans_.insert({r, from, to}).second || grown;
                    }
                }
            }
        }
    }
    [[nodiscard]] bool whole() const { return spans_.count({g_.root, 0, text_.size()}) != 0; }

private:
    using kind = gbnf::element_kind;
    using places = std::set<std::size_t>;

    places ends(std::uint32_t r, std::size_t from) const {
        auto const rows = g_.rule(r);
        places out;
        places now{from};
        for (std::size_t i = 0; i < rows.size();) {
            if (rows[i].kind == kind::alt || rows[i].kind == kind::end) {
                out.insert(now.begin(), now.end());
                now = {from};
                ++i;
                continue;
            }
            std::size_t const length = gbnf::item_length(rows, i);
            places next;
            for (std::size_t const at : now) {
                places const more = item(rows.subspan(i, length), at);
                next.insert(more.begin(), more.end());
            }
            now = next;
            i += length;
        }
        return out;
    }
    places item(std::span<gbnf::element const> rows, std::size_t at) const {
        if (rows[0].kind == kind::repeat) {
            places out;
            places now{at};
            for (std::uint32_t n = 0; n <= std::min<std::uint32_t>(rows[1].value, 12); ++n) {
                if (n >= rows[0].value) {
                    out.insert(now.begin(), now.end());
                }
                places next;
                for (std::size_t const p : now) {
                    places const more = item(rows.subspan(2), p);
                    next.insert(more.begin(), more.end());
                }
                now = next;
            }
            return out;
        }
        if (rows[0].kind == kind::rule_ref) {
            places out;
            for (auto const& [r, from, to] : spans_) {
                if (r == rows[0].value && from == at) {
                    out.insert(to);
                }
            }
            return out;
        }
        bool found = false;
        for (gbnf::element const e : rows) {
            found = found || (at < text_.size() && e.value == static_cast<unsigned char>(text_[at]));
        }
        return found ? places{at + 1} : places{};
    }

    gbnf::grammar_view g_;
    std::string_view text_;
    std::set<std::tuple<std::uint32_t, std::size_t, std::size_t>> spans_;
};

std::vector<std::string> short_texts(std::size_t longest) {
    std::vector<std::string> out{""};
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i].size() < longest) {
            out.push_back(out[i] + "a");
            out.push_back(out[i] + "b");
        }
    }
    return out;
}

void require_same_language(std::string const& text, std::vector<std::string> const& inputs) {
    gbnf::grammar const g = compiled(text);
    auto const rewritten = gbnf::without_left_recursion(g);
    BOOST_REQUIRE_MESSAGE(rewritten, text);
    BOOST_REQUIRE_MESSAGE(gbnf::valid(*rewritten), text);
    BOOST_REQUIRE_MESSAGE(!gbnf::check(*rewritten).has(gbnf::finding_kind::left_recursive), text);
    for (std::string const& input : inputs) {
        bool const want = fixpoint(g, input).whole();
        BOOST_REQUIRE_MESSAGE(fixpoint(*rewritten, input).whole() == want,
                              text << "\nbecame\n"
                                   << gbnf::print(*rewritten) << "on \"" << input << "\", which "
                                   << (want ? "matches" : "does not match"));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(expressions_as_people_write_them) {
    auto const g = gbnf::without_left_recursion(compiled(R"gbnf(root ::= expr
expr ::= expr [-+] term | term
term ::= term [*/] factor | factor
factor ::= "(" expr ")" | [0-9]+
)gbnf"));
    BOOST_REQUIRE(g);
    for (char const* good : {"1", "1+2", "1-2*3", "(1)", "(1+2)*3/4-(5)", "12"}) {
        BOOST_TEST(parlance::mask::matches(g->view(), good), good);
    }
    for (char const* bad : {"", "+", "1+", "*2", "(1", "1 2", "()"}) {
        BOOST_TEST(!parlance::mask::matches(g->view(), bad), bad);
    }
    std::string const printed = gbnf::print(*g);
    auto const again = gbnf::compile(printed);
    BOOST_REQUIRE_MESSAGE(again, printed);
    BOOST_TEST(parlance::mask::matches(again->view(), "(1+2)*3"));
}

BOOST_AUTO_TEST_CASE(every_shape_of_left_recursion_keeps_its_language) {
    auto const inputs = short_texts(6);
    for (char const* text : {
             "root ::= root \"a\" | \"b\"",
             "root ::= root root | \"a\" | \"bb\"",
             "root ::= root root? | \"a\" \"b\"?",
             "root ::= root \"a\"? | \"b\" | \"\"",
             "root ::= x \"a\" | \"a\"\nx ::= root \"b\" | x \"a\" | \"b\"",
             "root ::= x? root \"b\" | \"a\"\nx ::= \"a\" \"b\" | \"\"",
             "root ::= (root \"a\" | \"b\")* \"b\"",
             "root ::= root{2,3} \"a\" | \"b\"",
             "root ::= root{0,2} \"a\" | \"\"",
             "root ::= root+ \"a\" | \"b\"?",
             "root ::= root{0} \"a\" | \"b\"",
             "root ::= n n root \"b\" | \"a\"\nn ::= \"a\"* | root",
             "root ::= x \"b\"\nx ::= y \"a\" | \"a\"\ny ::= x | root | \"b\"",
             "root ::= x\nx ::= root | x | \"a\" x \"b\" | \"\"",
             "root ::= \"a\" root \"b\" | \"\"",
         }) {
        require_same_language(text, inputs);
    }
}

BOOST_AUTO_TEST_CASE(random_grammars_keep_their_languages) {
    std::mt19937 random(23);
    auto const inputs = short_texts(5);
    auto const below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    std::size_t recursive = 0;
    for (int round = 0; round < 60; ++round) {
        std::string text;
        std::uint32_t const rules = 1 + below(4);
        char const* const names[] = {"root", "x", "y", "z"};
        for (std::uint32_t r = 0; r < rules; ++r) {
            text += std::string{names[r]} + " ::= ";
            for (std::uint32_t a = 0, most = 1 + below(3); a < most; ++a) {
                text += a == 0 ? "" : " | ";
                std::uint32_t const items = below(4);
                text += items == 0 ? "\"\"" : "";
                for (std::uint32_t i = 0; i < items; ++i) {
                    char const* const repeats[] = {"", "", "", "", "?", "*", "+", "{2}", "{0,2}", "{0}"};
                    std::string const one = below(2) == 0   ? names[below(rules)]
                                            : below(2) == 0 ? "\"a\""
                                                            : "\"b\"";
                    text += (i == 0 ? "" : " ") + one + repeats[below(10)];
                }
            }
            text += "\n";
        }
        gbnf::report const report = gbnf::check(compiled(text));
        if (!report.has(gbnf::finding_kind::left_recursive)) {
            continue;
        }
        if (report.has(gbnf::finding_kind::unproductive)) {
            auto const made = gbnf::without_left_recursion(compiled(text));
            BOOST_TEST((made || made.error().code == errc::left_recursion));
            continue;
        }
        ++recursive;
        require_same_language(text, inputs);
    }
    BOOST_TEST(recursive > 20u);
}

BOOST_AUTO_TEST_CASE(a_grammar_without_left_recursion_stays_what_it_is) {
    gbnf::grammar const g = compiled("root ::= \"a\" (x | <think>)* [^a-c]{2,5} !<[7]>\nx ::= \"b\" root?");
    BOOST_TEST((*gbnf::without_left_recursion(g) == g));
}

BOOST_AUTO_TEST_CASE(a_rule_that_never_ends_is_left_out_where_nobody_needs_it) {
    auto const rewritten = [](char const* text) {
        auto const made = gbnf::without_left_recursion(compiled(text));
        BOOST_REQUIRE_MESSAGE(made, text);
        return *made;
    };
    BOOST_TEST((rewritten("root ::= \"a\" | x\nx ::= x \"a\"") == compiled("root ::= \"a\"")));
    BOOST_TEST((rewritten("root ::= \"a\" x* \"b\" | y \"c\"\nx ::= x \"a\"\ny ::= \"d\" x") ==
                compiled("root ::= \"a\" \"b\"")));
}

BOOST_AUTO_TEST_CASE(a_rule_that_is_nothing_but_empty_is_rewritten) {
    auto const made = gbnf::without_left_recursion(compiled("root ::= \"\" | root root"));
    BOOST_REQUIRE(made);
    BOOST_TEST(!gbnf::check(*made).has(gbnf::finding_kind::left_recursive));
    BOOST_TEST((*made == compiled("root ::= \"\"")));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_rewritten_says_why) {
    auto const endless = gbnf::without_left_recursion(compiled("root ::= \"b\" x\nx ::= x \"a\""));
    BOOST_REQUIRE(!endless);
    BOOST_TEST((endless.error().code == errc::left_recursion));
    BOOST_TEST(endless.error().hint.view() == "x -> x");
    std::string ring;  // each rule begins with every other
    for (int r = 0; r < 40; ++r) {
        ring += (r == 0 ? std::string{"root"} : "r" + std::to_string(r)) + " ::= \"a\"";
        for (int to = 1; to < 40; ++to) {
            ring += " | r" + std::to_string(to) + " \"b\"";
        }
        ring += "\n";
    }
    parlance::limits bounds;
    bounds.elements = 50'000;
    auto const large = gbnf::without_left_recursion(compiled(ring), bounds);
    BOOST_REQUIRE(!large);
    BOOST_TEST((large.error().code == errc::too_many_elements));
    bounds = {};
    bounds.rules = 100;
    BOOST_TEST((gbnf::without_left_recursion(compiled(ring), bounds).error().code == errc::too_many_rules));
}

BOOST_AUTO_TEST_CASE(rules_that_all_refer_to_each_other_are_paid_for) {
    auto const chain = [](int rules) {
        std::string text = "root ::= r0\n";
        for (int i = 0; i < rules; ++i) {
            auto const next = [&](int by) { return "r" + std::to_string((i + by) % rules); };
            text += "r" + std::to_string(i) + " ::= " + next(1) + " \"a\" | " + next(2) + " \"b\" | \"c\"\n";
        }
        return gbnf::without_left_recursion(compiled(text));
    };
    BOOST_TEST(chain(40).has_value());
    errc const why = chain(600).error().code;
    BOOST_TEST((why == errc::out_of_fuel || why == errc::out_of_memory_budget));
}

BOOST_AUTO_TEST_CASE(groups_of_one_rule_get_names_of_their_own) {
    std::string text = "root";
    for (int i = 0; i < 50; ++i) {
        text = "(" + text + " \"a\" | \"b\")";
    }
    auto const made = gbnf::without_left_recursion(compiled("root ::= " + text));
    BOOST_REQUIRE(made);
    std::set<std::string_view> names;
    std::size_t named = 0;
    for (std::size_t r = 0; r < made->view().rule_count(); ++r) {
        std::string_view const name = made->view().name(r);
        named += !name.empty();
        names.insert(name);
    }
    names.erase("");
    BOOST_TEST(named > 2000u);
    BOOST_TEST(names.size() == named);
}

BOOST_AUTO_TEST_SUITE_END()

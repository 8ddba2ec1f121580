// test/gbnf/compile.cpp - grammar text becomes the table it should, or an error in the right place
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/compile.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(gbnf_compile)

namespace {

using namespace parlance;
using gbnf::element;
using gbnf::element_kind;

// ---- at compile time: the same compiler ----

constexpr auto greet = gbnf::compile<"root ::= \"hi \" name [!?]*\nname ::= [a-z]+ | \"you\"">();
static_assert(greet.view().rule_count() == 2);
static_assert(greet.view().name(1) == "name");
static_assert(greet.view().rule(0)[0] == element{element_kind::character, 'h'});
static_assert(greet.view() ==
              gbnf::compile("root ::= \"hi \" name [!?]*\nname ::= [a-z]+ | \"you\"")->view());
static_assert(gbnf::compile<"start ::= \"x\"", "start">().view().root == 0);

constexpr bool fails(std::string_view text, errc code, std::size_t line, std::size_t column) {
    auto const r = gbnf::compile(text);
    return !r && r.error().code == code && r.error().at.line == line && r.error().at.column == column;
}
static_assert(fails("root ::= (", errc::unclosed_group, 1, 10));
static_assert(fails("root ::= a\n\nb :: \"x\"", errc::expected_define, 3, 3));
static_assert(fails("root ::= missing", errc::unknown_rule, 1, 10));
static_assert(fails("root ::= \"x\" a\na ::= b\nb ::= a | \"y\"", errc::left_recursion, 2, 1));

/// A hundred rules of usual size, within the default limits of the compilers.
constexpr auto hundred = gbnf::compile<R"(root ::= ws (r00 | r49 | r99) ws
ws ::= [ \t\n\r]*
string ::= "\"" ([^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}))* "\""
number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [-+]? [0-9]+)?
r00 ::= "{" ws "\"kind-zero\"" ws ":" ws string (ws "," ws r01)* ws "}"
r01 ::= "{" ws "\"kind-one\"" ws ":" ws number (ws "," ws r02)? ws "}"
r02 ::= "[" ws (r03 (ws "," ws r03)*)? ws "]"
r03 ::= "true" | "false" | "null" | r04
r04 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r05)*
r05 ::= "{" ws "\"alpha\"" ws ":" ws string (ws "," ws r06)* ws "}"
r06 ::= "{" ws "\"beta\"" ws ":" ws number (ws "," ws r07)? ws "}"
r07 ::= "[" ws (r08 (ws "," ws r08)*)? ws "]"
r08 ::= "yes" | "no" | "maybe" | r09
r09 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r10)*
r10 ::= "{" ws "\"gamma\"" ws ":" ws string (ws "," ws r11)* ws "}"
r11 ::= "{" ws "\"delta\"" ws ":" ws number (ws "," ws r12)? ws "}"
r12 ::= "[" ws (r13 (ws "," ws r13)*)? ws "]"
r13 ::= "north" | "south" | "east" | "west" | r14
r14 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r15)*
r15 ::= "{" ws "\"epsilon\"" ws ":" ws string (ws "," ws r16)* ws "}"
r16 ::= "{" ws "\"zeta\"" ws ":" ws number (ws "," ws r17)? ws "}"
r17 ::= "[" ws (r18 (ws "," ws r18)*)? ws "]"
r18 ::= "red" | "green" | "blue" | r19
r19 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r20)*
r20 ::= "{" ws "\"eta\"" ws ":" ws string (ws "," ws r21)* ws "}"
r21 ::= "{" ws "\"theta\"" ws ":" ws number (ws "," ws r22)? ws "}"
r22 ::= "[" ws (r23 (ws "," ws r23)*)? ws "]"
r23 ::= "true" | "false" | "null" | r24
r24 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r25)*
r25 ::= "{" ws "\"iota\"" ws ":" ws string (ws "," ws r26)* ws "}"
r26 ::= "{" ws "\"kappa\"" ws ":" ws number (ws "," ws r27)? ws "}"
r27 ::= "[" ws (r28 (ws "," ws r28)*)? ws "]"
r28 ::= "yes" | "no" | "maybe" | r29
r29 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r30)*
r30 ::= "{" ws "\"lambda\"" ws ":" ws string (ws "," ws r31)* ws "}"
r31 ::= "{" ws "\"mu\"" ws ":" ws number (ws "," ws r32)? ws "}"
r32 ::= "[" ws (r33 (ws "," ws r33)*)? ws "]"
r33 ::= "north" | "south" | "east" | "west" | r34
r34 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r35)*
r35 ::= "{" ws "\"nu\"" ws ":" ws string (ws "," ws r36)* ws "}"
r36 ::= "{" ws "\"xi\"" ws ":" ws number (ws "," ws r37)? ws "}"
r37 ::= "[" ws (r38 (ws "," ws r38)*)? ws "]"
r38 ::= "red" | "green" | "blue" | r39
r39 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r40)*
r40 ::= "{" ws "\"omicron\"" ws ":" ws string (ws "," ws r41)* ws "}"
r41 ::= "{" ws "\"pi\"" ws ":" ws number (ws "," ws r42)? ws "}"
r42 ::= "[" ws (r43 (ws "," ws r43)*)? ws "]"
r43 ::= "true" | "false" | "null" | r44
r44 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r45)*
r45 ::= "{" ws "\"rho\"" ws ":" ws string (ws "," ws r46)* ws "}"
r46 ::= "{" ws "\"sigma\"" ws ":" ws number (ws "," ws r47)? ws "}"
r47 ::= "[" ws (r48 (ws "," ws r48)*)? ws "]"
r48 ::= "yes" | "no" | "maybe" | r49
r49 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r50)*
r50 ::= "{" ws "\"tau\"" ws ":" ws string (ws "," ws r51)* ws "}"
r51 ::= "{" ws "\"upsilon\"" ws ":" ws number (ws "," ws r52)? ws "}"
r52 ::= "[" ws (r53 (ws "," ws r53)*)? ws "]"
r53 ::= "north" | "south" | "east" | "west" | r54
r54 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r55)*
r55 ::= "{" ws "\"phi\"" ws ":" ws string (ws "," ws r56)* ws "}"
r56 ::= "{" ws "\"chi\"" ws ":" ws number (ws "," ws r57)? ws "}"
r57 ::= "[" ws (r58 (ws "," ws r58)*)? ws "]"
r58 ::= "red" | "green" | "blue" | r59
r59 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r60)*
r60 ::= "{" ws "\"psi\"" ws ":" ws string (ws "," ws r61)* ws "}"
r61 ::= "{" ws "\"omega\"" ws ":" ws number (ws "," ws r62)? ws "}"
r62 ::= "[" ws (r63 (ws "," ws r63)*)? ws "]"
r63 ::= "true" | "false" | "null" | r64
r64 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r65)*
r65 ::= "{" ws "\"name\"" ws ":" ws string (ws "," ws r66)* ws "}"
r66 ::= "{" ws "\"size\"" ws ":" ws number (ws "," ws r67)? ws "}"
r67 ::= "[" ws (r68 (ws "," ws r68)*)? ws "]"
r68 ::= "yes" | "no" | "maybe" | r69
r69 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r70)*
r70 ::= "{" ws "\"place\"" ws ":" ws string (ws "," ws r71)* ws "}"
r71 ::= "{" ws "\"weight\"" ws ":" ws number (ws "," ws r72)? ws "}"
r72 ::= "[" ws (r73 (ws "," ws r73)*)? ws "]"
r73 ::= "north" | "south" | "east" | "west" | r74
r74 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r75)*
r75 ::= "{" ws "\"title\"" ws ":" ws string (ws "," ws r76)* ws "}"
r76 ::= "{" ws "\"count\"" ws ":" ws number (ws "," ws r77)? ws "}"
r77 ::= "[" ws (r78 (ws "," ws r78)*)? ws "]"
r78 ::= "red" | "green" | "blue" | r79
r79 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r80)*
r80 ::= "{" ws "\"author\"" ws ":" ws string (ws "," ws r81)* ws "}"
r81 ::= "{" ws "\"year\"" ws ":" ws number (ws "," ws r82)? ws "}"
r82 ::= "[" ws (r83 (ws "," ws r83)*)? ws "]"
r83 ::= "true" | "false" | "null" | r84
r84 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r85)*
r85 ::= "{" ws "\"street\"" ws ":" ws string (ws "," ws r86)* ws "}"
r86 ::= "{" ws "\"house\"" ws ":" ws number (ws "," ws r87)? ws "}"
r87 ::= "[" ws (r88 (ws "," ws r88)*)? ws "]"
r88 ::= "yes" | "no" | "maybe" | r89
r89 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r90)*
r90 ::= "{" ws "\"colour\"" ws ":" ws string (ws "," ws r91)* ws "}"
r91 ::= "{" ws "\"price\"" ws ":" ws number (ws "," ws r92)? ws "}"
r92 ::= "[" ws (r93 (ws "," ws r93)*)? ws "]"
r93 ::= "north" | "south" | "east" | "west" | r94
r94 ::= [a-zA-Z_] [a-zA-Z0-9_]{0,31} ("." r95)*
r95 ::= "{" ws "\"unit\"" ws ":" ws string (ws "," ws r96)* ws "}"
r96 ::= "{" ws "\"share\"" ws ":" ws number (ws "," ws r97)? ws "}"
r97 ::= "[" ws (r98 (ws "," ws r98)*)? ws "]"
r98 ::= "red" | "green" | "blue" | r99
r99 ::= <[7]> r00 !<[8]>* <|end|>
)">();
static_assert(hundred.view().find("r99") == 103u);
static_assert(hundred.view().token_text(0) == "<|end|>");

// ---- at run time ----

std::string character(std::uint32_t c) {
    return c > 0x20 && c < 0x7F ? std::string(1, static_cast<char>(c)) : std::to_string(c);
}

/// A table on one line: c character, ^ negated, - upper end, + member, @ rule, <id>, $ token text,
/// {low,high}.
std::string rows(gbnf::grammar_view g) {
    std::string out;
    for (std::size_t r = 0; r < g.rule_count(); ++r) {
        out += (r > 0 ? "\n" : "") + std::string(g.name(r)) + ":";
        for (element const e : g.rule(r)) {
            switch (e.kind) {
            case element_kind::end: break;
            case element_kind::alt: out += " |"; break;
            case element_kind::rule_ref: out += " @" + std::to_string(e.value); break;
            case element_kind::character: out += " " + character(e.value); break;
            case element_kind::character_not: out += " ^" + character(e.value); break;
            case element_kind::range_upper: out += "-" + character(e.value); break;
            case element_kind::character_alt: out += "+" + character(e.value); break;
            case element_kind::any: out += " any"; break;
            case element_kind::token: out += " <" + std::to_string(e.value) + ">"; break;
            case element_kind::token_not: out += " !<" + std::to_string(e.value) + ">"; break;
            case element_kind::repeat: out += " {" + std::to_string(e.value) + ","; break;
            case element_kind::repeat_upper:
                out += e.value == gbnf::unbounded ? "}" : std::to_string(e.value) + "}";
                break;
            case element_kind::token_text: out += " $" + std::string(g.token_text(e.value)); break;
            case element_kind::token_text_not: out += " !$" + std::string(g.token_text(e.value)); break;
            }
        }
    }
    return out;
}

struct table {
    std::string_view text, rows;
};

}  // namespace

BOOST_AUTO_TEST_CASE(text_becomes_rows) {
    table const tables[] = {
        {"root ::= \"ab\" | \"\" | \"c\"", "root: a b | | c"},
        {"\xEF\xBB\xBFroot ::= .", "root: any"},
        {"root ::=", "root:"},
        {"root ::= |", "root: |"},
        {"root ::= [a-z0] [^x-z\"]", "root: a-z+0 ^x-z+\""},
        {"root ::= [a-] [-a] [a\\-z] [^-]", "root: a+- -+a a+-+z ^-"},
        {"root ::= . [^]", "root: any any"},
        {"root ::= [\\d_] [^\\w] [\\s]", "root: 0-9+_ ^0-9+A-Z+_+a-z 9-13+32"},
        {"root ::= [\\D]", "root: 0-/+:-1114111"},
        {"root ::= \"a\"*\"b\"+\"c\"?", "root: {0,} a {1,} b {0,1} c"},
        {"root ::= [a]{3}[a]{3,}[a]{3,4} [a]{0}[a]{ 0 , 7 }", "root: {3,3} a {3,} a {3,4} a {0,0} a {0,7} a"},
        {"root ::= .{4294967294}", "root: {4294967294,4294967294} any"},
        {"root ::= .{0,4000000000}", "root: {0,4000000000} any"},
        {"root ::= \"ab\"*", "root: {0,} @1\n: a b"},
        {"root ::= \"x\" \"\"* \"y\"", "root: x y"},
        {"root ::= \"a\"*?", "root: {0,1} @1\n: {0,} a"},
        {"root ::= (\"a\" | \"b\")+", "root: {1,} @1\n: a | b"},
        {"root ::= ()", "root: @1\n:"},
        {"root ::= ((a) (a))\na ::= \"x\"", "root: @2\na: x\n: @3 @4\n: @1\n: @1"},
        {"b ::= root?\nroot ::= c \"q\"\nc ::= \"w\"", "b: {0,1} @1\nroot: @2 q\nc: w"},
        {"root ::= <[10]> !<[11]> <think> !</think> <|im_end|>",
         "root: <10> !<11> $<think> !$</think> $<|im_end|>"},
        {"# c\r\n\troot ::= # c\n a # c\r\n | # \"x\n \"b\"\r\na_1-B ::= \"c\"\na::=\"d\" #",
         "root: @2 | b\na_1-B: c\na: d"},
    };
    for (table const& t : tables) {
        auto const g = gbnf::compile(t.text);
        BOOST_REQUIRE_MESSAGE(g.has_value(), render(g.error(), t.text));
        BOOST_TEST(rows(*g) == t.rows);
        BOOST_TEST(gbnf::valid(*g));
    }
}

BOOST_AUTO_TEST_CASE(escapes_are_code_points) {
    struct sample {
        std::string_view text;
        std::uint32_t value;
    };
    sample const samples[] = {
        {"\\n", '\n'},
        {"\\r", '\r'},
        {"\\t", '\t'},
        {"\\\"", '"'},
        {"\\\\", '\\'},
        {"\\[", '['},
        {"\\]", ']'},
        {"\\-", '-'},
        {"\\0", 0},
        {"\\a", 7},
        {"\\b", 8},
        {"\\f", 12},
        {"\\v", 11},
        {"\\e", 27},
        {"\\'", '\''},
        {"\\/", '/'},
        {"\\.", '.'},
        {"\\x41", 'A'},
        {"\\xff", 0xFF},
        {"\\u00e9", 0xE9},
        {"\\uFFFF", 0xFFFF},
        {"\\U0001F600", 0x1F600},
        {"\\U0010FFFF", 0x10FFFF},
        {"\\uD83D\\uDE00", 0x1F600},
        {"é", 0xE9},
        {"😀", 0x1F600},
        {"\n", '\n'},
        {std::string_view{"\0", 1}, 0},
    };
    for (sample const& s : samples) {
        for (std::string_view const quotes : {"\"\"", "[]"}) {
            std::string const text = "root ::= " + std::string{quotes[0]} + std::string(s.text) + quotes[1];
            auto const g = gbnf::compile(text);
            BOOST_REQUIRE_MESSAGE(g.has_value(), render(g.error(), text));
            BOOST_TEST(g->elements.size() == 2u);
            BOOST_TEST((g->elements[0] == element{element_kind::character, s.value}), text);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rule_ends_where_a_line_begins_another) {
    std::string_view const same[] = {
        "root ::= a b | c\na ::= \"1\"\nb ::= \"2\"\nc ::= \"3\"",
        "root ::= a b |\n  c\na ::= \"1\"\nb ::= \"2\"\nc ::= \"3\"",
        "root ::=\n\n a b | c\n\n\na ::= \"1\"\n  b ::= \"2\"\nc ::=\n \"3\"\n\n",
        "root ::= a\n b\n | c\na ::= \"1\"\nb ::= \"2\"\nc ::= \"3\"",
        "root ::= a # one\n # two\n b # three ::= x\n | c\na ::= \"1\"\nb ::= \"2\"\nc\t::= \"3\"",
        "\r\nroot ::= a b\r\n| c\r\na ::= \"1\"\rb ::= \"2\"\r\n\r\nc ::= \"3\"\r\n",
    };
    for (std::string_view const text : same) {
        auto const g = gbnf::compile(text);
        BOOST_REQUIRE_MESSAGE(g.has_value(), render(g.error(), text));
        BOOST_TEST((*g == *gbnf::compile(same[0])), text);
    }
}

BOOST_AUTO_TEST_CASE(every_error_has_its_class_and_its_place) {
    struct sample {
        std::string_view text;
        errc code;
        std::size_t line, column, length;
        std::string_view hint = {};  // what it must contain
    };
    sample const samples[] = {
        {"root ::= \"a\"\n= \"b\"", errc::unexpected_character, 2, 1, 1},
        {"= \"b\"", errc::expected_rule_name, 1, 1, 1, "name ::= "},
        {"", errc::no_root_rule, 1, 1, 0, "root"},
        {"# nothing", errc::no_root_rule, 1, 1, 0, "root"},
        {"rot ::= \"a\"", errc::no_root_rule, 1, 1, 0, "root"},
        {"root = \"a\"", errc::expected_define, 1, 6, 0, "::="},
        {"root ::= \"a\"\nb : \"x\"", errc::expected_define, 2, 3, 1, "::="},
        {"root :=", errc::expected_define, 1, 6, 0, "::="},
        {"root", errc::expected_define, 1, 5, 0},
        {"root ::= \"abc", errc::unterminated_literal, 1, 10, 1},
        {"root ::= \"abc\\\"", errc::unterminated_literal, 1, 10, 1},
        {"root ::= \n  [abc", errc::unterminated_class, 2, 3, 1},
        {"root ::= [^", errc::unterminated_class, 1, 10, 1},
        {"root ::= []", errc::empty_class, 1, 10, 2},
        {"root ::= (\"a\" (\"b\")", errc::unclosed_group, 1, 10, 1},
        {"root ::= (\"a\"\nb ::= \"c\"", errc::unclosed_group, 1, 10, 1, "another rule begins"},
        {"root ::= \"a\")", errc::unexpected_character, 1, 13, 1, "no group is open"},
        {"root ::= 'a'", errc::unexpected_character, 1, 10, 1, "double quotes"},
        {"root ::= /a/", errc::unexpected_character, 1, 10, 1, "regular expressions"},
        {"root ::= \"a\"}", errc::unexpected_character, 1, 13, 1, "nothing is open"},
        {"root ::= \"a\" ; ", errc::unexpected_character, 1, 14, 1},
        {std::string_view{"root ::= \0", 10}, errc::unexpected_character, 1, 10, 1},
        {"root ::= a b ::= c", errc::unexpected_character, 1, 12, 5, "line of its own"},
        {"root ::= \"\\q\"", errc::invalid_escape, 1, 11, 2, "\\xHH"},
        {"root ::= \"\\", errc::invalid_escape, 1, 11, 1},
        {"root ::= \"\\d\"", errc::invalid_escape, 1, 11, 2, "in classes"},
        {"root ::= \"\\x4\"", errc::invalid_escape, 1, 11, 3, "2 hexadecimal"},
        {"root ::= \"\\u12G4\"", errc::invalid_escape, 1, 11, 4, "4 hexadecimal"},
        {"root ::= [\\U0001F60]", errc::invalid_escape, 1, 11, 9, "8 hexadecimal"},
        {"root ::= \"\\U00110000\"", errc::invalid_code_point, 1, 11, 10, "10FFFF"},
        {"root ::= \"\\uD800\"", errc::invalid_code_point, 1, 11, 6, "surrogate"},
        {"root ::= \"\\uD83D\\u0041\"", errc::invalid_code_point, 1, 11, 6, "surrogate"},
        {"root ::= \"\\uDE00\"", errc::invalid_code_point, 1, 11, 6, "surrogate"},
        {"root ::= \"\xC3(\"", errc::invalid_utf8, 1, 11, 1},
        {"root ::= [\xFF]", errc::invalid_utf8, 1, 11, 1},
        {"root ::= <\xFF>", errc::invalid_utf8, 1, 10, 3},
        {"root ::= [z-a]", errc::inverted_range, 1, 11, 3},
        {"root ::= [\\x41-\\x40]", errc::inverted_range, 1, 11, 9},
        {"root ::= *", errc::nothing_to_repeat, 1, 10, 1},
        {"root ::= \"a\" | +", errc::nothing_to_repeat, 1, 16, 1},
        {"root ::= (?)", errc::nothing_to_repeat, 1, 11, 1},
        {"root ::= {3}", errc::nothing_to_repeat, 1, 10, 1},
        {"root ::= \"a\"{", errc::invalid_repetition, 1, 14, 0, "{n,m}"},
        {"root ::= \"a\"{,5}", errc::invalid_repetition, 1, 14, 0, "{0,n}"},
        {"root ::= \"a\"{,}", errc::invalid_repetition, 1, 14, 0, "{0,n}"},
        {"root ::= \"a\"{3", errc::invalid_repetition, 1, 13, 2, "{n,m}"},
        {"root ::= \"a\"{3,4", errc::invalid_repetition, 1, 13, 4, "{n,m}"},
        {"root ::= \"a\"{3,x}", errc::invalid_repetition, 1, 13, 3, "{n,m}"},
        {"root ::= \"a\"{4,3}", errc::invalid_repetition, 1, 13, 5, "before it begins"},
        {"root ::= \"a\"{-1}", errc::invalid_repetition, 1, 14, 0, "{n,m}"},
        {"root ::= \"a\"{4294967295}", errc::invalid_repetition, 1, 14, 10, "4294967294"},
        {"root ::= \"a\"{1,99999999999999999999999999}", errc::invalid_repetition, 1, 16, 26, "4294967294"},
        {"root ::= b\nc ::= \"x\"", errc::unknown_rule, 1, 10, 1, "no line begins"},
        {"root ::= vallue\nvale ::= .\nvalue ::= .", errc::unknown_rule, 1, 10, 6, "did you mean 'value'?"},
        {"root ::= foo", errc::unknown_rule, 1, 10, 3, "foo: no line begins"},
        {"root ::= digits\ndigit ::= .", errc::unknown_rule, 1, 10, 6, "did you mean 'digit'?"},
        {"root ::= \"a\"\nb ::= \"b\"\nroot ::= \"c\"", errc::duplicate_rule, 3, 1, 4, "line 1"},
        {"root ::= root", errc::left_recursion, 1, 1, 4,
         "root -> root: compile with options::allow_left_recursion"},
        {"root ::= root \"a\" | \"b\"", errc::left_recursion, 1, 1, 4, "gbnf::without_left_recursion()"},
        {"root ::= \"x\" a\na ::= b? c\nb ::= \"y\"\nc ::= (\"\" a) | \"q\"", errc::left_recursion, 2, 1, 1,
         "a -> c -> a"},
        {"root ::= <", errc::unknown_token, 1, 10, 1, "<[id]>"},
        {"root ::= <>", errc::unknown_token, 1, 10, 1, "<[id]>"},
        {"root ::= <abc\n>", errc::unknown_token, 1, 10, 4, "<[id]>"},
        {"root ::= <[]>", errc::unknown_token, 1, 12, 0, "<[123]>"},
        {"root ::= <[12>", errc::unknown_token, 1, 10, 4, "<[123]>"},
        {"root ::= !<[99999999999]>", errc::unknown_token, 1, 13, 11, "4294967294"},
        {"root ::= !\"a\"", errc::unexpected_character, 1, 10, 1, "negated"},
    };
    for (sample const& s : samples) {
        auto const g = gbnf::compile(s.text);
        BOOST_REQUIRE_MESSAGE(!g, s.text);
        diagnostic const& d = g.error();
        BOOST_TEST((d.code == s.code), s.text << ": " << render(d, s.text));
        BOOST_TEST(d.at.line == s.line, render(d, s.text));
        BOOST_TEST(d.at.column == s.column, render(d, s.text));
        BOOST_TEST(d.length == s.length, render(d, s.text));
        BOOST_TEST(!d.hint.empty(), s.text);
        BOOST_TEST(d.hint.view().find(s.hint) != std::string_view::npos, render(d, s.text));
    }
}

BOOST_AUTO_TEST_CASE(an_error_is_rendered_with_its_line_and_a_caret) {
    std::string_view const text = "root ::= \"a\"\nnum ::= [9-0] # digits";
    BOOST_TEST(render(gbnf::compile(text).error(), text, "g.gbnf") ==
               "g.gbnf:2:10: error: the range ends before it begins "
               "(the lower end comes first, as in [a-z]; write \\- for a dash)\n"
               "    num ::= [9-0] # digits\n"
               "             ^~~");
}

BOOST_AUTO_TEST_CASE(limits_have_errors_of_their_own) {
    auto const code = [](std::string_view text, auto limits::* which, std::size_t most) {
        limits bounds;
        bounds.*which = most;
        return gbnf::compile(text, bounds).error().code;
    };
    std::string_view const text = "root ::= ((a b)*)?\na ::= \"x\"\nb ::= \"y\"";
    BOOST_TEST((code(text, &limits::source_bytes, text.size()) == errc::none));
    BOOST_TEST((code(text, &limits::source_bytes, text.size() - 1) == errc::source_too_large));
    BOOST_TEST((code(text, &limits::nesting, 2) == errc::none));
    BOOST_TEST((code(text, &limits::nesting, 1) == errc::nested_too_deep));
    BOOST_TEST((code("root ::= .*?+", &limits::nesting, 1) == errc::nested_too_deep));
    BOOST_TEST((code("root ::= .*?+", &limits::nesting, 2) == errc::none));
    BOOST_TEST((code(text, &limits::rules, 5) == errc::none));
    BOOST_TEST((code(text, &limits::rules, 4) == errc::too_many_rules));
    BOOST_TEST((code(text, &limits::elements, 14) == errc::none));
    BOOST_TEST((code(text, &limits::elements, 9) == errc::too_many_elements));
}

BOOST_AUTO_TEST_CASE(options_change_what_is_refused) {
    gbnf::options how;
    how.root = "foobar";
    BOOST_TEST(gbnf::compile("a ::= \"a\"\nfoobar ::= a", how)->root == 1u);
    how = {};
    how.allow_undefined = true;
    auto const g = gbnf::compile("root ::= later (sooner | later)", how);
    BOOST_REQUIRE(g.has_value());
    BOOST_TEST(rows(*g) == "root: @1 @3\nlater:\nsooner:\n: @2 | @1");
    BOOST_TEST(g->view().rule(1).empty());
    BOOST_TEST(gbnf::valid(*g));
    how = {};
    how.allow_left_recursion = true;
    BOOST_TEST(gbnf::compile("root ::= root \"a\" | \"b\"", how).has_value());
    how.allow_left_recursion = false;
    BOOST_TEST((gbnf::compile("root ::= root \"a\" | \"b\"", how).error().code == errc::left_recursion));
}

BOOST_AUTO_TEST_CASE(compiling_can_be_stopped) {
    struct flag {
        bool raised = false;
        bool stop_requested() const { return raised; }
    } stop;
    gbnf::options how;
    how.stop = stop;
    std::string text = "root ::= ";
    for (int i = 0; i < 5000; ++i) {
        text += ". ";
    }
    BOOST_TEST(gbnf::compile(text, how).has_value());
    stop.raised = true;
    BOOST_TEST((gbnf::compile(text, how).error().code == errc::cancelled));
}

BOOST_AUTO_TEST_CASE(left_recursion_is_found_through_whatever_can_be_nothing) {
    std::string_view const recursive[] = {
        "root ::= \"a\" | root \"a\"",
        "root ::= x\nx ::= \"a\" | x \"a\"",
        "root ::= x\nx ::= \"a\" | y \"b\"\ny ::= \"c\" | empty x \"d\" | \"e\"\nempty ::= \"blah\" |",
        "root ::= (root \"a\")?",
        "root ::= \"a\"* root \"b\" | \"c\"",
        "root ::= \"a\"{0} root \"b\" | \"c\"",
        "root ::= e{3} root | \"c\"\ne ::= \"\" | \"x\"",
        "root ::= root{2} \"x\" | \"y\"",
        "root ::= \"ok\"\nunused ::= unused",
    };
    for (std::string_view const text : recursive) {
        BOOST_TEST((gbnf::compile(text).error().code == errc::left_recursion), text);
    }
    std::string_view const fine[] = {
        "root ::= \"a\" root | \"b\"",
        "root ::= x root | \"b\"\nx ::= \"a\"+",
        "root ::= root{0} \"b\"",
        "root ::= <[1]> root | \"b\"",
        "root ::= . root?",
        "root ::= (\"a\"? \"b\") root | \"\"",
    };
    for (std::string_view const text : fine) {
        BOOST_TEST(gbnf::compile(text).has_value(), text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

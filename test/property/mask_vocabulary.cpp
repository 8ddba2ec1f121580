// test/property/mask_vocabulary.cpp - the law of masks over a vocabulary of 128 k tokens
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/json.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include "random_run.hpp"
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_mask_vocabulary)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace vocab = parlance::vocab;
using parlance::errc;

namespace {

using words = std::vector<std::uint32_t>;
using machine = mask::element_machine;
using reference = mask::npda<machine, mask::heap_stacks, mask::caching>;

/// Llama 3's tokens where there is test data; else every byte and 30 000 random strings of what grammars are made of.
vocab::token_list vocabulary() {
    std::string const corpus = PARLANCE_CORPUS;
    std::ifstream in(corpus + "/vocab/tiktoken/llama3-tokenizer.model", std::ios::binary);
    std::string const text{std::istreambuf_iterator<char>(in), {}};
    if (!corpus.empty() && !text.empty()) {
        auto const end = static_cast<vocab::token_id>(std::count(text.begin(), text.end(), '\n'));
        vocab::named_token const special[] = {{"<|end_of_text|>", end, vocab::token_kind::control}};
        vocab::token_id const ends[] = {end};
        return *vocab::read_tiktoken(text, {.specials = special, .ends = ends});
    }
    random_grammar::source random(1);
    vocab::token_list_builder out;
    for (unsigned b = 0; b < 256; ++b) {
        out.add(std::string(1, static_cast<char>(b)));
    }
    static std::vector<std::string> const pieces{"\"",   "{",    "}",  "[",        "]",  ":",   ",",
                                                 " ",    "\n",   "a",  "e",        "th", "ing", "12",
                                                 "true", "null", "\\", "\xC3\xA9", "0",  "."};
    while (out.size() < 30'000) {
        std::string made;
        for (std::uint32_t n = 2 + random.below(5); n > 0; --n) {
            made += random.pick(pieces);
        }
        out.add(made);
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return *std::move(out).finish();
}

/// The mask by walking the trie with the reference.
words reference_mask(reference const& run, mask::token_index const& index) {
    words out(mask::words_for(index.size()));
    mask::bitmask bits{out};
    auto const nodes = index.trie().nodes();
    std::vector<reference> open(1, run);
    for (std::size_t i = 1; i < nodes.size();) {
        open.resize(nodes[i].depth(), run);
        reference next = open.back();
        if (!next.accept(nodes[i].byte())) {
            BOOST_REQUIRE(!next.gave_up());
            i += nodes[i].skip();
            continue;
        }
        index.trie().each_token(nodes[i], [&](vocab::token_id id) { bits.set(id); });
        open.push_back(std::move(next));
        ++i;
    }
    for (vocab::token_id const id : index.ends()) {
        if (run.can_stop()) {
            bits.set(id);
        }
    }
    return out;
}

struct language {
    std::string_view grammar;
    bool json;
};
constexpr language languages[] = {
    {gbnf::json_text, true},
    {R"gbnf(root ::= "{\"name\": \"" [^"\\\x00-\x1F]{1,40} "\", \"tags\": [" (tag (", " tag){0,9})? "], \"size\": " size "}"
tag ::= "\"red\"" | "\"green\"" | "\"greenish\"" | "\"blue\""
size ::= "-"? ("0" | [1-9] [0-9]{0,6}) ("." [0-9]{1,3})?
)gbnf",
     true},
    {R"gbnf(root ::= (call | text)+
call ::= "<tool_call>" json "</tool_call>" "\n"?
json ::= "{\"name\": \"" ("search" | "search_all" | "add") "\", \"arguments\": {" pairs "}}"
pairs ::= (pair (", " pair)*)?
pair ::= "\"" [a-z_]+ "\": " ("\"" [^"\\\n]* "\"" | [0-9]+)
text ::= [^<]{1,30}
)gbnf",
     false},
    {R"gbnf(root ::= statement+
statement ::= name " = " expr ";\n" | "if (" expr ") {\n" statement* "}\n" | "return " expr ";\n"
expr ::= term (" " [-+*/<>] " " term)*
term ::= name | number | "(" expr ")" | name "(" (expr (", " expr)*)? ")" | "'" [^'\n]{0,20} "'"
name ::= [a-zA-Z_] [a-zA-Z0-9_]{0,15}
number ::= [0-9]{1,9}
)gbnf",
     false},
    // names that are listed, beside all others: several ways read text that only together read any
    {R"gbnf(root ::= "{" (small | large) "}"
small ::= (listed | other) (", " (listed | other))* ", \"size\": " [0-9]
large ::= (listed | other) (", " (listed | other))* ", \"size\": " [0-9]+
listed ::= "\"" ("name" | "names" | "nation" | "version") "\": \"" char{0,9} "\""
other ::= "\"" (first char* | "n" (second char*)? | "na" (third char*)? | "v" char*) "\": " [0-9]+
first ::= [^nv"\\\x00-\x1F] | escape
second ::= [^a"\\\x00-\x1F] | escape
third ::= [^mt"\\\x00-\x1F] | escape
char ::= [^"\\\x00-\x1F] | escape
escape ::= "\\" ["\\/bfnrt]
)gbnf",
     false},
};

std::vector<vocab::token_id> tokens_in(words& of, std::size_t size) {
    std::vector<vocab::token_id> out;
    for (vocab::token_id id = 0; id < size; ++id) {
        if (mask::bitmask{of}.test(id)) {
            out.push_back(id);
        }
    }
    return out;
}

/// Whether each token of one mask is in the other.
bool is_within(words const& part, words const& whole) {
    return std::equal(part.begin(), part.end(), whole.begin(), whole.end(),
                      [](std::uint32_t a, std::uint32_t b) { return (a & ~b) == 0; });
}

/// Some of the tokens in which two masks differ.
std::string difference(vocab::token_list const& tokens, words& got, words& want) {
    std::string out;
    for (vocab::token_id id = 0; id < tokens.size() && out.size() < 300; ++id) {
        if (mask::bitmask{got}.test(id) != mask::bitmask{want}.test(id)) {
            out += (mask::bitmask{got}.test(id) ? " +[" : " -[") + std::string(tokens.bytes(id)) + "]";
        }
    }
    return out;
}

/// What long tokens and the loops over them are made of.
struct letters_and_loops {
    std::vector<std::string> atoms;  // of tokens; half of these are of the first three
    std::vector<std::string> classes;
    std::vector<std::string> letters;
};
letters_and_loops const mostly_ascii{
    {"a", "b", "n", "N", " ", "5", "!", ".", "x", "~", "A", "\xC3\xA9", "\xE6\x97\xA5", "\""},
    {R"([^"\\\x00-\x1F])", R"([^"\\\x00-\x1F])", "[a-z]", "[^\"]", "[^b]", "[a-zA-Z0-9_]", "[abn ]", "[ \\n]",
     "[0-9]", ".", "[^\\x80-\U0010FFFF]"},
    {R"("\"")", R"("\"")", R"("a")", R"("n5")", R"("!")", R"("ab ")"}};
/// Sets of code points above U+007F: whole pages and parts of them, what is beside them and begins with the same bytes.
letters_and_loops const beyond_ascii{
    {"\u0430",     "\u044F", " ",        "\u0451", "\u0440", "\u3042", "\u30FC", "\u65E5",
     "\u3002",     "\u300D", "\u4E00",   "b",      "\u00E9", "\u03B1", "\"",     ".",
     "\U0001F600", "\xD0",   "\xE3\x80", "\xE6",   "\xD1",   "\x8F"},
    {"[\u0430-\u044F]", "[\u0430-\u044F ]", "[\u0400-\u04FF]", "[a-z\u0430-\u044F]",
     "[\u3001\u3002\u3040-\u30FF\u4E00-\u9FFF]", "[\u3040-\u30FF]", "[^\u0430-\u043F\"]", "[\u0080-\uFFFF]",
     "[^ -~]", "[\U0001F600-\U0001F64F\u4E00-\u9FFF]", "[b\u00E9]"},
    {R"("\"")", "\" \"", "\"\u300D\"", "\"\u0451\"", "\"\u044F\"", "\"\u3042b\"", "\".\""}};

/// Tokens of up to 44 code points, so that bounds on the length of a text end within and just behind them.
vocab::token_list long_tokens(std::vector<std::string> const& atoms) {
    random_grammar::source random(7);
    vocab::token_list_builder out;
    for (unsigned b = 0; b < 256; ++b) {
        out.add(std::string(1, static_cast<char>(b)));
    }
    while (out.size() < 4000) {
        bool const plain = random.one_in(2);
        std::string made;
        for (std::uint32_t n = 1 + random.below(random.one_in(3) ? 44 : 9); n > 0; --n) {
            made += plain ? atoms[random.below(3)] : random.pick(atoms);
        }
        out.add(made + (random.one_in(6) ? "\"" : ""));
    }
    return *std::move(out).finish();
}

/// Grammars in which text of a bounded length stands before, in and behind something else.
std::vector<std::string> bounded_texts() {
    static constexpr std::string_view shapes[] = {
        "root ::= t [a-z]*\nt ::= C",
        "root ::= \"a\" t \"\\\"\" [a-z]*\nt ::= C",
        "root ::= (t \"\\\"\")*\nt ::= C",
        "root ::= u \"n\" [^b]*\nu ::= t [ ]?\nt ::= C",
        "root ::= (t | v) \"\\\"\"\nt ::= C\nv ::= \"b\" [abn]*",
        "root ::= t t\nt ::= C \"!\"?",
        "root ::= \"\\\"\" t\nt ::= C root?",
    };
    std::vector<std::string> out;
    for (std::uint32_t const low : {0u, 3u, 10u, 24u, 25u, 26u, 30u, 33u, 40u}) {
        for (std::string const& high :
             {std::to_string(low), std::to_string(low + 1), std::to_string(low + 10), std::string()}) {
            if (high == "0") {
                continue;
            }
            for (std::string_view const shape : shapes) {
                std::string made{shape};
                made.replace(made.rfind('C'), 1,
                             R"([^"\\\x00-\x1F]{)" + std::to_string(low) + "," + high + "}");
                out.push_back(std::move(made));
            }
        }
    }
    return out;
}

/// A grammar of loops over characters, bounded and not, side by side, in one another and behind calls.
std::string loops(random_grammar::source& random, letters_and_loops const& of) {
    static std::vector<std::string> const counts{"*",           "*",      "+",      "?",       "{30}",
                                                 "{24,}",       "{3,10}", "{0,40}", "{25,33}", "{26,27}",
                                                 "{0,1000000}", "{1,3}",  "{7}"};
    std::uint32_t const rules = 2 + random.below(3);
    // one draw a statement: each compiler has its own order of the operands of +
    auto const term = [&](std::uint32_t rule) -> std::string {
        switch (random.below(5)) {
        case 0: return random.pick(of.letters);
        case 1:
            if (rule + 1 < rules) {
                std::uint32_t const called = rule + 1 + random.below(rules - rule - 1);
                return "r" + std::to_string(called) + (random.one_in(4) ? "*" : "");
            }
            return random.pick(of.letters);
        case 2: {
            std::string const either = "(" + random.pick(of.classes) + " | ";
            std::string const or_else = random.pick(of.letters) + ")";
            return either + or_else + random.pick(counts);
        }
        default: {
            std::string const once = random.pick(of.classes);
            return once + random.pick(counts);
        }
        }
    };
    std::string out;
    for (std::uint32_t r = 0; r < rules; ++r) {
        out += (r == 0 ? "root" : "r" + std::to_string(r)) + " ::=";
        for (std::uint32_t way = 1 + random.below(2); way > 0; --way) {
            for (std::uint32_t n = 1 + random.below(3); n > 0; --n) {
                out += " " + term(r);
            }
            out += way > 1 ? " |" : "\n";
        }
    }
    return out;
}

/// Text in which one loop over characters follows the other: below a minimum, behind a maximum where nothing stands between
/// iterations, beside words, and before text that may begin anywhere.
std::string loops_in_pieces(random_grammar::source& random) {
    static std::vector<std::string> const classes{"[a-z]",    "[a-zA-Z ]",          "[^\\n]", "[^<#]",
                                                  "[a-z0-9]", "[a-z\u00E0-\u00FF]", "[a-f]",  "[^\\n#*-]"};
    static std::vector<std::string> const counts{"{3,8}", "{2,40}",  "{1,10}", "{5,}",
                                                 "{0,7}", "{17,30}", "{1,3}"};
    static std::vector<std::string> const outer{"{2,6}", "{0,9}", "{1,300}", "{3,4}"};
    static std::vector<std::string> const between{
        "", "\",\"?", "[.,]", "\"\\n\"{0,2}", "\" \"", "(\",\" | \"; \"){1,2}"};
    std::string out = "root ::= (w " + random.pick(between);
    out += ")" + random.pick(outer);
    out += random.one_in(2) ? " \"\\n\"\n" : "\n";
    out += random.one_in(3)   ? "w ::= \"yes\" | \"no\" | v\n"
           : random.one_in(3) ? "w ::= \"#\" [a-z]{1,9} | v\n"
                              : "w ::= v\n";
    out += "v ::= ";
    if (random.one_in(3)) {
        out += random.pick(classes) + " ";
    }
    out += random.pick(classes);
    out += random.pick(counts);
    if (random.one_in(4)) {
        out += " | (" + random.pick(classes);
        out += random.pick(counts);
        out += " \"-\"){1,5}";
    }
    return out;
}

/// Text that what follows it both continues and ends: cells of a table, `key: value`, fields of parts.
std::string loops_with_separators(random_grammar::source& random) {
    static std::vector<std::string> const classes{"[^\\n]",  "[^|\\n]", "[a-z ]",        "[^\\n,]",
                                                  "[^;\\n]", "[^<>]",   "[A-Z ]?[a-z -]"};
    static std::vector<std::string> const counts{"{2,30}", "{0,60}", "{1,40}", "{1,120}",
                                                 "{1,3}",  "{0,9}",  "+"};
    static std::vector<std::string> const between{"\" \"",  "\": \"", "\", \"",    "\" - \"",
                                                  "\"; \"", "\"a\"",  "\" \"{0,2}"};
    static std::vector<std::string> const outer{"{1,4}", "{0,8}", "{2,8}", "{1,100}"};
    auto const text = [&] { return "(" + random.pick(classes) + ")" + random.pick(counts); };
    std::string out = "root ::= (" + std::string(random.one_in(2) ? "\"| \" " : "");
    out += "a " + random.pick(between);
    out += " b \"\\n\")" + random.pick(outer);
    out += "\na ::= " + text();
    out += random.one_in(3) ? " (" + random.pick(between) + " c)" + random.pick(outer) : "";
    out += "\nb ::= " + text();
    out += random.one_in(2) ? " | (c " + random.pick(between) + ")" + random.pick(outer) : "";
    return out + "\nc ::= " + text() + "\n";
}

/// Words in verses in stanzas, with counts at each level: every letter leads to another configuration, or ends a word; and
/// words that are spelled like others.
std::string words_in_verses(random_grammar::source& random) {
    static std::vector<std::string> const letters{"[a-z]",
                                                  "[a-zA-Z]",
                                                  "[a-z0-9]",
                                                  "[a-z'-]",
                                                  "[^ \\n]",
                                                  "[a-zA-Z\u00E0-\u00FF]",
                                                  "[\u00C0-\u024Fa-z]",
                                                  "[a-z\u00E9\u0430-\u044F]",
                                                  "[\u0400-\u04FF\u4E00-\u9FFF]",
                                                  "[a-mN-Z0-4\u65E0-\u65FF]"};
    static std::vector<std::string> const few{"{1,5}", "{2,8}", "{3,12}", "{1,3}", "{1,4}", "{4,4}", "{3,}"};
    static std::vector<std::string> const many{"{3,12}", "{2,30}", "{1,20}", "{4,40}", "{4,4}", "{1,50}"};
    static std::vector<std::string> const behind_word{"\" \"?", "[ ,]{0,2}", "(\"-\" | \" \")?", "\"\"",
                                                      "\" \""};
    static std::vector<std::string> const in_front{"\"\"", "\"\"", "\"very \"?", "(\"the \" | \"a \")?",
                                                   "\"un\"?"};
    static std::vector<std::string> const behind{"\"\"", "\"\"", "\"ing\"?", "(\"ed\" | \"s\")?", "\".\"?"};
    std::string out = "root ::= (verse \"\\n\"" + std::string(random.one_in(2) ? "?)" : ")");
    out += random.pick(many);
    out += random.one_in(2) ? " \".\"\n" : "\n";
    out += "verse ::= (word " + random.pick(behind_word) + ")";
    out += random.pick(many);
    out += "\nword ::= " + random.pick(in_front) + " ";
    out += random.pick(letters);
    out += random.pick(few);
    out += " " + random.pick(behind);
    if (random.one_in(3)) {
        out += " | " + random.pick(letters);
        out += random.pick(few);
    }
    return out + "\n";
}

/// Every mask on a walk through each of the grammars is the reference's.
void require_exact(vocab::token_list const& tokens, std::vector<std::string> const& texts) {
    auto const index = mask::token_index::build(tokens);
    BOOST_REQUIRE(index);
    random_grammar::source random(11);
    std::size_t positions = 0;
    for (std::string const& text : texts) {
        auto const grammar = gbnf::compile(text);
        BOOST_REQUIRE_MESSAGE(grammar, render(grammar.error(), text));
        auto const prepared = mask::grammar::prepare(*rtn::from_gbnf(*grammar));
        BOOST_REQUIRE_MESSAGE(prepared, text);
        mask::compiled_grammar const compiled(*prepared, *index, {.no_dead_ends = false});
        auto const shared = std::make_shared<mask::memo<reference::stack_set>>(std::size_t{1} << 26);
        reference slow{machine{*grammar}, shared};
        mask::matcher fast{compiled};
        std::string read;
        for (std::size_t step = 0; step < 7; ++step, ++positions) {
            words filled(mask::words_for(index->size()));
            words want = reference_mask(slow, *index);
            // a call that runs out of fuel says so, lets through nothing that is wrong, and the next one comes further
            mask::filled state = fast.fill(filled);
            for (int calls = 1; calls < 20 && fast.error() == errc::out_of_fuel; ++calls) {
                BOOST_REQUIRE(state == mask::filled::limited || state == mask::filled::failed);
                BOOST_REQUIRE_MESSAGE(is_within(filled, want), "behind: " << read << " in " << text);
                state = fast.fill(filled);
            }
            BOOST_REQUIRE_MESSAGE(filled == want, "behind: " << read << " in " << text << ": wrong are"
                                                             << difference(tokens, filled, want));
            std::vector<vocab::token_id> const allowed = tokens_in(filled, index->size());
            if (allowed.empty()) {
                break;
            }
            vocab::token_id const next = random.pick(allowed);
            read += tokens.bytes(next);
            BOOST_REQUIRE(fast.accept(next) && slow.accept(tokens.bytes(next)));
        }
    }
    BOOST_TEST_MESSAGE(positions << " positions");
    BOOST_TEST(positions > 1000);
}

}  // namespace

BOOST_AUTO_TEST_CASE(tokens_longer_than_the_text_that_is_left_are_read_to_their_end) {
    random_grammar::source random(11);
    std::vector<std::string> texts = bounded_texts();
    for (std::uint32_t k = random_grammar::argument(1, 120); k > 0; --k) {
        texts.push_back(loops(random, mostly_ascii));
    }
    require_exact(long_tokens(mostly_ascii.atoms), texts);
}

BOOST_AUTO_TEST_CASE(loops_over_code_points_above_ascii) {
    random_grammar::source random(13);
    std::vector<std::string> texts;
    for (std::uint32_t k = 4 * random_grammar::argument(1, 120); k > 0; --k) {
        texts.push_back(loops(random, beyond_ascii));
    }
    require_exact(long_tokens(beyond_ascii.atoms), texts);
}

BOOST_AUTO_TEST_CASE(text_that_goes_on_behind_some_ways_only) {
    vocab::token_list const tokens = vocabulary();
    auto const index = mask::token_index::build(tokens);
    BOOST_REQUIRE(index);
    auto const net = parlance::schema::compile(*parlance::json::parse(
        R"({"type": "string", "pattern": "^[a-zA-Z][a-zA-Z][a-zA-Z]?(-[-a-zA-Z0-9]+)?$"})"));
    BOOST_REQUIRE(net);
    mask::compiled_grammar const compiled(*mask::grammar::prepare(*net), *index, {.no_dead_ends = false});
    mask::matcher run{compiled};
    for (char const* const text : {"\"", "e", "n", "-", "U"}) {
        BOOST_REQUIRE(run.accept(std::string_view(text)));
        words filled(mask::words_for(index->size()));
        run.fill(filled);
        words want(filled.size());
        for (vocab::token_id id = 0; id < index->size(); ++id) {
            if (mask::matcher copy = run; copy.accept(id)) {
                mask::bitmask{want}.set(id);
            }
        }
        BOOST_TEST((filled == want), text << ": wrong are" << difference(tokens, filled, want));
    }
}

BOOST_AUTO_TEST_CASE(masks_over_a_large_vocabulary_are_the_references_masks) {
    std::size_t const most = random_grammar::argument(1, 60);
    vocab::token_list const tokens = vocabulary();
    auto const index = mask::token_index::build(tokens);
    BOOST_REQUIRE(index);
    std::vector<gbnf::grammar> grammars;
    std::vector<mask::compiled_grammar> caches;
    for (language const& l : languages) {
        auto made = gbnf::compile(l.grammar);
        BOOST_REQUIRE_MESSAGE(made, render(made.error(), l.grammar));
        grammars.push_back(*std::move(made));
        caches.emplace_back(*mask::grammar::prepare(*rtn::from_gbnf(grammars.back())), *index);
    }
    std::size_t positions = 0;
    std::size_t walks = 0;
    std::size_t ended = 0;
    while (positions < most) {
        random_grammar::source random(static_cast<std::uint32_t>(1000 + walks));
        std::size_t const which = walks++ % std::size(languages);
        auto const shared = std::make_shared<mask::memo<reference::stack_set>>(std::size_t{1} << 28);
        reference slow{machine{grammars[which]}, shared};
        mask::npda plain{machine{grammars[which]}};
        mask::matcher fast{caches[which]};
        std::string text;
        for (std::size_t step = 0; step < 60 && positions < most && !fast.stopped(); ++step, ++positions) {
            words filled(mask::words_for(index->size()));
            mask::filled const state = fast.fill(filled);
            BOOST_REQUIRE_MESSAGE(state == mask::filled::some || state == mask::filled::all,
                                  "no token behind: " << text);
            BOOST_REQUIRE_MESSAGE(filled == reference_mask(slow, *index), "wrong mask behind: " << text);
            std::vector<vocab::token_id> allowed;
            std::vector<vocab::token_id> structural;
            for (vocab::token_id id = 0; id < index->size(); ++id) {
                if (mask::bitmask{filled}.test(id)) {
                    allowed.push_back(id);
                    if (tokens.bytes(id).find_first_of("\"}];<)(") != std::string_view::npos) {
                        structural.push_back(id);
                    }
                }
            }
            for (int k = 0; k < 40; ++k) {  // some by brute force
                auto const id = k % 2 == 0 ? random.pick(allowed)
                                           : random.below(static_cast<std::uint32_t>(index->size()));
                bool const want = tokens.ends(id)
                                      ? plain.can_stop()
                                      : !tokens.bytes(id).empty() && plain.allows(tokens.bytes(id));
                BOOST_REQUIRE_MESSAGE(mask::bitmask{filled}.test(id) == want,
                                      "token " << id << " behind: " << text);
            }
            bool const stop = step > 40 || random.one_in(4);
            vocab::token_id next = stop && plain.can_stop() && !index->ends().empty() ? index->ends()[0]
                                   : !structural.empty() && random.one_in(2) ? random.pick(structural)
                                                                             : random.pick(allowed);
            words after(filled.size());
            BOOST_REQUIRE(fast.accept(next) && fast.rollback(1));
            fast.fill(after);
            BOOST_REQUIRE(after == filled);
            BOOST_REQUIRE(fast.accept(next));
            if (!tokens.ends(next)) {
                text += tokens.bytes(next);
                BOOST_REQUIRE(slow.accept(tokens.bytes(next)) && plain.accept(tokens.bytes(next)));
            }
        }
        if (fast.stopped()) {
            ++ended;
            BOOST_REQUIRE_MESSAGE(!languages[which].json || parlance::json::parse(text), text);
        }
    }
    BOOST_TEST_MESSAGE(positions << " positions of " << index->size() << " tokens in " << walks << " walks, "
                                 << ended << " of which ended");
    BOOST_TEST(positions >= most);
}

namespace {

struct document {
    std::string grammar;
    std::string text;
};

/// Counts inside counts: the vectors of counts with which a text can be read are as many as the product of the bounds.
std::vector<document> nested_counts() {
    std::vector<document> out{
        {"root ::= verse{1,40}\nverse ::= word{1,30} \"\\n\"?\nword ::= [a-z]{1,12} \" \"?",
         "counts in counts in counts\nand one more line of words"},
        {"root ::= (([a-z]{1,9} \",\"?){1,9} \";\"?){1,9}", "a,bc,def;gh,i;jklmnop,qrs"},
        {"root ::= ((\"http\" \"s\"? \":\")? ([A-Za-z]{1,5} \"ed\"? [0-9a-f]{0,2}){1,4} \" \"?){1,5}",
         "http:Aned Walked12 https:seed0f bad https:a"},
        {"root ::= ((\"un\"? [a-z]{2,4} | [A-Z]{1,3} \"x\"?){1,3} [ .]?){1,6}", "unable.ABx un done NOx.xy"},
        {"root ::= ([\u00C0-\u024Fa-z]{2,5} [ ,]?){2,9} \".\"", "\u00FCber \u0159eka,na\u00EFve."},
        {"root ::= ((\"\u043D\u0435\"? [\u0430-\u044F]{1,9} | [\u4E00-\u9FFF]{1,3}) \" \"?){2,12}",
         "\u043D\u0435\u0442 \u65E5\u672C \u0434\u0430"},
        {"root ::= ([a-z]{0,500} [a-z]{0,500}){0,500} \".\"", "abcdefghijklmnop."},
    };
    std::filesystem::path const folder = std::filesystem::path(PARLANCE_CORPUS) / "gbnf/nested-counts";
    if (PARLANCE_CORPUS[0] == 0 || !std::filesystem::exists(folder)) {
        BOOST_TEST_MESSAGE("SKIPPED: the documents of the corpus, which is not there");
        return out;
    }
    auto const read = [](std::filesystem::path const& path) {
        std::ifstream in(path, std::ios::binary);
        return std::string{std::istreambuf_iterator<char>(in), {}};
    };
    for (auto const& file : std::filesystem::directory_iterator(folder)) {
        if (file.path().extension() == ".gbnf") {
            std::string const text = read(std::filesystem::path(file.path()).replace_extension(".txt"));
            out.push_back({read(file.path()), text.substr(0, text.find("\n%%"))});  // as in bench/mask
        }
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_of_counts_inside_counts_have_what_is_accepted) {
    document const documents[] = {
        {R"(root ::= (("the " | "a ")? [a-z]{1,10} ("ly" | "ing")? [ .,]{1,2}){1,60})",
         "a saiding.three hading.her.wanting."},
        {R"(root ::= ([^,]{4,40} ","? ){4,40})", "another,point up two,word have,as out he does"},
        {R"(root ::= (([a-z0-9]{1,20} "."){1,3} [a-z]{2,6} ("/" [a-z0-9._-]{0,20}){0,5} " "?){1,10})",
         "live.right/show/otherknow.think.now http.not.then/two"},
        {R"(root ::= ("- " ([^ \n]{1,20} " "?){1,20} "\n"){1,12})",
         "- milk and bread\n- apples (red ones)\n"},
        // more frames below than are taken apart for a folded walk
        {R"g(root ::= "(" root ")" | ([a-z]{1,5} " "?){3,7})g", "((((((((((((abc de f"},
    };
    constexpr std::size_t between = 5;  // positions
    vocab::token_list const tokens = vocabulary();
    auto const index = mask::token_index::build(tokens);
    for (document const& d : documents) {
        auto const grammar = *mask::grammar::prepare(*rtn::from_gbnf(*gbnf::compile(d.grammar)));
        mask::matcher m{mask::compiled_grammar{grammar, *index}};
        mask::matcher reads{mask::compiled_grammar{grammar, *index}};
        for (char const next : d.text) {
            mask::allowed_tokens const allowed = m.allowed();
            for (vocab::token_id id = 0; id < index->size() && m.steps() % between == between - 1; ++id) {
                bool const bit = (allowed.words[id / 32] >> (id % 32) & 1u) != 0;
                bool const is_read = reads.accept(id);
                BOOST_REQUIRE_MESSAGE(bit == is_read, d.grammar << " at " << m.steps() << ": token " << id);
                BOOST_REQUIRE(!is_read || reads.rollback(1));
            }
            BOOST_REQUIRE_MESSAGE(m.accept(std::string_view{&next, 1}), d.grammar << " at " << m.steps());
            BOOST_REQUIRE(reads.accept(std::string_view{&next, 1}));
        }
    }
}

BOOST_AUTO_TEST_CASE(counts_inside_counts_meet_no_limit) {
    vocab::token_list const tokens = vocabulary();
    auto const index = mask::token_index::build(tokens);
    for (document const& d : nested_counts()) {
        mask::matcher m{mask::compiled_grammar{
            *mask::grammar::prepare(*rtn::from_gbnf(*gbnf::compile(d.grammar))), *index}};
        for (char const next : d.text) {
            mask::filled const state = m.allowed().state;
            BOOST_REQUIRE_MESSAGE(state == mask::filled::some || state == mask::filled::all, d.grammar);
            BOOST_REQUIRE_MESSAGE(m.error() == errc::none, d.grammar);
            BOOST_REQUIRE_MESSAGE(m.accept(std::string_view{&next, 1}), d.grammar << " at " << m.steps());
        }
    }
}

namespace {

/// The same tokens as text, and some that hold more of lines, words and names than any vocabulary's.
vocab::token_list with_many_at_once(vocab::token_list const& from) {
    vocab::token_list_builder out;
    for (vocab::token_id id = 0; id < from.size(); ++id) {
        out.add(std::string{from.text(id)});
    }
    for (std::size_t times = 2; times < 9; ++times) {
        for (std::string const each :
             {"ab ", " ab", "a b; ", "; c d", "a b; c d\n", "some\n", "- it\n", " x"}) {
            std::string made;
            for (std::size_t i = 0; i < times; ++i) {
                made += each;
            }
            out.add(made);
        }
    }
    return *std::move(out).finish();
}

/// A mask allows the tokens that accept() takes, and no others.
void require_accepted(mask::matcher& m, words const& allowed, std::size_t size, std::string const& where) {
    for (vocab::token_id id = 0; id < size; ++id) {
        bool const taken = m.accept(id);
        if (taken) {
            m.rollback(1);
        }
        bool const bit = ((allowed[id / 32] >> (id % 32)) & 1u) != 0;
        BOOST_REQUIRE_MESSAGE(bit == taken, where << ": token " << id);
    }
}

}  // namespace

// Masks take all words at once, and leave out what counts do not tell apart; accept() does neither.
BOOST_AUTO_TEST_CASE(masks_of_words_in_verses_are_what_is_accepted_token_by_token) {
    vocab::token_list const tokens =
        long_tokens({"a", "n",  "the", "e",      " ",      "very ",  "un",     "ing",  "s",        "N",
                     ".", "\n", "-",   "\u00E9", "\u0159", "\u0434", "\u65E5", "\xD0", "\xE6\x97", "7"});
    auto const index = mask::token_index::build(tokens);
    BOOST_REQUIRE(index);
    random_grammar::source random(17);
    std::size_t positions = 0;
    for (std::uint32_t k = random_grammar::argument(1, 120); k > 0; --k) {
        std::string const text = words_in_verses(random);
        auto const net = rtn::from_gbnf(*gbnf::compile(text));
        mask::matcher m{
            mask::compiled_grammar(*mask::grammar::prepare(*net), *index, {.no_dead_ends = false})};
        std::string read;
        for (std::size_t step = 0; step < 12; ++step, ++positions) {
            words filled(mask::words_for(index->size()));
            mask::filled const state = m.fill(filled);
            BOOST_REQUIRE_MESSAGE(state != mask::filled::limited,
                                  text << " behind " << read << ": " << static_cast<int>(m.error()));
            require_accepted(m, filled, index->size(), read + " in " + text);
            std::vector<vocab::token_id> const allowed = tokens_in(filled, index->size());
            if (allowed.empty()) {
                break;
            }
            vocab::token_id const next = random.pick(allowed);
            read += tokens.bytes(next);
            BOOST_REQUIRE(m.accept(next));
        }
    }
    BOOST_TEST_MESSAGE(positions << " positions");
    BOOST_TEST(positions > 5 * random_grammar::argument(1, 120));
}

BOOST_AUTO_TEST_CASE(words_in_verses_are_within_the_mask_wherever_fuel_runs_out) {
    vocab::token_list const tokens = long_tokens({"a", "n", "the", "e", " ", "very ", "un", "ing", "\n"});
    auto const index = mask::token_index::build(tokens);
    BOOST_REQUIRE(index);
    random_grammar::source random(19);
    std::size_t limited = 0;
    for (int k = 0; k < 12; ++k) {
        std::string const text = words_in_verses(random);
        auto const net = rtn::from_gbnf(*gbnf::compile(text));
        mask::matcher whole{mask::compiled_grammar(*mask::grammar::prepare(*net), *index)};
        words want(mask::words_for(index->size()));
        whole.fill(want);
        for (std::uint64_t fuel = 2'000; fuel < 4'000'000; fuel += fuel / 3) {
            parlance::limits less;
            less.fuel = fuel;
            auto const made = mask::grammar::prepare(*net, mask::trigger::eager(), less);
            if (!made) {
                continue;  // that takes fuel, too
            }
            mask::matcher m{mask::compiled_grammar(*made, *index)};
            words got(want.size());
            limited += m.fill(got) == mask::filled::limited ? 1 : 0;
            BOOST_TEST(is_within(got, want), fuel << " for " << text);
        }
    }
    BOOST_TEST(limited > 20);
}

// Masks are made for all numbers at once that are further from their bounds than a few; accept() counts.
BOOST_AUTO_TEST_CASE(masks_of_counts_near_and_far_from_their_bounds_are_what_is_accepted_token_by_token) {
    document const documents[] = {
        {"root ::= (sec \"\\n\"){1,7}\nsec ::= (line \"; \"){1,6} line\n"
         "line ::= ([a-z]{1,12} \" \"){1,8} [a-z]{1,12}",
         "a bc def; two three; a b; so on; e f\nan other; one two three four five six; g h\na b; c d\n"
         "i j; k l\nm n; o p; q r\ns t; u v\nw x; y z\n"},
        {"root ::= (line{2,6} \"\\n\"){1,5}\nline ::= [^\\n]{4,30} \"\\n\"",
         "The fog comes\non little feet\nand sits\n\nlooking\nover town\n\nmoves\nalong\nagain\n\n"},
        {"root ::= (para \"\\n\" | item{1,6}){1,6}\npara ::= ([^\\n#*-] [^\\n]{0,40} \"\\n\"){1,7}\n"
         "item ::= \"- \" [^\\n]{1,20} \"\\n\"",
         "- one\n- two\nSome text\nof lines\nand more\nfour\nfive\n\n- six\nlast\n"},
        {"root ::= (w \" \"){5,9} w\nw ::= [a-z]{2,12}", "many words come before this may end at all"},
        {"root ::= (text | tag){0,6}\ntext ::= [^<#]{1,30}\n"
         "tag ::= \"<\" [a-z]{1,9} (\" \" [a-z]{1,9}){0,5} \">\" | \"#\" [a-z]{1,20}",
         "to <b x yy z>#fun <i> do"},
        {"root ::= (p \"\\n\"){2,5}\np ::= ([a-zA-Z ]{3,20} [.,]){2,4}",
         "first part, and part, done now.\nother one, and its twin.\n"},
        {"root ::= ((\"yes\" | \"no\" | [a-z]{3,8}) (\",\" | \"; \"){1,2}){1,9}",
         "yes,no; maybe,,perhaps; yes,"},
        {"root ::= \"f(\" arg{0,6} \");\"\narg ::= [a-z0-9]{1,10} \",\"?", "f(total,x,y);"},
    };
    vocab::token_list const tokens = with_many_at_once(vocabulary());
    auto const index = mask::token_index::build(tokens);
    std::size_t places = 0;
    for (document const& d : documents) {
        mask::matcher m{mask::compiled_grammar{
            *mask::grammar::prepare(*rtn::from_gbnf(*gbnf::compile(d.grammar))), *index}};
        for (std::size_t at = 0; at < d.text.size(); at += 3, ++places) {
            words allowed(mask::words_for(tokens.size()));
            mask::filled const state = m.fill(allowed);
            BOOST_REQUIRE_MESSAGE(mask::has_tokens(state) && state != mask::filled::limited,
                                  d.grammar << " behind " << at << " bytes");
            require_accepted(m, allowed, tokens.size(),
                             d.grammar + " behind " + std::to_string(at) + " bytes");
            BOOST_REQUIRE_MESSAGE(m.accept(std::string_view{d.text}.substr(at, 3)),
                                  d.grammar << " at " << at);
        }
    }
    BOOST_TEST_MESSAGE(places << " places");
}

BOOST_AUTO_TEST_CASE(loops_over_characters_one_behind_the_other_are_what_is_accepted_token_by_token) {
    random_grammar::source random(17);
    vocab::token_list const tokens = vocabulary();
    auto const index = mask::token_index::build(tokens);
    std::size_t places = 0;
    for (std::uint32_t k = random_grammar::argument(1, 120); k > 0; --k) {
        std::string const text = k % 2 == 0 ? loops_in_pieces(random) : loops_with_separators(random);
        mask::matcher m{
            mask::compiled_grammar{*mask::grammar::prepare(*rtn::from_gbnf(*gbnf::compile(text))), *index}};
        for (std::string read; read.size() < 40; ++places) {
            words allowed(mask::words_for(tokens.size()));
            BOOST_REQUIRE_MESSAGE(m.fill(allowed) != mask::filled::limited, text << " behind " << read);
            require_accepted(m, allowed, tokens.size(), text + " behind " + read);
            std::vector<vocab::token_id> next;
            for (vocab::token_id id = 0; id < tokens.size(); ++id) {
                if (mask::bitmask{allowed}.test(id) && !tokens.bytes(id).empty()) {
                    next.push_back(id);
                }
            }
            if (next.empty()) {
                break;
            }
            vocab::token_id const id = random.pick(next);
            BOOST_REQUIRE(m.accept(id));
            read += tokens.bytes(id);
        }
    }
    BOOST_TEST(places > 100);
}

BOOST_AUTO_TEST_CASE(a_limit_leaves_something_wherever_the_text_goes_on) {
    vocab::token_list const tokens = vocabulary();
    auto const index = mask::token_index::build(tokens);
    parlance::limits few;
    few.configurations = 20;
    std::size_t places = 0;
    std::size_t limited = 0;
    for (document const& d : nested_counts()) {
        auto const net = rtn::from_gbnf(*gbnf::compile(d.grammar));
        mask::matcher m{mask::compiled_grammar{
            *mask::grammar::prepare(*net, mask::trigger::eager(), few), *index, {.no_dead_ends = false}}};
        mask::matcher free{
            mask::compiled_grammar{*mask::grammar::prepare(*net), *index, {.no_dead_ends = false}}};
        for (char const next : d.text) {
            mask::allowed_tokens const allowed = m.allowed();
            errc const why = m.error();
            mask::allowed_tokens const exact = free.allowed();
            // failed: not even the first byte of a token is within so low a limit, nor does the text go on
            bool const is_limited =
                allowed.state == mask::filled::limited || allowed.state == mask::filled::failed;
            BOOST_TEST(is_limited == (why != errc::none));
            for (vocab::token_id id = 0; id < index->size(); ++id) {
                bool const bit = (allowed.words[id / 32] >> (id % 32) & 1u) != 0;
                bool const is_right = (exact.words[id / 32] >> (id % 32) & 1u) != 0;
                BOOST_REQUIRE_MESSAGE(bit == is_right || (!bit && why != errc::none),
                                      d.grammar << " token " << id);
            }
            bool const goes_on = m.accept(std::string_view{&next, 1});
            BOOST_REQUIRE_MESSAGE(!goes_on || mask::has_tokens(allowed.state), d.grammar);
            ++places;
            limited += why != errc::none;
            if (!goes_on) {
                BOOST_TEST((m.error() != errc::none), d.grammar << " behind " << m.steps() << " bytes");
                break;
            }
            BOOST_REQUIRE(free.accept(std::string_view{&next, 1}));
        }
    }
    BOOST_TEST_MESSAGE(places << " places, a limit at " << limited);
    BOOST_TEST(limited > 0u);
}

BOOST_AUTO_TEST_SUITE_END()

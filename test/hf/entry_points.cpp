// test/hf/entry_points.cpp - every call that reads what is not trusted: failing allocations, a small stack, a stop
// SPDX-License-Identifier: BSL-1.0
//
// The names in the table are those of test/entry_points.py, which compares it with the public headers.
#include "../entry_points.hpp"
#include <parlance/hf/content.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/hf/legacy/response_schema.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/hf/legacy/schema_response.hpp>
#include <parlance/hf/template_response.hpp>
#include <parlance/gbnf/check_text.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/partial.hpp>
#include <parlance/mask/batch.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/mask/explain.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/rehearse.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/peg/save.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_peg.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/vocab/gguf.hpp>
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/load.hpp>
#include <parlance/vocab/open.hpp>
#include <parlance/vocab/sentencepiece.hpp>
#include <parlance/vocab/tekken.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/trie.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <new>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(hf_entry_points)

using namespace parlance;
using namespace entry_points;

std::string grammar_text() { return "root ::= \"a\" b* | [c-e]{2,5}\nb ::= \"x\" | \"(\" root \")\""; }
std::string deep_grammar() { return nested(190, "(", "\"a\"", ")*").insert(0, "root ::= "); }
std::string long_grammar() { return "root ::= " + times(30'000, "\"ab\" "); }
std::string schema_text() {
    return R"({"type": "object", "properties": {"a": {"type": "string", "pattern": "^[a-c]{1,4}$"},
              "b": {"type": "array", "items": {"enum": [1, "x", null]}, "uniqueItems": true}}, "required": ["a"]})";
}
std::string deep_schema() { return nested(90, R"({"type":"array","items":)", "{}", "}"); }
std::string long_schema() {
    return R"({"allOf": [)" + times(300, R"({"type": "string", "pattern": "(a|b)*a(a|b){3}"},)") + "{}]}";
}
std::string table_text() {
    return "tag t = 1\n<- tag(t, [a-z]+) / \"(\" b \")\"\nb <- \"x\" b / until(\"y\")";
}
std::string deep_table() { return nested(190, "(", "\"a\"", ")*").insert(0, "<- "); }
std::string long_table() { return "<- " + times(30'000, "\"a\" "); }
std::string deep_json() { return nested(190, "[", "1", "]"); }
std::string long_json() { return "[" + times(30'000, "1,") + "1]"; }
std::string pattern_text() { return "^(ab|[c-f]{2,5})+\\d?$"; }
std::string deep_pattern() { return nested(190, "(", "a", ")*"); }
std::string hard_pattern() { return "(a|b)*a(a|b){12}"; }
std::string answer_template() {
    return R"j({"start_anchor": "A", "fields": {"content": {"content": "text"},
        "thinking": {"open": "<t>", "close": "</t>", "content": "text"}}})j";
}
std::string deep_template() {
    return R"j({"start_anchor": "A", "fields": {"content": {"content": "json", "transform": )j" +
           nested(180, "[", "1", "]") + "}}}";
}
std::string answer_schema() {
    return R"j({"type": "object", "properties": {"thinking": {"type": "string", "x-regex": "<t>(.*?)</t>"},
        "content": {"type": "string", "x-regex": "(?:</t>|^)([^<]*)$"}}})j";
}
std::string hf_vocabulary(std::size_t tokens) {
    std::string out = R"({"model": {"type": "BPE", "vocab": {"a": 0)";
    for (std::size_t i = 1; i < tokens; ++i) {
        out.append(", \"k").append(std::to_string(i)).append("\": ").append(std::to_string(i));
    }
    return out + R"(}}, "added_tokens": [{"id": 0, "content": "a", "special": true}]})";
}
std::string tekken_vocabulary() {
    return R"({"config": {"default_vocab_size": 3, "default_num_special_tokens": 1},
        "vocab": [{"rank": 0, "token_bytes": "YQ=="}, {"rank": 1, "token_bytes": "Yg=="}]})";
}
std::string tiktoken_vocabulary(std::size_t tokens) {
    static constexpr char letters[] = "AQgw";
    std::string out;
    for (std::size_t i = 0; i < tokens; ++i) {
        out.append("Y").append(1, letters[i % 4]).append("== ").append(std::to_string(i)).append("\n");
    }
    return out;
}
std::string pieces(std::size_t count) {
    return times(count, std::string_view("\x0A\x03\x0A\x01"
                                         "a",
                                         5));
}
void number(std::string& out, std::uint64_t value, std::size_t bytes) {
    for (; bytes > 0; --bytes, value >>= 8) {
        out.push_back(static_cast<char>(value & 0xFF));
    }
}
std::string gguf_vocabulary(std::size_t tokens) {
    auto const text = [](std::string& out, std::string_view s) {
        number(out, s.size(), 8);
        out.append(s);
    };
    std::string out = "GGUF";
    number(out, 3, 4);
    number(out, 0, 8);
    number(out, 2, 8);
    text(out, "tokenizer.ggml.model");
    number(out, 8, 4);
    text(out, "llama");
    text(out, "tokenizer.ggml.tokens");
    number(out, 9, 4);
    number(out, 8, 4);
    number(out, tokens, 8);
    for (std::size_t i = 0; i < tokens; ++i) {
        text(out, "a");
    }
    return out;
}

json::value context() { return made(json::parse(R"({"items": [1, "a", {"b": null}], "name": "x"})")); }

/// Every byte, and one token that ends.
mask::token_index const& byte_tokens() {
    static mask::token_index const all = [] {
        vocab::token_list_builder bytes;
        for (unsigned b = 0; b < 256; ++b) {
            bytes.add(std::string(1, static_cast<char>(b)));
        }
        bytes.add("</s>", vocab::token_kind::control);
        bytes.end(256);
        return made(mask::token_index::build(made(std::move(bytes).finish())));
    }();
    return all;
}
constexpr std::size_t mask_words = 9;  // of those tokens
std::string long_optional_grammar() {
    std::string out = "root ::= ";
    for (int i = 0; i < 1500; ++i) {
        out += "\"w" + std::to_string(i) + "\"? ";
    }
    return out;
}
std::string bracket_text() { return "((ab))"; }
std::string open_bracket_text() { return "((a"; }
std::string deep_bracket_text() { return nested(12'000, "(", "ab", ")"); }

/// `call` of a matcher that has read `in`, of a grammar that is compiled anew, so that nothing is known of its masks.
template <class Call>
errc matched(std::string_view in, limits const& bounds, Call&& call) {
    mask::matcher m{made(mask::compile_gbnf("root ::= \"(\" root \")\" | [ab]{1,40}", byte_tokens(), "root",
                                            bounds.without_stop()))};
    if (!m.accept(in)) {
        return m.error();
    }
    m.stop_with(bounds.stop);
    call(m);
    return told(m.error());
}

entry const entries[] = {
    {"mask/grammar.hpp prepare",
     [](auto in, auto& b) {
         return code_of(mask::grammar::prepare(made(rtn::from_gbnf(made(gbnf::compile(in)))),
                                               mask::trigger::eager(), b));
     },
     grammar_text, deep_grammar, long_optional_grammar},
    {"mask/compile.hpp compile",
     [](auto in, auto& b) {
         return code_of(mask::compile(made(rtn::from_gbnf(made(gbnf::compile(in)))), byte_tokens(),
                                      mask::trigger::eager(), b));
     },
     grammar_text, deep_grammar, long_optional_grammar},
    {"mask/compile.hpp compile_gbnf",
     [](auto in, auto& b) { return code_of(mask::compile_gbnf(in, byte_tokens(), "root", b)); }, grammar_text,
     deep_grammar, long_grammar},
    {"mask/compile.hpp compile_regex",
     [](auto in, auto& b) { return code_of(mask::compile_regex(in, byte_tokens(), b)); }, pattern_text,
     deep_pattern, hard_pattern},
    {"mask/trigger.hpp pattern",
     [](auto in, auto& b) {
         return code_of(mask::trigger::pattern(in, mask::trigger::start::with_match, {}, b));
     },
     [] { return std::string("a[c-f]{2,5}(x|y)"); }, deep_pattern,
     [] { return std::string("(?:a|b)*a(?:a|b){12}"); }},
    {"mask/token_index.hpp build",
     [](auto in, auto& b) { return code_of(mask::token_index::build(made(vocab::read_tiktoken(in)), b)); },
     [] { return tiktoken_vocabulary(3); }, nullptr, [] { return tiktoken_vocabulary(5000); }},
    {"mask/token_index.hpp with_roles",
     [](auto in, auto& b) {
         vocab::token_list_builder tokens;
         tokens.set_all(made(vocab::read_tiktoken(in)));
         tokens.add("<|x|>", vocab::token_kind::control);
         std::string const text[] = {"<|x|>"};
         return code_of(
             made(mask::token_index::build(made(std::move(tokens).finish()))).with_roles({text, {}}, b));
     },
     [] { return tiktoken_vocabulary(3); }, nullptr, [] { return tiktoken_vocabulary(5000); }},
    {"vocab/trie.hpp build",
     [](auto in, auto& b) { return code_of(vocab::trie::build(made(vocab::read_tiktoken(in)), b)); },
     [] { return tiktoken_vocabulary(3); }, nullptr, [] { return tiktoken_vocabulary(5000); }},
    {"mask/matcher.hpp accept",
     [](auto in, auto& b) {
         return matched("", b, [&](mask::matcher& m) { static_cast<void>(m.accept(in)); });
     },
     bracket_text, deep_bracket_text, deep_bracket_text},
    {"mask/matcher.hpp fill",
     [](auto in, auto& b) {
         return matched(in, b, [](mask::matcher& m) {
             std::uint32_t words[mask_words];
             static_cast<void>(m.fill(words));
         });
     },
     bracket_text, deep_bracket_text, open_bracket_text},
    {"mask/matcher.hpp allowed",
     [](auto in, auto& b) {
         return matched(in, b, [](mask::matcher& m) {
             m.remaining(20'000);
             static_cast<void>(m.allowed());
         });
     },
     bracket_text, deep_bracket_text, open_bracket_text},
    {"mask/matcher.hpp least_remaining",
     [](auto in, auto& b) {
         return matched(in, b, [](mask::matcher& m) { static_cast<void>(m.least_remaining()); });
     },
     bracket_text, deep_bracket_text, open_bracket_text},
    {"mask/matcher.hpp rollback",
     [](auto in, auto& b) {
         return matched(in, b, [&](mask::matcher& m) {
             mask::matcher copy = m;
             static_cast<void>(copy.rollback(copy.steps()) && copy.accept(in));
             m = copy;
         });
     },
     bracket_text, deep_bracket_text, nullptr},
    {"mask/matcher.hpp forced_text",
     [](auto in, auto& b) {
         return matched(in, b, [](mask::matcher& m) { static_cast<void>(m.forced_text()); });
     },
     bracket_text, deep_bracket_text, nullptr},
    {"mask/matcher.hpp open_rules",
     [](auto in, auto& b) {
         return matched(in, b, [](mask::matcher& m) { static_cast<void>(m.open_rules()); });
     },
     bracket_text, deep_bracket_text, nullptr},
    {"mask/draft.hpp fill",
     [](auto in, auto& b) {
         return matched(in.substr(0, 2), b, [&](mask::matcher& m) {
             std::vector<mask::token_id> tokens;
             std::vector<std::uint32_t> parents;
             for (char const c : in.substr(2)) {
                 parents.push_back(tokens.empty() ? mask::no_parent
                                                  : static_cast<std::uint32_t>(tokens.size() - 1));
                 tokens.push_back(static_cast<unsigned char>(c));
             }
             std::vector<std::uint32_t> words(mask_words * tokens.size());
             static_cast<void>(mask::fill(m, {tokens, parents}, {words, mask_words}));
         });
     },
     bracket_text, deep_bracket_text, open_bracket_text},
    {"mask/draft.hpp allowed_prefix",
     [](auto in, auto& b) {
         return matched(in.substr(0, 1), b, [&](mask::matcher& m) {
             std::vector<mask::token_id> tokens;
             for (char const c : in.substr(1)) {
                 tokens.push_back(static_cast<unsigned char>(c));
             }
             static_cast<void>(mask::allowed_prefix(m, tokens));
         });
     },
     bracket_text, deep_bracket_text, open_bracket_text},
    {"mask/batch.hpp fill",
     [](auto in, auto& b) {
         return matched(in, b, [](mask::matcher& m) {
             mask::matcher other = m;
             mask::matcher* const batch[] = {&m, &other, nullptr};
             std::vector<std::uint32_t> words(mask_words * 3);
             static_cast<void>(mask::fill(batch, {words, mask_words}));
         });
     },
     bracket_text, deep_bracket_text, nullptr},
    {"mask/forced.hpp only_tokens",
     [](auto in, auto& b) {
         return matched(in, b, [](mask::matcher& m) { static_cast<void>(mask::only_tokens(m)); });
     },
     bracket_text, deep_bracket_text, nullptr},
    {"mask/forced.hpp forced_tokens",
     [](auto in, auto& b) {
         return matched(in, b, [](mask::matcher& m) {
             static_cast<void>(mask::forced_tokens(m, [](std::string_view text) {
                 return std::vector<mask::token_id>(text.begin(), text.end());
             }));
         });
     },
     [] { return std::string("(((("); }, deep_bracket_text, nullptr},
    {"mask/explain.hpp explain",
     [](auto in, auto& b) {
         errc limit = errc::none;
         errc const other = matched(in, b, [&](mask::matcher& m) {
             mask::explanation const said = mask::explain(m, ')');
             static_cast<void>(render(said));
             limit = said.limit;
         });
         return limit != errc::none ? limit : other;
     },
     bracket_text, deep_bracket_text, open_bracket_text},
    {"mask/rehearse.hpp rehearse",
     [](auto in, auto& b) {
         return matched(in, b,
                        [&](mask::matcher& m) { static_cast<void>(mask::rehearse(m.compiled(), 64, b)); });
     },
     bracket_text, deep_bracket_text, nullptr},
    {"json/parse.hpp parse", [](auto in, auto& b) { return code_of(json::parse(in, b)); },
     [] { return std::string(R"({"a": [1, 2.5, "x\n"], "b": {"c": null}})"); }, deep_json, long_json},
    {"json/partial.hpp parse_partial",
     [](auto in, auto& b) { return code_of(json::parse_partial(in, "@", b)); },
     [] { return std::string(R"({"a": [1, 2.5, "x)"); }, deep_json, long_json},
    {"gbnf/compile.hpp compile", [](auto in, auto& b) { return code_of(gbnf::compile(in, b)); }, grammar_text,
     deep_grammar, long_grammar},
    {"gbnf/check_text.hpp check_text",
     [](auto in, auto& b) {
         gbnf::options how;
         how.bounds = b;
         return code_of(gbnf::check_text(in, how));
     },
     grammar_text, deep_grammar, long_grammar},
    {"gbnf/left_recursion.hpp without_left_recursion",
     [](auto in, auto& b) {
         gbnf::options how;
         how.allow_left_recursion = true;
         return code_of(gbnf::without_left_recursion(made(gbnf::compile(in, how)), b));
     },
     [] { return std::string("root ::= root \"a\" | \"b\""); },
     [] {
         std::string out = "root ::= r0\n";
         for (int i = 0; i < 60; ++i) {
             out += "r" + std::to_string(i) + " ::= r" + std::to_string((i + 1) % 60) + " \"a\" | \"b\"\n";
         }
         return out;
     },
     [] {
         std::string out = "root ::= r0\n";
         for (int i = 0; i < 200; ++i) {
             out += "r" + std::to_string(i) + " ::= r" + std::to_string((i + 1) % 200) + " \"a\" | \"b\"\n";
         }
         return out;
     }},
    {"rtn/from_gbnf.hpp from_gbnf",
     [](auto in, auto& b) { return code_of(rtn::from_gbnf(made(gbnf::compile(in)), b)); }, grammar_text,
     deep_grammar, long_grammar},
    {"rtn/to_gbnf.hpp to_gbnf",
     [](auto in, auto& b) { return code_of(rtn::to_gbnf(made(rtn::from_gbnf(made(gbnf::compile(in)))), b)); },
     grammar_text, deep_grammar, [] { return "root ::= " + times(1000, "[a-z] \"b\"? "); }},
    {"rtn/regex.hpp regex",
     [](auto in, auto& b) { return code_of(rtn::regex(in, rtn::regex_match::search, 20'000, b)); },
     pattern_text, deep_pattern, hard_pattern},
    {"rtn/from_regex.hpp from_regex",
     [](auto in, auto& b) { return code_of(rtn::from_regex(in, rtn::regex_match::whole, b)); }, pattern_text,
     deep_pattern, hard_pattern},
    {"rtn/from_peg.hpp network_from_peg",
     [](auto in, auto& b) { return code_of(rtn::network_from_peg(made(peg::parse(in)), b)); }, table_text,
     deep_table, long_table},
    {"peg/parse.hpp parse", [](auto in, auto& b) { return code_of(peg::parse(in, b)); }, table_text,
     deep_table, long_table},
    {"peg/match.hpp match",
     [](auto in, auto& b) {
         static peg::arena const table =
             made(peg::parse("<- v end\nv <- \"[\" v \"]\" / \"(\" v \")\" / \"(\" v \"]\" / [0-9]+"));
         return told(peg::match(table, in, peg::no_sink{}, b).why);
     },
     [] { return std::string("[[[12]]]"); }, [] { return nested(20'000, "[", "1", "]"); },
     [] { return times(40, "("); }},
    {"peg/save.hpp load",
     [](auto in, auto& b) { return code_of(peg::load(peg::save(made(peg::parse(in))), b)); }, table_text,
     deep_table, long_table},
    {"peg/print.hpp print", [](auto in, auto& b) { return code_of(peg::print(made(peg::parse(in)), b)); },
     table_text, deep_table, long_table},
    {"schema/lower.hpp compile",
     [](auto in, auto& b) { return code_of(schema::compile(made(json::parse(in)), {}, b)); }, schema_text,
     deep_schema, long_schema},
    {"schema/contract.hpp contract",
     [](auto in, auto& b) { return code_of(schema::contract(made(json::parse(in)), {}, b)); }, schema_text,
     deep_schema, long_schema},
    {"schema/to_gbnf.hpp to_gbnf",
     [](auto in, auto& b) { return code_of(schema::to_gbnf(made(json::parse(in)), {}, b)); }, schema_text,
     deep_schema, long_schema},
    {"schema/validate.hpp validate",
     [](auto in, auto& b) {
         static json::value const schema =
             made(json::parse(R"({"items": {"$ref": "#"}, "uniqueItems": true})"));
         return code_of(schema::validate(schema, made(json::parse(in)), {}, b));
     },
     [] { return std::string(R"([1, [2, "a"], {"b": 1}])"); }, deep_json, long_json},
    {"vocab/gguf.hpp read_gguf", [](auto in, auto& b) { return code_of(vocab::read_gguf(in, b)); },
     [] { return gguf_vocabulary(3); }, nullptr, [] { return gguf_vocabulary(5000); }},
    {"vocab/sentencepiece.hpp read_sentencepiece",
     [](auto in, auto& b) { return code_of(vocab::read_sentencepiece(in, 0, b)); }, [] { return pieces(3); },
     nullptr, [] { return pieces(5000); }},
    {"vocab/tiktoken.hpp read_tiktoken",
     [](auto in, auto& b) { return code_of(vocab::read_tiktoken(in, {}, b)); },
     [] { return tiktoken_vocabulary(3); }, nullptr, [] { return tiktoken_vocabulary(5000); }},
    {"vocab/tekken.hpp read_tekken", [](auto in, auto& b) { return code_of(vocab::read_tekken(in, b)); },
     tekken_vocabulary, nullptr, tekken_vocabulary},
    {"vocab/hf_json.hpp read_hf_json",
     [](auto in, auto& b) { return code_of(vocab::read_hf_json(in, {}, b)); },
     [] { return hf_vocabulary(3); }, deep_json, [] { return hf_vocabulary(3000); }},
    {"vocab/open.hpp read", [](auto in, auto& b) { return code_of(vocab::read(in, {}, b)); },
     [] { return gguf_vocabulary(3); }, nullptr, [] { return gguf_vocabulary(5000); }},
    {"jinja/compiled_template.hpp compile",
     [](auto in, auto& b) {
         jinja::compile_options how;
         how.limits = b;
         return code_of(jinja::compiled_template::compile(in, how));
     },
     [] {
         return std::string("{% for i in items if i %}{{ i|upper }}{% else %}{{ name ~ '!' }}{% endfor %}");
     },
     [] { return nested(100, "{% if a %}", "{{ " + nested(45, "(", "1", ")") + " }}", "{% endif %}"); },
     [] { return times(1000, "{{ 1 }}"); }},
    {"jinja/compiled_template.hpp render",
     [](auto in, auto& b) {
         jinja::render_options how;
         how.limits = b;
         how.origins = true;
         static json::value const c = context();
         return code_of(made(jinja::compiled_template::compile(in)).render(c.get_object(), how));
     },
     [] {
         return std::string("{% macro m(a) %}{{ a|tojson }}{% endmacro %}{% for i in items %}{{ m([i, name]) "
                            "}}{% endfor %}");
     },
     [] {
         return std::string(
             "{% set n = namespace(a=[1]) %}{% for i in range(9000) %}{% set n.a = [n.a] %}{% endfor %}"
             "{{ n.a == n.a }}{{ n.a|tojson }}{{ n.a }}");
     },
     [] { return std::string("{% for i in range(90000) %}{% set x = i %}{% endfor %}"); }},
    {"hf/content.hpp read_content",
     [](auto in, auto& b) {
         hf::content_format how;
         how.kind = hf::content_kind::json;
         return code_of(hf::read_content(in, how, b));
     },
     [] { return std::string(R"({"a": [1, 2]})"); }, deep_json, long_json},
    {"hf/regex.hpp compile", [](auto in, auto& b) { return code_of(hf::regex::compile(in, b)); },
     pattern_text, deep_pattern, [] { return times(2'000, "ab?"); }},
    {"hf/legacy/jmespath.hpp compile", [](auto in, auto& b) { return code_of(hf::jmespath::compile(in, b)); },
     [] { return std::string("a[?b == `1`].{c: c, d: length(@)} | [0]"); },
     [] { return nested(190, "(", "a", ")"); }, [] { return times(5'000, "a.") + "a"; }},
    {"hf/legacy/jmespath.hpp search",
     [](auto in, auto& b) {
         static hf::jmespath const e = made(hf::jmespath::compile("[*].[@, @] | sort_by(@, &to_string(@))"));
         return code_of(e.search(made(json::parse(in)), b.stop));
     },
     [] { return std::string(R"([1, [2, "a"], {"b": 1}])"); }, deep_json, long_json},
    {"hf/response_template.hpp load",
     [](auto in, auto& b) { return code_of(hf::response_template::load(in, b)); }, answer_template,
     deep_template, long_json},
    {"hf/legacy/response_schema.hpp load",
     [](auto in, auto& b) { return code_of(hf::response_schema::load(in, b)); }, answer_schema,
     [] { return nested(90, R"({"type":"object","properties":{"a":)", R"({"type":"string"})", "}}"); },
     long_json},
    {"hf/legacy/response_schema.hpp parse",
     [](auto in, auto&) {
         static auto const s = made(hf::response_schema::load(answer_schema()));
         auto const read = s.parse(in);
         return read.diagnostics.empty() ? errc::none : read.diagnostics.front().code;
     },
     [] { return std::string("<t>why</t>so"); }, nullptr, nullptr},
};

BOOST_AUTO_TEST_CASE(an_allocation_that_fails_throws_and_the_next_call_is_as_before) {
    fail_allocations(entries);
}
BOOST_AUTO_TEST_CASE(what_is_nested_fits_a_small_stack) { nest(entries); }
BOOST_AUTO_TEST_CASE(a_call_that_is_asked_to_stop_is_cancelled) { stop(entries); }
BOOST_AUTO_TEST_CASE(a_call_looks_whether_to_stop) { print_looks(entries); }

/// An answer that is being read: where an allocation fails, what was read stays, and later calls do nothing.
BOOST_AUTO_TEST_CASE(an_answer_in_which_an_allocation_fails_stays_as_it_was) {
    auto const t = made(hf::response_template::load(answer_template()));
    std::string const answer = "<t>" + times(40, "because ") + "</t>" + times(40, "so.");
    auto const ignore = [](chat::delta const&) {};
    auto const before = measured::calls.load();
    {
        hf::template_response whole(t);
        whole.feed(answer, ignore);
        whole.finish(ignore);
        BOOST_TEST(whole.so_far().content.value_or("") == times(40, "so."));
    }
    std::size_t const all = measured::calls - before;
    for (std::size_t k = 0; k < all; ++k) {
        hf::template_response r(t);
        measured::until_failure = static_cast<long>(k);
        bool threw = false;
        try {
            r.feed(answer, ignore);
        } catch (std::bad_alloc const&) {
            threw = true;
        }
        measured::until_failure = -1;
        std::string const content = r.so_far().content.value_or("");
        BOOST_TEST(times(40, "so.").starts_with(content));
        r.feed("more", ignore);
        r.finish(ignore);
        BOOST_TEST((!threw || r.so_far().content.value_or("") == content), "behind allocation " << k);
    }
}

BOOST_AUTO_TEST_SUITE_END()

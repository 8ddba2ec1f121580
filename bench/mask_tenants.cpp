// bench/mask_tenants.cpp - what requests of many grammars over one vocabulary have of each other, and what they cost each other
// SPDX-License-Identifier: BSL-1.0
//
// usage: bench.mask_tenants [VOCABULARY]
//   second grammar   cold masks and accepts along a document, of a schema and of one that differs in an enum, of the same
//                    index; and how much of the first's the second costs
//   many tools       prepared network to first mask, of 401 tools of which the index has met 400
//   hostile          cold masks of ordinary grammars, each behind ten requests with loops that nobody else has, over those of an
//                    index of their own
// Times are CPU time, the least of some runs, each with an index of its own.
#include "mask/workload.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/lower.hpp>
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;
using namespace workload;

constexpr int runs = 5;

constexpr std::string_view ticket = R"({"type": "object", "additionalProperties": false,
    "required": ["id", "title", "state", "labels", "author", "body", "estimate"], "properties": {
    "id": {"type": "string", "format": "uuid"}, "title": {"type": "string", "minLength": 1, "maxLength": 120},
    "state": {"enum": ["open", "closed", "ENUM"]},
    "labels": {"type": "array", "maxItems": 10, "items": {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,30}$"}},
    "author": {"type": "object", "required": ["name", "mail"], "additionalProperties": false, "properties": {
        "name": {"type": "string"}, "mail": {"type": "string", "format": "email"}, "since": {"type": "string", "format": "date"}}},
    "body": {"type": "string"}, "estimate": {"type": "number", "minimum": 0}, "extra": {}}})";
constexpr std::string_view document =
    R"({"id": "0b8f1c9e-93a1-4c7e-8f0d-2f1f6f5a9b10", "title": "Masks of a second grammar", "state": "open", )"
    R"("labels": ["mask", "speed-2", "memory"], "author": {"name": "Ada Lovelace", "mail": "ada@example.org", )"
    R"("since": "1843-09-05"}, "body": "What was found out for one request\nis there for the next, \"as it is\".", )"
    R"("estimate": 12.5, "extra": {"a": [1, true, null, {"b": "c"}], "d": "e"}})";

std::string with(std::string text, std::string_view what, std::string_view by) {
    text.replace(text.find(what), what.size(), by);
    return text;
}

mask::grammar prepared(std::string const& schema) {
    return mask::grammar::prepare(schema::compile(json::parse(schema).value()).value()).value();
}

/// Microseconds of all masks and accepts along a text, and what the first mask takes from the prepared grammar on.
struct cost {
    double all = 1e12;
    double first = 1e12;
};
void walk(mask::grammar const& g, mask::token_index const& index, std::vector<vocab::token_id> const& ids,
          cost& least) {
    double const begin = now_us();
    mask::matcher m{mask::compiled_grammar{g, index}};
    (void)m.allowed();
    double const first = now_us() - begin;
    bool good = true;
    for (vocab::token_id const id : ids) {
        good = m.accept(id) && good;
        (void)m.allowed();
    }
    least.all = std::min(least.all, now_us() - begin);
    least.first = std::min(least.first, first);
    if (!good) {
        std::printf("a text is refused\n");
    }
}

void second_grammar(vocab::token_list const& tokens) {
    cost first;
    cost second;
    cost same;
    for (int run = 0; run < runs; ++run) {
        auto const index = mask::token_index::build(tokens).value();
        auto const ids = tokenize(index, document);
        walk(prepared(with(std::string{ticket}, "ENUM", "reopened")), index, ids, first);
        walk(prepared(with(std::string{ticket}, "ENUM", "postponed")), index, ids, second);
        walk(prepared(with(std::string{ticket}, "ENUM", "postponed")), index, ids, same);
    }
    std::printf("second grammar  first %8.1f us  one enum differs %8.1f us (%.0f %%)  the same again %8.1f "
                "us (%.0f %%)\n",
                first.all, second.all, 100 * second.all / first.all, same.all, 100 * same.all / first.all);
}

/// `text` with `n` for every '#'.
std::string numbered(std::string_view text, std::size_t n) {
    std::string const number = std::to_string(n);
    std::string out;
    for (char const c : text) {
        c == '#' ? out.append(number) : out.append(1, c);
    }
    return out;
}

/// An object for each of so many tools, of which one is called.
std::string tools(std::size_t count) {
    constexpr std::string_view tool =
        R"({"type": "object", "required": ["name", "arguments"], "additionalProperties": false,
        "properties": {"name": {"const": "tool_#"}, "arguments": {"type": "object", "required": ["path_#"],
        "additionalProperties": false, "properties": {"path_#": {"type": "string"}, "line": {"type": "integer", "minimum": 0},
        "kind": {"enum": ["read", "write", "append_#"]}, "names": {"type": "array", "items": {"type": "string"}}}}}})";
    std::string out = R"({"anyOf": [)";
    for (std::size_t i = 0; i < count; ++i) {
        out.append(i == 0 ? "" : ",").append(numbered(tool, i));
    }
    return out.append("]}");
}

void many_tools(vocab::token_list const& tokens) {
    auto const known = prepared(tools(400));
    auto const more = prepared(tools(401));
    cost first;
    cost second;
    for (int run = 0; run < runs; ++run) {
        auto const index = mask::token_index::build(tokens).value();
        std::string const call =
            R"({"name": "tool_77", "arguments": {"path_77": "/home/ada/notes.txt", "line": 4, "kind": "read", "names": ["a b"]}})";
        auto const ids = tokenize(index, call);
        walk(known, index, ids, first);
        walk(more, index, ids, second);
    }
    std::printf(
        "many tools      400: first mask %7.1f us, all %8.1f us  401: first mask %7.1f us, all %8.1f us\n",
        first.first, first.all, second.first, second.all);
}

/// A request that loops over sets of characters that nobody else has.
void ask_for_much(mask::token_index const& index, int i) {
    char text[256];
    int const first = 0xA0 + 30 * i;
    std::snprintf(
        text, sizeof text,
        "root ::= \"<\" [^<>\\u%04x-\\u%04x]* \">\" [a-z\\u%04x]{3,70} \"\\n\" [^\\n\\u%04x]* \"\\n\" root?",
        first, first + 20 + i % 7, first, first + 9);
    mask::matcher m{mask::compile_gbnf(text, index).value()};
    for (char const c : std::string_view{"<eee>eeeee\nee \n<e"}) {
        (void)m.allowed();
        (void)m.accept(std::string_view{&c, 1});
    }
}

void hostile(vocab::token_list const& tokens) {
    std::vector<std::pair<mask::grammar, std::vector<vocab::token_id>>> work;
    auto const alone = mask::token_index::build(tokens).value();
    auto const shared = mask::token_index::build(tokens).value();
    for (sample const& s : samples()) {
        work.emplace_back(mask::compile_gbnf(s.grammar, alone).value().grammar(),
                          tokenize(alone, s.documents.front()));
    }
    int others = 0;
    for (; others < 300; ++others) {
        ask_for_much(shared, others);
    }
    std::size_t most = shared.memory();
    std::vector<cost> before(work.size());
    std::vector<cost> after(work.size());
    for (int run = 0; run < runs; ++run) {
        for (std::size_t i = 0; i < work.size(); ++i) {
            walk(work[i].first, alone, work[i].second, before[i]);
            for (int more = 0; more < 10; ++more) {
                ask_for_much(shared, others++ % 1500);
            }
            walk(work[i].first, shared, work[i].second, after[i]);
            most = std::max(most, shared.memory());
        }
    }
    auto const total = [](std::vector<cost> const& all) {
        double sum = 0;
        for (cost const& c : all) {
            sum += c.all;
        }
        return sum;
    };
    std::printf("hostile         alone %8.1f us  among others, ten requests before each %8.1f us  (%.2f "
                "times)  index %.2f MB, at most "
                "%.2f MB\n",
                total(before), total(after), total(after) / total(before),
                static_cast<double>(alone.memory()) / 1e6, static_cast<double>(most) / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
    std::string const file =
        argc > 1 ? argv[1] : std::string{PARLANCE_CORPUS} + "/vocab/tiktoken/llama3-tokenizer.model";
    auto const vocabulary = load(file);
    if (!vocabulary) {
        return 1;
    }
    second_grammar(vocabulary->tokens);
    many_tools(vocabulary->tokens);
    hostile(vocabulary->tokens);
}

// bench/schema_shapes.cpp - schemas of shapes that multiply, recurse or are large: compile, first mask, masks, memory
// SPDX-License-Identifier: BSL-1.0
//
// usage: bench.schema_shapes [--json FILE] [VOCABULARY]
// Times are thread CPU time, the least of three runs; a mask is with its token, the schema just compiled.  Memory is what
// compiling and the first mask take at most at once, the schema's own value not counted.
#include "../test/measured.hpp"
#include "mask/workload.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/lower.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;
using workload::now_us;

struct shape {
    std::string name;
    json::value schema;
    std::string text;  ///< which the schema allows
    schema::order members = schema::order::declared;
};

struct figures {
    double compile_ms = 1e9;
    double first_ms = 1e9;  ///< from the schema to its first mask
    double mean_us = 0;
    double max_us = 0;
    std::size_t bytes = 0;
    std::string refused;  ///< why it does not compile
    std::string wrong;    ///< what is wrong with its masks
};

std::string number(std::size_t i) { return std::to_string(i); }

/// `count` times what `one` writes, with `between` between two.
std::string list(std::size_t count, std::string_view between,
                 std::function<std::string(std::size_t)> const& one) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += (i == 0 ? std::string() : std::string(between)) + one(i);
    }
    return out;
}

/// An object whose `kind` is one of `count`, each with a member of its own.
std::string tagged(std::size_t count, std::string_view keyword, bool closed) {
    return R"({")" + std::string(keyword) + R"(":[)" +
           list(count, ",",
                [&](std::size_t i) {
                    return R"({"type":"object","properties":{"kind":{"const":"k)" + number(i) + R"("},"a)" +
                           number(i) + R"(":{"type":"integer"}},"required":["kind"])" +
                           (closed ? R"(,"additionalProperties":false})" : "}");
                }) +
           "]}";
}

/// Sums and products of numbers whose operator stands last, as deep as asked.
std::string expression(std::size_t depth) {
    return depth == 0 ? R"({"value":1})"
                      : R"({"left":)" + expression(depth - 1) + R"(,"right":{"value":2},"op":"add"})";
}

std::vector<shape> shapes() {
    std::vector<shape> out;
    auto const add = [&](std::string name, std::string const& schema, std::string text) {
        out.push_back({std::move(name), json::parse(schema).value(), std::move(text)});
        return &out.back();
    };
    add("a recursive union, its tag last, 14 deep",
        R"({"$ref":"#/$defs/expr","$defs":{"expr":{"anyOf":[)" +
            list(4, ",",
                 [](std::size_t i) {
                     char const* const names[] = {"add", "sub", "mul", "div"};
                     return R"({"$ref":"#/$defs/)" + std::string(names[i]) + R"("})";
                 }) +
            R"(,{"$ref":"#/$defs/num"}]},"num":{"type":"object","properties":{"value":{"type":"number"}},"required":["value"],
            "additionalProperties":false},)" +
            list(4, ",",
                 [](std::size_t i) {
                     std::string const name = std::vector<std::string>{"add", "sub", "mul", "div"}[i];
                     return "\"" + name + R"(":{"type":"object","properties":{"left":{"$ref":"#/$defs/expr"},
                    "right":{"$ref":"#/$defs/expr"},"op":{"const":")" +
                            name + R"("}},"required":["left","right","op"],"additionalProperties":false})";
                 }) +
            "}}",
        expression(14));
    add("a pattern that is not anchored, and a least length",
        R"({"type":"string","minLength":35,"pattern":"\\d+-[A-Fa-f0-9]*-[A-Fa-f0-9]{24}"})",
        R"("report 17-c0ffee-0123456789abcdef01234567 of today")");
    add("ten letters between two, and a least length",
        R"({"type":"string","minLength":100,"pattern":"a.{10}b"})",
        "\"" + std::string(60, 'x') + "a0123456789b" + std::string(60, 'y') + "\"");
    add("a value that is a regular expression", R"({"type":"string","format":"regex"})",
        R"("^[a-z0-9]+(\\.[a-z]{2,})*$|[ab-x_]+")");
    add("a domain name, its length looked ahead for",
        R"j({"type":"string","pattern":"^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$"})j",
        R"("a-server.of-the.department.example.com")");
    add("uniqueItems, 300 strings", R"({"type":"array","items":{"type":"string"},"uniqueItems":true})",
        "[" + list(300, ",", [](std::size_t i) { return "\"label " + number(i) + "\""; }) + "]");
    add("oneOf of 1000 tagged closed objects", tagged(1000, "oneOf", true), R"({"kind":"k997","a997":3})");
    add("anyOf of 1000 tagged open objects", tagged(1000, "anyOf", false), R"({"kind":"k997","a997":3})");
    add("oneOf of 12 open objects",
        R"({"oneOf":[)" +
            list(12, ",",
                 [](std::size_t i) {
                     return R"({"type":"object","properties":{"m)" + number(i) +
                            R"(":{"type":"string"}},"required":["m)" + number(i) + R"("]})";
                 }) +
            "]}",
        R"({"m3":"x","other":1})");
    add("if and then on one key, 30 cases",
        R"({"type":"object","properties":{"kind":{"enum":[)" +
            list(30, ",", [](std::size_t i) { return "\"k" + number(i) + "\""; }) +
            R"(]}},"required":["kind"],"allOf":[)" +
            list(30, ",",
                 [](std::size_t i) {
                     return R"({"if":{"properties":{"kind":{"const":"k)" + number(i) +
                            R"("}}},"then":{"required":["m)" + number(i) + R"("]}})";
                 }) +
            "]}",
        R"({"kind":"k17","m17":null})");
    add("20 independent conditions",
        R"({"type":"object","allOf":[)" +
            list(20, ",",
                 [](std::size_t i) {
                     return R"({"if":{"required":["a)" + number(i) + R"("]},"then":{"required":["b)" +
                            number(i) + R"("]}})";
                 }) +
            "]}",
        R"({"a3":1,"b3":2,"b7":true})");
    add("unevaluatedProperties beside anyOf of 10",
        R"({"type":"object","unevaluatedProperties":false,"anyOf":[)" +
            list(10, ",",
                 [](std::size_t i) {
                     return R"({"properties":{"m)" + number(i) + R"(":{"type":"integer"}},"required":["m)" +
                            number(i) + R"("]})";
                 }) +
            "]}",
        R"({"m2":1,"m5":2})");
    std::string const twenty = list(20, ",", [](std::size_t i) { return "\"m" + number(i) + "\""; });
    add("20 required members in any order",
        R"({"type":"object","required":[)" + twenty + R"(],"properties":{)" +
            list(20, ",", [](std::size_t i) { return "\"m" + number(i) + R"(":{"type":"integer"})"; }) +
            R"(},"additionalProperties":false})",
        "{" + list(20, ",", [](std::size_t i) { return "\"m" + number(19 - i) + "\":1"; }) + "}")
        ->members = schema::order::any;
    add("an enum of 100,000 strings",
        R"({"enum":[)" +
            list(100'000, ",",
                 [](std::size_t i) { return "\"value-" + number(i * 7919 % 1'000'003) + "\""; }) +
            "]}",
        "\"value-7919\"");
    std::string const long_name(1'000'000, 'n');
    add("a member's name of 1 MB",
        R"({"type":"object","properties":{")" + long_name +
            R"(":{"type":"integer"},"short":{"type":"integer"}}})",
        R"({"short":1})");
    add("100,000 definitions that nothing uses",
        R"({"type":"integer","$defs":{)" +
            list(100'000, ",", [](std::size_t i) { return "\"d" + number(i) + R"(":{"type":"string"})"; }) +
            "}}",
        "17");
    add("a chain of 10,000 references",
        R"({"$ref":"#/$defs/d0","$defs":{)" +
            list(10'000, ",",
                 [](std::size_t i) {
                     return "\"d" + number(i) + R"(":{"$ref":"#/$defs/d)" + number(i + 1) + R"("})";
                 }) +
            R"(,"d10000":{"type":"boolean"}}})",
        "true");
    return out;
}

figures measure(shape const& s, vocab::view words) {
    figures out;
    schema::options how;
    how.properties = s.members;
    std::vector<double> masks;
    for (int run = 0; run < 3; ++run) {
        auto const tokens = mask::token_index::build(words);  // one that knows no grammar yet
        std::vector<vocab::token_id> const ids = workload::tokenize(*tokens, s.text);
        masks.resize(ids.size(), 1e9);
        std::size_t const before = measured::live;
        measured::peak = before;
        double const begin = now_us();
        auto const net = schema::compile(s.schema, how);
        if (!net) {
            out.refused = render(net.error());
            out.bytes = measured::peak - before;
            return out;
        }
        double const compiled = now_us();
        auto const grammar = mask::grammar::prepare(*net);
        if (!grammar) {
            out.refused = render(grammar.error());
            out.bytes = measured::peak - before;
            return out;
        }
        mask::matcher m{mask::compiled_grammar{*grammar, *tokens}};
        (void)m.allowed();
        out.compile_ms = (std::min)(out.compile_ms, (compiled - begin) / 1e3);
        out.first_ms = (std::min)(out.first_ms, (now_us() - begin) / 1e3);
        out.bytes = measured::peak - before;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            double const a = now_us();
            (void)m.allowed();
            if (!m.accept(ids[i])) {
                out.wrong = "refused at token " + number(i);
                return out;
            }
            masks[i] = (std::min)(masks[i], now_us() - a);
        }
        if (!m.can_stop()) {
            out.wrong = "the text does not end there";
            return out;
        }
    }
    for (double const us : masks) {
        out.mean_us += us / static_cast<double>(masks.size());
        out.max_us = (std::max)(out.max_us, us);
    }
    return out;
}

}  // namespace

int main(int argc, char** argv) {
    std::string out_file;
    std::string file = std::string{PARLANCE_CORPUS} + "/vocab/tiktoken/llama3-tokenizer.model";
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--json" && i + 1 < argc) {
            out_file = argv[++i];
        } else {
            file = argv[i];
        }
    }
    auto const vocabulary = workload::load(file);
    if (!vocabulary) {
        return 1;
    }
    json::array rows;
    int failed = 0;
    std::printf("%-50s %10s %10s %9s %9s %8s\n", "", "compile ms", "1st mask", "mean us", "max us", "MiB");
    for (shape const& s : shapes()) {
        figures const f = measure(s, vocabulary->tokens);
        double const mib = static_cast<double>(f.bytes) / (1 << 20);
        if (!f.refused.empty() || !f.wrong.empty()) {
            failed = f.wrong.empty() ? failed : 1;
            std::printf("%-50s %s%s, %.1f MiB\n", s.name.c_str(), f.refused.c_str(), f.wrong.c_str(), mib);
            continue;
        }
        std::printf("%-50s %10.2f %10.2f %9.1f %9.1f %8.1f\n", s.name.c_str(), f.compile_ms, f.first_ms,
                    f.mean_us, f.max_us, mib);
        rows.push_back({{"name", s.name},
                        {"compile_ms", f.compile_ms},
                        {"first_ms", f.first_ms},
                        {"mean_us", f.mean_us},
                        {"max_us", f.max_us},
                        {"MiB", mib}});
    }
    if (!out_file.empty()) {
        std::ofstream(out_file) << json::dump(rows) << '\n';
    }
    return failed;
}

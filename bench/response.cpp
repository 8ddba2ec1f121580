// bench/response.cpp - answers read by response templates and schemas, beside python3-regex in the same run
// SPDX-License-Identifier: BSL-1.0
//
// bench.response: milliseconds for one answer.  Where the reference would take hours it is not run, and that is said.
#include <parlance/hf/legacy/response_schema.hpp>
#include <parlance/hf/template_response.hpp>
#include <parlance/json/parse.hpp>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

namespace {

using namespace parlance;

constexpr std::string_view hermes = R"j({"start_anchor": "<|im_start|>assistant\n", "fields": {
    "thinking": {"open": "<think>", "close_pattern": "</think>\\s*"},
    "tool_calls": {"open": "<tool_call>", "close_pattern": "</tool_call>\\s*", "repeats": true, "content": "json",
                   "transform": {"type": "function", "function": "{content}"}},
    "content": {"close_pattern": "<\\|im_end\\|>\\s*"}}})j";

constexpr std::string_view lazy = R"j({"type": "object", "properties": {
    "thinking": {"type": "string", "x-regex": "<think>(.*?)(?:</think>|$)"},
    "content": {"type": "string", "x-regex": "</think>(.*?)(?:<\\|im_end\\|>|$)"}}})j";

constexpr std::string_view look_around = R"j({"type": "object", "properties": {
    "content": {"type": "string"}, "reasoning_content": {"type": "string"}},
    "x-regex": "^(?:<think>\\n?(?:(?P<reasoning_content>.*?\\S.*?)\\n?|[\\s]*)</think>\\s*)?(?P<content>(?:(?!<tool_call>)[\\s\\S])*?)(?=(?:<tool_call>|<\\|im_end\\|>|$))"})j";

std::string unclosed(std::size_t bytes) {
    std::string text = "<think>";
    while (text.size() < bytes) {
        text += "The user asks for the weather in Paris, so a tool is called with that city. ";
    }
    return text;
}
constexpr std::string_view tail =
    "</think>\nSure.<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call><|im_end|>";

/// The fastest of some runs, in milliseconds.
double best(std::function<void()> const& run) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) {
        auto const start = std::chrono::steady_clock::now();
        run();
        std::chrono::duration<double, std::milli> const took = std::chrono::steady_clock::now() - start;
        least = std::min(least, took.count());
    }
    return least;
}

void read(hf::response_template const& t, std::string_view text, std::size_t piece) {
    hf::template_response r(t);
    auto const ignore = [](chat::delta const&) {};
    for (std::size_t at = 0; at < text.size(); at += piece) {
        r.feed(text.substr(at, piece), ignore);
    }
    r.finish(ignore);
}

/// What the script prints; "absent" where it cannot run.
std::string reference(std::string const& name, std::size_t bytes, std::size_t piece) {
    auto const script = std::filesystem::path(PARLANCE_BENCH) / "response" / "reference.py";
    std::string const command = "python3 '" + script.string() + "' '" + name + "' " + std::to_string(bytes) +
                                " " + std::to_string(piece) + " 2>/dev/null";
    std::string out;
    if (std::FILE* const pipe = ::popen(command.c_str(), "r")) {
        char buffer[256];
        while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) {
            out += buffer;
        }
        ::pclose(pipe);
    }
    if (out.empty()) {
        return "absent: python3-regex";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", std::strtod(out.c_str(), nullptr));
    return text;
}

}  // namespace

int main() {
    auto const t = hf::response_template::load(json::parse(hermes).value()).value();
    auto const plain = hf::response_schema::load(json::parse(lazy).value()).value();
    auto const around = hf::response_schema::load(json::parse(look_around).value()).value();
    constexpr std::size_t kilobyte = 1024;
    constexpr std::size_t megabyte = kilobyte * kilobyte;
    struct {
        char const* name;
        std::size_t bytes;
        std::size_t piece;
        std::function<void(std::string const&, std::size_t)> run;
        bool beside = true;
    } const rows[] = {
        {"template", 64 * kilobyte, 4,
         [&](std::string const& s, std::size_t n) { read(t, s + std::string(tail), n); }},
        {"template", megabyte, 4096,
         [&](std::string const& s, std::size_t n) { read(t, s + std::string(tail), n); }},
        {"template", megabyte, 4,
         [&](std::string const& s, std::size_t n) { read(t, s + std::string(tail), n); }},
        {"template, unclosed", megabyte, megabyte * 2,
         [&](std::string const& s, std::size_t n) { read(t, s, n); }},
        {"schema, lazy, unclosed", megabyte, 0,
         [&](std::string const& s, std::size_t) { static_cast<void>(plain.parse(s)); }},
        {"schema, look-around, unclosed", 4 * kilobyte, 0,
         [&](std::string const& s, std::size_t) { static_cast<void>(around.parse(s)); }},
        {"schema, look-around, unclosed", megabyte, 0,
         [&](std::string const& s, std::size_t) { static_cast<void>(around.parse(s)); }, false},
    };
    std::printf("%-32s %10s %10s %14s %24s\n", "milliseconds", "bytes", "piece", "parlance", "python3-regex");
    for (auto const& row : rows) {
        std::string const text = unclosed(row.bytes);
        double const ours = best([&] { row.run(text, row.piece); });
        std::printf("%-32s %10zu %10zu %14.2f %24s\n", row.name, row.bytes, row.piece, ours,
                    row.beside ? reference(row.name, row.bytes, row.piece).c_str() : "not run: hours");
        std::fflush(stdout);
    }
}

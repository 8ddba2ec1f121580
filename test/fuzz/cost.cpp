// test/fuzz/cost.cpp - what the worst input costs: time per byte of every entry point, in default limits
// SPDX-License-Identifier: BSL-1.0
//
// The input is KIND REST, one letter and what that entry point reads.  Whatever is worse than all before is told on the
// error stream, and what takes longer than LONGEST milliseconds ends the run, so that libFuzzer keeps it.
#include <parlance/chat/format_of.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/open.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace {

using namespace parlance;

void grammar(std::string_view text) {
    auto const g = gbnf::compile(text);
    auto const net = g ? rtn::from_gbnf(*g) : result<rtn::network>(g.error());
    if (net) {
        static_cast<void>(mask::grammar::prepare(*net));
        static_cast<void>(rtn::to_gbnf(*net));
    }
}
void jinja_text(std::string_view text) {
    static boost::json::object const none;
    if (auto const made = jinja::compiled_template::compile(text)) {
        static_cast<void>(made->render(none, {}));
    }
}
void query(std::string_view text) {
    if (auto const made = hf::jmespath::compile(text)) {
        static_cast<void>(made->search(boost::json::array{1, "a", boost::json::object{{"a", 2}}}));
    }
}

struct entry {
    char kind;
    void (*run)(std::string_view);
};
constexpr std::array entries{
    entry{'g', &grammar},
    entry{'j', &jinja_text},
    entry{'q', &query},
    entry{'r', [](std::string_view text) { static_cast<void>(rtn::regex(text, rtn::regex_match::search)); }},
    entry{'s', [](std::string_view text) { static_cast<void>(schema::compile(text)); }},
    entry{'v', [](std::string_view text) { static_cast<void>(vocab::read(text)); }},
    entry{'h', [](std::string_view text) { static_cast<void>(vocab::read_hf_json(text)); }},
    entry{'f', [](std::string_view text) { static_cast<void>(chat::format_of(text)); }},
};

double milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static std::array<double, entries.size()> worst{};
    static char const* const longest = std::getenv("LONGEST");
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    for (std::size_t i = 0; i < entries.size() && !text.empty(); ++i) {
        if (entries[i].kind != text.front()) {
            continue;
        }
        double const begin = milliseconds();
        entries[i].run(text.substr(1));
        double const spent = milliseconds() - begin;
        double const per_byte = spent / static_cast<double>(size);
        if (per_byte > 1.2 * worst[i]) {
            worst[i] = per_byte;
            std::fprintf(stderr, "%c: %.1f us a byte, %.1f ms for %zu bytes\n", entries[i].kind,
                         per_byte * 1e3, spent, size);
        }
        if (longest != nullptr && spent > std::atof(longest)) {
            std::abort();
        }
    }
    return 0;
}

// test/fuzz/cost.cpp - what the worst input costs: time per byte of every entry point, in default limits
// SPDX-License-Identifier: BSL-1.0
//
// The input is KIND REST, one letter and what that entry point reads.  Whatever is worse than all before is told on the
// error stream, and what takes longer than LONGEST milliseconds ends the run, so that libFuzzer keeps it.
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/openai_request.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/open.hpp>
#include <parlance/vocab/token_list.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

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

/// The text in front of the first zero byte, and what is behind it.
struct halves {
    explicit halves(std::string_view all)
        : front(all.substr(0, all.find('\0'))),
          behind(all.substr((std::min)(front.size() + 1, all.size()))) {}
    std::string_view front;
    std::string_view behind;
};
void masks(std::string_view text) {
    static mask::token_index const bytes = [] {
        vocab::token_list_builder all;
        for (unsigned b = 0; b < 256; ++b) {
            all.add(std::string(1, static_cast<char>(b)));
        }
        return *mask::token_index::build(*std::move(all).finish());
    }();
    halves const in(text);
    if (auto const made = mask::compile_gbnf(in.front, bytes)) {
        mask::matcher m{*made};
        std::vector<std::uint32_t> words(mask::words_for(bytes.size()));
        static_cast<void>(m.accept(in.behind));
        static_cast<void>(m.fill(words));
        static_cast<void>(m.least_remaining());
    }
}
void table(std::string_view text) {
    halves const in(text);
    if (auto const made = peg::parse(in.front)) {
        static_cast<void>(peg::match(*made, in.behind));
    }
}
void instance(std::string_view text) {
    halves const in(text);
    auto const schema = json::parse(in.front);
    auto const value = json::parse(in.behind);
    if (schema && value) {
        static_cast<void>(schema::validate(*schema, *value));
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
    entry{'w', [](std::string_view text) { static_cast<void>(chat::openai_request(text)); }},
    entry{'m', &masks},
    entry{'p', &table},
    entry{'i', &instance},
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

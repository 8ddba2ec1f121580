// test/fuzz/regex.cpp - any bytes as a regular expression: an automaton, a trigger, a grammar, or an error, in default limits
// SPDX-License-Identifier: BSL-1.0
//
// The input is EXPRESSION, a zero byte, TEXT.
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/text/utf8.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace parlance;
    std::string_view const bytes(reinterpret_cast<char const*>(data), size);
    std::string_view const pattern = bytes.substr(0, bytes.find('\0'));
    std::string_view const text = bytes.substr(pattern.size() == size ? size : pattern.size() + 1);
    auto const whole = rtn::regex(pattern, rtn::regex_match::whole);
    auto const search = rtn::regex(pattern, rtn::regex_match::search);
    if (whole && search && whole->accepts(text) && !search->accepts(text)) {
        std::abort();  // what matches from end to end matches somewhere
    }
    if (whole && !utf8::is_valid(text) && whole->accepts(text)) {
        std::abort();
    }
    static_cast<void>(mask::trigger::pattern(pattern));
    if (auto const net = rtn::from_regex(pattern)) {
        static_cast<void>(rtn::to_gbnf(*net));
    }
    return 0;
}

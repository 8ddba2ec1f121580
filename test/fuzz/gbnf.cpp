// test/fuzz/gbnf.cpp - any text is a grammar or an error with a place; grammars print back
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/gbnf/print.hpp>
#include <parlance/gbnf/resolve.hpp>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace parlance;
    if (size == 0) {
        return 0;
    }
    gbnf::options how;
    how.allow_undefined = (data[0] & 1) != 0;
    how.allow_left_recursion = (data[0] & 2) != 0;
    how.bounds.nesting = (data[0] & 4) != 0 ? 3 : 200;
    std::string_view const text{reinterpret_cast<char const*>(data) + 1, size - 1};
    auto const g = gbnf::compile(text, how);
    if (!g) {
        diagnostic const& d = g.error();
        if (d.at.offset > text.size() || render(d, text).empty()) {
            std::abort();
        }
        return 0;
    }
    if (!gbnf::valid(*g)) {
        std::abort();
    }
    gbnf::report const r = gbnf::check(*g);
    limits bounds;
    bounds.rules = 2000;
    bounds.elements = 20'000;
    auto const right = gbnf::without_left_recursion(*g, bounds);
    if (right && (!gbnf::valid(*right) || gbnf::check(*right).has(gbnf::finding_kind::left_recursive))) {
        std::abort();
    }
    if (!right && !r.has(gbnf::finding_kind::left_recursive)) {
        std::abort();
    }
    bool const refused = (r.has(gbnf::finding_kind::undefined) && !how.allow_undefined) ||
                         (r.has(gbnf::finding_kind::left_recursive) && !how.allow_left_recursion);
    how.bounds.nesting = 400;  // a repetition of a repetition is printed as a group
    auto const again = gbnf::compile(gbnf::print(*g), how);
    auto const resolved = gbnf::resolve(*g, [](std::string_view t) {
        return t.empty() ? std::optional<std::uint32_t>{} : static_cast<std::uint32_t>(t.size());
    });
    if (refused || !again || !(*again == *g) || !resolved || !gbnf::valid(*resolved)) {
        std::abort();
    }
    return 0;
}

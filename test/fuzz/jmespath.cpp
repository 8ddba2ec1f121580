// test/fuzz/jmespath.cpp - any bytes as a query over any JSON: a value, or an error inside its budget
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/json/dump.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace parlance;
    std::string_view const all(reinterpret_cast<char const*>(data), size);
    std::size_t const middle = std::min(all.find('\0'), all.size());
    limits few;
    few.steps = 100'000;
    few.allocated_bytes = std::size_t{4} << 20;
    auto const query = hf::jmespath::compile(all.substr(0, middle), few);
    auto const given = json::parse(all.substr(std::min(middle + 1, all.size())), few);
    if (query) {
        auto const got = query->search(given ? *given : json::value());
        if (got && json::dump(*got).size() > 8 * few.allocated_bytes) {
            std::abort();  // what was paid for is the most there can be
        }
    }
    return 0;
}

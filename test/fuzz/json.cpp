// test/fuzz/json.cpp - any bytes as JSON: what is read and written is read again as the same value
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/partial.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace parlance;
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    if (auto const value = json::parse(text)) {
        for (bool const ascii : {false, true}) {
            json::dump_options how;
            how.ensure_ascii = ascii;
            auto const again = json::parse(json::dump(*value, how));
            if (!again || *again != *value) {
                std::abort();
            }
        }
    }
    static_cast<void>(json::parse_partial(text, "@"));
    static_cast<void>(json::closing_of(text));
    return 0;
}

// test/fuzz/schema.cpp - any JSON as a schema: a network, a grammar, a contract, a verdict on a value, or an error, in default limits
// SPDX-License-Identifier: BSL-1.0
//
// The input is SCHEMA, a zero byte, VALUE.
#include <parlance/gbnf/compile.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <parlance/schema/validate.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace parlance;
    std::string_view const bytes(reinterpret_cast<char const*>(data), size);
    std::string_view const text = bytes.substr(0, bytes.find('\0'));
    auto const schema = json::parse(text);
    if (!schema) {
        return 0;
    }
    auto const value = json::parse(bytes.substr(text.size() == size ? size : text.size() + 1));
    if (value) {
        auto const once = schema::validate(*schema, *value);
        auto const again = schema::validate(*schema, *value);
        if (once.has_value() != again.has_value() || (!once && once.error().code == errc::none)) {
            std::abort();
        }
    }
    static_cast<void>(schema::contract(*schema));
    for (auto const order : {schema::order::declared, schema::order::any}) {
        schema::options how;
        how.properties = order;
        auto const grammar = schema::to_gbnf(*schema, how);
        if (grammar && !gbnf::compile(*grammar) &&
            gbnf::compile(*grammar).error().code != errc::source_too_large) {
            std::abort();  // what is printed can be read
        }
    }
    return 0;
}

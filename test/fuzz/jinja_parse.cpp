// test/fuzz/jinja_parse.cpp - any bytes as a template: compiles, or is refused at a place inside them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/compiled_template.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const source(reinterpret_cast<char const*>(data), size);
    auto const compiled = parlance::jinja::compiled_template::compile(source);
    if (compiled) {
        if (compiled->source() != source) {
            std::abort();
        }
        return 0;
    }
    parlance::diagnostic const& error = compiled.error();
    if (error.code == parlance::errc::none || error.at.offset > size) {
        std::abort();
    }
    static_cast<void>(parlance::render(error, source, "fuzz"));
    parlance::limits narrow;
    narrow.nesting = 8;
    static_cast<void>(parlance::jinja::compiled_template::compile(source, {narrow, "narrow"}));
    return 0;
}

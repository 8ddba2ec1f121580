// parlance/text/limits.hpp - every default limit, in one place
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance {

/// Bounds for untrusted input.  Pass a changed copy to the call that should behave differently; each bound has its
/// own errc.  Sizes are bytes unless the name says otherwise.
struct limits {
    // sources of any kind: grammar text, template, schema, JSON
    std::size_t source_bytes = std::size_t{16} << 20;  // errc::source_too_large
    std::size_t file_bytes = std::size_t{64} << 20;    // errc::source_too_large: a tokenizer's file, not GGUF
    std::size_t nesting = 200;                         // errc::nested_too_deep: groups, arrays, expressions
    // grammars: gbnf, rtn, peg
    std::size_t rules = 100'000;       // errc::too_many_rules
    std::size_t elements = 4'000'000;  // errc::too_many_elements
    std::size_t states = 4'000'000;    // errc::too_many_states
    std::size_t tokens = 4'000'000;    // errc::too_many_tokens: ids of a vocabulary
    // schemas
    std::size_t alternatives =
        4096;  // errc::too_many_alternatives: ways in which a value may satisfy one schema
    // matching
    std::size_t configurations = 131'072;  // errc::too_many_configurations: live items after one byte
    std::size_t stack_depth = 16'384;      // errc::stack_too_deep: frames in one stack
    std::uint64_t fuel =
        50'000'000;  // errc::out_of_fuel: elementary steps of one call, a nanosecond or two each
    // templates
    std::size_t template_bytes = std::size_t{1} << 20;  // errc::source_too_large
    std::size_t call_depth = 100;                       // errc::calls_too_deep: macros, recursive loops
    std::uint64_t steps = 5'000'000;                    // errc::out_of_fuel: of 10 to 17 nanoseconds each
    std::size_t output_bytes = std::size_t{32} << 20;   // errc::output_too_large
    std::size_t allocated_bytes = std::size_t{60}
                                  << 20;  // errc::out_of_memory_budget: template values, automata
    std::size_t range_items = 100'000;    // errc::range_too_long: range(), as Jinja2's sandbox
    std::size_t field_width = std::size_t{1}
                              << 20;  // errc::width_too_large: code points, of padding and indent
    // all of a call
    stop_token stop{};  // errc::cancelled: asked about every 50 microseconds; a parlance::deadline, or a flag

    /// The same without `stop`: what an object keeps for its later calls, which nobody has asked to stop.
    [[nodiscard]] constexpr limits without_stop() const noexcept {
        limits out = *this;
        out.stop = {};
        return out;
    }
};

}  // namespace parlance

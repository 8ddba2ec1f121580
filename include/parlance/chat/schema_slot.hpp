// parlance/chat/schema_slot.hpp - what a grammar asks of a tool's schema, and what may be called at all
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::chat {

/// What may be written where a grammar is made; the reader is always generous.
///
/// choice    none: the model may not call; automatic: it may; required: it must; a named tool: only this one
/// parallel  several calls in one message
/// content   where calls are required: text may stand in front of them
struct call_policy {
    enum class kind : std::uint8_t { none, automatic, required };
    kind choice = kind::automatic;
    std::string named{};
    bool parallel = true;
    bool content = false;
};

/// What becomes of schemas that cannot be had exactly.  Widened as far as they must be, they allow more than they say, and
/// what the model writes is to be checked: chat/check.hpp.
///
/// tools   those of tools that are not strict; otherwise they are errors
/// answer  that of the content
struct schema_widening {
    bool tools = false;
    bool answer = false;
};

/// Whether a value is written as raw text (strings without quotes).
enum class raw_text : std::uint8_t {
    never,   // JSON
    either,  // strings raw, anything else JSON
    only,    // a string, raw
};

/// What a schema node of the table stands for.
///
/// tool   index into the tools that build_syntax() was given, or `answer`: the schema is that of the content
/// key    the argument; empty for the object of all arguments
/// until  of a value written as raw text: what ends it
/// schema of a part of an argument, instead of what tool and key say
/// encoded  the JSON stands in a string: this is the string's content
struct schema_slot {
    static constexpr std::size_t answer = static_cast<std::size_t>(-1);
    std::size_t tool = 0;
    std::string key;
    std::vector<std::string> until;
    raw_text raw = raw_text::never;
    std::optional<boost::json::value> schema{};
    bool encoded = false;
};

}  // namespace parlance::chat

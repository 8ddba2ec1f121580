// parlance/chat/schema_slot.hpp - what a grammar asks of a tool's schema, and what may be called at all
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parlance::chat {

/// How closely the calls that a grammar writes keep to the dialect; the reader takes more than either.
///
/// by_choice  lenient where the model may choose to call, exact where it must: who demands a call teaches the dialect, who
///            waits for one does not refuse what models write well
/// exact      as the dialect has them
/// lenient    also behind another spelling of their marker, or without it, where a tool's name in markup tells and names
///            take no more than about a thousand letters; as objects behind it; without what stands in front of a name or
///            between it and its arguments, an end that the next argument tells, or the end of a section whose calls have
///            ended; with an end twice; and with an object's arguments under `arguments` or `parameters`.  With more than
///            32 tools the same as exact, for each way is written once for every tool
enum class call_style : std::uint8_t { by_choice, exact, lenient };

/// What may be written where a grammar is made; the reader is always generous.
///
/// choice    none: the model may not call; automatic: it may; required: it must; a named tool: only this one
/// parallel  several calls in one message
/// content   where calls are required: text may stand in front of them
/// style     how closely calls keep to the dialect
struct call_policy {
    enum class kind : std::uint8_t { none, automatic, required };
    kind choice = kind::automatic;
    std::string named{};
    bool parallel = true;
    bool content = false;
    call_style style = call_style::by_choice;

    /// What by_choice comes to.
    [[nodiscard]] bool is_lenient() const noexcept {
        return style == call_style::lenient || (style == call_style::by_choice && choice == kind::automatic);
    }
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

/// Where a value without quotes ends.
///
/// until    what ends it
/// without  other texts that it does not contain, as they would be read as its end
struct text_ends {
    std::vector<std::string> until;
    std::vector<std::string> without{};
    friend bool operator==(text_ends const&, text_ends const&) = default;
};

/// What a schema node of the table stands for.
///
/// tool   index into the tools that build_syntax() was given, or `answer`: the schema is that of the content
/// key    the argument; empty for the object of all arguments
/// ends   of a value written as raw text, the same object for those that end alike; null for any other
/// schema of a part of an argument, instead of what tool and key say; what it refers to stands in the tool's schema
/// encoded  the JSON stands in a string: this is the string's content
struct schema_slot {
    static constexpr std::size_t answer = static_cast<std::size_t>(-1);
    std::size_t tool = 0;
    std::string key;
    std::shared_ptr<text_ends const> ends;
    raw_text raw = raw_text::never;
    std::optional<boost::json::value> schema{};
    bool encoded = false;
};

}  // namespace parlance::chat

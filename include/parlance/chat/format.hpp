// parlance/chat/format.hpp - the dialect of one model: what analysis fills, and parser and grammar read
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// How reasoning stands before the answer.
enum class reasoning_mode : std::uint8_t {
    none,           // the template knows no reasoning
    tag_based,      // start … end, both written by the model
    delimiter,      // reasoning … end, no start
    forced_open,    // the generation prompt ends inside `start`
    forced_closed,  // thinking off writes start and end into the prompt, thinking on only start
    tools_only,     // only before tool calls
};

enum class content_mode : std::uint8_t {
    plain,                   // the content as it is
    always_wrapped,          // start content end
    wrapped_with_reasoning,  // start content end, only after reasoning
};

enum class tool_mode : std::uint8_t {
    none,
    json_native,      // name and arguments inside one JSON object
    tag_with_json,    // the name in markup, the arguments one JSON object
    tag_with_tagged,  // the name in markup, every argument in markup of its own
};

namespace detail {

inline constexpr std::string_view reasoning_mode_names[] = {"NONE",        "TAG_BASED",     "DELIMITER",
                                                            "FORCED_OPEN", "FORCED_CLOSED", "TOOLS_ONLY"};
inline constexpr std::string_view content_mode_names[] = {"PLAIN", "ALWAYS_WRAPPED",
                                                          "WRAPPED_WITH_REASONING"};

}  // namespace detail

[[nodiscard]] constexpr std::string_view to_string(reasoning_mode m) noexcept {
    return detail::reasoning_mode_names[static_cast<std::size_t>(m)];
}
[[nodiscard]] constexpr std::string_view to_string(content_mode m) noexcept {
    return detail::content_mode_names[static_cast<std::size_t>(m)];
}
[[nodiscard]] constexpr std::string_view to_string(tool_mode m) noexcept {
    constexpr std::string_view names[] = {"NONE", "JSON_NATIVE", "TAG_WITH_JSON", "TAG_WITH_TAGGED"};
    return names[static_cast<std::size_t>(m)];
}

/// anywhere  it may stand between and behind other parts, too
/// calls_end  the beginning of a call ends it, too
/// spoken     `start` is words that only the prompt writes: an answer that begins with them means them
struct reasoning_format {
    reasoning_mode mode = reasoning_mode::none;
    std::string start;
    std::string end;
    bool anywhere = false;
    bool calls_end = false;
    bool spoken = false;
    friend bool operator==(reasoning_format const&, reasoning_format const&) = default;
};

/// noise  markers that models leave in content and that are not part of it
struct content_format {
    content_mode mode = content_mode::plain;
    std::string start;
    std::string end;
    std::vector<std::string> noise;
    friend bool operator==(content_format const&, content_format const&) = default;
};

/// The texts around the items of a list that has at least one:
///     open item_open ITEM item_close (separator item_open ITEM item_close)* close
/// Calls in a message are such a list, and so are tagged arguments in a call.
struct list_shape {
    std::string open;
    std::string item_open;
    std::string item_close;
    std::string separator;
    std::string close;
    friend bool operator==(list_shape const&, list_shape const&) = default;
};

/// A part of a call's text, or of what stands behind the name of an argument: literal text, or a place where something of
/// the call stands.
///
/// index               the position of the call in the message, from 0 or 1; in a call that is a JSON object it is the id
/// id_begin, id_end    the text between, name and index included, is the id
/// encoded             the arguments, as a string that holds their JSON
/// filled, sorted      in front of the arguments: an object without them is no call, and left out where calls must be whole;
///                     those that are not JSON stand in the order of the alphabet, not of the schema
///
/// Behind the name of an argument:
///
/// type    the JSON type of the value: strings are raw text then, anything else is JSON
/// value   the value as its schema says: JSON, or a string as raw text
/// string  a value that is raw text, whatever it looks like
/// json    a value that is JSON, strings in their quotes
/// python  a value as Python writes it: quotes of either kind around strings, its escapes, True, False and None
/// nested  a value in which objects and lists are written as arguments are, items by the name `item`
/// open, close  texts around a value, which ends only there: `<![CDATA[` and `]]>`
/// line    a line end that is layout, not value, written or not
/// key     the argument's name once more, behind its value
struct piece {
    enum class kind : std::uint8_t {
        text,
        name,
        id,
        arguments,
        index,
        id_begin,
        id_end,
        encoded,
        type,
        value,
        string,
        json,
        python,
        nested,
        open,
        close,
        line,
        key,
        filled,
        sorted
    };
    kind is = kind::text;
    std::string text{};  // of kinds text, open and close
    friend bool operator==(piece const&, piece const&) = default;
};

/// Pieces in their order: `{{piece::kind::text, ">"}, {piece::kind::value}}`.
using pieces = std::vector<piece>;

/// How tools are called: a table, an item of `call` or `values` for each of its parts.
///
/// calls      the texts around all calls and around each; white space at their outer ends is written by the
///            grammar and optional to the parser
/// call       what stands between calls.item_open and calls.item_close: `name` and `arguments` once, `id` at most once
/// lead       what the template writes between content and the first call
/// arguments  around the list of arguments that are no JSON object; item_open stands before the name of each.  With `open`
///            and `close` they are one object in a notation of its own, `(a=1, b='x')`; else each has markup of its own
/// values     the ways in which a value stands between the name of such an argument and arguments.item_close: one, or two
///            for strings and other values, in front of them one with `open` and `close`; empty where arguments are JSON
/// whole_open, whole_close  the list of arguments as one JSON object between these is understood, too
/// parallel   the template renders several calls in one message
/// fallback   of `format::also`: behind a call in the format's own way, this one is left out
struct tool_format {
    list_shape calls;
    std::string lead;
    pieces call;
    list_shape arguments;
    std::vector<pieces> values;
    std::string whole_open;
    std::string whole_close;
    bool parallel = false;
    bool fallback = false;

    /// What kind of table it is: no call, a JSON object, arguments in markup of their own, or in one piece.
    [[nodiscard]] PARLANCE_DECL tool_mode mode() const noexcept;
    friend bool operator==(tool_format const&, tool_format const&) = default;
};

/// What stands before the data type in a header that calls a tool: `<|constrain|>json`.
inline constexpr std::string_view data_type_marker = "<|constrain|>";

/// Answers that are a series of messages with headers: `<|channel|>analysis<|message|>…<|end|><|start|>assistant…`.
/// Used where `message` is not empty; wrappers of reasoning and content then play no part in reading.  Where `channel` is
/// empty, the recipient tells what a message is (` to=self<|message|>…<|eom|><|start|>assistant to=get<|message|>…`), and
/// what is addressed to a tool has calls in it, as `tools` says.
///
/// start      what opens a further message
/// channel    what stands before a channel's name
/// recipient  what stands before a tool's name, wherever it is in a header
/// message    what ends a header
/// ends       what ends a message
/// reasoning  the channel of reasoning, the other ones are content; or else the recipient of reasoning
/// content    the recipient of content, which may be left out
struct channel_format {
    std::string start;
    std::string channel;
    std::string recipient;
    std::string message;
    std::vector<std::string> ends;
    std::string reasoning;
    std::string content{};
    [[nodiscard]] bool used() const noexcept { return !message.empty(); }
    /// By what a message of reasoning begins.
    [[nodiscard]] PARLANCE_DECL std::string thought() const;
    friend bool operator==(channel_format const&, channel_format const&) = default;
};

/// A dialect.  Plain data: copy it, change it, compare it, write your own.
///
/// also        other ways to call that are understood, but never written
/// strict      a call that is not whole is content, markup and all; one section is held back until it is
/// made_id     ids of calls that bring none: this text and the number of the call among those, from 1
/// turn_start  what opens an assistant turn in the prompt; the generation prompt begins with it
/// turn_end    what the template writes after an assistant turn
/// stops       texts that end generation
/// preserved   markers that must survive detokenisation, so that the parser sees them
struct format {
    reasoning_format reasoning;
    content_format content;
    tool_format tools;
    std::vector<tool_format> also;
    channel_format channels;
    bool strict = false;
    std::string made_id;
    std::string turn_start;
    std::string turn_end;
    std::vector<std::string> stops;
    std::vector<std::string> preserved;
    friend bool operator==(format const&, format const&) = default;
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/format.ipp>
#endif

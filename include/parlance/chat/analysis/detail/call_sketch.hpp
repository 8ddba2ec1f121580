// parlance/chat/analysis/detail/call_sketch.hpp - what is known of a written call while its parts are being found
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/extent.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::analysis::detail {

/// What stands around the value of an argument in markup of its own.
///
/// key_close   between key and value; where `other_close` is not empty, that one before anything but strings
/// type_close  where not empty, the type of the value stands before it
/// text_open, text_close  around strings that look like markup
/// key_again   where not empty, it stands behind the value, and the key behind it
struct value_sketch {
    std::string key_close;
    std::string other_close;
    std::string type_close;
    std::string text_open;
    std::string text_close;
    std::string key_again;
    piece::kind is = piece::kind::value;

    [[nodiscard]] PARLANCE_RARE std::vector<pieces> ways() const;
};

/// What has been found so far.
///
/// mode  what the tools will be, once their call is known
/// one   the answer with the first probing call
/// tail  what of the arguments stands behind the last value: quote and bracket
/// asked whether to go on looking for it
struct call_sketch {
    tool_format tools;
    tool_mode mode = tool_mode::none;
    std::string one;
    std::string tail;
    stop_asker asked;
};

/// Where the call that names `name` begins and ends in an answer, without what surrounds it.
[[nodiscard]] PARLANCE_RARE extent call_extent(call_sketch const& sketch, std::string_view text,
                                               std::string_view name, std::string_view id,
                                               std::size_t from = 0);

/// The pieces of a call: what of it is name, id and arguments, and the text between.
[[nodiscard]] PARLANCE_RARE maybe<std::vector<piece>> split_call(std::string_view text, extent call,
                                                                 extent arguments, bool second);

/// The same of the first probing call, whose name stands in markup, into the sketch.
[[nodiscard]] PARLANCE_RARE bool split_tagged(call_sketch& sketch, extent arguments);

/// Makes the arguments a dictionary as Python prints it.
PARLANCE_DECL void write_dictionary(tool_format& t);

}  // namespace parlance::chat::analysis::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/detail/impl/call_sketch.ipp>
#endif

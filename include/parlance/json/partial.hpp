// parlance/json/partial.hpp - what an unfinished JSON text says so far
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::json {

/// A JSON text that was cut off, made whole.
///
/// healed  the value, with the marker where the text stopped: as a key with value 1, as a string, or at the end of the
///         string that was open.  The text's own value where it was whole.
/// cut     what was written at that place; empty where the text was whole.  In dump(healed) without spaces, everything
///         before the first occurrence of it is certain, and more text only adds to it; save where an escape was open,
///         which is made whole with zeros and may be dumped as a plain character, and where a key comes twice.
struct partial {
    value healed{};
    std::string cut{};

    [[nodiscard]] bool whole() const noexcept { return cut.empty(); }
};

/// What can be appended to a JSON text that was cut off so that it is whole: the open string, word and brackets closed,
/// null for a value that is missing.  Empty where nothing is missing, or where nothing of the kind helps: behind the
/// comma of an object.  Linear.
[[nodiscard]] PARLANCE_DECL std::string closing_of(std::string_view text);

/// Reads JSON that may stop anywhere: in a string, an escape, a number.  A number or a literal at the very end of an
/// array or an object may go on and is not counted; one that is all of the text is whole.
///
/// marker  a text that the JSON does not contain, as `"$"`; it stands for what is missing
/// errors  those of parse: the text is wrong already, however it goes on
/// cost    linear
[[nodiscard]] PARLANCE_DECL result<partial> parse_partial(std::string_view text, std::string_view marker,
                                                          limits const& bounds = {});

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/partial.ipp>
#endif

// parlance/hf/region_event.hpp - what a response template's reader reports
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::hf {

enum class region_kind : std::uint8_t {
    open,   // a region of `field` begins; text: its delimiter, empty for the implicit field
    chunk,  // text: more of it
    close,  // value: what it is; text: the delimiter, empty at the end of the input
    malformed,  // it ended and is not what the field says; text: all of it; error: why.  A region of a legacy schema
                // that never ended is read again after it, from its beginning on
    outside,  // text: of no field, or behind the place where nothing more is read
};

/// One thing that happened.
///
/// begin, end  offsets of `text` in what was read behind the anchor, the prompt's part included; of malformed, of the
///             delimiter that ended it
/// dirty       of a chunk: not yet the value, but text that will be read when the region ends
/// cut         of close: the text was over before anything closed the region, and might have gone on to another value.
///             Not so where the region is a JSON object or list, whose own bracket closes it.
/// value       of close; of open the transform filled with what is known already, or null where nothing is
/// Pointers and texts are valid during the call of the sink only.  Where chunks are cut depends on how the text
/// arrived; put together they do not.
struct region_event {
    region_kind kind = region_kind::chunk;
    std::string_view field{};
    std::size_t index = 0;  // of the field in the template
    std::string_view text{};
    std::size_t begin = 0;
    std::size_t end = 0;
    bool dirty = false;
    bool cut = false;
    json::value const* value = nullptr;
    diagnostic const* error = nullptr;
};

/// What events are given to: anything that can be called with one, for the duration of a call.
using region_callback = function_ref<void(region_event const&)>;

/// The event as transformers reports it; null for those it does not have.
[[nodiscard]] PARLANCE_DECL json::value to_transformers(region_event const& e);

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/impl/region_event.ipp>
#endif

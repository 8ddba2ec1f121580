// parlance/chat/late_ids.hpp - ids that models write behind the arguments, in time for events
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <string>

namespace parlance::chat {

/// Stands between a parser and a writer of events: a call that begins without an id is held back until it ends, and then
/// begins with the one that the model wrote.  For dialects with the id behind the arguments, whose templates want to see
/// it again; without it such a call streams, under an id that was made.
///
///     r.feed(bytes, [&](delta const& d) { ids.put(d, [&](delta const& told) { chunks.put(told, sink); }); });
///     r.finish(…);                       // in the same way
///     ids.finish(…);
class late_ids {
public:
    PARLANCE_DECL void put(delta const& d, delta_callback sink);
    /// Gives what is still held back: the answer ended inside a call.
    PARLANCE_DECL void finish(delta_callback sink);

private:
    PARLANCE_DECL void release(std::string_view id, delta_callback sink);

    bool held_ = false;
    std::size_t index_ = 0;
    std::string name_{};
    std::string arguments_{};
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/late_ids.ipp>
#endif

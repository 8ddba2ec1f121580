// test/chat/wire_events.hpp - what a writer of a wire shape writes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <boost/json/object.hpp>
#include <utility>
#include <vector>

namespace wire {

/// All events of an answer of these deltas that ends so.
template <class Writer>
std::vector<boost::json::object> events(Writer writer, std::vector<parlance::chat::delta> const& deltas,
                                        parlance::chat::ending const& how) {
    std::vector<boost::json::object> out;
    auto const keep = [&](boost::json::object o) { out.push_back(std::move(o)); };
    writer.begin(keep);
    for (parlance::chat::delta const& d : deltas) {
        writer.put(d, keep);
    }
    writer.end(how, keep);
    return out;
}

}  // namespace wire

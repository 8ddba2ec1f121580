// test/chat/wire_events.hpp - what a writer of a wire shape writes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
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

/// Whether all is JSON that can be read, of an answer that was cut inside a code point, and of one with bytes that are none.
///
/// writer  a new one
/// whole   a message as one object
template <class Make, class Whole>
bool is_json_wherever_it_was_cut(Make const& writer, Whole const& whole) {
    using parlance::chat::delta_kind;
    namespace json = parlance::json;
    bool good = true;
    for (char const* said : {"Hi \xF0\x9F", "\xE2\x82", "a\xFF\x62"}) {
        for (boost::json::object const& o : events(writer(),
                                                   {{delta_kind::reasoning, 0, said, {}, true},
                                                    {delta_kind::content, 0, said, {}, true},
                                                    {delta_kind::call_begin, 0, said, said, true},
                                                    {delta_kind::arguments, 0, said, {}, true},
                                                    {delta_kind::call_end, 0, {}, {}, false}},
                                                   {})) {
            good = good && json::parse(json::dump(o)).has_value();
        }
        parlance::chat::message m;
        m.content = m.reasoning = said;
        m.calls = {{said, said, said, false}};
        good = good && json::parse(json::dump(whole(m))).has_value();
    }
    return good;
}

}  // namespace wire

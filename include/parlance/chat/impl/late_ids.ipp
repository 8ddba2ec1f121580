// parlance/chat/impl/late_ids.ipp - definitions of what parlance/chat/late_ids.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/late_ids.hpp>
#include <string_view>

namespace parlance::chat {

void late_ids::put(delta const& d, delta_callback sink) {
    if (d.kind == delta_kind::call_begin && d.id.empty()) {
        finish(sink);
        held_ = true;
        index_ = d.index;
        name_ = d.text;
    } else if (held_ && d.kind == delta_kind::arguments && d.index == index_) {
        arguments_.append(d.text);
    } else {
        if (held_) {
            release(d.kind == delta_kind::call_end ? d.id : std::string_view{}, sink);
        }
        sink(d);
    }
}

void late_ids::finish(delta_callback sink) {
    if (held_) {
        release({}, sink);
    }
}

void late_ids::release(std::string_view id, delta_callback sink) {
    held_ = false;
    sink(delta{delta_kind::call_begin, index_, name_, id, true});
    if (!arguments_.empty()) {
        sink(delta{delta_kind::arguments, index_, arguments_, {}, true});
    }
    arguments_.clear();
}

}  // namespace parlance::chat

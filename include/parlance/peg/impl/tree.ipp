// parlance/peg/impl/tree.ipp - definitions of what parlance/peg/tree.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/tree.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::peg {

void recorder::operator()(event const& e) {
    switch (e.kind) {
    case event_kind::settle: settled_ = events_.size(); return;
    case event_kind::retract:
        events_.resize(settled_);
        text_.resize(settled_ == 0 ? 0 : events_.back().text_end);
        return;
    default: break;
    }
    text_.append(e.text);
    events_.push_back({e.kind, e.how, e.tag, e.begin, e.end, text_.size()});
    if (!e.provisional) {
        settled_ = events_.size();
    }
}

std::vector<branch> recorder::tree() const {
    std::vector<branch> out;
    std::uint32_t open = none;
    std::size_t text = 0;
    for (entry const& e : events_) {
        std::string_view const piece = std::string_view(text_).substr(text, e.text_end - text);
        text = e.text_end;
        if (e.kind == event_kind::enter) {
            out.push_back({e.tag, open, e.begin, e.begin, closing::complete, true, {}});
            open = static_cast<std::uint32_t>(out.size() - 1);
        } else if (e.kind == event_kind::bytes) {
            out[open].text.append(piece);
            reach(out, open, e.end);
        } else if (e.kind == event_kind::leave) {
            out[open].end = e.end;
            out[open].how = e.how;
            out[open].open = false;
            open = out[open].parent;
            reach(out, open, e.end);
        }
    }
    return out;
}

std::string recorder::unparsed() const {
    std::string out;
    std::size_t text = 0;
    for (entry const& e : events_) {
        if (e.kind == event_kind::unparsed) {
            out.append(text_, text, e.text_end - text);
        }
        text = e.text_end;
    }
    return out;
}

void recorder::reach(std::vector<branch>& all, std::uint32_t open, std::size_t end) {
    for (; open != none; open = all[open].parent) {
        all[open].end = end;
    }
}

}  // namespace parlance::peg

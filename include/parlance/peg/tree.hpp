// parlance/peg/tree.hpp - the events of a parse, kept as a tree
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/event.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::peg {

/// A tag that was read.
///
/// parent      its index in tree(), or none; a parent stands before its children, children in the order of the text
/// begin, end  offsets; while it is open, `end` is how far it has been read
/// text        what stands directly inside, the text of inner tags left out
struct branch {
    tag_id tag = none;
    std::uint32_t parent = none;
    std::size_t begin = 0;
    std::size_t end = 0;
    closing how = closing::complete;
    bool open = false;
    std::string text{};
};

/// An event sink that remembers.  For tests, tools and small texts: it keeps everything.
class recorder {
public:
    void operator()(event const& e) {
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

    /// All tags so far, those of provisional events included.  Linear.
    [[nodiscard]] std::vector<branch> tree() const {
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

    /// The text that was not parsed.
    [[nodiscard]] std::string unparsed() const {
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

private:
    struct entry {
        event_kind kind;
        closing how;
        tag_id tag;
        std::size_t begin;
        std::size_t end;
        std::size_t text_end;
    };
    static void reach(std::vector<branch>& all, std::uint32_t open, std::size_t end) {
        for (; open != none; open = all[open].parent) {
            all[open].end = end;
        }
    }

    std::vector<entry> events_;
    std::string text_;
    std::size_t settled_ = 0;
};
static_assert(event_sink<recorder>);

}  // namespace parlance::peg

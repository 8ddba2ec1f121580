// parlance/peg/tree.hpp - the events of a parse, kept as a tree
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
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
    PARLANCE_DECL void operator()(event const& e);

    /// All tags so far, those of provisional events included.  Linear.
    [[nodiscard]] PARLANCE_DECL std::vector<branch> tree() const;

    /// The text that was not parsed.
    [[nodiscard]] PARLANCE_DECL std::string unparsed() const;

private:
    struct entry {
        event_kind kind;
        closing how;
        tag_id tag;
        std::size_t begin;
        std::size_t end;
        std::size_t text_end;
    };
    PARLANCE_DECL static void reach(std::vector<branch>& all, std::uint32_t open, std::size_t end);

    std::vector<entry> events_;
    std::string text_;
    std::size_t settled_ = 0;
};
static_assert(event_sink<recorder>);

}  // namespace parlance::peg

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/peg/impl/tree.ipp>
#endif

// parlance/chat/detail/ways_to_call.hpp - all ways in which the calls of one format are read and written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/written_answer.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace parlance::chat::detail {

class calls_in_text;

/// The format's own way to call, those that it understands besides, and what tolerances make of each.  All are read; the
/// writer says which of them are written as well, and is told of these.
class ways_to_call {
public:
    /// What it is given must outlive it.
    PARLANCE_DECL ways_to_call(peg::builder& b, format const& f, std::span<tool const> tools,
                               answer_writer& writer, stop_token stop);
    ways_to_call(ways_to_call const&) = delete;
    ways_to_call& operator=(ways_to_call const&) = delete;

    /// In the text of an answer, in the order in which they are tried.
    PARLANCE_DECL void add_to(calls_in_text& text);

    /// The format's own way, where it is only recognised.
    [[nodiscard]] PARLANCE_DECL peg::node_id recognised();

    /// In messages that have headers: what reads the calls of each way, and what they begin with.
    struct headed_calls {
        std::vector<peg::node_id> calls;
        std::vector<std::string> openings;
    };
    [[nodiscard]] PARLANCE_DECL headed_calls read_headed();
    PARLANCE_DECL void write_headed();

private:
    /// A way that the format has.
    ///
    /// index  its position, as in call_dialect
    /// whole  otherwise it is the items of a section alone, whose marker may be missing: that is tolerated itself
    struct format_way {
        tool_format const* calls;
        std::size_t index;
        bool whole;
    };

    [[nodiscard]] PARLANCE_DECL call_dialect dialect(tool_format const& t, std::size_t index,
                                                     bool named) const;
    PARLANCE_DECL void add_own(format_way const& own, calls_in_text& text);
    PARLANCE_DECL void add_tolerated(tolerated_way const& one, format_way const& own, calls_in_text& text);
    [[nodiscard]] PARLANCE_DECL bool has_own(tolerated_way const& one) const;

    peg::builder* b_;
    format const* format_;
    std::span<tool const> tools_;
    answer_writer* writer_;
    stop_token stop_;  // asked for every way; no more of them are read then
    std::vector<format_way> ways_{};
    std::vector<tool_format> items_{};  // those alone
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/ways_to_call.ipp>
#endif

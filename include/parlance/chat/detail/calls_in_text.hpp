// parlance/chat/detail/calls_in_text.hpp - where in the text of an answer calls are looked for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

class call_builder;

/// The names of tags that models put around calls.
inline constexpr std::string_view names_of_wrappers[] = {
    "function",  "function_call", "function_calls", "function_invocation", "tool",  "tool-call",
    "tool_call", "tool_calls",    "toolcall",       "toolcalls",           "tools", "user"};

/// The calls in the text of an answer, by where they are calls.  Those that a marker announces are so anywhere.  Those that
/// nothing but a name announces are so in front of the answer: in other text, as in `You could write {"name": "f"}`, they are
/// examples.
class calls_in_text {
public:
    calls_in_text(peg::builder& b, format const& f, std::span<tool const> tools, reading const& how,
                  stop_token stop)
        : b_(&b), m_(b, stop), format_(&f), tools_(tools), json_(how.json), stop_(stop) {}

    /// Calls in one way; returns what reads them, without what may stand around them in text.
    ///
    /// as  this way, as its builders see it
    [[nodiscard]] PARLANCE_DECL peg::node_id add(tolerated_way const& one, call_dialect const& as);
    /// All ways are known.
    PARLANCE_DECL void finish();

    /// Where the answer begins.
    [[nodiscard]] std::vector<peg::node_id> const& in_front() const noexcept { return in_front_; }
    /// Anywhere in it.
    [[nodiscard]] std::vector<peg::node_id> const& anywhere() const noexcept { return anywhere_; }
    /// Behind a call in the format's own way: one that is read only where there is no such call is left out there.
    [[nodiscard]] std::vector<peg::node_id> const& behind_own() const noexcept { return behind_own_; }
    [[nodiscard]] bool falls_back() const noexcept { return falls_back_; }  // there are such

    /// The texts at which calls are looked for.
    [[nodiscard]] std::vector<std::string> const& stops() const noexcept { return stops_; }
    /// The beginnings of calls of known tools, where a marker stands in front.
    [[nodiscard]] std::vector<peg::node_id> const& announced() const noexcept { return announced_; }

private:
    static constexpr std::size_t rows_of_a_text = 256;  // that is put together: as many rows of a table

    PARLANCE_DECL void find_by_name(tool_format const& t, call_builder& builder, peg::node_id calls,
                                    peg::node_id led);
    PARLANCE_DECL void add_objects(call_builder& calls, std::string_view opening, peg::node_id led);
    PARLANCE_DECL void add_quoted_text();
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> beginnings();
    PARLANCE_DECL void add_fenced();
    PARLANCE_DECL void add_wrapped(peg::node_id calls);
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> known_beginnings() const;
    [[nodiscard]] PARLANCE_DECL peg::node_id torn_marker(std::string_view marker);
    PARLANCE_DECL void add_stops(tolerated_way const& one);
    [[nodiscard]] PARLANCE_DECL peg::node_id announced_argument(call_builder& calls, tool_format const& t);
    [[nodiscard]] PARLANCE_DECL peg::node_id no_python_example(tolerated_way const& one);
    [[nodiscard]] PARLANCE_DECL peg::node_id stop_behind_calls();
    [[nodiscard]] PARLANCE_DECL peg::node_id stop_at_end();

    peg::builder* b_;
    marker_builder m_;
    format const* format_;
    std::span<tool const> tools_;
    bool json_;  // the answer is an object itself
    stop_token stop_;
    std::vector<peg::node_id> in_front_{};
    std::vector<peg::node_id> anywhere_{};
    std::vector<peg::node_id> behind_own_{};
    std::vector<std::string> stops_{};
    std::vector<peg::node_id> announced_{};
    peg::node_id stop_at_end_ = peg::none;
    peg::node_id stop_behind_calls_ = peg::none;
    bool falls_back_ = false;
    bool objects_ = false;  // some of those anywhere are objects that nothing but a name announces
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/calls_in_text.ipp>
#include <parlance/chat/detail/impl/frames_of_calls.ipp>
#endif

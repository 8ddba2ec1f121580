// parlance/chat/detail/open_call.hpp - a tool call while its parts arrive
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/answer.hpp>
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/other_members.hpp>
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/event.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// What all calls of an answer have in common.
struct call_rules {
    std::span<tool const> tools{};
    std::span<notation const> notations{};
    std::string_view made_id{};
    bool names_are_final = false;
    response_policy policy{};
};

/// What a call is told to, and as what rules.
struct call_output {
    call_rules const& rules;
    answer& out;
    delta_callback sink;
};

/// Puts one call together.  It begins, for the user, when its name is known and its arguments begin, or when it ends;
/// arguments that come before the name wait for it.  Their text is JSON by then: tagged values are typed by the tool's
/// schema, other notations are rewritten, and what JSON does not allow is mended.
class open_call {
public:
    PARLANCE_DECL void enter(part p, call_output const& to);

    /// certain  it belongs to the part however the answer goes on.  Raw text that does not may be the beginning of what
    ///          ends it: it is no part of the arguments.
    PARLANCE_DECL void bytes(part p, std::string_view text, bool certain, call_output const& to);

    /// complete  however the answer goes on; otherwise it broke, or may have been cut off
    PARLANCE_DECL void leave(part p, peg::event const& e, bool complete, call_output const& to);

    /// The call is over.  One that is not complete began only if something follows its name.
    PARLANCE_DECL void end(peg::event const& e, bool complete, call_output const& to);

    /// Ready for the next call.
    PARLANCE_DECL void reset();

private:
    /// The tool that is meant by a name that none has: without `functions.` in front, or `:0` behind, which belong to ids.
    [[nodiscard]] PARLANCE_DECL static std::string_view tool_meant(std::string_view name,
                                                                   std::span<tool const> tools) noexcept;

    /// What a part is, without its number; and what that stands for.
    [[nodiscard]] PARLANCE_DECL static part kind_of(part p) noexcept;
    [[nodiscard]] PARLANCE_DECL static notation const& notation_of(part p, call_output const& to) noexcept;
    /// Where a part of the last member that is open begins and ends.
    [[nodiscard]] PARLANCE_DECL nested_member::extent& edges(part p) noexcept;

    PARLANCE_DECL void begin(call_output const& to);

    /// Where no arguments came, what a member holds that the dialect does not know may be them, or members that are named as
    /// the tool's arguments are one each.  What is left over is nobody's, and told as such.
    PARLANCE_DECL void settle_others(call_output const& to);

    PARLANCE_DECL static void spill(std::string_view text, stray_text where, call_output const& to);

    /// More of the arguments, as JSON that may need mending.
    PARLANCE_DECL void argue(std::string_view text, call_output const& to);
    PARLANCE_DECL void finish_text(bool complete, call_output const& to);
    /// Text of a call that is no part of its arguments; where it has not begun, raw_ has it.
    PARLANCE_DECL void leave_out(std::string_view text, call_output const& to) const;

    /// Closes what is open, where that makes JSON of it.
    PARLANCE_DECL static void close(call_output const& to);

    // Tagged arguments, written as JSON as they come.

    PARLANCE_DECL void begin_value(part p, call_output const& to);
    /// What stands in front of the value at hand.
    [[nodiscard]] PARLANCE_DECL std::string next_key();
    PARLANCE_DECL void more_value(std::string_view text, call_output const& to);
    /// Tells arguments, mended.
    PARLANCE_DECL void mend(std::string_view text, call_output const& to);
    PARLANCE_DECL void end_value(part p, bool complete, call_output const& to);

    std::string name_;
    std::string id_;
    std::string key_;
    std::string held_;                    // a value that must be whole before its type is known
    std::vector<nested_member> members_;  // of that value
    std::vector<std::size_t> open_;       // those that have begun
    other_members others_;
    std::string early_;  // arguments that came before the name
    std::string raw_;    // all text of a call that has not begun yet
    unescaper escapes_;
    utf8_gate gate_;
    json_mender mender_;
    std::size_t made_ = 0;  // calls that got an id made for them
    std::size_t name_end_ = 0;
    std::size_t tagged_ = 0;  // arguments so far
    text_type type_ = text_type::unknown;
    bool in_id_ = false;
    bool named_ = false;
    bool argued_ = false;
    bool argues_ = false;  // in the arguments
    bool begun_ = false;
    bool refused_ = false;  // no call after all
    bool checked_ = true;   // what reads the arguments makes them JSON
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/open_call.ipp>
#endif

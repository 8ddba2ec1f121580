// parlance/chat/syntax.hpp - a format and its tools as one table, which the parser runs and the grammar is made of
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <span>
#include <vector>

namespace parlance::chat {

/// One format and one set of tools as one table.  What the table reads more generously than it is written is
/// `refine(wide, narrow)` in it: the parser runs the wide sides, and the grammar is what rtn::from_peg makes of it, with
/// the narrow ones.
///
/// message    a whole answer, whatever it is; its captures are `part`s.  What is written of it: reasoning where the format
///            has it, then what the policy asks for, content, calls or JSON
/// calls      the node of the calls alone in that table, beginning with `trigger`; none where there are no calls
/// notations  of arguments that are not JSON, by the ways to call, and that of Python's calls, which are tolerated; tag
///            part::noted + i refers to them
/// trigger    the text that begins the calls; empty when the format has no calls
/// triggers   all texts that calls may begin with; `trigger` is the first one
/// closers    what ends a call, and all calls, and what begins the next, in each way to call; and the same from each of its
///            markers on
/// made_id    as in format
/// strict     as in format
/// lists_arguments  arguments are written one by one, not as one JSON value
/// names_are_final  a call can be announced as soon as its name is known: its id does not stand behind the name
struct syntax {
    peg::arena message;
    peg::node_id calls = peg::none;
    std::vector<schema_slot> schemas;
    std::vector<detail::notation> notations;
    std::string trigger;
    std::vector<std::string> triggers;
    std::vector<std::string> closers;
    std::string made_id;
    bool lists_arguments = false;
    bool names_are_final = false;
    bool strict = false;

    /// The table from the calls on: what a lazy grammar writes.  Precondition: there are calls.
    [[nodiscard]] peg::arena_view written_calls() const noexcept {
        peg::arena_view out = message.view();
        out.root = calls;
        return out;
    }
};

/// The text that every call begins with, without white space in front; empty when there are no calls.
[[nodiscard]] inline std::string call_opening(format const& f) { return detail::call_opening(f.tools); }

/// Whether calls begin with a marker that prose does not contain.  Otherwise they are looked for only in front of an
/// answer, and an engine does better to require them than to wait for them.
[[nodiscard]] inline bool has_call_marker(format const& f) { return detail::has_call_marker(f.tools); }

/// Makes the table of a format for these tools.  Linear in the number of tools and their arguments.
/// Errors: no_tool_format, where a format written by hand contradicts itself, or has a text of more than 1 KiB, or 4 KiB of
/// them; cancelled, as `bounds` say; those of peg::builder::finish.
[[nodiscard]] PARLANCE_DECL result<syntax> build_syntax(format const& f, std::span<tool const> tools,
                                                        call_policy const& policy = {},
                                                        reading const& how = {}, limits const& bounds = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/syntax.ipp>
#endif

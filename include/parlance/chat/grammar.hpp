// parlance/chat/grammar.hpp - what the model may write when it calls: a network and what starts it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <span>

namespace parlance::chat {

/// The constraint on one answer.
///
/// network  what may be written
/// lazy     it binds only from the first of `triggers` on, which it begins with; before, anything goes
/// notes    what the tools' schemas say that is not enforced (annotations such as an unknown `format`): "tool NAME: POINTER: REASON"
/// widened  what was taken out of schemas that could not be had exactly: "tool NAME: POINTER: REASON"
struct grammar {
    rtn::network network;
    bool lazy = false;
    std::vector<std::string> triggers;
    std::vector<std::string> notes;
    std::vector<std::string> widened{};
};

/// How tool grammars read schemas: what a schema does not list is not written, and white space and digits have
/// bounds, so that a model cannot loop on them and a double can hold every number.  Members stand in any order where there
/// are at most 32 tools, else, and in an answer, as the schema declares them.
[[nodiscard]] PARLANCE_DECL schema::options tool_schema_options();

/// The grammar of the calls of `s`, for the tools it was built with: lazy when the model may choose not to call.
/// `answer` is the schema of the content, where `s` was built for JSON; then the grammar is of the whole turn.
/// With options.cache, schemas that were lowered before are copied; the grammar is the same.
/// Errors: those of schema lowering, with the tool's name in front of the JSON Pointer, and not_lowerable where arguments are
/// written one by one and the schema of a tool says more of all of them together, or one has a name that cannot be spelled
/// there; no_tool_format when the syntax has no calls; limits of rtn::from_peg.  Nothing is left unconstrained instead,
/// unless `widening` asks for it.
[[nodiscard]] PARLANCE_DECL result<grammar>
build_grammar(syntax const& s, std::span<tool const> tools, call_policy const& policy = {},
              limits const& bounds = {}, schema::options const& options = tool_schema_options(),
              boost::json::value const* answer = nullptr, schema_widening widening = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/grammar.ipp>
#endif

// parlance/chat.hpp - conversations: prompts, formats, grammars, streamed responses
// SPDX-License-Identifier: BSL-1.0
#pragma once
// Formats for those who have no template, chat/known/dialects.hpp and chat/known/routes.hpp, are included on their own:
// lowering some dozens of expressions takes a fifth of the time that all of this takes to compile.  The single steps of
// analysis have doors of their own, too: chat/analysis/.  So have chat/constraint.hpp and chat/answer_turn.hpp, which bring
// the masks along.
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/claim.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/anthropic.hpp>
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/budget.hpp>
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/check.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/hold.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/known/rules.hpp>
#include <parlance/chat/late_ids.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/preset.hpp>
#include <parlance/chat/preset_guess.hpp>
#include <parlance/chat/preset_history.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/request.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/responses.hpp>
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/saved_dialect.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/stop_matcher.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/template_set.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/chat/wire_request.hpp>

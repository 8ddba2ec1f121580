// parlance/src/json/chat.hpp - the definitions of chat/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/impl/anthropic.ipp>
#include <parlance/chat/impl/budget.ipp>
#include <parlance/chat/impl/call_trigger.ipp>
#include <parlance/chat/impl/capabilities.ipp>
#include <parlance/chat/impl/constraint.ipp>
#include <parlance/chat/impl/ending.ipp>
#include <parlance/chat/impl/fitting.ipp>
#include <parlance/chat/impl/format.ipp>
#include <parlance/chat/impl/format_of.ipp>
#include <parlance/chat/impl/grammar.ipp>
#include <parlance/chat/impl/hold.ipp>
#include <parlance/chat/impl/marker.ipp>
#include <parlance/chat/impl/message.ipp>
#include <parlance/chat/impl/openai.ipp>
#include <parlance/chat/impl/preset.ipp>
#include <parlance/chat/impl/preset_guess.ipp>
#include <parlance/chat/impl/preset_history.ipp>
#include <parlance/chat/impl/prompt.ipp>
#include <parlance/chat/impl/response_parser.ipp>
#include <parlance/chat/impl/responses.ipp>
#include <parlance/chat/impl/syntax.ipp>
#include <parlance/chat/impl/template.ipp>
#include <parlance/chat/impl/template_set.ipp>
#include <parlance/chat/impl/tool.ipp>

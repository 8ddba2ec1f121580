// parlance/chat.hpp - conversations: prompts, formats, grammars, streamed responses
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/calls.hpp>
#include <parlance/chat/analysis/content.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/frame.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/analysis/reasoning.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/anthropic.hpp>
#include <parlance/chat/budget.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response.hpp>
#include <parlance/chat/responses.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/tool.hpp>

// parlance/src/json/chat_analysis.hpp - the definitions of chat/analysis/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/impl/analyze.ipp>
#include <parlance/chat/analysis/detail/impl/call_sketch.ipp>
#include <parlance/chat/analysis/impl/diff.ipp>
#include <parlance/chat/analysis/detail/impl/extent.ipp>
#include <parlance/chat/analysis/detail/impl/frame.ipp>
#include <parlance/chat/analysis/impl/learn.ipp>
#include <parlance/chat/analysis/impl/meter.ipp>
#include <parlance/chat/analysis/impl/probe.ipp>
#include <parlance/chat/analysis/impl/report.ipp>
#include <parlance/chat/analysis/detail/impl/turn.ipp>
#include <parlance/chat/analysis/detail/impl/verification.ipp>
#include <parlance/chat/analysis/detail/impl/verified_turns.ipp>
#include <parlance/chat/analysis/impl/verify.ipp>
#include <parlance/chat/analysis/detail/impl/written.ipp>

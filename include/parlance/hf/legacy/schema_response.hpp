// parlance/hf/legacy/schema_response.hpp - an answer read by a response schema, as deltas and a message
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/hf/detail/message_deltas.hpp>
#include <parlance/hf/legacy/response_schema.hpp>
#include <parlance/hf/template_response.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::hf {

/// The steps that template_response gives, of an answer in the format of a legacy schema.  A schema that is streamable()
/// streams; of all others the whole answer is kept, and everything comes at the end.  A call is `whole` there where the
/// schema makes one of the text: what its patterns took for the end of the call, a marker or the end of the text, does
/// not show.
///
/// A value: copy it to fork a generation.  The schema must outlive it.  Not for several threads.
/// Where a call throws, std::bad_alloc or what the sink throws, what was read until then stays, and later calls do nothing.
class schema_response {
public:
    PARLANCE_DECL explicit schema_response(response_schema const& s);
    explicit schema_response(response_schema const&&) = delete;

    /// More of the answer, split anywhere; any bytes.
    PARLANCE_DECL void feed(std::string_view bytes, chat::delta_callback sink);

    /// The answer has ended, or was cut off.  Call once.
    PARLANCE_DECL void finish(chat::delta_callback sink);

    /// The message as far as it is certain; after finish(), all of it.
    [[nodiscard]] PARLANCE_DECL chat::message const& so_far() const noexcept;
    /// After finish(): the message as the schema describes it.
    [[nodiscard]] PARLANCE_DECL json::object const& values() const noexcept;
    /// What broken calls left, in the order of the text.
    [[nodiscard]] PARLANCE_DECL std::string_view malformed() const noexcept;
    [[nodiscard]] PARLANCE_DECL std::vector<diagnostic> const& diagnostics() const noexcept;

private:
    response_schema const* schema_;
    std::optional<template_response> streaming_;
    bool ended_ = false;
    std::string text_;  // the rest is for schemas that do not stream
    detail::message_deltas out_;
    json::object values_;
    std::vector<diagnostic> diagnostics_;
};

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/impl/schema_response.ipp>
#endif

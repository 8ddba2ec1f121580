// parlance/chat/detail/dialect_members.hpp - every member of a dialect with its path
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/detail/format_members.hpp>
#include <parlance/chat/message.hpp>

namespace parlance::chat::detail {

/// Calls visit(path, member) for each.  D is a dialect, or const.  A member that is added to one of these structures is to be
/// added here: the round trip of the dialects of all templates is a test.
template <class D, class Visit>
void each_dialect_member(D& d, Visit& visit) {
    each_format_member(d.format, visit);
    auto& can = d.supports;
    visit("supports.tools", can.tools);
    visit("supports.content_in_call", can.content_in_call);
    visit("supports.blank_content", can.blank_content);
    visit("supports.one_text_in_call", can.one_text_in_call);
    visit("supports.form.arguments", can.form.arguments);
    visit("supports.form.reasoning", can.form.reasoning);
    visit("supports.form.content", can.form.content);
    visit("supports.form.reasoning_key", can.form.reasoning_key);
    visit("supports.form.ids", can.form.ids);
    visit("supports.form.tools", can.form.tools);
    visit("supports.shows_calls", can.shows_calls);
    visit("supports.parallel_calls", can.parallel_calls);
    visit("supports.object_arguments", can.object_arguments);
    visit("supports.text_arguments", can.text_arguments);
    visit("supports.text_content", can.text_content);
    visit("supports.typed_content", can.typed_content);
    visit("supports.system_role", can.system_role);
    visit("supports.developer_role", can.developer_role);
    visit("supports.reasoning", can.reasoning);
    visit("supports.reasoning_kept", can.reasoning_kept);
    visit("supports.needs_system", can.needs_system);
    visit("supports.needs_tools", can.needs_tools);
    visit("supports.needs_description", can.needs_description);
    visit("supports.tools_behind_system", can.tools_behind_system);
    visit("supports.thinking_switch", can.thinking_switch);
    visit("user_start", d.user_start);
    visit("user_end", d.user_end);
    visit("notes", d.notes);
}

}  // namespace parlance::chat::detail

// parlance/chat/detail/call_end.hpp - the end of a call: what its arguments lack, and whether they are some
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/check.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/answer.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/partial.hpp>
#include <span>
#include <string>
#include <string_view>

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

    /// The call that was begun last.
    [[nodiscard]] tool_call const& call() const { return out.so_far().calls.back(); }
};

/// Writes what is missing of a call's arguments where it ends, and judges them.
class call_end {
public:
    /// What reads them does not make them JSON.
    void doubt() noexcept { checked_ = false; }
    /// Whether their last brace is missing.
    void leave_open(bool open) noexcept { unclosed_ = open; }

    /// tagged  each stood in markup of its own, and there are some
    void close(bool complete, bool tagged, call_output const& to) const {
        if (complete && tagged) {
            to.out.argue("}", to.sink);
        } else if (complete && to.call().arguments.empty()) {
            to.out.argue("{}", to.sink);
        } else if (complete ? unclosed_ : to.rules.policy.close_at_end) {
            close_brackets(to);
        }
    }
    [[nodiscard]] bool is_json(call_output const& to) const {
        return checked_ || json::parse(to.call().arguments).has_value();
    }
    /// Whether the tool is strict, and does not take them.
    [[nodiscard]] bool is_refused(call_output const& to) {
        tool const* const called = find_tool(to.rules.tools, to.call().name);
        return called != nullptr && strict_.refuses(*called, to.call().arguments);
    }

    /// Ready for the next call.
    void reset() noexcept {
        checked_ = true;
        unclosed_ = false;
    }

private:
    /// Closes what is open, where that makes JSON of it.
    static void close_brackets(call_output const& to) {
        std::string_view const arguments = to.call().arguments;
        std::string const ends = json::closing_of(arguments);
        if (!ends.empty() && json::parse(std::string(arguments) + ends)) {
            to.out.argue(ends, to.sink);
        }
    }

    strict_arguments strict_{};
    bool checked_ = true;
    bool unclosed_ = false;
};

}  // namespace parlance::chat::detail

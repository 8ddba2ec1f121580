// parlance/chat/detail/message_builder.hpp - a whole answer: how it is read, whatever it is, and what is written of it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/header_builder.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/reasoning_builder.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Reasoning, content and calls of one format.  They are read in whatever order a model writes them, and reading is total.
/// Written are reasoning where the format has it, and what the policy asks for.
class message_builder {
public:
    /// The rule of the calls as they are written.
    static constexpr std::string_view calls_rule = "calls";

    message_builder(peg::builder& b, format const& f, std::span<tool const> tools, call_policy const& policy,
                    reading const& how, std::vector<schema_slot>& slots, stop_token stop = {})
        : b_(&b),
          m_(b),
          reasoning_(b, f, how),
          format_(&f),
          tools_(tools),
          policy_(&policy),
          how_(how),
          slots_(&slots),
          stop_(stop) {}

    /// callable  calls are read and written, of the tools
    [[nodiscard]] PARLANCE_DECL peg::node_id message(bool callable);

    /// All texts that calls may begin with as they are written; known once there is a message.
    [[nodiscard]] std::vector<std::string> const& triggers() const noexcept { return triggers_; }

private:
    using ways = std::vector<std::pair<tool_format const&, std::size_t>>;

    /// The format's own way to call and the others, with their positions; where a section's marker may be missing, its
    /// items alone as well.
    [[nodiscard]] PARLANCE_DECL ways dialects();
    [[nodiscard]] PARLANCE_DECL call_dialect way(tool_format const& t, std::size_t index, bool named,
                                                 bool silent = false) const;

    /// The calls of a message, and what tells that they begin.
    ///
    /// anywhere    they are tried anywhere, behind_own those behind a call in the format's own way
    /// in_front    calls that nothing but a name announces, in front of the answer
    /// stops       the texts at which they are looked for
    /// announced   the beginnings of calls of known tools, where a marker stands in front
    struct found_calls {
        std::vector<peg::node_id> in_front;
        std::vector<peg::node_id> anywhere;
        std::vector<peg::node_id> behind_own;
        std::vector<std::string> stops;
        std::vector<peg::node_id> announced;
        bool falls_back = false;
    };
    /// One way to call, and what tolerances make of it.
    PARLANCE_DECL void add_ways(tool_format const& t, std::size_t dialect, found_calls& to);
    PARLANCE_DECL void add_way(tolerated_way const& one, std::size_t dialect, bool written, bool own,
                               found_calls& to);

    // What is written: the format's own way, items without their section where it may be missing, and the dialects without
    // markers that the format understands besides.

    [[nodiscard]] PARLANCE_DECL static bool is_written(tool_format const& t, std::size_t dialect);
    /// Whether other ways than the format's own are written, too, and which.
    [[nodiscard]] PARLANCE_DECL bool is_generous() const;
    [[nodiscard]] PARLANCE_DECL bool writes_others() const;
    [[nodiscard]] PARLANCE_DECL bool is_written_besides(tolerated_way const& one,
                                                        tool_format const& own) const;
    /// What behind the name of a tool makes a call where nothing else does, in any of these ways.
    [[nodiscard]] PARLANCE_DECL static std::vector<std::string> behind_known_name(tool_format const& t);
    /// What stands behind the name of a call.
    [[nodiscard]] PARLANCE_DECL static std::string behind_name(tool_format const& t);
    [[nodiscard]] PARLANCE_DECL written_calls next_written(bool own = true) const;
    /// Whether content or reasoning may begin with a text that calls begin with.
    [[nodiscard]] PARLANCE_DECL bool begins_other_text(std::string_view text) const;
    PARLANCE_DECL void add_triggers(tool_format const& t, bool own);
    /// Those of a way in which only the name of a tool tells, and whether they are few.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> named_triggers(tool_format const& t) const;
    [[nodiscard]] PARLANCE_DECL bool has_few_triggers(tool_format const& named) const;
    /// Those of another way than the format's own.
    PARLANCE_DECL void add_other_triggers(tolerated_way const& one);
    PARLANCE_DECL void define_calls();
    /// Where messages have headers.
    PARLANCE_DECL void write_headed_calls();

    /// Behind reasoning, as the policy asks for.
    [[nodiscard]] PARLANCE_DECL peg::node_id written_answer(bool callable);
    [[nodiscard]] PARLANCE_DECL peg::node_id required_calls();
    [[nodiscard]] PARLANCE_DECL peg::node_id written_json();
    /// What may be written in front of calls where there is no content: the channel that they are in, or the wrapper of
    /// content around nothing.
    [[nodiscard]] PARLANCE_DECL peg::node_id in_front_of_calls();

    // What is read.

    [[nodiscard]] PARLANCE_DECL peg::node_id addressed(header_builder& messages, bool callable);

    /// A text that ends generation and is no markup elsewhere: behind calls it is none of the content.
    [[nodiscard]] PARLANCE_DECL peg::node_id stop_behind_calls();

    /// Content, with whatever may stand in it.
    [[nodiscard]] PARLANCE_DECL peg::node_id answer(std::vector<peg::node_id> calls,
                                                    std::vector<std::string> stops);
    /// Calls, markup that is left out, or content up to the next of them.
    [[nodiscard]] PARLANCE_DECL peg::node_id answer_part(std::vector<peg::node_id> calls,
                                                         std::vector<std::string> stops);

    /// JSON in a fence, or the rest as it is.
    [[nodiscard]] PARLANCE_DECL peg::node_id unfenced();

    peg::builder* b_;
    marker_builder m_;
    reasoning_builder reasoning_;
    format const* format_;
    std::span<tool const> tools_;
    call_policy const* policy_;
    reading how_;
    std::vector<schema_slot>* slots_;
    stop_token stop_;
    std::vector<tool_format> items_;
    std::vector<std::string> triggers_;
    std::vector<peg::node_id> written_;   // ways to call
    std::vector<peg::node_id> others_{};  // that are not the format's own
    std::vector<std::string> other_triggers_{};
    peg::node_id calls_{};
    peg::node_id headed_calls_{};  // of the format's own way to call, in messages that are addressed
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/message_builder.ipp>
#endif

// parlance/chat/detail/call_writer.hpp - the expressions that a grammar writes calls with, exactly as the template does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/notation_writer.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

/// Writes calls of some tools; what only a schema knows is a slot.
class call_writer {
public:
    call_writer(peg::builder& b, format const& f, std::span<tool const> tools, call_policy const& policy,
                std::vector<schema_slot>& slots, std::string_view rules = {})
        : b_(&b),
          rules_(rules),
          whole_(&f),
          format_(&f.tools),
          channels_(&f.channels),
          tools_(tools),
          policy_(&policy),
          slots_(&slots),
          open_(b, f.tools, rules_),
          properties_(b, rules_, tools, policy.named, f.tools.sorted),
          notation_(b, f.tools, tools, slots, rules_, open_, properties_) {}

    /// The same behind the headers of the messages that calls are addressed in.  Call after calls().
    [[nodiscard]] peg::node_id messages() const { return messages_; }

    /// One call, or several where format and policy allow it.  White space in front of the first marker is left to
    /// what stands before.
    [[nodiscard]] PARLANCE_DECL peg::node_id calls();

private:
    [[nodiscard]] PARLANCE_DECL peg::node_id text(std::string_view written);
    /// Text of which the white space may be left out, and a line end put behind a bracket: models do both, and it is
    /// nobody's value.
    [[nodiscard]] PARLANCE_DECL peg::node_id marker(std::string_view written);

    [[nodiscard]] PARLANCE_DECL peg::node_id slot(schema_slot s, peg::node_id read);

    /// Every call in a message of its own that is addressed to its tool; the header of the first one stands in front.
    [[nodiscard]] PARLANCE_DECL peg::node_id addressed_calls();

    /// One alternative for every tool that may be called.
    [[nodiscard]] PARLANCE_DECL peg::node_id call();
    template <class Use>
    void for_each_tool(Use const& use) {
        std::vector<peg::node_id> const markup = markup_of_call();
        std::vector<peg::node_id> parts;
        for (std::size_t i = 0; i < tools_.size(); ++i) {
            if (!policy_->named.empty() && policy_->named != tools_[i].name) {
                continue;
            }
            parts.clear();
            for (std::size_t p = 0; p < markup.size(); ++p) {
                switch (format_->call[p].is) {
                case piece::kind::name: parts.push_back(text(name(i))); break;
                case piece::kind::arguments: parts.push_back(arguments(i)); break;
                default: parts.push_back(markup[p]); break;
                }
            }
            use(i, b_->sequence(parts));
        }
    }

    /// The pieces of a call that are the same whatever tool is called, each a rule, so that a lowering writes it once.
    [[nodiscard]] PARLANCE_DECL std::vector<peg::node_id> markup_of_call();

    /// Text of a call; in a header of channels, any of the ways to go on with it.
    [[nodiscard]] PARLANCE_DECL peg::node_id behind_name(std::string_view written);

    [[nodiscard]] PARLANCE_DECL std::string name(std::size_t i) const;

    [[nodiscard]] PARLANCE_DECL peg::node_id arguments(std::size_t i);

    /// What ends the value of an argument: its texts, and the rule of the markup behind.
    struct argument_markup {
        std::vector<std::string> ends;
        peg::node_id end;
    };
    [[nodiscard]] PARLANCE_DECL argument_markup const& markup_of(std::string const& key);

    /// Arguments each in markup of its own, optional ones left out at will.
    [[nodiscard]] PARLANCE_DECL peg::node_id tagged(std::size_t i);

    /// An argument with its type in the markup: one way for every type that the schema allows.
    template <class One>
    [[nodiscard]] peg::node_id typed(schema_slot const& whole, boost::json::value const& schema,
                                     One const& one) {
        unsigned const said = types_of(schema, root_of(whole.tool));
        unsigned const types = said != 0 ? said : json_types::string | json_types::all_but_string;
        std::vector<peg::node_id> ways;
        for (std::string_view const name : json_types::names) {
            unsigned const type = json_types::named(name);
            if ((types & type) == 0) {
                continue;
            }
            schema_slot at = whole;
            bool const text = type == json_types::string;
            if (!text && types != type) {
                at.schema = boost::json::object{{"allOf", {schema, {{"type", name}}}}};
                add_definitions(at, tools_);
            }
            ways.push_back(one(std::string(format_->key_close).append(name).append(format_->type_close),
                               text ? raw_text::only : raw_text::never, std::move(at)));
        }
        return any_of(ways);
    }

    [[nodiscard]] PARLANCE_DECL peg::node_id any_of(std::vector<peg::node_id> const& ways);

    [[nodiscard]] PARLANCE_DECL boost::json::object const& root_of(std::size_t i) const;

    peg::builder* b_;
    std::string rules_;  // in front of the names of all rules: several writers may share a builder
    format const* whole_;
    tool_format const* format_;
    channel_format const* channels_;
    std::span<tool const> tools_;
    call_policy const* policy_;
    std::vector<schema_slot>* slots_;
    peg::node_id messages_{};
    std::optional<argument_markup> markup_{};  // the last one
    open_value_writer open_;
    property_list properties_;
    notation_writer notation_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/call_writer.ipp>
#endif

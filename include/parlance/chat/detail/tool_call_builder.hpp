// parlance/chat/detail/tool_call_builder.hpp - a call as it is written, once for each tool that may be called
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_builder.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/notation_builder.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/string_content.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// A part of a call as it is written: an expression that is the same whatever tool is called, or the place of the name or of
/// the arguments.
struct call_part {
    piece::kind is = piece::kind::text;
    peg::node_id same{};
};

/// Fills in the places of a call for each tool that the policy allows.
class tool_call_builder : dialect_builder {
public:
    tool_call_builder(peg::builder& b, call_dialect const& d)
        : dialect_builder(b, d),
          open_(b, d),
          properties_(b, d),
          notation_(b, d, &open_, &properties_),
          arguments_(b, d, &open_, &properties_) {}

    /// A part that is the same in every call becomes a rule, so that a lowering writes it once.
    void add(peg::node_id same) {
        std::string const name = rule_name("markup-" + std::to_string(markups_++));
        parts_.push_back({piece::kind::text, b_->rule(name, same)});
    }
    /// The name, the arguments, the id or the number of a call.
    void add(piece::kind what) {
        peg::node_id const same = what == piece::kind::id      ? id(*b_)
                                  : what == piece::kind::index ? b_->chars("0-9", 1, 3)
                                                               : b_->epsilon();
        parts_.push_back({what, same});
    }

    /// An id: those that templates accept are short and of letters and digits, and nine of them satisfy all.
    [[nodiscard]] static peg::node_id id(peg::builder& b) { return b.chars("a-zA-Z0-9", 9, 9); }

    /// Calls use(tool, call) for each tool that may be called.
    template <class Use>
    void each(Use const& use) {
        std::vector<peg::node_id> filled;
        for (std::size_t i = 0; i < d_.tools.size() && !d_.written->stop.stop_requested(); ++i) {
            std::string const& named = d_.written->policy->named;
            if (!named.empty() && named != d_.tools[i].name) {
                continue;
            }
            filled.clear();
            for (call_part const& p : parts_) {
                if (d_.written->stop.stop_requested()) {
                    return;
                }
                bool const encoded = p.is == piece::kind::encoded;
                filled.push_back(p.is == piece::kind::name                   ? text(name(i))
                                 : p.is == piece::kind::arguments || encoded ? arguments(i, encoded)
                                                                             : p.same);
            }
            use(i, b_->sequence(filled));
        }
    }

    /// Whether calls may be written in several orders: a mask waits for the name in every tool's arguments then.
    [[nodiscard]] bool takes_orders() const noexcept {
        constexpr std::size_t few_tools = 8;
        return d_.tools.size() <= few_tools;
    }

    /// Another order of the parts comes.
    void clear() { parts_.clear(); }

    /// A call of any of the tools; `as` is what its rule is called besides.
    [[nodiscard]] peg::node_id any(std::string_view as = {}) {
        std::vector<peg::node_id> all;
        each([&](std::size_t, peg::node_id one) { all.push_back(one); });
        return all.empty() ? b_->fail() : b_->rule(rule_name("call" + std::string(as)), b_->choice(all));
    }

    [[nodiscard]] std::string name(std::size_t tool) const {
        std::string const& own = d_.tools[tool].name;
        return d_.format->mode() == tool_mode::json_native ? quoted_content(own) : own;
    }

private:
    [[nodiscard]] peg::node_id arguments(std::size_t tool, bool encoded) {
        tool_format const& t = *d_.format;
        if (d_.tagged()) {
            return arguments_.arguments_of(tool);
        }
        if (encoded) {
            schema_slot whole{tool, {}, {}, {}, {}};
            whole.encoded = true;
            peg::node_id const quote = b_->literal("\"");
            return b_->sequence({quote, slot(std::move(whole), b_->json_string_content()), quote});
        }
        if (t.values.empty() && takes_orders()) {
            objects_.resize(d_.tools.size(), peg::none);
            if (objects_[tool] == peg::none) {
                objects_[tool] = b_->rule(rule_name("object-" + std::to_string(tool)),
                                          slot({tool, {}, {}, {}, {}}, b_->json_object()));
            }
            return objects_[tool];
        }
        if (t.values.empty()) {
            return slot({tool, {}, {}, {}, {}}, b_->json_object());
        }
        return b_->sequence({text(t.arguments.open), notation_.members(tool), text(t.arguments.close)});
    }

    open_value_builder open_;
    property_list properties_;
    notation_builder notation_;
    argument_builder arguments_;
    std::vector<call_part> parts_{};
    std::size_t markups_ = 0;
    std::vector<peg::node_id> objects_{};  // of arguments, as rules that several orders share
};

}  // namespace parlance::chat::detail

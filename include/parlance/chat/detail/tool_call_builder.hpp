// parlance/chat/detail/tool_call_builder.hpp - a call as it is written, once for each tool that may be called
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_builder.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/notation_builder.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <string>
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
          open_(b, *d.format, d.written->rules),
          properties_(b, d.written->rules, d.tools, d.written->policy->named, d.format->sorted),
          notation_(b, d, &open_, &properties_),
          arguments_(b, d, &open_, &properties_) {}

    /// A part that is the same in every call becomes a rule, so that a lowering writes it once.
    PARLANCE_DECL void add(peg::node_id same);
    /// The name, the arguments, the id or the number of a call.
    PARLANCE_DECL void add(piece::kind what);

    /// An id: those that templates accept are short and of letters and digits, and nine of them satisfy all.
    [[nodiscard]] static peg::node_id id(peg::builder& b) { return b.chars("a-zA-Z0-9", 9, 9); }

    /// Calls use(tool, call) for each tool that may be called.
    template <class Use>
    void each(Use const& use) {
        std::vector<peg::node_id> filled;
        for (std::size_t i = 0; i < d_.tools.size(); ++i) {
            std::string const& named = d_.written->policy->named;
            if (!named.empty() && named != d_.tools[i].name) {
                continue;
            }
            filled.clear();
            for (call_part const& p : parts_) {
                bool const encoded = p.is == piece::kind::encoded;
                filled.push_back(p.is == piece::kind::name                   ? text(name(i))
                                 : p.is == piece::kind::arguments || encoded ? arguments(i, encoded)
                                                                             : p.same);
            }
            use(i, b_->sequence(filled));
        }
    }

    /// A call of any of the tools.
    [[nodiscard]] PARLANCE_DECL peg::node_id any();

    [[nodiscard]] PARLANCE_DECL std::string name(std::size_t tool) const;

private:
    [[nodiscard]] PARLANCE_DECL peg::node_id arguments(std::size_t tool, bool encoded);

    open_value_builder open_;
    property_list properties_;
    notation_builder notation_;
    argument_builder arguments_;
    std::vector<call_part> parts_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/tool_call_builder.ipp>
#endif

// parlance/chat/detail/call_dialect.hpp - what all readers of one dialect's calls share
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// One dialect as its readers see it.
///
/// index   its position: 0 is the format's own way to call, the others are those of `format::also`
/// marked  calls begin with a marker; otherwise only the name of a known tool makes one
/// strict  a call is whole, or content
/// silent  nothing is captured: the text is only recognised
struct call_dialect {
    tool_format const* format;
    std::span<tool const> tools;
    std::size_t index = 0;
    bool marked = true;
    bool strict = false;
    bool silent = false;
};

[[nodiscard]] PARLANCE_DECL std::string quoted_content(std::string_view text);

/// What the readers of one dialect build with.
class dialect_builder {
public:
    dialect_builder(peg::builder& b, call_dialect const& d) : b_(&b), m_(b), d_(d) {}

protected:
    [[nodiscard]] peg::node_id tag(part p, peg::node_id e) { return d_.silent ? e : b_->tag(p, e); }

    [[nodiscard]] PARLANCE_DECL peg::node_id until(std::vector<std::string> const& ends);

    /// Behind a marker there is no way back: what follows is a call, if a broken one.
    [[nodiscard]] peg::node_id commit() { return d_.marked && !d_.strict ? b_->cut() : b_->epsilon(); }

    /// Any of the tools' names, as it stands in JSON strings or as it is.
    [[nodiscard]] PARLANCE_DECL peg::node_id known_names(bool quoted);

    /// Balanced text of a notation: strings, brackets, and whatever else, but at the outermost level none of `never`.
    [[nodiscard]] PARLANCE_DECL peg::node_id noted_content(notation const& n, std::string_view never = {});

    peg::builder* b_;
    marker_builder m_;
    call_dialect d_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/call_dialect.ipp>
#endif

// parlance/hf/legacy/detail/schema_reading.hpp - a text read by the nodes of a response schema
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/legacy/detail/schema_node.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::hf::detail {

/// One reading of one text.
struct schema_reading {
    bool strict;
    limits const& bounds;
    std::vector<diagnostic> wrong{};
    std::vector<std::string> unread{};
    std::size_t unread_bytes = 0;
    std::size_t failures = 0;  // also those that are too many to be told
    work paid{bounds};
    schema_node const* matched = nullptr;  // the node whose pattern has found the text already

    [[nodiscard]] bool stopped() const noexcept { return strict && !wrong.empty(); }

    PARLANCE_DECL json::value fail(diagnostic const& d, json::value const& v);
    json::value fail(note hint, json::value const& v) { return fail(mismatch(hint), v); }

    /// What a failure tells of a value: empty where it is no text and cannot be paid for, or is more than one may write.
    [[nodiscard]] PARLANCE_DECL std::string unread_text(json::value const& v);

    /// A value of its own; null, and a failure that names what it is, where it cannot be paid for.
    PARLANCE_DECL json::value copied(json::value const& v, std::string_view what);

    /// Recursion as deep as the schema, which the loader bounds.  What is not changed is copied once, where it ends up, and
    /// not at each level that it passes.
    PARLANCE_DECL json::value read(schema_node const& n, json::value const& v);
    PARLANCE_DECL json::value read_text(schema_node const& n, json::value v);

    /// The groups of a match: named ones as an object, or the text of the only one.  Not paid for: null, and a failure.
    PARLANCE_DECL json::value groups(regex const& pattern, regex_match const& m, std::string_view text);

    /// Replaces the text by what it says; false when that is nothing.
    PARLANCE_DECL bool iterate(schema_node const& n, json::value& v);
    PARLANCE_DECL bool pairs(schema_node const& n, json::value& v);
    PARLANCE_DECL bool parse(schema_node const& n, json::value& v);

    PARLANCE_DECL json::value typed(schema_node const& n, json::value const& v);

    /// A text goes to every property, each of which takes its part.
    PARLANCE_DECL json::value spread(schema_node const& n, json::value const& v);

    PARLANCE_DECL json::value members(schema_node const& n, json::value const& v);

    PARLANCE_DECL json::value checked(schema_node const& n, json::object out, json::value const& v);

    PARLANCE_DECL json::value list(schema_node const& n, json::value const& v);
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/detail/impl/schema_reading.ipp>
#endif

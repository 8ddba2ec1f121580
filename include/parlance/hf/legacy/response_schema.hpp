// parlance/hf/legacy/response_schema.hpp - Hugging Face's response schemas, which response templates replaced
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/schema_node.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>
#include <memory>
#include <string_view>
#include <utility>

namespace parlance::hf {

/// What a schema makes of an answer.
///
/// value        the message
/// diagnostics  what could not be read, and why
/// unread       the text of each of those, in the same order; empty where all together are more than
///              limits.output_bytes
struct schema_message {
    json::value value;
    std::vector<diagnostic> diagnostics;
    std::vector<std::string> unread;
};

/// A schema whose nodes say, by their `x-` keys, how text becomes their value.  Immutable, shared between threads.
///
/// Whole texts are read here; answers as they stream by schema_response.hpp.
///
/// source  transformers, utils/chat_parsing_utils.py as it was when it was removed (July 2026)
class response_schema {
public:
    // never moved, only shared: an object that was moved from would have nothing to look at
    response_schema(response_schema const&) noexcept = default;
    response_schema& operator=(response_schema const&) noexcept = default;

    /// Errors: invalid_response_schema, regex_syntax, source_too_large, jmespath_syntax, nested_too_deep, with the
    /// JSON Pointer in the hint.
    [[nodiscard]] PARLANCE_DECL static result<response_schema> load(json::value const& spec,
                                                                    limits const& bounds = {});
    /// The same from JSON text.  Errors also: those of json::parse, with their place in the text.
    template <json::text Text>
    [[nodiscard]] static result<response_schema> load(Text const& spec, limits const& bounds = {}) {
        boost::json::monotonic_resource storage;  // what is kept is copied, and this given up at once
        auto const parsed = json::parse(spec, bounds, &storage);
        return parsed ? load(*parsed, bounds) : result<response_schema>(parsed.error());
    }

    /// The message, or the first error that the reference would raise: response_mismatch, jmespath_*, regex_budget.
    /// Null where the root's pattern does not match.
    [[nodiscard]] PARLANCE_DECL result<json::value> parse_strict(std::string_view text) const;

    /// The message, whatever the text: parts that cannot be read are left out and told; where nothing at all can be
    /// read, the whole text is the content.
    [[nodiscard]] PARLANCE_DECL schema_message parse(std::string_view text) const;

    /// Whether answers can be read as they stream: whether the root is an object of text whose properties are constants
    /// and regions, by an x-regex (of which the first match counts) or x-regex-iterator of the shape
    /// `TEXT(.*?)TEXT` or `TEXT(.*?)(?:TEXT|$)`.  detail/schema_shape.hpp has the shapes to the letter.
    [[nodiscard]] bool streamable() const noexcept { return streaming_ != nullptr; }

    /// The schema as a template, null where it is not streamable().  Read by it a text gives the value that parse()
    /// gives, as long as no region begins inside another: the schema looks for every property in all of the text, the
    /// template takes what is inside a region for that region's text.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<response_template const> const& as_template() const noexcept;

private:
    PARLANCE_DECL response_schema(std::shared_ptr<detail::schema_node const> root, limits const& bounds);

    std::shared_ptr<detail::schema_node const> root_;
    std::shared_ptr<response_template const> streaming_;
    limits bounds_;
};

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/impl/response_schema.ipp>
#endif

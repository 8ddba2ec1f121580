// parlance/chat/hf/detail/schema_loader.hpp - reads a response schema from JSON, and says where it is wrong
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/document_reader.hpp>
#include <parlance/chat/hf/detail/schema_node.hpp>
#include <parlance/chat/hf/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace parlance::chat::hf::detail {

/// Reads a schema; the first mistake ends it.
class schema_loader : public document_reader {
public:
    explicit schema_loader(limits const& bounds) : document_reader(errc::invalid_response_schema, bounds) {}

    /// The node at `at`, or null and error(): invalid_response_schema, regex_syntax, jmespath_*, nested_too_deep,
    /// source_too_large, with the JSON Pointer in the hint.  Recursion as deep as limits.nesting.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<schema_node const>
    load(json::value const& spec, std::string const& at = {}, std::size_t depth = 0);

private:
    PARLANCE_DECL std::nullptr_t nothing(std::string_view at, std::string_view what, errc code = errc::none);

    PARLANCE_DECL bool type_of(json::object const& o, std::string const& at, schema_node& n);

    PARLANCE_DECL bool substitutions(json::object const& o, std::string const& at, schema_node& n);

    /// One group without name, or any with names.
    PARLANCE_DECL static bool has_groups(regex const& pattern);

    PARLANCE_DECL bool patterns(json::object const& o, std::string const& at, schema_node& n);

    PARLANCE_DECL bool parser(json::object const& o, std::string const& at, schema_node& n);

    PARLANCE_DECL bool object(json::object const& o, std::string const& at, std::size_t depth,
                              schema_node& n);

    PARLANCE_DECL bool array(json::object const& o, std::string const& at, std::size_t depth, schema_node& n);
};

}  // namespace parlance::chat::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/detail/impl/schema_loader.ipp>
#endif

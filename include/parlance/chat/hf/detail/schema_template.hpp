// parlance/chat/hf/detail/schema_template.hpp - the response template that a response schema is, where it is one
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/schema_node.hpp>
#include <parlance/chat/hf/detail/template_loader.hpp>
#include <parlance/chat/hf/regex.hpp>
#include <parlance/chat/hf/response_template.hpp>
#include <parlance/chat/hf/template_field.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::chat::hf::detail {

/// Turns the properties of a schema's root into fields.  Each has to be a constant, or a region by its x-regex or
/// x-regex-iterator; what a region's text becomes is then the node's own business.
class schema_converter {
public:
    explicit schema_converter(limits const& bounds) : bounds_(bounds.without_stop()) {}

    /// Nothing where one property, or the root, is something else.
    [[nodiscard]] PARLANCE_DECL std::optional<response_template> convert(schema_node const& root);

private:
    PARLANCE_DECL static bool reads_text(schema_node const& n) noexcept;

    PARLANCE_DECL bool add(std::string const& name, std::shared_ptr<schema_node const> const& child);

    /// Parts of a pattern that is known to be right are right themselves.
    [[nodiscard]] PARLANCE_DECL regex compiled(std::string const& pattern) const;

    /// What can be said of the value before its text is complete: that it is the text; or that it is the JSON of a
    /// call, whose name and arguments can be followed.
    PARLANCE_DECL static void describe(template_field& f, schema_node const* inside);
    static constexpr std::string_view wrapped_call = "{type: 'function', function: @}";

    limits bounds_;
    template_parts out_;
};

}  // namespace parlance::chat::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/detail/impl/schema_template.ipp>
#endif

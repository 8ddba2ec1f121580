// parlance/hf/detail/collected_fields.hpp - the values of regions, put together to a message
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/template_field.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::hf {
class response_template;
}

namespace parlance::hf::detail {

/// A message in the making.  The template must outlive it.
class collected_fields {
public:
    /// strict: a text that comes twice is the last of its texts, else all of them.
    PARLANCE_DECL collected_fields(response_template const& t, bool strict);

    [[nodiscard]] bool has(std::string_view name) const { return all_.contains(name); }

    /// Moves a value into the message, and says where it is now; where it is added to a text that is there, it stays.
    /// Errors: response_mismatch, where `join` gets no text.
    [[nodiscard]] PARLANCE_DECL result<json::value const*> keep(template_field const& f, json::value& value);

    /// A region that could not be read.  A schema's list is there all the same.
    PARLANCE_DECL void miss(template_field const& f);

    /// The message: empty values only where the defaults have them, or a schema's text is empty.
    [[nodiscard]] PARLANCE_DECL json::object message() &&;

private:
    [[nodiscard]] PARLANCE_DECL static bool is_empty(json::value const& v) noexcept;
    [[nodiscard]] PARLANCE_DECL bool of_schema(std::string_view name) const;

    PARLANCE_DECL json::array& list(template_field const& f);

    [[nodiscard]] PARLANCE_DECL json::value const* put(template_field const& f, json::value& value,
                                                       json::value* former);

    response_template const* template_;
    bool strict_;
    json::object all_;
    std::vector<std::string> written_;  // fields that have come already
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/collected_fields.ipp>
#endif

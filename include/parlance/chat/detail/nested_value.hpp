// parlance/chat/detail/nested_value.hpp - the JSON of a value whose members are written in markup, as arguments are
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/member_markup.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

namespace parlance::chat::detail {

/// The name under which a list's items are written.
inline constexpr std::string_view item_name = "item";

/// How the members of values are written in a dialect; nothing where values are not nested.
[[nodiscard]] PARLANCE_DECL maybe<member_markup> members_in(tool_format const& t);

/// Writes JSON for the text of a value.  What has members is a list where the schema says so or where all of them are
/// items, and an object otherwise, in which a name that comes again makes a list of its values; what has none is typed as
/// any argument is, an empty text being the empty list or object where only that is allowed.  Linear in the text, by at
/// most `deepest` levels.  Where a schema allows several lists or objects, the names of the members tell which is meant.
class nested_reader {
public:
    nested_reader(member_markup const& markup, boost::json::value const& parameters)
        : markup_(&markup), root_(parameters.if_object()) {}

    /// The value of the argument `key`.
    [[nodiscard]] PARLANCE_DECL std::string read(std::string_view key, std::string_view text) const;

private:
    static constexpr std::size_t deepest = 32;
    struct member {
        std::string_view name;
        std::string_view text;
    };

    [[nodiscard]] PARLANCE_DECL std::string value(std::string_view text, boost::json::value const* schema,
                                                  std::size_t depth) const;

    [[nodiscard]] PARLANCE_DECL std::string list(std::vector<member> const& members,
                                                 boost::json::object const* schema, std::size_t depth) const;

    [[nodiscard]] PARLANCE_DECL std::string
    object(std::vector<member> const& members, boost::json::object const* schema, std::size_t depth) const;

    /// The members that a text is made of; none where it is anything else.
    [[nodiscard]] PARLANCE_DECL std::vector<member> members_of(std::string_view text) const;

    /// Takes the member at the front of a text.
    [[nodiscard]] PARLANCE_DECL maybe<member> first_member(std::string_view& text) const;

    [[nodiscard]] PARLANCE_DECL std::optional<std::string_view> opened(std::string_view& text) const;
    [[nodiscard]] PARLANCE_DECL bool closed(std::string_view& text) const;
    /// Takes `front NAME back` from the front of a text.
    [[nodiscard]] PARLANCE_DECL static std::optional<std::string_view>
    tag(std::string_view& text, std::string_view front, std::string_view back);

    [[nodiscard]] PARLANCE_DECL static std::string_view skip(std::string_view text);
    [[nodiscard]] PARLANCE_DECL static std::string quoted(std::string_view text);

    // Schemas.

    [[nodiscard]] PARLANCE_DECL static boost::json::value const* property(boost::json::object const& schema,
                                                                          std::string_view name);
    [[nodiscard]] PARLANCE_DECL static bool is_list(boost::json::object const& schema);
    /// Whether these are names of an object's properties.
    [[nodiscard]] PARLANCE_DECL static bool allows_names(boost::json::object const& schema,
                                                         std::vector<member> const& members);
    /// The first part of a schema that is a list or an object, and fits.
    [[nodiscard]] PARLANCE_DECL boost::json::object const*
    container(boost::json::value const* schema, std::size_t depth,
              std::function<bool(boost::json::object const&)> const& fits = {}) const;

    member_markup const* markup_;
    boost::json::object const* root_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/nested_value.ipp>
#endif

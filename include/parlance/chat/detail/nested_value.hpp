// parlance/chat/detail/nested_value.hpp - the JSON of a value whose members are written in markup, as arguments are
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// The name under which a list's items are written.
inline constexpr std::string_view item_name = "item";

/// A member of a value: where in the text it stands, its name and its own value.
struct nested_member {
    struct extent {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    extent whole{};
    extent name{};
    extent text{};
};

/// Writes JSON for the text of a value.  What is made of members is a list where the schema says so or where all of them are
/// items, and an object otherwise, in which a name that comes again makes a list of its values; what has none is typed as
/// any argument is, an empty text being the empty list or object where only that is allowed.  Linear in the text, by at
/// most `deepest` levels.  Where a schema allows several lists or objects, the names of the members tell which is meant.
class nested_reader {
public:
    /// all  the members in it, and in those, in their order
    nested_reader(std::string_view text, std::span<nested_member const> all,
                  boost::json::value const& parameters)
        : text_(text), all_(all), root_(parameters.if_object()) {}
    /// The value of the argument `key`.
    [[nodiscard]] PARLANCE_DECL std::string read(std::string_view key) const;

private:
    static constexpr std::size_t deepest = 32;
    using members_list = std::vector<nested_member const*>;

    [[nodiscard]] std::string_view in(nested_member::extent at) const {
        return text_.substr(at.begin, at.end - at.begin);
    }
    [[nodiscard]] PARLANCE_DECL std::string value(nested_member::extent at, boost::json::value const* schema,
                                                  std::size_t depth) const;

    [[nodiscard]] PARLANCE_DECL std::string list(members_list const& members,
                                                 boost::json::object const* schema, std::size_t depth) const;

    [[nodiscard]] PARLANCE_DECL std::string
    object(members_list const& members, boost::json::object const* schema, std::size_t depth) const;

    /// The members that a text is made of; none where it is anything else.
    [[nodiscard]] PARLANCE_DECL members_list members_of(nested_member::extent at) const;
    [[nodiscard]] PARLANCE_DECL static std::string quoted(std::string_view text);

    // Schemas.

    [[nodiscard]] PARLANCE_DECL static boost::json::value const* property(boost::json::object const& schema,
                                                                          std::string_view name);
    [[nodiscard]] PARLANCE_DECL static bool is_list(boost::json::object const& schema);
    /// Whether these are names of an object's properties.
    [[nodiscard]] PARLANCE_DECL bool allows_names(boost::json::object const& schema,
                                                  members_list const& members) const;
    /// The first part of a schema that is a list or an object, and fits; a look at hundreds of parts, not more.
    [[nodiscard]] PARLANCE_DECL boost::json::object const*
    container(boost::json::value const* schema, std::size_t depth,
              std::function<bool(boost::json::object const&)> const& fits = {}) const;
    /// parts  of it that may still be looked at
    [[nodiscard]] PARLANCE_DECL boost::json::object const*
    container_in(boost::json::value const* schema, std::size_t depth,
                 std::function<bool(boost::json::object const&)> const& fits, std::size_t& parts) const;

    std::string_view text_;
    std::span<nested_member const> all_;
    boost::json::object const* root_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/nested_value.ipp>
#endif

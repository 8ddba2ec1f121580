// parlance/schema/detail/read/load.hpp - what each keyword of a schema puts into its node
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace parlance::schema::detail {

/// One keyword of a schema that is read into its node.
class keyword_reading {
public:
    /// all  the schema that it stands in, which is of draft `version`
    keyword_reading(node_table& to, node_id id, boost::json::object const& all, draft version,
                    std::string_view key, boost::json::value const& v)
        : table_(&to), node_(&to.nodes_[id]), id_(id), all_(&all), version_(version), key_(key), value_(&v) {}

    /// As its row says.  Whatever has none, or is not of this draft, is an annotation.
    [[nodiscard]] PARLANCE_DECL result<void> read();

    // What says more than where something is kept.

    [[nodiscard]] PARLANCE_DECL result<void> types();
    [[nodiscard]] PARLANCE_DECL result<void> list_of_values();
    [[nodiscard]] PARLANCE_DECL result<void> constant();
    [[nodiscard]] PARLANCE_DECL result<void> pattern();
    [[nodiscard]] PARLANCE_DECL result<void> format();
    [[nodiscard]] PARLANCE_DECL result<void> bound();
    [[nodiscard]] PARLANCE_DECL result<void> exclusive_bound();
    [[nodiscard]] PARLANCE_DECL result<void> multiple();
    [[nodiscard]] PARLANCE_DECL result<void> items();
    [[nodiscard]] PARLANCE_DECL result<void> additional_items();
    [[nodiscard]] PARLANCE_DECL result<void> unique();
    [[nodiscard]] PARLANCE_DECL result<void> required();
    [[nodiscard]] PARLANCE_DECL result<void> dependencies();
    [[nodiscard]] PARLANCE_DECL result<void> reference();
    /// node_table::finish() looks at it.
    [[nodiscard]] PARLANCE_DECL result<void> beside_others();

private:
    /// A whole number from 0; a schema; a list of schemas; an object of schemas.
    [[nodiscard]] PARLANCE_DECL result<void> put(std::uint64_t node::* to);
    [[nodiscard]] PARLANCE_DECL result<void> put(node_id node::* to);
    [[nodiscard]] PARLANCE_DECL result<void> put(vec<node_id> node::* to);
    [[nodiscard]] PARLANCE_DECL result<void> put(vec<named_node> node::* to);
    [[nodiscard]] result<void> put(result<void> (keyword_reading::*how)()) { return (this->*how)(); }

    [[nodiscard]] bool is_low() const noexcept { return key_ == "minimum" || key_ == "exclusiveMinimum"; }
    [[nodiscard]] PARLANCE_DECL result<void> narrow(maybe<decimal> const& to, bool open);
    /// The value as a bound.  One that was rounded when it was read is taken for the next double within, so that nothing
    /// is let through that the schema forbids; a note says so.
    [[nodiscard]] PARLANCE_DECL maybe<decimal> bound_value(boost::json::value const& v);
    /// Refuses constants that were rounded when they were read.
    [[nodiscard]] PARLANCE_DECL result<void> check_exact(boost::json::value const& v) const;
    [[nodiscard]] PARLANCE_DECL result<void> names(boost::json::value const& v,
                                                   std::vector<std::string_view>& to) const;
    [[nodiscard]] PARLANCE_DECL node_id child(boost::json::value const& v, std::string_view name = {},
                                              std::size_t item = node_step::no_item);
    [[nodiscard]] PARLANCE_DECL diagnostic wrong(std::string_view why) const;

    node_table* table_;
    node* node_;
    node_id id_;
    boost::json::object const* all_;
    draft version_;
    std::string_view key_;
    boost::json::value const* value_;
};

/// A keyword that asserts something, the first and last draft that know it, and where in its node it is kept, or what
/// reads it.
struct keyword {
    std::string_view name;
    draft from;
    draft to;
    std::variant<std::uint64_t node::*, node_id node::*, vec<node_id> node::*, vec<named_node> node::*,
                 result<void> (keyword_reading::*)()>
        place;
};

inline constexpr keyword known_keywords[] = {
    {"type", draft::d4, draft::d2020, &keyword_reading::types},
    {"enum", draft::d4, draft::d2020, &keyword_reading::list_of_values},
    {"const", draft::d6, draft::d2020, &keyword_reading::constant},
    {"properties", draft::d4, draft::d2020, &node::properties},
    {"required", draft::d4, draft::d2020, &keyword_reading::required},
    {"additionalProperties", draft::d4, draft::d2020, &node::additional},
    {"patternProperties", draft::d4, draft::d2020, &node::patterns},
    {"propertyNames", draft::d6, draft::d2020, &node::names},
    {"minProperties", draft::d4, draft::d2020, &node::min_properties},
    {"maxProperties", draft::d4, draft::d2020, &node::max_properties},
    {"dependencies", draft::d4, draft::d2020,
     &keyword_reading::dependencies},  // compatibility, from 2019-09 on
    {"dependentRequired", draft::d2019, draft::d2020, &keyword_reading::dependencies},
    {"dependentSchemas", draft::d2019, draft::d2020, &keyword_reading::dependencies},
    {"items", draft::d4, draft::d2020, &keyword_reading::items},
    {"prefixItems", draft::d2020, draft::d2020, &node::prefix},
    {"additionalItems", draft::d4, draft::d2019, &keyword_reading::additional_items},
    {"minItems", draft::d4, draft::d2020, &node::min_items},
    {"maxItems", draft::d4, draft::d2020, &node::max_items},
    {"uniqueItems", draft::d4, draft::d2020, &keyword_reading::unique},
    {"contains", draft::d6, draft::d2020, &node::contains},
    {"minContains", draft::d2019, draft::d2020, &node::min_contains},
    {"maxContains", draft::d2019, draft::d2020, &node::max_contains},
    {"unevaluatedItems", draft::d2019, draft::d2020, &node::unevaluated_items},
    {"unevaluatedProperties", draft::d2019, draft::d2020, &node::unevaluated_properties},
    {"minLength", draft::d4, draft::d2020, &node::min_length},
    {"maxLength", draft::d4, draft::d2020, &node::max_length},
    {"pattern", draft::d4, draft::d2020, &keyword_reading::pattern},
    {"format", draft::d4, draft::d2020, &keyword_reading::format},
    {"minimum", draft::d4, draft::d2020, &keyword_reading::bound},
    {"maximum", draft::d4, draft::d2020, &keyword_reading::bound},
    {"exclusiveMinimum", draft::d4, draft::d2020, &keyword_reading::exclusive_bound},
    {"exclusiveMaximum", draft::d4, draft::d2020, &keyword_reading::exclusive_bound},
    {"multipleOf", draft::d4, draft::d2020, &keyword_reading::multiple},
    {"anyOf", draft::d4, draft::d2020, &node::any_of},
    {"oneOf", draft::d4, draft::d2020, &node::one_of},
    {"allOf", draft::d4, draft::d2020, &node::all_of},
    {"not", draft::d4, draft::d2020, &node::negated},
    {"if", draft::d7, draft::d2020, &node::condition},
    {"then", draft::d7, draft::d2020, &node::then},
    {"else", draft::d7, draft::d2020, &node::otherwise},
    {"$ref", draft::d4, draft::d2020, &keyword_reading::reference},
    {"$dynamicRef", draft::d2020, draft::d2020, &keyword_reading::reference},
    {"$recursiveRef", draft::d2019, draft::d2019, &keyword_reading::reference},
    {"nullable", draft::any, draft::any,
     &keyword_reading::beside_others},  // OpenAPI's; it widens, and is of no draft
};

[[nodiscard]] constexpr keyword const* find_keyword(std::string_view name) noexcept {
    for (keyword const& k : known_keywords) {
        if (k.name == name) {
            return &k;
        }
    }
    return nullptr;
}

/// The keyword that `name`, which is none, may be meant as; empty where no one is spelled alike.
[[nodiscard]] PARLANCE_DECL std::string_view misspelled_keyword(std::string_view name);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/load.ipp>
#endif

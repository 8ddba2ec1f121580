// parlance/chat/detail/property_list.hpp - the arguments of a tool as a list, in the orders a model may write them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

class open_value_builder;

[[nodiscard]] PARLANCE_DECL bool requires_key(boost::json::object const& schema, std::string_view key);

/// Copies the definitions of a whole schema into a part of it.
PARLANCE_DECL void add_definitions(boost::json::object& part, boost::json::value const& whole);
/// The same of a slot for part of an argument.
PARLANCE_DECL void add_definitions(schema_slot& part, std::span<tool const> tools);

/// A property as it is written, or up to its end, if that may be missing in front of the next one.
struct written_property {
    written_property(peg::node_id all, peg::node_id close = peg::none) : text(all), end(close) {}
    peg::node_id text;
    peg::node_id end;
};

/// Writes lists of properties; every part that is referred to more than once becomes a rule.
///
/// The order of properties is free where a tool has few, and that of optional ones where it has few of them: that takes a
/// rule for every set of those that have been written.  All tools together get a fixed number of such rules, so that what
/// a request costs is linear in its tools; where they do not suffice, tools with more properties keep the order of the
/// schema.
class property_list : dialect_builder {
public:
    property_list(peg::builder& b, call_dialect const& d)
        : dialect_builder(b, d), free_order_(free_order(d.tools, d.written->policy->named)) {}

    using property_writer = std::function<written_property(std::string const&, boost::json::value const&)>;

    /// What stands in front of the first property, in front of each further one, and where there is none; and in front of a
    /// further one behind a missing end, where ends may be missing.
    struct list_marks {
        peg::node_id first;
        peg::node_id further;
        peg::node_id none;
        peg::node_id unclosed = peg::none;
    };

    /// All properties that a tool's schema lists, as the schema requires them.
    [[nodiscard]] PARLANCE_DECL peg::node_id each_property(std::size_t tool, list_marks const& marks,
                                                           property_writer const& one);

    /// The same of an object inside, in the order of its schema.  `some`: it has at least one.
    [[nodiscard]] PARLANCE_DECL peg::node_id members(boost::json::object const& schema,
                                                     std::string_view separator, bool some,
                                                     property_writer const& one);

private:
    /// Properties in order, as expressions, and which are required.
    ///
    /// of              in the names of rules
    /// first, further  what stands in front of the first one, and of each further one
    struct listed {
        std::string of;
        list_marks marks;
        std::vector<written_property> all{};
        std::vector<bool> required{};
    };
    PARLANCE_DECL void fill(listed& to, boost::json::object const& schema, bool rules,
                            property_writer const& one);

    /// The most optional properties that a tool may have for their order to be free.
    [[nodiscard]] PARLANCE_DECL static std::size_t free_order(std::span<tool const> tools,
                                                              std::string_view named);

    /// What may follow: one of several properties with all that comes behind it, or, at the end, nothing.
    [[nodiscard]] PARLANCE_DECL peg::node_id any_of(listed const& l, bool front,
                                                    std::vector<peg::node_id> const& ways, bool end);

    /// What may follow a property.
    ///
    /// number  in the names of rules
    /// all     one of several further properties with all that comes behind it, or nothing
    /// any     the same behind a missing end
    /// behind  the ends of properties, and them with what may follow
    struct rest {
        std::size_t number = 0;
        peg::node_id all = peg::none;
        peg::node_id any = peg::none;
        std::vector<std::pair<peg::node_id, peg::node_id>> behind{};
    };
    /// A property and what may follow it.
    [[nodiscard]] PARLANCE_DECL peg::node_id behind(listed const& l, written_property const& one, rest& to);

    /// The required ones in the order of the schema, the others anywhere between, each once at most: a rule for every
    /// set of those that have been written.
    [[nodiscard]] PARLANCE_DECL peg::node_id any_order(listed const& l);

    /// Too many for that: from the last property to the first, what may follow when one was written before, and when
    /// not.
    [[nodiscard]] PARLANCE_DECL peg::node_id schema_order(listed const& l, bool some);

    /// A rule of its own for what is referred to more than once, so that a lowering writes it once.
    [[nodiscard]] PARLANCE_DECL peg::node_id one_rule(std::string_view what, std::string_view of,
                                                      std::size_t n, peg::node_id e);

    std::size_t free_order_;
    std::size_t objects_ = 0;  // inside, for the names of their rules
};

/// Builds values as they are read and as they are written.
///
/// open, properties  of what is written, shared by the builders of a call; null where it is only read
class value_builder : protected dialect_builder {
public:
    value_builder(peg::builder& b, call_dialect const& d, open_value_builder* open = nullptr,
                  property_list* properties = nullptr)
        : dialect_builder(b, d), open_(open), properties_(properties) {}

protected:
    open_value_builder* open_;
    property_list* properties_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/property_list.ipp>
#endif

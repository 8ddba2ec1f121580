// parlance/chat/detail/property_list.hpp - the arguments of a tool as a list, in the orders a model may write them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/ascii.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

class open_value_builder;

/// The keys that an object's schema requires; a schema may list thousands.  The schema must outlive it.
class required_keys {
public:
    explicit required_keys(boost::json::object const& schema) {
        auto const* required = schema.if_contains("required");
        if (required == nullptr || !required->is_array()) {
            return;
        }
        for (boost::json::value const& name : required->get_array()) {
            if (name.is_string()) {
                keys_.push_back(json::text_of(name.get_string()));
            }
        }
        std::ranges::sort(keys_);
    }
    [[nodiscard]] bool has(std::string_view key) const { return std::ranges::binary_search(keys_, key); }

private:
    std::vector<std::string_view> keys_;
};

/// The properties in the order of the schema, or sorted as templates sort them: letters of either case are the same.
[[nodiscard]] inline std::vector<boost::json::key_value_pair const*>
in_order(boost::json::object const& properties, bool sorted) {
    std::vector<boost::json::key_value_pair const*> out;
    for (auto const& property : properties) {
        out.push_back(&property);
    }
    if (sorted) {
        std::ranges::sort(out, {}, [](auto const* p) { return ascii::lowered(p->key()); });
    }
    return out;
}

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

    using property_writer = std::function<peg::node_id(std::string const&, boost::json::value const&)>;

    /// What stands in front of the first property, in front of each further one, and where there is none.
    struct list_marks {
        peg::node_id first;
        peg::node_id further;
        peg::node_id none;
    };

    /// All properties that a tool's schema lists, as the schema requires them.
    [[nodiscard]] peg::node_id each_property(std::size_t tool, list_marks const& marks,
                                             property_writer const& one) {
        auto const* properties = properties_of(d_.tools[tool].parameters);
        if (properties == nullptr) {
            return marks.none;
        }
        boost::json::object const& schema = root_of(tool);
        required_keys const required(schema);
        std::size_t optional = 0;
        for (auto const& property : *properties) {
            optional += required.has(property.key()) ? 0 : 1;
        }
        std::size_t const count = properties->size();
        // Then properties are referred to more than once.
        bool const sets = (count > 1 && count <= free_order_) || (optional > 0 && optional <= free_order_);
        listed l{std::to_string(tool), marks};
        notation const n = notation_of(*d_.format);
        l.words = n.python && n.bare_keys;
        fill(l, schema, sets, one);
        return sets ? any_order(l) : schema_order(l, false);
    }

    /// The same of an object inside, in the order of its schema.  `some`: it has at least one.
    [[nodiscard]] peg::node_id members(boost::json::object const& schema, std::string_view separator,
                                       bool some, property_writer const& one) {
        listed l{"in-" + std::to_string(objects_++), {b_->epsilon(), text(separator), b_->epsilon()}};
        fill(l, schema, false, one);
        return schema_order(l, some);
    }

private:
    /// Properties in order, as expressions, and which are required.
    ///
    /// of              in the names of rules
    /// first, further  what stands in front of the first one, and of each further one
    /// words           names are Python's: an optional property with any other is not written
    struct listed {
        std::string of;
        list_marks marks;
        bool words = false;
        std::vector<peg::node_id> all{};
        std::vector<bool> required{};
    };
    void fill(listed& to, boost::json::object const& schema, bool rules, property_writer const& one) {
        required_keys const required(schema);
        for (auto const* property :
             in_order(*properties_of(schema), has(d_.format->call, piece::kind::sorted))) {
            if (d_.written->stop.stop_requested()) {
                return;
            }
            if (to.words && !is_bare_key(property->key()) && !required.has(property->key())) {
                continue;  // the grammar says so where it is required
            }
            peg::node_id const made = one(std::string(property->key()), property->value());
            to.all.push_back(rules ? one_rule("argument", to.of, to.all.size(), made) : made);
            to.required.push_back(required.has(property->key()));
        }
    }

    /// The most optional properties that a tool may have for their order to be free.
    [[nodiscard]] static std::size_t free_order(std::span<tool const> tools, std::string_view named) {
        constexpr std::size_t few = 6;
        constexpr std::size_t most_rules = 4096;
        std::size_t rules[few + 1] =
            {};  // what all tools take, where so many properties may stand in any order
        for (tool const& t : tools) {
            auto const* all = properties_of(t.parameters);
            if ((!named.empty() && named != t.name) || all == nullptr) {
                continue;
            }
            required_keys const required(t.parameters.get_object());
            std::size_t needed = 0;
            for (auto const& property : *all) {
                needed += required.has(property.key()) ? 1 : 0;
            }
            std::size_t const optional = all->size() - needed;
            for (std::size_t most = 1; most <= few; ++most) {
                bool const all_free = all->size() <= most;
                std::size_t const free = all_free ? all->size() : optional;
                rules[most] += free > 0 && free <= most ? (all_free ? 1 : needed + 1) << free : 0;
            }
        }
        std::size_t most = few;
        while (most > 0 && rules[most] > most_rules) {
            --most;
        }
        return most;
    }

    /// What may follow: one of several properties with all that comes behind it, or, at the end, nothing.
    [[nodiscard]] peg::node_id any_of(listed const& l, bool front, std::vector<peg::node_id> const& ways,
                                      bool end) {
        peg::node_id const none = front ? l.marks.none : b_->epsilon();
        if (ways.empty()) {
            return none;
        }
        peg::node_id const one = b_->sequence({front ? l.marks.first : l.marks.further, b_->choice(ways)});
        return end ? b_->choice({one, none}) : one;
    }

    /// The required ones in the order of the schema, the others anywhere between, each once at most: a rule for every
    /// set of those that have been written.
    [[nodiscard]] peg::node_id any_order(listed const& l) {
        bool const all_free = l.all.size() <= free_order_;
        std::vector<peg::node_id> needed;  // in this order
        std::vector<peg::node_id> free;
        std::size_t awaited = 0;  // of those that are free: what is required
        for (std::size_t n = 0; n < l.all.size(); ++n) {
            awaited |= all_free && l.required[n] ? std::size_t{1} << n : 0;
            (l.required[n] && !all_free ? needed : free).push_back(l.all[n]);
        }
        std::size_t const sets = std::size_t{1} << free.size();
        std::vector<peg::node_id> rests(sets * (needed.size() + 1), peg::none);
        std::vector<peg::node_id> ways;
        for (std::size_t used = sets; used-- > 0;) {
            for (std::size_t next = needed.size() + 1; next-- > 0;) {
                ways.clear();
                if (next < needed.size()) {
                    ways.push_back(
                        b_->sequence({needed[next], rests[used * (needed.size() + 1) + next + 1]}));
                }
                for (std::size_t n = 0; n < free.size(); ++n) {
                    if ((used >> n & 1) == 0) {
                        std::size_t const to = (used | std::size_t{1} << n) * (needed.size() + 1) + next;
                        ways.push_back(b_->sequence({free[n], rests[to]}));
                    }
                }
                std::size_t const at = used * (needed.size() + 1) + next;
                bool const end = next == needed.size() && (used & awaited) == awaited;
                rests[at] = one_rule("arguments", l.of, at, any_of(l, at == 0, ways, end));
            }
        }
        return rests.front();
    }

    /// Too many for that: from the last property to the first, what may follow when one was written before, and when
    /// not.
    [[nodiscard]] peg::node_id schema_order(listed const& l, bool some) {
        constexpr std::size_t many = 64;
        std::vector<peg::node_id> ways;  // from here on, up to the next one that is required
        bool end = true;
        for (std::size_t n = l.all.size(); n-- > 0 && !d_.written->stop.stop_requested();) {
            peg::node_id const after =
                one_rule("after", l.of, n, b_->sequence({l.all[n], any_of(l, false, ways, end)}));
            if (l.required[n]) {
                ways.clear();
                end = false;
            }
            if (ways.size() >= many) {
                ways = {
                    one_rule("later", l.of, n, b_->choice(ways))};  // else all lists together are quadratic
            }
            ways.insert(ways.begin(), after);
        }
        return one_rule("arguments", l.of, l.all.size(), any_of(l, true, ways, end && !some));
    }

    /// A rule of its own for what is referred to more than once, so that a lowering writes it once.
    [[nodiscard]] peg::node_id one_rule(std::string_view what, std::string_view of, std::size_t n,
                                        peg::node_id e) {
        return b_->rule(rule_name(std::string(what).append("-").append(of) + "-" + std::to_string(n)), e);
    }

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

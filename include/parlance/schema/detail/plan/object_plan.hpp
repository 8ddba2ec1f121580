// parlance/schema/detail/plan/object_plan.hpp - the facts of an object branch, sorted by key
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <functional>
#include <string_view>

namespace parlance::schema::detail {

/// An object of one branch.
struct writer::object_plan {
    struct member {
        std::string_view name;
        goal value;
        bool required = false;
        bool possible = true;
        bool written = true;       // or there is no room for the states that spell it
        bool chosen = false;       // one of `choices` says something of its value
        std::uint32_t grants = 0;  // bits of `duties` that it can meet
    };
    struct region {
        rtn::dfa keys;
        bool every = false;    // all keys: the plain string rule
        bool unnamed = false;  // all but the members' names
        goal value;
        std::uint32_t grants = 0;
    };
    /// There must be a key of `where` whose value meets `then`, or whose name does.
    struct duty {
        fact what;
    };
    vec<member> members;
    std::vector<std::string_view> named;  // of all members, also of those that may not occur
    std::vector<std::string_view>
        shut;  // no name is written that begins so, see writer::leave_out_long_names()
    vec<region> regions;
    vec<duty> duties;
    vec<vec<branch> const*> choices;  // one way of each
    std::uint64_t least = 0;
    std::uint64_t most = no_limit;
    bool further = true;  // keys that no member names

    /// Whether there is always one more name.
    [[nodiscard]] bool has_endless_names() const noexcept {
        return std::any_of(regions.begin(), regions.end(),
                           [](region const& r) { return r.every || r.unnamed; });
    }
};

/// Of one object, with the sets of names that it asks for: a label of its keys has a bit for each.
inline constexpr std::size_t most_patterns = 24;

/// The patterns that a branch says something of, each once; of more than most_patterns some are left out.
[[nodiscard]] PARLANCE_DECL std::vector<std::string_view> patterns_of(node_table const& nodes,
                                                                      branch const& b);

/// Whether `f` is about the key `name`.
PARLANCE_DECL result<bool> covers(node_table& nodes, key_set const& where, std::string_view name,
                                  std::function<result<rtn::dfa const*>(std::string_view)> const& pattern);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/plan/impl/object_plan.ipp>
#endif

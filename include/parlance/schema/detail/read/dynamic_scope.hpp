// parlance/schema/detail/read/dynamic_scope.hpp - what dynamic references mean, by the way on which they are reached
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::schema::detail {

/// A dynamic scope, as far as it matters: for each name that several resources have a dynamic anchor of, the resource that
/// was entered first of these.
using scope_id = std::uint32_t;
inline constexpr scope_id no_scope = 0;  // nothing was entered that matters
inline constexpr scope_id too_many_scopes = 0xFFFF'FFFF;

/// The scopes of a document.  The one of a part has only those names that a dynamic reference inside of it, or behind its
/// references, asks for: a part that leads to none is the same schema wherever it is reached from.
class dynamic_scopes {
public:
    using part = boost::json::object const*;
    using name_id = std::uint32_t;
    static constexpr std::size_t most_names = 64;  // which are bits of a word

    /// Whether there is more than no_scope.
    [[nodiscard]] bool any() const noexcept { return !asked_.empty(); }

    /// The resource has a dynamic anchor of this name, of most_names at most.
    PARLANCE_DECL void add_anchor(std::uint32_t resource, name_id name);

    // What leads where, in any order; then settle(), which sees how much memory scopes may take.
    /// One is inside of the other, or what a reference of it leads to.
    PARLANCE_DECL void add_way(part from, part to);
    /// A dynamic reference asks for the name, and may lead to whatever add_target() says of it.
    PARLANCE_DECL void add_question(part from, name_id name);
    PARLANCE_DECL void add_target(name_id name, part to);
    /// False when that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool settle(work& spent);

    /// The scope inside of a part of `resource` that is reached in the scope `outer`; too_many_scopes if so.
    [[nodiscard]] PARLANCE_DECL scope_id inside(scope_id outer, part p, std::uint32_t resource);
    /// The resource that was entered first of those that have an anchor of this name.
    [[nodiscard]] PARLANCE_DECL maybe<std::uint32_t> outermost(scope_id scope, name_id name) const;
    /// Adds what a scope is to the fingerprint of a part.
    PARLANCE_DECL void add_to(fingerprint_hash& print, scope_id scope) const;
    /// Frees them, with looks whether to stop in between; false where it is asked to.
    [[nodiscard]] PARLANCE_DECL bool free(work& looks);

private:
    using place = std::uint32_t;
    using resources = vec<std::uint32_t>;  // name_id, resource, the next name_id...; ascending

    PARLANCE_DECL scope_id intern(resources&& outermost);
    [[nodiscard]] PARLANCE_DECL place place_of(part p);
    [[nodiscard]] PARLANCE_DECL place place_of(name_id name);
    [[nodiscard]] PARLANCE_DECL place new_place();
    PARLANCE_DECL void add_edge(place from, place to);

    struct edge {
        place from;
        std::uint32_t next;  // of those that lead to the same place
    };
    static constexpr std::uint32_t no_edge = 0xFFFF'FFFF;

    hash_map<std::uint32_t, std::uint64_t> anchored_;  // names of a resource, as bits
    hash_map<part, place> parts_;
    vec<place> names_;
    vec<std::uint64_t> asked_;  // by place: the names that it leads to references to, as bits
    vec<std::uint32_t> first_;  // by place: the edges to it
    vec<edge> edges_;
    vec<resources> scopes_;  // but no_scope, the first
    hash_map<resources, scope_id> ids_;
    std::size_t bytes_left_ = 0;  // for more of them
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/dynamic_scope.ipp>
#endif

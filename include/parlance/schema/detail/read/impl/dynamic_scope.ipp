// parlance/schema/detail/read/impl/dynamic_scope.ipp - definitions of what parlance/schema/detail/read/dynamic_scope.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace parlance::schema::detail {

void dynamic_scopes::add_anchor(std::uint32_t resource, name_id name) {
    anchored_[resource] |= std::uint64_t{1} << name;
}

void dynamic_scopes::add_way(part from, part to) { add_edge(place_of(from), place_of(to)); }

void dynamic_scopes::add_question(part from, name_id name) {
    place const at = place_of(name);
    asked_[at] |= std::uint64_t{1} << name;
    add_edge(place_of(from), at);
}

void dynamic_scopes::add_target(name_id name, part to) { add_edge(place_of(name), place_of(to)); }

bool dynamic_scopes::settle(work& spent) {
    constexpr std::uint64_t steps_of_an_edge = 4;
    vec<place> todo;
    for (place at = 0; at < asked_.size(); ++at) {
        if (asked_[at] != 0) {
            todo.push_back(at);
        }
    }
    while (!todo.empty()) {
        place const to = todo.back();
        todo.pop_back();
        for (std::uint32_t e = first_[to]; e != no_edge; e = edges_[e].next) {
            if (!spent.spend(steps_of_an_edge)) {
                return false;
            }
            std::uint64_t& known = asked_[edges_[e].from];
            if ((asked_[to] & ~known) != 0) {
                known |= asked_[to];
                todo.push_back(edges_[e].from);
            }
        }
    }
    return true;
}

scope_id dynamic_scopes::inside(scope_id outer, part p, std::uint32_t resource) {
    auto const* const at = parts_.find(p);
    std::uint64_t const asked = at == nullptr ? 0 : asked_[at->value];
    if (asked == 0) {
        return no_scope;
    }
    auto const* const anchored = anchored_.find(resource);
    std::uint64_t const own = anchored == nullptr ? 0 : anchored->value;
    resources out;
    for (name_id name = 0; name < static_cast<name_id>(std::bit_width(asked)); ++name) {
        std::uint64_t const it = std::uint64_t{1} << name;
        maybe<std::uint32_t> const before = outermost(outer, name);
        out.push_back((asked & it) == 0 ? 0 : before ? *before + 1 : (own & it) != 0 ? resource + 1 : 0);
    }
    while (!out.empty() && out.back() == 0) {
        out.pop_back();
    }
    return intern(out);
}

maybe<std::uint32_t> dynamic_scopes::outermost(scope_id scope, name_id name) const {
    if (scope == no_scope || name >= scopes_[scope - 1].size() || scopes_[scope - 1][name] == 0) {
        return {};
    }
    return scopes_[scope - 1][name] - 1;
}

void dynamic_scopes::mix_into(fingerprint& print, scope_id scope) const {
    if (scope != no_scope) {
        for (std::uint32_t const resource : scopes_[scope - 1]) {
            print.mix(std::uint64_t{resource});
        }
    }
}

scope_id dynamic_scopes::intern(resources const& outermost) {
    if (outermost.empty()) {
        return no_scope;
    }
    if (auto const* const known = ids_.find(outermost); known != nullptr) {
        return known->value;
    }
    if (scopes_.size() == most_scopes) {
        return too_many_scopes;
    }
    scopes_.push_back(outermost);
    auto const id = static_cast<scope_id>(scopes_.size());
    ids_.try_emplace(outermost, id);
    return id;
}

dynamic_scopes::place dynamic_scopes::place_of(part p) {
    if (auto const* const known = parts_.find(p); known != nullptr) {
        return known->value;
    }
    place const out = new_place();
    parts_.try_emplace(p, out);
    return out;
}

dynamic_scopes::place dynamic_scopes::place_of(name_id name) {
    while (names_.size() <= name) {
        names_.push_back(new_place());
    }
    return names_[name];
}

dynamic_scopes::place dynamic_scopes::new_place() {
    asked_.push_back(0);
    first_.push_back(no_edge);
    return static_cast<place>(asked_.size() - 1);
}

void dynamic_scopes::add_edge(place from, place to) {
    edges_.push_back({from, first_[to]});
    first_[to] = static_cast<std::uint32_t>(edges_.size() - 1);
}

}  // namespace parlance::schema::detail

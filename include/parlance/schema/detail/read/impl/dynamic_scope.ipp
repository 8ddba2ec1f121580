// parlance/schema/detail/read/impl/dynamic_scope.ipp - definitions of what parlance/schema/detail/read/dynamic_scope.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

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
    bytes_left_ = spent.bytes_left() / 4;
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
    auto const before = outer == no_scope ? array_ref<std::uint32_t const>{}
                                          : array_ref<std::uint32_t const>{scopes_[outer - 1]};
    resources out;
    std::size_t at_name = 0;
    for (std::uint64_t left = asked; left != 0; left &= left - 1) {
        auto const name = static_cast<name_id>(std::countr_zero(left));
        while (at_name < before.size() && before[at_name] < name) {
            at_name += 2;
        }
        bool const entered = at_name < before.size() && before[at_name] == name;
        if (entered || (own >> name & 1) != 0) {
            out.push_back(name);
            out.push_back(entered ? before[at_name + 1] : resource);
        }
    }
    return intern(std::move(out));
}

maybe<std::uint32_t> dynamic_scopes::outermost(scope_id scope, name_id name) const {
    if (scope != no_scope) {
        resources const& known = scopes_[scope - 1];
        for (std::size_t i = 0; i < known.size(); i += 2) {
            if (known[i] == name) {
                return known[i + 1];
            }
        }
    }
    return {};
}

void dynamic_scopes::add_to(fingerprint_hash& print, scope_id scope) const {
    if (scope != no_scope) {
        resources const& known = scopes_[scope - 1];
        for (std::size_t i = 0; i < known.size(); i += 2) {
            print.add(std::uint64_t{known[i]} << 32 | known[i + 1]);
        }
    }
}

scope_id dynamic_scopes::intern(resources&& outermost) {
    if (outermost.empty()) {
        return no_scope;
    }
    if (auto const* const known = ids_.find(outermost); known != nullptr) {
        return known->value;
    }
    constexpr std::size_t bytes_of_a_scope = 192;  // here and in ids_
    std::size_t const bytes = bytes_of_a_scope + 2 * outermost.size() * sizeof(std::uint32_t);
    if (bytes > bytes_left_) {
        return too_many_scopes;
    }
    bytes_left_ -= bytes;
    auto const id = static_cast<scope_id>(scopes_.size() + 1);
    scopes_.push_back(outermost);
    ids_.try_emplace(std::move(outermost), id);
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

bool dynamic_scopes::free(work& looks) {
    return paid_free(anchored_, looks) && paid_free(parts_, looks) && paid_free(scopes_, looks) &&
           paid_free(ids_, looks);
}

}  // namespace parlance::schema::detail

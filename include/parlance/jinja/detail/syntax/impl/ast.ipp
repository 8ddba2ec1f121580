// parlance/jinja/detail/syntax/impl/ast.ipp - definitions of what parlance/jinja/detail/syntax/ast.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/text/vec.hpp>

namespace parlance::jinja {

name_id pool::intern(std::string_view name, source_looks& looks) {
    looks.make_room_in(ids);
    auto const [at, fresh] = ids.try_emplace(name, static_cast<name_id>(names.size()));
    if (fresh) {
        looks.make_room(names);
        names.push_back(name);
    }
    return at.value;
}

std::uint32_t pool::add(value v, source_looks& looks) {
    looks.make_room(constants);
    constants.push_back(v);
    return static_cast<std::uint32_t>(constants.size() - 1);
}

node_id ast::add(node n) {
    pass();
    nodes.push_back(n);
    return static_cast<node_id>(nodes.size() - 1);
}

std::uint32_t ast::add_edges(vec<std::uint32_t> const& list) {
    auto const first = static_cast<std::uint32_t>(edges.size());
    looks.make_room(edges, list.size());
    edges.insert(edges.end(), list.begin(), list.end());
    return first;
}

}  // namespace parlance::jinja

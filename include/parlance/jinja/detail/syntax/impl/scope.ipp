// parlance/jinja/detail/syntax/impl/scope.ipp - definitions of what parlance/jinja/detail/syntax/scope.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/scope.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>

namespace parlance::jinja {

std::uint16_t slot_table::slot(std::uint32_t level, name_id name, source_looks& looks) {
    looks.make_room_in(slots);
    auto const [at, fresh] =
        slots.try_emplace((std::uint64_t{level} << 32) | name, static_cast<std::uint16_t>(count));
    if (fresh && ++count >= no_slot) {
        throw fault{errc::source_too_large, "too many variables"};
    }
    return at.value;
}

std::uint16_t scope::declare_parameter(name_id name) {
    symbol s{origin_kind::parameter, true, true, slots_.slot(level_, name, ast_.looks)};
    set(name, s);
    return s.slot;
}

void scope::declare_target(node_id target, bool as_parameter) {
    node const& n = ast_[target];
    if (n.is == node_kind::tuple) {
        for (std::uint32_t i = 0; i < n.b; ++i) {
            declare_target(ast_.edges[n.a + i], as_parameter);
        }
    } else if (n.is == node_kind::name_space) {
        load(n.a);
    } else if (as_parameter) {
        declare_parameter(n.a);
    } else {
        store(n.a);
    }
}

void scope::analyse(node_id id) {
    vec<node_id> spine;
    analyse(id, spine);
}

scope::place scope::where(name_id name, scope const* s) const {
    for (; s != nullptr; s = s->parent_) {
        if (symbol const* const found = s->find(name); found != nullptr) {
            if (found->from == origin_kind::global && !found->stored) {
                return {};
            }
            return {false, static_cast<std::uint8_t>(slots_.depth - s->slots_.depth), found->slot};
        }
    }
    return {};
}

symbol const* scope::find(name_id name) const {
    auto const* const at = symbols_.find(name);
    return at != nullptr && at->value.seen ? &at->value : nullptr;
}

bool scope::known(name_id name) const {
    for (scope const* s = this; s != nullptr; s = s->parent_) {
        if (s->find(name) != nullptr) {
            return true;
        }
    }
    return false;
}

void scope::set(name_id name, symbol const& s) {
    ast_.looks.make_room_in(symbols_);
    auto const [at, fresh] = symbols_.try_emplace(name, s);
    if (branches_ > 0) {
        ast_.looks.make_room(journal_);
        journal_.emplace_back(name, at.value);
        journal_.back().second.seen = !fresh && at.value.seen;
    }
    if (fresh) {
        order_.push_back(name);
    }
    at.value = s;
}

void scope::load(name_id name) {
    if (!known(name)) {
        set(name, {origin_kind::global, false, true, no_slot});
    }
}

void scope::store(name_id name) {
    if (symbol const* const before = find(name); before != nullptr) {
        if (!before->stored) {
            symbol s = *before;
            s.stored = true;
            s.slot = s.slot == no_slot ? slots_.slot(level_, name, ast_.looks) : s.slot;
            set(name, s);
        }
        return;
    }
    bool const outside = parent_ != nullptr && parent_->known(name);
    set(name, {outside ? origin_kind::outer : origin_kind::absent, true, true,
               slots_.slot(level_, name, ast_.looks)});
}

void scope::analyse(node_id id, vec<node_id>& spine) {
    // left-deep nodes are walked down in a loop, then their other children from the inside out
    std::size_t const bottom = spine.size();
    for (node_id n = id; n != nothing; n = ast_[n].a) {
        node_kind const is = ast_[n].is;
        ast_.pass();
        if (is != node_kind::attribute && is != node_kind::item && is != node_kind::call &&
            is != node_kind::filter && is != node_kind::test) {
            analyse_other(n, spine);
            break;
        }
        spine.push_back(n);
    }
    while (spine.size() > bottom) {
        node const& n = ast_[spine.back()];
        spine.pop_back();
        if (n.is == node_kind::item) {
            analyse(n.b, spine);
        } else if (n.is != node_kind::attribute) {
            analyse_arguments(ast_.calls[n.b], spine);
        }
    }
}

void scope::analyse_arguments(arguments const& args, vec<node_id>& spine) {
    for (std::uint32_t i = 0; i < args.count; ++i) {
        analyse(ast_.edges[args.first + i], spine);
    }
    for (std::uint32_t i = 0; i < args.keywords; ++i) {
        analyse(ast_.edges[args.first_keyword + 2 * i + 1], spine);
    }
    if (args.spread != nothing) {
        analyse(args.spread, spine);
    }
    if (args.spread_keywords != nothing) {
        analyse(args.spread_keywords, spine);
    }
}

void scope::analyse_edges(node const& n, std::uint32_t first, std::uint32_t step, vec<node_id>& spine) {
    for (std::uint32_t i = first; i < n.b; i += step) {
        analyse(ast_.edges[n.a + i], spine);
    }
}

void scope::analyse_other(node_id id, vec<node_id>& spine) {
    node const& n = ast_[id];
    switch (n.is) {
    case node_kind::name: load(n.a); break;
    case node_kind::name_space: load(n.a); break;
    case node_kind::tuple:
    case node_kind::list:
    case node_kind::dict:
    case node_kind::logical_or:
    case node_kind::logical_and:
    case node_kind::concat:
    case node_kind::body: analyse_edges(n, 0, 1, spine); break;
    case node_kind::chain:
    case node_kind::compare: analyse_edges(n, 0, 3, spine); break;
    case node_kind::slice:
    case node_kind::condition:
        for (node_id const part : {n.a, n.b, n.c}) {
            if (part != nothing) {
                analyse(part, spine);
            }
        }
        break;
    case node_kind::negate:
    case node_kind::plus:
    case node_kind::logical_not:
    case node_kind::output: analyse(n.a, spine); break;
    case node_kind::branches: analyse_branches(n, spine); break;
    case node_kind::loop: analyse(ast_.edges[n.a + 1], spine); break;
    case node_kind::assign:
        analyse(n.b, spine);
        declare_target(n.a, false);
        break;
    case node_kind::assign_body: declare_target(n.a, false); break;
    case node_kind::macro: store(n.c); break;
    case node_kind::call_block: analyse(n.c, spine); break;
    case node_kind::filter_block: analyse(n.a, spine); break;
    case node_kind::with:
        for (std::uint32_t i = 1; i < n.b; i += 2) {
            analyse(ast_.edges[n.a + i], spine);
        }
        break;
    default: break;  // the rest has a scope of its own, or no names
    }
}

void scope::analyse_branches(node const& n, vec<node_id>& spine) {
    bool const last = n.b % 2 != 0;
    auto const edge = [&](std::uint32_t i) { return ast_.edges[n.a + i]; };
    analyse(edge(0), spine);
    changes merged[3];
    merged[0] = branch([&] { analyse(edge(1), spine); });
    if (n.b - last > 2) {
        merged[1] = branch([&] {
            for (std::uint32_t i = 2; i + 1 < n.b; i += 2) {
                analyse(edge(i), spine);
                changes one[3];
                one[0] = branch([&] { analyse(edge(i + 1), spine); });
                merge(one);
            }
        });
    }
    if (last) {
        merged[2] = branch([&] { analyse(edge(n.b - 1), spine); });
    }
    merge(merged);
}

void scope::merge(changes const (&all)[3]) {
    vec<name_id> stores;
    for (changes const& one : all) {
        for (auto const& [name, s] : one) {
            symbol const* const before = find(name);
            if (s.stored && (before == nullptr || !before->stored)) {
                stores.push_back(name);
            }
        }
    }
    for (changes const& one : all) {
        for (auto const& [name, s] : one) {
            symbol merged = s;
            if (symbol const* const before = find(name); before != nullptr) {
                merged.stored = s.stored || before->stored;
                merged.slot = s.slot == no_slot ? before->slot : s.slot;
            }
            set(name, merged);
        }
    }
    for (name_id const name : stores) {
        symbol s = symbols_.find(name)->value;
        s.from = parent_ != nullptr && parent_->known(name) ? origin_kind::outer : origin_kind::global;
        set(name, s);
    }
}

}  // namespace parlance::jinja

// parlance/rtn/impl/part.ipp - definitions of what parlance/rtn/part.hpp declares, and of what builder does with parts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/part.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace parlance::rtn {

bool memory_share::take(std::size_t bytes) noexcept {
    std::size_t now = used();
    while (bytes <= most_ && now <= most_ - bytes) {
        if (used_.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed)) {
            return true;
        }
    }
    return false;
}

std::shared_ptr<void const> part_note::get() const {
    parlance::detail::lock_guard const hold(lock_);
    return found_;
}

void part_note::put(std::shared_ptr<void const> found, std::size_t bytes) {
    parlance::detail::lock_guard const hold(lock_);
    if (found_ == nullptr && budget_ != nullptr && budget_->take(bytes)) {
        found_ = std::move(found);
        bytes_ = bytes;
    }
}

void part_note::count_in(std::shared_ptr<memory_share> budget) {
    parlance::detail::lock_guard const hold(lock_);
    budget_ = std::move(budget);
}

void part_note::leave() {
    parlance::detail::lock_guard const hold(lock_);
    if (budget_ != nullptr) {
        budget_->give_back(std::exchange(bytes_, 0));
        budget_.reset();
    }
}

std::size_t part::memory() const noexcept {
    std::size_t named = 0;
    for (vec<char> const& n : names) {
        named += sizeof n + n.capacity();
    }
    return sizeof *this + named + states.capacity() * sizeof(state) + edges.capacity() * sizeof(edge) +
           entries.capacity() * sizeof(state_id) + counts.capacity() * sizeof(count) +
           objects.capacity() * sizeof(object) + arrays.capacity() * sizeof(array);
}

std::shared_ptr<part const> builder::part_since(size const& before, std::span<rule_id const> outside) const {
    auto out = std::make_shared<part>();
    bool whole = true;  // nothing of it leads to what was there before, but for calls of `outside`
    auto const own = [&](std::uint32_t index, std::size_t first) {
        whole = whole && index >= first;
        return static_cast<std::uint32_t>(index - first);
    };
    auto const callee = [&](rule_id r) -> rule_id {
        if (r >= before.rules) {
            return own(r, before.rules);
        }
        auto const at = std::lower_bound(outside.begin(), outside.end(), r);
        whole = whole && at != outside.end() && *at == r;
        return part::outside | static_cast<rule_id>(at - outside.begin());
    };
    std::size_t const states = accepts_.size() - before.states;
    out->states.resize(states + 1);
    for (std::size_t i = before.edges; i < edges_.size(); ++i) {
        std::uint32_t const from = own(edges_[i].from, before.states);
        if (!whole) {
            return nullptr;
        }
        ++out->states[from + std::size_t{1}].first_edge;
    }
    vec<std::uint32_t> next(states, 0);
    for (std::size_t s = 0; s < states; ++s) {
        next[s] = out->states[s].first_edge;
        out->states[s + 1].first_edge += next[s];
        out->states[s].accepts = accepts_[before.states + s] != 0;
    }
    out->edges.resize(edges_.size() - before.edges);
    for (std::size_t i = before.edges; i < edges_.size(); ++i) {
        edge e = edges_[i].what;
        e.target = own(e.target, before.states);
        if (e.kind == edge_kind::call) {
            e.value = callee(e.value);
        } else if (e.kind == edge_kind::counted_call) {
            e.value = own(e.value, before.counts);
        }
        out->edges[next[edges_[i].from - before.states]++] = e;
    }
    for (std::size_t i = before.rules; i < rules_.size(); ++i) {
        out->entries.push_back(own(rules_[i], before.states));
        out->names.push_back(names_[i]);
    }
    for (std::size_t i = before.counts; i < counts_.size(); ++i) {
        out->counts.push_back({callee(counts_[i].rule), counts_[i].low, counts_[i].high});
    }
    for (std::size_t i = before.objects; i < objects_.size(); ++i) {
        out->objects.push_back({own(objects_[i].rule, before.rules), objects_[i].names, objects_[i].always});
    }
    for (std::size_t i = before.arrays; i < arrays_.size(); ++i) {
        out->arrays.push_back({own(arrays_[i].rule, before.rules), arrays_[i].items});
    }
    out->outside_rules = static_cast<std::uint32_t>(outside.size());
    return whole ? out : nullptr;
}

void builder::place(std::shared_ptr<part const> p, size const& at, std::span<rule_id const> outside) {
    parts_.push_back({std::move(p), static_cast<state_id>(at.states), static_cast<rule_id>(at.rules),
                      static_cast<std::uint32_t>(at.counts), static_cast<std::uint32_t>(outside_.size())});
    outside_.insert(outside_.end(), outside.begin(), outside.end());
}

void builder::append(std::shared_ptr<part const> p, std::span<rule_id const> outside) {
    size const at = here();
    auto const state = [&](state_id s) { return static_cast<state_id>(at.states + s); };
    auto const rule = [&](rule_id r) {
        return (r & part::outside) != 0 ? outside[r & ~part::outside] : static_cast<rule_id>(at.rules + r);
    };
    for (state_id s = 0; s < p->state_count(); ++s) {
        accepts_.push_back(p->states[s].accepts ? 1 : 0);
        for (std::uint32_t i = p->states[s].first_edge; i < p->states[s + 1].first_edge; ++i) {
            edge e = p->edges[i];
            e.target = state(e.target);
            if (e.kind == edge_kind::call) {
                e.value = rule(e.value);
            } else if (e.kind == edge_kind::counted_call) {
                e.value += static_cast<std::uint32_t>(at.counts);
            }
            add(state(s), e);
        }
    }
    for (state_id const entry : p->entries) {
        rules_.push_back(state(entry));
    }
    names_.insert(names_.end(), p->names.begin(), p->names.end());
    for (count const& c : p->counts) {
        counts_.push_back({rule(c.rule), c.low, c.high});
    }
    for (object const& o : p->objects) {
        objects_.push_back({rule(o.rule), o.names, o.always});
    }
    for (array const& a : p->arrays) {
        arrays_.push_back({rule(a.rule), a.items});
    }
    place(std::move(p), at, outside);
}

}  // namespace parlance::rtn

// parlance/mask/detail/nonempty.hpp - counted rules without empty iterations
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/analyse.hpp>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// Rewrites counted rules with empty iterations into ones that always consume: `(x?){3,5}` becomes nothing or
/// `(x){1,5}` in which no iteration is empty, which says the same.  After it, ticks never repeat without consuming.
class nonempty_writer {
public:
    nonempty_writer(draft& d, facts const& known) : draft_(d), known_(known) {}

    void run() {
        bool any = false;
        for (std::uint32_t r = 0; r < draft_.entries.size(); ++r) {
            any = any || known_.iterates_empty(r);
        }
        if (!any) {
            return;
        }
        auto const states = static_cast<std::uint32_t>(draft_.states.size());
        old_rules_ = static_cast<std::uint32_t>(draft_.entries.size());
        std::vector<rtn::count> const counts = draft_.counts;
        for (std::uint32_t s = 0; s < states; ++s) {
            std::vector<rtn::edge> const edges = std::move(draft_.states[s].edges);
            std::vector<rtn::edge> out;
            for (rtn::edge const& e : edges) {
                if (e.kind == rtn::edge_kind::counted_call && known_.iterates_empty(counts[e.value].rule)) {
                    nonempty_call(e, out, e.target, e.target);
                } else {
                    out.push_back(e);
                }
            }
            originals_.push_back(edges);
            draft_.states[s].edges = std::move(out);
        }
        for (std::size_t i = 0; i < todo_.size(); ++i) {
            write(todo_[i]);
        }
    }
    /// The rules that were added, as (original, variant).
    [[nodiscard]] std::unordered_map<std::uint32_t, std::uint32_t> const& variants() const noexcept {
        return variants_;
    }

private:
    /// moved: something was consumed.  fresh: nothing since the tick.  virgin: nothing at all.
    enum class mode : std::uint8_t { moved, fresh, virgin };
    struct place {
        std::uint32_t rule;  // the new one
        std::uint32_t old;
        std::uint32_t state;
        mode is;
        std::uint32_t made;
    };

    /// The version of rule `r` that never matches nothing and, if it counts, never iterates over nothing.
    std::uint32_t variant(std::uint32_t r) {
        auto const [it, fresh] = variants_.try_emplace(r, static_cast<std::uint32_t>(draft_.entries.size()));
        if (fresh) {
            draft_.entries.push_back(0);
            draft_.entries[it->second] = state_for(it->second, r, draft_.entries[r], mode::virgin);
        }
        return it->second;
    }
    std::uint32_t state_for(std::uint32_t rule, std::uint32_t old, std::uint32_t s, mode is) {
        std::uint64_t const key =
            (std::uint64_t{rule} << 34) | (std::uint64_t{s} << 2) | static_cast<unsigned>(is);
        auto const [it, fresh] = made_.try_emplace(key, static_cast<std::uint32_t>(draft_.states.size()));
        if (fresh) {
            draft_.states.push_back({{}, is == mode::moved && draft_.states[s].accepts, rule});
            todo_.push_back({rule, old, s, is, it->second});
        }
        return it->second;
    }
    /// `e` with an empty match leading to `empty`, any other to `moved`.
    void nonempty_call(rtn::edge const& e, std::vector<rtn::edge>& out, std::uint32_t empty,
                       std::uint32_t moved) {
        if (e.kind == rtn::edge_kind::call) {
            if (known_.nullable(e.value)) {
                out.push_back({rtn::edge_kind::epsilon, 0, 0, empty, 0});
                out.push_back({rtn::edge_kind::call, 0, 0, moved, variant(e.value)});
            } else {
                out.push_back({rtn::edge_kind::call, 0, 0, moved, e.value});
            }
            return;
        }
        rtn::count const c = draft_.counts[e.value];
        bool const nullable = known_.count_nullable(e.value);
        bool const empties = known_.iterates_empty(c.rule);
        if (nullable) {
            out.push_back({rtn::edge_kind::epsilon, 0, 0, empty, 0});
        }
        if (!nullable && !empties) {
            out.push_back({rtn::edge_kind::counted_call, 0, 0, moved, e.value});
            return;
        }
        draft_.counts.push_back({variant(c.rule), empties ? 0 : c.low, c.high});
        out.push_back({rtn::edge_kind::counted_call, 0, 0, moved,
                       static_cast<std::uint32_t>(draft_.counts.size() - 1)});
    }
    void write(place const p) {
        bool const empties = known_.iterates_empty(p.old);
        auto const to = [&](std::uint32_t s, mode is) { return state_for(p.rule, p.old, s, is); };
        std::vector<rtn::edge> out;
        for (rtn::edge e : originals_[p.state]) {
            switch (e.kind) {
            case rtn::edge_kind::epsilon:
                e.target = to(e.target, p.is);
                out.push_back(e);
                break;
            case rtn::edge_kind::tick:
                if (p.is != mode::fresh) {
                    e.target = to(e.target, empties ? mode::fresh : mode::moved);
                    out.push_back(e);
                }
                break;
            case rtn::edge_kind::call:
            case rtn::edge_kind::counted_call: {
                bool const special = e.kind == rtn::edge_kind::counted_call &&
                                     known_.iterates_empty(draft_.counts[e.value].rule);
                if (p.is == mode::moved && !special) {
                    e.target = to(e.target, mode::moved);
                    out.push_back(e);
                } else {
                    nonempty_call(e, out, to(e.target, p.is), to(e.target, mode::moved));
                }
                break;
            }
            default: e.target = to(e.target, mode::moved); out.push_back(e);
            }
        }
        draft_.states[p.made].edges = std::move(out);
    }

    draft& draft_;
    facts const& known_;
    std::uint32_t old_rules_ = 0;
    std::vector<std::vector<rtn::edge>> originals_;
    std::unordered_map<std::uint32_t, std::uint32_t> variants_;
    std::unordered_map<std::uint64_t, std::uint32_t> made_;
    std::vector<place> todo_;
};

}  // namespace parlance::mask::detail

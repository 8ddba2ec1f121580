// parlance/mask/detail/determinise.hpp - from a network to an automaton, deterministic inside each rule
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/analyse.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// Subset construction inside each rule, calls taken as letters.  Where it would blow up, a rule keeps one state per
/// original state and loses only its epsilon edges.
class determiniser {
public:
    determiniser(draft const& d, limits const& bounds)
        : draft_(d), bounds_(bounds), mark_(d.states.size(), 0) {}

    result<automaton> run() {
        entries_.assign(draft_.entries.size(), none);
        has_ticks_.assign(draft_.entries.size(), 0);
        merge_counts();
        std::uint32_t const root = entry_of(draft_.root);
        for (std::size_t r = 0; r < rules_.size(); ++r) {
            if (!expand_rule(rules_[r])) {
                return diagnostic{errc::too_many_states, {}, 0, {}};
            }
        }
        pack(root);
        return std::move(out_);
    }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    using state_set = std::vector<std::uint32_t>;
    struct set_hash {
        std::size_t operator()(state_set const& s) const noexcept {
            std::uint64_t h = s.size();
            for (std::uint32_t const x : s) {
                h = (h ^ x) * 0x9E37'79B9'7F4A'7C15u;
                h ^= h >> 29;
            }
            return static_cast<std::size_t>(h);
        }
    };
    struct built {
        std::vector<byte_edge> bytes;
        std::vector<call_edge> calls;  // entry holds the rule until pack()
        std::vector<std::uint32_t> ticks;
        std::vector<token_edge> tokens;
        bool accepts = false;
        std::uint32_t rule = 0;
        state_set meaning;
    };

    /// The new state at which rule `r` is entered.
    std::uint32_t entry_of(std::uint32_t r) {
        if (entries_[r] == none) {
            entries_[r] = add_state(r);
            rules_.push_back(r);
        }
        return entries_[r];
    }
    std::uint32_t add_state(std::uint32_t rule) {
        states_.emplace_back();
        states_.back().rule = rule;
        return static_cast<std::uint32_t>(states_.size() - 1);
    }
    void merge_counts() {
        std::unordered_map<state_set, std::uint32_t, set_hash> seen;
        for (rtn::count const& c : draft_.counts) {
            state_set const key{c.rule, c.low, c.high};
            auto const [it, fresh] = seen.try_emplace(key, static_cast<std::uint32_t>(out_.counts.size()));
            if (fresh) {
                out_.counts.push_back({c.low, c.high});
            }
            count_of_.push_back(it->second);
        }
    }

    void close(state_set& set) const {
        for (std::uint32_t const s : set) {
            mark_[s] = 1;
        }
        for (std::size_t i = 0; i < set.size(); ++i) {
            for (rtn::edge const& e : draft_.states[set[i]].edges) {
                if (e.kind == rtn::edge_kind::epsilon && mark_[e.target] == 0) {
                    mark_[e.target] = 1;
                    set.push_back(e.target);
                }
            }
        }
        for (std::uint32_t const s : set) {
            mark_[s] = 0;
        }
        // states that only lead on by epsilon say nothing themselves
        std::erase_if(set, [&](std::uint32_t s) {
            auto const& node = draft_.states[s];
            return !node.accepts && std::all_of(node.edges.begin(), node.edges.end(), [](rtn::edge const& e) {
                return e.kind == rtn::edge_kind::epsilon;
            });
        });
        std::sort(set.begin(), set.end());
    }

    std::uint32_t intern(state_set set, std::uint32_t rule) {
        close(set);
        auto const it = ids_.find(set);
        if (it != ids_.end()) {
            return it->second;
        }
        std::uint32_t const id = ids_.empty() ? entries_[rule] : add_state(rule);
        ids_.emplace(set, id);
        todo_.push_back({std::move(set), id});
        return id;
    }

    bool expand_rule(std::uint32_t rule) {
        std::size_t const before = states_.size();
        std::size_t originals = 0;
        ids_.clear();
        todo_.clear();
        split_ = false;
        intern({draft_.entries[rule]}, rule);
        for (std::size_t i = 0; i < todo_.size(); ++i) {
            originals += todo_[i].set.size();
            // a set of n states is worth n: a deterministic trie of n words has as many states as letters
            if (!split_ && states_.size() - before > 64 && states_.size() - before > 2 * body_size(rule)) {
                split_ = true;
            }
            if (states_.size() > bounds_.states || originals > 8 * bounds_.states) {
                return false;
            }
            state_set const set = todo_[i].set;
            states_[todo_[i].id].meaning = set;
            expand(set, todo_[i].id, rule);
        }
        return true;
    }
    std::size_t body_size(std::uint32_t rule) {
        if (body_rule_ != rule) {
            body_rule_ = rule;
            state_set reached{draft_.entries[rule]};
            mark_[reached[0]] = 1;
            for (std::size_t i = 0; i < reached.size(); ++i) {
                for (rtn::edge const& e : draft_.states[reached[i]].edges) {
                    if (mark_[e.target] == 0) {
                        mark_[e.target] = 1;
                        reached.push_back(e.target);
                    }
                }
            }
            for (std::uint32_t const s : reached) {
                mark_[s] = 0;
            }
            body_size_ = reached.size();
        }
        return body_size_;
    }

    /// The new states for targets of one label: one for all of them, or, when the rule is split, one each.
    template <class Add>
    void targets(state_set set, std::uint32_t rule, Add&& add) {
        std::sort(set.begin(), set.end());
        set.erase(std::unique(set.begin(), set.end()), set.end());
        if (!split_) {
            add(intern(std::move(set), rule));
            return;
        }
        for (std::uint32_t const s : set) {
            add(intern({s}, rule));
        }
    }

    void expand(state_set const& set, std::uint32_t id, std::uint32_t rule) {
        struct labelled {
            std::uint32_t a;
            std::uint32_t b;
            std::uint32_t target;
            auto operator<=>(labelled const&) const = default;
        };
        std::vector<labelled> calls;
        std::vector<labelled> tokens;
        state_set ticks;
        bytes_.clear();
        bool accepts = false;
        for (std::uint32_t const s : set) {
            accepts = accepts || draft_.states[s].accepts;
            for (rtn::edge const& e : draft_.states[s].edges) {
                switch (e.kind) {
                case rtn::edge_kind::bytes: bytes_.push_back({e.low, e.high, e.target}); break;
                case rtn::edge_kind::tick: ticks.push_back(e.target); break;
                case rtn::edge_kind::call: calls.push_back({e.value, no_count, e.target}); break;
                case rtn::edge_kind::counted_call:
                    calls.push_back({draft_.counts[e.value].rule, count_of_[e.value], e.target});
                    break;
                case rtn::edge_kind::token: tokens.push_back({e.value, 0, e.target}); break;
                case rtn::edge_kind::token_not: tokens.push_back({e.value, 1, e.target}); break;
                case rtn::edge_kind::epsilon: break;
                }
            }
        }
        auto const grouped = [&](std::vector<labelled>& edges, auto&& add) {
            std::sort(edges.begin(), edges.end());
            for (std::size_t i = 0; i < edges.size();) {
                state_set group;
                std::size_t j = i;
                for (; j < edges.size() && edges[j].a == edges[i].a && edges[j].b == edges[i].b; ++j) {
                    group.push_back(edges[j].target);
                }
                targets(std::move(group), rule, [&](std::uint32_t t) { add(edges[i], t); });
                i = j;
            }
        };
        grouped(calls, [&](labelled const& c, std::uint32_t t) {
            entry_of(c.a);
            states_[id].calls.push_back({c.a, t, c.b, false});
        });
        grouped(tokens, [&](labelled const& c, std::uint32_t t) {
            states_[id].tokens.push_back({c.a, t, c.b != 0});
        });
        if (!ticks.empty()) {
            has_ticks_[rule] = 1;
            targets(std::move(ticks), rule, [&](std::uint32_t t) { states_[id].ticks.push_back(t); });
        }
        expand_bytes(id, rule);
        states_[id].accepts = accepts;
    }

    void expand_bytes(std::uint32_t id, std::uint32_t rule) {
        std::array<char, 257> cut{};
        for (byte_edge const& e : bytes_) {
            cut[e.low] = 1;
            cut[e.high + std::size_t{1}] = 1;
        }
        std::array<std::uint16_t, 257> piece{};
        std::uint16_t pieces = 0;
        for (std::size_t b = 0; b < 256; ++b) {
            pieces = static_cast<std::uint16_t>(pieces + (b > 0 && cut[b] != 0));
            piece[b] = pieces;
        }
        std::vector<state_set> reached(std::size_t{pieces} + 1);
        for (byte_edge const& e : bytes_) {
            for (std::size_t p = piece[e.low]; p <= piece[e.high]; ++p) {
                reached[p].push_back(e.target);
            }
        }
        std::vector<byte_edge>& out = scratch_;
        out.clear();
        for (std::size_t low = 0; low < 256;) {
            std::size_t high = low;
            while (high < 255 && piece[high + 1] == piece[low]) {
                ++high;
            }
            if (!reached[piece[low]].empty()) {
                targets(std::move(reached[piece[low]]), rule, [&](std::uint32_t t) {
                    bool const joins =
                        !split_ && !out.empty() && out.back().target == t && out.back().high + 1u == low;
                    if (joins) {
                        out.back().high = static_cast<std::uint8_t>(high);
                    } else {
                        out.push_back({static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), t});
                    }
                });
            }
            low = high + 1;
        }
        states_[id].bytes = out;
    }

    void pack(std::uint32_t root) {
        for (built const& s : states_) {
            bool const returns =
                s.accepts && s.bytes.empty() && s.calls.empty() && s.ticks.empty() && s.tokens.empty();
            out_.states.push_back(
                {at(out_.bytes), at(out_.calls), at(out_.ticks), at(out_.tokens), s.accepts, returns});
            out_.rule_of.push_back(s.rule);
            out_.meanings.insert(out_.meanings.end(), s.meaning.begin(), s.meaning.end());
            out_.first_meaning.push_back(at(out_.meanings));
            out_.bytes.insert(out_.bytes.end(), s.bytes.begin(), s.bytes.end());
            out_.calls.insert(out_.calls.end(), s.calls.begin(), s.calls.end());
            out_.ticks.insert(out_.ticks.end(), s.ticks.begin(), s.ticks.end());
            out_.tokens.insert(out_.tokens.end(), s.tokens.begin(), s.tokens.end());
        }
        out_.states.push_back(
            {at(out_.bytes), at(out_.calls), at(out_.ticks), at(out_.tokens), false, false});
        for (call_edge& c : out_.calls) {
            c.tail = c.count == no_count && has_ticks_[c.entry] == 0 && out_.states[c.back].returns_only;
            c.entry = entries_[c.entry];
        }
        out_.start = root;
    }
    template <class T>
    static std::uint32_t at(std::vector<T> const& v) noexcept {
        return static_cast<std::uint32_t>(v.size());
    }

    struct pending {
        state_set set;
        std::uint32_t id;
    };
    draft const& draft_;
    limits const& bounds_;
    automaton out_;
    std::vector<built> states_;
    std::vector<std::uint32_t> entries_;
    std::vector<std::uint32_t> rules_;
    std::vector<std::uint32_t> count_of_;
    std::vector<char> has_ticks_;
    std::unordered_map<state_set, std::uint32_t, set_hash> ids_;
    std::vector<pending> todo_;
    std::vector<byte_edge> bytes_;
    std::vector<byte_edge> scratch_;
    mutable std::vector<char> mark_;
    bool split_ = false;
    std::uint32_t body_rule_ = none;
    std::size_t body_size_ = 0;
};

}  // namespace parlance::mask::detail

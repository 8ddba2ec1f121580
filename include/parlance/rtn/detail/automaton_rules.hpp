// parlance/rtn/detail/automaton_rules.hpp - automata over code points as rules, each once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace parlance::rtn::detail {

/// Writes an automaton between two states.
inline void write_automaton(builder& out, dfa const& a, state_id from, state_id to) {
    vec<state_id> states(a.states());
    for (std::size_t s = 0; s < a.states(); ++s) {
        states[s] = s == 0 ? from : out.add_state();
    }
    if (std::any_of(a.table.begin(), a.table.end(), [](std::uint32_t t) { return t == 0; })) {
        states[0] = out.add_state();  // `from` may have other edges, so nothing may lead back to it
        out.epsilon(from, states[0]);
    }
    stop_asker nobody;
    range_writer writer(out, nobody);
    for (std::size_t s = 0; s < a.states(); ++s) {
        for (auto const& [target, set] : a.moves(static_cast<std::uint32_t>(s))) {
            writer.add(states[s], set, states[target]);
        }
        if (a.labels[s] != 0) {
            out.epsilon(states[s], to);
        }
    }
}

/// Rules that an automaton is the whole of, by a content that says which it is.
class automaton_rules {
public:
    /// kept  where they are kept for other builders; may be nullptr
    automaton_rules(builder& out, kept_parts const* kept) : out_(&out), kept_(kept) {}

    /// The rule of a content that was written before, here or in another builder; nullptr where it was not.
    [[nodiscard]] rule_id const* find(std::string const& content) {
        if (auto const* const at = rules_.find(content); at != nullptr) {
            return &at->value;
        }
        auto const part = kept_ != nullptr ? kept_->find(content) : nullptr;
        if (part == nullptr) {
            return nullptr;
        }
        auto const r = static_cast<rule_id>(out_->rule_count());
        out_->append(part, {});
        return &rules_.try_emplace(content, r).at.value;
    }

    [[nodiscard]] rule_id add(dfa const& automaton, std::string&& content) {
        builder::size const before = out_->here();
        rule_id const r = out_->add_rule("text");
        state_id const end = out_->add_state();
        out_->accept(end);
        write_automaton(*out_, automaton, out_->entry(r), end);
        rules_.try_emplace(content, r);
        auto const part = kept_ != nullptr ? out_->part_since(before, {}) : nullptr;
        if (part != nullptr) {
            out_->place(part, before, {});
            kept_->keep(std::move(content), part);
        }
        return r;
    }

private:
    builder* out_;
    kept_parts const* kept_;
    hash_map<std::string, rule_id> rules_{};
};

}  // namespace parlance::rtn::detail

// parlance/jinja/detail/syntax/scope.hpp - which variable a name means: Jinja2's static scoping, resolved to slots
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/source_looks.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>

namespace parlance::jinja {

/// Slots of one function.  Scopes of the same depth share the slot of a name, as the Python code that Jinja2
/// generates shares its local variables.
struct slot_table {
    slot_table const* outer = nullptr;
    std::uint32_t depth = 0;  // functions outwards from here
    std::uint32_t count = 0;
    hash_map<std::uint64_t, std::uint16_t> slots{};  // by level and name

    [[nodiscard]] PARLANCE_DECL std::uint16_t slot(std::uint32_t level, name_id name, source_looks& looks);
};

/// Where the value of a name comes from when its scope is entered.
enum class origin_kind : std::uint8_t { parameter, absent, outer, global };

struct symbol {
    origin_kind from{};
    bool stored = false;
    bool seen = true;  // false: only in a branch that was taken back
    std::uint16_t slot = no_slot;
};

/// The names of one scope.  First analyse() everything that belongs to it (but not to scopes inside), then ask where().
class scope {
public:
    scope(ast const& tree, scope const* parent, slot_table& slots)
        : ast_(tree), parent_(parent), slots_(slots), level_(parent != nullptr ? parent->level_ + 1 : 0) {}

    struct place {
        bool global = true;
        std::uint8_t functions_out = 0;
        std::uint16_t slot = no_slot;
    };

    /// Where `name` is to be read.
    [[nodiscard]] place where(name_id name) const { return where(name, this); }
    /// Where it would be read if this scope did not have it.
    [[nodiscard]] place where_outside(name_id name) const { return where(name, parent_); }
    [[nodiscard]] bool declares(name_id name) const { return find(name) != nullptr; }
    /// The slot of a name this scope stores.
    [[nodiscard]] std::uint16_t slot_of(name_id name) const { return symbols_.find(name)->value.slot; }

    /// Calls `enter(name, symbol)` for every name that must be given a value on entry, in a fixed order.
    template <class Enter>
    void each(Enter enter) const {
        for (name_id const name : order_) {
            if (symbol const& s = symbols_.find(name)->value; s.seen) {
                enter(name, s);
            }
        }
    }

    PARLANCE_DECL std::uint16_t declare_parameter(name_id name);
    PARLANCE_DECL void declare_target(node_id target, bool as_parameter);

    PARLANCE_DECL void analyse(node_id id);

private:
    [[nodiscard]] PARLANCE_DECL place where(name_id name, scope const* s) const;
    [[nodiscard]] PARLANCE_DECL symbol const* find(name_id name) const;
    [[nodiscard]] PARLANCE_DECL bool known(name_id name) const;
    PARLANCE_DECL void set(name_id name, symbol const& s);
    PARLANCE_DECL void load(name_id name);
    PARLANCE_DECL void store(name_id name);

    PARLANCE_DECL void analyse(node_id id, vec<node_id>& spine);

    PARLANCE_DECL void analyse_arguments(arguments const& args, vec<node_id>& spine);

    PARLANCE_DECL void analyse_edges(node const& n, std::uint32_t first, std::uint32_t step,
                                     vec<node_id>& spine);

    PARLANCE_DECL void analyse_other(node_id id, vec<node_id>& spine);

    /// What one branch changed, taken back again.
    using changes = vec<std::pair<name_id, symbol>>;

    template <class Visit>
    changes branch(Visit visit) {
        std::size_t const bottom = journal_.size();
        ++branches_;
        visit();
        --branches_;
        vec<name_id> names;
        ast_.looks.pass_names(journal_.size() - bottom);
        for (std::size_t i = bottom; i < journal_.size(); ++i) {
            names.push_back(journal_[i].first);
        }
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        changes out;
        for (name_id const name : names) {
            out.emplace_back(name, symbols_.find(name)->value);
        }
        while (journal_.size() > bottom) {
            symbols_[journal_.back().first] = journal_.back().second;
            journal_.pop_back();
        }
        return out;
    }

    PARLANCE_DECL void analyse_branches(node const& n, vec<node_id>& spine);

    /// A name stored in some branch has, before that, the value it has outside.
    PARLANCE_DECL void merge(changes const (&all)[3]);

    ast const& ast_;
    scope const* parent_;
    slot_table& slots_;
    std::uint32_t level_;
    hash_map<name_id, symbol> symbols_{};
    vec<name_id> order_{};
    vec<std::pair<name_id, symbol>> journal_{};
    int branches_ = 0;
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/scope.ipp>
#endif

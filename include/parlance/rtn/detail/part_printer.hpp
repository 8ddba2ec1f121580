// parlance/rtn/detail/part_printer.hpp - expressions written as the rules of a GBNF grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/rtn/detail/expression_pool.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace parlance::rtn::detail {

/// What becomes a rule.
///
/// preferred  its name, where nothing else has it
/// body       it is what is counted somewhere: written there, where it is a set
/// inner      it belongs to another, and is written behind that
struct printed_part {
    std::string preferred{};
    expression_id reads = expression_pool::nothing;
    bool body = false;
    bool inner = false;
    std::string name{};
};

/// Writes parts that a root leads to, each rule behind the one where it is wanted first; what several places read, and what
/// is long, as a rule of its own.
class part_printer {
public:
    /// In expressions, part number i is parts[i].
    part_printer(expression_pool& pool, vec<printed_part> parts, work& spent)
        : pool_(&pool), parts_(std::move(parts)), spent_(&spent) {}

    /// Errors: out_of_fuel, out_of_memory_budget, cancelled.
    [[nodiscard]] PARLANCE_DECL result<std::string> write(std::uint32_t root);
    /// Frees what was made on the way, with looks whether to stop.
    PARLANCE_DECL void free(work& looks);

private:
    /// An expression, `low` to `high` times.
    struct run_of {
        expression_id of;
        std::uint32_t low;
        std::uint32_t high;
    };
    /// Pays for what was written since the last time; false, once and for all, where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool pay();
    PARLANCE_DECL void count_uses(std::uint32_t root);
    /// Whether an expression inside others is written as a rule of its own.
    [[nodiscard]] PARLANCE_DECL bool apart(expression_id id);
    /// How many bytes it is written with, what is apart as a name.
    [[nodiscard]] PARLANCE_DECL std::size_t width(expression_id id);
    PARLANCE_DECL void runs_of(expression_id id, vec<run_of>& out);
    /// Neighbours that are the same are counted.
    PARLANCE_DECL void add_run(run_of const& one, vec<run_of>& out) const;
    PARLANCE_DECL void write(expression_id id, std::uint32_t of, bool in_brackets);
    PARLANCE_DECL void write_way(expression_id id, std::uint32_t of);
    PARLANCE_DECL void write_run(run_of const& r, std::uint32_t of);
    [[nodiscard]] PARLANCE_DECL std::string const& name_of(std::uint32_t part);
    PARLANCE_DECL std::string fresh(std::string const& preferred);

    expression_pool* pool_;
    vec<printed_part> parts_;
    work* spent_;
    std::string out_;
    std::size_t paid_ = 0;  // bytes of it
    vec<std::uint32_t> uses_;
    vec<std::size_t> widths_;
    hash_map<expression_id, std::uint32_t> by_reads_;  // rules
    hash_map<expression_id, std::uint32_t> apart_;     // what became rules while it was written
    vec<std::uint32_t> wanted_;                        // parts whose names were written
    vec<std::uint32_t> inner_;     // and those of the part that is being written, the next one last
    hash_set<std::string> taken_;  // names
    hash_map<std::string, std::size_t> numbers_;  // the last that a name was given
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/part_printer.ipp>
#endif

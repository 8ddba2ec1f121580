// parlance/rtn/impl/to_gbnf.ipp - definitions of what parlance/rtn/to_gbnf.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/equal_rows.hpp>
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/rtn/detail/expression_pool.hpp>
#include <parlance/rtn/detail/part_printer.hpp>
#include <parlance/rtn/detail/row_equations.hpp>
#include <parlance/rtn/detail/rule_rows.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// Makes expressions of a network's rules as a person would write them: loops and options as such, what several places read
/// once, and equal rules once.  A part is what becomes a rule: a rule of the network, what is counted, or states that
/// several places lead to.  Parts of many states are written as they stand, a rule for each state that is not on a line
/// with others.
class gbnf_printer {
public:
    gbnf_printer(network_view net, network const* names, limits const& bounds)
        : net_(net),
          names_(names),
          bounds_(bounds),
          spent_(bounds),
          pool_(spent_),
          reader_(net, pool_.sets(), spent_) {}

    [[nodiscard]] PARLANCE_DECL result<std::string> run();
    /// Frees what was made on the way, which was paid for then, and ends whether it is asked to or not.
    PARLANCE_DECL void free();

private:
    /// What a part is made of.
    ///
    /// begin, back  where it begins, and what ends it, where that is not `unbounded`
    /// counted      the counter it runs under, where its states and those of the counter are written as one
    /// done         nothing is left to be made
    struct source {
        state_id begin = 0;
        state_id back = unbounded;
        maybe<count> counted{};
        bool done = false;
    };

    PARLANCE_DECL std::uint32_t add_part(source const& from, std::string preferred);
    [[nodiscard]] PARLANCE_DECL std::uint32_t part_of(rule_id r);
    [[nodiscard]] PARLANCE_DECL std::string preferred_name(rule_id r) const;
    [[nodiscard]] PARLANCE_DECL std::string counted_name(std::string const& kind, rule_id r) const;
    [[nodiscard]] PARLANCE_DECL result<expression_id> counted(count const& c);
    [[nodiscard]] PARLANCE_DECL result<expression_id> item(readable const& i);

    /// Reads the states of a part, and makes an expression of them.
    [[nodiscard]] PARLANCE_DECL result<void> solve(std::uint32_t number);
    /// The terms of its states, the first one first; what they are made of is freed on the way.
    /// `out` has what was made of it where that ends with an error.
    [[nodiscard]] PARLANCE_DECL result<void> terms_of(rule_rows& all, vec<row_equations::terms>& out);
    /// Parts that read the same become one.
    PARLANCE_DECL void merge_parts();

    static constexpr std::uint64_t steps_of_a_state = 75;
    static constexpr std::uint64_t steps_of_a_node = 50;
    static constexpr std::uint64_t steps_of_a_merged_node = 130;
    static constexpr std::size_t bytes_of_a_node = 3 * sizeof(expression);
    static constexpr std::size_t most_solved = 256;

    network_view net_;
    network const* names_;
    limits bounds_;
    work spent_;
    expression_pool pool_;
    state_reader reader_;
    vec<source> sources_;
    vec<printed_part> parts_;
    vec<std::uint32_t> part_of_rule_;
    hash_map<std::array<std::uint32_t, 3>, std::uint32_t> counters_;
    hash_map<rule_id, std::uint32_t> bodies_;
};

result<std::string> gbnf_printer::run() {
    part_of_rule_.assign(net_.rules.size(), unbounded);
    std::uint32_t const root = part_of(net_.root);
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        if (sources_[i].done) {
            continue;
        }
        std::size_t const nodes = pool_.size();
        if (auto const done = solve(i); !done) {
            return done.error();
        }
        if (!spent_.hold((pool_.size() - nodes) * bytes_of_a_node)) {
            return spent_.error("printing a network");
        }
    }
    merge_parts();
    if (spent_.why() != errc::none) {
        return spent_.error("printing a network");
    }
    part_printer printer(pool_, std::move(parts_), spent_);
    result<std::string> out = printer.write(root);
    work looks = spent_.only_looks();
    printer.free(looks);
    return out;
}

void gbnf_printer::free() {
    work looks = spent_.only_looks();
    static_cast<void>(paid_free(parts_, looks));
    pool_.free([&] { static_cast<void>(looks.spend(steps_to_free * 128)); });
}

std::uint32_t gbnf_printer::add_part(source const& from, std::string preferred) {
    // what comes next sees whether that could be paid for
    (void)(paid_room(sources_, 1, spent_) && paid_room(parts_, 1, spent_));
    sources_.push_back(from);
    parts_.push_back({std::move(preferred), expression_pool::nothing, from.back != unbounded, false, {}});
    return static_cast<std::uint32_t>(parts_.size() - 1);
}

std::uint32_t gbnf_printer::part_of(rule_id r) {
    if (part_of_rule_[r] == unbounded) {
        part_of_rule_[r] = add_part({net_.rules[r], unbounded, {}, false}, preferred_name(r));
    }
    return part_of_rule_[r];
}

std::string gbnf_printer::preferred_name(rule_id r) const {
    std::string name;
    for (char const c : names_ == nullptr ? std::string_view{} : names_->name(r)) {
        bool const plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain || (!name.empty() && name.back() != '-')) {
            name.push_back(plain ? c : '-');
        }
    }
    while (!name.empty() && (name.back() == '-' || name.size() > 60)) {
        name.pop_back();
    }
    return name.empty() || name == "root" ? "rule" : name;
}

std::string gbnf_printer::counted_name(std::string const& kind, rule_id r) const {
    std::string_view const own = names_ == nullptr ? std::string_view{} : names_->name(r);
    bool const plain = !own.empty() && own.find_first_of(" /") == std::string_view::npos;
    return plain ? kind + "-" + std::string(own) : kind;
}

result<expression_id> gbnf_printer::counted(count const& c) {
    if (auto const once = reader_.iteration(c.rule)) {
        auto const [known, first] = bodies_.try_emplace(c.rule, static_cast<std::uint32_t>(parts_.size()));
        if (first) {
            add_part({once->first, once->second, {}, false}, counted_name("each", c.rule));
        }
        return pool_.repeated(pool_.atom(expression::kind::part, known.value), c.low, c.high);
    }
    // a rule that increments in several places: each of its states is written once for every number of increments
    auto const [known, first] =
        counters_.try_emplace(std::array{c.rule, c.low, c.high}, static_cast<std::uint32_t>(parts_.size()));
    if (first) {
        if (!reader_.can_count(c, bounds_.rules)) {
            return diagnostic{errc::too_many_rules, {}, 0, "a counter inside an automaton"};
        }
        add_part({net_.rules[c.rule], unbounded, c, false}, counted_name("counted", c.rule));
    }
    return pool_.atom(expression::kind::part, known.value);
}

result<expression_id> gbnf_printer::item(readable const& i) {
    switch (i.is) {
    case readable::kind::set: return pool_.set(i.value);
    case readable::kind::token: return pool_.atom(expression::kind::token, i.value);
    case readable::kind::token_not: return pool_.atom(expression::kind::token_not, i.value);
    case readable::kind::call: return pool_.atom(expression::kind::part, part_of(i.value));
    case readable::kind::counted: break;
    }
    return counted(net_.counts[i.value]);
}

result<void> gbnf_printer::terms_of(rule_rows& all, vec<row_equations::terms>& out) {
    vec<std::uint32_t> number;
    if (!paid_resize(number, all.rows.size(), spent_, unbounded)) {
        return spent_.error("printing a network");
    }
    vec<std::uint32_t> order{all.entry};
    number[all.entry] = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        readable_row& row = all.rows[order[i]];
        row_equations::terms terms;
        (void)paid_room(terms, row.items.size() + 1,
                        spent_);  // whoever solves them sees whether that could be paid for
        for (readable const& it : row.items) {
            auto const reads = item(it);
            if (!reads) {
                return reads.error();
            }
            readable_row const& behind = all.rows[it.target];
            if (number[it.target] == unbounded && behind.items.empty() && behind.ends) {
                terms.push_back({*reads, row_equations::end});
                continue;
            }
            if (number[it.target] == unbounded) {
                number[it.target] = static_cast<std::uint32_t>(order.size());
                order.push_back(it.target);
            }
            terms.push_back({*reads, number[it.target]});
        }
        if (row.ends) {
            terms.push_back({});
        }
        if (!paid_room(out, 1, spent_)) {
            return spent_.error("printing a network");
        }
        out.push_back(std::move(terms));
        vec<readable>().swap(row.items);
    }
    return {};
}

result<void> gbnf_printer::solve(std::uint32_t number) {
    source const from = sources_[number];  // sources_ and parts_ grow
    std::string const preferred = parts_[number].preferred;
    sources_[number].done = true;
    auto all = rows_of(reader_, from.begin, from.back, from.counted, preferred, bounds_.rules, spent_);
    if (!all) {
        return all.error();
    }
    vec<row_equations::terms> terms;
    auto const free_all = [&] {
        work looks = spent_.only_looks();
        static_cast<void>(paid_free(all->rows, looks) && paid_free(terms, looks));
    };
    auto const gave_up = [&] {
        free_all();
        return spent_.error("printing a network");
    };
    if (!merge_equal_rows(*all, pool_.sets(), spent_)) {
        return gave_up();
    }
    if (readable_row const& first = all->rows[all->entry]; first.items.empty() && !first.ends) {
        return refuse_rule(preferred, "a state that leads nowhere");
    }
    if (auto const made = terms_of(*all, terms); !made) {
        free_all();
        return made.error();
    }
    if (!paid_free(all->rows, spent_, 2) || !spent_.spend(steps_of_a_state * terms.size())) {
        return gave_up();
    }
    std::size_t const count = terms.size();
    auto const first = static_cast<std::uint32_t>(parts_.size());
    row_equations equations(pool_, std::move(terms));
    count <= most_solved ? equations.solve(spent_.left() / (3 * steps_of_a_node)) : equations.join_chains();
    if (spent_.why() != errc::none) {
        work looks = spent_.only_looks();
        static_cast<void>(equations.free(looks));
        return gave_up();
    }
    vec<expression_id> const written =
        equations.written(number, first, pool_.cost() + spent_.left() / steps_of_a_node);
    if (!equations.free(spent_)) {
        return gave_up();
    }
    if (written.empty()) {
        return diagnostic{errc::out_of_fuel, {}, 0, note("printing a network")};
    }
    parts_[number].reads = written[0];
    std::size_t const more = written.size() - 1;
    if (!paid_room(sources_, more, spent_) || !paid_room(parts_, more, spent_)) {
        return spent_.error("printing a network");
    }
    paid_rounds each(spent_, 20);
    for (std::size_t i = 1; i < written.size(); ++i) {
        if (!each.next()) {
            return spent_.error("printing a network");
        }
        sources_.push_back({0, unbounded, {}, true});
        parts_.push_back({preferred, written[i], false, true, {}});
    }
    spent_.release(all->held);
    return {};
}

void gbnf_printer::merge_parts() {
    constexpr std::size_t most_rounds = 32;
    constexpr std::size_t most_nodes = 50'000;
    if (pool_.size() > most_nodes) {
        return;
    }
    vec<std::uint32_t> same(parts_.size());
    std::size_t classes = 0;
    for (std::size_t round = 0; round < most_rounds; ++round) {
        std::uint64_t const steps = steps_of_a_merged_node * (pool_.size() + parts_.size());
        if (spent_.left() / 8 < steps) {
            return;  // it is not needed
        }
        vec<expression_id> known(pool_.size(), expression_pool::unknown);
        hash_map<expression_id, std::uint32_t> first;
        vec<std::uint32_t> next(parts_.size());
        std::span<std::uint32_t const> const to{same.data(), same.size()};
        for (std::uint32_t i = 0; i < parts_.size(); ++i) {
            if (!spent_.spend(steps / parts_.size())) {
                return;
            }
            next[i] = first.try_emplace(pool_.renumbered(parts_[i].reads, to, known), i).at.value;
        }
        bool const settled = first.size() == classes;
        classes = first.size();
        same = std::move(next);
        if (settled) {
            vec<expression_id> last(pool_.size(), expression_pool::unknown);
            std::span<std::uint32_t const> const merged{same.data(), same.size()};
            for (printed_part& p : parts_) {
                if (!spent_.spend(steps / parts_.size())) {
                    return;
                }
                p.reads = pool_.renumbered(p.reads, merged, last);
            }
            return;
        }
    }
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<std::string> to_gbnf(network const& net, limits const& bounds) {
    detail::gbnf_printer printer(net.view(), &net, bounds);
    result<std::string> out = printer.run();
    printer.free();
    return out;
}

}  // namespace parlance::rtn

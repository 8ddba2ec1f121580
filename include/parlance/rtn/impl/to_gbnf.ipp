// parlance/rtn/impl/to_gbnf.ipp - definitions of what parlance/rtn/to_gbnf.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/equal_rows.hpp>
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/rtn/detail/gbnf_chars.hpp>
#include <parlance/rtn/detail/row_equations.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// Writes a network's rules as a person would: loops and options as such, what several places read once, and equal rules
/// once.  A part is what becomes a rule: a rule of the network, what is counted, or states that several places lead to.
/// Parts of many states are written as they stand, a rule for each state that is not on a line with others.
class gbnf_printer {
public:
    gbnf_printer(network_view net, network const* names, limits const& bounds)
        : net_(net), reader_(net), names_(names), bounds_(bounds), spent_(bounds) {}

    [[nodiscard]] PARLANCE_DECL result<std::string> run();

private:
    /// begin, back  where it begins, and what ends it, where that is not `unbounded`
    /// counted      the counter it runs under, where its states and those of the counter are written as one
    /// inner        it belongs to another, and is written behind that
    /// wish         what it would be called
    struct part {
        state_id begin = 0;
        state_id back = unbounded;
        maybe<count> counted{};
        bool done = false;
        bool inner = false;
        std::string wish{};
        std::string name{};
        expression_id reads = expression_pool::nothing;
    };

    [[nodiscard]] PARLANCE_DECL std::uint32_t part_of(rule_id r);
    [[nodiscard]] PARLANCE_DECL std::string wished(rule_id r) const;
    [[nodiscard]] PARLANCE_DECL std::string counted_wish(std::string const& kind, rule_id r) const;
    [[nodiscard]] PARLANCE_DECL result<expression_id> counted(count const& c);
    [[nodiscard]] PARLANCE_DECL result<expression_id> item(readable const& i);

    /// Reads the states of a part, and makes an expression of them.
    [[nodiscard]] PARLANCE_DECL result<void> solve(std::uint32_t number);
    /// Leaves out what leads to no end.
    PARLANCE_DECL static void prune(ordered_map<state_id, readable_row>& rows);
    /// Parts that read the same become one.
    PARLANCE_DECL void merge_parts();

    // Writing
    struct run_of {
        expression_id of;
        std::uint32_t low;
        std::uint32_t high;
    };
    PARLANCE_DECL void count_uses();
    /// Whether an expression inside others is written as a rule of its own.
    [[nodiscard]] PARLANCE_DECL bool apart(expression_id id);
    /// How many bytes it is written with, what is apart as a name.
    [[nodiscard]] PARLANCE_DECL std::size_t width(expression_id id);
    PARLANCE_DECL void runs_of(expression_id id, vec<run_of>& out);
    PARLANCE_DECL void write(expression_id id, std::uint32_t of, bool in_brackets);
    PARLANCE_DECL void write_way(expression_id id, std::uint32_t of);
    PARLANCE_DECL void write_run(run_of const& r, std::uint32_t of);
    [[nodiscard]] PARLANCE_DECL std::string const& name_of(std::uint32_t part);
    PARLANCE_DECL std::string fresh(std::string const& wish);

    static constexpr std::uint64_t steps_of_an_item = 400;
    static constexpr std::uint64_t steps_of_a_node = 5;
    static constexpr std::uint64_t steps_of_a_merged_node = 100;
    static constexpr std::size_t bytes_of_an_item = 2 * sizeof(readable);
    static constexpr std::size_t bytes_of_a_node = 3 * sizeof(expression);
    static constexpr std::size_t most_solved = 256;

    network_view net_;
    state_reader reader_;
    network const* names_;
    limits bounds_;
    work spent_;
    std::string out_;
    expression_pool pool_;
    vec<part> parts_;
    vec<std::uint32_t> part_of_rule_;
    hash_map<std::array<std::uint32_t, 3>, std::uint32_t> counters_;
    hash_map<rule_id, std::uint32_t> bodies_;
    vec<std::uint32_t> uses_;
    vec<std::size_t> widths_;
    hash_map<expression_id, std::uint32_t> by_reads_;  // rules
    hash_map<expression_id, std::uint32_t> apart_;     // what became rules while it was written
    vec<std::uint32_t> wanted_;                        // parts whose names were written
    vec<std::uint32_t> inner_;     // and those of the part that is being written, the next one last
    hash_set<std::string> taken_;  // names
    hash_map<std::string, std::size_t> numbers_;  // the last that a name was given
};

result<std::string> gbnf_printer::run() {
    taken_.insert("root");
    part_of_rule_.assign(net_.rules.size(), unbounded);
    std::uint32_t root = part_of(net_.root);
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        if (parts_[i].done) {
            continue;
        }
        std::uint64_t const before = pool_.cost();
        std::size_t const nodes = pool_.size();
        if (auto const done = solve(i); !done) {
            return done.error();
        }
        if (!spent_.spend(steps_of_a_node * (pool_.cost() - before)) ||
            !spent_.hold((pool_.size() - nodes) * bytes_of_a_node)) {
            return spent_.error("printing a network");
        }
    }
    merge_parts();
    if (spent_.why() != errc::none) {
        return spent_.error("printing a network");
    }
    count_uses();
    // a root that is another rule and nothing else is that rule
    expression const first = pool_.at(parts_[root].reads);
    if (first.is == expression::kind::part && first.value != root && uses_[parts_[root].reads] == 1) {
        root = first.value;
    }
    parts_[root].name = "root";
    wanted_.push_back(root);
    for (std::size_t next = 0; next < wanted_.size() || !inner_.empty();) {
        std::uint32_t const each = inner_.empty() ? wanted_[next++] : inner_.back();
        if (!inner_.empty()) {
            inner_.pop_back();
        }
        std::size_t const helpers = inner_.size();
        std::size_t const before = out_.size();
        out_ += parts_[each].name + " ::= ";
        write(parts_[each].reads, each, false);
        out_ += "\n";
        std::reverse(inner_.begin() + helpers, inner_.end());  // the first of them comes next
        if (!spent_.spend(2 * (out_.size() - before)) || !spent_.hold(2 * (out_.size() - before))) {
            return spent_.error("printing a network");
        }
    }
    return std::move(out_);
}

std::uint32_t gbnf_printer::part_of(rule_id r) {
    if (part_of_rule_[r] == unbounded) {
        part_of_rule_[r] = static_cast<std::uint32_t>(parts_.size());
        part p;
        p.begin = net_.rules[r];
        p.wish = wished(r);
        parts_.push_back(std::move(p));
    }
    return part_of_rule_[r];
}

std::string gbnf_printer::wished(rule_id r) const {
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

std::string gbnf_printer::fresh(std::string const& wish) {
    std::string name = wish;
    for (std::size_t& last = numbers_.try_emplace(wish, std::size_t{1}).at.value; !taken_.insert(name);) {
        name = wish + "-" + std::to_string(++last);
    }
    return name;
}

std::string gbnf_printer::counted_wish(std::string const& kind, rule_id r) const {
    std::string_view const own = names_ == nullptr ? std::string_view{} : names_->name(r);
    bool const plain = !own.empty() && own.find_first_of(" /") == std::string_view::npos;
    return plain ? kind + "-" + std::string(own) : kind;
}

result<expression_id> gbnf_printer::counted(count const& c) {
    if (auto const once = reader_.iteration(c.rule)) {
        auto const [known, first] = bodies_.try_emplace(c.rule, static_cast<std::uint32_t>(parts_.size()));
        if (first) {
            part p;
            p.begin = once->first;
            p.back = once->second;
            p.wish = counted_wish("each", c.rule);
            parts_.push_back(std::move(p));
        }
        return pool_.repeated(pool_.atom(expression::kind::part, known.value), c.low, c.high);
    }
    // a rule that ticks in several places: each of its states is written once for every number of ticks
    auto const [known, first] =
        counters_.try_emplace(std::array{c.rule, c.low, c.high}, static_cast<std::uint32_t>(parts_.size()));
    if (first) {
        if (!reader_.can_count(c, bounds_.rules)) {
            return diagnostic{errc::too_many_rules, {}, 0, "a counter inside an automaton"};
        }
        part p;
        p.begin = net_.rules[c.rule];
        p.counted = c;
        p.wish = counted_wish("counted", c.rule);
        parts_.push_back(std::move(p));
    }
    return pool_.atom(expression::kind::part, known.value);
}

result<expression_id> gbnf_printer::item(readable const& i) {
    switch (i.is) {
    case readable::kind::set: return pool_.set(i.set);
    case readable::kind::token: return pool_.atom(expression::kind::token, i.value);
    case readable::kind::token_not: return pool_.atom(expression::kind::token_not, i.value);
    case readable::kind::call: return pool_.atom(expression::kind::part, part_of(i.value));
    case readable::kind::counted: break;
    }
    return counted(net_.counts[i.value]);
}

void gbnf_printer::prune(ordered_map<state_id, readable_row>& rows) {
    hash_set<state_id> fine;
    vec<ordered_map<state_id, readable_row>::entry const*> all;
    for (auto const& each : rows) {
        all.push_back(&each);
    }
    for (std::size_t before = 1; before != fine.size();) {
        before = fine.size();
        for (std::size_t i = all.size(); i-- > 0;) {  // ticks ascend: one round does for most
            auto const& [s, row] = *all[i];
            if (row.ends || std::any_of(row.items.begin(), row.items.end(),
                                        [&](readable const& it) { return fine.contains(it.target); })) {
                fine.insert(s);
            }
        }
    }
    for (auto& [s, row] : rows) {
        erase_if(row.items, [&](readable const& it) { return !fine.contains(it.target); });
    }
}

result<void> gbnf_printer::solve(std::uint32_t number) {
    part const at = parts_[number];  // parts_ grows
    parts_[number].done = true;
    ordered_map<state_id, readable_row> rows;
    hash_set<state_id> met;
    met.insert(at.begin);
    vec<state_id> order{at.begin};
    std::size_t held = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        result<readable_row> r = at.counted ? reader_.read_counted(order[i], *at.counted, at.wish)
                                            : reader_.read(order[i], at.back, at.wish);
        if (!r) {
            return r.error();
        }
        std::size_t const items = r->items.size() + 1;
        held += items * bytes_of_an_item;
        if (!spent_.spend(items * steps_of_an_item) || !spent_.hold(items * bytes_of_an_item)) {
            return spent_.error("printing a network");
        }
        for (readable const& it : r->items) {
            if (met.insert(it.target)) {
                order.push_back(it.target);
            }
        }
        rows.try_emplace(order[i], *std::move(r));
        if (order.size() > bounds_.rules) {
            return diagnostic{errc::too_many_rules, {}, 0, note(at.wish)};
        }
    }
    prune(rows);
    if (!merge_equal_rows(rows, at.begin, spent_)) {
        return spent_.error("printing a network");
    }
    if (readable_row const& first = rows.at(at.begin); first.items.empty() && !first.ends) {
        return refuse_rule(at.wish, "a state that leads nowhere");
    }
    // states that are left, the first one first
    hash_map<state_id, std::uint32_t> index;
    index[at.begin] = 0;
    order = {at.begin};
    vec<row_equations::terms> states;
    for (std::size_t i = 0; i < order.size(); ++i) {
        readable_row const& row = rows.at(order[i]);
        row_equations::terms terms;
        for (readable const& it : row.items) {
            auto const reads = item(it);
            if (!reads) {
                return reads.error();
            }
            readable_row const& behind = rows.at(it.target);
            if (it.target != at.begin && behind.items.empty() && behind.ends) {
                terms.push_back({*reads, row_equations::end});
                continue;
            }
            auto const [to, fresh] = index.try_emplace(it.target, static_cast<std::uint32_t>(order.size()));
            if (fresh) {
                order.push_back(it.target);
            }
            terms.push_back({*reads, to.value});
        }
        if (row.ends) {
            terms.push_back({});
        }
        states.push_back(std::move(terms));
    }
    bool const few = states.size() <= most_solved;
    row_equations equations(pool_, std::move(states));
    few ? equations.solve(spent_.left() / (8 * steps_of_a_node)) : equations.join_chains();
    auto const first = static_cast<std::uint32_t>(parts_.size());
    vec<expression_id> const written = equations.written(number, first);
    parts_[number].reads = written[0];
    for (std::size_t i = 1; i < written.size(); ++i) {
        part p;
        p.done = true;
        p.inner = true;
        p.wish = at.wish;
        p.reads = written[i];
        parts_.push_back(std::move(p));
    }
    spent_.release(held);
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
        if (spent_.left() / 8 < steps || !spent_.spend(steps)) {
            return;  // it is not needed
        }
        vec<expression_id> known(pool_.size(), expression_pool::unknown);
        hash_map<expression_id, std::uint32_t> first;
        vec<std::uint32_t> next(parts_.size());
        std::span<std::uint32_t const> const to{same.data(), same.size()};
        for (std::uint32_t i = 0; i < parts_.size(); ++i) {
            next[i] = first.try_emplace(pool_.renumbered(parts_[i].reads, to, known), i).at.value;
        }
        bool const settled = first.size() == classes;
        classes = first.size();
        same = std::move(next);
        if (settled) {
            vec<expression_id> last(pool_.size(), expression_pool::unknown);
            std::span<std::uint32_t const> const merged{same.data(), same.size()};
            for (part& p : parts_) {
                p.reads = pool_.renumbered(p.reads, merged, last);
            }
            return;
        }
    }
}

void gbnf_printer::count_uses() {
    uses_.assign(pool_.size(), 0);
    widths_.assign(pool_.size(), 0);
    vec<char> seen(parts_.size(), 0);
    vec<std::uint32_t> parts{part_of(net_.root)};
    seen[parts[0]] = 1;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        by_reads_.try_emplace(parts_[parts[i]].reads, parts[i]);
        vec<expression_id> todo{parts_[parts[i]].reads};
        while (!todo.empty()) {
            expression_id const id = todo.back();
            todo.pop_back();
            if (++uses_[id] > 1) {
                continue;
            }
            expression const& node = pool_.at(id);
            if (node.is == expression::kind::part && seen[node.value] == 0) {
                seen[node.value] = 1;
                parts.push_back(node.value);
            }
            todo.insert(todo.end(), node.of.begin(), node.of.end());
        }
    }
}

bool gbnf_printer::apart(expression_id id) {
    constexpr std::size_t longest = 70;
    constexpr std::size_t long_enough = 16;
    expression const& node = pool_.at(id);
    bool const can = node.is == expression::kind::choice || node.is == expression::kind::shared;
    if (!can) {
        return false;
    }
    std::size_t const inside = width(id);
    if (inside > long_enough && by_reads_.contains(id)) {
        return true;
    }
    return (uses_[id] > 1 && inside > long_enough) ||
           (node.is == expression::kind::choice && inside > longest);
}

std::size_t gbnf_printer::width(expression_id id) {
    if (widths_[id] != 0) {
        return widths_[id];
    }
    constexpr std::size_t of_a_name = 10;
    expression const& node = pool_.at(id);
    std::size_t out = 1;
    if (node.of.empty()) {
        out += pool_.weight(id);
    }
    for (expression_id const each : node.of) {
        std::size_t const inside = width(each);
        out += (apart(each) ? of_a_name : inside) + (node.is == expression::kind::choice ? 3 : 1);
    }
    return widths_[id] = out;
}

void gbnf_printer::runs_of(expression_id id, vec<run_of>& out) {
    expression const& node = pool_.at(id);
    vec<run_of> inner;
    if (node.is == expression::kind::sequence || (node.is == expression::kind::shared && !apart(id))) {
        for (expression_id const each : node.of) {
            runs_of(each, inner);
        }
    } else if (node.is == expression::kind::repeat) {
        runs_of(node.of[0], inner);
        run_of const& one = inner[0];
        bool const together = inner.size() == 1 &&
                              ((one.low == 1 && one.high == 1) ||
                               (node.low == 0 && one.low <= 1 && (node.high == 1 || node.high == unbounded)));
        std::uint32_t const high = one.low == 1 && one.high == 1 ? node.high
                                   : node.high == 1              ? one.high
                                                                 : unbounded;
        inner = {together ? run_of{one.of, node.low, high} : run_of{node.of[0], node.low, node.high}};
    } else {
        inner.push_back({id, 1, 1});
    }
    // neighbours that are the same are counted
    for (run_of const& each : inner) {
        run_of* const last = out.empty() ? nullptr : &out.back();
        bool const same = last != nullptr && last->of == each.of;
        bool const letters =
            same && pool_.literal(each.of) && last->low == last->high && each.low == each.high;
        std::uint64_t const high = same ? std::uint64_t{last->high} + each.high : 0;
        bool const endless = same && (last->high == unbounded || each.high == unbounded);
        if (!same || letters || (!endless && high >= unbounded) || unbounded - each.low <= last->low) {
            out.push_back(each);
            continue;
        }
        last->low += each.low;
        last->high = endless ? unbounded : static_cast<std::uint32_t>(high);
    }
}

void gbnf_printer::write(expression_id id, std::uint32_t of, bool in_brackets) {
    expression const node = pool_.at(id);
    if (node.is == expression::kind::shared && (in_brackets ? !apart(id) : true)) {
        return write(node.of[0], of, in_brackets);
    }
    bool const choice = node.is == expression::kind::choice;
    out_ += in_brackets ? "(" : "";
    for (std::size_t i = 0; choice && i < node.of.size(); ++i) {
        out_ += i == 0 ? "" : " | ";
        write_way(node.of[i], of);
    }
    if (!choice) {
        write_way(id, of);
    }
    out_ += in_brackets ? ")" : "";
}

void gbnf_printer::write_way(expression_id id, std::uint32_t of) {
    vec<run_of> runs;
    runs_of(id, runs);
    if (runs.empty()) {
        out_ += "\"\"";
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        out_ += i == 0 ? "" : " ";
        auto const letter = [&](std::size_t at) {
            return at < runs.size() && runs[at].low == 1 && runs[at].high == 1 && pool_.literal(runs[at].of);
        };
        if (!letter(i)) {
            write_run(runs[i], of);
            continue;
        }
        out_ += "\"";
        for (; letter(i); ++i) {
            print_char(out_, pool_.set_of(runs[i].of)[0].low);
        }
        out_ += "\"";
        --i;
    }
}

void gbnf_printer::write_run(run_of const& r, std::uint32_t of) {
    std::size_t const begin = out_.size();
    expression const node = pool_.at(r.of);
    switch (node.is) {
    case expression::kind::set:
        if (pool_.literal(r.of)) {
            out_ += "\"";
            print_char(out_, pool_.set_of(r.of)[0].low);
            out_ += "\"";
        } else {
            out_ += print_set(pool_.set_of(r.of));
        }
        break;
    case expression::kind::token: out_ += "<[" + std::to_string(node.value) + "]>"; break;
    case expression::kind::token_not: out_ += "!<[" + std::to_string(node.value) + "]>"; break;
    case expression::kind::part:
        if (expression const& body = pool_.at(parts_[node.value].reads);
            body.is == expression::kind::set && parts_[node.value].back != unbounded) {
            write_run({parts_[node.value].reads, 1, 1}, of);  // what is counted is a set
        } else {
            out_ += name_of(node.value);
        }
        break;
    default:
        if (auto const* const rule = by_reads_.find(r.of); rule != nullptr && apart(r.of)) {
            out_ += name_of(rule->value);
        } else if (apart(r.of)) {
            auto const [at, fresh] = apart_.try_emplace(r.of, static_cast<std::uint32_t>(parts_.size()));
            if (fresh) {
                part p;
                p.inner = true;
                p.wish = parts_[of].wish;
                p.reads = r.of;
                parts_.push_back(std::move(p));
            }
            out_ += name_of(at.value);
        } else {
            write(r.of, of, true);
        }
    }
    std::size_t const length = out_.size() - begin;
    if (r.low == 1 && r.high == 1) {
        return;
    }
    if (r.low == 2 && r.high == 2 && length <= 5) {
        out_ += " " + out_.substr(begin);
    } else if (r.low <= 1 && r.high == unbounded) {
        out_ += r.low == 0 ? "*" : "+";
    } else if (r.low == 0 && r.high == 1) {
        out_ += "?";
    } else {
        out_ += "{" + std::to_string(r.low);
        out_ += r.high == r.low ? "" : r.high == unbounded ? "," : "," + std::to_string(r.high);
        out_ += "}";
    }
}

std::string const& gbnf_printer::name_of(std::uint32_t number) {
    part& p = parts_[number];
    if (p.name.empty()) {
        p.name = fresh(p.wish);
        (p.inner ? inner_ : wanted_).push_back(number);
    }
    return p.name;
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<std::string> to_gbnf(network const& net, limits const& bounds) {
    return detail::gbnf_printer(net.view(), &net, bounds).run();
}

}  // namespace parlance::rtn

// parlance/rtn/detail/impl/part_printer.ipp - definitions of what parlance/rtn/detail/part_printer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/part_printer.hpp>
#include <parlance/rtn/detail/expression.hpp>
#include <parlance/rtn/detail/expression_pool.hpp>
#include <parlance/rtn/detail/gbnf_chars.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace parlance::rtn::detail {

result<std::string> part_printer::write(std::uint32_t root) {
    taken_.insert("root");
    count_uses(root);
    if (spent_->why() != errc::none) {
        return spent_->error("printing a network");
    }
    // a root that is another rule and nothing else is that rule
    expression const first = pool_->at(parts_[root].reads);
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
        out_ += parts_[each].name + " ::= ";
        write(parts_[each].reads, each, false);
        out_ += "\n";
        std::reverse(inner_.begin() + helpers, inner_.end());  // the first of them comes next
        if (!pay()) {
            return spent_->error("printing a network");
        }
    }
    return std::move(out_);
}

void part_printer::free(work& looks) {
    static_cast<void>(paid_free(parts_, looks));
    auto const look = [&] { static_cast<void>(looks.spend(128 * steps_to_free)); };
    by_reads_.free(look);
    apart_.free(look);
    taken_.free(look);
    numbers_.free(look);
}

bool part_printer::pay() {
    constexpr std::uint64_t steps_of_a_byte = 14;
    std::size_t const more = out_.size() - std::exchange(paid_, out_.size());
    return spent_->spend(steps_of_a_byte * more) && spent_->hold(2 * more);
}

void part_printer::count_uses(std::uint32_t root) {
    constexpr std::uint64_t steps_of_a_node = 25;
    uses_.assign(pool_->size(), 0);
    widths_.assign(pool_->size(), 0);
    vec<char> seen(parts_.size(), 0);
    vec<std::uint32_t> parts{root};
    seen[parts[0]] = 1;
    for (std::size_t i = 0; i < parts.size() && by_reads_.make_room(*spent_); ++i) {
        by_reads_.try_emplace(parts_[parts[i]].reads, parts[i]);
        vec<expression_id> todo{parts_[parts[i]].reads};
        while (!todo.empty() && spent_->spend(steps_of_a_node)) {
            expression_id const id = todo.back();
            todo.pop_back();
            if (++uses_[id] > 1) {
                continue;
            }
            expression const& node = pool_->at(id);
            if (node.is == expression::kind::part && seen[node.value] == 0) {
                seen[node.value] = 1;
                parts.push_back(node.value);
            }
            todo.insert(todo.end(), node.of.begin(), node.of.end());
        }
    }
}

bool part_printer::apart(expression_id id) {
    constexpr std::size_t longest = 70;
    constexpr std::size_t long_enough = 16;
    expression const& node = pool_->at(id);
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

std::size_t part_printer::width(expression_id id) {
    if (widths_[id] != 0) {
        return widths_[id];
    }
    constexpr std::size_t of_a_name = 10;
    expression const& node = pool_->at(id);
    std::size_t out = 1;
    if (node.of.empty()) {
        out += pool_->weight(id);
    }
    for (expression_id const each : node.of) {
        std::size_t const inside = width(each);
        out += (apart(each) ? of_a_name : inside) + (node.is == expression::kind::choice ? 3 : 1);
    }
    return widths_[id] = out;
}

void part_printer::runs_of(expression_id id, vec<run_of>& out) {
    expression const& node = pool_->at(id);
    if (node.is == expression::kind::sequence || (node.is == expression::kind::shared && !apart(id))) {
        for (expression_id const each : node.of) {
            runs_of(each, out);
        }
        return;
    }
    if (node.is != expression::kind::repeat) {
        return add_run({id, 1, 1}, out);
    }
    vec<run_of> inner;
    runs_of(node.of[0], inner);
    run_of const& one = inner[0];
    bool const once = one.low == 1 && one.high == 1;
    bool const together =
        inner.size() == 1 &&
        (once || (node.low == 0 && one.low <= 1 && (node.high == 1 || node.high == unbounded)));
    std::uint32_t const high = once ? node.high : node.high == 1 ? one.high : unbounded;
    add_run(together ? run_of{one.of, node.low, high} : run_of{node.of[0], node.low, node.high}, out);
}

void part_printer::add_run(run_of const& one, vec<run_of>& out) const {
    run_of* const last = out.empty() ? nullptr : &out.back();
    bool const same = last != nullptr && last->of == one.of;
    bool const letters = same && pool_->literal(one.of) && last->low == last->high && one.low == one.high;
    std::uint64_t const high = same ? std::uint64_t{last->high} + one.high : 0;
    bool const endless = same && (last->high == unbounded || one.high == unbounded);
    if (!same || letters || (!endless && high >= unbounded) || unbounded - one.low <= last->low) {
        out.push_back(one);
        return;
    }
    last->low += one.low;
    last->high = endless ? unbounded : static_cast<std::uint32_t>(high);
}

void part_printer::write(expression_id id, std::uint32_t of, bool in_brackets) {
    expression const& node = pool_->at(id);
    if (node.is == expression::kind::shared && (in_brackets ? !apart(id) : true)) {
        return write(node.of[0], of, in_brackets);
    }
    bool const choice = node.is == expression::kind::choice;
    out_ += in_brackets ? "(" : "";
    for (std::size_t i = 0; choice && i < node.of.size() && pay(); ++i) {
        out_ += i == 0 ? "" : " | ";
        write_way(node.of[i], of);
    }
    if (!choice) {
        write_way(id, of);
    }
    out_ += in_brackets ? ")" : "";
}

void part_printer::write_way(expression_id id, std::uint32_t of) {
    vec<run_of> runs;
    runs_of(id, runs);
    if (runs.empty()) {
        out_ += "\"\"";
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        out_ += i == 0 ? "" : " ";
        auto const letter = [&](std::size_t at) {
            return at < runs.size() && runs[at].low == 1 && runs[at].high == 1 && pool_->literal(runs[at].of);
        };
        if (!letter(i)) {
            write_run(runs[i], of);
            continue;
        }
        out_ += "\"";
        for (; letter(i); ++i) {
            print_char(out_, pool_->set_of(runs[i].of)[0].low);
        }
        out_ += "\"";
        --i;
    }
}

void part_printer::write_run(run_of const& r, std::uint32_t of) {
    std::size_t const begin = out_.size();
    expression const& node = pool_->at(r.of);
    switch (node.is) {
    case expression::kind::set:
        if (pool_->literal(r.of)) {
            out_ += "\"";
            print_char(out_, pool_->set_of(r.of)[0].low);
            out_ += "\"";
        } else {
            metered_stop const stop(*spent_);
            stop_asker asked(stop);
            out_ += print_set(pool_->set_of(r.of), asked);
        }
        break;
    case expression::kind::token: out_ += "<[" + std::to_string(node.value) + "]>"; break;
    case expression::kind::token_not: out_ += "!<[" + std::to_string(node.value) + "]>"; break;
    case expression::kind::part:
        if (expression const& body = pool_->at(parts_[node.value].reads);
            body.is == expression::kind::set && parts_[node.value].body) {
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
                parts_.push_back({parts_[of].preferred, r.of, false, true, {}});
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

std::string const& part_printer::name_of(std::uint32_t number) {
    printed_part& p = parts_[number];
    if (p.name.empty()) {
        p.name = fresh(p.preferred);
        (p.inner ? inner_ : wanted_).push_back(number);
    }
    return p.name;
}

std::string part_printer::fresh(std::string const& preferred) {
    std::string name = preferred;
    // what comes next sees whether that could be paid for
    (void)(numbers_.make_room(*spent_) && taken_.make_room(*spent_));
    for (std::size_t& last = numbers_.try_emplace(preferred, std::size_t{1}).at.value;
         !taken_.insert(name);) {
        name = preferred + "-" + std::to_string(++last);
    }
    return name;
}

}  // namespace parlance::rtn::detail

// parlance/rtn/to_gbnf.hpp - a network printed as a GBNF grammar that accepts the same texts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/gbnf_chars.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::rtn {

namespace detail {

/// Prints states as rules: alternatives of what a state can read and the state that comes then.  A state that only
/// one place leads to is written where it is needed.
class gbnf_printer {
public:
    gbnf_printer(network_view net, network const* names, limits const& bounds)
        : net_(net), reader_(net), names_(names), bounds_(bounds) {}

    [[nodiscard]] result<std::string> run() {
        rule_name_.resize(net_.rules.size());
        want_rule(net_.root);
        // a rule may want bodies, and a body rules
        for (std::size_t rule = 0, each = 0; rule < rules_.size() || each < bodies_.size();) {
            body next;
            if (rule < rules_.size()) {
                rule_id const r = rules_[rule++];
                next = {net_.rules[r], unbounded, rule_name_[r]};
            } else {
                next = bodies_[each++];
            }
            if (auto const done = print_part(next.begin, next.name, next.back); !done) {
                return done.error();
            }
        }
        return std::move(out_);
    }

private:
    struct body {
        state_id begin = 0;
        state_id back = 0;
        std::string name;
    };

    void want_rule(rule_id r) {
        if (!rule_name_[r].empty()) {
            return;
        }
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
        rule_name_[r] = r == net_.root ? "root" : fresh(name.empty() || name == "root" ? "rule" : name);
        rules_.push_back(r);
    }
    std::string fresh(std::string const& wish) {
        std::string name = wish;
        for (std::size_t n = 2; !taken_.insert(name).second; ++n) {
            name = wish + "-" + std::to_string(n);
        }
        return name;
    }

    static bool single(readable const& i) {
        return i.is == readable::kind::set && i.set.size() == 1 && i.set[0].low == i.set[0].high;
    }

    [[nodiscard]] result<std::string> print_item(readable const& i) {
        switch (i.is) {
        case readable::kind::set: return print_set(i.set);
        case readable::kind::token: return "<[" + std::to_string(i.value) + "]>";
        case readable::kind::token_not: return "!<[" + std::to_string(i.value) + "]>";
        case readable::kind::call: want_rule(i.value); return rule_name_[i.value];
        case readable::kind::counted: break;
        }
        count const& c = net_.counts[i.value];
        if (rule_name_[c.rule].empty()) {
            result<std::pair<state_id, state_id>> const once = reader_.iteration(c.rule, rule_name_[c.rule]);
            if (!once) {
                return once.error();
            }
            rule_name_[c.rule] =
                fresh(names_ == nullptr || names_->name(c.rule).empty() ||
                              names_->name(c.rule).find_first_of(" /") != std::string_view::npos
                          ? "each"
                          : "each-" + std::string(names_->name(c.rule)));
            bodies_.push_back({once->first, once->second, rule_name_[c.rule]});
        }
        std::string out = rule_name_[c.rule] + "{" + std::to_string(c.low) + ",";
        return out + (c.high == unbounded ? "" : std::to_string(c.high)) + "}";
    }

    /// All states from `entry` on, as the rule `name` and further ones of that name with a number.
    [[nodiscard]] result<void> print_part(state_id entry, std::string const& name, state_id back) {
        std::map<state_id, readable_row> rows;
        std::map<state_id, std::size_t> uses;
        std::vector<state_id> order{entry};
        uses[entry] = 2;
        for (std::size_t i = 0; i < order.size(); ++i) {
            result<readable_row> r = reader_.read(order[i], back, name);
            if (!r) {
                return r.error();
            }
            for (readable const& it : r->items) {
                if (uses[it.target]++ == 0) {
                    order.push_back(it.target);
                }
            }
            rows.emplace(order[i], *std::move(r));
            if (order.size() > bounds_.rules) {
                return diagnostic{errc::too_many_rules, {}, 0, note(name)};
            }
        }
        // what is written as a rule of its own: where a rule begins, what several places lead to, and loops
        std::map<state_id, std::string> names{{entry, name}};
        std::vector<state_id> starts{entry};
        for (state_id const s : order) {
            bool const last = rows.at(s).items.empty();
            bool const linear = rows.at(s).items.size() == 1 && !rows.at(s).ends;
            if (s != entry && !last && (uses[s] > 1 || !linear)) {
                names.emplace(s, fresh(name));
                starts.push_back(s);
            }
        }
        for (state_id const s : starts) {
            out_ += names.at(s) + " ::= ";
            readable_row const& r = rows.at(s);
            bool first = true;
            for (readable const& it : r.items) {
                out_ += first ? "" : " | ";
                first = false;
                if (auto const done = print_way(it, rows, names); !done) {
                    return done;
                }
            }
            if (r.ends || first) {
                if (!r.ends) {
                    return refuse_rule(name, "a state that leads nowhere");
                }
                out_ += first ? "\"\"" : " | \"\"";
            }
            out_ += "\n";
        }
        return {};
    }
    /// An item and what is behind it, up to the next rule or the end.
    [[nodiscard]] result<void> print_way(readable it, std::map<state_id, readable_row> const& rows,
                                         std::map<state_id, std::string> const& names) {
        bool quoted = false;
        while (true) {
            if (single(it)) {
                if (!quoted) {
                    out_ += "\"";
                }
                quoted = true;
                print_char(out_, it.set[0].low);
            } else {
                out_ += quoted ? "\" " : "";
                quoted = false;
                result<std::string> const text = print_item(it);
                if (!text) {
                    return text.error();
                }
                out_ += *text;
            }
            auto const named = names.find(it.target);
            readable_row const& next = rows.at(it.target);
            bool const over = named != names.end() || next.items.empty();
            if (over || !single(it) || !single(next.items[0])) {
                out_ += quoted ? "\"" : "";
                quoted = false;
                out_ += over && named == names.end() ? "" : " ";
            }
            if (over) {
                out_ += named == names.end() ? "" : named->second;
                return {};
            }
            it = next.items[0];
        }
    }

    network_view net_;
    state_reader reader_;
    network const* names_;
    limits bounds_;
    std::string out_;
    std::vector<std::string> rule_name_;
    std::vector<rule_id> rules_;
    std::vector<body> bodies_;
    std::set<std::string> taken_{"root"};
};

}  // namespace detail

/// A grammar with the same texts; its first rule is `root`.  Counters become `{low,high}`.
/// Errors: not_lowerable, with the rule: bytes that are no UTF-8, a counter that counts the steps of an automaton;
/// too_many_rules.
[[nodiscard]] inline result<std::string> to_gbnf(network const& net, limits const& bounds = {}) {
    return detail::gbnf_printer(net.view(), &net, bounds).run();
}

}  // namespace parlance::rtn

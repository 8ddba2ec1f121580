// parlance/rtn/to_gbnf.hpp - a network printed as a GBNF grammar that accepts the same texts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace parlance::rtn {

namespace detail {

/// Prints states as rules: alternatives of what a state can read and the state that comes then.  A state that only
/// one place leads to is written where it is needed.
class gbnf_printer {
public:
    gbnf_printer(network_view net, network const* names, limits const& bounds)
        : net_(net), names_(names), bounds_(bounds) {}

    [[nodiscard]] result<std::string> run() {
        rule_name_.resize(net_.rules.size());
        want_rule(net_.root);
        for (std::size_t i = 0; i < rules_.size(); ++i) {
            rule_id const r = rules_[i];
            if (auto const done = print_part(net_.rules[r], rule_name_[r], unbounded); !done) {
                return done.error();
            }
        }
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            auto const [begin, back, name] = bodies_[i];
            if (auto const done = print_part(begin, name, back); !done) {
                return done.error();
            }
        }
        return std::move(out_);
    }

private:
    /// What a state reads first: a set of code points, a token, or a call; and where it is then.
    struct item {
        enum class kind : std::uint8_t { set, token, token_not, call, counted } is = kind::set;
        std::uint32_t value = 0;
        state_id target = 0;
        std::vector<code_points> set{};
    };
    struct row {
        std::vector<item> items;
        bool ends = false;
    };
    struct body {
        state_id begin;
        state_id back;
        std::string name;
    };

    [[nodiscard]] diagnostic refuse(std::string_view rule, std::string_view why) const {
        return {errc::not_lowerable, {}, 0, note(rule).append(": ").append(why)};
    }

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

    [[nodiscard]] std::vector<state_id> closure(state_id s) const {
        std::vector<state_id> out{s};
        std::set<state_id> seen{s};
        for (std::size_t i = 0; i < out.size(); ++i) {
            for (edge const& e : net_.edges_of(out[i])) {
                if (e.kind == edge_kind::epsilon && seen.insert(e.target).second) {
                    out.push_back(e.target);
                }
            }
        }
        return out;
    }

    /// The target when every continuation of `remaining` bytes leads from `s` to it.
    [[nodiscard]] std::optional<state_id> all_continuations(state_id s, int remaining) const {
        for (; remaining > 0; --remaining) {
            auto const edges = net_.edges_of(s);
            if (edges.size() != 1 || edges[0].kind != edge_kind::bytes || edges[0].low != 0x80 ||
                edges[0].high != 0xBF || net_.accepts(s)) {
                return {};
            }
            s = edges[0].target;
        }
        return s;
    }
    /// Adds the code points whose remaining bytes are read from `s`; false where they are no UTF-8.
    [[nodiscard]] bool continuations(state_id s, char32_t prefix, int remaining,
                                     std::map<state_id, std::vector<code_points>>& to) const {
        if (std::optional<state_id> const all = all_continuations(s, remaining)) {
            int const shift = 6 * remaining;
            to[*all].push_back({prefix << shift, ((prefix + 1) << shift) - 1});
            return true;
        }
        for (state_id const c : closure(s)) {
            if (net_.accepts(c)) {
                return false;
            }
            for (edge const& e : net_.edges_of(c)) {
                if (e.kind == edge_kind::epsilon) {
                    continue;
                }
                if (e.kind != edge_kind::bytes || e.low < 0x80 || e.high > 0xBF) {
                    return false;
                }
                for (unsigned b = e.low; b <= e.high; ++b) {
                    char32_t const value = (prefix << 6) | (b & 0x3F);
                    if (remaining == 1) {
                        to[e.target].push_back({value, value});
                    } else if (!continuations(e.target, value, remaining - 1, to)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /// Everything that can be read in `s`; `back` ends a body where it is not `unbounded`.
    [[nodiscard]] result<row> read(state_id s, state_id back, std::string_view rule) const {
        row out;
        std::map<state_id, std::vector<code_points>> sets;
        for (state_id const c : closure(s)) {
            if (back != unbounded && c == back) {
                out.ends = true;
                continue;
            }
            out.ends = out.ends || (back == unbounded && net_.accepts(c));
            for (edge const& e : net_.edges_of(c)) {
                switch (e.kind) {
                case edge_kind::epsilon: break;
                case edge_kind::bytes:
                    for (unsigned b = e.low; b <= e.high; ++b) {
                        if (b < 0x80) {
                            unsigned const last = std::min<unsigned>(e.high, 0x7F);
                            sets[e.target].push_back({b, last});
                            b = last;
                            continue;
                        }
                        int const more = b >= 0xF0 ? 3 : b >= 0xE0 ? 2 : 1;
                        if (b < 0xC2 || b > 0xF4 ||
                            !continuations(e.target, b & (0x3Fu >> more), more, sets)) {
                            return refuse(rule, "bytes that are no UTF-8");
                        }
                    }
                    break;
                case edge_kind::call: out.items.push_back({item::kind::call, e.value, e.target, {}}); break;
                case edge_kind::counted_call:
                    out.items.push_back({item::kind::counted, e.value, e.target, {}});
                    break;
                case edge_kind::token: out.items.push_back({item::kind::token, e.value, e.target, {}}); break;
                case edge_kind::token_not:
                    out.items.push_back({item::kind::token_not, e.value, e.target, {}});
                    break;
                case edge_kind::tick: return refuse(rule, "a counter inside an automaton");
                }
            }
        }
        for (auto& [target, set] : sets) {
            out.items.push_back({item::kind::set, 0, target, normalized(set)});
        }
        return out;
    }

    /// The one iteration of a counted rule: it ticks in one state, where it also may return, and comes back there.
    [[nodiscard]] result<std::pair<state_id, state_id>> iteration(rule_id r) const {
        std::vector<state_id> const first = closure(net_.rules[r]);
        state_id round = unbounded;
        state_id begin = 0;
        std::vector<state_id> todo = first;
        std::set<state_id> seen(todo.begin(), todo.end());
        std::size_t ticks = 0;
        bool ends = false;
        for (std::size_t i = 0; i < todo.size(); ++i) {
            bool const here = i < first.size();
            ends = ends || (here && net_.accepts(todo[i]));
            for (edge const& e : net_.edges_of(todo[i])) {
                if (e.kind == edge_kind::tick) {
                    ++ticks;
                    round = here ? todo[i] : unbounded;
                    begin = e.target;
                }
                if (seen.insert(e.target).second) {
                    todo.push_back(e.target);
                }
            }
        }
        bool simple = ticks == 1 && round != unbounded && ends;
        for (state_id const s : first) {
            for (edge const& e : net_.edges_of(s)) {
                simple = simple && (e.kind == edge_kind::epsilon || e.kind == edge_kind::tick);
            }
        }
        // it may return in the round only
        std::set<state_id> const around(first.begin(), first.end());
        for (state_id const s : todo) {
            simple = simple && (!net_.accepts(s) || around.contains(s));
        }
        if (!simple) {
            return refuse(rule_name_[r], "a counter inside an automaton");
        }
        return std::pair{begin, round};
    }

    static void print_char(std::string& to, char32_t c) {
        constexpr char hex[] = "0123456789ABCDEF";
        bool const plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
            (c < 0x7F && std::string_view("!#$%&'()*+,./:;<=>?@_`{|}~").find(static_cast<char>(c)) !=
                             std::string_view::npos);
        if (plain) {
            to.push_back(static_cast<char>(c));
            return;
        }
        for (auto const& [value, letter] :
             {std::pair{'"', '"'}, {'\\', '\\'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}}) {
            if (c == static_cast<char32_t>(value)) {
                to.push_back('\\');
                to.push_back(letter);
                return;
            }
        }
        int const digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
        to += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
        for (int i = digits; i-- > 0;) {
            to.push_back(hex[(c >> (4 * i)) & 15]);
        }
    }
    static std::string print_set(std::vector<code_points> const& set) {
        std::vector<code_points> const others = complement(set);
        bool const negated = others.size() < set.size();
        std::string out = negated ? "[^" : "[";
        for (code_points const r : negated ? others : set) {
            print_char(out, r.low);
            if (r.high > r.low) {
                out.push_back('-');
                print_char(out, r.high);
            }
        }
        return out + "]";
    }
    static bool single(item const& i) {
        return i.is == item::kind::set && i.set.size() == 1 && i.set[0].low == i.set[0].high;
    }

    [[nodiscard]] result<std::string> print_item(item const& i) {
        switch (i.is) {
        case item::kind::set: return print_set(i.set);
        case item::kind::token: return "<[" + std::to_string(i.value) + "]>";
        case item::kind::token_not: return "!<[" + std::to_string(i.value) + "]>";
        case item::kind::call: want_rule(i.value); return rule_name_[i.value];
        case item::kind::counted: break;
        }
        count const& c = net_.counts[i.value];
        if (rule_name_[c.rule].empty()) {
            result<std::pair<state_id, state_id>> const once = iteration(c.rule);
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
        std::map<state_id, row> rows;
        std::map<state_id, std::size_t> uses;
        std::vector<state_id> order{entry};
        uses[entry] = 2;
        for (std::size_t i = 0; i < order.size(); ++i) {
            result<row> r = read(order[i], back, name);
            if (!r) {
                return r.error();
            }
            for (item const& it : r->items) {
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
            row const& r = rows.at(s);
            bool first = true;
            for (item const& it : r.items) {
                out_ += first ? "" : " | ";
                first = false;
                if (auto const done = print_way(it, rows, names); !done) {
                    return done;
                }
            }
            if (r.ends || first) {
                if (!r.ends) {
                    return refuse(name, "a state that leads nowhere");
                }
                out_ += first ? "\"\"" : " | \"\"";
            }
            out_ += "\n";
        }
        return {};
    }
    /// An item and what is behind it, up to the next rule or the end.
    [[nodiscard]] result<void> print_way(item it, std::map<state_id, row> const& rows,
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
            row const& next = rows.at(it.target);
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

// parlance/rtn/impl/to_gbnf.ipp - definitions of what parlance/rtn/to_gbnf.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/gbnf_chars.hpp>
#include <parlance/rtn/detail/row_shape.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parlance::rtn::detail {

/// Prints states as rules: alternatives of what a state can read and the state that comes then.  A state that only
/// one place leads to is written where it is needed.
class gbnf_printer {
public:
    gbnf_printer(network_view net, network const* names, limits const& bounds)
        : net_(net), reader_(net), names_(names), bounds_(bounds), spent_(bounds) {}

    [[nodiscard]] PARLANCE_DECL result<std::string> run();

private:
    /// back     ends it, where it is not `unbounded`
    /// counted  the counter it runs under, where its states and those of the counter are written as one
    struct body {
        state_id begin = 0;
        state_id back = unbounded;
        std::string name;
        std::optional<count> counted;
    };

    PARLANCE_DECL void want_rule(rule_id r);
    PARLANCE_DECL std::string fresh(std::string const& wish);

    PARLANCE_DECL static bool single(readable const& i);

    [[nodiscard]] PARLANCE_DECL result<std::string> print_item(readable const& i);

    [[nodiscard]] PARLANCE_DECL std::string counted_name(std::string const& kind, rule_id r);
    /// A rule that ticks in several places: each of its states is written once for every number of ticks.
    [[nodiscard]] PARLANCE_DECL result<std::string> print_counter(count const& c);

    /// Leaves out what leads to no end.
    PARLANCE_DECL static void prune(std::map<state_id, readable_row>& rows);

    /// The rows of one rule, how each is written, and which have a rule of their own.
    struct part_rows {
        std::map<state_id, readable_row> rows;
        std::map<state_id, row_shape> shapes;
        std::map<state_id, std::string> names;
    };

    /// Names what is written as a rule of its own: where the rule begins, what several places lead to, and branches;
    /// in the order in which they are met.
    [[nodiscard]] PARLANCE_DECL vec<state_id> name_rows(state_id entry, std::string const& name,
                                                        part_rows& out);
    /// An item that stands for itself, or with a `suffix` such as "*" that says how often.
    [[nodiscard]] PARLANCE_DECL result<std::string> print_repeated(readable const& it,
                                                                   std::string_view suffix);
    [[nodiscard]] PARLANCE_DECL result<void> print_row(state_id s, std::string const& name,
                                                       part_rows const& part);

    /// All states from its first on, as the rule of its name and further ones of that name with a number.
    [[nodiscard]] PARLANCE_DECL result<void> print_part(body const& part);
    /// An item and what is behind it, up to the next rule or the end.
    [[nodiscard]] PARLANCE_DECL result<void> print_way(readable it, part_rows const& part);
    /// What a state that is a line or a tail reads; whether more is behind it is up to the caller.
    [[nodiscard]] PARLANCE_DECL result<void> print_prefix(readable_row const& row, row_shape const& shape);

    network_view net_;
    state_reader reader_;
    network const* names_;
    static constexpr std::uint64_t steps_of_an_item = 560;
    static constexpr std::size_t bytes_of_an_item = 2 * sizeof(readable);

    limits bounds_;
    work spent_;
    std::string out_;
    std::vector<std::string> rule_name_;
    vec<rule_id> rules_;
    vec<body> bodies_;
    std::map<std::tuple<rule_id, std::uint32_t, std::uint32_t>, std::string> counters_;
    std::set<std::string> taken_{"root"};
    std::map<std::string, std::size_t> numbers_;  // the last that a name was given
};

result<std::string> gbnf_printer::run() {
    rule_name_.resize(net_.rules.size());
    want_rule(net_.root);
    // a rule may want bodies, and a body rules
    for (std::size_t rule = 0, each = 0; rule < rules_.size() || each < bodies_.size();) {
        body next;
        if (rule < rules_.size()) {
            rule_id const r = rules_[rule++];
            next = {net_.rules[r], unbounded, rule_name_[r], {}};
        } else {
            next = bodies_[each++];
        }
        if (auto const done = print_part(next); !done) {
            return done.error();
        }
    }
    return std::move(out_);
}

void gbnf_printer::want_rule(rule_id r) {
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

std::string gbnf_printer::fresh(std::string const& wish) {
    std::string name = wish;
    for (std::size_t& last = numbers_.try_emplace(wish, 1).first->second; !taken_.insert(name).second;) {
        name = wish + "-" + std::to_string(++last);
    }
    return name;
}

bool gbnf_printer::single(readable const& i) {
    return i.is == readable::kind::set && i.set.size() == 1 && i.set[0].low == i.set[0].high;
}

result<std::string> gbnf_printer::print_item(readable const& i) {
    switch (i.is) {
    case readable::kind::set: return print_set(i.set);
    case readable::kind::token: return "<[" + std::to_string(i.value) + "]>";
    case readable::kind::token_not: return "!<[" + std::to_string(i.value) + "]>";
    case readable::kind::call: want_rule(i.value); return rule_name_[i.value];
    case readable::kind::counted: break;
    }
    count const& c = net_.counts[i.value];
    auto const once = reader_.iteration(c.rule);
    if (!once) {
        return print_counter(c);
    }
    if (rule_name_[c.rule].empty()) {
        rule_name_[c.rule] = counted_name("each", c.rule);
        bodies_.push_back({once->first, once->second, rule_name_[c.rule], {}});
    }
    std::string out = rule_name_[c.rule] + "{" + std::to_string(c.low) + ",";
    return out + (c.high == unbounded ? "" : std::to_string(c.high)) + "}";
}

std::string gbnf_printer::counted_name(std::string const& kind, rule_id r) {
    std::string_view const own = names_ == nullptr ? std::string_view{} : names_->name(r);
    bool const plain = !own.empty() && own.find_first_of(" /") == std::string_view::npos;
    return fresh(plain ? kind + "-" + std::string(own) : kind);
}

result<std::string> gbnf_printer::print_counter(count const& c) {
    auto const [known, first] = counters_.try_emplace({c.rule, c.low, c.high});
    if (first) {
        if (!reader_.can_count(c, bounds_.rules)) {
            return diagnostic{errc::too_many_rules, {}, 0, "a counter inside an automaton"};
        }
        known->second = counted_name("counted", c.rule);
        bodies_.push_back({net_.rules[c.rule], unbounded, known->second, c});
    }
    return known->second;
}

void gbnf_printer::prune(std::map<state_id, readable_row>& rows) {
    std::set<state_id> fine;
    for (std::size_t before = 1; before != fine.size();) {
        before = fine.size();
        for (auto at = rows.rbegin(); at != rows.rend(); ++at) {  // ticks ascend: one round does for most
            auto const& [s, row] = *at;
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

result<void> gbnf_printer::print_part(body const& part) {
    auto const& [entry, back, name, counted] = part;
    std::map<state_id, readable_row> rows;
    std::set<state_id> met{entry};
    vec<state_id> order{entry};
    std::size_t held = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        result<readable_row> r =
            counted ? reader_.read_counted(order[i], *counted, name) : reader_.read(order[i], back, name);
        if (!r) {
            return r.error();
        }
        std::size_t const items = r->items.size() + 1;
        held += items * bytes_of_an_item;
        if (!spent_.spend(items * steps_of_an_item) || !spent_.hold(items * bytes_of_an_item)) {
            return spent_.error("printing a network");
        }
        for (readable const& it : r->items) {
            if (met.insert(it.target).second) {
                order.push_back(it.target);
            }
        }
        rows.emplace(order[i], *std::move(r));
        if (order.size() > bounds_.rules) {
            return diagnostic{errc::too_many_rules, {}, 0, note(name)};
        }
    }
    if (counted) {
        prune(rows);
    }
    if (!merge_equal_rows(rows, entry, spent_)) {
        return spent_.error("printing a network");
    }
    part_rows all{std::move(rows), {}, {}};
    all.shapes = shapes_of(all.rows);
    for (state_id const s : name_rows(entry, name, all)) {
        std::size_t const before = out_.size();
        out_ += all.names.at(s) + " ::= ";
        if (auto const done = print_row(s, name, all); !done) {
            return done;
        }
        out_ += "\n";
        if (!spent_.spend(2 * (out_.size() - before)) || !spent_.hold(2 * (out_.size() - before))) {
            return spent_.error("printing a network");
        }
    }
    spent_.release(held);
    return {};
}

vec<state_id> gbnf_printer::name_rows(state_id entry, std::string const& name, part_rows& out) {
    std::unordered_map<state_id, std::size_t> uses{{entry, 2}};
    vec<state_id> order{entry};
    for (std::size_t i = 0; i < order.size(); ++i) {
        readable_row const& row = out.rows.at(order[i]);
        row_shape const& shape = out.shapes.at(order[i]);
        for (std::size_t item = 0; item < row.items.size() && shape.is != row_shape::kind::tail; ++item) {
            bool const left_out =
                shape.is == row_shape::kind::line ? item != shape.next : item == shape.repeated;
            if (!left_out && uses[row.items[item].target]++ == 0) {
                order.push_back(row.items[item].target);
            }
        }
    }
    vec<state_id> starts;
    for (state_id const s : order) {
        readable_row const& row = out.rows.at(s);
        row_shape const& shape = out.shapes.at(s);
        bool const last = shape.is == row_shape::kind::line && !shape.repeated && !shape.optional &&
                          row.items[0].is != readable::kind::counted &&
                          out.rows.at(row.items[0].target).items.empty();
        bool const inside = last || (row.items.empty() && row.ends) || shape.is == row_shape::kind::tail ||
                            (shape.is == row_shape::kind::line && uses[s] == 1);
        if (s == entry || !inside) {
            out.names.emplace(s, s == entry ? name : fresh(name));
            starts.push_back(s);
        }
    }
    return starts;
}

result<std::string> gbnf_printer::print_repeated(readable const& it, std::string_view suffix) {
    std::string text;
    if (single(it)) {
        text = "\"";
        print_char(text, it.set[0].low);
        text += "\"";
    } else {
        result<std::string> printed = print_item(it);
        if (!printed) {
            return printed;
        }
        text = *std::move(printed);
    }
    bool const repeated =
        it.is == readable::kind::counted && !suffix.empty();  // a repetition has no other inside
    return (repeated ? "(" + text + ")" : text).append(suffix);
}

result<void> gbnf_printer::print_prefix(readable_row const& row, row_shape const& shape) {
    std::string suffix;
    std::size_t item = 0;
    if (shape.is == row_shape::kind::tail) {
        suffix = shape.most == unbounded ? "*"
                 : shape.most == 1       ? "?"
                                         : "{0," + std::to_string(shape.most) + "}";
    } else if (shape.repeated || shape.optional) {
        suffix = shape.repeated ? "*" : "?";
        item = shape.repeated ? *shape.repeated : *shape.optional;
    } else {
        return {};
    }
    auto const text = print_repeated(row.items[item], suffix);
    if (!text) {
        return text.error();
    }
    out_ += *text;
    return {};
}

result<void> gbnf_printer::print_row(state_id s, std::string const& name, part_rows const& part) {
    readable_row const& row = part.rows.at(s);
    row_shape const& shape = part.shapes.at(s);
    if (auto const done = print_prefix(row, shape); !done) {
        return done;
    }
    bool const prefixed = shape.repeated || shape.optional;
    if (shape.is == row_shape::kind::tail) {
        return {};
    }
    out_ += prefixed ? " " : "";
    if (shape.is == row_shape::kind::line) {
        return print_way(row.items[shape.next], part);
    }
    if (row.items.empty() && !row.ends) {
        return refuse_rule(name, "a state that leads nowhere");
    }
    out_ += prefixed ? "(" : "";
    bool first = true;
    for (std::size_t i = 0; i < row.items.size(); ++i) {
        if (i == shape.repeated) {
            continue;
        }
        out_ += first ? "" : " | ";
        first = false;
        if (auto const done = print_way(row.items[i], part); !done) {
            return done;
        }
    }
    if (row.ends) {
        out_ += first ? "\"\"" : " | \"\"";
    }
    out_ += prefixed ? ")" : "";
    return {};
}

result<void> gbnf_printer::print_way(readable it, part_rows const& part) {
    bool quoted = false;
    while (true) {
        if (single(it)) {
            out_ += quoted ? "" : "\"";
            quoted = true;
            print_char(out_, it.set[0].low);
        } else {
            result<std::string> const text = print_item(it);
            if (!text) {
                return text.error();
            }
            out_ += *text;
        }
        auto const named = part.names.find(it.target);
        readable_row const& next = part.rows.at(it.target);
        row_shape const& shape = part.shapes.at(it.target);
        bool const over =
            named != part.names.end() || next.items.empty() || shape.is == row_shape::kind::tail;
        bool const prefixed = !over && (shape.repeated || shape.optional);
        if (over || prefixed || !quoted || !single(next.items[shape.next])) {
            out_ += std::exchange(quoted, false) ? "\"" : "";
            out_ += next.items.empty() && named == part.names.end() ? "" : " ";
        }
        if (named != part.names.end()) {
            out_ += named->second;
            return {};
        }
        if (next.items.empty()) {
            return {};
        }
        if (auto const done = print_prefix(next, shape); !done || over) {
            return done;
        }
        out_ += prefixed ? " " : "";
        it = next.items[shape.next];
    }
}

}  // namespace parlance::rtn::detail

namespace parlance::rtn {

result<std::string> to_gbnf(network const& net, limits const& bounds) {
    return detail::gbnf_printer(net.view(), &net, bounds).run();
}

}  // namespace parlance::rtn

// parlance/schema/detail/validate/impl/text_patterns.ipp - definitions of what parlance/schema/detail/validate/text_patterns.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/validate/text_patterns.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/regex_parts.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

result<bool> text_patterns::found_in(std::string_view pattern, std::string_view text, work& spent) {
    // upper bounds that only longer texts meet are left out, for lengths that are powers of two
    constexpr std::size_t short_text = 16;
    constexpr std::uint64_t steps_of_a_part = 20;
    constexpr std::uint64_t steps_of_a_byte = 8;
    std::size_t const longest = std::bit_ceil((std::max)(text.size(), short_text));
    auto const [known, fresh] = parts_.try_emplace({std::string(pattern), longest});
    if (fresh && !split(pattern, longest, known->second, spent)) {
        return spent.error("a regular expression");
    }
    bool first = true;
    for (part const& p : known->second) {
        if (!std::exchange(first, false) && !spent.spend(steps_of_a_part + steps_of_a_byte * text.size())) {
            return spent.error("a regular expression");
        }
        result<bool> const found = matches(*p.of, text, spent);
        if (!found || *found == p.negative) {
            return found ? result<bool>(false) : found;
        }
    }
    return true;
}

bool text_patterns::split(std::string_view pattern, std::size_t longest, vec<part>& to, work& spent) {
    constexpr std::uint64_t steps_of_a_byte = 40;
    constexpr std::uint64_t steps_of_a_part = 100;
    if (!spent.spend(steps_of_a_byte * pattern.size())) {
        return false;
    }
    std::size_t const number = parts_.size();
    for (rtn::pattern_part const& each : rtn::parts_of_pattern(pattern, spent)) {
        std::string text = rtn::without_vain_bounds(each.text, longest, spent);
        if (!spent.spend(steps_of_a_part) || !spent.hold(sizeof(automata::entry) + text.size())) {
            return false;
        }
        automata::entry& of = automata_.try_emplace(std::move(text)).at;
        if (std::exchange(of.value.part_of[each.negative ? 1 : 0], number) != number) {
            to.push_back({&of, each.negative});
        }
    }
    return spent.why() == errc::none;
}

result<bool> text_patterns::has_format(std::string_view format, std::string_view text, work& spent) {
    auto found = formats_.find(std::string(format));
    if (found == formats_.end()) {
        result<rtn::dfa> made = format_dfa(format, spent);
        if (!made) {
            return made.error();
        }
        found = formats_.emplace(std::string(format), *std::move(made)).first;
    }
    return found->second.accepts(text);
}

result<bool> text_patterns::matches(automata::entry& of, std::string_view text, work& spent) {
    automaton& known = of.value;
    if (!known.all && !known.single) {
        result<automaton> made = made_of(of.key, spent);
        if (!made) {
            return made.error();
        }
        known.all = std::move(made->all);
        known.single = std::move(made->single);
    }
    return known.all ? result<bool>(known.all->accepts(text)) : known.single->accepts(text, spent);
}

result<text_patterns::automaton> text_patterns::made_of(std::string_view pattern, work& spent) {
    constexpr std::size_t most_states = 20'000;
    constexpr unsigned quarter = 4;
    work some = spent.share(quarter);
    result<rtn::dfa> all = rtn::regex(pattern, rtn::regex_match::search, most_states, some);
    if (!spent.settle(some, quarter)) {
        return spent.error("a regular expression");
    }
    automaton out;
    if (all) {
        out.all = *std::move(all);
        return out;
    }
    errc const why = all.error().code;
    if (why != errc::out_of_fuel && why != errc::out_of_memory_budget && why != errc::too_many_states) {
        return all.error();
    }
    result<rtn::regex_nfa> single =
        rtn::nondeterministic_regex(pattern, rtn::regex_match::search, most_states, spent);
    if (!single) {
        return single.error();
    }
    out.single = *std::move(single);
    return out;
}

}  // namespace parlance::schema::detail

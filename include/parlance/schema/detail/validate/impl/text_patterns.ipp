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
    std::size_t const longest = std::bit_ceil((std::max)(text.size(), short_text));
    auto const [known, fresh] = parts_.try_emplace({std::string(pattern), longest});
    if (fresh) {
        if (!spent.spend(40 * pattern.size())) {
            return spent.error("a regular expression");
        }
        known->second = rtn::parts_of_pattern(pattern);
        for (rtn::pattern_part& part : known->second) {
            part.text = rtn::without_vain_bounds(part.text, longest, spent);
        }
    }
    for (rtn::pattern_part const& part : known->second) {
        result<bool> const found = matches(part.text, text, spent);
        if (!found || *found == part.negative) {
            return found ? result<bool>(false) : found;
        }
    }
    return true;
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

result<bool> text_patterns::matches(std::string_view pattern, std::string_view text, work& spent) {
    auto found = automata_.find(std::string(pattern));
    if (found == automata_.end()) {
        result<automaton> made = made_of(pattern, spent);
        if (!made) {
            return made.error();
        }
        found = automata_.emplace(std::string(pattern), *std::move(made)).first;
    }
    automaton const& of = found->second;
    return of.all ? result<bool>(of.all->accepts(text)) : of.single->accepts(text, spent);
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

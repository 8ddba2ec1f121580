// parlance/mask/detail/trigger/impl/pattern.ipp - definitions of what parlance/mask/detail/trigger/pattern.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/trigger/pattern.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/position.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

result<pattern_parts> split_at_capture(std::string_view expression) {
    constexpr std::size_t none = std::string_view::npos;
    std::size_t open = none;
    std::size_t close = none;
    std::size_t name_end = none;
    std::size_t alternative = none;
    std::size_t depth = 0;
    std::size_t opened_at = 0;
    auto const refused = [&](std::size_t at, std::string_view why) {
        return diagnostic{errc::not_lowerable, locate(expression, at), 0, note{why}};
    };
    for (std::size_t i = 0; i < expression.size(); ++i) {
        switch (expression[i]) {
        case '\\': ++i; break;
        case '[':
            for (++i; i < expression.size() && expression[i] != ']'; ++i) {
                i += expression[i] == '\\';
            }
            break;
        case '$': return refused(i, "'$': a trigger does not know where the text ends");
        case '|': alternative = depth == 0 ? i : alternative; break;
        case '(': {
            std::string_view const rest = expression.substr(i + 1);
            if (rest.starts_with("?<=") || rest.starts_with("?<!")) {
                // The parts beside the capture are read apart, and do not see each other.
                return refused(i, "a trigger does not look behind; write it in front of the capture");
            }
            bool const named = rest.starts_with("?P<") || rest.starts_with("?<");
            if (named || !rest.starts_with("?")) {
                if (open != none) {
                    return refused(i, "a trigger has one capture; write (?: for the others");
                }
                if (depth != 0) {
                    return refused(i, "the capture may not stand inside another group");
                }
                open = i;
                opened_at = depth;
                name_end = named ? expression.find('>', i) : i;
            }
            ++depth;
            break;
        }
        case ')':
            depth -= depth > 0;
            if (open != none && close == none && depth == opened_at) {
                close = i;
            }
            break;
        default: break;
        }
    }
    if (open == none) {
        bool const anchored = expression.starts_with("^") && alternative == none;
        return pattern_parts{anchored ? "^" : "", std::string{expression.substr(anchored ? 1 : 0)}, {}};
    }
    if (close == none || name_end == none) {
        return refused(open, "a group is never closed");
    }
    if (alternative != none) {
        return refused(alternative, "put the alternatives beside the capture into (?:...)");
    }
    std::string_view const behind = expression.substr(close + 1);
    if (!behind.empty() && std::string_view{"*+?{"}.find(behind[0]) != none) {
        return refused(close + 1, "the capture may not be repeated; put the repetition inside");
    }
    return pattern_parts{std::string{expression.substr(0, open)},
                         std::string{expression.substr(name_end + 1, close - name_end - 1)},
                         std::string{behind}};
}

result<pattern> pattern::compile(std::string_view expression, limits const& bounds) {
    result<pattern_parts> const parts = split_at_capture(expression);
    if (!parts) {
        return parts.error();
    }
    for (std::string const* part : {&parts->inside, &parts->behind}) {
        if (has_anchor(*part)) {
            return diagnostic{errc::not_lowerable, {}, 0, note{"'^' stands before the capture"}};
        }
    }
    pattern out;
    rtn::builder code;
    code.add_rule("pattern");
    struct {
        std::string text;
        role at_end;
        rtn::state_id* start;
    } const parts_of[] = {{"[^]*(?:" + parts->before + ")", role::opens, &out.start},
                          {parts->inside, role::closes, &out.inside},
                          {parts->behind, role::fires, &out.behind}};
    limits of_each = bounds;  // they and what writes them share what the call has
    of_each.fuel /= std::size(parts_of) + 1;
    of_each.allocated_bytes /= std::size(parts_of) + 1;
    work writing(of_each);
    bool empty = true;
    for (auto const& part : parts_of) {
        auto const automaton = rtn::regex(part.text, rtn::regex_match::whole, most_states, of_each);
        if (!automaton) {
            return automaton.error();
        }
        *part.start = out.add(code, *automaton, part.at_end, writing);
        if (writing.why() != errc::none) {
            return writing.error("a trigger");
        }
        empty = empty && (part.at_end == role::opens || automaton->labels[0] != 0);
        if (part.at_end == role::opens) {
            out.other = *part.start + automaton->step(0, 0xFFFD);
        }
    }
    if (empty) {
        return diagnostic{errc::not_lowerable, {}, 0, note{"it matches the empty text"}};
    }
    out.roles.resize(code.state_count(), role::none);
    out.code = std::move(code).finish();
    return out;
}

bool pattern::has_anchor(std::string_view part) noexcept {
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] == '\\') {
            ++i;
        } else if (part[i] == '[') {
            for (++i; i < part.size() && part[i] != ']'; ++i) {
                i += part[i] == '\\';
            }
        } else if (part[i] == '^') {
            return true;
        }
    }
    return false;
}

rtn::state_id pattern::add(rtn::builder& out, rtn::dfa const& automaton, role at_end, work& spent) {
    std::uint64_t const steps_of_a_state = 200 + 8 * automaton.letters.starts.size();
    rtn::state_id const first = static_cast<rtn::state_id>(out.state_count());
    for (std::uint32_t const label : automaton.labels) {
        roles.resize(out.add_state(), role::none);
        roles.push_back(label != 0 ? at_end : role::none);
    }
    for (std::uint32_t s = 0; s < automaton.states() && spent.spend(steps_of_a_state); ++s) {
        for (auto const& [to, set] : automaton.moves(s)) {
            rtn::add_ranges(out, first + s, set, first + to);
        }
    }
    return first;
}

}  // namespace parlance::mask::detail

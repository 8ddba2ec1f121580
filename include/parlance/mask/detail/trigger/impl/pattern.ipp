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

/// Where the capture of a pattern stands, and what stands beside it.
class capture_finder {
public:
    static constexpr std::size_t none = std::string_view::npos;

    explicit capture_finder(std::string_view expression) : text_(expression) {}

    /// Errors: not_lowerable, for what a trigger cannot have.
    [[nodiscard]] PARLANCE_DECL result<void> read();

    [[nodiscard]] diagnostic refused(std::size_t at, std::string_view why) const {
        return {errc::not_lowerable, locate(text_, at), 0, note{why}};
    }

    std::size_t open = none;
    std::size_t close = none;
    std::size_t inside = none;       // where its expression begins
    std::size_t alternative = none;  // the last '|' outside of all groups

private:
    [[nodiscard]] PARLANCE_DECL result<void> enter_group(std::size_t at);
    void leave_group(std::size_t at) noexcept {
        depth_ -= depth_ > 0;
        if (open != none && close == none && depth_ == opened_at_) {
            close = at;
        }
    }

    std::string_view text_;
    std::size_t depth_ = 0;
    std::size_t opened_at_ = 0;
};

result<void> capture_finder::read() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
        switch (text_[i]) {
        case '\\': ++i; break;
        case '[':
            for (++i; i < text_.size() && text_[i] != ']'; ++i) {
                i += text_[i] == '\\';
            }
            break;
        case '$': return refused(i, "'$': a trigger does not know where the text ends");
        case '|': alternative = depth_ == 0 ? i : alternative; break;
        case '(':
            if (auto const r = enter_group(i); !r) {
                return r;
            }
            break;
        case ')': leave_group(i); break;
        default: break;
        }
    }
    return {};
}

result<void> capture_finder::enter_group(std::size_t at) {
    std::string_view const rest = text_.substr(at + 1);
    if (rest.starts_with("?<=") || rest.starts_with("?<!")) {
        // The parts beside the capture are read apart, and do not see each other.
        return refused(at, "a trigger does not look behind; write it in front of the capture");
    }
    bool const named = rest.starts_with("?P<") || rest.starts_with("?<");
    if (named || !rest.starts_with("?")) {
        if (open != none) {
            return refused(at, "a trigger has one capture; write (?: for the others");
        }
        if (depth_ != 0) {
            return refused(at, "the capture may not stand inside another group");
        }
        open = at;
        opened_at_ = depth_;
        std::size_t const before = named ? text_.find('>', at) : at;
        inside = before == none ? none : before + 1;
    }
    ++depth_;
    return {};
}

result<pattern_parts> split_at_capture(std::string_view expression) {
    capture_finder found(expression);
    if (auto const r = found.read(); !r) {
        return r.error();
    }
    constexpr std::size_t none = capture_finder::none;
    if (found.open == none) {
        bool const anchored = expression.starts_with("^") && found.alternative == none;
        return pattern_parts{anchored ? "^" : "", std::string{expression.substr(anchored ? 1 : 0)}, {}};
    }
    if (found.close == none || found.inside == none) {
        return found.refused(found.open, "a group is never closed");
    }
    if (found.alternative != none) {
        return found.refused(found.alternative, "put the alternatives beside the capture into (?:...)");
    }
    std::string_view const behind = expression.substr(found.close + 1);
    if (!behind.empty() && std::string_view{"*+?{"}.find(behind[0]) != none) {
        return found.refused(found.close + 1, "the capture may not be repeated; put the repetition inside");
    }
    return pattern_parts{std::string{expression.substr(0, found.open)},
                         std::string{expression.substr(found.inside, found.close - found.inside)},
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
    std::uint64_t const steps_of_a_state = 200 + 14 * automaton.letters.starts.size();
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

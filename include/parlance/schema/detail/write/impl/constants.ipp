// parlance/schema/detail/write/impl/constants.ipp - constants, and the white space around them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_sort.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema::detail {

void writer::write_spelled(state_id from, std::string_view text, state_id to) {
    constexpr std::uint64_t steps_of_a_byte = 4;
    (void)spent_.spend(steps_of_a_byte * text.size());
    state_id const at = out_.literal(from, text.substr(0, text.size() - 1));
    auto const last = static_cast<std::uint8_t>(text.back());
    out_.bytes(at, last, last, to);
}

/// A number in all the spellings that programs give it.
void writer::write_number(state_id from, boost::json::value const& v, state_id to) {
    maybe<decimal> const d = to_decimal(v);
    if (!d) {
        return;
    }
    write_spelled(from, d->text(), to);
    if (d->whole() && v.is_double() && d->point < 18) {
        write_spelled(from, d->text() + ".0", to);
    }
    if (v.is_double() && (d->point < -3 || d->point > 16)) {
        std::string const mantissa = std::string(d->negative ? "-" : "") + d->digits.front() +
                                     (d->digits.size() > 1 ? "." + d->digits.substr(1) : "") + "e";
        std::string const power = std::to_string(d->point > 0 ? d->point - 1 : 1 - d->point);
        std::string const padded = (power.size() < 2 ? "0" : "") + power;
        write_spelled(from, mantissa + (d->point > 0 ? "+" : "-") + padded, to);
        if (d->point > 0 || padded != power) {
            write_spelled(from, mantissa + (d->point > 0 ? "" : "-") + power, to);
        }
    }
}

/// Items or members between brackets; `write` writes one of them from a state, and returns that behind it.
template <class Parts, class Write>
void writer::write_between(state_id from, char open, Parts const& parts, char close, state_id to,
                           Write const& write) {
    state_id at = out_.add_state();
    out_.bytes(from, static_cast<std::uint8_t>(open), static_cast<std::uint8_t>(open), at);
    at = pad(at);
    bool first = true;
    for (auto const& part : parts) {
        if (!first) {
            at = pad(out_.literal(loop(at), how_.item_separator));
        }
        first = false;
        at = write(at, part);
    }
    out_.bytes(parts.empty() ? at : pad(at), static_cast<std::uint8_t>(close),
               static_cast<std::uint8_t>(close), to);
}

writer::constant_object writer::begin_constant_object() {
    rule_id const rule = out_.add_rule("object");
    objects_.push_back({rule, rtn::member_names::listed, {}});
    state_id const end = out_.add_state();
    out_.accept(end);
    return {rule, end};
}

/// A constant, in JSON's canonical spelling, with the white space that any value may have.
void writer::write_value(state_id from, boost::json::value const& v, state_id to, bool in_object) {
    constexpr std::uint64_t steps_of_a_value = 40;
    (void)spent_.spend(steps_of_a_value);  // pay() sees whether it could be paid for
    auto const behind = [&](state_id at, boost::json::value const& part) {
        state_id const next = out_.add_state();
        write_value(at, part, next, in_object);
        return next;
    };
    if (v.is_null()) {
        write_spelled(from, "null", to);
    } else if (v.is_bool()) {
        write_spelled(from, v.get_bool() ? "true" : "false", to);
    } else if (v.is_string()) {
        write_spelled(from, '"' + json_spelling(v.get_string()) + '"', to);
    } else if (v.is_number()) {
        write_number(from, v, to);
    } else if (v.is_array()) {
        write_between(from, '[', v.get_array(), ']', to, behind);
    } else if (!in_object) {
        constant_object const object = begin_constant_object();
        write_value(out_.entry(object.rule), v, object.end, true);
        out_.call(from, object.rule, to);
    } else {
        write_between(from, '{', v.get_object(), '}', to, [&](state_id at, auto const& member) {
            at = out_.literal(at, '"' + json_spelling(member.key()) + '"');
            at = gap(out_.literal(loop(at), how_.key_separator));
            return behind(at, member.value());
        });
    }
}

void writer::write_texts(state_id from, blocks<std::string> const& all, state_id to) {
    constexpr std::uint64_t steps_of_a_text = 40;
    constexpr std::uint64_t steps_of_a_byte = 8;
    vec<std::string_view> texts;
    texts.reserve(all.size());
    for (std::size_t b = 0; b < all.block_count(); ++b) {
        if (!spent_.spend(all.block(b).size())) {
            return;
        }
        for (std::string const& text : all.block(b)) {
            texts.push_back(text);
        }
    }
    if (!paid_sort(texts, spent_)) {
        return;  // pay() sees why
    }
    vec<state_id> path{from};  // behind so many bytes of the text before
    std::string_view before;
    paid_rounds each(spent_, steps_of_a_byte);
    for (std::string_view const text : texts) {
        if (!spent_.spend(steps_of_a_text + text.size() / 8)) {  // to be compared
            return;
        }
        auto const [differs, _] = std::mismatch(text.begin(), text.end(), before.begin(), before.end());
        auto const same = static_cast<std::size_t>(differs - text.begin());
        before = text;
        if (same == text.size()) {
            continue;
        }
        path.resize(same + 1);
        for (std::size_t i = same; i < text.size(); ++i) {
            if (!each.next()) {
                return;
            }
            auto const byte = static_cast<std::uint8_t>(text[i]);
            path.push_back(i + 1 == text.size() ? to : out_.add_state());
            out_.bytes(path[i], byte, byte, path.back());
        }
    }
}

/// Reads the caller's white space.  Errors: those of rtn::regex, and not_lowerable for a pattern of anything else.
result<void> writer::read_spaces() {
    if (how_.whitespace != spaces::pattern) {
        return {};
    }
    std::pair<std::string_view, rtn::dfa*> const both[] = {{how_.space_inside, &inside_},
                                                           {how_.space_behind_key, &behind_key_}};
    for (auto const& [text, to] : both) {
        result<rtn::dfa> made = rtn::regex(text, rtn::regex_match::whole);
        if (!made) {
            return made.error();
        }
        *to = *std::move(made);
        for (std::uint32_t s = 0; s < to->states(); ++s) {
            for (auto const& [next, set] : to->moves(s)) {
                for (code_points const& c : set) {
                    if (c.high - c.low > 1 || !is_space(c.low) || !is_space(c.high)) {
                        return diagnostic{
                            errc::not_lowerable, {}, 0, note(text).append(": not only white space")};
                    }
                }
            }
        }
    }
    return {};
}

/// White space as an automaton says it.
state_id writer::space_of(rtn::dfa const& a, std::string const& name, state_id from) {
    result<rule_id> const r = shared_rule(name, name, [&](state_id entry, state_id) -> result<void> {
        vec<state_id> place{entry};
        while (place.size() < a.states()) {
            place.push_back(out_.add_state());
        }
        for (std::uint32_t s = 0; s < a.states(); ++s) {
            if (a.labels[s] != 0) {
                out_.accept(place[s]);
            }
            for (auto const& [next, set] : a.moves(s)) {
                for (code_points const& c : set) {
                    out_.bytes(place[s], static_cast<std::uint8_t>(c.low), static_cast<std::uint8_t>(c.high),
                               place[next]);
                }
            }
        }
        return {};
    });
    state_id const next = out_.add_state();
    out_.call(from, *r, next);
    return next;
}

/// White space at the inside of brackets and behind separators of items.
state_id writer::pad(state_id from) {
    if (how_.whitespace == spaces::compact) {
        return from;
    }
    if (how_.whitespace == spaces::pattern) {
        return space_of(inside_, "pad", from);
    }
    if (how_.whitespace == spaces::json) {
        return loop(from);
    }
    result<rule_id> const r = shared_rule("pad", "pad", [&](state_id entry, state_id end) -> result<void> {
        out_.accept(entry);
        out_.bytes(entry, ' ', ' ', end);
        state_id at = out_.add_state();
        out_.bytes(entry, '\n', '\n', at);
        for (int i = 0; i < 20; ++i) {
            out_.accept(at);
            state_id const next = out_.add_state();
            out_.bytes(at, ' ', ' ', next);
            out_.bytes(at, '\t', '\t', next);
            at = next;
        }
        out_.accept(at);
        return {};
    });
    state_id const next = out_.add_state();
    out_.call(from, *r, next);
    return next;
}

/// White space behind the separator of key and value.
state_id writer::gap(state_id from) {
    if (how_.whitespace == spaces::pattern) {
        return space_of(behind_key_, "gap", from);
    }
    if (how_.whitespace == spaces::bounded) {
        state_id const next = out_.add_state();
        out_.bytes(from, ' ', ' ', next);
        out_.epsilon(from, next);
        return next;
    }
    return loop(from);
}

/// White space where only RFC 8259's policy has any.
state_id writer::loop(state_id from) {
    if (how_.whitespace != spaces::json) {
        return from;
    }
    state_id const next = out_.add_state();
    out_.epsilon(from, next);
    out_.bytes(next, '\t', '\n', next);
    out_.bytes(next, '\r', '\r', next);
    out_.bytes(next, ' ', ' ', next);
    return next;
}

}  // namespace parlance::schema::detail

// parlance/schema/detail/constants.hpp - constants, and the white space around them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/writer.hpp>

namespace parlance::schema::detail {

/// A constant, in JSON's canonical spelling, with the white space that any value may have.
inline void writer::write_value(state_id from, boost::json::value const& v, state_id to) {
    auto const close = [&](state_id at, std::string_view text) {
        at = out_.literal(at, text.substr(0, text.size() - 1));
        auto const last = static_cast<std::uint8_t>(text.back());
        out_.bytes(at, last, last, to);
    };
    if (v.is_null()) {
        close(from, "null");
    } else if (v.is_bool()) {
        close(from, v.get_bool() ? "true" : "false");
    } else if (v.is_string()) {
        close(from, '"' + json_spelling(v.get_string()) + '"');
    } else if (v.is_number()) {
        std::optional<decimal> const d = to_decimal(v);
        if (!d) {
            return;
        }
        close(from, d->text());
        if (d->whole() && v.is_double() && d->point < 18) {
            close(from, d->text() + ".0");
        }
    } else if (v.is_array()) {
        state_id at = out_.add_state();
        out_.bytes(from, '[', '[', at);
        at = pad(at);
        bool first = true;
        for (auto const& item : v.get_array()) {
            if (!first) {
                at = pad(out_.literal(loop(at), how_.item_separator));
            }
            first = false;
            state_id const next = out_.add_state();
            write_value(at, item, next);
            at = next;
        }
        out_.bytes(v.get_array().empty() ? at : pad(at), ']', ']', to);
    } else {
        state_id at = out_.add_state();
        out_.bytes(from, '{', '{', at);
        at = pad(at);
        bool first = true;
        for (auto const& member : v.get_object()) {
            if (!first) {
                at = pad(out_.literal(loop(at), how_.item_separator));
            }
            first = false;
            at = out_.literal(at, '"' + json_spelling(member.key()) + '"');
            at = gap(out_.literal(loop(at), how_.key_separator));
            state_id const next = out_.add_state();
            write_value(at, member.value(), next);
            at = next;
        }
        out_.bytes(v.get_object().empty() ? at : pad(at), '}', '}', to);
    }
}

/// White space at the inside of brackets and behind separators of items.
inline state_id writer::pad(state_id from) {
    if (how_.whitespace == spaces::compact) {
        return from;
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
inline state_id writer::gap(state_id from) {
    if (how_.whitespace == spaces::bounded) {
        state_id const next = out_.add_state();
        out_.bytes(from, ' ', ' ', next);
        out_.epsilon(from, next);
        return next;
    }
    return loop(from);
}

/// White space where only RFC 8259's policy has any.
inline state_id writer::loop(state_id from) {
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

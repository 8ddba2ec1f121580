// parlance/schema/detail/write/impl/raw.ipp - values that stand between markers without quotes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/until.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

result<void> writer::avoid(avoided_texts const& all) {
    if (shared_->raw == nullptr) {
        std::vector<std::string_view> const delimiters(all.delimiters.begin(), all.delimiters.end());
        std::vector<std::string_view> const others(all.others.begin(), all.others.end());
        result<rtn::dfa> made =
            rtn::before_delimiters(delimiters, most_dfa_states, false, others, bounds_.stop);
        if (!made) {
            return made.error();
        }
        shared_->raw = std::make_shared<rtn::dfa const>(*std::move(made));
    }
    outside_ = shared_->raw.get();
    return std::any_of(all.delimiters.begin(), all.delimiters.end(),
                       [](std::string_view text) { return std::all_of(text.begin(), text.end(), is_space); })
               ? avoid_in_spaces()
               : result<void>();
}

void writer::leave_out(goal const& g, std::size_t count, std::string_view what) {
    if (count > 0) {
        std::string const pointer = solve_.pointer(g);
        left_out_.push_back(pointer);
        nodes().add_note(pointer + ": " + std::to_string(count) + " of its " + std::string(what) +
                         " are not written, as a text in them would end the value");
    }
}

result<void> writer::avoid_in_spaces() {
    if (how_.whitespace == spaces::compact) {
        return {};
    }
    if (how_.whitespace != spaces::pattern) {
        how_.space_inside = "\\n[ \\t]{0,20}| ?";  // as spaces::bounded has it
        how_.space_behind_key = " ?";
        how_.whitespace = spaces::pattern;
        if (auto const read = read_spaces(); !read) {
            return read;
        }
    }
    for (rtn::dfa* const each : {&inside_, &behind_key_}) {
        auto made = minimal([&] { return rtn::intersection(*each, *outside_, most_dfa_states, spent_); });
        if (!made) {
            return made.error();
        }
        *each = *std::move(made);
    }
    return {};
}

result<rule_id> writer::write_raw(goal const& g, avoided_texts const& all) {
    if (auto const avoided = avoid(all); !avoided) {
        return avoided.error();
    }
    rtn::dfa const& before = *outside_;
    rule_id const rule = out_.add_rule("raw value");
    state_id const from = out_.entry(rule);
    state_id const to = out_.add_state();
    out_.accept(to);
    result<vec<branch>> const ways = solve_.expand(g, type::string);
    if (!ways) {
        return ways.error();
    }
    constexpr std::size_t items_of_a_text = 32;
    work looks = spent_.only_looks();
    paid_items each(looks, 4);
    hash_set<boost::json::value const*> written;
    for (branch const& b : *ways) {
        if (std::any_of(b.begin(), b.end(), [](fact const& f) { return f.is == fact::kind::one_of; })) {
            result<vec<boost::json::value const*>> const some = candidates(b, g, type::string);
            if (!some) {
                return some.error();
            }
            std::size_t ended = 0;
            for (boost::json::value const* v : *some) {
                std::string_view const text = v->get_string();
                if (!each.next(items_of_a_text + text.size())) {
                    return looks.error("a schema");
                }
                if (!before.accepts(text)) {
                    ++ended;
                } else if (written.insert(v)) {
                    out_.epsilon(out_.literal(from, text), to);
                }
            }
            leave_out(g, ended, "constants");
            continue;
        }
        state_id const begin = out_.add_state();
        out_.epsilon(from, begin);
        string_set s = string_set_of(b);
        exclude_constants(b, s);
        if (auto const r = write_text(std::move(s), begin, to, spelling::raw); !r) {
            return r.error();
        }
    }
    // everything but strings as JSON
    bool others = false;
    for (type const t : {type::null, type::boolean, type::number, type::array, type::object}) {
        result<vec<branch>> const more = solve_.expand(g, t);
        if (!more) {
            return more.error();
        }
        others = others || !more->empty();
    }
    if (others) {
        result<rule_id> const json = write(g, static_cast<std::uint8_t>(all_types & ~bit(type::string)));
        if (!json) {
            return json;
        }
        out_.call(from, *json, to);
    }
    return rule;
}

}  // namespace parlance::schema::detail

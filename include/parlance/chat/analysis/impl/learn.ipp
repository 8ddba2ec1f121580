// parlance/chat/analysis/impl/learn.ipp - definitions of what parlance/chat/analysis/learn.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/analysis/detail/call_sketch.hpp>
#include <algorithm>
#include <span>
namespace parlance::chat::analysis {

void toggle_lines(tool_format& t) {
    bool const lines = chat::detail::has_lines(t);
    bool const tagged = t.mode() == tool_mode::tag_with_tagged;
    for (pieces& way : std::span(t.values).first(tagged ? t.values.size() : 0)) {
        if (lines) {
            std::erase(way, piece{piece::kind::line});
        } else if (!chat::detail::has(way, piece::kind::open)) {
            auto const value = way.begin() + static_cast<std::ptrdiff_t>(chat::detail::value_in(way));
            way.insert(way.insert(value, {piece::kind::line}) + 2, {piece::kind::line});
        }
    }
}

void toggle_strings(tool_format& t) {
    bool const tagged = t.mode() == tool_mode::tag_with_tagged;
    for (pieces& way : std::span(t.values).first(tagged ? t.values.size() : 0)) {
        std::size_t const value = chat::detail::value_in(way);
        bool const plain = !chat::detail::has(way, piece::kind::open) && value < way.size();
        if (plain && way[value].is == piece::kind::value) {
            way[value].is = piece::kind::string;
        } else if (plain && way[value].is == piece::kind::string && &way == &t.values.back()) {
            way[value].is = piece::kind::value;
        }
    }
}

void toggle_python(tool_format& t) {
    tool_format as_dictionary = t;
    detail::write_dictionary(as_dictionary);
    if (t.mode() != tool_mode::tag_with_json) {
        return;
    }
    if (t.values.empty()) {
        t = std::move(as_dictionary);
    } else if (t == as_dictionary) {
        t.arguments = {};
        t.values.clear();
    } else {
        piece::kind& is = t.values.back()[chat::detail::value_in(t.values.back())].is;
        is = is == piece::kind::python ? piece::kind::json : piece::kind::python;
    }
}

}  // namespace parlance::chat::analysis

namespace parlance::chat {

std::size_t refuted(std::vector<claim> const& claims) {
    return static_cast<std::size_t>(
        std::count_if(claims.begin(), claims.end(), [](claim const& c) { return c.is == verdict::refuted; }));
}

verified_analysis analysis::learn(chat_template const& t, meter& m) {
    verified_analysis best;
    best.result = analysis::analyze(t, true, m);
    best.claims = analysis::verify(best.result, m);
    auto const consider = [&](dialect other) {
        std::vector<claim> claims = analysis::verify(other, m);
        ++best.tried;
        if (refuted(claims) >= refuted(best.claims)) {
            return false;
        }
        best.result = std::move(other);
        best.claims = std::move(claims);
        return true;
    };
    if (refuted(best.claims) > 0 && !m.used_up()) {
        consider(analysis::analyze(t, false, m));
    }
    for (bool better = true; better && refuted(best.claims) > 0 && !m.used_up();) {
        better = false;
        for (analysis::second_thought const turn : analysis::second_thoughts) {
            dialect other = best.result;
            turn(other.format);
            if (!(other.format == best.result.format) && !m.used_up()) {
                better = consider(std::move(other)) || better;
            }
        }
    }
    if (m.used_up()) {
        best.result = {};
        best.result.ended = m.error();
        best.claims = analysis::verify(best.result, m);
    }
    return best;
}

verified_analysis learn(chat_template const& t, limits const& bounds) {
    analysis::meter m(t, bounds);
    return analysis::learn(t, m);
}

}  // namespace parlance::chat

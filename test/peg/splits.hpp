// test/peg/splits.hpp - the same text, fed in every way
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/stream.hpp>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace splits {

using namespace parlance::peg;

/// What a parse told, pieces of text put together; two are equal exactly when a user could not tell them apart.
struct story {
    std::vector<std::string> lines;
    std::string pending;
    tag_id pending_tag = none;
    std::size_t pending_begin = 0;
    std::size_t pending_end = 0;
    std::string pending_by_end;
    std::vector<std::string> by_end;  // what only the end of the input decided
    std::string error;                // a law that was broken while it was told

    void operator()(event const& e) {
        if (e.kind == event_kind::bytes || e.kind == event_kind::unparsed) {
            tag_id const tag = e.kind == event_kind::bytes ? e.tag : none - 1;
            if (e.text.empty() || e.end - e.begin != e.text.size()) {
                error = "a piece of text without text, or of another length than its range";
            }
            if (tag != pending_tag || e.begin != pending_end) {
                close();
                pending_tag = tag;
                pending_begin = e.begin;
            }
            pending.append(e.text);
            pending_by_end.append(e.by_end ? e.text : std::string_view());
            pending_end = e.end;
            return;
        }
        close();
        if (e.kind == event_kind::enter) {
            lines.push_back("enter " + std::to_string(e.tag) + " at " + std::to_string(e.begin));
        } else {
            static char const* const how[] = {"", " broken", " truncated"};
            lines.push_back("leave " + std::to_string(e.tag) + " " + range(e.begin, e.end) +
                            how[static_cast<std::size_t>(e.how)]);
            if (e.by_end) {
                by_end.push_back(lines.back());
            }
        }
    }
    void close() {
        if (!pending.empty()) {
            std::string const what =
                pending_tag == none - 1 ? "unparsed" : "text " + std::to_string(pending_tag);
            lines.push_back(what + " " + range(pending_begin, pending_end) + " " + pending);
            if (!pending_by_end.empty()) {
                by_end.push_back(what + " " + pending_by_end);
            }
        }
        pending.clear();
        pending_by_end.clear();
        pending_tag = none;
    }
    void ends(outcome const& o) {
        close();
        static char const* const how[] = {"complete", "truncated", "failed"};
        lines.push_back(how[static_cast<std::size_t>(o.is)] + std::string(" at ") + std::to_string(o.end));
    }
    static std::string range(std::size_t begin, std::size_t end) {
        return std::to_string(begin) + "-" + std::to_string(end);
    }
    friend bool operator==(story const& x, story const& y) {
        return x.lines == y.lines && x.by_end == y.by_end && x.error == y.error;
    }
    friend std::ostream& operator<<(std::ostream& out, story const& s) {
        for (std::string const& line : s.lines) {
            out << "\n  " << line;
        }
        return out << (s.error.empty() ? "" : "\n  ! ") << s.error;
    }
};

/// Feeds the pieces between the cuts, which ascend.
inline story tell(arena_view table, std::string_view text, std::span<std::size_t const> cuts) {
    stream s(table);
    story out;
    std::size_t at = 0;
    for (std::size_t const cut : cuts) {
        s.feed(text.substr(at, cut - at), out);
        at = cut;
    }
    s.feed(text.substr(at), out);
    out.ends(s.finish(out));
    return out;
}
inline story tell(arena_view table, std::string_view text) { return tell(table, text, {}); }

/// The first way of cutting that tells another story than the whole text at once, or an empty string.  Tries byte by
/// byte, every single cut, and every pair of cuts in texts up to `pairs` bytes.
inline std::string first_difference(arena_view table, std::string_view text, std::size_t pairs = 2048) {
    story const whole = tell(table, text);
    auto const differs = [&](std::span<std::size_t const> cuts) {
        return !(tell(table, text, cuts) == whole);
    };
    std::vector<std::size_t> each;
    for (std::size_t i = 1; i < text.size(); ++i) {
        each.push_back(i);
    }
    if (differs(each)) {
        return "byte by byte";
    }
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (std::size_t const one[] = {i}; differs(one)) {
            return "cut at " + std::to_string(i);
        }
        for (std::size_t j = i; text.size() <= pairs && j <= text.size(); ++j) {
            if (std::size_t const two[] = {i, j}; differs(two)) {
                return "cut at " + std::to_string(i) + " and " + std::to_string(j);
            }
        }
    }
    return whole.error;
}

}  // namespace splits

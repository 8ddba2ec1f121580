// test/peg/oracle.hpp - what a table means, said again in the plainest way: recursive functions, the whole text at hand
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace oracle {

using namespace parlance::peg;

/// For tables without cuts and handlers, whose meaning is that of any PEG.
class reader {
public:
    reader(arena_view table, std::string_view text) : a_(table), text_(text) {}

    /// Where the node ends when it begins at `at`; nothing when it fails.  Gives up (exhausted) after many steps.
    std::optional<std::size_t> read(node_id id, std::size_t at) {
        if (exhausted || ++steps_ > 200'000 || depth_ > 500) {
            exhausted = true;
            return {};
        }
        ++depth_;
        auto const end = run(a_.at(id), at);
        --depth_;
        return end;
    }
    bool exhausted = false;

private:
    using place = std::optional<std::size_t>;

    place run(node const& n, std::size_t at) {
        switch (n.kind) {
        case op::epsilon: return at;
        case op::start: return at == 0 ? place(at) : place();
        case op::end: return at == text_.size() ? place(at) : place();
        case op::rest: return text_.size();
        case op::literal: {
            std::string_view const t = a_.literal_of(n);
            return text_.substr(at).starts_with(t) ? place(at + t.size()) : place();
        }
        case op::chars: {
            std::uint32_t count = 0;
            while (count < n.c && at < text_.size()) {
                auto const d = parlance::utf8::decode(text_.substr(at));
                bool inside = false;
                for (char_range const& r : a_.ranges_of(a_.classes[n.a])) {
                    inside = inside || (d.valid && d.value >= r.low && d.value <= r.high);
                }
                if (inside == a_.classes[n.a].negated) {
                    break;
                }
                at += d.length;
                ++count;
            }
            return count < n.b ? place() : place(at);
        }
        case op::until: {
            std::size_t first = text_.size();
            for (text_ref const d : a_.delimiters_of(n)) {
                first = std::min(first, text_.find(a_.str(d), at));
            }
            return first;
        }
        case op::sequence:
            for (node_id const c : a_.children_of(n)) {
                auto const end = read(c, at);
                if (!end) {
                    return {};
                }
                at = *end;
            }
            return at;
        case op::choice:
            for (node_id const c : a_.children_of(n)) {
                if (auto const end = read(c, at)) {
                    return end;
                }
            }
            return {};
        case op::repeat:
            for (std::uint32_t turn = 0; turn < n.c; ++turn) {
                auto const end = read(n.a, at);
                if (!end) {
                    return turn < n.b ? place() : place(at);
                }
                if (*end == at) {
                    return at;
                }
                at = *end;
            }
            return at;
        case op::look: return read(n.a, at) ? place(at) : place();
        case op::reject: return read(n.a, at) ? place() : place(at);
        case op::ref: return read(a_.rules[n.a].root, at);
        case op::fail: return {};
        default: return read(n.a, at);
        }
    }

    arena_view a_;
    std::string_view text_;
    std::size_t steps_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace oracle

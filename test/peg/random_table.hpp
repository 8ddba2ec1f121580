// test/peg/random_table.hpp - tables and texts made from random numbers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/build.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace random_table {

using namespace parlance::peg;

/// Takes decisions from `next(n)`, which gives a number below n; where it comes from a fuzzer, the fuzzer steers.
template <class Next>
class maker {
public:
    explicit maker(Next next) : next_(next) {}

    /// Over the letters a, b, < and >, with up to three rules.  Tables that are refused (left recursion) come back as
    /// an error.
    parlance::result<arena> table() {
        builder b;
        for (std::string_view const name : {"r0", "r1", "r2"}) {
            rules_.push_back(b.declare(name));
        }
        for (rule_id const r : rules_) {
            b.define(r, expression(b, 4));
        }
        return b.finish(expression(b, 5));
    }

    std::string text(std::size_t longest) {
        static constexpr std::string_view pieces[] = {"a",   "b",        "<",    ">",   "ab",
                                                      "<a>", "\xC3\xA9", "\xC3", "\x80"};
        std::string out;
        for (std::size_t n = next_(longest + 1); out.size() < n;) {
            out += pieces[next_(next_(4) == 0 ? 9 : 6)];
        }
        return out;
    }

private:
    static constexpr std::string_view words[] = {"a", "b", "<", ">", "ab", "<a", "<a>", "aab"};
    static constexpr std::string_view classes[] = {"ab", "^<", "a", "^a\\u00e9", "\\u0080-\\uffff"};

    node_id expression(builder& b, int depth) {
        if (depth == 0 || next_(5) == 0) {
            return leaf(b);
        }
        auto const child = [&] { return expression(b, depth - 1); };
        std::vector<node_id> parts;
        switch (next_(14)) {
        case 0:
        case 1:
        case 2:
            for (std::size_t n = next_(3) + 2; n > 0; --n) {
                parts.push_back(child());
            }
            return b.sequence(parts);
        case 3:
        case 4:
            for (std::size_t n = next_(3) + 2; n > 0; --n) {
                parts.push_back(child());
            }
            return b.choice(parts);
        case 5: return b.star(child());
        case 6: return b.optional(child());
        case 7: {
            auto const least = static_cast<std::uint32_t>(next_(3));
            return b.repeat(child(), least, least + static_cast<std::uint32_t>(next_(3)));
        }
        case 8: return b.look(child());
        case 9: return b.reject(child());
        case 10: return b.atomic(child());
        case 11: return b.recover(child(), child());
        default: return b.tag(static_cast<tag_id>(next_(4)), child());
        }
    }
    node_id leaf(builder& b) {
        switch (next_(12)) {
        case 0: return b.cut();
        case 1: return b.end();
        case 2: return b.rest();
        case 3: return b.ref(rules_[next_(3)]);
        case 4: return b.until({word()});
        case 5: return b.until({word(), word()});
        case 6:
        case 7: {
            auto const least = static_cast<std::uint32_t>(next_(3));
            std::uint32_t const most = next_(2) == 0 ? unbounded : least + 1;
            return b.chars(classes[next_(5)], least, most);
        }
        case 8: return b.start();
        default: return b.literal(word());
        }
    }
    std::string_view word() { return words[next_(8)]; }

    Next next_;
    std::vector<rule_id> rules_;
};

}  // namespace random_table

// parlance/hf/detail/regex_compiler.hpp - reads regular expressions that need no backtracking
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/regex_program.hpp>
#include <parlance/hf/detail/regex_scanner.hpp>
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// Reads the part of Python's syntax that needs neither memory of what was matched nor a look around: literals, sets,
/// groups, alternatives, repetition greedy and lazy, ^ \A at the beginning, $ \Z at the end.
class regex_compiler : regex_scanner {
public:
    regex_compiler(std::string_view pattern, work& looks)
        : regex_scanner(pattern), each_(looks, steps_of_a_step) {
        out_.names.emplace_back();
    }

    /// Nothing when the pattern needs more, and where it was asked to stop, as the meter says.
    [[nodiscard]] std::optional<regex_program> compile() {
        emit({kind::save, 0, 0});
        alternatives(0);
        if (bad_ || at_ != in_.size()) {
            return std::nullopt;
        }
        emit({kind::save, 1, 0});
        emit({kind::match, 0, 0});
        if (bad_ || !out_.ends_are_last()) {
            return std::nullopt;
        }
        out_.find_first();
        return std::move(out_);
    }

    /// The order in which texts are tried: the longest first.
    struct longer_first {
        bool operator()(std::string_view a, std::string_view b) const noexcept {
            return a.size() != b.size() ? a.size() > b.size() : a < b;
        }
    };
    /// The program for any of some texts; the longest where one begins with another.  Of no use where it was asked to stop.
    [[nodiscard]] static regex_program of_literals(std::vector<std::string> texts, work& looks) {
        if (!std::is_sorted(texts.begin(), texts.end(), longer_first())) {
            std::sort(texts.begin(), texts.end(), longer_first());
        }
        regex_compiler c({}, looks);
        c.emit({kind::save, 0, 0});
        std::vector<std::uint32_t> ends;
        for (std::size_t i = 0; i < texts.size() && looks.spend(steps_of_a_step * texts[i].size()); ++i) {
            std::uint32_t const choice = c.here();
            if (i + 1 < texts.size()) {
                c.emit({kind::split, choice + 1, 0});
            }
            for (std::string_view rest = texts[i]; !rest.empty();) {
                utf8::decoded const d = utf8::decode(rest);
                c.emit({kind::character, d.valid ? d.value : bad_byte(rest[0]), 0});
                rest.remove_prefix(d.valid ? d.length : 1);
            }
            if (i + 1 < texts.size()) {
                ends.push_back(c.here());
                c.emit({kind::jump, 0, 0});
                c.out_.steps[choice].b = c.here();
            }
        }
        for (std::uint32_t const at : ends) {
            c.out_.steps[at].a = c.here();
        }
        c.emit({kind::save, 1, 0});
        c.emit({kind::match, 0, 0});
        c.out_.find_first();
        return std::move(c.out_);
    }

private:
    using kind = regex_step::kind;
    static constexpr std::size_t deepest = 50;

    [[nodiscard]] std::uint32_t here() const noexcept {
        return static_cast<std::uint32_t>(out_.steps.size());
    }
    void emit(regex_step s) {
        out_.steps.push_back(s);
        bad_ = bad_ || out_.steps.size() > largest || !each_.next();
    }

    /// Appends what is read; true when it can match nothing.
    bool alternatives(std::size_t depth) {
        if (depth > deepest) {
            bad_ = true;
            return true;
        }
        std::vector<std::uint32_t> ends;
        bool empty = false;
        for (;;) {
            std::uint32_t const begin = here();
            empty = sequence(depth) || empty;
            if (!more() || peek() != '|') {
                break;
            }
            ++at_;
            insert(begin, {kind::split, begin + 1, here() + 2});
            ends.push_back(here());
            emit({kind::jump, 0, 0});
        }
        for (std::uint32_t const at : ends) {
            out_.steps[at].a = here();
        }
        return empty;
    }

    /// Puts a step in front of what was emitted from `at` on.
    void insert(std::uint32_t at, regex_step s) {
        for (std::size_t i = at; i < out_.steps.size(); ++i) {
            regex_step& moved = out_.steps[i];
            if (moved.is == kind::split || moved.is == kind::jump) {
                moved.a += moved.a >= at ? 1U : 0U;
                moved.b += moved.is == kind::split && moved.b >= at ? 1U : 0U;
            }
        }
        out_.steps.insert(out_.steps.begin() + at, s);
        bad_ = bad_ || out_.steps.size() > largest;
    }

    bool sequence(std::size_t depth) {
        bool empty = true;
        while (more() && peek() != '|' && peek() != ')') {
            std::uint32_t const begin = here();
            bool const nothing = atom(depth);
            empty = repeat(begin, nothing) && empty;
        }
        return empty;
    }

    bool atom(std::size_t depth) {
        switch (peek()) {
        case '(': return group(depth);
        case '[': use(set()); return false;
        case '.': ++at_, emit({kind::any, 0, 0}); return false;
        case '^': ++at_, emit({kind::begin, 0, 0}); return true;
        case '$': ++at_, emit({kind::end, 0, 0}); return true;
        case '\\': return escape();
        case '*':
        case '+':
        case '?': bad_ = true; return true;
        default: {
            utf8::decoded const d = utf8::decode(in_.substr(at_));
            bad_ = bad_ || !d.valid;
            at_ += d.length;
            emit({kind::character, d.value, 0});
            return false;
        }
        }
    }

    bool group(std::size_t depth) {
        std::size_t slot = 0;
        if (in_.substr(at_, 3) == "(?:") {
            at_ += 3;
        } else if (in_.substr(at_, 4) == "(?P<" ||
                   (in_.substr(at_, 3) == "(?<" &&
                    std::string_view("=!").find(in_[(std::min)(at_ + 3, in_.size() - 1)]) ==
                        std::string_view::npos)) {
            at_ += in_[at_ + 2] == 'P' ? 4 : 3;
            std::size_t const end = in_.find('>', at_);
            if (end == in_.npos) {
                bad_ = true;
                return true;
            }
            slot = out_.names.size();
            out_.names.emplace_back(in_.substr(at_, end - at_));
            at_ = end + 1;
        } else if (in_.substr(at_, 2) == "(?") {
            bad_ = true;
            return true;
        } else {
            slot = out_.names.size();
            out_.names.emplace_back();
            ++at_;
        }
        if (slot != 0) {
            emit({kind::save, static_cast<std::uint32_t>(2 * slot), 0});
        }
        bool const empty = alternatives(depth + 1);
        if (peek() != ')') {
            bad_ = true;
            return true;
        }
        ++at_;
        if (slot != 0) {
            emit({kind::save, static_cast<std::uint32_t>(2 * slot + 1), 0});
        }
        return empty;
    }

    bool escape() {
        ++at_;
        char const c = peek();
        if (c == 'A' || c == 'Z') {
            ++at_;
            emit({c == 'A' ? kind::begin : kind::very_end, 0, 0});
            return true;
        }
        if (c != '\0' && std::string_view("wWdDsS").find(c) != std::string_view::npos) {
            ++at_;
            regex_set s;
            s.add_class(c);
            use(std::move(s));
            return false;
        }
        if (auto const value = escaped()) {
            emit({kind::character, *value, 0});
        } else {
            bad_ = true;
        }
        return false;
    }

    void use(regex_set s) {
        emit({kind::set, static_cast<std::uint32_t>(out_.sets.size()), 0});
        out_.sets.push_back(std::move(s));
    }

    /// How often something is repeated, and whether as seldom as possible.
    struct quantifier {
        std::size_t least = 1;
        std::size_t most = 1;
        bool lazy = false;
    };
    static constexpr std::size_t endless = static_cast<std::size_t>(-1);

    /// The quantifier that stands here, if one does; `nothing`: what it repeats can match nothing.
    std::optional<quantifier> read_quantifier(bool nothing) {
        quantifier q;
        switch (peek()) {
        case '*': ++at_, q.least = 0, q.most = endless; break;
        case '+': ++at_, q.most = endless; break;
        case '?': ++at_, q.least = 0; break;
        case '{':
            if (!counts(q.least, q.most)) {
                return std::nullopt;  // a brace that is itself
            }
            break;
        default: return std::nullopt;
        }
        q.lazy = peek() == '?';
        at_ += q.lazy;
        constexpr std::string_view twice = "*+?";
        bad_ = bad_ || (at_ < in_.size() && twice.find(peek()) != twice.npos) ||
               (nothing && q.most == endless) || (q.least != 1 && q.most == 0) || q.most < q.least ||
               (q.most != endless && q.most > largest) || q.least > largest;
        return q;
    }

    /// A quantifier behind what was emitted from `begin` on; true when the whole can match nothing.
    bool repeat(std::uint32_t begin, bool nothing) {
        std::optional<quantifier> const q = read_quantifier(nothing);
        if (!q || bad_) {
            return q ? true : nothing;
        }
        std::vector<regex_step> const body(out_.steps.begin() + begin, out_.steps.end());
        out_.steps.resize(begin);
        auto const once = [&] {
            std::uint32_t const offset = here() - begin;
            for (regex_step s : body) {
                if (s.is == kind::split || s.is == kind::jump) {
                    s.a += offset;
                    s.b += s.is == kind::split ? offset : 0;
                }
                emit(s);
            }
        };
        auto const choice = [&](std::uint32_t at, std::uint32_t in, std::uint32_t past) {
            out_.steps[at] = {kind::split, q->lazy ? past : in, q->lazy ? in : past};
        };
        for (std::size_t i = 0; i < q->least && !bad_; ++i) {
            once();
        }
        if (q->most == endless && !bad_) {
            std::uint32_t const at = here();
            emit({kind::split, 0, 0});
            once();
            emit({kind::jump, at, 0});
            choice(at, at + 1, here());
            return q->least == 0;
        }
        std::vector<std::uint32_t> choices;
        for (std::size_t i = q->least; i < q->most && !bad_; ++i) {
            choices.push_back(here());
            emit({kind::split, 0, 0});
            once();
        }
        for (std::uint32_t const at : choices) {
            choice(at, at + 1, here());
        }
        return nothing || q->least == 0;
    }

    static constexpr std::uint64_t steps_of_a_step = 20;

    regex_program out_;
    paid_rounds each_;
};

}  // namespace parlance::hf::detail

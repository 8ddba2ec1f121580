// parlance/mask/detail/loop/code_points.hpp - what a configuration makes of runs of bytes and of code points above U+007F
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/count_ones.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// Calls visit(low, high, point), ascending, for runs of the bytes from `low` to `high` of which all lead from `p` to that
/// point, dead or not, until it returns false; whether it never did, and there was fuel for all of them.  A configuration
/// tells few runs apart, so asking for a run costs less than asking for its bytes.
template <class Visit>
bool each_run(store& configs, point const p, unsigned low, unsigned high, Visit&& visit) {
    shape const& form = *configs.at(p.config).form;
    std::array<std::uint64_t, 5>
        begins{};  // a bit for the first byte of each run, and one behind the last byte
    auto const begin = [&](unsigned b) { begins[b / 64] |= std::uint64_t{1} << (b % 64); };
    bool const is_near = configs.is_near_bound(p);
    auto const tell_apart = [&](shape const& of) {
        constexpr std::uint64_t steps_of_an_item = 8;
        constexpr std::size_t few = 32;  // items
        std::size_t unpaid = 0;
        for (item const i : of.items) {
            if (++unpaid == few) {
                unpaid = 0;
                if (!configs.budget().pay(steps_of_an_item * few)) {
                    return false;
                }
            }
            for (byte_edge const& e : configs.code().bytes_of(i.state)) {
                begin(e.low);
                begin(e.high + 1u);
            }
        }
        return true;
    };
    auto const end_of_run = [&](unsigned b) {
        unsigned word = (b + 1) / 64;
        std::uint64_t left = begins[word] >> ((b + 1) % 64) << ((b + 1) % 64);
        while (left == 0) {
            left = begins[++word];
        }
        return word * 64 + static_cast<unsigned>(std::countr_zero(left));
    };
    begin(high + 1);
    if (!tell_apart(form)) {
        return false;
    }
    bool exactly = false;
    for (unsigned b = low; is_near && b <= high && !exactly; b = end_of_run(b)) {
        exactly = configs.depends_on_number(p, static_cast<std::uint8_t>(b));
    }
    if (shape const* const exact = exactly ? configs.exactly(p) : nullptr;
        exactly && (exact == nullptr || !tell_apart(*exact))) {
        return false;
    }
    constexpr std::uint64_t steps_of_a_run = 8;
    int runs = 0;
    for (std::uint64_t const word : begins) {
        runs += count_ones(word);
    }
    if (!configs.budget().pay(steps_of_a_run * static_cast<unsigned>(runs))) {
        return false;
    }
    for (unsigned b = low; b <= high;) {
        unsigned const next = end_of_run(b);
        if (!visit(b, next - 1, configs.step(p, static_cast<std::uint8_t>(b)))) {
            return false;
        }
        b = next;
    }
    return true;
}

/// Follows the bytes of code points above U+007F.  For one thread.
class code_point_follower {
public:
    explicit code_point_follower(store& configs) : configs_(configs) {}

    /// Forgets what was followed before.
    PARLANCE_DECL void begin();
    /// Whether, since begin(), nothing but UTF-8 was read and no code point could have ended early.
    [[nodiscard]] bool strict() const noexcept { return strict_; }
    /// Whether every way on the way was inside the slot's frame.
    [[nodiscard]] bool pure() const noexcept { return pure_; }

    /// Calls arrive(point) for what each code point above U+007F leads to, and for what its bytes lead to where they do
    /// not lead on, until that returns false; whether it never did.  What was met before is not followed again.
    template <class Arrive>
    bool all(point const from, Arrive&& arrive) {
        if (leads_as_a_letter(from)) {
            pure_ = pure_ && configs_.at(from.config).pure;  // as what is inside of code points would be
            return arrive(configs_.step(from, letter));
        }
        return each_run(configs_, from, 0x80, 0xFF, [&](unsigned low, unsigned high, point const to) {
            for (unsigned b = low; b <= high; ++b) {
                if (!behind(static_cast<std::uint8_t>(b), to, arrive)) {
                    return false;
                }
            }
            return true;
        });
    }
    /// The same for those that begin with `lead`, which has led to `in`.
    template <class Arrive>
    bool behind(std::uint8_t lead, point const in, Arrive&& arrive) {
        auto const length = static_cast<unsigned>(utf8::sequence_length(lead));
        if (length == 0) {
            strict_ = strict_ && in.config == dead_config;
            return true;
        }
        utf8::byte_range const second = utf8::second_byte(lead);
        return rest({in, second.low, second.high, length - 1}, arrive);
    }

    /// The code points above U+007F that lead to a point for which arrives(point) holds; nothing when they are more than
    /// `most` ranges, or a limit was reached.
    template <class Arrives>
    [[nodiscard]] maybe<vec<code_range>> ranges(point const from, std::size_t most, Arrives&& arrives) {
        vec<code_range> out;
        bool const done = each_run(configs_, from, 0x80, 0xFF, [&](unsigned low, unsigned high, point to) {
            for (unsigned b = low; b <= high && to.config != dead_config; ++b) {
                auto const length =
                    static_cast<unsigned>(utf8::sequence_length(static_cast<std::uint8_t>(b)));
                if (length == 0) {
                    strict_ = false;
                    continue;
                }
                utf8::byte_range const second = utf8::second_byte(static_cast<std::uint8_t>(b));
                middle const here{to, second.low, second.high, length - 1};
                if (!collect(here, b & (0x7Fu >> length), most, out, arrives)) {
                    return false;
                }
            }
            return true;
        });
        return done ? maybe{std::move(out)} : maybe<vec<code_range>>{};
    }

private:
    static constexpr std::uint8_t letter = 'n';
    static constexpr std::size_t most_states_looked_at = 8;  // of one configuration

    /// Whether, as its states say, every code point above U+007F leads to what a letter leads to, and no other byte above 0x7F
    /// anywhere: then no configurations inside code points need be made.
    [[nodiscard]] PARLANCE_DECL bool leads_as_a_letter(point const from);
    /// Inside a code point: the next byte is from `low` to `high`, and it is one of `left` that are missing.
    struct middle {
        point at;
        unsigned low;
        unsigned high;
        unsigned left;
        friend bool operator==(middle const&, middle const&) = default;
    };
    PARLANCE_DECL void note(point const at);
    /// Calls visit(low, high, point) for the bytes that may come; others should lead nowhere.
    template <class Visit>
    bool each_next(middle const& here, Visit&& visit) {
        return each_run(configs_, here.at, 0, 0xFF, [&](unsigned low, unsigned high, point const to) {
            if (low < here.low || high > here.high) {
                strict_ = strict_ && to.config == dead_config;
            }
            low = (std::max)(low, here.low);
            high = (std::min)(high, here.high);
            return low > high || visit(low, high, to);
        });
    }
    template <class Arrive>
    bool rest(middle const& here, Arrive& arrive) {
        if (!store::is_live(here.at.config)) {
            return arrive(here.at);
        }
        if (!configs_.budget().pay(middles_.size())) {
            return false;
        }
        if (std::find(middles_.begin(), middles_.end(), here) != middles_.end()) {
            return true;
        }
        middles_.push_back(here);
        note(here.at);
        return each_next(here, [&](unsigned, unsigned, point const to) {
            return here.left == 1 ? arrive(to) : rest({to, 0x80, 0xBF, here.left - 1}, arrive);
        });
    }
    template <class Arrives>
    bool collect(middle const& here, std::uint32_t value, std::size_t most, vec<code_range>& out,
                 Arrives& arrives) {
        if (!store::is_live(here.at.config)) {
            return here.at.config == dead_config;
        }
        auto const add = [&](unsigned low, unsigned high, unsigned shift) {
            std::uint32_t const first = (value << 6 | (low & 0x3Fu)) << shift;
            std::uint32_t const last = ((value << 6 | (high & 0x3Fu)) + 1) << shift;
            if (!out.empty() && out.back().last + 1 == first) {
                out.back().last = last - 1;
            } else {
                out.push_back({first, last - 1});
            }
            return out.size() <= most;
        };
        note(here.at);
        return each_next(here, [&](unsigned low, unsigned high, point const to) {
            if (here.left == 1) {
                return !arrives(to) || add(low, high, 0);
            }
            middle const next{to, 0x80, 0xBF, here.left - 1};
            switch (arriving(next, arrives)) {
            case part::none: return true;
            case part::all: return add(low, high, 6 * (here.left - 1));
            case part::some: break;
            }
            for (unsigned b = low; b <= high; ++b) {
                if (!collect(next, value << 6 | (b & 0x3Fu), most, out, arrives)) {
                    return false;
                }
            }
            return true;
        });
    }
    /// How many of the code points that go on here arrive.
    enum class part : std::uint8_t { none, some, all };
    template <class Arrives>
    part arriving(middle const& here, Arrives& arrives) {
        if (here.at.config == dead_config) {
            return part::none;
        }
        if (!store::is_live(here.at.config) || !configs_.budget().pay(arriving_.size())) {
            return part::some;
        }
        auto const known =
            std::find_if(arriving_.begin(), arriving_.end(), [&](auto const& a) { return a.first == here; });
        if (known != arriving_.end()) {
            return known->second;
        }
        note(here.at);
        bool all = true;
        bool none = true;
        bool const done = each_next(here, [&](unsigned, unsigned, point const to) {
            part const of_these = here.left != 1 ? arriving({to, 0x80, 0xBF, here.left - 1}, arrives)
                                  : arrives(to)  ? part::all
                                                 : part::none;
            all = all && of_these == part::all;
            none = none && of_these == part::none;
            return true;
        });
        part const found = all && done ? part::all : none && done ? part::none : part::some;
        arriving_.emplace_back(here, found);
        return found;
    }

    store& configs_;
    vec<middle> middles_;
    vec<std::pair<middle, part>> arriving_;
    bool strict_ = true;
    bool pure_ = true;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/code_points.ipp>
#endif

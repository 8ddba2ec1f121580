// parlance/mask/impl/rehearse.ipp - definitions of what parlance/mask/rehearse.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/rehearse.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/detail/matching.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::mask {

namespace detail {

/// Follows random texts of a grammar; a friend of matchers, since it asks what their calls have spent.
class rehearser {
public:
    rehearser(compiled_grammar const& g, limits const& bounds)
        : m_(g), fuel_(bounds.fuel), stop_(bounds.stop) {
        m_.stop_with(stop_);
        if (!m_.empty()) {
            m_.at_->allow(fuel_);
        }
    }

    [[nodiscard]] rehearsal run(std::size_t positions) {
        while (out_.positions < positions && !m_.empty() && ask_for_mask()) {
            ++out_.positions;
            if (!go_on()) {
                m_.reset();
                text_.clear();
            }
        }
        out_.whole = out_.positions == positions;
        out_.mean_steps = out_.made == 0 ? 0 : total_ / out_.made;
        return std::move(out_);
    }

private:
    /// What calls have spent since it was asked the last time.
    [[nodiscard]] std::uint64_t spent() noexcept { return m_.at_->take_spent(); }
    /// Whether there is fuel for so many steps, and nobody asked to stop.
    [[nodiscard]] bool pay(std::uint64_t steps) {
        fuel_ -= (std::min)(fuel_, steps);
        m_.at_->allow(fuel_);
        return fuel_ != 0 && !stop_.stop_requested();
    }

    [[nodiscard]] bool ask_for_mask() {
        (void)spent();
        filled const state = m_.allowed().state;
        std::uint64_t const steps = spent();
        if (!pay(steps) || (m_.error() == errc::out_of_fuel && m_.at_->withholds_fuel())) {
            return false;
        }
        out_.limited += state == filled::limited || state == filled::failed;
        out_.made += steps != 0;
        total_ += steps;
        if (steps > out_.most_steps) {
            out_.most_steps = steps;
            out_.costliest = text_;
        }
        return true;
    }

    /// One more byte; false where there is none.
    [[nodiscard]] bool go_on() {
        std::array<char, 256> ways{};
        std::size_t count = 0;
        places_.clear();
        for (unsigned b = 0; b < 256; ++b) {
            char const c = static_cast<char>(b);
            bool const reads = m_.accept(std::string_view{&c, 1});
            if (!pay(steps_of_a_byte + spent())) {
                return false;
            }
            if (!reads) {
                continue;
            }
            place const to = m_.at_->here();
            m_.rollback(1);
            if (std::find(places_.begin(), places_.end(), to) == places_.end()) {
                places_.push_back(to);
                ways[count++] = c;
            }
        }
        if (count == 0) {
            return false;
        }
        char const next = ways[static_cast<std::size_t>(random() % count)];
        text_.push_back(next);
        return m_.accept(std::string_view{&next, 1});
    }

    /// George Marsaglia, Xorshift RNGs (2003).
    [[nodiscard]] std::uint64_t random() noexcept {
        seed_ ^= seed_ << 13;
        seed_ ^= seed_ >> 7;
        seed_ ^= seed_ << 17;
        return seed_;
    }

    static constexpr std::uint64_t steps_of_a_byte = 100;

    matcher m_;
    std::uint64_t fuel_;
    stop_token stop_;
    std::uint64_t total_ = 0;
    std::uint64_t seed_ = 0x9E37'79B9'7F4A'7C15;
    std::string text_;
    vec<place> places_;
    rehearsal out_;
};

}  // namespace detail

rehearsal rehearse(compiled_grammar const& g, std::size_t positions, limits const& bounds) {
    return detail::rehearser(g, bounds).run(positions);
}

}  // namespace parlance::mask

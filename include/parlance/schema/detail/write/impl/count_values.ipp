// parlance/schema/detail/write/impl/count_values.ipp - how many values there are for an item that must not come twice
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/schema/detail/plan/array_plan.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/count_texts.hpp>
#include <parlance/schema/detail/solve/number_set.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace parlance::schema::detail {

/// Counts up to `most`, which stands for more, and for what is not found out: it never says too few.
class writer::value_counter {
public:
    value_counter(writer& of, std::uint64_t most) : of_(&of), most_(most) {}

    [[nodiscard]] std::uint64_t count(goal const& g, int depth) {
        if (depth > deepest) {
            return most_;
        }
        auto const listed = of_->all_values(g, static_cast<std::size_t>(most_));
        if (!listed || *listed) {
            return listed ? at_most((*listed)->size()) : most_;
        }
        std::uint64_t out = 0;
        for (type const t :
             {type::null, type::boolean, type::number, type::string, type::array, type::object}) {
            out = out < most_ ? at_most(out + count(g, t, depth)) : most_;
        }
        return out;
    }

private:
    static constexpr int deepest = 3;
    static constexpr std::uint64_t most_parts = 64;  // of an array or an object

    [[nodiscard]] std::uint64_t at_most(std::uint64_t n) const noexcept { return (std::min)(n, most_); }

    [[nodiscard]] std::uint64_t count(goal const& g, type t, int depth) {
        result<vec<branch>> const ways = of_->solve_.expand(g, t);
        if (!ways) {
            return most_;
        }
        std::uint64_t out = 0;
        bool others = false;  // strings, which are counted together
        for (branch const& b : *ways) {
            bool const listed =
                std::any_of(b.begin(), b.end(), [](fact const& f) { return f.is == fact::kind::one_of; });
            if (listed) {
                auto const some = of_->candidates(b, g, t);
                out = some ? at_most(out + some->size()) : most_;
            } else if (t == type::null || t == type::boolean) {
                out = at_most(out + (t == type::null ? 1 : 2));
            } else if (t == type::string && is_short(b)) {
                others = true;
            } else if (t == type::number) {
                out = at_most(out + count_numbers(b));
            } else if (t == type::array) {
                out = at_most(out + count_arrays(b, depth));
            } else if (t == type::object) {
                out = at_most(out + count_objects(b, depth));
            } else {
                return most_;
            }
        }
        if (others && out < most_) {
            result<rtn::dfa> const texts = of_->text_dfa(g);
            return !texts ? most_ : at_most(out + (texts->empty() ? 0 : count_texts(*texts, most_)));
        }
        return out;
    }

    /// Whether strings may be few, and are few to look through.
    [[nodiscard]] bool is_short(branch const& b) {
        constexpr std::uint64_t long_text = 64;
        string_set const s = of_->string_set_of(b);
        bool const regex = std::find(s.formats.begin(), s.formats.end(), "regex") != s.formats.end();
        return s.automaton() ? !regex && s.least < long_text && (s.most == no_limit || s.most < long_text)
                             : s.most <= 1;
    }

    [[nodiscard]] std::uint64_t count_numbers(branch const& b) {
        number_set s;
        for (fact const& f : b) {
            if (f.is == fact::kind::low) {
                s.raise(f.value, f.open);
            } else if (f.is == fact::kind::high) {
                s.lower(f.value, f.open);
            } else if (f.is == fact::kind::multiple) {
                s.multiples.push_back(f.value);
            } else if (f.is == fact::kind::whole) {
                s.multiples.push_back(decimal{false, "1", 1});
            }
        }
        if (!s.low || !s.high) {
            return most_;
        }
        int const order = compare(s.high->value, s.low->value);
        if (order <= 0) {
            return order == 0 && !s.high->open && !s.low->open ? 1 : 0;
        }
        auto const size_of = [](decimal const& d) { return std::strtod(d.text().c_str(), nullptr); };
        auto fewest = static_cast<double>(most_);
        for (decimal const& m : s.multiples) {
            constexpr double rounding = 1e-6;
            double const first = std::ceil(size_of(s.low->value) / size_of(m) - rounding);
            double const last = std::floor(size_of(s.high->value) / size_of(m) + rounding);
            bool const low_out = s.low->open && is_multiple(s.low->value, m);
            bool const high_out = s.high->open && is_multiple(s.high->value, m);
            fewest = (std::min)(fewest, last - first + 1 - (low_out ? 1 : 0) - (high_out ? 1 : 0));
        }
        return fewest <= 0 ? 0 : at_most(static_cast<std::uint64_t>(fewest));
    }

    [[nodiscard]] std::uint64_t count_arrays(branch const& b, int depth) {
        array_plan const p = plan_array(b);
        std::uint64_t out = 0;
        std::uint64_t product = 1;  // arrays of so many items
        std::uint64_t rest = most_;
        for (std::uint64_t n = 0; n <= p.most && product != 0; ++n) {
            out = n < p.least ? out : at_most(out + product);
            if (out == most_ || n == most_parts + p.prefix.size()) {
                return n == p.most ? out : most_;
            }
            if (n < p.prefix.size()) {
                product = at_most(product * count(p.prefix[static_cast<std::size_t>(n)], depth + 1));
                continue;
            }
            rest = n == p.prefix.size() ? count(p.rest, depth + 1) : rest;
            std::uint64_t const taken = p.unique && rest < most_ ? n - p.prefix.size() : 0;
            product = at_most(product * (rest - (std::min)(rest, taken)));
        }
        return out;
    }

    [[nodiscard]] std::uint64_t count_objects(branch const& b, int depth) {
        object_plan plan;
        result<bool> const good = of_->plan_object(b, plan);
        if (!good) {
            return most_;
        }
        if (!*good) {
            return 0;
        }
        if (auto const r = of_->plan_regions(b, plan); !r) {
            return most_;
        }
        vec<std::uint64_t> by_size{1};  // objects of so many members
        auto const add = [&](std::uint64_t values, bool required) {
            by_size.push_back(0);
            for (std::size_t n = by_size.size(); n-- > 0;) {
                std::uint64_t const with = n == 0 ? 0 : by_size[n - 1] * values;
                by_size[n] = at_most(with + (required ? 0 : by_size[n]));
            }
        };
        for (object_plan::member const& m : plan.members) {
            if (by_size.size() > most_parts) {
                return most_;
            }
            if (m.possible || m.required) {
                add(m.possible ? count(m.value, depth + 1) : 0, m.required);
            }
        }
        for (object_plan::region const& r : plan.regions) {
            std::uint64_t const values = count(r.value, depth + 1);
            std::uint64_t const names = values == 0            ? 0
                                        : r.every || r.unnamed ? most_parts
                                                               : count_texts(r.keys, most_parts);
            if (names + by_size.size() > most_parts) {
                return most_;
            }
            for (std::uint64_t n = 0; n < names; ++n) {
                add(values, false);
            }
        }
        std::uint64_t out = 0;
        for (std::size_t n = 0; n < by_size.size(); ++n) {
            out = n >= plan.least && n <= plan.most ? at_most(out + by_size[n]) : out;
        }
        return out;
    }

    writer* of_;
    std::uint64_t most_;
};

std::uint64_t writer::count_values(goal const& g, std::uint64_t most) {
    return value_counter(*this, most).count(g, 0);
}

}  // namespace parlance::schema::detail

// parlance/schema/detail/write/impl/numbers.ipp - numbers as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/number_set.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/digits.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::schema::detail {

result<rule_id> writer::number_rule(branch const& b) {
    number_set s;
    for (fact const& f : b) {
        switch (f.is) {
        case fact::kind::whole: s.whole = true; break;
        case fact::kind::not_whole: s.not_whole = true; break;
        case fact::kind::low: s.raise(f.value, f.open); break;
        case fact::kind::high: s.lower(f.value, f.open); break;
        case fact::kind::multiple: s.multiples.push_back(f.value); break;
        case fact::kind::not_multiple: s.not_multiples.push_back(f.value); break;
        case fact::kind::none_of: {
            node const& n = nodes()[f.node];
            auto const exclude = [&](boost::json::value const& v) {
                if (maybe<decimal> const d = to_decimal(v)) {
                    s.excluded.push_back(*d);
                }
            };
            if (n.single != nullptr) {
                exclude(*n.single);
            } else {
                for (auto const& v : *n.values) {
                    exclude(v);
                }
            }
            break;
        }
        default: break;
        }
    }
    return shared_rule("number " + s.key(), s.whole ? "integer" : "number",
                       [&](state_id from, state_id end) -> result<void> {
                           // ten digits lead on from each; remainders differ from digit to digit
                           bool const divided = !s.multiples.empty() || !s.not_multiples.empty();
                           std::uint64_t const steps_of_a_state = divided ? 2400 : 400;
                           std::size_t const before = out_.state_count();
                           work paid(bounds_.stop);  // the states are paid for behind it
                           result<void> const done =
                               write_numbers(out_, s, from, end, how_.number_digits, paid);
                           if (done && !spent_.spend(steps_of_a_state * (out_.state_count() - before))) {
                               return spent_.error("the numbers of a schema");
                           }
                           return done;
                       });
}

}  // namespace parlance::schema::detail

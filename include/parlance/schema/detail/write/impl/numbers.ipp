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
            constexpr std::uint64_t steps_of_a_number = 200;
            auto const exclude = [&](boost::json::value const& v) {
                if (maybe<decimal> const d = to_decimal(v)) {
                    s.excluded.push_back(*d);
                }
                return spent_.spend(steps_of_a_number);
            };
            bool paid = true;
            if (n.single != nullptr) {
                paid = exclude(*n.single);
            } else {
                for (auto at = n.values->begin(); paid && at != n.values->end(); ++at) {
                    paid = exclude(*at);
                }
            }
            if (!paid) {
                return spent_.error("the numbers of a schema");
            }
            break;
        }
        default: break;
        }
    }
    work looks = spent_.only_looks();
    return shared_rule("number " + s.key(looks), s.whole ? "integer" : "number",
                       [&](state_id from, state_id end) {
                           return write_numbers(out_, s, from, end, how_.number_digits, spent_);
                       });
}

}  // namespace parlance::schema::detail

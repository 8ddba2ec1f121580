// parlance/schema/detail/plan/impl/array_plan.ipp - definitions of what parlance/schema/detail/plan/array_plan.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/plan/array_plan.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <array>
#include <vector>

namespace parlance::schema::detail {

array_plan plan_array(branch const& b) {
    using k = fact::kind;
    array_plan p;
    std::uint64_t longest = 0;
    for (fact const& f : b) {
        if (f.is == k::item || f.is == k::items) {
            longest = (std::max)(longest, f.is == k::item ? f.number + 1 : f.number);
        }
    }
    p.prefix.resize(static_cast<std::size_t>(longest));
    for (fact const& f : b) {
        switch (f.is) {
        case k::min_items: p.least = (std::max)(p.least, f.number); break;
        case k::max_items: p.most = (std::min)(p.most, f.number); break;
        case k::unique: p.unique = true; break;
        case k::not_unique: p.not_unique = true; break;
        case k::item: add_literal(p.prefix[static_cast<std::size_t>(f.number)], f.then); break;
        case k::items:
            for (std::size_t i = static_cast<std::size_t>(f.number); i < p.prefix.size(); ++i) {
                add_literal(p.prefix[i], f.then);
            }
            add_literal(p.rest, f.then);
            break;
        case k::contains: p.wishes.push_back({{f.then}, {opposite(f.then)}, f.from, f.number, f.most}); break;
        default: break;
        }
    }
    return p;
}

}  // namespace parlance::schema::detail

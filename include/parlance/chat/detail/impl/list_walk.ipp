// parlance/chat/detail/impl/list_walk.ipp - definitions of what parlance/chat/detail/list_walk.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/list_walk.hpp>
#include <parlance/chat/detail/form_walk.hpp>
#include <parlance/chat/detail/place_words.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

list_walk::extent list_walk::item_in(range all, bool of_calls) const {
    auto const begins = [&](peg::node_id n) { return of_calls ? is(n, part::call) : is(n, "key"_place); };
    auto const at = static_cast<std::size_t>(std::ranges::find_if(all, begins) - all.begin());
    std::size_t end = (std::min)(at + 1, all.size());
    for (std::size_t i = end; !of_calls && i < all.size() && !is_repeated(all[i]); ++i) {
        bool const own = holds(all[i], words::inside) || is(all[i], "key"_place);
        end = own || (is_optional(all[i]) && end == i) ? i + 1 : end;
    }
    return {at, end};
}

list_walk::list list_walk::listed(range all, bool of_calls) {
    list out;
    auto const again = std::ranges::find_if(all, [&](peg::node_id n) {
        return is_repeated(n) && holds(n, of_calls ? words::call : "key"_place);
    });
    auto const r = static_cast<std::size_t>(again - all.begin());
    range const front = all.first(r);
    extent const own = item_in(front, of_calls);
    if (again == all.end()) {
        out.shape.item_open = text(all.first(own.begin));
        out.shape.item_close = text(all.subspan(own.end));
        out.item.assign(all.begin() + static_cast<std::ptrdiff_t>(own.begin),
                        all.begin() + static_cast<std::ptrdiff_t>(own.end));
        return out;
    }
    out.several = true;
    parts const body = flat({a_.at(*again).a});
    range const turn = body;
    extent const each = item_in(turn, of_calls);
    range const item = turn.subspan(each.begin, each.end - each.begin);
    range const lead = turn.first(each.begin);
    range const tail = turn.subspan(each.end);
    out.item.assign(item.begin(), item.end());
    out.shape.item_close = text(tail);
    out.shape.close = text(all.subspan(r + 1));
    if (own.empty()) {
        out.shape.open = text(front);
        out.shape.item_open = text(lead);
        return out;
    }
    range const before = front.first(own.begin);
    if (!std::ranges::equal(front.subspan(own.begin, own.end - own.begin), item) ||
        !std::ranges::equal(front.subspan(own.end), tail)) {
        fail("the first item of a list is not like the others");
    }
    std::size_t same = 0;
    while (same < before.size() && same < lead.size() &&
           before[before.size() - 1 - same] == lead[lead.size() - 1 - same]) {
        ++same;
    }
    out.shape.open = text(before.first(before.size() - same));
    out.shape.item_open = text(before.subspan(before.size() - same));
    out.shape.separator = text(lead.first(lead.size() - same));
    return out;
}

}  // namespace parlance::chat::detail

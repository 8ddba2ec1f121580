// parlance/mask/detail/impl/free_text.ipp - definitions of what parlance/mask/detail/free_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/free_text.hpp>
#include <parlance/mask/detail/byte_groups.hpp>
#include <parlance/mask/detail/collector.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/loop_places.hpp>
#include <parlance/mask/detail/loop_slice.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/detail/text_reach.hpp>
#include <parlance/mask/detail/index_data.hpp>
#include <parlance/mask/detail/slice.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

slice const* free_text::take(std::size_t root, point const from, token_collector& out) {
    for (char const probe : {'n', 'A', '~', '5'}) {
        if (!store::is_live(configs_.step(from, static_cast<std::uint8_t>(probe)).config)) {
            return nullptr;
        }
    }
    if (reach_.find(from, 1).points == 0) {
        return nullptr;
    }
    slice const* const text = index_.slice_of({root, text_groups, text_groups, {}, {}});
    if (text == nullptr || !text->partial.empty() || index_.ways(*text) == nullptr) {
        return nullptr;
    }
    text_reach::length const free = reach_.find(from, (std::max)(1u, text->longest));
    if (free.points < text->longest && !free.then_nothing && !read_longer(*text, free.points, from)) {
        return nullptr;
    }
    out.add(found_);
    index_.add_short(*text, free.points, out);
    return text;
}

bool free_text::read_longer(slice const& text, std::uint32_t most, point const from) {
    bool known = true;
    bool const few = index_.each_longer(text, most, [&](token_id id) {
        reading const r = known ? read_token(configs_, index_, text.root, from, id) : reading::unknown;
        known = r != reading::unknown;
        if (r == reading::whole) {
            found_.push_back(id);
        }
    });
    return few && known;
}

}  // namespace parlance::mask::detail

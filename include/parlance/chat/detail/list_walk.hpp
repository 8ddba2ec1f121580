// parlance/chat/detail/list_walk.hpp - lists in a table with places in it: of calls, and of arguments
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/form_walk.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <cstddef>

namespace parlance::chat::detail {

/// Finds the items of a list, and the texts around and between them.
class list_walk : protected form_walk {
public:
    using form_walk::form_walk;

protected:
    struct list {
        list_shape shape;
        parts item;
        bool several = false;
    };
    struct extent {
        std::size_t begin = 0;
        std::size_t end = 0;
        [[nodiscard]] bool empty() const noexcept { return begin == end; }
    };

    /// Where the item of a list stands in its parts: a call, or an argument from its key to its value.
    [[nodiscard]] PARLANCE_DECL extent item_in(range all, bool of_calls) const;

    /// `open +(item_open ITEM item_close) close`, the same with `%` and a separator, or a single item.
    [[nodiscard]] PARLANCE_DECL list listed(range all, bool of_calls);
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/list_walk.ipp>
#endif

// parlance/mask/detail/names/item_tokens.hpp - tokens with more of an array in them than the end of an item
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <atomic>
#include <string_view>

namespace parlance::mask::detail {

/// The tokens in which an item may end and something else follow.  Found once per vocabulary, when they are first asked
/// for, or bit by bit by calls that are asked to stop; safe to use from several threads.
class item_tokens {
public:
    /// several  an item may begin in it behind another one, or behind a bracket, and have something in it; or be an object that
    ///          ends in it, too
    /// behind   a comma or a closing bracket stands in it
    struct list {
        vec<vocab::token_id> several;
        vec<vocab::token_id> behind;
    };
    /// outside  read outside of strings
    /// inside   read from within a string, which ends in it
    /// opening  in which an array may begin, have an item, and a comma behind it
    struct lists {
        list outside;
        list inside;
        vec<vocab::token_id> opening;
    };
    /// Finds them, if nobody has; false where the caller asked to stop.
    [[nodiscard]] PARLANCE_DECL bool find(vocab::view tokens, work& paid);
    /// Precondition: they were found.
    [[nodiscard]] lists const& all() const noexcept { return lists_; }

private:
    PARLANCE_DECL void add(vocab::token_id id, std::string_view text);
    PARLANCE_DECL static void add(vocab::token_id id, std::string_view text, list& to);

    detail::mutex mutex_;
    std::atomic<bool> found_{false};
    vocab::token_id next_ = 0;  // up to which they have been read
    lists lists_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/item_tokens.ipp>
#endif

// parlance/mask/detail/text_reach.hpp - how much text can be read whatever it is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Finds out of which places any text between quotes can be read, so that the tokens of such text are allowed without
/// reading them one by one, although they lead to different places: strings with a least length or a number of words,
/// or with something in them that is looked for.  What was found out is kept.  Safe to use from several threads.
class text_reach {
public:
    explicit text_reach(store& configs) : configs_(configs) {}

    /// How many code points of text_groups can be read from `from`, whatever they are, up to `most`.
    ///
    /// then_nothing   behind so many, none can be read
    struct length {
        std::uint32_t points = 0;
        bool then_nothing = false;
    };
    [[nodiscard]] PARLANCE_DECL length find(point const from, std::uint32_t most);

private:
    struct move {
        config_id config = dead_config;
        std::uint32_t count = 0;
        bool relative = false;
        friend bool operator==(move const&, move const&) = default;
    };
    /// all    every code point leads on, and bytes that are no UTF-8 do not
    /// none   none does
    struct moves {
        bool all = false;
        bool none = false;
        vec<move> to;
    };

    PARLANCE_DECL moves const& of(point const p);
    PARLANCE_DECL moves compute(point const p, bool roomy);

    static constexpr std::size_t most_places = 200;

    store& configs_;
    detail::mutex mutex_;
    hash_map<std::uint64_t, moves> kept_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/impl/text_reach.ipp>
#endif

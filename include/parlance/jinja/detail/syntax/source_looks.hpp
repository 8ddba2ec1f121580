// parlance/jinja/detail/syntax/source_looks.hpp - the question whether to stop, while a template is compiled
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::jinja {

/// Looks each few thousand bytes that are read, whatever they are read for.
class source_looks {
public:
    static constexpr std::size_t between_looks = 8192;  // bytes
    static constexpr std::size_t of_a_brace = 32;  // to see that it begins nothing takes as long as these

    explicit source_looks(stop_token asked = {}) noexcept : asked_(asked) {}

    /// So many bytes are read, or what takes as long.  Throws cancelled where the caller asked to stop.
    void pass(std::size_t bytes = 1) {
        passed_ += bytes;
        if (passed_ >= between_looks) [[unlikely]] {
            look();
        }
    }

    /// So many names are taken out of a branch, once for each branch that they are in.  Throws out_of_fuel where those are too
    /// many in all.
    PARLANCE_DECL void pass_names(std::size_t names);

    /// source.find(what, at), with looks on the way.
    [[nodiscard]] PARLANCE_DECL std::size_t find(std::string_view source, std::string_view what,
                                                 std::size_t at);

    /// Makes room for `more` items where the array is long: it moves in pieces, with looks in between.
    template <class T>
    void make_room(vec<T>& items, std::size_t more = 1) {
        if (items.size() >= many && items.capacity() - items.size() < more) [[unlikely]] {
            work moves(asked_);
            go_on(paid_room(items, more, moves));
        }
    }
    /// The same for one more entry of a map.
    template <class Map>
    void make_room_in(Map& map) {
        if (map.size() >= many && !map.has_room()) [[unlikely]] {
            work moves(asked_);
            go_on(map.make_room(moves));
        }
    }

private:
    static constexpr std::size_t many = 512;
    static constexpr std::size_t most_names = 1'000'000;  // of up to 50 nanoseconds each

    PARLANCE_APART PARLANCE_DECL void look();
    /// Throws cancelled unless `wanted`.
    PARLANCE_DECL static void go_on(bool wanted);

    stop_token asked_;
    std::size_t passed_ = 0;
    std::size_t names_ = 0;
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/source_looks.ipp>
#endif

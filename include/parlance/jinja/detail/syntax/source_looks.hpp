// parlance/jinja/detail/syntax/source_looks.hpp - the question whether to stop, while a template is compiled
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/stop.hpp>
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

    /// source.find(what, at), with looks on the way.
    [[nodiscard]] PARLANCE_DECL std::size_t find(std::string_view source, std::string_view what,
                                                 std::size_t at);

private:
    PARLANCE_APART PARLANCE_DECL void look();

    stop_token asked_;
    std::size_t passed_ = 0;
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/source_looks.ipp>
#endif

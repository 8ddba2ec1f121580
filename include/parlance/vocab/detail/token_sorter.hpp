// parlance/vocab/detail/token_sorter.hpp - the tokens of a vocabulary in the order of their bytes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::vocab::detail {

/// key  its first eight bytes as a number that sorts like them
struct sorted_token {
    std::uint64_t key;
    token_id id;
};

/// More than the fields of a node can hold.
[[nodiscard]] inline diagnostic too_much(std::string_view why) {
    return {errc::too_many_tokens, {}, 0, note{why}};
}
[[nodiscard]] inline diagnostic not_paid(work const& meter) {
    return meter.error("while the vocabulary was sorted");
}

/// Sorts the text tokens by bytes, then by id.  In runs that are merged: nobody could stop a std::sort of all.
class token_sorter {
public:
    PARLANCE_DECL token_sorter(view tokens, work& paid);
    [[nodiscard]] PARLANCE_DECL result<vec<sorted_token>> sorted();

private:
    static constexpr std::size_t run = 128;  // sorted at once

    [[nodiscard]] PARLANCE_DECL bool before(sorted_token const& a, sorted_token const& b);
    /// Pays for these steps, and for the bytes that were compared.
    [[nodiscard]] PARLANCE_DECL bool pay(std::uint64_t steps);
    /// Sorts a part of out_.
    [[nodiscard]] PARLANCE_DECL bool sort(std::size_t first, std::size_t last);

    view tokens_;
    work& paid_;
    vec<sorted_token> out_;
    vec<sorted_token> other_;
    std::size_t compared_ = 0;  // bytes of tokens that begin alike
};

}  // namespace parlance::vocab::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/detail/impl/token_sorter.ipp>
#endif

// parlance/mask/detail/walk/plain_walk.hpp - the mask of one place, token by token, for where a limit stops the others
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class generation;

/// Reads every token as matcher::accept() does and leaves out those for which that fails, so that the mask and accept()
/// agree whatever the limit.  Short tokens come first: when fuel runs out, it is the long ones that are missing.
///
/// cost  a step for each trie node that can be reached; nothing that other places could use but the steps themselves
class plain_walk {
public:
    PARLANCE_DECL explicit plain_walk(generation& of);

    /// The tokens that can be read at `from`, end tokens aside.
    PARLANCE_DECL void run(place const& from, token_collector& out);
    /// Why some were left out; none when none were.
    [[nodiscard]] errc limit() const noexcept { return limit_; }

private:
    /// A trie node, read.
    struct reached {
        std::uint32_t node;
        place at;
    };

    PARLANCE_DECL void read_text(place const& from, token_collector& out);
    PARLANCE_DECL void visit(std::uint32_t node, place const& before, token_collector& out);
    /// What is read as a token and not as text: in free text, and where the grammar names tokens.
    PARLANCE_DECL void read_waiting(token_collector& out);
    PARLANCE_DECL void read_tokens(place const& from, token_collector& out);
    /// Those of a word, and all of further ones, are not allowed as tokens: nobody knows whether they are.
    PARLANCE_DECL void leave_out(std::uint32_t bits, std::size_t word, token_collector& out) const;
    /// Whether the generation may go on at `p`, which is made ready for it.
    [[nodiscard]] PARLANCE_DECL bool goes_on(place p);
    PARLANCE_DECL void note_failure() noexcept;

    generation& generation_;
    array_ref<vocab::trie::node const> nodes_;
    vec<reached> next_;
    errc limit_ = errc::none;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/walk/impl/plain_walk.ipp>
#endif

// parlance/chat/stop_matcher.hpp - texts that end an answer, found across the pieces that it comes in
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// Finds the first of several texts in a stream of bytes, and lets through what stands before it.  What may be the
/// beginning of one is held back until that is decided.
///
///     stop_matcher stops(texts);
///     parser.feed(stops.feed(piece), sink);
///     if (stops.found()) { … }                 // *stops.found() is its number
///     parser.feed(stops.finish(), sink);       // the answer ended otherwise
///
/// A value: copy it to fork a generation.  Not for several threads at once.  Where two end at the same byte it is the
/// longer one; otherwise the one that ends first.
class stop_matcher {
public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    stop_matcher() = default;
    /// Empty texts never come.  Linear in their size.
    PARLANCE_DECL explicit stop_matcher(std::span<std::string const> texts);

    /// The text that is certain to stand before any stop; valid until the next call.  Nothing once one was found.  Linear
    /// in `bytes`; each byte takes as many steps more as texts end there that do not count.
    ///
    /// counted  only so many of the texts, the first ones, stop here; the others are let through
    [[nodiscard]] PARLANCE_DECL std::string_view feed(std::string_view bytes, std::size_t counted = none);
    /// What was held back, for no stop will come; valid until the next call.
    [[nodiscard]] PARLANCE_DECL std::string_view finish();

    /// Which of the texts was found; none so far.
    [[nodiscard]] std::size_t found() const noexcept { return found_; }
    [[nodiscard]] bool stopped() const noexcept { return found_ != none; }
    /// Bytes that are held back.
    [[nodiscard]] std::size_t held() const noexcept { return held_.size(); }

private:
    /// A state of the automaton of Aho and Corasick: a text's beginning.
    struct node {
        std::vector<std::pair<char, std::uint32_t>> next;
        std::uint32_t back = 0;    // the longest shorter one that it ends with
        std::uint32_t length = 0;  // of the beginning
        std::uint32_t end = 0;     // the longest text that it ends with, be it itself; 0 for none
        std::size_t text = none;   // the number of the text that it is
    };
    [[nodiscard]] PARLANCE_DECL std::uint32_t step(std::uint32_t from, char c) const noexcept;
    [[nodiscard]] PARLANCE_DECL static std::uint32_t child(node const& n, char c) noexcept;

    std::vector<node> nodes_{};
    std::uint32_t at_ = 0;
    std::string held_{};
    std::string out_{};
    std::size_t found_ = none;
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/stop_matcher.ipp>
#endif

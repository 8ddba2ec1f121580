// parlance/peg/detail/notation_text.hpp - the words of a table's notation, read one by one
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::peg::detail {

/// Whatever reads a word reads the blanks behind it.  The first complaint counts, and ends the text.
class notation_text {
public:
    explicit notation_text(std::string_view text) : text_(text) {}

    [[nodiscard]] bool good() const noexcept { return wrong_.code == errc::none; }
    [[nodiscard]] diagnostic const& wrong() const noexcept { return wrong_; }
    [[nodiscard]] std::size_t size() const noexcept { return text_.size(); }
    [[nodiscard]] bool more() const noexcept { return at_ < text_.size(); }
    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    /// Precondition: more().
    [[nodiscard]] char peek() const noexcept { return text_[at_]; }
    /// The byte at `at`, which was passed.
    [[nodiscard]] char operator[](std::size_t at) const noexcept { return text_[at]; }

    /// About bytes [at, at + length).
    PARLANCE_RARE void complain(errc code, std::size_t at, std::size_t length);

    /// Goes on behind blanks and comments.
    PARLANCE_RARE void blank();
    [[nodiscard]] PARLANCE_RARE bool follows(std::string_view word) const noexcept;
    PARLANCE_RARE bool take(std::string_view word);
    PARLANCE_RARE void expect(std::string_view word);

    PARLANCE_RARE std::uint32_t number();

    /// A text in quotes of either kind.  Precondition: more(), and peek() is the quote.
    PARLANCE_RARE std::string quoted();
    /// The name of a rule or a tag, in single quotes or not.
    PARLANCE_RARE std::string name();

    /// A name that is followed by `<-` begins the next rule, and so does a tag line.
    PARLANCE_RARE bool at_next_rule();

    /// The text of a class, brackets and all, without the blanks behind it; empty when it has no end.
    PARLANCE_RARE std::string_view bracketed();

private:
    PARLANCE_RARE std::string_view word() const noexcept;

    std::string_view text_;
    std::size_t at_ = 0;
    diagnostic wrong_{};
};

}  // namespace parlance::peg::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/peg/detail/impl/notation_text.ipp>
#endif

// parlance/rtn/detail/regex_text.hpp - the text of a regular expression, how far it is read and what is wrong with it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/position.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::rtn::detail {

/// The first complaint counts, and ends the text.
class regex_text {
public:
    explicit regex_text(std::string_view text) : text_(text) {}

    [[nodiscard]] bool more(std::size_t ahead = 0) const noexcept { return at_ + ahead < text_.size(); }
    [[nodiscard]] PARLANCE_DECL char peek(std::size_t ahead = 0) const noexcept;
    PARLANCE_DECL bool take(std::string_view what) noexcept;
    /// Precondition: more(), and the text is UTF-8.
    PARLANCE_DECL char32_t code_point() noexcept;
    /// The place of the next `c`, or npos.
    [[nodiscard]] std::size_t find(char c) const noexcept { return text_.find(c, at_); }
    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    /// Precondition: begin <= end.
    [[nodiscard]] std::string_view between(std::size_t begin, std::size_t end) const noexcept {
        return begin < text_.size() ? text_.substr(begin, end - begin) : std::string_view{};
    }
    void skip(std::size_t bytes) noexcept { at_ += bytes; }
    void go(std::size_t to) noexcept { at_ = to; }

    /// Notes what is wrong here; false, for those who return whether all is well.
    PARLANCE_DECL bool refuse(std::string_view why);
    [[nodiscard]] bool good() const noexcept { return why_.empty(); }
    /// Precondition: !good().
    [[nodiscard]] diagnostic wrong() const { return {errc::not_lowerable, locate(text_, fault_), 0, why_}; }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t fault_ = 0;
    note why_;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/regex_text.ipp>
#endif

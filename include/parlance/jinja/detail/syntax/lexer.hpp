// parlance/jinja/detail/syntax/lexer.hpp - template text to tokens, with Jinja2's whitespace control
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/source_looks.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// Newlines as Jinja2 wants them: \r\n and \r become \n, one newline at the very end is dropped.  Throws `fault` (cancelled) where
/// `asked` says so.
[[nodiscard]] PARLANCE_DECL std::string normalise_newlines(std::string_view source, stop_token asked = {});

/// Cuts a template into tokens, one per call, in an environment with trim_blocks and lstrip_blocks.  The source must
/// be newline-normalised and outlive the tokens.  Throws `fault` (jinja_syntax; cancelled, where `asked` says so).
class lexer {
public:
    explicit lexer(std::string_view source, stop_token asked = {}) noexcept
        : source_(source), looks_(asked) {}

    [[nodiscard]] PARLANCE_DECL token next();

private:
    enum class mode : std::uint8_t { text, variable, block };

    [[nodiscard]] std::uint32_t here() const noexcept { return static_cast<std::uint32_t>(at_); }
    /// Looks whether to stop where byte `at` of a long token is due for it.
    void look(std::size_t at, std::size_t& due) {
        if (at >= due) [[unlikely]] {
            due = at + source_looks::between_looks;
            looks_.pass(source_looks::between_looks);
        }
    }
    [[nodiscard]] PARLANCE_DECL char peek(std::size_t ahead = 0) const noexcept;
    [[noreturn]] PARLANCE_DECL void fail(std::string message, std::size_t at, std::size_t length = 1) const;
    [[nodiscard]] static bool is_sign(char c) noexcept { return c == '-' || c == '+'; }

    /// Takes template text up to the next tag, or the tag in front of the cursor.  False: nothing to hand out yet.
    PARLANCE_DECL bool text(token& out);

    /// Where the text [begin, tag) ends once the tag's whitespace control is applied.
    [[nodiscard]] PARLANCE_DECL std::size_t strip_before(std::size_t begin, std::size_t tag, char sign,
                                                         bool lstrip);

    /// Enters the tag at the cursor.  Comments and raw blocks are dealt with here.
    PARLANCE_DECL bool open(token& out);

    PARLANCE_DECL void comment();

    /// After a closing delimiter: white space for '-', one newline unless '+'.
    PARLANCE_DECL void skip_after(char sign, bool trim);

    [[nodiscard]] PARLANCE_DECL std::size_t past_space(std::size_t at);

    /// `{% raw %}` at the cursor: hands out everything before `{% endraw %}`.
    PARLANCE_DECL bool raw(token& out);

    /// A token inside `{{ }}` or `{% %}`.
    PARLANCE_DECL token inside();

    PARLANCE_DECL bool close_tag();

    [[nodiscard]] PARLANCE_DECL std::size_t name_length();

    [[nodiscard]] PARLANCE_DECL static bool digit_of(char c, int base) noexcept;
    /// Past digits and single underscores between them; `first` says whether one may begin with an underscore.
    [[nodiscard]] PARLANCE_DECL std::size_t digits(std::size_t at, int base, bool underscore_first);

    PARLANCE_DECL token number();

    PARLANCE_DECL token string(char quote);

    PARLANCE_DECL token punctuation();

    PARLANCE_DECL void closing(char c);

    std::string_view source_;
    source_looks looks_;
    std::size_t at_ = 0;
    mode mode_ = mode::text;
    bool pending_ = false;  // text before the tag at the cursor has been handed out
    vec<char> brackets_{};
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/lexer.ipp>
#endif

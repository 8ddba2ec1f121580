// parlance/chat/detail/string_mender.hpp - a string of JSON or Python, made one of JSON while it streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/escape_mender.hpp>
#include <parlance/decl.hpp>
#include <string>

namespace parlance::chat::detail {

struct notation;

/// Control characters become escapes, and escapes those of JSON.  In strings of Python, a quote that nothing follows of what
/// follows a string is a letter (`behind_strings`); where a notation has them, strings behind one another are one, and long ones
/// end with three quotes.  Holds back a quote that may end the string until that is known.
class string_mender {
public:
    /// Stands for the quotes of a notation that are its own: what is between them is raw text, and end() ends it.
    static constexpr char long_quote = 1;

    string_mender() = default;
    /// It must outlive this.
    explicit string_mender(notation const& n) : notation_(&n), escapes_(true) {}

    /// raw  backslashes are letters
    PARLANCE_DECL void begin(char quote, bool raw, std::string& out);
    [[nodiscard]] bool is_open() const noexcept { return quote_ != 0; }
    [[nodiscard]] bool is_between_long_quotes() const noexcept { return quote_ == long_quote; }

    /// What comes in a string that is open.  False where it has ended in front of `c`.
    [[nodiscard]] PARLANCE_DECL bool put(char c, std::string& out);

    /// Whether this does not stay as it is.
    [[nodiscard]] bool is_special(char c) const noexcept {
        return c == '"' || c == '\\' || c == quote_ || static_cast<unsigned char>(c) < 0x20;
    }
    /// Letters have come that stay as they are.
    void pass() noexcept { empty_ = false; }
    [[nodiscard]] bool holds() const noexcept { return !ending_.empty() || escapes_.holds(); }

    /// What has come last may have been the end, if what follows allows it.
    [[nodiscard]] bool may_have_ended() const noexcept { return !ending_.empty() && !long_; }
    PARLANCE_DECL void end(std::string& out);
    /// What could have ended it is in it.
    PARLANCE_DECL void keep_ending(std::string& out);

    /// The text was cut off: an end or an escape that was begun is left out.
    PARLANCE_DECL void drop() noexcept;
    /// The text is over: what is held of escapes, as it is.
    PARLANCE_DECL void close(std::string& out);

private:
    PARLANCE_DECL void in_text(char c, std::string& out);
    PARLANCE_DECL void letter(char c, std::string& out);
    [[nodiscard]] PARLANCE_DECL bool behind_quote(char c, std::string& out);

    notation const* notation_ = nullptr;
    escape_mender escapes_{};
    std::string ending_{};  // quotes that may end it, and the white space behind them
    char quote_ = 0;        // that it is in
    bool long_ = false;     // it ends with three of them
    bool raw_ = false;
    bool empty_ = true;  // so far
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/string_mender.ipp>
#endif

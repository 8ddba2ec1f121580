// parlance/chat/detail/escape_mender.hpp - the escapes of a string, made those of JSON while it streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <string>

namespace parlance::chat::detail {

/// `\'`, which is none of JSON's, is `'`; a backslash that begins no escape is doubled, and halves of surrogate pairs become
/// U+FFFD.  Holds back an escape until it is whole, and the first half of a pair until the second is.
class escape_mender {
public:
    escape_mender() = default;
    /// python  besides, there are Python's: `\x41`, and a backslash before a line end
    explicit escape_mender(bool python) : python_(python) {}

    /// A backslash has come.
    void begin() { begun_ = "\\"; }
    [[nodiscard]] bool has_begun() const noexcept { return !begun_.empty(); }
    [[nodiscard]] bool holds() const noexcept { return !begun_.empty() || !high_.empty(); }

    /// What comes behind `begin()`.  False where that is no escape with `c`: `c` is left to read.
    [[nodiscard]] PARLANCE_DECL bool put(char c, std::string& out);

    /// Something else comes, or the string has ended: there is no second half of a pair.
    PARLANCE_DECL void flush(std::string& out);

    /// What was begun is no escape.
    void drop() noexcept { begun_.clear(); }

    /// The text is over: what is held, as it is.
    PARLANCE_DECL void close(std::string& out);

private:
    PARLANCE_DECL void end_digits(std::string& out);

    bool python_ = false;
    std::string begun_{};
    std::string high_{};  // the first half of a surrogate pair, whole
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/escape_mender.ipp>
#endif

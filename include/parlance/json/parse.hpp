// parlance/json/parse.hpp - strict JSON text to a value, with exact numbers and a place for every error
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::json {

namespace detail {

class reader {
public:
    reader(std::string_view text, std::size_t nesting) : text_(text), nesting_(nesting) {}

    /// Whether a whole document was read into `out`; if not, error() says why.
    PARLANCE_DECL bool document(value& out);
    [[nodiscard]] PARLANCE_DECL diagnostic error() const;

private:
    PARLANCE_DECL bool fail(errc code, std::string_view hint);
    [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
    PARLANCE_DECL void skip_space() noexcept;

    PARLANCE_DECL bool read(value& out, std::size_t depth);

    PARLANCE_DECL bool word(std::string_view name);

    PARLANCE_DECL bool read_array(value& out, std::size_t depth);

    PARLANCE_DECL bool read_object(value& out, std::size_t depth);

    /// Reads the string at the cursor into scratch_.
    PARLANCE_DECL bool read_string();

    PARLANCE_DECL bool read_escape();

    [[nodiscard]] PARLANCE_DECL bool hex4(std::size_t from, std::uint32_t& unit) const noexcept;

    PARLANCE_DECL bool read_number(value& out);

    PARLANCE_DECL static void convert(value& out, std::string_view number, bool integral);

    std::string_view text_;
    std::size_t nesting_;
    std::size_t at_ = 0;
    errc code_ = errc::none;
    note hint_{};
    std::string scratch_{};
};

}  // namespace detail

/// Reads one JSON document as RFC 8259 defines it: no comments, no trailing commas, valid UTF-8 only.
///
/// numbers  integers stay integers while they fit in 64 bits; everything else is the nearest double (infinite when
///          beyond the largest, as in Python)
/// keys     of equal keys the last value wins, at the place of the first
/// errors   json_syntax, invalid_utf8, nested_too_deep (limits.nesting), source_too_large (limits.source_bytes)
/// cost     linear; recursion as deep as the document, which limits.nesting bounds
[[nodiscard]] PARLANCE_DECL result<value> parse(std::string_view text, limits const& bounds = {});

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/parse.ipp>
#endif

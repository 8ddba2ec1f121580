// parlance/hf/legacy/detail/schema_shape.hpp - patterns of response schemas that are a region between two delimiters
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/ascii.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::hf::detail {

/// A pattern with one group, cut where its capture begins and ends.
///
/// open    a pattern for what stands before the capture, and for the part of the capture up to its last gap
/// close   a pattern for what stands behind it; empty where the capture goes to the end of the text
/// head    whether the capture begins inside `open`, in its first group
/// at_end  whether the end of the text is an end of the capture, too
struct schema_shape {
    std::string open;
    std::string close;
    bool head = false;
    bool at_end = false;
};

/// Reads `LITERAL (CAPTURE) END`, where white space may stand on either side of the capture:
///
///     CAPTURE  .*?, or texts with gaps .*? between them and one behind the last; .* where nothing follows
///     END      LITERAL, or (?:LITERAL|...|$), or $
///
/// For these a search is two searches one after the other: the first place where `open` matches, and from there the
/// first where `close` does.  No other way to match `open` can be followed by a `close` that this one misses.
class schema_shape_reader {
public:
    explicit schema_shape_reader(std::string_view pattern) : in_(pattern) {}

    /// Nothing for all other patterns.
    [[nodiscard]] std::optional<schema_shape> read() {
        schema_shape out;
        std::string_view const lead = take_literal();
        bool const blank = take_blank();
        std::string_view const before = in_.substr(0, at_);
        if (lead.empty() || !take("(") || next() == '?') {
            return std::nullopt;
        }
        std::size_t const capture = at_;
        std::size_t last_gap = capture;
        bool const texts = next() != '.';
        if (texts && (!starts_solid() || take_literal().empty())) {
            return std::nullopt;
        }
        for (;;) {
            last_gap = at_;
            if (take(".*)")) {
                return whole_rest(before, capture, last_gap, texts);
            }
            if (!take(".*?")) {
                return std::nullopt;
            }
            if (take(")")) {
                break;
            }
            if (!texts || take_literal().empty()) {
                return std::nullopt;
            }
        }
        out.head = texts;
        out.open = before;
        if (texts) {
            out.open.append("(").append(in_.substr(capture, last_gap - capture)).append(")");
        }
        out.close = in_.substr(at_);
        take_blank();
        bool const good = end(out.at_end, blank && !texts);
        return good && at_ == in_.size() ? std::optional(std::move(out)) : std::nullopt;
    }

private:
    [[nodiscard]] char next(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < in_.size() ? in_[at_ + ahead] : '\0';
    }
    bool take(std::string_view text) noexcept {
        bool const there = in_.substr(at_).starts_with(text);
        at_ += there ? text.size() : 0;
        return there;
    }

    /// Length of a character that stands for itself here; 0 for what means something.
    [[nodiscard]] std::size_t character() const noexcept {
        constexpr std::string_view special = ".^$*+?{}[]()|";
        std::size_t length = 1;
        if (next() == '\\') {
            char const c = next(1);
            if (c == '\0' || static_cast<unsigned char>(c) >= 0x80 ||
                (ascii::is_alnum(c) && c != 'n' && c != 't')) {
                return 0;
            }
            length = 2;
        } else if (next() == '\0' || special.find(next()) != special.npos) {
            return 0;
        }
        while ((static_cast<unsigned char>(next(length)) & 0xC0) == 0x80) {
            ++length;
        }
        constexpr std::string_view repeats = "*+?{";
        char const behind = next(length);
        return behind != '\0' && repeats.find(behind) != repeats.npos ? 0 : length;
    }
    std::string_view take_literal() noexcept {
        std::size_t const begin = at_;
        while (std::size_t const length = character()) {
            at_ += length;
        }
        return in_.substr(begin, at_ - begin);
    }
    /// White space that may be there or not.
    bool take_blank() noexcept { return take("\\s*") || take("\\n?") || take("\n?"); }
    /// Whether what comes next is certain not to be white space.
    [[nodiscard]] bool starts_solid() const noexcept {
        char const c = next();
        return static_cast<unsigned char>(c) > ' ' && static_cast<unsigned char>(c) < 0x7F &&
               (c != '\\' || (next(1) != 'n' && next(1) != 't'));
    }

    /// The capture is all that follows.
    [[nodiscard]] std::optional<schema_shape> whole_rest(std::string_view before, std::size_t capture,
                                                         std::size_t gap, bool texts) {
        take("$") || take("\\Z");
        if (at_ != in_.size()) {
            return std::nullopt;
        }
        std::string open(before);
        if (texts) {
            open.append("(").append(in_.substr(capture, gap - capture)).append(")");
        }
        return schema_shape{std::move(open), {}, texts, true};
    }

    bool end_text(bool solid) noexcept { return (!solid || starts_solid()) && !take_literal().empty(); }
    /// `solid`: no white space may begin it, since some may have been taken before the capture.
    bool end(bool& at_end, bool solid) noexcept {
        if (take("$") || take("\\Z")) {
            return at_end = true;
        }
        if (!take("(?:")) {
            return end_text(solid);
        }
        do {
            bool const over = take("$") || take("\\Z");
            at_end = at_end || over;
            if (!over && !end_text(solid)) {
                return false;
            }
        } while (take("|"));
        return take(")");
    }

    std::string_view in_;
    std::size_t at_ = 0;
};

}  // namespace parlance::hf::detail

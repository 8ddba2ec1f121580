// parlance/chat/analysis/impl/diff.ipp - definitions of what parlance/chat/analysis/diff.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/scan.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstdint>
#include <string>

namespace parlance::chat::analysis {

/// Whether a letter is a segment whatever follows it, as most are.
PARLANCE_DECL bool is_segment(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x80 && c != '<' && c != '[' && c != ']';
}

std::size_t segment_length(std::string_view text) noexcept {
    if (is_segment(text.front())) {
        return 1;
    }
    std::size_t const length = marker_length(text);
    return length != 0 ? length : utf8::decode(text).length;
}

std::vector<std::string_view> segments(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        out.push_back(text.substr(0, segment_length(text)));
        text.remove_prefix(out.back().size());
    }
    return out;
}

std::string_view common_prefix(std::string_view a, std::string_view b, stop_asker asked) {
    namespace scan = parlance::detail::scan;
    std::string_view const same = a.substr(0, scan::common_length(a, b));
    auto const any_longer = [](std::uint64_t word) {
        return scan::any_high(word) | scan::any_equal(word, '<') | scan::any_equal(word, '[') |
               scan::any_equal(word, ']');
    };
    auto const is_longer = [](char c) { return !is_segment(c); };
    std::size_t at = 0;
    while ((at = scan::find(same, at, any_longer, is_longer)) < same.size() && asked.next()) {
        std::string_view const left = a.substr(at, segment_length(a.substr(at)));
        std::string_view const right = b.substr(at, segment_length(b.substr(at)));
        if (left != right) {
            break;
        }
        at += left.size();
    }
    return a.substr(0, at);
}

std::string_view common_suffix(std::string_view a, std::string_view b, stop_asker asked) {
    std::size_t same = 0;
    while (same < a.size() && same < b.size() && a[a.size() - 1 - same] == b[b.size() - 1 - same]) {
        ++same;
    }
    // Where segments begin follows from what is in front of them.  Of the places in the shared bytes where both texts have
    // one, it is the first behind which all are shared; places are counted from the end.
    auto const skip = [&](std::string_view& text) {
        while (text.size() > same && asked.next()) {
            text.remove_prefix(segment_length(text));
        }
    };
    std::string_view left = a;
    std::string_view right = b;
    skip(left);
    skip(right);
    std::size_t shared = left.size();
    bool agreed = left.size() == right.size();
    while ((!left.empty() || !right.empty()) && asked.next()) {
        if (left.size() == right.size()) {
            shared = agreed ? shared : left.size();
            agreed = true;
            left.remove_prefix(segment_length(left));
            right.remove_prefix(segment_length(right));
        } else {
            agreed = false;
            std::string_view& longer = left.size() > right.size() ? left : right;
            longer.remove_prefix(segment_length(longer));
        }
    }
    return a.substr(a.size() - (agreed ? shared : 0));
}

difference compare(std::string_view a, std::string_view b) {
    std::string_view const prefix = common_prefix(a, b);
    std::string_view const left = a.substr(prefix.size());
    std::string_view const right = b.substr(prefix.size());
    std::string_view const suffix = common_suffix(left, right);
    return {prefix, left.substr(0, left.size() - suffix.size()),
            right.substr(0, right.size() - suffix.size()), suffix};
}

bool is_blank(char c) noexcept { return chat::detail::blanks.find(c) != std::string_view::npos; }

/// The common beginning of `a` and `b` without punctuation that begins a word of each: `@` of `@next` and of `@done`.
PARLANCE_DECL std::string_view common_close(std::string_view a, std::string_view b) {
    std::string_view out = common_prefix(a, b);
    auto const letter_at = [&](std::string_view text) {
        return text.size() > out.size() && ascii::is_letter(text[out.size()]);
    };
    auto const loose = [](std::string_view s) {
        return s.size() == 1 && !is_blank(s[0]) && std::string_view("]})\"'`,;").find(s[0]) == s.npos;
    };
    auto const pieces = segments(out);
    for (std::size_t i = pieces.size(); i-- > 0 && letter_at(a) && letter_at(b) && loose(pieces[i]);) {
        out.remove_suffix(1);
        if (i > 0 && (is_blank(pieces[i - 1].front()) || pieces[i - 1].size() > 1)) {
            break;
        }
    }
    return out;
}

list_shape solve_list(std::string_view before, std::string_view between, std::string_view after) {
    list_shape out;
    out.item_close = common_close(between, after);
    between.remove_prefix(out.item_close.size());
    out.item_open = common_suffix(before, between);
    out.separator = between.substr(0, between.size() - out.item_open.size());
    out.open = before.substr(0, before.size() - out.item_open.size());
    out.close = after.substr(out.item_close.size());
    return out;
}

std::string_view strip(std::string_view text) noexcept { return chat::detail::split(text).core; }

std::vector<std::string> markers_of(std::string_view text) {
    std::vector<std::string> out;
    hash_set<std::string_view> known;
    for (std::string_view const s : segments(text)) {
        if (marker_length(s) == s.size() && known.insert(s)) {
            out.emplace_back(s);
        }
    }
    return out;
}

}  // namespace parlance::chat::analysis

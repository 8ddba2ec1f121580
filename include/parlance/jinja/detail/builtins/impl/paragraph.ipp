// parlance/jinja/detail/builtins/impl/paragraph.ipp - definitions of what parlance/jinja/detail/builtins/paragraph.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/paragraph.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

void paragraph::wrap(std::string_view text, std::string_view between, scratch_text& out) {
    scratch<std::string_view> pieces(rt_.heap);
    split(text, pieces);
    vec<std::string_view>& chunks = pieces.items();
    scratch<std::string_view> parts(rt_.heap);
    vec<std::string_view>& line = parts.items();
    bool some = false;
    std::size_t i = 0;
    while (i < chunks.size()) {
        rt_.spend(8 + between.size() / 16);
        if (some && is_blank(chunks[i])) {
            if (++i == chunks.size()) {
                break;
            }
        }
        std::size_t used = 0;
        line.clear();
        while (i < chunks.size() && byte_of(rt_, chunks[i], width_ - used) == chunks[i].size()) {
            used += code_points(rt_, chunks[i]);
            parts.push_back(chunks[i++]);
        }
        parts.reserve(line.size() + 1);
        if (i < chunks.size() && byte_of(rt_, chunks[i], width_) < chunks[i].size()) {
            take_long(chunks[i], used, line);
            if (chunks[i].empty()) {
                ++i;
            }
        }
        if (!line.empty() && is_blank(line.back())) {
            line.pop_back();
        }
        if (!line.empty()) {
            if (some) {
                out.append(between);
            }
            for (std::string_view const part : line) {
                out.append(part);
            }
            some = true;
        }
    }
}

paragraph::letter paragraph::kind_of(char32_t c) noexcept {
    if (is_decimal(c)) {
        return letter::digit;
    }
    if (is_word_letter(c)) {
        return letter::letter;
    }
    return c < 0x80 && std::string_view("!\"'&.,?").find(static_cast<char>(c)) != std::string_view::npos
               ? letter::punctuation
               : letter::other;
}

paragraph::letter paragraph::at(std::string_view s, std::size_t& i) noexcept {
    if (i >= s.size()) {
        return letter::other;
    }
    utf8::decoded const d = utf8::decode(s.substr(i));
    i += d.length;
    return kind_of(d.value);
}

paragraph::letter paragraph::before(std::string_view s, std::size_t& i) noexcept {
    std::size_t const end = i;
    if (i == 0) {
        return letter::other;
    }
    do {
        --i;
    } while (i > 0 && end - i < 4 && (static_cast<unsigned char>(s[i]) & 0xc0) == 0x80);
    return kind_of(utf8::decode(s.substr(i, end - i)).value);
}

bool paragraph::breaks_behind(std::string_view s, std::size_t hyphen) noexcept {
    std::size_t i = hyphen;
    if (before(s, i) != letter::letter) {
        return false;
    }
    i -= i > 0 && s[i - 1] == '-' ? 1 : 0;  // t-w- as well as tw-
    if (before(s, i) != letter::letter) {
        return false;
    }
    i = hyphen + 1;
    if (at(s, i) != letter::letter) {
        return false;
    }
    i += i < s.size() && s[i] == '-' ? 1 : 0;
    return at(s, i) == letter::letter;
}

void paragraph::split(std::string_view s, scratch<std::string_view>& out) {
    rt_.spend(1 + s.size());
    std::size_t end_of_word = 0;
    paid_ahead each(rt_.steps(), 1);
    for (std::size_t i = 0; i < s.size();) {
        rt_.spend(2);
        std::size_t end = i;
        if (is_ascii_space(s[i])) {
            while (end < s.size() && is_ascii_space(s[end])) {
                each.reached(++end);
            }
        } else {
            for (end = (std::max)(end, end_of_word); end < s.size() && !is_ascii_space(s[end]);) {
                each.reached(++end);
            }
            end_of_word = end;
            if (break_hyphens_) {
                end = hyphenated(s, i, end);
            }
        }
        out.push_back(s.substr(i, end - i));
        i = end;
    }
}

std::size_t paragraph::hyphenated(std::string_view s, std::size_t begin, std::size_t end) const {
    paid_ahead each(rt_.steps(), 1);
    for (std::size_t i = begin; i < end; ++i) {
        each.reached(i - begin);
        if (s[i] != '-') {
            continue;
        }
        std::size_t dashes = i;
        while (dashes < end && s[dashes] == '-') {
            ++dashes;
        }
        if (i > begin && dashes - i == 1 && breaks_behind(s, i)) {
            return dashes;
        }
        std::size_t front = i;
        std::size_t behind = dashes;
        if (dashes - i >= 2 && before(s, front) != letter::other && at(s, behind) <= letter::digit) {
            return i == begin ? dashes : i;
        }
        i = dashes - 1;
    }
    return end;
}

void paragraph::take_long(std::string_view& chunk, std::size_t used, vec<std::string_view>& line) const {
    std::size_t const room = width_ - used;
    if (break_long_) {
        std::size_t end = byte_of(rt_, chunk, room);
        if (break_hyphens_ && end < chunk.size()) {
            std::size_t const hyphen = chunk.substr(0, end).rfind('-');
            if (hyphen != chunk.npos && hyphen > 0 &&
                chunk.substr(0, hyphen).find_first_not_of('-') != chunk.npos) {
                end = hyphen + 1;
            }
        }
        line.push_back(chunk.substr(0, end));
        chunk.remove_prefix(end);
    } else if (line.empty()) {
        line.push_back(chunk);
        chunk = {};
    }
}

}  // namespace parlance::jinja::detail

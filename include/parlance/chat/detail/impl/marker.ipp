// parlance/chat/detail/impl/marker.ipp - definitions of what parlance/chat/detail/marker.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>

namespace parlance::chat::detail {

split_marker split(std::string_view marker) noexcept {
    std::size_t const first = marker.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {marker, {}, {}};
    }
    std::size_t const last = marker.find_last_not_of(blanks) + 1;
    return {marker.substr(0, first), marker.substr(first, last - first), marker.substr(last)};
}

std::string_view first_line(std::string_view core) noexcept {
    if (std::size_t const marker = marker_length(core)) {
        return core.substr(0, marker);
    }
    return core.substr(0, core.find('\n'));
}

std::size_t first_closer(std::string_view core) noexcept {
    for (std::size_t at = 0; at < core.size(); ++at) {
        std::size_t const marker = marker_length(core.substr(at));
        if (marker > 0 || (at == 0 && std::string_view("]})").find(core[0]) != std::string_view::npos)) {
            return at + (std::max<std::size_t>)(marker, 1);
        }
    }
    return core.size();
}

std::vector<std::size_t> ends_of_closers(std::string_view text) {
    std::vector<std::size_t> ends;
    std::size_t at = (std::min)(text.find_first_not_of(blanks), text.size());
    while (at < text.size()) {
        at += first_closer(text.substr(at));
        ends.push_back(at);
        at = (std::min)(text.find_first_not_of(blanks, at), text.size());
    }
    return ends;
}

std::vector<std::string_view> closers_in(std::string_view text) {
    std::vector<std::string_view> out;
    std::size_t from = 0;
    for (std::size_t const end : ends_of_closers(text)) {
        out.push_back(split(text.substr(from, end - from)).core);
        from = end;
    }
    return out;
}

bool is_json_text(std::string_view core) noexcept {
    return core.find("{\"") != std::string_view::npos || core.find("\":") != std::string_view::npos;
}

bool is_word_behind_blank(std::string_view marker) noexcept {
    auto const m = split(marker);
    char const first = m.core.empty() ? ' ' : m.core.front();
    return !m.before.empty() && m.before.find('\n') == std::string_view::npos && ascii::is_alnum(first);
}

peg::node_id marker_builder::space(std::string_view written) {
    constexpr std::uint32_t within_reason = 256;
    blanks_ = blanks_ == peg::none ? b_->chars(blanks, 0, within_reason) : blanks_;
    return b_->refine(blanks_, text(written));
}

peg::node_id marker_builder::space_before_text(std::string_view written) {
    peg::node_id wide = b_->epsilon();
    for (std::size_t i = written.size(); i-- > 0 && asked_.next(8);) {
        wide = b_->optional(b_->sequence({b_->literal(written.substr(i, 1)), wide}));
    }
    return b_->refine(wide, text(written));
}

peg::node_id marker_builder::space_after_text(std::string_view written) {
    std::vector<peg::node_id> ends;
    for (std::size_t i = 0; i < written.size() && asked_.next(written.size() - i); ++i) {
        ends.push_back(b_->literal(written.substr(i)));
    }
    return b_->refine(ends.empty() ? b_->epsilon() : b_->optional(b_->choice(ends)), text(written));
}

peg::node_id marker_builder::core(std::string_view core) {
    std::vector<peg::node_id> all;
    std::size_t begin = 0;
    std::size_t at = 0;
    auto const take = [&](std::size_t end) {
        if (end > begin) {
            all.push_back(b_->literal(core.substr(begin, end - begin)));
        }
        begin = end;
    };
    bool const json = is_json_text(core);
    // spaced_tags: white space around the `=` of an attribute, and behind its quotes.
    auto const in_tag = [&](std::size_t i) {
        bool const sign = core[i] == '=' && core.find('<') < i && is_word_letter(core[i - 1]);
        return sign || (core[i] == '>' && i > 0 && core[i - 1] == '"');
    };
    auto const punctuation = [&](std::size_t i) {
        return core[i] == '[' || core[i] == ']' ||
               (json && std::string_view("{}:,").find(core[i]) != std::string_view::npos) || in_tag(i);
    };
    std::size_t seam = core.size();  // where the last marker, or bracket, has ended
    auto const blank = [&](std::size_t i) { return blanks.find(core[i]) != std::string_view::npos; };
    while (at < core.size() && asked_.next(1)) {
        if (blank(at)) {
            std::size_t const end = (std::min)(core.find_first_not_of(blanks, at), core.size());
            bool const between =
                at == seam && end < core.size() && (punctuation(end) || marker_length(core.substr(end)) > 0);
            if (json || between || core.substr(at, end - at).find('\n') != std::string_view::npos) {
                take(at);
                all.push_back(space(core.substr(at, end - at)));
                begin = end;
            }
            at = end;
            continue;
        }
        std::size_t const marker =
            (std::max)(marker_length(core.substr(at)), namespace_length(core.substr(at)));
        if (marker == 0 && !punctuation(at)) {
            ++at;
            continue;
        }
        if (at > begin && !blank(at - 1)) {
            take(at);
            all.push_back(space());
        }
        bool const opens = marker == 0 && core[at] == '[' && !json;
        at += (std::max<std::size_t>)(marker, 1);
        seam = at;
        if (at < core.size() && !blank(at) && !opens) {
            take(at);
            all.push_back(space());
        }
    }
    take(core.size());
    return all.size() == 1 ? all.front() : b_->sequence(all);
}

peg::node_id marker_builder::loose(std::string_view marker) {
    auto const m = split(marker);
    if (m.core.empty()) {
        return space(m.before);
    }
    return b_->sequence({space(m.before), core(m.core), space(m.after)});
}

peg::node_id marker_builder::written(std::string_view marker, bool json) {
    std::vector<peg::node_id> parts;
    auto const free = [](char c) {
        return std::string_view("{}[]:,\"<>|").find(c) != std::string_view::npos;
    };
    char before = '{';
    while (!marker.empty() && asked_.next(8)) {
        std::size_t const gap = (std::min)(marker.find_first_of(blanks), marker.size());
        before = gap > 0 ? marker[gap - 1] : before;
        parts.push_back(text(marker.substr(0, gap)));
        std::size_t const bracket = marker.substr(0, gap).find(']', namespace_length(marker));
        if (bracket != std::string_view::npos && bracket + 1 < gap) {
            parts.back() = b_->sequence({text(marker.substr(0, bracket + 1)), b_->optional(b_->literal("\n")),
                                         text(marker.substr(bracket + 1, gap - bracket - 1))});
        }
        marker.remove_prefix(gap);
        std::size_t const end = (std::min)(marker.find_first_not_of(blanks), marker.size());
        if (end > 0) {
            peg::node_id const blank = b_->literal(marker.substr(0, end));
            bool const line = marker.substr(0, end).find('\n') != std::string_view::npos;
            // A blank between words is one of them, and so is one beside a word in markup that is not JSON.
            bool const inside = end < marker.size();
            bool const beside = !json && inside && ascii::is_letter(marker[end]);
            bool const own = !line && inside && ((!free(before) && !free(marker[end])) || beside);
            parts.push_back(
                own ? blank
                    : b_->optional(line ? b_->choice({blank, b_->literal("\n"), b_->literal(" ")}) : blank));
            marker.remove_prefix(end);
        }
    }
    return parts.empty() ? b_->epsilon() : b_->sequence(parts);
}

peg::node_id marker_builder::before_text(std::string_view marker) {
    auto const m = split(marker);
    if (m.core.empty()) {
        return space_before_text(m.before);
    }
    return b_->sequence({space(m.before), core(m.core), space_before_text(m.after)});
}

peg::node_id marker_builder::after_text(std::string_view marker) {
    auto const m = split(marker);
    if (m.core.empty()) {
        return space_after_text(m.before);
    }
    return b_->sequence({space_after_text(m.before), core(m.core), space(m.after)});
}

std::vector<std::string> marker_builder::ends(std::string_view marker, bool whole) {
    auto const m = split(marker);
    if (m.core.empty()) {
        return m.before.empty() ? std::vector<std::string>{}
                                : std::vector<std::string>{std::string(m.before)};
    }
    std::string const core(whole ? m.core : first_line(m.core));
    std::vector<std::string> out;
    if (!is_word_behind_blank(marker)) {
        out.push_back(core);
    }
    for (std::size_t i = 0; i < m.before.size(); ++i) {
        out.push_back(std::string(m.before.substr(i)) + core);
    }
    return out;
}

peg::node_id marker_builder::text(std::string_view written) {
    return written.empty() ? b_->epsilon() : b_->literal(written);
}

peg::node_id marker_builder::until(std::span<std::string const> ends) {
    return b_->until(std::vector<std::string_view>(ends.begin(), ends.end()));
}

peg::node_id marker_builder::one_of(std::span<std::string const> texts) {
    return texts.empty() ? b_->fail() : b_->one_of(std::vector<std::string_view>(texts.begin(), texts.end()));
}

// Each level of the recursion reads a letter.
peg::node_id marker_builder::one_of_sorted(std::span<std::string_view const> texts, std::size_t begin) {
    if (texts.empty()) {
        return b_->fail();
    }
    std::string_view const first = texts.front().substr(begin);
    if (texts.size() == 1) {
        return text(first);
    }
    std::string_view const last = texts.back().substr(begin);
    auto const same = static_cast<std::size_t>(std::ranges::mismatch(first, last).in1 - first.begin());
    std::size_t const letter = begin + same;
    std::vector<peg::node_id> ways;
    std::size_t at = first.size() == same ? 1 : 0;
    while (at < texts.size() && asked_.next(1)) {
        std::size_t const from = at;
        while (at < texts.size() && texts[at][letter] == texts[from][letter]) {
            ++at;
        }
        ways.push_back(one_of_sorted(texts.subspan(from, at - from), letter));
    }
    if (first.size() == same) {
        ways.push_back(b_->epsilon());  // a text that others begin with
    }
    return b_->sequence({text(first.substr(0, same)), b_->choice(ways)});
}

}  // namespace parlance::chat::detail

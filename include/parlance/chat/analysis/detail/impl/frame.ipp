// parlance/chat/analysis/detail/impl/frame.ipp - definitions of what parlance/chat/analysis/detail/frame.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/frame.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>
#include <string>

namespace parlance::chat::analysis::detail {

std::string closing_of(std::string_view marker) {
    if (marker.size() < 3) {
        return {};
    }
    if (constexpr std::string_view open = "<|open|>"; marker.starts_with(open)) {
        std::size_t const sep = (std::min)(marker.find('<', open.size()), marker.size());
        std::string_view const name =
            marker.substr(open.size(), (std::min)(sep, marker.find(' ')) - open.size());
        return std::string("<|close|>").append(name).append(marker.substr(sep));
    }
    if (std::size_t const at = marker.find("START"); at != std::string_view::npos) {
        return std::string(marker.substr(0, at)).append("END").append(marker.substr(at + 5));
    }
    bool const plain = marker[1] != '/' && marker[1] != '|' && marker.find('|') == std::string_view::npos;
    if (plain && (marker.front() == '<' || marker.front() == '[')) {
        return std::string(marker.substr(0, 1)).append("/").append(marker.substr(1));
    }
    return {};
}

bool closes(std::string_view marker) noexcept {
    return (marker.size() > 3 && marker[1] == '/') || marker.starts_with("<|close|>");
}

std::size_t named_element(std::string_view text) {
    std::size_t const open = marker_length(text);
    std::string const close = closing_of(text.substr(0, open));
    std::size_t const end = close.empty() ? std::string_view::npos : text.find(close, open);
    if (end == std::string_view::npos) {
        return 0;
    }
    std::string_view const inner = text.substr(open, end - open);
    return strip(inner).empty() || !markers_of(inner).empty() ? 0 : end + close.size();
}

std::string_view header_of(std::string_view opening, std::string_view answer, stop_asker asked) {
    std::string_view const in_front = answer.substr(0, answer.find(needle::content));
    std::size_t const front = (std::min)(opening.find_first_not_of(" \t\r\n"), opening.size());
    std::size_t const named = named_element(opening.substr(front));
    std::size_t at = named > 0 ? front + named : 0;
    bool marked = named > 0;
    constexpr std::size_t as_rows = 32;  // the searches behind a marker
    for (std::string_view const s : segments(opening.substr(at))) {
        if (!asked.next(as_rows)) {
            break;
        }
        if (marker_length(s) == s.size()) {
            std::string const close =
                s.find("START") == std::string_view::npos ? closing_of(s) : std::string();
            // What opens the turn itself may be closed as well, but only behind the content.
            std::string_view const within = marked ? answer : in_front;
            bool const opens = !close.empty() && (opening.find(close, at) != std::string_view::npos ||
                                                  within.find(close) != std::string_view::npos);
            if (closes(s) || opens) {
                return opening.substr(0, at);
            }
            marked = true;
        }
        at += s.size();
    }
    return opening;
}

/// A conversation with the same answer in its middle.
PARLANCE_DECL std::optional<std::string> answer_inside(probe& p, bool with_tools) {
    inputs history;
    history.messages.push_back({"user", std::string(needle::user), {}, {}, {}, {}, {}});
    history.messages.push_back({"assistant", std::string(needle::content), {}, {}, {}, {}, {}});
    history.messages.push_back({"user", std::string(needle::user), {}, {}, {}, {}, {}});
    history.add_generation_prompt = false;
    if (with_tools) {
        history.tools = p.tools();
    }
    return p.render(history);
}

/// How much of a text behind the question ends that: its first marker, and what is in front of it.
PARLANCE_DECL std::size_t behind_question(std::string_view rest) {
    std::size_t at = 0;
    while (at < rest.size()) {
        std::size_t const marker = marker_length(rest.substr(at));
        if (marker > 0) {
            return at + marker;
        }
        at += segment_length(rest.substr(at));
    }
    return 0;
}

/// The frame where the question is written otherwise when an answer follows it; nothing where it is not.
PARLANCE_DECL maybe<turn_frame> frame_behind_other_question(probe& p, std::string_view full,
                                                            std::string_view generation) {
    std::size_t const content = full.find(needle::content);
    std::size_t const shared = common_prefix(full, generation, p.budget().asker()).substr(0, content).size();
    std::size_t const asked = full.rfind(needle::user, content);
    std::size_t const prompted = generation.rfind(needle::user);
    if (asked == std::string_view::npos || prompted == std::string_view::npos ||
        asked + needle::user.size() <= shared) {
        return {};
    }
    std::string_view const answer = full.substr(asked + needle::user.size());
    std::string_view const prompt = generation.substr(prompted + needle::user.size());
    std::string_view const same = common_prefix(answer.substr(0, answer.find(needle::content)), prompt);
    std::size_t const end = behind_question(same);
    if (!p.budget().take(answer.substr(end))) {
        return {};
    }
    turn_frame out;
    out.before = full.substr(0, asked + needle::user.size() + end);
    out.prompt = prompt.substr(end);
    out.header = header_of(same.substr(end), answer.substr(end), p.budget().asker());
    return out;
}

/// Whether a question ends in the text `end` when another one follows it, too.  Where the template renders no two
/// questions in a row, or makes one of them, it may.
PARLANCE_DECL bool ends_question(probe& p, bool with_tools, std::string_view end) {
    inputs twice;
    twice.messages.assign(2, {"user", std::string(needle::user), {}, {}, {}, {}, {}});
    twice.add_generation_prompt = false;
    if (with_tools) {
        twice.tools = p.tools();
    }
    auto const text = p.render(std::move(twice));
    std::size_t const first = text ? text->find(needle::user) : std::string::npos;
    std::size_t const begin = first + needle::user.size();
    std::size_t const second = first == std::string::npos ? first : text->find(needle::user, begin);
    if (second == std::string::npos ||
        !p.budget().take(std::string_view(*text).substr(begin, second - begin))) {
        return true;
    }
    std::string_view const between = std::string_view(*text).substr(begin, second - begin);
    return markers_of(between).empty() || between.starts_with(end);
}

/// What stands between an answer and the next question.
PARLANCE_DECL std::string behind_answer(std::string_view history) {
    std::size_t const said = history.find(needle::content);
    std::size_t const next = said == history.npos ? said : history.find(needle::user, said);
    std::size_t const end = said + needle::content.size();
    return std::string(next == history.npos ? std::string_view() : history.substr(end, next - end));
}

/// The frame where the question alone does not begin the answer: something follows every conversation, or the question ends
/// in another way.  What the generation prompt adds opens the turn in both.
PARLANCE_DECL maybe<turn_frame> frame_by_generation(std::string_view full, std::string_view base,
                                                    std::string_view generation) {
    if (base == generation || !generation.starts_with(base) || full.starts_with(base)) {
        return {};
    }
    std::string_view const opening = generation.substr(base.size());
    std::size_t const at = full.rfind(opening, full.find(needle::content));
    if (at == full.npos || !base.starts_with(full.substr(0, at))) {
        return {};
    }
    turn_frame out;
    out.before = full.substr(0, at);
    out.after = base.substr(at);
    out.prompt = opening;
    out.header = opening;
    return out;
}

/// White space that parts an answer from the question, and that the generation prompt writes otherwise or not at all, is of
/// neither: it becomes a part of what stands in front of the turn.  How much of the answer that is.
PARLANCE_DECL std::size_t skip_parting(std::string_view answer, turn_frame& frame) {
    std::size_t const said = (std::min)(answer.find_first_not_of(" \t\r\n"), answer.size());
    std::size_t const prompted = (std::min)(frame.prompt.find_first_not_of(" \t\r\n"), frame.prompt.size());
    std::string_view const opening = std::string_view(frame.prompt).substr(prompted);
    std::size_t const marker = marker_length(opening);
    if (said == prompted || marker == 0 || !answer.substr(said).starts_with(opening.substr(0, marker))) {
        return 0;
    }
    frame.before.append(answer.substr(0, said));
    frame.prompt.erase(0, prompted);
    return said;
}

maybe<turn_frame> find_frame(probe& p, bool with_tools) {
    scene const answered{.with_tools = with_tools, .content = std::string(needle::content)};
    scene question = answered;
    question.turn = false;
    scene prompted = question;
    prompted.generation = true;

    auto const full = p.render(answered);
    auto const base = p.render(question);
    auto const generation = p.render(prompted);
    if (!full || !generation || full->find(needle::content) == std::string::npos) {
        return {};
    }
    turn_frame out;
    auto const history = answer_inside(p, with_tools);
    out.between = history ? behind_answer(*history) : std::string();
    if (!p.budget().take(out.between)) {
        return {};
    }
    if (auto other = frame_behind_other_question(p, *full, *generation)) {
        other->between = out.between;
        return other;
    }
    stop_asker const asker = p.budget().asker();
    std::string_view const shared =
        common_prefix(*full, *generation, asker).substr(0, full->find(needle::content));
    // Templates that always write the generation prompt have it in the question alone, too.
    out.before =
        base && *base != *generation ? std::string(common_prefix(shared, *base, asker)) : std::string(shared);
    if (base && *base == *generation) {
        // Where the user's text ends in a marker, the turn begins behind it; where that opens the turn, in front of it.
        std::size_t const asked = shared.rfind(needle::user);
        std::string_view const rest =
            asked == std::string_view::npos ? std::string_view{} : shared.substr(asked);
        if (std::size_t const end = behind_question(rest); end > 0) {
            bool const own =
                ends_question(p, with_tools, rest.substr(needle::user.size(), end - needle::user.size()));
            out.before = shared.substr(0, asked + (own ? end : needle::user.size()));
        }
    }
    if (auto other = base ? frame_by_generation(*full, *base, *generation) : maybe<turn_frame>()) {
        other->between = out.between;
        return full->ends_with(other->after) ? other : maybe<turn_frame>();
    }
    std::string_view answer = std::string_view(*full).substr(out.before.size());
    if (!p.budget().take(answer)) {
        return {};
    }
    out.prompt = generation->substr(out.before.size());
    std::string_view header = common_prefix(answer.substr(0, answer.find(needle::content)), out.prompt);
    if (header.empty()) {
        answer.remove_prefix(skip_parting(answer, out));
        header = common_prefix(answer.substr(0, answer.find(needle::content)), out.prompt);
    }
    if (history && history->starts_with(out.before)) {
        header = common_prefix(header, std::string_view(*history).substr(out.before.size()));
    }
    out.header = header_of(header, answer, asker);
    return out;
}

}  // namespace parlance::chat::analysis::detail

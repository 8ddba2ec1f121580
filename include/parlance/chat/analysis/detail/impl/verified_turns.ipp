// parlance/chat/analysis/detail/impl/verified_turns.ipp - what verification.hpp renders, and where the answer stands in it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/verification.hpp>
#include <parlance/chat/analysis/detail/written.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/diagnostic.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::analysis::detail {

inputs verification::asked(std::vector<tool> tools) const {
    inputs in;
    in.tools = std::move(tools);
    in.add_generation_prompt = false;
    if (learned_->supports.needs_system) {
        in.messages.push_back({"system", "Be brief.", {}, {}, {}, {}, {}});
    }
    in.messages.push_back({"user", std::string(question), {}, {}, {}, {}, {}});
    return in;
}

verification::stage* verification::stage_for(message const& m) {
    for (stage& s : stages_) {
        if (s.in.tools.empty() && !m.calls.empty()) {
            return nullptr;
        }
        if (!s.question) {
            s.question.emplace(meter_->render(s.in, learned_->supports.form));
        }
        if (*s.question) {
            return &s;
        }
    }
    return nullptr;
}

bool verification::shows_call(message const& m, std::string_view text) {
    return std::any_of(m.calls.begin(), m.calls.end(), [&](tool_call const& c) {
        auto const arguments = json::parse(c.arguments);
        auto const* all = arguments ? arguments->if_object() : nullptr;
        return all != nullptr && !all->empty() &&
               (text.find(c.name) != std::string_view::npos || text.find(c.id) != std::string_view::npos) &&
               std::all_of(all->begin(), all->end(), [&](auto const& argument) {
                   return text.find(std::string_view(argument.key())) != std::string_view::npos;
               });
    });
}

char const* verification::left_out(message const& m, std::string_view text) const {
    auto const shows = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (!m.reasoning.empty() && !shows(std::string_view(m.reasoning).substr(0, m.reasoning.find('\n')))) {
        return "the template leaves the reasoning out";
    }
    if (m.calls.empty() && m.content && !shows(m.content->substr(0, m.content->find(' ')))) {
        return "the template leaves the content out";
    }
    if (!m.calls.empty() && m.content && !shows(*m.content)) {
        return "the template leaves content beside calls out";
    }
    for (tool_call const& c : m.calls) {
        if (!shows(c.name)) {
            return "the template does not show the call";
        }
    }
    return nullptr;
}

std::optional<std::string> verification::answer(stage& s, message const& m, bool inside, std::string& reason,
                                                std::string* shown) const {
    std::vector<message>& messages = s.in.messages;
    std::size_t const asked = messages.size();
    messages.push_back(m);
    if (!m.calls.empty() && learned_->supports.blank_content && !m.content) {
        messages.back().content.emplace();
    }
    constexpr std::string_view next = "Then go on.";
    if (inside) {
        for (tool_call const& c : m.calls) {
            messages.push_back({"tool", std::string(next), {}, {}, {}, c.id, c.name});
        }
        if (m.calls.empty()) {
            messages.push_back({"user", std::string(next), {}, {}, {}, {}, {}});
        }
    }
    auto const all = meter_->render(s.in, learned_->supports.form);
    messages.resize(asked);
    if (!all) {
        reason = render(all.error());
        return std::nullopt;
    }
    std::size_t const shared = common_prefix(**s.question, *all, meter_->asker()).size();
    if (shown != nullptr) {
        // What the question has said before is not of the call, nor what stands behind every conversation, as tools may.
        std::string_view const own = std::string_view(*all).substr(shared);
        std::string_view const after =
            common_suffix(own, std::string_view(**s.question).substr(shared), meter_->asker());
        *shown = own.substr(0, own.size() - after.size());
    }
    return assistant_part(**s.question, *all, shared, inside ? next : std::string_view{}, reason);
}

std::optional<std::string> verification::assistant_part(std::string_view before, std::string_view text,
                                                        std::size_t shared, std::string_view next,
                                                        std::string& reason) const {
    format const& f = learned_->format;
    std::string_view turn_start = f.turn_start;
    // Some templates write the question otherwise where it is the last message.
    std::size_t const asked = text.rfind(question);
    if (asked != std::string_view::npos && asked + question.size() > shared) {
        std::string_view const user_end = learned_->user_end;
        text.remove_prefix(asked + question.size());
        text.remove_prefix(text.starts_with(user_end) ? user_end.size() : 0);
        if (!text.starts_with(turn_start)) {
            reason = "the turn does not begin as learned";
            return std::nullopt;
        }
        text.remove_prefix(turn_start.size());
        text.remove_suffix(next.empty() && text.ends_with(f.turn_end) ? f.turn_end.size() : 0);
        return next.empty() ? std::optional(std::string(text)) : std::nullopt;
    }
    std::size_t header = text.rfind(turn_start, shared);
    if (header == std::string_view::npos && !strip(turn_start).empty()) {
        // Some templates write the blank behind the header with the content.
        turn_start = turn_start.substr(0, turn_start.find_last_not_of(" \t\r\n") + 1);
        header = text.rfind(turn_start, shared);
    }
    if (header == std::string_view::npos) {
        reason = "the turn does not begin as learned";
        return std::nullopt;
    }
    std::string_view const after = before.substr((std::min)(before.size(), header));
    text.remove_prefix(turn_start.empty() ? shared : header + turn_start.size());
    if (!next.empty()) {
        // The last stop in front of the next message: arguments may contain it, too.
        std::string const stop = stop_of(f.turn_end);
        std::size_t const follows = text.find(next);
        if (follows == std::string_view::npos) {
            reason = "the template leaves the next message out";
            return std::nullopt;
        }
        text = text.substr(0, follows);
        text.remove_suffix(text.ends_with(learned_->user_start) ? learned_->user_start.size() : 0);
        std::size_t const end = stop.empty() ? std::string_view::npos : text.rfind(stop);
        if (end == std::string_view::npos) {
            reason = "the turn does not end before the next one";
            return std::nullopt;
        }
        return std::string(text.substr(0, end));
    }
    if (!after.empty() && text.ends_with(after)) {
        text.remove_suffix(after.size());  // what the template writes behind every conversation
        std::string const stop = text.ends_with(f.turn_end) ? f.turn_end : stop_of(f.turn_end);
        text.remove_suffix(text.ends_with(stop) ? stop.size() : 0);
    } else if (text.ends_with(f.turn_end)) {
        text.remove_suffix(f.turn_end.size());
    }
    return std::string(text);
}

}  // namespace parlance::chat::analysis::detail

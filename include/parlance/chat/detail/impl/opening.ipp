// parlance/chat/detail/impl/opening.ipp - definitions of what parlance/chat/detail/opening.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/opening.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/detail/open_end.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>
#include <ranges>
#include <string>
#include <utility>

namespace parlance::chat::detail {

/// The end of the last `header` in front of `end`, if the template wrote it and all behind it.  The name of the role in
/// it may be the conversation's.
PARLANCE_DECL std::optional<std::size_t> behind_header(written_prompt const& p, std::string_view header,
                                                       std::size_t end, std::string_view role) {
    std::string_view const text = std::string_view(p.text).substr(0, end);
    std::size_t const at = header.empty() ? std::string_view::npos : text.rfind(header);
    if (at == std::string_view::npos) {
        return {};
    }
    std::size_t const behind = at + header.size();
    for (jinja::span const& s : p.spans | std::views::reverse) {
        if (s.end <= at) {
            break;
        }
        if (s.from != jinja::origin::input || s.begin >= end) {
            continue;
        }
        bool const inside = s.begin >= at && s.end <= behind;
        if (!inside || text.substr(s.begin, s.end - s.begin) != role) {
            return {};
        }
    }
    return behind;
}

/// Whether the template wrote the text in front of `end`, and it is `marker`.
PARLANCE_DECL bool written_before(written_prompt const& p, std::size_t end, std::string_view marker) {
    if (marker.empty() || !std::string_view(p.text).substr(0, end).ends_with(marker)) {
        return false;
    }
    std::size_t const at = end - marker.size();
    return std::none_of(p.spans.begin(), p.spans.end(), [&](jinja::span const& s) {
        return s.from == jinja::origin::input && s.begin < end && s.end > at;
    });
}

/// Where the tail of a prompt for a new answer begins.  Where no turn is opened, it is what the generation prompt adds:
/// nothing opens one, or an answer goes on in a turn that has called already; what that said before is not of this
/// answer.
PARLANCE_DECL std::size_t tail_of_new(written_prompt const& p, chat_template const& t, dialect const& learned,
                                      inputs const& in) {
    std::string_view const header = learned.format.turn_start;
    if (auto const behind = behind_header(p, header, p.text.size(), "assistant")) {
        return *behind;
    }
    std::size_t written = 0;  // from here on by the template
    for (jinja::span const& s : p.spans) {
        written = s.from == jinja::origin::input ? s.end : written;
    }
    inputs before = in;
    before.add_generation_prompt = false;
    auto const history = t.write(before, learned.supports);
    if (!history || !p.text.starts_with(history->text)) {
        return header.empty() ? p.text.size() : written;
    }
    // What is the same of the header is not of the answer, nor what the caller wants to have in the middle of it.
    std::size_t const begin = history->text.size();
    std::size_t const shared = analysis::common_prefix(std::string_view(p.text).substr(begin), header).size();
    std::string_view const rest = header.substr(shared);
    if (!rest.empty() && written > begin + shared) {
        if (std::size_t const at = p.text.find(rest, written); at != std::string::npos) {
            return at + rest.size();
        }
    }
    return begin + shared;
}

/// The prompt for a new answer.
PARLANCE_DECL result<opened_prompt> open_new(chat_template const& t, dialect const& learned,
                                             inputs const& in) {
    prompt_options how;
    how.origins = true;
    auto made = t.write(in, learned.supports, how);
    if (!made) {
        return made.error();
    }
    std::size_t const tail = tail_of_new(*made, t, learned, in);
    return opened_prompt{*std::move(made), tail};
}

/// Found by a render with marks in the place of the texts; nothing where the template does not show the reasoning.
PARLANCE_DECL maybe<open_text> find_open_text(written_prompt const& p, chat_template const& t,
                                              dialect const& learned, inputs const& in) {
    std::string const mark = absent_mark(p.text);
    std::string const thought = mark + "0";
    auto const marked = t.write(with_marked_texts(in, thought, mark + "1"), learned.supports);
    bool const reasons = !in.messages.back().reasoning.empty();
    if (marked && reasons && marked->text.find(thought) == std::string::npos) {
        return {};
    }
    std::size_t const at = marked ? marked->text.find(mark) : std::string::npos;
    if (at <= p.text.size() && p.text.starts_with(std::string_view(marked->text).substr(0, at))) {
        return open_text{at, reasons};
    }
    // The template writes something else in front of other texts: the last of the caller's text is the message's.
    bool const shown = !p.spans.empty() && p.spans.back().from == jinja::origin::input;
    return open_text{shown ? p.spans.back().begin : p.text.size(), reasons};
}

/// Where the tail of a prompt with a message left open begins: with the message, where nothing opens a turn, or where
/// the turn began before a tool answered.
PARLANCE_DECL std::size_t tail_of_open(written_prompt const& p, format const& f, std::string_view role,
                                       open_text const& text) {
    if (auto const behind = behind_header(p, f.turn_start, text.begin, role)) {
        return *behind;
    }
    std::string const& front = text.reasons ? f.reasoning.start : f.content.start;
    return written_before(p, text.begin, front) ? text.begin - front.size() : text.begin;
}

/// The last message put behind a generation prompt as the format says, left open where the model is to write on: for
/// templates that do not show what they are given of it.
PARLANCE_DECL void add_open_message(opened_prompt& to, format const& f, inputs const& in) {
    using jinja::origin;
    message const& last = in.messages.back();
    std::string& text = to.prompt.text;
    auto const add = [&](std::string_view more) {  // without what the tail ends in already
        std::string_view const tail = std::string_view(text).substr(to.tail);
        std::size_t shared = (std::min)(tail.size(), more.size());
        while (!tail.ends_with(more.substr(0, shared))) {
            --shared;
        }
        to.prompt.append(more.substr(shared), origin::written);
    };
    bool const reasons = !f.reasoning.start.empty() && !f.reasoning.end.empty() && !last.reasoning.empty();
    if (reasons) {
        std::size_t const opened = text.find(f.reasoning.start, to.tail);
        if (opened != std::string::npos && text.find(f.reasoning.end, opened) != std::string::npos) {
            to.prompt.resize(opened);  // the template has thought nothing
        }
        if (opened == std::string::npos || text.size() == opened) {
            add(f.reasoning.start);
        }
        to.prompt.append(last.reasoning, origin::input);
    }
    if (!goes_on_reasoning(in)) {
        to.prompt.append(reasons ? f.reasoning.end : std::string(), origin::written);
        add(f.content.start);
        to.prompt.append(last.content.value_or(""), origin::input);
    }
}

result<opened_prompt> open_prompt(chat_template const& t, dialect const& learned, inputs const& in) {
    if (in.continue_final == continuation::none || in.messages.empty()) {
        return open_new(t, learned, in);
    }
    prompt_options how;
    how.origins = true;
    auto made = t.write(in, learned.supports, how);
    if (!made && made.error().code != errc::invalid_message) {
        return made.error();
    }
    message const& last = in.messages.back();
    if (made) {
        if (auto const text = find_open_text(*made, t, learned, in)) {
            std::size_t const tail = tail_of_open(*made, learned.format, last.role, *text);
            return opened_prompt{*std::move(made), tail};
        }
    }
    inputs before = in;
    before.messages.pop_back();
    before.continue_final = continuation::none;
    before.add_generation_prompt = true;
    if (!last.reasoning.empty() && !learned.supports.thinking_switch.empty()) {
        before.kwargs.emplace(learned.supports.thinking_switch, true);
    }
    auto opened = open_new(t, learned, before);
    if (opened) {
        add_open_message(*opened, learned.format, in);
    }
    return opened;
}

}  // namespace parlance::chat::detail

// parlance/chat/detail/impl/response_machine.ipp - definitions of what parlance/chat/detail/response_machine.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/response_machine.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>

namespace parlance::chat::detail {

void response_machine::prime(std::string_view prompt_tail) {
    primed_ = now_.stream.offset() + prompt_tail.size();
    auto const silent = [](delta const&) {};
    now_.stream.feed(prompt_tail, [&](peg::event const& e) { handle(e, silent); });
}

void response_machine::rollback(place const& to) {
    now_ = to.now;
    said_.shrink(to.size);
}

std::string_view response_machine::behind_prompt(peg::event const& e) const noexcept {
    return e.begin >= primed_ ? e.text : e.text.substr((std::min)(primed_ - e.begin, e.text.size()));
}

void response_machine::feed(std::string_view bytes, delta_callback sink) {
    now_.stream.feed(bytes, [&](peg::event const& e) { handle(e, sink); });
}

void response_machine::finish(delta_callback sink) {
    now_.ending = true;
    now_.stream.finish([&](peg::event const& e) { handle(e, sink); });
    end_cut({}, sink);
    end_tail(true, sink);
    close_text(sink);
}

void response_machine::handle(peg::event const& e, delta_callback sink) {
    auto const p = static_cast<part>(e.tag);
    switch (e.kind) {
    case peg::event_kind::enter: enter(p, sink); break;
    case peg::event_kind::bytes: bytes(p, behind_prompt(e), !e.by_end, sink); break;
    case peg::event_kind::leave:
        if (e.how == peg::closing::truncated) {
            now_.cut.push_back(e);
        } else {
            leave(p, e, sink);
        }
        break;
    case peg::event_kind::unparsed:
        if (now_.cut.empty()) {
            bytes(part::content, behind_prompt(e), false, sink);
        } else {
            end_cut(behind_prompt(e), sink);
        }
        break;
    case peg::event_kind::settle:
    case peg::event_kind::retract: break;
    }
}

void response_machine::enter(part p, delta_callback sink) {
    if (p != part::content) {
        end_tail(false, sink);
        close_text(sink);
    }
    if (p == part::call) {
        now_.call.reset();
    } else {
        now_.call.enter(p, {rules_, said_, sink});
    }
}

void response_machine::bytes(part p, std::string_view text, bool certain, delta_callback sink) {
    switch (p) {
    case part::content:
        if (now_.ending) {
            now_.tail.append(text);
            break;
        }
        [[fallthrough]];
    case part::reasoning: put(p, text, sink); break;
    case part::malformed: lose(text, sink); break;
    case part::gap: now_.gap.append(text); break;
    default: now_.call.bytes(p, text, certain, {rules_, said_, sink}); break;
    }
}

void response_machine::leave(part p, peg::event const& e, delta_callback sink) {
    bool const complete = e.how == peg::closing::complete && !e.by_end;
    switch (p) {
    case part::content:
    case part::gap:
    case part::malformed: break;
    case part::reasoning: close_text(sink); break;
    case part::call:
        now_.call.end(e, complete, {rules_, said_, sink});
        now_.call.reset();
        break;
    default: now_.call.leave(p, e, complete, {rules_, said_, sink}); break;
    }
}

void response_machine::end_cut(std::string_view text, delta_callback sink) {
    std::vector<peg::event> cut;
    cut.swap(now_.cut);
    if (!text.empty()) {
        bytes(static_cast<part>(cut.front().tag), text, false, sink);
    }
    for (peg::event const& e : cut) {
        leave(static_cast<part>(e.tag), e, sink);
    }
}

void response_machine::put(part p, std::string_view text, delta_callback sink) {
    if (text.empty()) {
        return;
    }
    now_.text_part = p;
    now_.gate.put(text, [&](std::string_view whole) { say(p, whole, sink); });
}

void response_machine::close_text(delta_callback sink) {
    now_.gate.close([&](std::string_view rest) { say(now_.text_part, rest, sink); });
}

void response_machine::say(part p, std::string_view text, delta_callback sink) {
    if (p == part::reasoning) {
        said_.reason(text, sink);
    } else if (rules_.policy.text_after == stray_text::malformed && !said_.so_far().calls.empty()) {
        said_.lose(text, sink);
    } else {
        if (!now_.gap.empty()) {
            separate(text.front(), sink);
        }
        said_.say(text, sink);
    }
}

void response_machine::separate(char next, delta_callback sink) {
    std::string gap;
    gap.swap(now_.gap);
    auto const blank = [](char c) { return blanks.find(c) != std::string_view::npos; };
    bool const apart = blank(next) || !said_.so_far().content || said_.so_far().content->empty() ||
                       blank(said_.so_far().content->back());
    if (!apart) {
        said_.say(gap, sink);
    }
}

void response_machine::lose(std::string_view text, delta_callback sink) {
    if (rules_.policy.bad_call == stray_text::content) {
        said_.say(text, sink);
    } else if (!text.empty()) {
        said_.lose(text, sink);
    }
}

void response_machine::end_tail(bool last, delta_callback sink) {
    std::string tail;
    tail.swap(now_.tail);
    std::string_view const text = tail;
    std::size_t const first = (std::min)(text.find_first_not_of(" \t\r\n"), text.size());
    bool const call = last && std::any_of(triggers_.begin(), triggers_.end(), [&](std::string const& t) {
                          return marker_length(t) > 0 && text.substr(first).starts_with(t);
                      });
    if (call) {
        close_text(sink);
        lose(text, sink);
    } else {
        put(part::content, text, sink);
    }
}

}  // namespace parlance::chat::detail

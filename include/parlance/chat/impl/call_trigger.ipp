// parlance/chat/impl/call_trigger.ipp - definitions of what parlance/chat/call_trigger.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <utility>

namespace parlance::chat::detail {

std::string escaped_expression(std::string_view text) {
    std::string out;
    for (char const c : text) {
        switch (c) {
        case '\n': out += "\\n"; break;
        case '\t': out += "\\t"; break;
        case '\r': out += "\\r"; break;
        default:
            if (std::string_view("\\^$.*+?()[]{}|/-").find(c) != std::string_view::npos) {
                out += '\\';
            }
            out += c;
        }
    }
    return out;
}

/// The first code point of a text, escaped.
PARLANCE_DECL std::string first_letter(std::string_view text) {
    return escaped_expression(text.substr(0, utf8::decode(text).length));
}

/// Calls use(beginning) for each as long as nobody asks to stop: what is written of all of them grows with the square of the
/// text.
template <class Use>
void each_beginning(std::string_view text, stop_token stop, Use const& use) {
    constexpr std::size_t bytes_of_a_row = 32;
    stop_asker asked(stop);
    beginning b;
    for (std::size_t at = 0; at < text.size() && asked.next(1 + b.text.size() / bytes_of_a_row);) {
        b.next = first_letter(text.substr(at));
        use(std::as_const(b));
        b.text += b.next;
        at += utf8::decode(text.substr(at)).length;
    }
}

std::vector<beginning> beginnings(std::string_view text) {
    std::vector<beginning> out;
    each_beginning(text, {}, [&](beginning const& b) { out.push_back(b); });
    return out;
}

std::string any_text(bool whole_words) {
    return whole_words ? "(?:[\\s\\S]*" + std::string(no_word_letter) + ")?" : "[\\s\\S]*";
}

/// So that the text does not move again and again while each is added to it, nor where a call's words are added behind them.
PARLANCE_DECL void make_room_for_beginnings(std::string_view of, std::string& text) {
    constexpr std::size_t around_one = 64;
    constexpr std::size_t behind = 16 * 1024;
    std::size_t size = text.size() + behind;
    each_beginning(of, {},
                   [&](beginning const& b) { size += b.text.size() + 2 * b.next.size() + around_one; });
    text.reserve(size);
}

/// Texts that begin neither with `start`, whatever follows, nor with white space.
PARLANCE_DECL void append_not_beginning_with(std::string_view start, bool whole_words, stop_token stop,
                                             std::string& out) {
    make_room_for_beginnings(start, out);
    out += "(?:";
    std::size_t at = 0;
    each_beginning(start, stop, [&](beginning const& b) {
        std::string const next = b.next + (at == 0 ? "\\s" : "");
        out.append(at == 0 ? "" : "|").append(b.text);
        if (!whole_words) {
            out.append("(?:[^").append(next).append("][\\s\\S]*)?");
        } else {
            out.append("(?:[^").append(next).append("][\\s\\S]*").append(no_word_letter);
            out.append("|[^").append(next).append("A-Za-z0-9_])");
            out.append(at == 0 || !is_word_letter(start[at - 1]) ? "?" : "");
        }
        at += utf8::decode(start.substr(at)).length;
    });
    out += ")";
}

/// Texts without `start` in them; its first letter must not come again in it.
PARLANCE_DECL std::string text_without(std::string_view start, stop_token stop) {
    std::string const first = first_letter(start);
    std::string const others = "[^" + first + "]*";
    std::string out = others + "(?:";
    make_room_for_beginnings(start, out);
    each_beginning(start, stop, [&](beginning const& b) {
        if (!b.text.empty()) {
            out.append(out.back() == ':' ? "" : "|").append(b.text);
            out.append("(?:[^" + first + b.next + "]" + others + ")?");
        }
    });
    out += ")*";
    return out;
}

/// The beginning of a call, in which a blank of JSON may be left out, as grammars have it.
PARLANCE_DECL std::string opening_expression(std::string_view word) {
    std::size_t const json = (std::min)(word.find("{\""), word.size());
    std::string out;
    for (std::size_t at = 0; at < json;) {
        // line ends between markers are written as the grammar may write them
        std::size_t const end = (std::min)(word.find_first_not_of(blanks, at), json);
        std::string_view const gap = word.substr(at, end - at);
        std::size_t const next = (std::min)(word.find_first_of(blanks, end), json);
        bool const lines = at > 0 && gap.find('\n') != gap.npos;
        out += lines ? "(?:" + escaped_expression(gap) + "|\\n| )?" : escaped_expression(gap);
        out += escaped_expression(word.substr(end, next - end));
        at = next;
    }
    bool in_string = false;
    for (char const c : word.substr(json)) {
        out += escaped_expression({&c, 1});
        out += c == ' ' && !in_string ? "?" : "";
        in_string = in_string != (c == '"');
    }
    return out;
}

std::string before_call(format const& f, bool anywhere, bool whole_words, stop_token stop) {
    std::string const rest = anywhere ? any_text(whole_words) : "\\s*";
    std::string_view const start = split(f.reasoning.start).core;
    std::string_view const end = split(f.reasoning.end).core;
    bool const told_apart =
        f.reasoning.mode != reasoning_mode::none && !end.empty() && !f.reasoning.calls_end;
    if (!told_apart || start.empty()) {
        return told_apart ? "^(?:[\\s\\S]*" + escaped_expression(end) + ")?" + rest : "^" + rest;
    }
    std::string const thought = escaped_expression(start) + "[\\s\\S]*" + escaped_expression(end);
    if (!anywhere) {
        return "^\\s*(?:" + thought + ")?" + rest;
    }
    bool const anew = f.reasoning.anywhere || f.channels.used();  // reasoning may begin behind text, too
    if (anew && start.find(start.front(), 1) == std::string_view::npos) {
        std::string const text = text_without(start, stop);
        return "^(?:" + text + thought + ")*" +
               (whole_words ? "(?:" + text + std::string(no_word_letter) + ")?" : text);
    }
    std::string out = "^\\s*(?:" + thought + rest + "|";
    append_not_beginning_with(start, whole_words, stop, out);
    out += ")";
    return out;
}

/// What a message begins behind.
PARLANCE_DECL std::string ends_of_messages(channel_format const& c) {
    std::string ends = escaped_expression(c.start);
    for (std::string const& end : c.ends) {
        ends.append(ends.empty() ? "" : "|").append(escaped_expression(end));
    }
    return ends;
}

std::string before_call(channel_format const& c, bool whole_words) {
    std::string const header = whole_words ? "(?:[^<]*" + std::string(no_word_letter) + ")?" : "[^<]*";
    return "^(?:[\\s\\S]*(?:" + ends_of_messages(c) + "))?\\s?(?:[^<]*" + escaped_expression(c.channel) +
           header + ")?";
}

/// Names that are none of these words, without blanks, `<` and `=`.
PARLANCE_DECL std::string name_other_than(std::span<std::string const> words, stop_token stop) {
    stop_asker asked(stop);
    ordered_map<std::string, std::string> begun;  // beginnings of the words, and what follows them
    for (std::string const& word : words) {
        for (std::size_t i = 0; i < word.size() && asked.next(1 + i); ++i) {
            begun[word.substr(0, i)] += escaped_expression(word.substr(i, 1));
        }
        begun.try_emplace(word);
    }
    std::string out;
    for (auto const& [text, next] : begun) {
        if (!asked.next(1 + text.size())) {
            break;
        }
        std::string const front = escaped_expression(text);
        out.append(out.empty() ? "" : "|").append(front).append("[^\\s<=" + next + "][^\\s<=]*");
        if (!text.empty() && std::find(words.begin(), words.end(), text) == words.end()) {
            out.append("|").append(front);
        }
    }
    return "(?:" + out + ")";
}

/// The same where messages are told apart by whom they address: not in one to the user, nor to oneself.
PARLANCE_DECL std::string before_addressed_call(channel_format const& c, stop_token stop) {
    std::string const message = escaped_expression(c.message);
    std::string const first = first_letter(c.message);
    std::string const second =
        first_letter(std::string_view(c.message).substr((std::min<std::size_t>)(1, c.message.size())));
    std::string const text = "(?:[^" + first + "]|" + first + "+[^" + first + second + "])*";
    std::string const name = name_other_than(std::vector{c.reasoning, c.content}, stop);
    // Behind an end, or behind the header of a message to another one, wherever it stands.
    return "^(?:[\\s\\S]*(?:" + ends_of_messages(c) + "|" + escaped_expression(split(c.recipient).core) +
           name + "\\s?" + message + "))?\\s?(?:" + message + ")?" + text;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

call_trigger call_trigger_of(format const& f, syntax const& s, stop_token stop) {
    call_trigger out;
    out.words = s.triggers;
    std::string ways;
    bool in_word = false;
    bool ends_in_word = false;
    constexpr std::size_t rows_of_a_word = 64;
    constexpr std::size_t rows_of_a_letter = 4;
    stop_asker asked(stop);
    for (std::string const& word : s.triggers) {
        if (!asked.next(rows_of_a_word + rows_of_a_letter * word.size())) {
            break;
        }
        // A marker that ends the turn as well does not tell.
        bool const ends_turn =
            detail::split(f.turn_end).core.starts_with(word.substr(0, marker_length(word)));
        if (marker_length(word) > 0 && !ends_turn) {
            out.tokens.push_back(word.substr(0, marker_length(word)));
        }
        ways.append(ways.empty() ? "" : "|").append(detail::opening_expression(word));
        in_word = in_word || detail::is_word_letter(word.front());
        ends_in_word = ends_in_word || detail::is_word_letter(word.back());
    }
    if (ways.empty()) {
        return out;
    }
    bool const addressed = f.channels.used() && f.channels.channel.empty() && !in_word;
    std::string before = addressed ? detail::before_addressed_call(f.channels, stop)
                         : f.channels.channel.empty()
                             ? detail::before_call(f, has_call_marker(f) || f.channels.used(), in_word, stop)
                             : detail::before_call(f.channels, in_word);
    // A word that ends in a letter might go on: one more character tells.
    out.pattern = std::move(before) + "((?:" + ways + ")" + (ends_in_word ? "[^A-Za-z0-9_]" : "") + ")";
    return out;
}

}  // namespace parlance::chat

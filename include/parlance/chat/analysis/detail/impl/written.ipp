// parlance/chat/analysis/detail/impl/written.ipp - definitions of what parlance/chat/analysis/detail/written.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/written.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>

namespace parlance::chat::analysis::detail {

std::string stop_of(std::string_view turn_end) {
    auto markers = markers_of(turn_end);
    return markers.empty() ? std::string(strip(turn_end)) : std::move(markers.front());
}

std::vector<std::string_view> texts_of(format const& f) {
    std::vector<std::string_view> out;
    if (channel_format const& c = f.channels; c.used()) {
        // What else ends messages ends the answer.
        out = {c.start, c.channel, c.recipient, c.message};
        out.push_back(c.channel.empty() ? std::string_view() : data_type_marker);
        out.push_back(c.ends.empty() ? std::string_view() : c.ends.front());
    } else {
        out = {f.reasoning.start, f.reasoning.end, f.content.start, f.content.end};
    }
    auto const add = [&](tool_format const& t) {
        // Between content and calls a template may begin another turn, and an answer ends there.
        bool const ends = !f.turn_end.empty() && t.lead.find(f.turn_end + f.turn_start) != std::string::npos;
        out.push_back(ends ? std::string_view() : t.lead);
        out.push_back(t.calls.open);
        out.push_back(t.calls.item_open);
        auto const add_texts = [&](std::initializer_list<std::string const*> some) {
            for (std::string const* s : some) {
                out.push_back(*s);
            }
        };
        bool const quotes = t.mode() == tool_mode::tag_with_json;
        auto const add_pieces = [&](pieces const& some) {
            for (piece const& p : some) {
                // What wraps a value is the value's own, where it is not how all strings are written.
                bool const own = p.is == piece::kind::text || (quotes && p.is == piece::kind::open);
                out.push_back(own ? std::string_view(p.text) : std::string_view());
            }
        };
        add_pieces(t.call);
        add_texts({&t.arguments.open, &t.arguments.item_open, &t.whole_open});
        for (auto const& way : t.values) {
            add_pieces(way);
        }
        add_texts({&t.whole_close, &t.arguments.item_close, &t.arguments.separator, &t.arguments.close,
                   &t.calls.item_close, &t.calls.separator, &t.calls.close});
    };
    add(f.tools);
    for (tool_format const& other : f.also) {
        add(other);
    }
    std::erase_if(out, [](std::string_view text) { return text.empty(); });
    return out;
}

void add_markers(std::string_view text, std::vector<std::string>& out) {
    auto const add = [&](std::string_view marker) {
        if (std::find(out.begin(), out.end(), marker) == out.end()) {
            out.emplace_back(marker);
        }
    };
    constexpr std::string_view in_words = "_.:=,/-'`";
    constexpr std::string_view in_json = "{}[],:";
    std::size_t begin = 0;
    auto const add_rest = [&](std::size_t end) {
        std::string_view const rest = strip(text.substr(begin, end - begin));
        constexpr std::size_t shortest = 3;
        bool const words = std::all_of(rest.begin(), rest.end(), [&](char c) {
            return ascii::is_alnum(c) || in_words.find(c) != in_words.npos;
        });
        bool const json =
            rest.find_first_of("\" \n") != rest.npos || rest.find_first_not_of(in_json) == rest.npos;
        if (rest.size() >= shortest && !words && !json) {
            add(rest);
        }
    };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t const front = namespace_length(text.substr(at));
        std::size_t const length = front > 0 ? front : marker_length(text.substr(at));
        std::size_t end = at + (std::max<std::size_t>)(length, 1);
        if (length > 0) {
            // Further brackets on both sides are the marker's own: <<end>>.
            std::size_t from = at;
            while (from > begin && text[from - 1] == '<' && text.substr(end).starts_with('>')) {
                --from;
                ++end;
            }
            add_rest(from);
            add(text.substr(from, end - from));
            begin = end;
        }
        at = end;
    }
    add_rest(text.size());
}

bool is_written_by(format const& f, std::string_view text) {
    auto const texts = texts_of(f);
    return std::any_of(texts.begin(), texts.end(),
                       [&](std::string_view t) { return t.find(text) != std::string_view::npos; });
}

std::string stop_outside(format const& f, std::string_view turn_end) {
    auto candidates = markers_of(turn_end);
    candidates.emplace_back(strip(turn_end));
    auto const found = std::find_if(candidates.begin(), candidates.end(), [&](std::string const& text) {
        return !text.empty() && !is_written_by(f, text);
    });
    return found == candidates.end() ? std::string() : std::move(*found);
}

}  // namespace parlance::chat::analysis::detail

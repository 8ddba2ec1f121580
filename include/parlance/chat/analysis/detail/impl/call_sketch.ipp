// parlance/chat/analysis/detail/impl/call_sketch.ipp - definitions of what parlance/chat/analysis/detail/call_sketch.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/call_sketch.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <algorithm>
#include <utility>

namespace parlance::chat::analysis::detail {

std::vector<pieces> value_sketch::ways() const {
    std::vector<pieces> out;
    auto const add = [&](std::string_view close, piece::kind what, bool wrapped) {
        pieces way;
        auto const add_text = [&](piece::kind as, std::string_view text) {
            if (!text.empty()) {
                way.push_back({as, std::string(text)});
            }
        };
        add_text(piece::kind::text, close);
        if (!type_close.empty()) {
            way.push_back({piece::kind::type});
            add_text(piece::kind::text, type_close);
        }
        add_text(piece::kind::open, wrapped ? text_open : std::string());
        way.push_back({what});
        add_text(piece::kind::close, wrapped ? text_close : std::string());
        if (!key_again.empty()) {
            add_text(piece::kind::text, key_again);
            way.push_back({piece::kind::key});
        }
        out.push_back(std::move(way));
    };
    if (!text_open.empty()) {
        add(key_close, piece::kind::value, true);
    }
    add(key_close, other_close.empty() ? is : piece::kind::string, false);
    if (!other_close.empty()) {
        add(other_close, piece::kind::json, false);
    }
    return out;
}

/// An id behind the arguments belongs to the call when no second call stands between.
PARLANCE_DECL bool gap_is_short(std::string_view text, std::size_t from, std::size_t to) {
    return text.substr(from, to - from).find(needle::second_tool) == std::string_view::npos;
}

extent call_extent(call_sketch const& sketch, std::string_view text, std::string_view name,
                   std::string_view id, std::size_t from) {
    std::size_t const at = text.find(name, from);
    if (at == std::string_view::npos) {
        return {};
    }
    if (sketch.mode == tool_mode::json_native) {
        return object_around(text, at, from, sketch.asked);
    }
    std::size_t const key = text.find(needle::first_key, at);
    std::size_t const value = key == std::string_view::npos ? key : text.find(needle::first_value, key);
    if (value == std::string_view::npos) {
        return {};
    }
    std::size_t const id_at = text.find(id, from);
    extent out{(std::min)(at, id_at), value + needle::first_value.size() + sketch.tail.size()};
    if (sketch.mode == tool_mode::tag_with_json && sketch.tools.values.empty()) {
        extent const arguments = object_around(text, key, at, sketch.asked);
        if (!arguments.found()) {
            return {};
        }
        out.end = arguments.end;
    }
    if (id_at != std::string_view::npos && id_at >= out.end && gap_is_short(text, out.end, id_at)) {
        out.end = id_at + id.size();
    }
    return out;
}

maybe<std::vector<piece>> split_call(std::string_view text, extent call, extent arguments, bool second) {
    struct place {
        extent at;
        piece::kind is;
    };
    if (!call.found() || !arguments.found() || arguments.end > call.end) {
        return {};
    }
    std::string_view const tool = second ? needle::second_tool : needle::first_tool;
    std::string_view const id_text = second ? needle::second_id : needle::first_id;
    std::size_t const name = text.find(tool, call.begin);
    std::size_t const id = text.find(id_text, call.begin);
    std::vector<place> places{{arguments, piece::kind::arguments},
                              {{name, name + tool.size()}, piece::kind::name}};
    if (id < call.end) {
        places.push_back({{id, id + id_text.size()}, piece::kind::id});
    }
    std::sort(places.begin(), places.end(),
              [](place const& a, place const& b) { return a.at.begin < b.at.begin; });
    std::vector<piece> out;
    std::size_t at = call.begin;
    for (place const& p : places) {
        if (p.at.begin < at) {
            return {};  // the name stands inside the arguments: not a call we understand
        }
        if (p.at.begin > at) {
            out.push_back({piece::kind::text, std::string(text.substr(at, p.at.begin - at))});
        }
        out.push_back({p.is, {}});
        at = p.at.end;
    }
    if (at < call.end) {
        out.push_back({piece::kind::text, std::string(text.substr(at, call.end - at))});
    }
    return out;
}

bool split_tagged(call_sketch& sketch, extent arguments) {
    auto pieces = split_call(
        sketch.one, call_extent(sketch, sketch.one, needle::first_tool, needle::first_id), arguments, false);
    sketch.tools.call = pieces.value_or(chat::pieces{});
    return pieces.has_value();
}

void write_dictionary(tool_format& t) {
    t.arguments = {"{", "\"", "", ", ", "}"};
    t.values = {{{piece::kind::text, "\": "}, {piece::kind::python}}};
}

}  // namespace parlance::chat::analysis::detail

// parlance/chat/impl/to_response_template.ipp - definitions of what parlance/chat/to_response_template.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/to_response_template.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/detail/channel_fields.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Writes the template of one format.
class template_writer {
public:
    explicit template_writer(format const& f) : f_(&f) {}

    [[nodiscard]] result<json::value> write() {
        std::string const anchor(core(f_->turn_start).empty() ? std::string_view(f_->turn_start)
                                                              : core(f_->turn_start));
        for (std::string const& stop : f_->stops) {
            add_end(stop);
        }
        add_end(f_->turn_end);
        if (f_->channels.used() && f_->channels.channel.empty()) {
            return no("messages that only their recipients tell apart");
        }
        if (f_->channels.used()) {
            fields_ = channel_fields(f_->channels);
        } else if (!(reasoning() && calls() && content())) {
            return no(why_);
        }
        json::object out{{"version", 1}, {"defaults", json::object{{"role", "assistant"}}}};
        if (anchor.empty()) {  // no text opens the turn: nothing of a prompt is the answer's
            out["start_anchor_pattern"] = "\\Z";
        } else {
            out["start_anchor"] = anchor;
        }
        out["fields"] = std::move(fields_);
        return json::value(std::move(out));
    }

private:
    [[nodiscard]] static diagnostic no(std::string_view why) { return {errc::not_lowerable, {}, 0, why}; }
    bool refuse(std::string_view why) {
        why_ = why;
        return false;
    }
    [[nodiscard]] static std::string_view core(std::string_view marker) noexcept {
        return detail::split(marker).core;
    }
    void add_end(std::string_view marker) {
        std::string const end(core(marker));
        if (!end.empty() && std::find(ends_.begin(), ends_.end(), end) == ends_.end()) {
            ends_.push_back(end);
        }
    }

    bool reasoning() {
        chat::reasoning_format const& r = f_->reasoning;
        if (r.mode == reasoning_mode::none) {
            return true;
        }
        if (core(r.start).empty() || core(r.end).empty()) {
            return refuse("reasoning that begins or ends without a marker");
        }
        std::string close = escaped_expression(core(r.end)) + "\\s*";
        if (r.calls_end) {  // a call ends it, too, and is read as one
            for (std::string_view const opening :
                 {core(f_->tools.calls.open), core(f_->tools.calls.item_open)}) {
                close += opening.empty() ? "" : "|(?=" + escaped_expression(opening) + ")";
            }
        }
        fields_["reasoning_content"] = json::object{{"open", core(r.start)}, {"close_pattern", close}};
        return true;
    }

    bool content() {
        json::object field;
        chat::content_format const& c = f_->content;
        if (c.mode != content_mode::plain) {
            if (core(c.start).empty() || core(c.end).empty()) {
                return refuse("content that begins or ends without a marker");
            }
            field["open"] = core(c.start);
            field["close"] = core(c.end);
        } else {
            // what is no part of content divides it, as the end does
            for (std::string const& noise : c.noise) {
                add_end(noise);
            }
            if (!ends_.empty()) {
                field["close"] = json::array(ends_.begin(), ends_.end());
            }
        }
        fields_["content"] = std::move(field);
        return true;
    }

    bool calls() {
        tool_format const& t = f_->tools;
        switch (t.mode()) {
        case tool_mode::none: return true;
        case tool_mode::json_native: return native(t);
        case tool_mode::tag_with_json: return tagged(t, true);
        case tool_mode::tag_with_tagged: return tagged(t, false);
        }
        return true;
    }

    /// What ends a call's region, with the texts that may stand behind it.
    void close(json::object& field, tool_format const& t, std::string_view item_close) {
        std::string pattern;
        if (!core(item_close).empty()) {
            pattern = "\\s*" + escaped_expression(core(item_close));
            for (std::string_view const behind : {core(t.calls.separator), core(t.calls.close)}) {
                pattern += behind.empty() ? "" : "(?:\\s*" + escaped_expression(behind) + ")?";
            }
            pattern += "\\s*";
        } else {
            std::vector<std::string> all;
            if (!core(t.calls.item_open).empty()) {
                all.push_back("(?=" + escaped_expression(core(t.calls.item_open)) + ")");
            }
            if (!core(t.calls.close).empty()) {
                all.push_back(escaped_expression(core(t.calls.close)));
            }
            for (std::string const& end : ends_) {
                all.push_back(escaped_expression(end));
            }
            if (all.empty()) {
                return;
            }
            for (std::string const& one : all) {
                pattern += (pattern.empty() ? "\\s*(?:" : "|") + one;
            }
            pattern += ")\\s*";
        }
        field["close_pattern"] = pattern;
    }

    /// The pattern that stands before a call's own text: what opens all calls may stand there, or not.
    static std::string before(tool_format const& t) {
        std::string out;
        if (!core(t.calls.open).empty() && !core(t.calls.item_open).empty()) {
            out = "(?:" + escaped_expression(core(t.calls.open)) + "\\s*)?";
        }
        std::string_view const first =
            core(t.calls.item_open).empty() ? core(t.calls.open) : core(t.calls.item_open);
        return "\\s*" + out + escaped_expression(first);
    }

    struct paths {
        std::string name;
        std::string arguments;
        std::string id;
    };
    static bool find(std::vector<detail::call_member> const& members, std::string const& at, paths& out) {
        using kind = detail::call_member::kind;
        bool const words = std::all_of(members.begin(), members.end(), [](auto const& m) {
            return m.is == kind::constant || m.key.find_first_of("{}. \"\\") == std::string::npos;
        });
        for (auto const& m : members) {
            std::string const here = at.empty() ? m.key : at + "." + m.key;
            switch (m.is) {
            case kind::name: out.name = here; break;
            case kind::id: out.id = here; break;
            case kind::arguments: out.arguments = m.key.empty() ? std::string() : here; break;
            case kind::object:
                if (!find(m.inner, here, out)) {
                    return false;
                }
                break;
            case kind::constant: break;
            }
        }
        return words;
    }

    bool native(tool_format const& t) {
        auto const members = detail::members_of(t);
        paths p;
        if (!members || !find(*members, "", p) || p.name.empty() || p.arguments.empty()) {
            return refuse("calls that are not an object with a name and arguments");
        }
        std::string_view const open = core(t.calls.open);
        bool const list = open.ends_with('[') && core(t.calls.item_open).empty();
        json::object field{{"repeats", true}, {"content", "json"}};
        std::string const lead = list ? "" : "content.";
        json::object call{{"type", "function"}};
        call["function"] =
            json::object{{"name", "{" + lead + p.name + "}"}, {"arguments", "{" + lead + p.arguments + "}"}};
        if (!p.id.empty()) {
            call["id"] = "{" + lead + p.id + "}";
        }
        field["transform"] = std::move(call);
        if (list) {
            std::string_view const marker = core(open.substr(0, open.size() - 1));
            if (marker.empty()) {
                return refuse("calls without a marker");
            }
            field.erase("repeats");
            field["transform_each"] = true;
            field["open_pattern"] = "\\s*" + escaped_expression(marker) + "\\s*(?=\\[)";
            std::string_view behind = core(t.calls.close);
            behind = behind.starts_with(']') ? core(behind.substr(1)) : behind;
            tool_format only = t;
            only.calls = {};
            close(field, only, behind);
        } else {
            if (core(t.calls.item_open).empty() && open.empty()) {
                return refuse("calls without a marker");
            }
            field["open_pattern"] = before(t);
            close(field, t, t.calls.item_close);
        }
        fields_["tool_calls"] = std::move(field);
        return true;
    }

    bool tagged(tool_format const& t, bool json_arguments) {
        std::string pattern = before(t);
        std::string behind;
        bool const marked =
            !core(t.calls.item_open).empty() || !core(t.calls.open).empty() ||
            (!t.call.empty() && t.call[0].is == piece::kind::text && !core(t.call[0].text).empty());
        if (!marked) {
            return refuse("calls without a marker");
        }
        bool arguments = false;
        bool id = false;
        for (std::size_t i = 0; i < t.call.size(); ++i) {
            piece const& p = t.call[i];
            std::string const group =
                i + 1 < t.call.size() && t.call[i + 1].is == piece::kind::text && !t.call[i + 1].text.empty()
                    ? "[^\\n]+?"
                    : "[\\w.\\-]+";
            if (arguments) {
                if (p.is != piece::kind::text) {
                    return refuse("parts of a call behind its arguments");
                }
                behind += p.text;
                continue;
            }
            switch (p.is) {
            case piece::kind::text: pattern += spaced(p.text); break;
            case piece::kind::name: pattern += "(?P<name>" + group + ")"; break;
            case piece::kind::id: pattern += "(?P<id>" + group + ")", id = true; break;
            case piece::kind::index: pattern += "\\d+"; break;
            case piece::kind::id_begin: pattern += "(?P<id>", id = true; break;
            case piece::kind::id_end: pattern += ")"; break;
            case piece::kind::arguments: arguments = true; break;
            default: break;
            }
        }
        json::object field{{"repeats", true}};
        field["open_pattern"] = json_arguments ? pattern + "\\s*" : pattern;
        if (!(json_arguments ? written(detail::notation_of(t), field) : tags(t, field))) {
            return false;
        }
        json::object call{{"type", "function"}};
        call["function"] = json::object{{"name", "{name}"}, {"arguments", "{content}"}};
        if (id) {
            call["id"] = "{id}";
        }
        field["transform"] = std::move(call);
        close(field, t, behind + t.calls.item_close);
        fields_["tool_calls"] = std::move(field);
        return true;
    }

    /// Text whose white space is read as any.
    static std::string spaced(std::string_view text) {
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t const blank = (std::min)(text.find_first_of(" \t\r\n", at), text.size());
            out += escaped_expression(text.substr(at, blank - at));
            at = (std::min)(text.find_first_not_of(" \t\r\n", blank), text.size());
            out += at > blank ? "\\s*" : "";
        }
        return out;
    }

    /// Markers beside a value: of white space next to it they have what the dialect writes there, or part of it; what is
    /// more is the value's.
    static std::string before_value(std::string_view close) {
        auto const [before, core, after] = detail::split(close);
        std::string layout;
        for (std::size_t i = after.size(); i-- > 0;) {
            layout = "(?:" + escaped_expression(after.substr(i, 1)) + layout + ")?";
        }
        return spaced(before) + spaced(core) + layout;
    }
    static std::string after_value(std::string_view close) {
        auto const [before, core, after] = detail::split(close);
        std::string layout;
        for (std::size_t i = 0; i < before.size(); ++i) {
            layout.append(layout.empty() ? "" : "|").append(escaped_expression(before.substr(i)));
        }
        return (layout.empty() ? layout : "(?:" + layout + ")?") + escaped_expression(core);
    }

    bool written(detail::notation const& n, json::object& field) {
        if (n.open != "{" || n.close != "}" || n.key_close != ":" || n.python) {
            return refuse("arguments that are not written as JSON");
        }
        field["content"] = "json";
        json::object how;
        if (n.bare_keys) {
            how["unquoted_keys"] = true;
        }
        if (!n.quote.empty()) {
            // pushed, not braced: compilers differ on whether braces around one array copy it or wrap it
            how["string_delims"].emplace_array().push_back(json::array{n.quote, n.quote});
        }
        if (!how.empty()) {
            field["content_args"] = std::move(how);
        }
        return true;
    }

    bool tags(tool_format const& t, json::object& field) {
        list_shape const& a = t.arguments;
        if (core(a.item_open).empty() || core(key_close(t)).empty() || core(a.item_close).empty()) {
            return refuse("arguments whose names or values have no marker around them");
        }
        if (!value_opener(t).empty()) {
            return refuse("values with markers of their own around them");
        }
        if (!key_again(t).empty()) {
            return refuse("arguments whose names stand again behind their values");
        }
        std::string middle;
        for (pieces const& way : t.values) {
            bool const typed = has(way, piece::kind::type);
            std::string_view const front = text_in_front(way);
            middle += middle.empty() ? "" : "|";
            middle += typed ? spaced(front) + "\\w+" + before_value(text_behind(way, piece::kind::type))
                            : before_value(front);
        }
        middle = t.values.size() > 1 ? "(?:" + middle + ")" : middle;
        std::string const line = has_lines(t) ? "\\n?" : "";
        json::object how;
        how["tag_pattern"] = escaped_expression(core(a.item_open)) + "(?P<key>[^\\n]+?)" + middle + line +
                             "(?P<value>.*?)" + line + after_value(a.item_close);
        field["content"] = "xml-inline";
        field["content_args"] = std::move(how);
        return true;
    }

    format const* f_;
    json::object fields_;
    std::vector<std::string> ends_;
    std::string_view why_;
};

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<json::value> to_response_template(format const& f) { return detail::template_writer(f).write(); }

}  // namespace parlance::chat

// test/chat/tolerance.cpp - what models get wrong of a dialect is read as it was meant, in every dialect
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/frame_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/tool_meant.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include "cut_laws.hpp"
#include "every_dialect.hpp"
#include "written_call.hpp"
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/trigger.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_tolerance)

namespace chat = parlance::chat;
using chat::tool_format;
using chat::tool_mode;
using laws::dialect;

namespace {

/// Learned from the templates of the corpus and from our own with any markers, and known by name.
std::vector<dialect> const& dialects() {
    static std::vector<dialect> const all = [] {
        std::vector<dialect> out = laws::every_dialect({&own::tags, &own::bars, &own::brackets});
        std::erase_if(out, [](dialect const& d) {
            return d.format.tools.mode() == tool_mode::none || d.format.channels.used();
        });
        return out;
    }();
    return all;
}

std::vector<chat::tool> const tools{
    {"find_city", "", boost::json::parse(R"({"type": "object", "properties": {"area": {"type": "string"},
                                             "name": {"type": "string"}}, "required": ["area"]})")},
    {"stop", "", boost::json::parse(R"({"type": "object", "properties": {}})")}};

written::arguments const arguments{{"area", "west"}, {"name", "Bern"}};

std::string content(chat::message const& m) {
    return std::string(chat::analysis::strip(m.content.value_or("")));
}

/// Whether `text` is the call, and nothing else but `said`; what is wrong, or nothing.
std::string misread(chat::format const& f, std::string_view text, std::string_view said = {},
                    std::string_view thought = {}) {
    auto const s = chat::build_syntax(f, tools);
    if (!s) {
        return "no syntax";
    }
    chat::response_parser fresh(*s, tools);
    if (std::string const broken = laws::first_broken(fresh, text, {.pairs = 0}); !broken.empty()) {
        return broken;
    }
    chat::response_parser r(fresh);
    auto const sink = [](chat::delta const&) {};
    r.feed(text, sink);
    r.finish(sink);
    chat::message const& m = r.so_far();
    auto const read = parlance::json::parse(m.calls.empty() ? std::string() : m.calls[0].arguments);
    bool const one = m.calls.size() == 1 && m.calls[0].name == "find_city" && read &&
                     *read == boost::json::parse(written::object(arguments));
    bool const texts = content(m) == said && chat::analysis::strip(m.reasoning) == thought;
    if (one && texts && r.malformed().empty()) {
        return {};
    }
    std::string out = "content \"" + content(m) + "\", reasoning \"" + m.reasoning + "\", malformed \"" +
                      std::string(r.malformed()) + "\"";
    for (chat::tool_call const& c : m.calls) {
        out += ", call " + c.name + c.arguments;
    }
    return out;
}

void check_is_content(chat::syntax const& s, std::string_view text) {
    chat::response_parser r(s, tools);
    auto const sink = [](chat::delta const&) {};
    r.feed(text, sink);
    r.finish(sink);
    BOOST_TEST(r.so_far().calls.empty(), text);
    BOOST_TEST(r.so_far().content.value_or("") == text);
}

/// A dialect whose own call, as it is written here, is read.
bool is_read(dialect const& d) {
    return misread(d.format, written::call(d.format.tools, "find_city", arguments)).empty();
}

/// A fault: what a model writes instead of the dialect's way; nothing where the dialect has no such thing.
using fault = std::optional<std::string> (*)(tool_format const&);

std::string_view stripped(std::string_view text) { return chat::analysis::strip(text); }

/// Tags behind the marker of calls that are objects, or of a name.
std::optional<std::string> tags_for_object(tool_format const& t) {
    std::string const opening = t.calls.open + t.calls.item_open;
    std::size_t const markers = chat::detail::length_of_markers(opening);
    bool const name_next =
        t.call.front().is == chat::piece::kind::name && stripped(opening).size() == markers;
    if ((t.mode() != tool_mode::json_native && !name_next) || markers == 0) {
        return std::nullopt;
    }
    std::string out = opening.substr(0, markers) + "\n<function=find_city>\n";
    for (auto const& [key, value] : arguments) {
        out += "<parameter=" + std::string(key) + ">\n" + std::string(value) + "\n</parameter>\n";
    }
    std::string const close = t.calls.item_close + t.calls.close;
    std::string_view const end = chat::analysis::strip(close);
    return out.append("</function>\n").append(end.substr(end.starts_with(']') ? 1 : 0));
}

struct row {
    char const* what;
    fault make;
    std::size_t least;  // dialects that have it, of those without the corpus
};

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    std::size_t const at = what.empty() ? std::string::npos : text.find(what);
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

bool has_tags(tool_format const& t) {
    return t.values.size() == 1 && t.values.front().back().is != chat::piece::kind::key &&
           stripped(t.arguments.item_open).starts_with('<') &&
           !chat::detail::has(t.values.front(), chat::piece::kind::type);
}

/// These names as attributes.
std::optional<std::string> with_attributes(tool_format const& t, std::initializer_list<char const*> names) {
    if (!has_tags(t) || !t.arguments.item_open.ends_with('=') || !t.calls.item_open.ends_with('=') ||
        t.call.front().is != chat::piece::kind::name) {
        return std::nullopt;
    }
    std::string text = written::call(t, "find_city", arguments);
    for (char const* const name : names) {
        text = replaced(text, name, " name=\"" + std::string(name + 1) + "\"");
    }
    return text;
}

bool is_tag(std::string_view text) {
    return stripped(text).starts_with("</") && chat::marker_length(stripped(text)) == stripped(text).size();
}

/// The call with `end` for the last sign of what ends every argument.
std::optional<std::string> drifted(tool_format const& t, std::string_view end) {
    std::string const own(stripped(t.arguments.item_close));
    if (!has_tags(t) || !is_tag(own) || !chat::detail::key_again(t).empty()) {
        return std::nullopt;
    }
    std::string const other = own.substr(0, own.size() - 1).append(end);
    std::string out = written::call(t, "find_city", arguments);
    for (std::size_t at = 0; (at = out.find(own, at)) != std::string::npos; at += other.size()) {
        out.replace(at, own.size(), other);
    }
    return out;
}

/// The marker that opens a section, or all calls where nothing else does; empty where it takes several.
std::string one_opener(tool_format const& t) {
    std::string const& opening = t.calls.open.empty() ? t.calls.item_open : t.calls.open;
    std::string_view const text = stripped(opening);
    std::string_view const marker = text.substr(0, chat::marker_length(text));
    std::string_view const rest = stripped(text.substr(marker.size()));
    bool const several = chat::marker_length(rest) > 0 || rest.find('{') != std::string_view::npos ||
                         (!t.calls.open.empty() && chat::marker_length(stripped(t.calls.item_open)) > 0 &&
                          t.mode() == tool_mode::json_native);
    return several ? std::string() : std::string(marker);
}

/// A call whose arguments are one object of JSON in the dialect, with others in its place.
std::optional<std::string> with_arguments(tool_format const& t, std::string_view text) {
    bool const object = t.values.empty() && std::ranges::find(t.call, chat::piece::kind::arguments,
                                                              &chat::piece::is) != t.call.end();
    return object ? std::optional(
                        replaced(written::call(t, "find_city", arguments), written::object(arguments), text))
                  : std::nullopt;
}

/// A call of Python with something around it, inside of the list.
std::optional<std::string> python_call(tool_format const& t, std::string_view before,
                                       std::string_view behind) {
    bool const python = !t.values.empty() && chat::detail::has(t.values.front(), chat::piece::kind::python);
    if (!python || stripped(t.arguments.open) != "(") {
        return std::nullopt;
    }
    std::string text = written::call(t, "find_city", arguments);
    text.insert(text.rfind(')') + 1, behind);
    return text.insert(text.find("find_city"), before);
}

/// A call without its last braces, which a marker follows.
std::optional<std::string> without_braces(tool_format const& t, int count) {
    std::string const close(stripped(t.calls.item_close + t.calls.close));
    std::string text = written::call(t, "find_city", arguments);
    bool const closed = close.find('<') != std::string::npos && close.find('}') == std::string::npos;
    if (!closed || !with_arguments(t, "") || text.find("}") == std::string::npos) {
        return std::nullopt;
    }
    for (; count > 0; --count) {
        std::size_t const last = text.rfind('}');
        if (last == std::string::npos || text.find_first_not_of("} \n", last) < text.rfind(close)) {
            return std::nullopt;
        }
        text.erase(last, 1);
    }
    return text;
}

row const rows[] =
    {
        {"the outer of two openers is missing",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const opening = t.calls.open + t.calls.item_open;
             std::size_t const marker = chat::marker_length(stripped(opening));
             std::string_view const rest = stripped(stripped(opening).substr(marker));
             if (marker == 0 || !rest.starts_with('<') || t.call.front().is != chat::piece::kind::name ||
                 t.mode() == tool_mode::json_native) {
                 return std::nullopt;
             }
             tool_format damaged = t;
             damaged.calls.open.clear();
             damaged.calls.item_open = rest;
             return written::call(damaged, "find_city", arguments);
         },
         2},
        {"the end of an argument is missing, and the next one begins",
         [](tool_format const& t) -> std::optional<std::string> {
             if (!has_tags(t) || stripped(t.arguments.item_close).empty()) {
                 return std::nullopt;
             }
             std::string const text = written::call(t, "find_city", arguments);
             std::string const between = t.arguments.item_close + t.arguments.separator;
             bool const lines =
                 (between + t.arguments.item_open + t.arguments.open).find('\n') != std::string::npos;
             std::string const gap = lines && !t.arguments.item_open.starts_with('\n') ? "\n" : "";
             return replaced(text, between, gap);
         },
         2},
        {"the end of an argument comes twice",
         [](tool_format const& t) -> std::optional<std::string> {
             if (!has_tags(t) || !is_tag(t.arguments.item_close)) {
                 return std::nullopt;
             }
             std::string const close(stripped(t.arguments.item_close));
             return replaced(written::call(t, "find_city", arguments), close, close + "\n" + close);
         },
         2},
        {"an object in the place of anything else",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const first = one_opener(t);
             if (t.mode() == tool_mode::json_native || first.empty() ||
                 t.call.front().text.starts_with('{')) {
                 return std::nullopt;
             }
             std::string const close = t.calls.close.empty() ? t.calls.item_close : t.calls.close;
             return first + "[{\"name\": \"find_city\", \"parameters\": " + written::object(arguments) +
                    "}]" + (close.starts_with("]<|") ? close.substr(1) : close);
         },
         4},
        {"a name in front of the arguments in the place of an object",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const first = one_opener(t);
             if (t.mode() != tool_mode::json_native || first.empty()) {
                 return std::nullopt;
             }
             return first + "find_city" + written::object(arguments);
         },
         4},
        {"the marker of calls comes twice",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text(stripped(written::call(t, "find_city", arguments)));
             std::string const marker = text.substr(0, chat::marker_length(text));
             return marker.empty() || marker.find("find_city") != std::string::npos ||
                            text.find(marker, marker.size()) != std::string::npos
                        ? std::nullopt
                        : std::optional(marker + "\n" + text);
         },
         8},
        {"arguments as Python writes them, and a comma behind the last",
         [](tool_format const& t) -> std::optional<std::string> {
             return with_arguments(t, "{'area': 'west', \"name\": 'Bern',}");
         },
         8},
        {"arguments in a string of JSON",
         [](tool_format const& t) -> std::optional<std::string> {
             return with_arguments(t, written::quoted(written::object(arguments)));
         },
         8},
        {"a fence around an object",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const open = t.calls.open + t.calls.item_open;
             std::string const close = t.calls.item_close + t.calls.close;
             std::string const text = written::call(t, "find_city", arguments);
             if (t.mode() != tool_mode::json_native || chat::marker_length(stripped(open)) == 0 ||
                 text.find('`') != std::string::npos || open.find('[') != std::string::npos) {
                 return std::nullopt;
             }
             std::string const object = text.substr(open.size(), text.size() - open.size() - close.size());
             return open + "```json\n" + object + "\n```" + close;
         },
         4},
        {"blanks around a name in quotes",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text =
                 replaced(written::call(t, "find_city", arguments), "\"find_city\"", "\" find_city \"");
             bool const marked = chat::marker_length(stripped(text)) > 0;  // else a name is one of the tools'
             return !marked || text.find(" find_city ") == std::string::npos ? std::nullopt
                                                                             : std::optional(text);
         },
         4},
        {"what belongs to ids around a name",
         [](tool_format const& t) -> std::optional<std::string> {
             bool const marked = chat::marker_length(stripped(t.calls.open + t.calls.item_open)) > 0;
             bool const in_id =
                 std::ranges::find(t.call, chat::piece::kind::id_begin, &chat::piece::is) != t.call.end();
             std::string const text = written::call(t, "find_city", arguments);
             return !marked || in_id ? std::nullopt
                                     : std::optional(replaced(text, "find_city", "functions.find_city:0"));
         },
         8},
        {"names in quotes, as attributes are",
         [](tool_format const& t) -> std::optional<std::string> {
             if (!has_tags(t) || !t.arguments.item_open.ends_with('=') || !t.calls.item_open.ends_with('=')) {
                 return std::nullopt;
             }
             std::string text = written::call(t, "find_city", arguments);
             for (char const* const name : {"=find_city", "=area", "=name"}) {
                 text = replaced(text, name, "=\"" + std::string(name + 1) + "\"");
             }
             return text;
         },
         1},
        {"names as attributes",
         [](tool_format const& t) { return with_attributes(t, {"=find_city", "=area", "=name"}); }, 1},
        {"the name of a call as an attribute",
         [](tool_format const& t) { return with_attributes(t, {"=find_city"}); }, 1},
        {"the names of arguments as attributes",
         [](tool_format const& t) { return with_attributes(t, {"=area", "=name"}); }, 1},
        {"the name of one argument as an attribute",
         [](tool_format const& t) { return with_attributes(t, {"=name"}); }, 1},
        {"attributes in single quotes",
         [](tool_format const& t) -> std::optional<std::string> {
             if (t.mode() != tool_mode::tag_with_tagged || !t.calls.item_open.ends_with("=\"")) {
                 return std::nullopt;
             }
             std::string text = written::call(t, "find_city", arguments);
             std::replace(text.begin(), text.end(), '"', '\'');
             return text;
         },
         1},
        {"the end of the last argument is missing",
         [](tool_format const& t) -> std::optional<std::string> {
             if (!has_tags(t) || !is_tag(t.arguments.item_close) || stripped(t.calls.item_close).empty()) {
                 return std::nullopt;
             }
             std::string text = written::call(t, "find_city", arguments);
             std::string_view const close = stripped(t.arguments.item_close);
             std::size_t const at = text.rfind(close);
             return text.erase(at, close.size());
         },
         2},
        {"an object in the place of arguments in markup",
         [](tool_format const& t) -> std::optional<std::string> {
             if (t.mode() != tool_mode::tag_with_tagged || one_opener(t).empty() ||
                 t.call.back().is != chat::piece::kind::arguments) {
                 return std::nullopt;
             }
             tool_format damaged = t;
             damaged.values.clear();
             return replaced(written::call(damaged, "find_city", arguments), "{", t.arguments.open + "{");
         },
         2},
        {"the word for the kind of a call, which the dialect has not, and a fence",
         [](tool_format const& t) -> std::optional<std::string> {
             bool const named = t.call.size() == 3 && t.call[0].is == chat::piece::kind::name &&
                                t.mode() == tool_mode::tag_with_json && t.values.empty();
             std::string_view const marker = named ? stripped(t.call[1].text) : std::string_view();
             std::string_view const open = t.calls.item_open;
             if (marker.empty() || chat::marker_length(marker) != marker.size() || open.empty() ||
                 chat::marker_length(open) != open.size()) {
                 return std::nullopt;
             }
             return t.calls.open + t.calls.item_open + "function" + std::string(marker) +
                    "find_city\n```json\n" + written::object(arguments) + "\n```" + t.calls.item_close +
                    t.calls.close;
         },
         1},
        {"no word for the kind of a call, which the dialect has",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             std::size_t const at = text.find("function<");
             if (at == std::string::npos || at == 0 || text[at - 1] != '>' ||
                 text.substr(at).starts_with("function<find")) {
                 return std::nullopt;
             }
             return std::string(text).erase(at,
                                            8 + chat::marker_length(std::string_view(text).substr(at + 8)));
         },
         2},
        {"an attribute more in the tag of an argument",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string_view const close = stripped(chat::detail::key_close(t));
             bool const quote = close.starts_with("\">");
             if (!has_tags(t) || (!quote && !close.starts_with('>'))) {
                 return std::nullopt;
             }
             std::string const key = "area";
             std::string const behind(chat::detail::key_close(t));
             return replaced(written::call(t, "find_city", arguments), key + behind,
                             key + (quote ? "\" type=\"string" : " type=\"string\"") + behind);
         },
         2},
        {"the attribute that tells strings from other values is missing",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             std::string const out = replaced(replaced(text, " string=\"true\"", ""), " string=\"true\"", "");
             return out == text ? std::nullopt : std::optional(out);
         },
         1},
        {"another word in the attribute that tells strings from other values",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             std::string const out = replaced(text, " string=\"true\"", " string=\"True\"");
             return out == text ? std::nullopt : std::optional(out);
         },
         1},
        {"no fence, which the dialect has behind a marker",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string text = written::call(t, "find_city", arguments);
             std::size_t const fence = text.find("```");
             if (fence == std::string::npos || chat::marker_length(stripped(text)) == 0) {
                 return std::nullopt;
             }
             text.erase(text.rfind("```"), 3);
             return text.erase(fence, text.find('\n', fence) + 1 - fence);
         },
         1},
        {"no list around a call, which nothing but a list is around",
         [](tool_format const& t) -> std::optional<std::string> {
             bool const named =
                 t.call.front().is == chat::piece::kind::name || t.mode() == tool_mode::json_native;
             if (stripped(t.calls.open) != "[" || stripped(t.calls.close) != "]" ||
                 !stripped(t.calls.item_open).empty() || !named) {
                 return std::nullopt;
             }
             tool_format damaged = t;
             damaged.calls.open.clear();
             damaged.calls.close.clear();
             return written::call(damaged, "find_city", arguments);
         },
         1},
        {"an argument without its name in a call of Python",
         [](tool_format const& t) -> std::optional<std::string> {
             bool const python =
                 !t.values.empty() && chat::detail::has(t.values.front(), chat::piece::kind::python);
             if (!python || stripped(t.arguments.open) != "(") {
                 return std::nullopt;
             }
             std::string const key = t.arguments.item_open + "area" + t.values.front().front().text;
             return replaced(written::call(t, "find_city", arguments), key, "");
         },
         2},
        {"a comma behind the last call of a list",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             if (stripped(t.calls.separator) != "," || !stripped(t.calls.close).starts_with(']')) {
                 return std::nullopt;
             }
             return std::string(text).insert(text.size() - t.calls.close.size(), ",\n");
         },
         4},
        {"the arguments stand under another usual key",
         [](tool_format const& t) -> std::optional<std::string> {
             if (t.mode() != tool_mode::json_native ||
                 chat::detail::has(t.call, chat::piece::kind::encoded)) {
                 return std::nullopt;
             }
             std::string const text = written::call(t, "find_city", arguments);
             std::string out = replaced(text, "\"arguments\":", "\"parameters\":");
             return out == text ? std::nullopt : std::optional(out);
         },
         4},
        {"attributes without quotes",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string text = written::call(t, "find_city", arguments);
             bool const quoted = t.mode() == tool_mode::tag_with_tagged && t.calls.item_open.ends_with("=\"");
             return quoted && std::erase(text, '"') > 0 ? std::optional(text) : std::nullopt;
         },
         4},
        {"the name in Python's quotes, its key in JSON's",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             std::string out = replaced(text, ": \"find_city\"", ": 'find_city'");
             return out == text ? std::nullopt : std::optional(out);
         },
         4},
        {"keys without quotes, in arguments and around them",
         [](tool_format const& t) -> std::optional<std::string> {
             if (!with_arguments(t, "")) {
                 return std::nullopt;
             }
             std::string const text = written::call(t, "find_city", arguments);
             return std::regex_replace(text, std::regex("\"([a-z_]+)\": ?"), "$1: ");
         },
         8},
        {"an id that the dialect does not have, or an empty one",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             std::string const id = "[CALL_ID]abcdefgh1";
             std::string const out = text.find(id) != std::string::npos
                                         ? replaced(text, id, "[CALL_ID]")
                                         : replaced(text, "[ARGS]", "[CALL_ID]abcdefgh1[ARGS]");
             return out == text ? std::nullopt : std::optional(out);
         },
         0},
        {"a call of Python whose value is printed",
         [](tool_format const& t) -> std::optional<std::string> { return python_call(t, "print(", ")"); }, 2},
        {"a call of Python whose value a variable takes",
         [](tool_format const& t) -> std::optional<std::string> { return python_call(t, "result = ", ""); },
         2},
        {"a call of Python in a fence",
         [](
             tool_format const& t) -> std::
                                       optional<std::string> {
                                           bool const bare = stripped(t.calls.open) == "[" &&
                                                             stripped(t.calls.item_open).empty();
                                           auto const text =
                                               bare ? python_call(t, "print(", ")") : std::nullopt;
                                           return text ? std::optional("```tool_code\n" +
                                                                       text->substr(1, text->size() - 2) +
                                                                       "\n```")
                                                       : text;
                                       },
         1},
        {"the closer of another dialect behind every argument",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const own(stripped(t.arguments.item_close));
             if (!has_tags(t) || !is_tag(own)) {
                 return std::nullopt;
             }
             std::string const other = own == "</parameter>" ? "</param>" : "</parameter>";
             return replaced(replaced(written::call(t, "find_city", arguments), own, other), own, other);
         },
         2},
        {"the name of the argument in the closer of the last one",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const own(stripped(t.arguments.item_close));
             if (!has_tags(t) || !is_tag(own)) {
                 return std::nullopt;
             }
             std::string text = written::call(t, "find_city", arguments);
             return text.replace(text.rfind(own), own.size(), "</name>");
         },
         2},
        {"the name of an argument in its closer",
         [](
             tool_format const& t) -> std::
                                       optional<std::string> {
                                           std::string const own(stripped(t.arguments.item_close));
                                           if (!has_tags(t) || !is_tag(own)) {
                                               return std::nullopt;
                                           }
                                           return replaced(written::call(t, "find_city", arguments), own,
                                                           "</area>");
                                       },
         2},
        {"the name of an argument behind that of the tag that ends it",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const own(stripped(t.arguments.item_close));
             if (!has_tags(t) || !is_tag(own)) {
                 return std::nullopt;
             }
             return replaced(written::call(t, "find_city", arguments), own,
                             own.substr(0, own.size() - 1) + "=area>");
         },
         2},
        {"the end of an argument that closes itself",
         [](tool_format const& t) -> std::optional<std::string> { return drifted(t, "/>"); }, 2},
        {"a digit in the end of an argument",
         [](tool_format const& t) -> std::optional<std::string> { return drifted(t, "1>"); }, 2},
        {"the end of an argument without its last sign",
         [](tool_format const& t) -> std::optional<std::string> { return drifted(t, ""); }, 2},
        {"the name of what ends a call in the end of an argument",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string_view const call = chat::detail::first_line(stripped(t.calls.item_close));
             std::size_t from = call.size() - (call.empty() ? 0 : 1);
             while (from > 0 && chat::detail::is_word_letter(call[from - 1])) {
                 --from;
             }
             return is_tag(call) ? drifted(t, call.substr(from)) : std::nullopt;
         },
         2},
        {"the name of the tool behind that of the tag that ends a call",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const own(chat::detail::first_line(stripped(t.calls.item_close)));
             if (!has_tags(t) || !is_tag(own)) {
                 return std::nullopt;
             }
             return replaced(written::call(t, "find_city", arguments), own,
                             own.substr(0, own.size() - 1) + "=find_city>");
         },
         2},
        {"only the last of the markers behind an argument",
         [](tool_format const& t) -> std::optional<std::string> {
             std::vector<std::string_view> const ends = chat::detail::closers_in(t.calls.item_close);
             if (!has_tags(t) || !is_tag(t.arguments.item_close) || ends.size() < 2) {
                 return std::nullopt;
             }
             std::string text = written::call(t, "find_city", arguments);
             std::size_t const from = text.rfind(stripped(t.arguments.item_close));
             return text.erase(from, text.rfind(ends.back()) - from);
         },
         1},
        {"a blank between the name and arguments in a notation of their own",
         [](tool_format const& t) -> std::optional<std::string> {
             bool const noted =
                 t.mode() == tool_mode::tag_with_json && !t.values.empty() && !one_opener(t).empty();
             std::string const text = written::call(t, "find_city", arguments);
             return noted ? std::optional(replaced(text, "find_city", "find_city ")) : std::nullopt;
         },
         1},
        {"Python's quotes where strings have quotes of their own",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const own =
                 t.mode() == tool_mode::tag_with_json ? chat::detail::notation_of(t).quote : "";
             std::string const text = written::call(t, "find_city", arguments);
             return own.empty()
                        ? std::nullopt
                        : std::optional(std::regex_replace(
                              text, std::regex(std::regex_replace(own, std::regex("[|]"), "[|]")), "'"));
         },
         0},
        {"an object in brackets in the place of tags",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             std::size_t const from = text.find("find_city") + std::string_view("find_city").size();
             std::size_t const end = text.rfind(stripped(t.calls.item_close));
             bool const bare = t.mode() == tool_mode::tag_with_tagged && stripped(t.arguments.open).empty() &&
                               t.call.size() == 2 && !one_opener(t).empty() &&
                               !stripped(t.calls.item_close).empty();
             return bare ? std::optional(text.substr(0, from) + "(" + written::object(arguments) + ")" +
                                         text.substr(end))
                         : std::nullopt;
         },
         1},
        {"an object in the place of Python's arguments",
         [](tool_format const& t) -> std::optional<std::string> {
             auto text = python_call(t, "", "");
             if (text) {
                 std::size_t const from = text->find('(') + 1;
                 text->replace(from, text->rfind(')') - from, written::object(arguments));
             }
             return text;
         },
         0},
        {"the end of a name in front of a value is missing",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string_view const close = chat::detail::key_close(t);
             std::string_view const last = chat::detail::last_of_markers(close);
             std::string const text = written::call(t, "find_city", arguments);
             return last.empty() || !t.values.front().back().text.empty()
                        ? std::nullopt
                        : std::optional(replaced(text, close, last));
         },
         1},
        {"the marker of a call is missing behind that of all calls",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string_view const item = stripped(t.calls.item_open);
             std::size_t const marker = chat::marker_length(item);
             bool const section = chat::marker_length(stripped(t.calls.open)) > 0 && marker > 0 &&
                                  t.mode() == tool_mode::tag_with_json &&
                                  t.call.front().is == chat::piece::kind::name;
             return section ? std::optional(replaced(written::call(t, "find_city", arguments),
                                                     item.substr(0, marker), ""))
                            : std::nullopt;
         },
         2},
        {"the marker in front of a list of Python's calls is missing",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string_view const open = stripped(t.calls.open);
             bool const list = open.size() > 1 && open.ends_with('[') && chat::marker_length(open) > 0;
             std::optional<std::string> const text = list ? python_call(t, "", "") : std::nullopt;
             return text ? std::optional(replaced(*text, open, "[")) : text;
         },
         0},
        {"the marker of all calls lacks its last word, or Markdown's backslashes stand in it",
         [](tool_format const& t) -> std::optional<std::string> {
             bool const word = t.calls.open.find("▁begin") != std::string::npos;
             std::string const text = written::call(t, "find_city", arguments);
             return word ? std::optional(replaced(text, "▁begin", "")) : std::nullopt;
         },
         1},
        {"carriage returns in front of line ends",
         [](
             tool_format const& t) -> std::
                                       optional<std::string> {
                                           std::string const text = written::call(t, "find_city", arguments);
                                           bool const lines = text.find('\n') != std::string::npos;
                                           return has_tags(t) && lines ? std::optional(std::regex_replace(
                                                                             text, std::regex("\n"), "\r\n"))
                                                                       : std::nullopt;
                                       },
         2},
        {"tags in the place of an object", &tags_for_object, 4},
        {"the closer of another dialect behind a call",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const own(chat::detail::first_line(stripped(t.calls.item_close)));
             if (!has_tags(t) || !is_tag(own)) {
                 return std::nullopt;
             }
             std::string const text = written::call(t, "find_city", arguments);
             return replaced(text, own, own == "</invoke>" ? "</function>" : "</invoke>");
         },
         2},
        {"the opener of another dialect in front of every argument",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             bool const own = text.find("<parameter") != std::string::npos;
             std::string const out =
                 own ? std::regex_replace(text, std::regex("(</?)parameter"), "$1param")
                     : std::regex_replace(text, std::regex("(</?)param(?!eter)"), "$1parameter");
             return out == text ? std::nullopt : std::optional(out);
         },
         2},
        {"white space around the signs of attributes, and behind their quotes",
         [](tool_format const& t) -> std::optional<std::string> {
             if (t.mode() != tool_mode::tag_with_tagged) {
                 return std::nullopt;
             }
             std::string const text = written::call(t, "find_city", arguments);
             std::string const signs =
                 std::regex_replace(text, std::regex("=(\"?)(find_city|area|name)"), " = $1$2");
             std::string const out =
                 std::regex_replace(signs, std::regex("= (\"?)(find_city|area|name)(\"?)>"), "= $1$2$3 >");
             return out == text ? std::nullopt : std::optional(out);
         },
         2},
        {"the last brace of an object is missing",
         [](tool_format const& t) -> std::optional<std::string> { return without_braces(t, 1); }, 4},
        {"all braces at the end of an object are missing",
         [](tool_format const& t) -> std::optional<std::string> {
             return without_braces(t, t.mode() == tool_mode::json_native ? 2 : 1);
         },
         4},
        {"tags have lost their namespace",
         [](tool_format const& t) -> std::
                                      optional<std::string> {
                                          std::string const text = written::call(t, "find_city", arguments);
                                          std::string const out = std::regex_replace(
                                              text, std::regex("(</?)(｜[A-Z]+｜|[a-z]+:)"), "$1");
                                          return out == text || t.mode() == tool_mode::json_native
                                                     ? std::nullopt
                                                     : std::optional(out);
                                      },
         2},
        {"the opening marker in the place of the closing one at the end",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const first = one_opener(t);
             std::string const close(stripped(t.calls.item_close + t.calls.close));
             return t.calls.open.empty() && !first.empty() && is_tag(close)
                        ? std::optional(replaced(written::call(t, "find_city", arguments), close, first))
                        : std::nullopt;
         },
         2},
        {"the end of a value is missing in front of an argument of another kind",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             std::size_t const second = text.rfind(" string=\"true\"");
             std::string const close(stripped(t.arguments.item_close));
             if (second == text.npos || close.empty()) {
                 return std::nullopt;
             }
             std::string out = text;
             out.replace(second, 14, " string=\"false\"");
             return out.erase(out.find(close), close.size());
         },
         1},
        {"the marker of a section without what stands between its words",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             std::string const open(stripped(t.calls.open));
             std::string const out =
                 replaced(text, open, replaced(replaced(open, "tool_", "tool"), "function_", "function"));
             return out == text ? std::nullopt : std::optional(out);
         },
         2},
        {"a text behind a call with which other models end their turns",
         [](tool_format const& t) -> std::optional<std::string> {
             return written::call(t, "find_city", arguments) + "</s>";
         },
         10},
        {"the marker in front of the name is missing, not that of its arguments",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const opener = one_opener(t);
             bool const alone = opener == stripped(t.calls.open + t.calls.item_open);
             return has_tags(t) && alone && !opener.empty() && stripped(t.arguments.open).empty() &&
                            t.call.front().is == chat::piece::kind::name &&
                            t.call[1].is == chat::piece::kind::arguments
                        ? std::optional(replaced(written::call(t, "find_city", arguments), opener, ""))
                        : std::nullopt;
         },
         1},
        {"the marker in front of the name is missing, not that behind it",
         [](tool_format const& t) -> std::optional<std::string> {
             std::string const text = written::call(t, "find_city", arguments);
             return text.starts_with("[TOOL_CALLS]find_city") ? std::optional(text.substr(12)) : std::nullopt;
         },
         0},
};

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_damaged_in_a_usual_way_is_read_as_it_was_meant) {
    for (row const& r : rows) {
        std::size_t tried = 0;
        for (dialect const& d : dialects()) {
            auto const text = r.make(d.format.tools);
            if (!text || d.format.strict || !is_read(d)) {
                continue;
            }
            ++tried;
            std::string const wrong = misread(d.format, *text);
            BOOST_TEST(wrong.empty(), d.name << ": " << r.what << ": " << *text << "\n  " << wrong);
            std::string const behind = misread(d.format, "Let me see.\n" + *text, "Let me see.");
            BOOST_TEST((behind.empty() || !chat::has_call_marker(d.format)),
                       d.name << ", behind text: " << r.what << ": " << *text << "\n  " << behind);
        }
        BOOST_TEST_MESSAGE(r.what << ": " << tried << " dialects");
        BOOST_TEST(tried >= r.least, r.what << ": " << tried);
    }
}

BOOST_AUTO_TEST_CASE(a_call_ends_reasoning_that_nothing_else_ends) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        chat::reasoning_format const& r = d.format.reasoning;
        if (chat::marker_length(stripped(r.start)) == 0 || !chat::has_call_marker(d.format) ||
            d.format.strict || !is_read(d)) {
            continue;
        }
        ++tried;
        std::string const text = written::call(d.format.tools, "find_city", arguments);
        for (char const* const before : {"\n", "", " "}) {
            std::string const wrong = misread(d.format, r.start + "I look." + before + text, "", "I look.");
            BOOST_TEST(wrong.empty(),
                       d.name << ": " << r.start << "I look." << before << text << "\n  " << wrong);
        }
        // What is closed later was only thought of.
        std::string const thought = "I might: " + text + " or not.";
        std::string const wrong = misread(d.format, r.start + thought + r.end + text, "", stripped(thought));
        BOOST_TEST((wrong.empty() || r.calls_end),
                   d.name << ": " << thought << r.end << text << "\n  " << wrong);
    }
    BOOST_TEST_MESSAGE("calls in reasoning: " << tried << " dialects");
    BOOST_TEST(tried >= 4);
}

BOOST_AUTO_TEST_CASE(the_start_of_content_ends_reasoning_that_nothing_else_ends) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        chat::reasoning_format const& r = d.format.reasoning;
        chat::content_format const& c = d.format.content;
        if (chat::marker_length(stripped(r.start)) == 0 || chat::marker_length(stripped(c.start)) == 0 ||
            r.calls_end || d.format.strict) {
            continue;
        }
        ++tried;
        auto const s = chat::build_syntax(d.format, tools);
        std::string const said = c.start + "So." + c.end;
        std::string const mention = "Why " + std::string(stripped(c.start)) + " now.";
        std::vector<std::pair<std::string, std::string>> all{{r.start + "Why." + said, "Why."},
                                                             {r.start + said, ""}};
        // Where the end of content is that of a thought, the start of content tells.
        std::string_view const end = stripped(r.end);
        if (!stripped(c.end).starts_with(end) && !stripped(d.format.turn_end).starts_with(end)) {
            all.emplace_back(r.start + mention + r.end + said, mention);
        }
        for (auto const& [text, reasoning] : all) {
            chat::response_parser p(*s, tools);
            p.feed(text, [](chat::delta const&) {});
            p.finish([](chat::delta const&) {});
            BOOST_TEST(stripped(p.so_far().reasoning) == reasoning, d.name << ": " << text);
            BOOST_TEST(content(p.so_far()) == "So.", d.name << ": " << text);
            BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools), text, {.pairs = 0}) == "");
        }
    }
    BOOST_TEST(tried >= 1u);
}

BOOST_AUTO_TEST_CASE(markers_of_reasoning_may_come_twice) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        chat::reasoning_format const& r = d.format.reasoning;
        std::string const start(stripped(r.start));
        std::string const end(stripped(r.end));
        auto const is_marker = [](std::string_view s) {
            return !s.empty() && chat::marker_length(s) == s.size();
        };
        if (r.mode == chat::reasoning_mode::none || !is_marker(start) || !is_marker(end)) {
            continue;
        }
        auto const s = chat::build_syntax(d.format, tools);
        for (std::string const& text :
             {start + "\n" + start + "Why." + end + "So.", start + "Why." + end + "\n" + end + "So."}) {
            chat::response_parser p(*s, tools);
            auto const sink = [](chat::delta const&) {};
            p.feed(text, sink);
            p.finish(sink);
            BOOST_TEST_CONTEXT(d.name << ": " << text) {
                BOOST_TEST(stripped(p.so_far().reasoning) == "Why.");
                BOOST_TEST(content(p.so_far()) == "So.");
            }
            ++tried;
        }
        // A second thought directly behind the first.
        std::string const twice = start + "Why." + end + "\n\n" + start + "\nHow." + end + "So.";
        chat::response_parser p(*s, tools);
        p.feed(twice, [](chat::delta const&) {});
        p.finish([](chat::delta const&) {});
        BOOST_TEST(stripped(p.so_far().reasoning) == "Why.\n\n\nHow.", d.name << ": " << twice);
        BOOST_TEST(content(p.so_far()) == "So.", d.name << ": " << twice);
        BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools), twice, {.pairs = 0}) == "");
    }
    BOOST_TEST(tried >= 10u);
}

// A second thought has an end of its own, or a line end behind its start; an answer may be about the marker.
BOOST_AUTO_TEST_CASE(an_answer_behind_a_thought_may_begin_with_the_marker_of_thoughts) {
    auto const s = chat::build_syntax(*chat::known::dialect_named("glm47"), tools);
    BOOST_REQUIRE(s);
    struct {
        std::string_view text;
        std::string_view reasoning;
        std::string_view said;
    } const all[] = {
        {"<think>a</think>\n\n<think> is the tag that opens reasoning.", "a",
         "<think> is the tag that opens reasoning."},
        {"<think>a</think><think>", "a", "<think>"},
        {"<think>a</think>\n<think>b</think>c", "a\nb", "c"},
        {"<think>a</think>\n<think>b</think>\n<think> opens.", "a\nb", "<think> opens."},
        {"<think>a</think>\n<think>\nb", "a\n\nb", ""},
        {"<think>a</think>\r\n<think>\r\nb", "a\r\n\r\nb", ""},
        {"<think>a\n</think></think>c", "a", "c"},
    };
    for (auto const& each : all) {
        chat::response_parser p(*s, tools);
        auto const sink = [](chat::delta const&) {};
        p.feed(each.text, sink);
        p.finish(sink);
        BOOST_TEST(stripped(p.so_far().reasoning) == each.reasoning, each.text);
        BOOST_TEST(content(p.so_far()) == each.said, each.text);
        BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools), each.text) == "");
    }
}

// Behind content the markers of thoughts are what the answer is about: it may be for somebody who edits a template.
BOOST_AUTO_TEST_CASE(markers_of_thoughts_behind_content_are_content) {
    auto const s = chat::build_syntax(*chat::known::dialect_named("glm47"), tools);
    BOOST_REQUIRE(s);
    auto const read = [&](std::string_view text) {
        chat::response_parser p(*s, tools);
        p.feed(text, [](chat::delta const&) {});
        p.finish([](chat::delta const&) {});
        BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools), text) == "", text);
        return p.so_far();
    };
    for (std::string_view const text :
         {"Use <think></think> tags to mark it.", "Remove the <think>/</think> tags.",
          "Das <think>-Tag und das </think>-Tag.", "text.replace(/<think>[\\s\\S]*?</think>/g, '')",
          "在<think>和</think>之间写出推理。", "Write:\n```\n<think>\nreasoning\n</think>\nanswer\n```"}) {
        chat::message const m = read(text);
        BOOST_TEST((content(m) == text && m.reasoning.empty() && m.calls.empty()), text);
    }
    chat::message const m = read("Well.<think>Let me call.\n<tool_call>find_city<arg_key>area</arg_key>"
                                 "<arg_value>the </think> tag</arg_value></tool_call>");
    BOOST_REQUIRE(m.calls.size() == 1);
    BOOST_TEST(m.calls[0].arguments == "{\"area\": \"the </think> tag\"}");
}

BOOST_AUTO_TEST_CASE(what_ends_generation_is_no_content_where_the_answer_ends) {
    chat::format f = *chat::known::dialect_named("glm47");
    f.stops = {"[end]"};
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    auto const said = [&](std::string_view text) {
        chat::response_parser p(*s, tools);
        BOOST_TEST(laws::first_broken(chat::response_parser(p), text) == "", text);
        p.feed(text, [](chat::delta const&) {});
        p.finish([](chat::delta const&) {});
        return p.so_far().content.value_or("");
    };
    BOOST_TEST(said("Good.[end]") == "Good.");
    BOOST_TEST(said("Good.[end]\n") == "Good.");
    BOOST_TEST(said("Good.[end][end]") == "Good.");
    BOOST_TEST(said("Good [end] of it.") == "Good [end] of it.");
    BOOST_TEST(said("<s>Bad</s>") == "<s>Bad</s>");
    auto const without_tools = chat::build_syntax(f, {});
    BOOST_REQUIRE(without_tools);
    chat::response_parser p(*without_tools, {});
    p.feed("Good.[end]", [](chat::delta const&) {});
    p.finish([](chat::delta const&) {});
    BOOST_TEST(p.so_far().content.value_or("") == "Good.");
}

BOOST_AUTO_TEST_CASE(a_mention_of_a_marker_in_reasoning_is_reasoning_at_once) {
    auto const f = *chat::known::dialect_named("glm47");
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    chat::response_parser r(*s, tools);
    auto const sink = [](chat::delta const&) {};
    r.feed("<think>I might write <tool_call> and then a name, or <tool_call>other.", sink);
    BOOST_TEST(r.held() == 0);
    BOOST_TEST(r.so_far().reasoning == "I might write <tool_call> and then a name, or <tool_call>other.");
    // The beginning of a call of a known tool is held back, until the thought is closed.
    r.feed(" No: <tool_call>find_city<arg_key>area</arg_key>", sink);
    BOOST_TEST(r.held() > 0);
    r.feed("<arg_value>x</arg_value></tool_call> it was.</think>Good.", sink);
    r.finish(sink);
    BOOST_TEST(r.so_far().calls.empty());
    BOOST_TEST(r.so_far().content.value_or("") == "Good.");
}

BOOST_AUTO_TEST_CASE(a_mention_of_a_call_in_a_thought_that_nothing_ends_is_reasoning) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        std::string const& start = d.format.reasoning.start;
        if (chat::marker_length(stripped(start)) == 0 || t.mode() != tool_mode::tag_with_tagged ||
            d.format.strict || !is_read(d) || t.call.front().is != chat::piece::kind::name ||
            chat::marker_length(chat::call_opening(d.format)) == 0) {
            continue;
        }
        std::string const thought =
            "I might write " + std::string(stripped(t.calls.open + t.calls.item_open)) + "find_city only";
        auto const s = chat::build_syntax(d.format, tools);
        chat::response_parser r(*s, tools);
        auto const sink = [](chat::delta const&) {};
        r.feed(start + thought, sink);
        r.finish(sink);
        BOOST_TEST(r.so_far().calls.empty(), d.name);
        BOOST_TEST(stripped(r.so_far().reasoning) == thought, d.name << ": " << r.so_far().reasoning);
        BOOST_TEST(content(r.so_far()).empty(), d.name << ": " << content(r.so_far()));
        ++tried;
    }
    BOOST_TEST(tried >= 1u);
}

BOOST_AUTO_TEST_CASE(several_objects_between_the_markers_of_one_are_as_many_calls) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        if (t.mode() != tool_mode::json_native || d.format.strict || !is_read(d) ||
            chat::marker_length(stripped(t.calls.item_open)) == 0 ||
            chat::marker_length(stripped(t.calls.item_close)) == 0) {
            continue;
        }
        tool_format inner = t;
        inner.calls = {};
        std::string const first = written::call(inner, "find_city", arguments);
        std::string const second = written::call(inner, "stop", {});
        auto const s = chat::build_syntax(d.format, tools);
        for (char const* const between : {"\n", ", ", ""}) {
            std::string const text = t.calls.open + t.calls.item_open + first + between + second +
                                     t.calls.item_close + t.calls.close;
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(text, sink);
            r.finish(sink);
            chat::message const& m = r.so_far();
            BOOST_TEST_CONTEXT(d.name << ": " << text) {
                BOOST_TEST_REQUIRE(m.calls.size() == 2u);
                BOOST_TEST(m.calls[0].name == "find_city");
                BOOST_TEST(m.calls[1].name == "stop");
                BOOST_TEST(m.calls[1].whole);
                BOOST_TEST(content(m) == "");
            }
            ++tried;
        }
    }
    BOOST_TEST(tried >= 6u);
}

BOOST_AUTO_TEST_CASE(objects_in_the_markers_of_calls_in_a_section_are_as_many_calls) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        std::string_view const open = stripped(t.calls.open);
        std::string_view const item = stripped(t.calls.item_open);
        bool const marked = !open.empty() && chat::marker_length(open) == open.size() && !item.empty() &&
                            chat::marker_length(item) == item.size();
        if (!marked || d.format.strict || !t.parallel || t.mode() == tool_mode::json_native || !is_read(d)) {
            continue;
        }
        ++tried;
        std::string const one = t.calls.item_open + R"({"name": "find_city", "arguments": )" +
                                written::object(arguments) + "}" + t.calls.item_close;
        std::string const text = t.calls.open + one + t.calls.separator + one + t.calls.close;
        auto const s = chat::build_syntax(d.format, tools);
        BOOST_REQUIRE(s);
        chat::response_parser r(*s, tools);
        BOOST_TEST(laws::first_broken(r, text, {.pairs = 0}) == "", d.name);
        auto const sink = [](chat::delta const&) {};
        r.feed(text, sink);
        r.finish(sink);
        BOOST_TEST(r.so_far().calls.size() == 2u, d.name << ": " << text);
        BOOST_TEST((content(r.so_far()).empty() && r.malformed().empty()), d.name << ": " << text);
        for (chat::tool_call const& c : r.so_far().calls) {
            auto const read = parlance::json::parse(c.arguments);
            bool const same = read && *read == boost::json::parse(written::object(arguments));
            BOOST_TEST(same, d.name << ": " << c.arguments);
        }
    }
    BOOST_TEST(tried >= 2);
}

BOOST_AUTO_TEST_CASE(a_tag_that_closes_itself_is_a_call_without_arguments) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        std::string_view const open = stripped(t.arguments.open);
        if (t.mode() != tool_mode::tag_with_tagged || d.format.strict || !open.ends_with('>') ||
            open.find('<') != std::string_view::npos || one_opener(t).empty() || t.call.size() != 2) {
            continue;
        }
        std::string const text = t.calls.open + t.calls.item_open + "stop" +
                                 std::string(open.substr(0, open.size() - 1)) + "/>" + t.calls.close;
        auto const s = chat::build_syntax(d.format, tools);
        chat::response_parser r(*s, tools);
        auto const sink = [](chat::delta const&) {};
        r.feed(text, sink);
        r.finish(sink);
        BOOST_TEST_CONTEXT(d.name << ": " << text) {
            BOOST_TEST_REQUIRE(r.so_far().calls.size() == 1u);
            BOOST_TEST(r.so_far().calls[0].name == "stop");
            BOOST_TEST(r.so_far().calls[0].arguments == "{}");
            BOOST_TEST(content(r.so_far()) == "");
        }
        ++tried;
    }
    BOOST_TEST(tried >= 2u);
}

BOOST_AUTO_TEST_CASE(members_named_as_arguments_are_the_arguments) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        if (t.mode() != tool_mode::json_native || d.format.strict || !is_read(d) || one_opener(t).empty()) {
            continue;
        }
        std::string const text = written::call(t, "find_city", arguments);
        if (text.find("\"name\": \"find_city\"") == std::string::npos) {
            continue;
        }
        std::string const flat = t.calls.open + t.calls.item_open +
                                 R"({"name": "find_city", "area": "west", "why": "asked"})" +
                                 t.calls.item_close + t.calls.close;
        auto const s = chat::build_syntax(d.format, tools);
        chat::response_parser r(*s, tools);
        auto const sink = [](chat::delta const&) {};
        r.feed(flat, sink);
        r.finish(sink);
        BOOST_TEST_CONTEXT(d.name << ": " << flat) {
            BOOST_TEST_REQUIRE(r.so_far().calls.size() == 1u);
            BOOST_TEST(r.so_far().calls[0].arguments == R"({"area": "west"})");
            BOOST_TEST(r.malformed() == R"("why": "asked")");
        }
        ++tried;
    }
    BOOST_TEST(tried >= 4u);
}

BOOST_AUTO_TEST_CASE(arguments_of_another_kind_make_no_whole_call) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        std::string const text = written::call(t, "find_city", arguments);
        std::string const object = written::object(arguments);
        if (t.mode() != tool_mode::json_native || d.format.strict || !is_read(d) || one_opener(t).empty() ||
            text.find(object) == std::string::npos) {
            continue;
        }
        auto const s = chat::build_syntax(d.format, tools);
        for (auto const& [written, whole] :
             {std::pair<std::string, bool>{"[" + object + ", 5]", false}, {"5", false}, {"null", true}}) {
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(replaced(text, object, written), sink);
            r.finish(sink);
            BOOST_TEST_CONTEXT(d.name << ": " << replaced(text, object, written)) {
                BOOST_TEST_REQUIRE(r.so_far().calls.size() == 1u);
                BOOST_TEST(r.so_far().calls[0].whole == whole);
            }
        }
        ++tried;
    }
    BOOST_TEST(tried >= 4u);
}

BOOST_AUTO_TEST_CASE(white_space_around_the_name_of_an_argument_is_none_of_it) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        std::string const& open = t.arguments.item_open;
        if (!has_tags(t) || d.format.strict || !is_read(d) || open.empty()) {
            continue;
        }
        std::string const text = written::call(t, "find_city", arguments);
        std::string const blank = replaced(text, open + "area", open + " area\n");
        BOOST_TEST(misread(d.format, blank).empty(), d.name << ": " << blank << misread(d.format, blank));
        ++tried;
    }
    BOOST_TEST(tried >= 2u);
}

/// `f(city="Bern")` between tags that hold a name and arguments in markup is no call of f without arguments.
BOOST_AUTO_TEST_CASE(arguments_that_cannot_be_read_are_not_left_out) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        if (t.mode() != tool_mode::tag_with_tagged || d.format.strict || one_opener(t).empty() ||
            stripped(t.calls.item_close).empty() || t.call.back().is != chat::piece::kind::arguments) {
            continue;
        }
        tool_format none = t;
        none.call.back() = {chat::piece::kind::text, "west of Bern"};
        std::string const text = written::call(none, "find_city", {});
        auto const s = chat::build_syntax(d.format, tools);
        chat::response_parser r(*s, tools);
        auto const sink = [](chat::delta const&) {};
        r.feed(text, sink);
        r.finish(sink);
        for (chat::tool_call const& c : r.so_far().calls) {
            BOOST_TEST(!c.whole, d.name << ": " << text << " is a call of " << c.name << c.arguments);
        }
        ++tried;
    }
    BOOST_TEST(tried >= 3u);
}

BOOST_AUTO_TEST_CASE(nothing_of_a_call_that_is_cut_off_is_content) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        std::string const opener = one_opener(t);
        std::string const text = written::call(t, "find_city", arguments);
        if (opener.empty() || d.format.strict || !is_read(d)) {
            continue;
        }
        auto const s = chat::build_syntax(d.format, tools);
        for (std::size_t at = text.find("find_city") + 1; at < text.size(); ++at) {
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(text.substr(0, at), sink);
            r.finish(sink);
            BOOST_TEST(content(r.so_far()).empty(),
                       d.name << ": " << text.substr(0, at) << ": " << content(r.so_far()));
        }
        // Nor of a second one.
        std::string const both = text + text;
        bool const told = !chat::detail::is_word_letter(stripped(text).front());
        for (std::size_t at = text.size(); told && t.parallel && at < both.size(); ++at) {
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(both.substr(0, at), sink);
            r.finish(sink);
            BOOST_TEST(stripped(content(r.so_far())).empty(),
                       d.name << ": " << both.substr(0, at) << ": " << content(r.so_far()));
        }
        ++tried;
    }
    BOOST_TEST(tried >= 6u);
}

BOOST_AUTO_TEST_CASE(prose_about_a_marker_is_no_call) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        std::string const opener = one_opener(t);
        bool const alone = opener == stripped(t.calls.open + t.calls.item_open);
        if (opener.empty() || !alone || d.format.strict || !is_read(d) ||
            t.call.front().is != chat::piece::kind::name) {
            continue;
        }
        auto const s = chat::build_syntax(d.format, tools);
        BOOST_TEST_CONTEXT(d.name) {
            check_is_content(*s, "The marker " + opener + " opens a call.");
            check_is_content(*s, "The marker `" + opener + "` opens a call.");
        }
        ++tried;
    }
    BOOST_TEST(tried >= 2u);
}

BOOST_AUTO_TEST_CASE(prose_about_a_call_without_its_opener_is_no_call) {
    chat::format f;
    f.tools.calls = {"", "<tool_call>\n<function=", "</function>\n</tool_call>", "\n", ""};
    f.tools.call = {{chat::piece::kind::name, {}}, {chat::piece::kind::arguments, {}}};
    f.tools.arguments = {">\n", "<parameter=", "\n</parameter>\n", "", ""};
    f.tools.values = {{{chat::piece::kind::text, ">\n"}, {chat::piece::kind::value}}};
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    for (std::string_view const text :
         {"Write <function=find_city> to find one.", "It is <function=other>\n<parameter=area>\nx",
          "<function=find_cityscape></function>"}) {
        check_is_content(*s, text);
        for (std::string const& trigger : s->triggers) {
            BOOST_TEST(text.find(trigger) == text.npos, trigger);
        }
    }
}

BOOST_AUTO_TEST_CASE(markers_of_calls_with_nothing_between_are_left_out) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        auto const [open, end] = chat::detail::outer_markers(d.format.tools);
        if (chat::marker_length(stripped(open)) == 0 || end.empty() || d.format.strict || !is_read(d)) {
            continue;
        }
        auto const s = chat::build_syntax(d.format, tools);
        for (char const* const gap : {"", "\n"}) {
            std::string const text = "Hello\n" + std::string(stripped(open)) + gap + std::string(end);
            chat::response_parser const fresh(*s, tools);
            chat::response_parser r(fresh);
            auto const sink = [](chat::delta const&) {};
            r.feed(text, sink);
            r.finish(sink);
            BOOST_TEST_CONTEXT(d.name << ": " << text) {
                BOOST_TEST(content(r.so_far()) == "Hello");
                BOOST_TEST(r.so_far().calls.empty());
                BOOST_TEST(r.malformed() == "");
                BOOST_TEST(laws::first_broken(fresh, text, {.pairs = 0}) == "");
            }
            ++tried;
        }
    }
    BOOST_TEST(tried >= 20u);
}

BOOST_AUTO_TEST_CASE(an_opener_that_is_no_marker_begins_a_call_only_in_front_of_a_tool) {
    auto const f = chat::format_of(R"x(calls <- (">>>" tag(call, name "\n" arguments))+)x");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : render(f.error())));
    auto const s = chat::build_syntax(*f, tools);
    BOOST_REQUIRE(s);
    for (std::string_view const text : {"So >>> print(1)", "In Python:\n>>> x\n>>> y = {}\n", ">>>other\n{}",
                                        ">>> find_city is a prompt"}) {
        check_is_content(*s, text);
    }
    std::string const call = "find_city\n{\"area\": \"west\", \"name\": \"Bern\"}";
    for (std::string_view const opener : {">>>", ">>> "}) {
        BOOST_TEST(misread(*f, std::string(opener) + call) == "");
    }
}

BOOST_AUTO_TEST_CASE(a_marker_and_a_name_in_prose_are_prose) {
    constexpr auto tag = R"x(calls <- "<function=" tag(call, name ">" arguments) "</function>")x";
    constexpr auto list = R"x(
        calls <- "<|calls|>[" one (", " one)* "]"
        one <- tag(call, name tag(arguments, "(" (argument (", " argument)*)? ")"))
        argument <- key "=" python-value)x";
    constexpr auto named = R"x(calls <- ("[CALLS]" tag(call, name "[ARGS]" arguments))+)x";
    constexpr auto elements =
        R"x(calls <- "<function name=\"" tag(call, name "\">" ("<param name=\"" key "\">" value "</param>")*) "</function>")x";
    constexpr auto section = R"x(
        calls <- "<|calls|>" one one* "<|/calls|>"
        one <- "<|call|>" tag(call, name "<|sep|>" arguments) "<|/call|>")x";
    struct {
        char const* format;
        std::string_view text;
    } const samples[] = {
        {tag, "Use <function=find_city> to begin a call."},
        {tag, "Use <function=other> to begin a call."},
        {list, "The token <|calls|> opens a list."},
        {named, "Mention find_city[ARGS] only"},
        {named, "Mention [CALLS]other[ARGS] only"},
        {elements, "In XML, <function name=\"other\"> declares it."},
        {elements, "Use <function name=\"find_city\"> to begin."},
        {section, "The token <|calls|> opens calls, `<|call|>other<|sep|>` one."},
    };
    for (auto const& sample : samples) {
        auto const f = chat::format_of(sample.format);
        BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : render(f.error())));
        auto const s = chat::build_syntax(*f, tools);
        BOOST_REQUIRE(s);
        check_is_content(*s, sample.text);
        BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools), sample.text) == "", sample.text);
    }
}

BOOST_AUTO_TEST_CASE(an_element_that_names_the_kind_of_a_value_may_say_another_or_be_missing) {
    auto const f = chat::format_of(R"x(
        calls <- "<call>" tag(call, name ("<k>" key ("</k><is>string</is><v>" text
                                                   / "</k><is>number</is><v>" json-value) "</v>")*) "</call>")x");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : render(f.error())));
    for (std::string_view const kind : {"<is>string</is>", "<is>text</is>", ""}) {
        std::string const text = "<call>find_city<k>area</k>" + std::string(kind) + "<v>west</v><k>name</k>" +
                                 std::string(kind) + "<v>Bern</v></call>";
        BOOST_TEST(misread(*f, text) == "", text);
    }
}

namespace {

constexpr std::string_view python_calls = R"x(
    calls <- "[" one (", " one)* "]"
    one <- tag(call, name tag(arguments, "(" (argument (", " argument)*)? ")"))
    argument <- key "=" python-value)x";

}  // namespace

BOOST_AUTO_TEST_CASE(strings_of_python_end_where_something_follows_that_can_stand_behind_one) {
    auto const f = chat::format_of(python_calls);
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : render(f.error())));
    auto const s = chat::build_syntax(*f, tools);
    BOOST_REQUIRE(s);
    std::pair<std::string_view, std::string_view> const samples[] = {
        {"'it's'", "it's"},
        {R"("say "hi" now")", "say \"hi\" now"},
        {R"("say "hi"")", "say \"hi\""},
        {"''tis'", "'tis"},
        {"''", ""},
        {"'a\\'b'", "a'b"},
        {"'''it's\n\"so\"'''", "it's\n\"so\""},
        {R"("""say "hi", he said""")", "say \"hi\", he said"},
        {"'''a''b'''", "a''b"},
        {"''''''", ""},
        {"'a' 'b'", "ab"},
        {"'a'\n   \"b'c\"", "ab'c"},
        {"'a' '''b'''", "ab"},
        {"'a\\x41' 'b'", "aAb"},
    };
    for (auto const& [written, meant] : samples) {
        for (std::string_view const behind : {"", " ", "\n    ", ", name='Bern'", " , name = 'Bern' "}) {
            std::string const text =
                "[find_city(area=" + std::string(written) + std::string(behind) + "), stop()]";
            chat::response_parser r(*s, tools);
            BOOST_TEST(laws::first_broken(r, text, {.pairs = 0}) == "", text);
            auto const sink = [](chat::delta const&) {};
            r.feed(text, sink);
            r.finish(sink);
            auto const& calls = r.so_far().calls;
            BOOST_REQUIRE_MESSAGE(calls.size() == 2, text);
            auto const read = parlance::json::parse(calls[0].arguments);
            BOOST_REQUIRE_MESSAGE(read, text << ": " << calls[0].arguments);
            BOOST_TEST(read->at("area").as_string() == meant, text << ": " << calls[0].arguments);
            BOOST_TEST(r.malformed().empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(an_argument_that_may_be_null_is_the_string_that_was_written) {
    auto const schema = boost::json::parse(R"({"type": "object", "properties": {
        "area": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "name": {"type": ["string", "null"]}}})");
    std::vector<chat::tool> const optional{{"find_city", "", schema}};
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        if (!has_tags(d.format.tools) || d.format.strict || !is_read(d)) {
            continue;
        }
        auto const s = chat::build_syntax(d.format, optional);
        BOOST_REQUIRE(s);
        ++tried;
        chat::response_parser r(*s, optional);
        auto const sink = [](chat::delta const&) {};
        r.feed(written::call(d.format.tools, "find_city", {{"area", "42"}, {"name", "[later]"}}), sink);
        r.finish(sink);
        BOOST_REQUIRE_MESSAGE(r.so_far().calls.size() == 1, d.name);
        auto const read = parlance::json::parse(r.so_far().calls[0].arguments);
        BOOST_REQUIRE_MESSAGE(read, d.name);
        BOOST_TEST(*read == boost::json::parse(R"({"area": "42", "name": "[later]"})"), d.name);
    }
    BOOST_TEST(tried >= 4);
}

BOOST_AUTO_TEST_CASE(a_fence_around_all_calls_may_be_missing) {
    auto const f = chat::format_of(R"x(
        calls <- "<|call|>\n```python\n" (one "\n")+ "```\n<|done|>"
        one <- tag(call, name tag(arguments, "(" (argument (", " argument)*)? ")"))
        argument <- key "=" python-value)x");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : render(f.error())));
    std::string const call = "find_city(area='west', name='Bern')";
    for (std::string const& text : {"<|call|>\n```python\n" + call + "\n```\n<|done|>",
                                    "<|call|>\n" + call + "\n<|done|>", "<|call|>" + call + "<|done|>"}) {
        BOOST_TEST(misread(*f, text) == "", text);
    }
}

BOOST_AUTO_TEST_CASE(a_name_and_brackets_make_a_call_without_its_list_only_in_front) {
    auto const f = chat::format_of(python_calls);
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : render(f.error())));
    BOOST_TEST(misread(*f, "find_city(area='west', name='Bern')") == "");
    auto const s = chat::build_syntax(*f, tools);
    BOOST_REQUIRE(s);
    for (std::string_view const text :
         {"I call find_city(area='west') now.", "find_cities(area='west')", "find_city is a tool.",
          "other(area='west')", "stop() ends it.", "find_city(area) finds one."}) {
        check_is_content(*s, text);
    }
}

BOOST_AUTO_TEST_CASE(a_list_of_no_calls_is_no_call) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        tool_format const& t = d.format.tools;
        bool const list = chat::marker_length(stripped(t.calls.open)) > 0 && !stripped(t.calls.close).empty();
        auto const s = chat::build_syntax(d.format, tools);
        if (!list || d.format.strict || !s) {
            continue;
        }
        ++tried;
        chat::response_parser r(*s, tools);
        auto const sink = [](chat::delta const&) {};
        r.feed(std::string(stripped(t.calls.open)) + std::string(stripped(t.calls.close)), sink);
        r.finish(sink);
        BOOST_TEST((r.so_far().calls.empty() && r.malformed().empty() && content(r.so_far()).empty()),
                   d.name << ": " << t.calls.open << t.calls.close);
    }
    BOOST_TEST(tried >= 4);
}

BOOST_AUTO_TEST_CASE(text_around_calls_keeps_its_white_space) {
    struct {
        char const* before;
        char const* behind;
        char const* more;  // behind a second call
    } const ways[] = {{"", "", ""},     {"", "\n", ""},    {"", "\n\n", ""},
                      {"\n\n", "", ""}, {"\n", " \n", ""}, {"\n", "\n", "\nC."}};
    std::size_t tried = 0;
    std::size_t dropped = 0;
    std::size_t left_out = 0;
    for (dialect const& d : dialects()) {
        bool const plain = !d.format.channels.used() && stripped(d.format.content.start).empty();
        if (!plain || d.format.strict || !is_read(d)) {
            ++left_out;
            continue;
        }
        auto const s = chat::build_syntax(d.format, tools);
        BOOST_REQUIRE(s);
        std::string const call(stripped(written::call(d.format.tools, "find_city", {{"area", "west"}})));
        for (auto const& [before, behind, more] : ways) {
            std::string const again = *more == 0 ? "" : call + more;
            std::string const text = "A." + (before + call) + behind + "B." + again;
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(text, sink);
            r.finish(sink);
            if (r.so_far().calls.size() != (*more == 0 ? 1 : 2) || !r.malformed().empty()) {
                ++dropped;  // in this dialect it is no call there
                continue;
            }
            ++tried;
            BOOST_TEST(content(r.so_far()) == std::string("A.") + before + behind + "B." + more,
                       d.name << ": " << text);
            BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools), text, {.pairs = 0}) == "");
        }
    }
    BOOST_TEST_MESSAGE("text around calls: " << tried << " read, " << left_out << " dialects left out");
    BOOST_TEST(dropped == 0u);
    BOOST_TEST(tried >= 40u);
}

// Messages with headers that have channels.
chat::format with_channels() {
    chat::format f;
    f.channels = {"<|start|>assistant", "<|channel|>",           "to=functions.",
                  "<|message|>",        {"<|end|>", "<|call|>"}, "analysis"};
    f.tools.calls = {"", " to=functions.", "", "", ""};
    f.tools.call = {{chat::piece::kind::name, {}},
                    {chat::piece::kind::text, "<|message|>"},
                    {chat::piece::kind::arguments, {}}};
    return f;
}

BOOST_AUTO_TEST_CASE(what_is_for_a_tool_of_the_models_own_is_no_content) {
    chat::format const f = with_channels();
    auto const s = chat::build_syntax(f, tools);
    BOOST_REQUIRE(s);
    auto const sink = [](chat::delta const&) {};
    chat::response_parser object(*s, tools);
    object.feed("<|channel|>analysis to=container.exec code<|message|>{\"cmd\": []}<|call|>", sink);
    object.finish(sink);
    BOOST_REQUIRE(object.so_far().calls.size() == 1);
    BOOST_TEST(object.so_far().calls[0].name == "container.exec");
    BOOST_TEST(object.so_far().reasoning == "");
    chat::response_parser code(*s, tools);
    code.feed("<|channel|>commentary to=python code<|message|>print(1)<|call|>", sink);
    code.finish(sink);
    BOOST_TEST(content(code.so_far()) == "");
    BOOST_TEST(code.malformed() == "print(1)");
    BOOST_TEST(!chat::has_whole_calls(code.so_far()));
}

// Nobody's tools are called so, unless the caller's are.
BOOST_AUTO_TEST_CASE(a_message_to_a_role_is_no_call) {
    chat::format const f = with_channels();
    auto const read = [&](std::vector<chat::tool> const& offered, std::string_view text) {
        auto const s = chat::build_syntax(f, offered);
        BOOST_REQUIRE(s);
        chat::response_parser p(*s, offered);
        BOOST_TEST(laws::first_broken(chat::response_parser(p), text) == "", text);
        p.feed(text, [](chat::delta const&) {});
        p.finish([](chat::delta const&) {});
        chat::message const& m = p.so_far();
        return content(m) + "|" + m.reasoning + "|" + (m.calls.empty() ? "" : m.calls[0].name);
    };
    std::string const more = "<|end|><|start|>assistant<|channel|>final<|message|>Good.";
    BOOST_TEST(read(tools, "<|channel|>commentary to=assistant<|message|>hm" + more) == "Good.|hm|");
    BOOST_TEST(read(tools, "<|channel|>commentary to=user<|message|>Well. " + more) == "Well. Good.||");
    BOOST_TEST(read(tools, "<|channel|>commentary to=users<|message|>{}<|call|>") == "||users");
    BOOST_TEST(read(tools, "<|channel|>analysis to=user<|message|>hm" + more) == "Good.|hm|");
    BOOST_TEST(read(tools, "<|channel|>commentary to=user\n<|message|>Well. " + more) == "Well. Good.||");
    // A header that was begun and given up says nothing; one that names a tool was not given up.
    std::string const given_up = "<|channel|>commentary to=assistant";
    BOOST_TEST(read(tools, given_up + "<|channel|>final<|message|>Good.") == "Good.||");
    BOOST_TEST(read(tools, given_up + "<|channel|>analysis<|message|>hm" + more) == "Good.|hm|");
    BOOST_TEST(read(tools, "<|channel|>analysis<|channel|>final<|message|>Good.") == "Good.||");
    BOOST_TEST(read(tools, given_up + "<|channel|>commentary to=functions.stop<|message|>{}<|call|>") ==
               "||stop");
    BOOST_TEST(
        read(tools, "<|channel|>commentary to=functions.stop<|channel|>commentary<|message|>{}<|call|>") ==
        "||stop");
    std::vector<chat::tool> const own{{"user", "", boost::json::parse(R"({"type": "object"})")}};
    BOOST_TEST(read(own, "<|channel|>commentary to=user<|message|>{}<|call|>") == "||user");
}

// Tokens of their own are nothing that an answer ends with; in its midst they may be what it is about, as tags are anywhere.
BOOST_AUTO_TEST_CASE(a_closing_marker_of_calls_that_none_opened_is_no_content_where_the_answer_ends) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        std::string const close(stripped(d.format.tools.calls.close));
        if (d.format.strict || d.format.channels.used() || chat::marker_length(close) != close.size() ||
            close.find('|') == std::string::npos || !is_read(d)) {
            continue;
        }
        ++tried;
        auto const s = chat::build_syntax(d.format, tools);
        BOOST_REQUIRE(s);
        auto const read = [&](std::string const& text) {
            chat::response_parser r(*s, tools);
            BOOST_TEST(laws::first_broken(chat::response_parser(r), text, {.pairs = 0}) == "", d.name);
            r.feed(text, [](chat::delta const&) {});
            r.finish([](chat::delta const&) {});
            return content(r.so_far()).erase(0, content(r.so_far()).find("A"));
        };
        BOOST_TEST(read("All is well." + close) == "All is well.", d.name);
        BOOST_TEST(read("All is well." + close + "\n") == "All is well.", d.name);
        BOOST_TEST(read("A " + close + " ends calls.") == "A " + close + " ends calls.", d.name);
        BOOST_TEST(read("A call ends with </call>") == "A call ends with </call>", d.name);
    }
    BOOST_TEST(tried >= 3u);
}

BOOST_AUTO_TEST_CASE(headers_that_lack_a_marker_or_a_message_are_no_text) {
    chat::format const f = with_channels();
    auto const read = [&](std::string_view text) {
        auto const s = chat::build_syntax(f, tools);
        BOOST_REQUIRE(s);
        chat::response_parser p(*s, tools);
        BOOST_TEST(laws::first_broken(chat::response_parser(p), text) == "", text);
        p.feed(text, [](chat::delta const&) {});
        p.finish([](chat::delta const&) {});
        chat::message const& m = p.so_far();
        return content(m) + "|" + m.reasoning + "|" +
               (m.calls.empty() ? "" : m.calls[0].name + m.calls[0].arguments);
    };
    // missing_message
    std::string const call = "<|channel|>commentary to=functions.stop";
    for (std::string_view const front : {" ", "", " json", " <|constrain|>json", " <|constrain|>json "}) {
        BOOST_TEST(read(call + std::string(front) + "{\"a\": 1}<|call|>") == "||stop{\"a\": 1}", front);
    }
    BOOST_TEST(read(call + "per {\"a\": 1}<|call|>") == call + "per {\"a\": 1}||");
    BOOST_TEST(read(call + " and go on<|end|>") == call + " and go on||");
    // empty_header
    std::string const more = "<|start|>assistant<|channel|>final<|message|>Good.";
    for (std::string const front : {"?", "commentary?", "commentary 2?", "commentary?commentary?", "final"}) {
        BOOST_TEST(read("<|channel|>" + front + "<|end|>" + more) == "Good.||", front);
        BOOST_TEST(read("<|channel|>commentary to=assistant<|channel|>" + front + "<|end|>" + more) ==
                       "Good.||",
                   front);
    }
    for (std::string const front : {"Yes.", "42", "final: yes", "\u662f"}) {
        BOOST_TEST(read("<|channel|>" + front + "<|end|>") == "<|channel|>" + front + "||");
    }
    // lone_role
    for (std::string const role : {"assistant", "commentary"}) {
        BOOST_TEST(read("<|channel|>analysis<|message|>hm<|end|>" + role +
                        "<|channel|>final<|message|>Good.<|end|>") == "Good.|hm|",
                   role);
    }
    BOOST_TEST(read("<|channel|>analysis<|message|>hm<|end|>Assistants<|end|>") == "Assistants|hm|");
}

// What is no other call, only another spelling of a part of it, is no reason to stop a model that writes it.
BOOST_AUTO_TEST_CASE(other_spellings_of_a_call_are_written_too) {
    struct row {
        char const* dialect;
        char const* text;
        char const* arguments;
    };
    constexpr char const* marked_twice =
        "<- \"<c>\\n<f=\" tag(call, name \">\\n\" (\"<p=\" key \">\" value \"</p>\")*) \"</f>\\n</c>\"";
    constexpr char const* in_a_section = "<- \"<s>\" one+ \"</s>\"\n"
                                         "one <- \"<c>\" tag(call, name arguments) \"</c>\"";
    constexpr char const* quoting =
        "<- \"<c>\" tag(call, name \"{\" (key \":<q>\" value \"<q>\" (\",\" key \":<q>\" value \"<q>\")*)) "
        "\"}</c>\"";
    row const written[] = {
        {quoting, "<c>find{city:<q>Bern<q>,days:3,near:[1,2.5]}</c>",
         R"({"city": "Bern", "days": 3, "near": [1, 2.5]})"},
        {quoting, "<c>find{city:<q>Bern<q>,tags:[<q>a<q>,<q>b<q>,3]}</c>",
         R"({"city": "Bern", "tags": ["a", "b", 3]})"},
        {"<- \"<c>\" tag(call, name tag(arguments, \"{\" (one (\",\" one)*)? \"}\")) \"</c>\"\n"
         "one <- key \":\" (\"<q>\" text \"<q>\" / json-value)",
         "<c>find{city:\"Bern\",days:3}</c>", R"({"city": "Bern", "days": 3})"},
        {"<- \"[C]\" tag(call, name \"[ID]\" id \"[ARGS]\" arguments)", "[C]find[ARGS]{\"city\": \"Bern\"}",
         R"({"city": "Bern"})"},
        {"<- \"<c>\" tag(call, name \">\" (\"<p=\" key \">\" value \"</p>\")*) \"</c>\"",
         "<c>find><p=city>Bern</p><p=exact>True</p></c>", R"({"city": "Bern", "exact": true})"},
        {marked_twice, "<f=find>\n<p=city>Bern</p></f>", R"({"city": "Bern"})"},
        {marked_twice, "<c>\n<f=find>\n<p=city>Bern</p></p></f>\n</c>", R"({"city": "Bern"})"},
        {marked_twice, "<f=find>\n<p=city>Bern</p></f>\n</c>", R"({"city": "Bern"})"},
        {marked_twice, "<c>{\"name\": \"find\", \"parameters\": {\"city\": \"Bern\"}}</c>",
         R"({"city": "Bern"})"},
        {marked_twice, "<c>[{\"name\": \"find\", \"arguments\": {\"city\": \"Bern\"}}]</c>",
         R"({"city": "Bern"})"},
        {in_a_section, "<s><c>find{\"city\": \"Bern\"}</c></s>", R"({"city": "Bern"})"},
        {in_a_section, "<s><c>find{\"city\": \"Bern\"}</c>", R"({"city": "Bern"})"},
        {in_a_section, "<s>[{\"name\": \"find\", \"arguments\": {\"city\": \"Bern\"}}]</s>",
         R"({"city": "Bern"})"},
    };
    std::vector<chat::tool> const offered{
        {"find", "", boost::json::parse(R"({"type": "object", "properties": {"city": {"type": "string"},
            "days": {"type": "integer"}, "near": {"type": "array", "items": {"type": "number"}},
            "exact": {"type": "boolean"}, "tags": {"type": "array"}}, "required": ["city"]})")}};
    for (row const& r : written) {
        BOOST_TEST_CONTEXT(r.text) {
            auto const f = chat::format_of(std::string_view(r.dialect));
            BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
            auto const s = chat::build_syntax(*f, offered);
            BOOST_REQUIRE(s);
            auto const g = chat::build_grammar(*s, offered);
            BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : g.error().hint.view()));
            BOOST_TEST(parlance::mask::matches(g->network, r.text));
            chat::response_parser read(*s, offered);
            auto const sink = [](chat::delta const&) {};
            read.feed(r.text, sink);
            read.finish(sink);
            BOOST_REQUIRE(read.so_far().calls.size() == 1);
            BOOST_TEST(read.so_far().calls[0].arguments == r.arguments);
        }
    }
}

// Where the model may choose, a plain answer sets no grammar off.
BOOST_AUTO_TEST_CASE(other_answers_begin_like_no_call) {
    for (dialect const& d : dialects()) {
        auto const s = chat::build_syntax(d.format, tools);
        BOOST_REQUIRE(s);
        for (std::string_view const text :
             {"[1, 2]", "[stopped, or not]", "{\"a\": 1}", "[{\"a\": 1}]", "- stop", "<b>x</b>"}) {
            for (std::string const& trigger : s->triggers) {
                BOOST_TEST(text.find(trigger) == text.npos, d.name << ": " << trigger << " in " << text);
            }
        }
    }
}

// A name is what tells of a call whose opener is missing: the expression that waits for all of them stays small.
BOOST_AUTO_TEST_CASE(a_trigger_can_be_made_however_many_tools_there_are_and_however_long_their_names) {
    auto const f = chat::format_of(
        std::string_view("<- \"<think>\" reasoning \"</think>\" \"<c>\\n<d>\\n<f=\" tag(call, name \">\\n\" "
                         "(\"<p=\" key \">\" value \"</p>\")*) \"</f>\\n</d>\\n</c>\""));
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    for (std::size_t const length : {8u, 64u}) {
        for (std::size_t const n : {1u, 8u, 12u, 20u, 32u, 100u}) {
            std::vector<chat::tool> offered(n, tools.front());
            for (std::size_t i = 0; i < n; ++i) {
                offered[i].name = std::to_string(i) + std::string(length, 'a');
            }
            auto const s = chat::build_syntax(*f, offered);
            BOOST_REQUIRE(s);
            auto const trigger = chat::call_trigger_of(*f, *s);
            auto const made = parlance::mask::trigger::pattern(trigger.pattern);
            BOOST_TEST(bool(made), n << " tools, names of " << length << " letters");
            BOOST_TEST((n > 1 || s->triggers.size() > 1));
        }
    }
}

BOOST_AUTO_TEST_CASE(objects_that_models_write_otherwise_than_the_dialect_are_read_as_they_were_meant) {
    struct row {
        char const* dialect;
        std::string_view text;
        std::string_view calls;  // in one line
        std::string_view content = "";
        std::string_view malformed = "";
    };
    constexpr auto marked =
        R"(<- "<|c|>\n" tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}") "\n</c>")";
    constexpr auto alone = R"(<- tag(call, "{\"name\": \"" name "\", \"parameters\": " arguments "}"))";
    constexpr auto list = R"(<- "<|all|>[" one (", " one)* "]"
        one <- tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}"))";
    constexpr auto keyed = R"(<- "<all>[" one (", " one)* "]</all>"
        one <- tag(call, "{\"" name "\": " arguments "}"))";
    constexpr auto others = R"(<- "<all>[" one (", " one)* "]</all>"
        one <- tag(call, "{\"tool\": \"" name "\", \"input\": " arguments "}"))";
    constexpr auto barred =
        R"(<- "<｜c｜>" tag(call, name "\n" ("<｜k｜>" key "<｜v｜>" value "</｜v｜>")*) "</｜c｜>")";
    constexpr auto lines =
        R"(<- "<all>\n" (tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}") "\n")+ "</all>")";
    constexpr auto fenced = R"(<- "<all>" ("<c>" tag(call, name "\n```\n" arguments) "\n```</c>")+ "</all>")";
    constexpr auto printed =
        R"(<- "<c>{\"name\": \"" tag(call, name "\", \"arguments\": " tag(arguments, "{" (argument (", " argument)*)? "}")) "}</c>"
        argument <- "\"" key "\": " python-value)";
    constexpr auto separated = R"(<- "\n<|to|>"? one ("\n<|to|>" one)*
        one <- tag(call, name "\n<|says|>" arguments))";
    constexpr auto tagged = R"(<- "<c>" tag(call, name ("<k>" key "</k><v>" value "</v>")*) "</c>")";
    constexpr auto worded =
        R"(<- "<|c|>call:" tag(call, name tag(arguments, "{" (argument ("," argument)*)? "}")) "<c|>"
        argument <- key ":" python-value)";
    constexpr row here[] = {
        // object_list
        {marked,
         "<|c|>\n[{\"name\": \"find_city\", \"arguments\": {\"area\": \"west\"}}, {\"name\": "
         "\"stop\"}]\n</c>",
         "find_city{\"area\": \"west\"}stop{}"},
        // braces and end markers too many
        {marked, "<|c|>\n{{\"name\": \"stop\", \"arguments\": {}}}\n</c>", "stop{}"},
        {marked, "<|c|>\n{\"name\": \"stop\", \"arguments\": {}}}}\n</c></c>Done.", "stop{}", "Done."},
        // the shape of a request
        {marked,
         "<|c|>\n{\"type\": \"function\", \"function\": {\"name\": \"stop\", \"arguments\": {}}}\n</c>",
         "stop{}"},
        {marked, "<|c|>\n{\"function\": \"stop\", \"arguments\": {}}\n</c>", "stop{}"},
        {alone, "{\"function\": \"stop\", \"parameters\": {}}", "stop{}"},
        {alone, "{\"function\": \"other\", \"parameters\": {}}", "",
         "{\"function\": \"other\", \"parameters\": {}}"},
        // missing_opener
        {marked, "{\"name\": \"stop\", \"arguments\": {}}\n</c>", "stop{}"},
        {marked, "{\"name\": \"other\", \"arguments\": {}}", "", "{\"name\": \"other\", \"arguments\": {}}"},
        // bare_object
        {tagged, "{\"name\": \"stop\", \"arguments\": {}}", "stop{}"},
        {tagged, "[{\"name\": \"stop\", \"arguments\": {}}]", "stop{}"},
        {tagged, "{\"name\": \"stop\", \"size\": 2}", "", "{\"name\": \"stop\", \"size\": 2}"},
        {tagged, "[{\"name\": \"stop\", \"size\": 2}]", "", "[{\"name\": \"stop\", \"size\": 2}]"},
        {tagged, "So {\"name\": \"stop\", \"arguments\": {}}", "",
         "So {\"name\": \"stop\", \"arguments\": {}}"},
        {marked, "<tools>\n{\"name\": \"stop\", \"arguments\": {}}\n</tools>", "stop{}"},
        {marked, "<tools>none</tools>", "", "<tools>none</tools>"},
        // missing_opener and bare_opener, of a word
        {worded, "So\ncall:stop{}", "stop{}", "So"},
        {worded, "<|c|>:call:stop{}<c|>", "stop{}"},
        // in parentheses
        {worded, "<|c|>call:stop()<c|>", "stop{}"},
        {worded, "<|c|>call:find_city(area=\"a=b\", name='c')<c|>",
         "find_city{\"area\": \"a=b\" , \"name\": \"c\"}"},
        {worded, "call:other{} and call:stop", "", "call:other{} and call:stop"},
        // no marker in front of the first, but behind content and between calls
        {separated, "stop\n<|says|>{}\n<|to|>stop\n<|says|>{}", "stop{}stop{}"},
        {separated, "So.\n<|to|>stop\n<|says|>{}", "stop{}", "So."},
        // no arguments
        {fenced, "<all><c>stop\n```\nnull\n```</c></all>", "stop{}"},
        {separated, "<|to|>stop\n<|says|>None", "stop{}"},
        // borrowed_markers
        {alone, "So:\n```json\n{\"name\": \"stop\", \"parameters\": {}}\n```", "stop{}", "So:"},
        {alone, "<tool_call>[{\"name\": \"stop\"}, {\"name\": \"stop\"}]</tool_call>", "stop{}stop{}"},
        {alone, "[TOOL_CALLS]{\"name\": \"stop\", \"parameters\": {}}", "stop{}"},
        {alone, "[{\"name\": \"stop\", \"parameters\": {}}]", "stop{}"},
        {alone, "```json\n{\"name\": \"other\"}\n```", "", "```json\n{\"name\": \"other\"}\n```"},
        // objects of Python, labels in front, commas behind the last member
        {marked, "<|c|>\n{'name': 'find_city', 'arguments': {'area': 'west', 'name': None}}\n</c>",
         "find_city{\"area\": \"west\", \"name\": null}"},
        {marked, "<|c|>\n{'type': 'function', 'arguments': {}, 'name': \"stop\",}\n</c>", "stop{}"},
        {marked, "<|c|>\n{\"name\": 'stop', 'note': [True, {'a': None,}], \"arguments\": {'a': \"'\"}}\n</c>",
         "stop{\"a\": \"'\"}", "", "\"note\": [True, {'a': None,}]"},
        {alone, "{'name': 'stop', 'parameters': None}", "stop{}"},
        {marked, "<|c|>\n{'name': 'find_city', 'arguments': {'area': 'it's', 'name': 'a' }}\n</c>",
         "find_city{\"area\": \"it's\", \"name\": \"a\"}"},
        {alone, "{\"id\": \"1\", \"type\": \"function\", \"name\": \"stop\", \"parameters\": {\"a\": 1},}",
         "stop{\"a\": 1}"},
        {keyed, "<all>[{'stop': {}}]</all>", "stop{}"},
        {tagged, "{'name': 'stop', 'arguments': {}}", "stop{}"},
        // behind text, where no marker could be missing: whole, no part of a longer one, and not in code
        {alone, "So {\"name\": \"stop\", \"parameters\": {}} and more.", "stop{}", "So  and more."},
        {alone, "So:\n\n{\"name\": \"stop\", \"parameters\": {}}; {\"name\": \"stop\", \"arguments\": {}}",
         "stop{}stop{}", "So:"},
        {alone, "So\n[{\"name\": \"find_city\", \"parameters\": {\"area\": \"} ]\"}}]",
         "find_city{\"area\": \"} ]\"}", "So"},
        {alone, "So {\"name\": \"other\", \"parameters\": {}}", "",
         "So {\"name\": \"other\", \"parameters\": {}}"},
        {alone, "So {\"name\": \"stop\"}", "", "So {\"name\": \"stop\"}"},
        {alone, "So.{\"name\": \"stop\", \"parameters\": {}}{\"name\": \"stop\", \"parameters\": {}}",
         "stop{}stop{}", "So."},
        {alone, "From [0, 1) on:\n\n{\"name\": \"stop\", \"parameters\": {}}", "stop{}", "From [0, 1) on:"},
        {alone, "{no: [\"}\", x]} {\"name\": \"stop\", \"parameters\": {}}", "stop{}", "{no: [\"}\", x]}"},
        {alone, "{\"plan\": [\n {\"name\": \"stop\", \"parameters\": {}} ]}", "",
         "{\"plan\": [\n {\"name\": \"stop\", \"parameters\": {}} ]}"},
        {alone,
         "As `{\"name\": \"stop\", \"parameters\": {}}` or\n```\n{\"name\": \"stop\", \"parameters\": "
         "{}}\n```",
         "",
         "As `{\"name\": \"stop\", \"parameters\": {}}` or\n```\n{\"name\": \"stop\", \"parameters\": "
         "{}}\n```"},
        // a list without its marker
        {marked, "[{\"name\": \"stop\", \"arguments\": {}}, {\"name\": \"stop\", \"arguments\": {}}]",
         "stop{}stop{}"},
        {list, "[{\"name\": \"stop\", \"arguments\": {}}]", "stop{}"},
        {list, "[{\"name\": \"other\", \"arguments\": {}}]", "",
         "[{\"name\": \"other\", \"arguments\": {}}]"},
        // name and arguments where the name is the key
        {keyed, "<all>[{\"name\": \"stop\", \"arguments\": {}}, {\"stop\": {}}]</all>", "stop{}stop{}"},
        {others, "<all>[{\"name\": \"stop\", \"parameters\": {}}, {\"tool\": \"stop\", \"input\": {}}]</all>",
         "stop{}stop{}"},
        // other_spelling
        {list, "<all> [{\"name\": \"stop\", \"arguments\": {}}]", "stop{}"},
        {barred, "<|c|>stop\n<|k|>area<|v|>west</|v|></|c|>", "stop{\"area\": \"west\"}"},
        // a broken object beside good ones
        {lines,
         "<all>\n{\"name\": \"stop\", \"arguments\": {}}\n{no object}\n{\"name\": \"stop\", \"arguments\": "
         "{}}\n</all>",
         "stop{}stop{}", "", "{no object}"},
        // and a list or commas where lines divide objects
        {lines,
         "<all>\n[{\"name\": \"stop\", \"arguments\": {}}, {\"name\": \"stop\", \"arguments\": {}}]\n</all>",
         "stop{}stop{}"},
        {lines,
         "<all>\n{\"name\": \"stop\", \"arguments\": {}},\n{\"name\": \"stop\", \"arguments\": {}}\n</all>",
         "stop{}stop{}"},
        // part of an end marker
        {fenced, "<all><c>stop\n```\n{}\n```</all>", "stop{}"},
        // either key, where the arguments are no JSON
        {printed, "<c>{\"name\": \"find_city\", \"parameters\": {\"area\": \"west\"}}</c>",
         "find_city{\"area\":  \"west\"}"},
    };
    for (row const& r : here) {
        BOOST_TEST_CONTEXT(r.text) {
            auto const f = chat::format_of(std::string_view(r.dialect));
            BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
            auto const s = chat::build_syntax(*f, tools);
            BOOST_REQUIRE(s);
            chat::response_parser read(*s, tools);
            auto const sink = [](chat::delta const&) {};
            read.feed(r.text, sink);
            read.finish(sink);
            std::string calls;
            for (chat::tool_call const& c : read.so_far().calls) {
                calls += c.name + c.arguments;
                BOOST_TEST(c.whole);
            }
            BOOST_TEST(calls == r.calls);
            BOOST_TEST(content(read.so_far()) == r.content);
            BOOST_TEST(read.malformed() == r.malformed);
            BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools), r.text) == "");
            if (read.so_far().calls.size() == 1) {
                BOOST_TEST(laws::first_wrong_cut(chat::response_parser(*s, tools), r.text) == "");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_value_keeps_the_closers_of_other_dialects) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        if (!has_tags(d.format.tools) || d.format.strict || !is_read(d)) {
            continue;
        }
        auto const s = chat::build_syntax(d.format, tools);
        std::string const next = d.format.tools.arguments.item_open + "other";
        std::string begun(stripped(d.format.tools.arguments.item_close));
        begun.resize(begun.size() - (begun.empty() ? 0 : 1));
        for (std::string const& value :
             {std::string("x</param>"), std::string("</arg>\n</arg_value>"),
              std::string("<param>x</param> y"), "</param>\n" + next, std::string("</argument></invoke>"),
              begun + "1> x", begun + "s>\n</x>", begun}) {
            auto const has_own = [&](std::string_view marker) {
                return !marker.empty() && value.find(marker) != std::string::npos;
            };
            if (has_own(stripped(d.format.tools.arguments.item_close)) ||
                has_own(stripped(d.format.tools.calls.item_close))) {
                continue;
            }
            ++tried;
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(written::call(d.format.tools, "find_city", {{"area", value}, {"name", value}}), sink);
            r.finish(sink);
            BOOST_TEST_CONTEXT(d.name << ": " << value) {
                BOOST_TEST_REQUIRE(r.so_far().calls.size() == 1u);
                auto const read = parlance::json::parse(r.so_far().calls[0].arguments);
                BOOST_TEST_REQUIRE(read.has_value());
                BOOST_TEST(*read == boost::json::parse(written::object({{"area", value}, {"name", value}})));
            }
        }
    }
    BOOST_TEST(tried >= 10u);
}

BOOST_AUTO_TEST_CASE(a_call_is_not_whole_where_its_last_brace_is_missing_and_no_marker_follows) {
    for (char const* const name : {"granite4", "jamba", "deepseek_v31"}) {
        auto const f = *chat::known::dialect_named(name);
        auto const s = chat::build_syntax(f, tools);
        std::string const whole = written::call(f.tools, "find_city", arguments);
        for (char const* const behind : {"", "\n", "\nSo be it."}) {
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(whole.substr(0, whole.rfind('}')) + behind, sink);
            r.finish(sink);
            BOOST_TEST_REQUIRE(r.so_far().calls.size() == 1u, name);
            BOOST_TEST(!r.so_far().calls[0].whole, name << behind);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_might_have_been_the_end_of_arguments_is_not_lost) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        auto const whole = with_arguments(d.format.tools, "{{ c.x | tojson }}");
        if (!whole || d.format.strict || !is_read(d)) {
            continue;
        }
        ++tried;
        auto const s = chat::build_syntax(d.format, tools);
        std::string const text = whole->substr(0, whole->find("}}") + 2);
        chat::response_parser r(*s, tools);
        auto const sink = [](chat::delta const&) {};
        r.feed(text, sink);
        r.finish(sink);
        std::string all = r.so_far().content.value_or("") + std::string(r.malformed());
        for (chat::tool_call const& c : r.so_far().calls) {
            all += c.arguments;
            BOOST_TEST(!c.whole, d.name << ": " << text);
        }
        BOOST_TEST(all.find("tojson") != std::string::npos, d.name << ": " << text << "\n  " << all);
    }
    BOOST_TEST(tried >= 8u);
}

BOOST_AUTO_TEST_CASE(a_borrowed_tag_without_an_object_behind_it_is_content) {
    for (char const* const name : {"xlam", "phi4_mini_json"}) {
        auto const s = chat::build_syntax(*chat::known::dialect_named(name), tools);
        check_is_content(*s, "<function=find_city>\n<parameter=area>west</parameter>\n</function>");
        check_is_content(*s, "<function=find_city> finds one.");
    }
}

BOOST_AUTO_TEST_CASE(several_lines_of_python_are_as_many_calls) {
    for (char const* const name : {"pythonic", "llama4_pythonic", "olmo3"}) {
        auto const f = *chat::known::dialect_named(name);
        auto const s = chat::build_syntax(f, tools);
        std::string const lines =
            "a = find_city(area=\"west\")\nprint(find_city(area='east'))\nfind_city(area=\"b\")";
        std::string const open = name == std::string("olmo3") ? "<function_calls>" : "```python\n";
        std::string const close = name == std::string("olmo3") ? "</function_calls>" : "\n```";
        for (std::string const& text : {lines, open + lines + close}) {
            if (text == lines && open.starts_with('<')) {
                continue;
            }
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(text, sink);
            r.finish(sink);
            BOOST_TEST(r.so_far().calls.size() == 3u, name << ": " << text);
            BOOST_TEST(content(r.so_far()).empty(), name << ": " << content(r.so_far()));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_number_in_the_place_of_a_name_means_the_only_tool) {
    auto const f =
        chat::format_of(R"(<- ("<|c|>" tag(call, tag(id, name ":" ordinal) "<|a|>" arguments) "<|/c|>")+)");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    for (std::size_t const count : {1U, 2U}) {
        std::vector<chat::tool> const some(tools.begin(), tools.begin() + static_cast<std::ptrdiff_t>(count));
        auto const s = chat::build_syntax(*f, some);
        BOOST_REQUIRE(s);
        chat::response_parser read(*s, some);
        auto const sink = [](chat::delta const&) {};
        read.feed("<|c|>0 <|a|>{\"area\": \"west\"}<|/c|>", sink);
        read.finish(sink);
        BOOST_REQUIRE(read.so_far().calls.size() == 1);
        BOOST_TEST(read.so_far().calls[0].name == (count == 1 ? "find_city" : "0"));
        BOOST_TEST(read.so_far().calls[0].id == "0");
        BOOST_TEST(read.so_far().calls[0].arguments == "{\"area\": \"west\"}");
    }
}

// Where it cannot be read nobody knows what of it is a string, or an object of its own.
BOOST_AUTO_TEST_CASE(what_a_call_that_cannot_be_read_holds_is_no_call) {
    auto const f = chat::format_of(R"(<- "<|all|>[" one (", " one)* "]"
        one <- tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}"))");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    auto const s = chat::build_syntax(*f, tools);
    BOOST_REQUIRE(s);
    for (std::string const then :
         {R"("run {'name': 'stop', 'arguments': {}}")", R"({"name": "stop", "arguments": {}})",
          R"("as {}, {'name': 'stop', 'arguments': {}}")", R"([{}, {"name": "stop", "arguments": {}}])"}) {
        std::string const text =
            "<|all|>[{\"name\": \"find_city\", \"arguments\": {\"area\": 15:30, \"then\": " + then + "}}]";
        chat::response_parser read(*s, tools);
        auto const sink = [](chat::delta const&) {};
        read.feed(text, sink);
        read.finish(sink);
        BOOST_TEST(laws::first_broken(chat::response_parser(*s, tools), text) == "");
        auto const& calls = read.so_far().calls;
        BOOST_TEST((calls.size() == 1 && calls[0].name == "find_city" && !calls[0].whole), text);
        bool const bracket = then.find(']') != then.npos;  // that may end the list
        BOOST_TEST((bracket || content(read.so_far()).empty()), text << ": " << content(read.so_far()));
    }
}

// In no dialect.
BOOST_AUTO_TEST_CASE(a_call_in_arguments_that_cannot_be_read_is_none) {
    std::size_t tried = 0;
    for (dialect const& d : dialects()) {
        auto const s = chat::build_syntax(d.format, tools);
        BOOST_REQUIRE(s);
        for (std::string const then :
             {R"("run {'name': 'stop', 'arguments': {}}")", R"({"name": "stop", "arguments": {}})",
              R"("as {}, {'name': 'stop', 'arguments': {}}")",
              R"("{}\n{'name': 'stop', 'arguments': {}}")"}) {
            auto const text = with_arguments(d.format.tools, R"({"area": 15:30, "then": )" + then + "}");
            if (!text || !is_read(d)) {
                continue;
            }
            chat::response_parser r(*s, tools);
            auto const sink = [](chat::delta const&) {};
            r.feed(*text, sink);
            r.finish(sink);
            bool const other =
                std::ranges::any_of(r.so_far().calls, [](auto const& c) { return c.name == "stop"; });
            BOOST_TEST(!other, d.name << ": " << *text);
            ++tried;
        }
    }
    BOOST_TEST(tried >= 8u);
}

BOOST_AUTO_TEST_CASE(a_name_may_have_a_namespace_in_front_and_a_number_behind) {
    constexpr std::pair<std::string_view, std::string_view> names[] = {
        {"functions.stop", "stop"},
        {"functions.stop:0", "stop"},
        {"functions_stop_12", "stop"},
        {"functionsstop5", "stop"},
        {"functions.stop12", "stop"},
        {"functional.stops", "functional.stops"},
        {"functionsstopped5", "functionsstopped5"},
        {"functions_stop", "stop"},
        {"stop:3", "stop"},
        {"default_api.stop", "stop"},
        {"mcp:stop", "stop"},
        {"a.b:stop:1", "stop"},
        {"stop_1", "stop_1"},
        {"my_functions_stop", "my_functions_stop"},
        {"halt.stops", "halt.stops"},
        {"stop.", "stop."},
    };
    auto const s = chat::build_syntax(*chat::known::dialect_named("granite4"), tools);
    BOOST_REQUIRE(s);
    for (auto const& [name, meant] : names) {
        chat::response_parser read(*s, tools);
        auto const sink = [](chat::delta const&) {};
        read.feed("<tool_call>\n{\"name\": \"" + std::string(name) + "\", \"arguments\": {}}\n</tool_call>",
                  sink);
        read.finish(sink);
        BOOST_REQUIRE(read.so_far().calls.size() == 1);
        BOOST_TEST(read.so_far().calls[0].name == meant, name);
    }
}

BOOST_AUTO_TEST_CASE(as_little_as_possible_is_left_out_of_a_name) {
    boost::json::value const none = boost::json::object();
    std::vector<chat::tool> const both{{"calendar.create", "", none}, {"create", "", none}, {"0", "", none}};
    std::vector<chat::tool> const one{{"a.b", "", none}};
    struct {
        std::vector<chat::tool> const& of;
        std::string_view name;
        std::string_view meant;
    } const rows_of_names[] = {
        {both, "functions.calendar.create", "calendar.create"},
        {both, "a.b.c.d.e.f.g.h.create", "create"},
        {both, "a.b.c.d.e.f.g.h.i.create", ""},
        {both, "functions.calendar.create:0", "calendar.create"},
        {both, "calendar.create:0", "calendar.create"},
        {both, "functions.create", "create"},
        {both, "functions.create:0", "create"},
        {both, "functions_create_0", "create"},
        {both, "other.calendar.update", ""},
        {one, "functions.a.b", "a.b"},
        {one, "functions.a.b:0", "a.b"},
        {one, "x:y.a.b", "a.b"},
        {one, "functions.b", ""},
        {one, "a.b", ""},
        {one, "a.b.", ""},
        {one, ".:.", ""},
        {one, "", ""},
    };
    for (auto const& each : rows_of_names) {
        BOOST_TEST(chat::detail::tool_meant(each.name, each.of) == each.meant, each.name);
    }
}

// A header is known by its markers or by a recipient: words that are the beginning of one are an answer.
BOOST_AUTO_TEST_CASE(short_answers_are_no_headers) {
    for (chat::format const& f : {with_channels(), *chat::known::dialect_named("muse")}) {
        auto const s = chat::build_syntax(f, tools);
        BOOST_REQUIRE(s);
        chat::channel_format const& c = f.channels;
        for (std::string const text : {"t", " t", "to", "<", "to=5", "to=", " to", "A to"}) {
            check_is_content(*s, text);
            std::string const said = c.channel.empty() ? c.recipient + c.content : c.channel + "final";
            std::string const thought =
                c.channel.empty() ? c.recipient + c.reasoning : c.channel + "analysis";
            chat::response_parser p(*s, tools);
            auto const sink = [](chat::delta const&) {};
            p.feed(thought + c.message + "Why." + c.ends.front() + c.start + said + c.message + text, sink);
            p.finish(sink);
            BOOST_TEST(p.so_far().content.value_or("") == text);
        }
        chat::response_parser p(*s, tools);
        auto const sink = [](chat::delta const&) {};
        p.feed(" to=functions.stop" + c.message.substr(0, 2), sink);
        p.finish(sink);
        BOOST_TEST(content(p.so_far()).empty());
        for (std::size_t cut = 2; cut < c.channel.size(); ++cut) {
            chat::response_parser q(*s, tools);
            q.feed(c.channel.substr(0, cut), sink);
            q.finish(sink);
            BOOST_TEST(content(q.so_far()).empty());
        }
    }
    // Where headers name no recipient, any word is content.
    chat::format nobody = with_channels();
    nobody.channels.recipient.clear();
    nobody.tools = {};
    auto const s = chat::build_syntax(nobody, tools);
    BOOST_REQUIRE(s);
    check_is_content(*s, "Yes");
}

// What is left of a header is neither content nor a call, wherever the answer ends in it.
BOOST_AUTO_TEST_CASE(nothing_of_a_header_that_is_cut_off_is_content) {
    for (chat::format const& f : {with_channels(), *chat::known::dialect_named("muse")}) {
        chat::channel_format const& c = f.channels;
        auto const s = chat::build_syntax(f, tools);
        BOOST_REQUIRE(s);
        std::string const said = c.channel.empty() ? c.recipient + c.content : c.channel + "final";
        std::string const first = said + c.message + "So." + c.ends.front();
        for (std::string const& header : {c.start + (c.channel.empty() ? "" : c.channel + "commentary ") +
                                              c.recipient + "stop" + c.message,
                                          c.start + said + c.message}) {
            for (std::size_t cut = 2; cut < header.size(); ++cut) {
                std::string const text = first + header.substr(0, cut);
                chat::response_parser p(*s, tools);
                auto const sink = [](chat::delta const&) {};
                p.feed(text, sink);
                p.finish(sink);
                BOOST_TEST(content(p.so_far()) == "So.", text);
                BOOST_TEST(p.so_far().calls.empty(), text);
            }
        }
        check_is_content(*s,
                         "The marker " + (c.channel.empty() ? c.message : c.channel) + " opens a channel.");
    }
}

BOOST_AUTO_TEST_CASE(tolerances_have_names_of_their_own) {
    auto const all = chat::detail::tolerances();
    for (auto const& one : all) {
        BOOST_TEST(!one.name.empty());
        BOOST_TEST(std::ranges::count(all, one.name, &chat::detail::tolerance::name) == 1);
    }
}

BOOST_AUTO_TEST_SUITE_END()

// parlance/chat/detail/call_dialect.hpp - what all builders of one way to call share
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/any_values.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/string_content.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// With more tools calls are written in one way only: each way is written once for every tool.
inline constexpr std::size_t most_tools_in_many_ways = 32;

/// What is written of calls, by tools and policy.
///
/// rules  in front of the names of all rules: several ways to call may share a builder
/// slots  of what only a schema knows
/// lenient  a marker between name and arguments and what stands in front of the name may be left out, and an object may have
///          its arguments under `arguments` or `parameters`
/// by_name  only the name of a tool and what follows it make a call: no more white space stands there than triggers know of
/// unpaired  how many of the last closing markers of a call may be left out: those of openers that it has not
/// list_end  calls are objects, in a list or one alone, and this is behind either
/// stop  asked for every tool; no more of them are written then
struct written_calls {
    format const* whole;
    call_policy const* policy;
    std::vector<schema_slot>* slots;
    std::string rules{};
    bool lenient = false;
    bool by_name = false;
    std::size_t unpaired = 0;
    std::optional<std::string> list_end{};
    stop_token stop{};
};

/// One way to call as its builders see it.
///
/// index    its position: 0 is the format's own way to call, the others are those of `format::also`
/// marked   calls begin with a marker; otherwise only the name of a known tool makes one
/// strict   a call is whole, or content
/// silent   nothing is captured: the text is only recognised
/// written  null: it is only read
/// read     otherwise it is only written
/// stop     asked in texts that are long
/// stops    texts that end generation; what it is given must outlive it
/// tolerated  it is none of the dialect's own: tags are not looked for that are damaged besides
struct call_dialect {
    tool_format const* format;
    std::span<tool const> tools;
    std::size_t index = 0;
    bool marked = true;
    bool strict = false;
    bool silent = false;
    written_calls const* written = nullptr;
    bool read = true;
    stop_token stop{};
    std::span<std::string const> stops{};
    bool tolerated = false;
    /// Arguments have markup of their own.
    [[nodiscard]] bool tagged() const noexcept { return format->mode() == tool_mode::tag_with_tagged; }
    /// Tags may be damaged (damaged_tag.hpp).
    [[nodiscard]] bool mends_tags() const noexcept { return tagged() && !strict && !tolerated; }
};

/// What the builders of one way to call build with.  An element that is read more generously than it is written is made
/// once, of the same texts, as refine(wide, narrow).
class dialect_builder {
public:
    dialect_builder(peg::builder& b, call_dialect const& d)
        : b_(&b), m_(b, d.stop), any_(b, d.strict, !d.silent), d_(d) {}

protected:
    /// Both sides of an element, or the one that is asked for.
    template <class Wide, class Narrow>
    [[nodiscard]] peg::node_id element(Wide const& wide, Narrow const& narrow) {
        if (d_.written == nullptr) {
            return wide();
        }
        return d_.read ? b_->refine(wide(), narrow()) : narrow();
    }

    [[nodiscard]] peg::node_id tag(part p, peg::node_id e) { return d_.silent ? e : b_->tag(p, e); }
    [[nodiscard]] peg::node_id text(std::string_view written) { return m_.text(written); }
    [[nodiscard]] peg::node_id any_of(std::vector<peg::node_id> const& ways) {
        return ways.size() == 1 ? ways.front() : b_->choice(ways);
    }

    /// Text of a call as it is written: white space may be left out, and a line end put behind a bracket.
    [[nodiscard]] peg::node_id spaced(std::string_view written) {
        return m_.written(written, d_.format->mode() == tool_mode::json_native || is_json_text(written));
    }

    /// Text of a call, made by `make`: whichever of the usual keys of arguments it has, models write the other as well.
    template <class Make>
    [[nodiscard]] peg::node_id either_key(std::string_view written, bool either, Make const& make) {
        constexpr std::string_view keys[] = {"\"arguments\"", "\"parameters\""};
        for (std::string_view const key : keys) {
            if (std::size_t const at = either ? written.find(key) : written.npos; at != written.npos) {
                return b_->sequence(
                    {make(written.substr(0, at)), b_->one_of(keys), make(written.substr(at + key.size()))});
            }
        }
        return make(written);
    }

    /// The text of a string is told as a part.
    [[nodiscard]] peg::node_id any_text(part p) {
        return any_.in_quotes(tag(p, b_->json_string_content()), tag(p, any_.in_single_quotes()));
    }

    /// missing_brace: what stands in the place of the last one, the call's own end marker, or the end of their list; or in the
    /// dialect's own calls what ends generation, at the end of the answer.
    [[nodiscard]] peg::node_id end_without_brace() {
        if (end_without_brace_ == peg::none) {
            peg::node_id const end = d_.marked ? end_follows() : b_->fail();
            peg::node_id const over = d_.tolerated ? b_->fail() : answer_over();
            end_without_brace_ = over == b_->fail()  ? end
                                 : end == b_->fail() ? over
                                                     : b_->choice({end, over});
        }
        return end_without_brace_;
    }
    [[nodiscard]] peg::node_id answer_over() {
        std::vector<std::string> stops(d_.stops.begin(), d_.stops.end());
        std::erase(stops, std::string());
        if (d_.strict || stops.empty()) {
            return b_->fail();
        }
        return b_->rule(d_.silent ? "answer-over-silent" : "answer-over", [&] {
            peg::node_id const stop = b_->sequence({m_.one_of(stops), m_.space()});
            return b_->sequence({b_->look(b_->sequence({m_.space(), b_->plus(stop), b_->end()})),
                                 tag(part::last_end, b_->epsilon())});
        });
    }
    [[nodiscard]] peg::node_id end_follows() {
        std::vector<peg::node_id> ends;
        for (std::string const* text : {&d_.format->calls.item_close, &d_.format->calls.close}) {
            if (auto const core = split(*text).core; !d_.strict && !core.empty()) {
                ends.push_back(m_.core(core));
            }
        }
        return ends.empty() ? b_->fail() : b_->look(b_->sequence({m_.space(), any_of(ends)}));
    }
    [[nodiscard]] peg::node_id last_brace() { return b_->choice({b_->literal("}"), end_without_brace()}); }
    /// The arguments, as one object.
    [[nodiscard]] peg::node_id arguments_object() {
        if (arguments_object_ == peg::none) {
            peg::node_id const end = end_without_brace();
            bool const closed = d_.strict || end == b_->fail();
            arguments_object_ =
                tag(part::arguments, closed ? any_.object() : any_.object_up_to(tag(part::unclosed, end)));
        }
        return arguments_object_;
    }

    /// The name of an argument that some tool has.
    [[nodiscard]] peg::node_id argument_names() {
        return b_->rule("argument-names", [&] { return m_.one_of_sorted(names_of_arguments(d_.tools)); });
    }

    /// What stands for no arguments.
    [[nodiscard]] peg::node_id no_arguments() { return b_->one_of({"null", "None", "[]"}); }

    /// fenced: as it is, or between ```json and ```.
    [[nodiscard]] peg::node_id maybe_fenced(peg::node_id e) {
        peg::node_id const fence = b_->sequence(
            {b_->literal("```"), b_->chars("a-z", 0, 16), m_.space(), b_->look(b_->chars("{[\\\""))});
        return b_->choice({b_->sequence({fence, e, m_.space(), b_->optional(b_->literal("```"))}), e});
    }

    /// The beginning of prose: what stands behind a marker then is about it.
    [[nodiscard]] peg::node_id two_words() {
        return b_->sequence({b_->chars("a-zA-Z", 1, 64), b_->chars(" "), b_->chars("a-zA-Z")});
    }

    /// A blank inside of a value, unless that is what ends it.
    [[nodiscard]] peg::node_id gap() {
        if (gap_ == peg::none) {
            std::vector<std::string> const ends = value_ends(*d_.format, {});
            bool const told = !d_.tagged() || std::ranges::find(ends, " ") == ends.end();
            gap_ = told ? b_->optional(b_->literal(" ")) : b_->epsilon();
        }
        return gap_;
    }

    /// Items with commas between, or none.
    [[nodiscard]] peg::node_id list_of(std::string_view open, peg::node_id one, std::string_view close) {
        peg::node_id const more = b_->star(b_->sequence({b_->literal(","), gap(), one}));
        return b_->sequence({b_->literal(open), b_->optional(b_->sequence({one, more})), b_->literal(close)});
    }

    /// White space at the edge of a marker, where it tells nothing.
    [[nodiscard]] peg::node_id edge(std::string_view blank) {
        return blank.empty() ? b_->epsilon() : b_->optional(b_->literal(blank));
    }

    /// What only a schema knows; `read` is what is read there.
    [[nodiscard]] peg::node_id slot(schema_slot s, peg::node_id read) {
        d_.written->slots->push_back(std::move(s));
        return b_->schema(static_cast<std::uint32_t>(d_.written->slots->size() - 1), read);
    }

    /// The name of a rule that is written.
    [[nodiscard]] std::string rule_name(std::string_view what) const {
        return d_.written->rules + std::string(what);
    }

    [[nodiscard]] boost::json::object const& root_of(std::size_t tool) const {
        return d_.tools[tool].parameters.get_object();
    }

    /// Behind a marker there is no way back: what follows is a call, if a broken one.
    [[nodiscard]] peg::node_id commit() { return d_.marked && !d_.strict ? b_->cut() : b_->epsilon(); }

    /// What ends a call, and all calls: the beginnings by which they are recognised.
    [[nodiscard]] std::vector<std::string> call_ends() const {
        std::vector<std::string> out;
        for (std::string const* text : {&d_.format->calls.item_close, &d_.format->calls.close}) {
            if (auto const core = first_line(split(*text).core); !core.empty()) {
                out.emplace_back(core);
            }
        }
        return out;
    }

    /// Any of the tools' names, as it stands in JSON strings or as it is.
    [[nodiscard]] peg::node_id known_names(bool quoted) {
        std::vector<std::string> names;
        for (tool const& t : d_.tools) {
            names.push_back(quoted ? quoted_content(t.name) : t.name);
        }
        return m_.one_of(names);
    }

    /// namespaces: the name of a tool, and where nothing else tells that it is one, in one of these; between quotes.
    [[nodiscard]] peg::node_id quoted_name() {
        if (quoted_name_ == peg::none) {
            peg::node_id const known = known_names(true);
            quoted_name_ =
                d_.strict ? known
                          : b_->choice({b_->sequence({known, b_->look(b_->chars("\\x22\\x27"))}),
                                        b_->sequence({b_->one_of({"functions.", "default_api."}), known})});
        }
        return quoted_name_;
    }

    /// Names with something in them that would end any other name, the longest that fits, where what ends it is behind it.
    [[nodiscard]] peg::node_id known_first(std::vector<std::string_view> names, std::string_view never,
                                           std::vector<std::string> const& ends, peg::node_id any) {
        std::array<bool, 256> is_never{};
        for (char const c : never) {
            is_never[static_cast<unsigned char>(c)] = true;
        }
        std::erase_if(names, [&](std::string_view name) {
            auto const ends_it = [&](char c) { return is_never[static_cast<unsigned char>(c)]; };
            auto const cut = [&](std::string const& end) { return name.find(end) != name.npos; };
            return name.empty() || (std::ranges::none_of(name, ends_it) && std::ranges::none_of(ends, cut));
        });
        if (names.empty()) {
            return any;
        }
        std::ranges::sort(names);
        names.erase(std::ranges::unique(names).begin(), names.end());
        peg::node_id const behind = b_->look(b_->sequence({m_.space(), m_.one_of(ends)}));
        return b_->choice({b_->sequence({m_.one_of_sorted(names), behind}), any});
    }

    peg::builder* b_;
    marker_builder m_;
    any_values any_;
    peg::node_id gap_ = peg::none;
    peg::node_id end_without_brace_ = peg::none;
    peg::node_id arguments_object_ = peg::none;
    peg::node_id quoted_name_ = peg::none;
    call_dialect d_;
};

}  // namespace parlance::chat::detail

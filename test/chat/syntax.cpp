// test/chat/syntax.cpp - parser and grammar are one table: what its narrow sides write, its wide sides read
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include <parlance/chat/syntax.hpp>
#include "every_dialect.hpp"
#include "formats.hpp"
#include "../property/byte_walk.hpp"
#include <parlance/chat/detail/slot_lowering.hpp>
#include <parlance/chat/detail/table_text.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/rtn/from_peg.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_syntax)

namespace chat = parlance::chat;
namespace peg = parlance::peg;
namespace rtn = parlance::rtn;
using laws::dialect;

namespace {

/// An expression of any texts around any sort of call, in the notation of format_of().
std::string random_expression(std::mt19937& random) {
    auto const one_of = [&](std::initializer_list<char const*> texts) {
        return std::string(texts.begin()[random() % texts.size()]);
    };
    auto const text = [](std::string_view of) { return parlance::json::dump(boost::json::value(of)) + " "; };
    auto const blank = [&] { return one_of({"", "", "", "\n", " ", "\n\n"}); };
    // One name per dialect, so that what opens is closed by the same.
    std::string const word = one_of({"call", "tool_call", "invoke", "f", "do-it"});
    std::string const bracket = one_of({"<", "<|", "[", "<\xEF\xBD\x9C"});
    bool const capital = bracket == "[";
    auto const marker = [&](std::string const& name) {
        std::string const close = bracket == "["    ? "]"
                                  : bracket == "<"  ? ">"
                                  : bracket == "<|" ? "|>"
                                                    : "\xEF\xBD\x9C>";
        return bracket + (capital ? "X" : "") + name + close;
    };
    std::string const item_open = marker(word) + blank();
    std::string const item_close = blank() + (random() % 4 != 0 ? marker("/" + word) : "");
    std::string call;
    switch (random() % 4) {
    case 0:
        call = text("{\"name\": \"") + "name " +
               text(one_of({"\", \"arguments\": ", "\", \"parameters\": ", "\",\"args\":"})) + "arguments " +
               text("}");
        break;
    case 1: call = "name " + text(blank() + one_of({"<sep>", "|", ":", "\n```json\n"})) + "arguments "; break;
    case 2: {
        std::string const end = one_of({"</arg>", "</value>", "[/V]"});
        std::string const value = one_of({"value", "value", "text", "json-value"});
        call = "name " + text(one_of({">", "\n", "<args>"}) + blank()) + "(" +
               text(one_of({"<arg=", "<key>", "<param name=\""})) + "key " +
               text(one_of({">", "\">", "</key><value>"})) + value + " " + text(end + blank()) + ")*";
        break;
    }
    default: call = R"peg(name tag(arguments, "(" (argument (", " argument)*)? ")") )peg"; break;
    }
    std::string const one =
        text(item_open) + "tag(call, " + call + ") " + (item_close.empty() ? "" : text(item_close));
    std::string const separator = one_of({"", "\n", ", ", "\n\n"});
    std::string list = separator.empty() ? "one+ " : "one (" + text(separator) + "one)* ";
    if (random() % 2 == 0) {
        list = text(marker("all") + blank() + one_of({"", "", "["})) + list +
               (random() % 4 != 0 ? text(blank() + marker("/all")) : "");
    }
    std::string const thought = random() % 2 == 0 ? "(\"<think>\" reasoning \"</think>\")? " : "";
    return "<- " + thought + list + "\none <- " + one + "\nargument <- key \"=\" python-value";
}

/// Learned from the templates of the corpus and from our own with any markers, known by name, and any others.
std::vector<dialect> const& dialects() {
    static std::vector<dialect> const all = [] {
        std::vector<dialect> out = laws::every_dialect({&own::tags, &own::bars, &own::brackets, &own::wide});
        for (own::stranger const& each : own::unseen()) {
            if (auto const t = chat::chat_template::compile(each.source, {"<s>", "</s>"})) {
                out.push_back({each.name, chat::analyze(*t).format});
            }
        }
        std::mt19937 random(7);
        for (int i = 0; i < 300; ++i) {
            std::string const text = random_expression(random);
            auto const f = chat::format_of(text);
            BOOST_REQUIRE_MESSAGE(bool(f), text << (f ? "" : render(f.error())));
            out.push_back({text, *f});
        }
        return out;
    }();
    return all;
}

std::vector<chat::tool> const& tools() {
    static std::vector<chat::tool> const all = [] {
        auto const find =
            parlance::json::parse(R"({"type": "object", "required": ["city", "days"], "properties": {
            "city": {"type": "string", "maxLength": 12}, "days": {"type": "integer"}, "exact": {"type": "boolean"},
            "note": {"type": ["string", "null"], "maxLength": 9}, "unit": {"enum": ["C", "F"]},
            "near": {"type": "array", "items": {"type": "number"}, "maxItems": 3},
            "of": {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "string", "maxLength": 5}}}}})");
        auto const stop = parlance::json::parse(R"({"type": "object", "properties": {}})");
        return std::vector<chat::tool>{{"find_weather", "", find.value()}, {"note.all-2", "", stop.value()}};
    }();
    return all;
}

/// The narrow side of a node, lowered.
parlance::result<rtn::network> written(chat::syntax const& s, peg::arena_view from) {
    rtn::builder b;
    chat::detail::slot_lowering slots(b, tools(), nullptr, chat::tool_schema_options(), {}, {});
    auto const slot = [&](rtn::builder& out, std::uint32_t index) {
        return slots.rule(out, s.schemas[index]);
    };
    rtn::rule_id const root = b.add_rule("root");
    auto const rule = rtn::from_peg(from, b, slot);
    if (!rule) {
        return rule.error();
    }
    rtn::state_id const done = b.add_state();
    b.call(b.entry(root), *rule, done);
    b.accept(done);
    b.root(root);
    return std::move(b).finish();
}

/// All texts that a node writes, where they are few.
class few_texts {
public:
    explicit few_texts(peg::arena_view a) : a_(a) {}

    [[nodiscard]] std::optional<std::set<std::string>> of(peg::node_id id, int depth = 0) const {
        constexpr int deepest = 40;
        peg::node const& n = a_.at(id);
        switch (n.kind) {
        case peg::op::epsilon:
        case peg::op::cut: return std::set<std::string>{""};
        case peg::op::fail: return std::set<std::string>{};
        case peg::op::literal: return std::set<std::string>{std::string(a_.literal_of(n))};
        case peg::op::refine: return of(n.b, depth);
        case peg::op::tag:
        case peg::op::atomic:
        case peg::op::recover: return of(n.a, depth);
        case peg::op::ref: return depth > deepest ? std::nullopt : of(a_.rules[n.a].root, depth + 1);
        case peg::op::choice: {
            std::set<std::string> all;
            for (peg::node_id const c : a_.children_of(n)) {
                auto const one = of(c, depth);
                if (!one || all.size() + one->size() > most) {
                    return std::nullopt;
                }
                all.insert(one->begin(), one->end());
            }
            return all;
        }
        case peg::op::sequence: {
            std::set<std::string> all{""};
            for (peg::node_id const c : a_.children_of(n)) {
                auto const one = of(c, depth);
                if (!one || all.size() * one->size() > most) {
                    return std::nullopt;
                }
                all = joined(all, *one);
            }
            return all;
        }
        case peg::op::repeat: {
            auto const one = n.c <= 1 ? of(n.a, depth) : std::nullopt;
            if (one && n.b == 0) {
                std::set<std::string> all = *one;
                all.insert("");
                return all;
            }
            return one;
        }
        default: return std::nullopt;
        }
    }

private:
    static constexpr std::size_t most = 256;

    [[nodiscard]] static std::set<std::string> joined(std::set<std::string> const& a,
                                                      std::set<std::string> const& b) {
        std::set<std::string> out;
        for (std::string const& front : a) {
            for (std::string const& back : b) {
                out.insert(front + back);
            }
        }
        return out;
    }

    peg::arena_view a_;
};

bool same(rtn::network const& a, rtn::network const& b) {
    return a.root == b.root && a.states == b.states && a.edges == b.edges && a.rules == b.rules &&
           a.counts == b.counts && a.objects == b.objects;
}

/// An expression as text; where it refers to rules, only that of its own table is the same.
std::string identity(std::string const& name, peg::arena_view table, peg::node_id id) {
    std::string text = peg::print(table, id).value();
    bool const refers = std::any_of(table.rules.begin(), table.rules.end(), [&](peg::rule_row const& r) {
        return text.find(table.str(r.name)) != std::string::npos;
    });
    return refers ? name + text : text;
}

peg::arena_view at(peg::arena_view a, peg::node_id root) {
    a.root = root;
    return a;
}

chat::call_policy choice(chat::call_policy::kind kind) {
    chat::call_policy out;
    out.choice = kind;
    return out;
}

}  // namespace

// Whatever the policy: no second table stands behind the grammar.
BOOST_AUTO_TEST_CASE(the_grammar_is_the_lowering_of_the_table_that_the_parser_runs) {
    using kind = chat::call_policy::kind;
    std::size_t compared = 0;
    for (dialect const& d : dialects()) {
        BOOST_TEST_CONTEXT(d.name) {
            for (kind const k : {kind::none, kind::automatic, kind::required}) {
                auto const s = chat::build_syntax(d.format, tools(), choice(k));
                BOOST_REQUIRE_MESSAGE(bool(s), (s ? "" : render(s.error())));
                auto const whole = written(*s, s->message.view());
                BOOST_REQUIRE_MESSAGE(bool(whole), (whole ? "" : render(whole.error())));
                if (s->trigger.empty()) {
                    continue;
                }
                auto const g = chat::build_grammar(*s, tools(), choice(k));
                BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : render(g.error())));
                auto const again = g->lazy ? written(*s, s->written_calls()) : whole;
                BOOST_REQUIRE_MESSAGE(bool(again), (again ? "" : render(again.error())));
                BOOST_TEST(same(g->network, *again));
                ++compared;
            }
        }
    }
    BOOST_TEST(compared >= 100u);
}

// Nothing of a way to call is known elsewhere: its table as text is all of it.
BOOST_AUTO_TEST_CASE(a_way_to_call_is_the_text_of_its_table) {
    std::size_t calling = 0;
    for (dialect const& d : dialects()) {
        std::vector<chat::tool_format> ways{d.format.tools};
        ways.insert(ways.end(), d.format.also.begin(), d.format.also.end());
        for (chat::tool_format const& way : ways) {
            if (way.call.empty()) {
                continue;
            }
            ++calling;
            std::string const text = chat::detail::table_text(way);
            auto const read = chat::format_of("<- " + text);
            BOOST_REQUIRE_MESSAGE(bool(read), d.name << ": " << text << (read ? "" : render(read.error())));
            BOOST_TEST((read->tools == way), d.name << ": " << text);
        }
    }
    BOOST_TEST(calling >= 300u);
}

// Each where it is built: all texts where they are few, and walks where they are not.
BOOST_AUTO_TEST_CASE(every_narrow_side_lies_inside_its_wide_side) {
    std::mt19937 random(5);
    std::set<std::string> seen;
    std::size_t exhausted = 0;
    std::size_t walked = 0;
    for (dialect const& d : dialects()) {
        auto const s = chat::build_syntax(d.format, tools());
        BOOST_REQUIRE(s);
        peg::arena_view const table = s->message.view();
        for (peg::node_id id = 0; id < table.nodes.size(); ++id) {
            peg::node const& n = table.at(id);
            if (n.kind != peg::op::refine || !seen.insert(identity(d.name, table, id)).second) {
                continue;
            }
            auto const reads = [&](std::string_view text) {
                BOOST_TEST(peg::matches(at(table, n.a), text),
                           d.name << ": \"" << text << "\" of " << peg::print(table, id).value());
            };
            if (auto const texts = few_texts(table).of(n.b)) {
                ++exhausted;
                for (std::string const& text : *texts) {
                    reads(text);
                }
                continue;
            }
            auto const net = written(*s, at(table, n.b));
            BOOST_REQUIRE_MESSAGE(bool(net), (net ? "" : render(net.error())));
            walks::walker writes(*net);
            ++walked;
            for (int i = 0; i < 6; ++i) {
                if (auto const text = writes.walk(random); text && !text->empty()) {
                    reads(*text);
                }
            }
        }
    }
    BOOST_TEST_MESSAGE(exhausted << " elements in full, " << walked << " by walks");
    BOOST_TEST(exhausted >= 100u);
    BOOST_TEST(walked >= 50u);
}

BOOST_AUTO_TEST_CASE(wide_tools_are_looked_at_on_their_way) {
    boost::json::object properties;
    boost::json::array required;
    for (int i = 0; i < 500; ++i) {
        properties[std::to_string(i)] = boost::json::object{{"type", "string"}};
        required.emplace_back(std::to_string(i));
    }
    std::vector<chat::tool> const tools{
        {"f", "",
         boost::json::object{{"type", "object"}, {"properties", properties}, {"required", required}}}};
    for (chat::known::dialect const& d : chat::known::dialects) {
        chat::format const f = d.make();
        if (f.tools.mode() != chat::tool_mode::tag_with_tagged) {
            continue;
        }
        std::size_t const looks = looks_of([&](parlance::limits const& bounds) {
            BOOST_TEST(chat::build_syntax(f, tools, {}, {}, bounds).has_value());
        });
        BOOST_TEST(looks > 500);
    }
}

BOOST_AUTO_TEST_CASE(of_a_long_closer_few_ends_are_kept) {
    std::string close;
    for (int i = 0; i < 200; ++i) {
        close += "</c>";
    }
    auto const f = chat::format_of(
        R"(<- "<call>" tag(call, "{\"name\": \"" name "\", \"arguments\": " arguments "}") ")" + close +
        "\"");
    BOOST_REQUIRE_MESSAGE(f.has_value(), (f ? std::string() : parlance::render(f.error())));
    chat::tool const tools[] = {{"f", "", boost::json::object{{"type", "object"}}}};
    auto const made = chat::build_syntax(*f, tools);
    BOOST_REQUIRE(made.has_value());
    std::size_t bytes = 0;
    for (std::string const& each : made->closers) {
        bytes += each.size();
    }
    BOOST_TEST(bytes >= close.size());
    BOOST_TEST(bytes <= close.size() + std::size_t{256} * 256 / 4);
}

BOOST_AUTO_TEST_CASE(a_text_that_is_longer_than_any_marker_is_refused_by_its_name) {
    chat::tool const tools[] = {{"f", "", boost::json::object{{"type", "object"}}}};
    auto const refusal = [&](chat::format const& f) {
        auto const made = chat::build_syntax(f, tools);
        return made ? std::string() : std::string(made.error().hint.view());
    };
    std::string const longest(1024, 'a');
    std::string const over = longest + "a";
    chat::format good = formats::tagged();
    good.reasoning.start = good.stops.emplace_back() = good.tools.calls.separator = longest;
    BOOST_TEST(refusal(good) == "");
    struct {
        std::string hint;
        std::string& text;
    } rows[] = {{"reasoning.start", good.reasoning.start},
                {"turn_end", good.turn_end},
                {"stops", good.stops.back()},
                {"tools.calls", good.tools.calls.separator},
                {"tools.values", good.tools.values.front().emplace_back().text},
                {"also.0.lead", good.also.emplace_back().lead}};
    for (auto& row : rows) {
        std::string const kept = std::exchange(row.text, over);
        BOOST_TEST(refusal(good) == row.hint + ": a text that is longer than 1024 bytes");
        row.text = kept;
    }
    good.also.back().lead = std::string(256, ' ');  // a line end stands in front of </parameter>
    BOOST_TEST(refusal(good) ==
               "also.0.lead: with it the white space in front of texts is longer than 256 bytes");
    good.also.back().lead = longest;
    good.also.emplace_back().lead = longest;
    BOOST_TEST(refusal(good) == "also.1.lead: with it the texts of this format are longer than 4096 bytes");
}

BOOST_AUTO_TEST_SUITE_END()

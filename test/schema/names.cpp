// test/schema/names.cpp - no object names a member twice
// SPDX-License-Identifier: BSL-1.0
#include "vocabulary.hpp"
#include "../property/random_schema.hpp"
#include <parlance/mask/explain.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_names)

namespace {

namespace json = boost::json;
namespace mask = parlance::mask;
namespace schema = parlance::schema;

/// Every byte, and what real vocabularies have that crosses the bounds of names.
mask::token_index const& tokens() {
    static mask::token_index const made = schema_vocabulary::bytes_and(
        {"\"a",       "a\"",        "\"a\"",     "\"a\":",  "\"b\":1",        ",\"",
         ",\"a",      ",\"a\"",     ",\"b\":",   "\":",     "\":1",           "\":1,\"",
         "\":1,\"a",  "{\"",        "{\"a",      "{\"a\":", "{\"a\":1,\"a\"", "\"a\":1,\"a\":1",
         "},\"",      "}}",         "\"ab",      "b\":",    "ab\"",           "\\u00",
         "\\u0061",   "\"\\u006",   "u0062\"",   "1,\"c",   "null,\"a\"",     "\",\"",
         "\",\"a\":", "\"\"",       "\"\":",     ",\"\"",   "\\\"",           "\\/",
         "\xC3",      "\xC3\xA9\"", "\"\xC3\xA9"});
    return made;
}

schema::options written(schema::order order) {
    schema::options out;
    out.whitespace = schema::spaces::compact;
    out.properties = order;
    return out;
}
mask::matcher matcher_of(parlance::rtn::network const& net) {
    return mask::matcher(mask::compiled_grammar(mask::grammar::prepare(net).value(), tokens()));
}
mask::matcher matcher_of(char const* text, schema::order order = schema::order::declared) {
    return matcher_of(schema::compile(json::parse(text), written(order)).value());
}
bool watches(parlance::rtn::network const& net) {
    return std::any_of(net.objects.begin(), net.objects.end(), [](parlance::rtn::object const& o) {
        return o.names != parlance::rtn::member_names::listed;
    });
}
std::string text_of(mask::token_id id) { return std::string(tokens().tokens().bytes(id)); }

/// What is said about a JSON text, or the beginning of one; written without a thought of speed.
struct looked_at {
    bool repeats = false;  // an object names a member twice
    bool in_string = false;
};
looked_at look_at(std::string_view text) {
    struct bracket {
        bool object;
        bool name_next;
        std::set<std::string> names;
    };
    std::vector<bracket> open;
    for (std::size_t i = 0; i < text.size(); ++i) {
        switch (text[i]) {
        case '{': open.push_back({true, true, {}}); break;
        case '[': open.push_back({false, false, {}}); break;
        case '}':
        case ']': open.pop_back(); break;
        case ',':
            if (!open.empty()) {
                open.back().name_next = open.back().object;
            }
            break;
        case '"': {
            std::size_t end = i + 1;
            while (end < text.size() && text[end] != '"') {
                end += text[end] == '\\' ? 2 : 1;
            }
            if (end >= text.size()) {
                return {false, true};
            }
            if (!open.empty() && open.back().name_next) {
                open.back().name_next = false;
                json::value const name = json::parse(text.substr(i, end - i + 1));
                if (!open.back().names.insert(std::string(name.get_string())).second) {
                    return {true, false};
                }
            }
            i = end;
            break;
        }
        default: break;
        }
    }
    return {};
}
bool repeats(std::string_view text) { return look_at(text).repeats; }

/// Whether the next name, which `text` may end in, can be a new one, as `m` (which watches nothing) allows.
bool name_can_end(mask::matcher const& m, std::string const& text) {
    std::vector<std::pair<mask::matcher, std::string>> todo{{m, text}};
    for (std::size_t next = 0; next < todo.size(); ++next) {
        BOOST_REQUIRE(next < 2000);
        auto const [at, so_far] = todo[next];
        for (int c = 0; c < 256; ++c) {
            mask::matcher ahead = at;
            std::string const more = so_far + static_cast<char>(c);
            if (!ahead.accept(std::string_view{more}.substr(so_far.size())) || repeats(more)) {
                continue;
            }
            if (look_at(so_far).in_string && !look_at(more).in_string) {
                return true;
            }
            todo.emplace_back(std::move(ahead), more);
        }
    }
    return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_name_comes_once_however_it_is_spelled) {
    mask::matcher const m = matcher_of(R"({"type":"object","minProperties":2})");
    for (char const* text : {R"({"a":1,"b":2})", R"({"a":{"a":1},"b":1})",
                             R"({"a":[{"a":1},{"a":2}],"ab":1})", R"({"":1,"a":2})", R"({"\u00e9":1,"e":1})",
                             R"({"a\"":1,"a":1})", R"({"\ud83d\ude00":1,"\ud83d\ude01":1})"}) {
        mask::matcher at = m;
        BOOST_TEST(at.accept(std::string_view{text}), text);
        BOOST_TEST(at.can_stop(), text);
    }
    for (char const* text :
         {R"({"a":1,"a")", R"({"a":1,"\u0061")", R"({"b":1,"a":{"a":1,"b":1,"a")", R"({"":1,"")",
          R"({"\u00e9":1,"é")", R"({"/":1,"\/")", R"({"\n":1,"\u000A")", R"({"\ud83d\ude00":1,"😀")",
          R"({"😀":1,"\uD83D\uDE00")", R"({"a":[{}],"b":{},"a")"}) {
        std::string_view const all = text;
        mask::matcher at = m;
        BOOST_TEST(at.accept(all.substr(0, all.size() - 1)), text);
        BOOST_TEST(!at.accept(all.substr(all.size() - 1)), text);
        BOOST_TEST((at.error() == parlance::errc::none));
    }
}

BOOST_AUTO_TEST_CASE(a_name_comes_once_beside_a_constant_that_begins_alike) {
    struct {
        char const* schema;
        char const* good;
        char const* twice;  // up to the quote that ends the name
    } const samples[] = {
        {R"({"anyOf":[{"const":{}},{"type":"object","additionalProperties":{"type":"string"}}]})",
         R"({"x":"","y":"a"})", R"({"x":"","x")"},
        {R"({"anyOf":[{"const":{"mode":"auto"}},{"type":"object","properties":{"level":{"type":"integer"}}}]})",
         R"({"level":2,"mode":"auto"})", R"({"mode":"auto","mode")"},
        {R"({"if":{"const":{}},"else":{}})", R"({"x":1})", R"({"x":1,"x")"},
        {R"({"type":"array","items":{"anyOf":[{"const":{}},{"type":"object"}]}})", R"([{},{"x":1},{"x":1}])",
         R"([{"x":1,"x")"},
        {R"({"anyOf":[{"enum":[[{"a":1}],[{"b":"{"}],["{"]]},{"type":"array","minItems":2}]})",
         R"([{"a":1},"{"])", R"([{"a":1,"a")"},
        {R"({"anyOf":[{"type":"array","uniqueItems":true,"items":{"enum":[{"a":1},{"b":1}]}},{"type":"array","items":{"type":"object","minProperties":2}}]})",
         R"([{"a":1,"b":1}])", R"([{"a":1,"a")"},
    };
    for (auto const& s : samples) {
        mask::matcher good = matcher_of(s.schema);
        BOOST_TEST((good.accept(std::string_view{s.good}) && good.can_stop()), s.good);
        mask::matcher at = matcher_of(s.schema);
        std::string_view const twice = s.twice;
        BOOST_TEST(at.accept(twice.substr(0, twice.size() - 1)), twice);
        BOOST_TEST(!at.accept(twice.substr(twice.size() - 1)), twice);
        BOOST_TEST(at.repeated_name(), twice);
    }
    // a text that may be no object at all names nothing
    mask::matcher text = matcher_of(R"({"enum":["{",["{"],["{\"a\":1,\"a\""]]})");
    BOOST_TEST((text.accept(std::string_view{R"(["{\"a\":1,\"a\""])"}) && text.can_stop()));
}

BOOST_AUTO_TEST_CASE(names_that_run_out_take_their_beginnings_with_them) {
    mask::matcher m = matcher_of(
        R"({"type":"object","additionalProperties":false,"patternProperties":{"^([cd]|ab?)$":{"const":1}}})");
    BOOST_REQUIRE(m.accept(std::string_view{R"({"a":1,"d":1,")"}));
    std::vector<std::uint32_t> words(mask::words_for(tokens().size()));
    m.fill(words);
    for (mask::token_id id = 0; id < tokens().size(); ++id) {
        std::string const text = text_of(id);
        BOOST_TEST(mask::bitmask{words}.test(id) == (text == "a" || text == "c" || text == "ab\""), text);
    }
    BOOST_REQUIRE(m.accept(std::string_view{"c\":1,\""}));
    BOOST_TEST(!m.accept(std::string_view{"c"}));
    BOOST_TEST(m.repeated_name());
    BOOST_REQUIRE(m.accept(std::string_view{"ab\":1"}));
    BOOST_TEST(!m.accept(std::string_view{","}));
    BOOST_TEST(m.accept(std::string_view{"}"}));
}

BOOST_AUTO_TEST_CASE(a_name_that_there_is_no_room_for_is_not_written_nor_what_begins_like_it) {
    std::string const name(1'000'000, 'n');
    json::object const members{{name, json::object{{"type", "integer"}}},
                               {"b", json::object{{"type", "integer"}}}};
    json::object const optional{{"type", "object"}, {"properties", members}};
    for (schema::order const order : {schema::order::declared, schema::order::any}) {
        parlance::rtn::builder out;
        schema::lowerer lower(out, written(order));
        parlance::rtn::rule_id const rule = lower.lower(json::value(optional)).value();
        BOOST_TEST(lower.notes().size() == 1u);
        BOOST_TEST(lower.notes()[0] == "/properties: a name of 1000000 bytes is not written");
        out.root(rule);
        mask::matcher const m = matcher_of(std::move(out).finish());
        for (std::string const& text :
             {std::string(R"({"b":1})"), std::string(R"({"nnn":"any"})"),
              "{\"" + std::string(19'999, 'n') + "\":[]}", "{\"" + std::string(19'999, 'n') + "m\":[]}"}) {
            mask::matcher at = m;
            BOOST_TEST(at.accept(std::string_view{text}));
            BOOST_TEST(at.can_stop());
        }
        mask::matcher at = m;
        BOOST_TEST(at.accept(std::string_view{"{\"" + std::string(19'999, 'n')}));
        BOOST_TEST((at.allowed().state == mask::filled::some));
        BOOST_TEST(!at.accept(std::string_view{"n"}));
        BOOST_TEST(!mask::matcher(m).accept(std::string_view{R"({"b":"any")"}));
    }
    // closed: it is not there at all
    json::object closed = optional;
    closed["additionalProperties"] = false;
    mask::matcher const m = matcher_of(schema::compile(closed, written(schema::order::declared)).value());
    BOOST_TEST(mask::matcher(m).accept(std::string_view{R"({"b":1})"}));
    BOOST_TEST(!mask::matcher(m).accept(std::string_view{R"({"n)"}));
    // where it must be there, or is asked about, there is no way but to refuse
    json::array const just_it{json::string(name)};
    json::object const asking[] = {{{"required", just_it}},
                                   {{"minProperties", 1}},
                                   {{"dependentRequired", json::object{{"b", just_it}}}}};
    for (json::object const& more : asking) {
        json::object both = more;
        both.insert(optional.begin(), optional.end());
        auto const net = schema::compile(json::value(both), written(schema::order::declared));
        BOOST_TEST((net.error().code == parlance::errc::out_of_memory_budget), both.begin()->key());
    }
    // and where there is room, each letter is a state
    std::string const shorter(30'000, 'n');
    json::object const all{{"properties", json::object{{shorter, json::object{{"type", "integer"}}}}},
                           {"type", "object"}};
    mask::matcher whole =
        matcher_of(schema::compile(json::value(all), written(schema::order::declared)).value());
    BOOST_TEST(mask::matcher(whole).accept(std::string_view{"{\"" + shorter + "\":1}"}));
    BOOST_TEST(!mask::matcher(whole).accept(std::string_view{"{\"" + shorter + "\":\""}));
}

BOOST_AUTO_TEST_CASE(neither_limits_nor_few_names_leave_a_dead_end) {
    struct row {
        char const* schema;
        char const* text;
    };
    for (
        auto const& [text, all] : std::initializer_list<row>{
            {R"({"type":"object","maxProperties":2,"additionalProperties":{"const":1}})", R"({"x":1,"y":1})"},
            {R"({"type":"object","additionalProperties":false,"patternProperties":{"^[ab]$":{"const":1}}})",
             R"({"b":1,"a":1})"},
            {R"({"type":"object","maxProperties":2,"required":["b"],"properties":{"a":{"const":1},"b":{"const":1}},
                "additionalProperties":{"const":1}})",
             R"({"b":1,"x":1})"}}) {
        mask::matcher m = matcher_of(text);
        std::string_view const rest = all;
        BOOST_REQUIRE_MESSAGE(m.accept(rest.substr(0, rest.size() - 1)), all);
        BOOST_TEST(!m.accept(std::string_view{","}), all);
        BOOST_TEST(m.accept(std::string_view{"}"}), all);
    }
    auto const none = schema::compile(json::parse(
        R"({"type":"object","minProperties":3,"additionalProperties":false,"patternProperties":{"^[ab]$":true}})"));
    BOOST_REQUIRE(!none);
    BOOST_TEST((none.error().code == parlance::errc::unsatisfiable_schema));
}

BOOST_AUTO_TEST_CASE(going_back_forgets_names) {
    mask::matcher m = matcher_of(R"({"type":"object","additionalProperties":{"const":1}})");
    BOOST_REQUIRE(m.accept(std::string_view{R"({"a":1,)"}));
    BOOST_REQUIRE(m.accept(std::string_view{R"("ab":1,)"}));
    mask::matcher fork = m;
    BOOST_TEST(!m.accept(std::string_view{R"("ab")"}));
    BOOST_REQUIRE(m.rollback(1));
    BOOST_TEST(!m.accept(std::string_view{R"("a")"}));
    BOOST_TEST(m.accept(std::string_view{R"("ab":1,)"}));
    BOOST_TEST(!m.accept(std::string_view{R"("ab")"}));
    BOOST_TEST(!fork.accept(std::string_view{R"("ab")"}));
    fork.forget();
    BOOST_TEST(!fork.accept(std::string_view{R"("ab")"}));
    BOOST_TEST(fork.accept(std::string_view{R"("abc":1,)"}));
    for (int i = 0; i < 3000; ++i) {  // closed objects and old text are dropped, names are not
        BOOST_REQUIRE(fork.accept("\"n" + std::to_string(i) + "\":1,"));
        fork.forget();
    }
    BOOST_TEST(!fork.accept(std::string_view{R"("n0")"}));
    BOOST_TEST(!fork.accept(std::string_view{R"("n2999")"}));
    BOOST_TEST(fork.accept(std::string_view{R"("n3000":1})"}));
    fork.reset();
    BOOST_TEST(fork.accept(std::string_view{R"({"ab":1})"}));
    mask::matcher other = matcher_of(R"({"type":"object"})");
    other = m;
    BOOST_TEST(!other.accept(std::string_view{R"("ab")"}));
}

BOOST_AUTO_TEST_CASE(a_refused_name_is_explained) {
    mask::matcher m = matcher_of(R"({"type":"object","additionalProperties":{"const":1}})");
    BOOST_REQUIRE(m.accept(std::string_view{R"({"b":1,"a":1,)"}));
    mask::token_id id = 0;
    while (text_of(id) != "\"a\":") {
        ++id;
    }
    mask::explanation const why = mask::explain(m, id);
    BOOST_TEST((why.why == mask::refusal::repeated_name));
    BOOST_TEST(why.at == 2u);
    BOOST_TEST(mask::render(why).find("at byte 2, \"\\\"\": the object has a member of that name") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(only_where_it_is_wanted) {
    json::value const open = json::parse(R"({"type":"object"})");
    json::value const closed =
        json::parse(R"({"type":"object","properties":{"a":true},"additionalProperties":false})");
    json::value const flat =
        json::parse(R"({"type":"object","properties":{"a":{"type":"null"}},"additionalProperties":false})");
    BOOST_TEST(watches(schema::compile(open).value()));
    BOOST_TEST(watches(schema::compile(closed).value()));  // any value may be an object
    BOOST_TEST(!watches(schema::compile(flat).value()));
    schema::options how;
    how.relaxed.repeated_names = true;
    parlance::rtn::builder out;
    schema::lowerer relaxed(out, how);
    BOOST_REQUIRE(relaxed.lower(open));
    BOOST_REQUIRE_EQUAL(relaxed.notes().size(), 1u);
    BOOST_TEST(!watches(std::move(out).finish()));
    how = {};
    how.item_separator = ";";
    parlance::rtn::builder other;
    schema::lowerer otherwise(other, how);
    BOOST_REQUIRE(otherwise.lower(open));
    BOOST_TEST(otherwise.notes().size() == 1u);
    BOOST_TEST(!watches(std::move(other).finish()));
    // text that is no JSON is not looked into
    parlance::rtn::builder b;
    parlance::rtn::rule_id const root = b.add_rule("root");
    parlance::rtn::rule_id const inner = schema::lower(open, b).value();
    parlance::rtn::state_id const end = b.add_state();
    b.accept(end);
    b.call(b.literal(b.entry(root), "{\"a\",\"a\"} <call>"), inner, end);
    b.root(root);
    mask::matcher m = matcher_of(std::move(b).finish());
    BOOST_TEST(m.accept(std::string_view{R"({"a","a"} <call>{"a":1,)"}));
    BOOST_TEST(!m.accept(std::string_view{R"("a")"}));
}

BOOST_AUTO_TEST_CASE(masks_are_those_of_the_edges_without_what_repeats) {
    std::mt19937 random(7);
    std::vector<json::value> schemas;
    for (
        char const* text :
        {R"({"type":"object","additionalProperties":{"type":["object","integer"]}})",
         R"({"type":"object","minProperties":2,"propertyNames":{"enum":["a","ab","b"]},"additionalProperties":{"const":1}})",
         R"({"type":"object","minProperties":1,"required":["b"],"additionalProperties":false,
            "patternProperties":{"^[ab]{1,2}$":{"const":1}}})",
         R"({"type":"object","minProperties":2,"maxProperties":3,"additionalProperties":{"const":1}})",
         R"({"type":"object","additionalProperties":false,"patternProperties":{"^[ab]{1,2}$":{"const":1}}})",
         R"({"type":"object","additionalProperties":false,"patternProperties":{"^[a/]{0,2}$":{"const":1}}})",
         R"({"type":"object","additionalProperties":{"const":1},"required":["b"],"properties":{"a":{"const":1},
            "b":{"const":1},"ab":{"const":1},"aa":{"const":1},"c":{"type":"object","maxProperties":1}}})",
         R"({"anyOf":[{"type":"object","required":["a"]},{"type":"object","additionalProperties":{"const":1}}]})"}) {
        schemas.push_back(json::parse(text));
    }
    enum class further { none, some, listed, few };
    for (further const more : {further::none, further::some, further::listed, further::few}) {
        // so many that they are counted in any order
        json::object properties{{"a", {{"const", 1}}}, {"ab", {{"const", 1}}}};
        json::array required;
        for (char const* const name : {"b", "ba", "bb", "c", "ca", "cb", "d", "da", "db", "e", "\"", "ea"}) {
            properties[name] = {{"const", 1}};
            required.emplace_back(name);
        }
        json::object object{{"type", "object"}, {"required", required}};
        if (more == further::listed) {
            for (char const* const name : {"f", "fa", "fb", "\"a", "bc", "eaa", "g", "ga", "", "\\"}) {
                properties[name] = {{"const", 1}};
            }
        }
        if (more == further::few) {  // in the end only required ones
            object["maxProperties"] = 13;
        }
        object["properties"] = properties;
        object["additionalProperties"] = more == further::some || more == further::few;
        schemas.emplace_back(object);
    }
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        schemas.push_back(parlance::property::random_schema(seed).document(2));
    }
    std::size_t positions = 0;
    std::size_t refused = 0;
    std::size_t dead_ends = 0;
    std::size_t whole = 0;
    for (json::value const& s : schemas) {
        for (schema::order const order : {schema::order::declared, schema::order::any}) {
            auto net = schema::compile(s, written(order));
            if (!net || !watches(*net)) {
                continue;
            }
            mask::matcher const watching = matcher_of(*net);
            parlance::rtn::network unsure = *net;  // of how many names there always are
            for (parlance::rtn::object& o : unsure.objects) {
                o.always = 0;
            }
            mask::matcher const looking = matcher_of(unsure);
            net->objects.clear();
            mask::matcher const by_edges = matcher_of(*net);
            for (int walk = 0; walk < 4; ++walk) {
                mask::matcher m = watching;
                mask::matcher plain = by_edges;
                mask::matcher other = looking;
                std::string text;
                for (int step = 0; step < 60 && !m.stopped(); ++step) {
                    std::vector<std::uint32_t> mine(mask::words_for(tokens().size()));
                    std::vector<std::uint32_t> more(mine.size());
                    BOOST_REQUIRE_MESSAGE(mask::has_tokens(m.fill(mine)), s << " behind " << text);
                    plain.fill(more);
                    auto const seen = m.allowed().words;
                    auto const looked = other.allowed().words;
                    BOOST_REQUIRE_MESSAGE(std::equal(looked.begin(), looked.end(), seen.begin(), seen.end()),
                                          s << " behind " << text);
                    BOOST_REQUIRE(std::equal(mine.begin(), mine.end(), seen.begin(), seen.end()));
                    std::vector<mask::token_id> choices;
                    for (mask::token_id id = 0; id < tokens().size(); ++id) {
                        bool const allowed = mask::bitmask{mine}.test(id);
                        bool const by_edge = mask::bitmask{more}.test(id);
                        mask::matcher fork = m;
                        BOOST_REQUIRE_MESSAGE(allowed == fork.accept(id), s << ": " << text << text_of(id));
                        if (allowed) {
                            choices.push_back(id);
                        }
                        if (allowed == by_edge && !(allowed && repeats(text + text_of(id)))) {
                            continue;
                        }
                        BOOST_REQUIRE_MESSAGE(!allowed, s << " lets through " << text << text_of(id));
                        ++refused;
                        if (!repeats(text + text_of(id))) {
                            mask::matcher there = plain;
                            BOOST_REQUIRE(there.accept(id));
                            BOOST_REQUIRE_MESSAGE(!name_can_end(there, text + text_of(id)),
                                                  s << " refuses " << text << text_of(id));
                            ++dead_ends;
                        }
                    }
                    ++positions;
                    BOOST_REQUIRE_MESSAGE(!choices.empty(), s << " dies behind " << text);
                    // mostly what closes something, so that texts end
                    mask::token_id next = choices[random() % choices.size()];
                    for (int tries = 0;
                         tries < 3 && step > 20 && text_of(next).find_first_of("}]\"") == std::string::npos;
                         ++tries) {
                        next = choices[random() % choices.size()];
                    }
                    if (m.can_stop() && random() % 2 == 0) {
                        break;
                    }
                    BOOST_REQUIRE(m.accept(next));
                    BOOST_REQUIRE(plain.accept(next));
                    BOOST_REQUIRE(other.accept(next));
                    text += tokens().tokens().ends(next) ? "" : text_of(next);
                }
                boost::system::error_code too_great;  // a number
                json::value const read = m.can_stop() ? json::parse(text, too_great) : json::value{};
                if (m.can_stop() && !too_great) {
                    ++whole;
                    auto const good = schema::validate(s, read);
                    BOOST_REQUIRE_MESSAGE(good || good.error().code != parlance::errc::schema_violation,
                                          s << " accepts " << text);
                }
            }
        }
    }
    BOOST_TEST_MESSAGE(positions << " positions, " << refused << " tokens refused, " << dead_ends
                                 << " of them for what could follow; " << whole << " whole texts");
    BOOST_TEST(positions > 5000u);
    BOOST_TEST(refused > 1000u);
    BOOST_TEST(dead_ends > 20u);
    BOOST_TEST(whole > 200u);
}

BOOST_AUTO_TEST_SUITE_END()

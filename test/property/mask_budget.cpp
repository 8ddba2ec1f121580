// test/property/mask_budget.cpp - the law of budgets: what is begun is completed within the tokens that are left
// SPDX-License-Identifier: BSL-1.0
#include "../chat/analysis/templates.hpp"
#include "byte_walk.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/lower.hpp>
#include "random_run.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_mask_budget)

namespace chat = parlance::chat;
namespace mask = parlance::mask;
namespace schema = parlance::schema;
namespace vocab = parlance::vocab;
using random_grammar::argument;  // -- grammars [first seed]

namespace {

struct tally {
    std::size_t grammars = 0;
    std::size_t walks = 0;
    std::size_t compared = 0;  // least numbers, with a search through all texts
    std::size_t longer = 0;    // of these: the search found a way that leads away from the end first
    std::size_t limited = 0;   // masks that lack something because a limit was reached
};

std::vector<mask::token_id> tokens_of(std::span<std::uint32_t const> words) {
    std::vector<mask::token_id> out;
    mask::detail::each_bit(words, [&](mask::token_id id) { out.push_back(id); });
    return out;
}

/// What a mask allows is accepted, also where a limit has left something out.
void require_accepted(mask::matcher const& m, std::vector<mask::token_id> const& ids,
                      std::string const& where) {
    for (mask::token_id const id : ids) {
        mask::matcher ahead = m;
        BOOST_REQUIRE_MESSAGE(ahead.accept(id), "allowed and refused: " << id << ", seed " << where);
    }
}

/// The least number of tokens found by trying all of them, breadth first; nothing where that would take too long.
std::optional<std::size_t> searched(mask::matcher const& from, std::string const& where) {
    constexpr std::size_t most_states = 200;
    std::vector<mask::matcher> now{from};
    for (std::size_t n = 1; !now.empty(); ++n) {
        std::vector<mask::matcher> behind;
        for (mask::matcher& m : now) {
            auto const allowed = m.allowed();
            if (allowed.state == mask::filled::limited) {
                return std::nullopt;
            }
            for (mask::token_id const id : tokens_of({allowed.words.begin(), allowed.words.end()})) {
                mask::matcher ahead = m;
                ahead.forget();
                BOOST_REQUIRE_MESSAGE(ahead.accept(id), where);
                if (ahead.stopped()) {
                    return n;
                }
                behind.push_back(std::move(ahead));
            }
            if (behind.size() > most_states) {
                return std::nullopt;
            }
        }
        now = std::move(behind);
    }
    return std::nullopt;
}

/// A model without taste writes an answer within `budget`; how many tokens that took.
///
/// goes_on  also with a mask that lacks something at a limit: what it has is in time
std::size_t write(mask::matcher m, std::size_t budget, random_grammar::source& random,
                  std::string const& where, tally& done, bool goes_on = false) {
    m.remaining(budget);
    std::size_t used = 0;
    while (!m.stopped() && used <= budget) {
        auto allowed = m.allowed();
        auto const met_limit = [&] {
            return allowed.state == mask::filled::limited ||
                   (allowed.state == mask::filled::failed && m.error() == parlance::errc::out_of_fuel);
        };
        for (int again = 0; !goes_on && met_limit() && again < 8; ++again) {
            allowed = m.allowed();  // what was found out stays, and the next call comes further
        }
        if (allowed.state == mask::filled::failed && met_limit()) {
            ++done.limited;
            return used;
        }
        auto const ids = tokens_of(allowed.words);
        if (allowed.state == mask::filled::limited) {
            ++done.limited;
            for (mask::token_id const id : ids) {
                mask::matcher ahead = m;
                BOOST_REQUIRE_MESSAGE(ahead.accept(id),
                                      "a limited mask allows what accept refuses: " << id << " " << where);
            }
            if (!goes_on) {
                return used;
            }
        }
        BOOST_REQUIRE_MESSAGE(mask::has_tokens(allowed.state) && !ids.empty(), where);
        mask::token_id const id = random.pick(ids);
        BOOST_REQUIRE_MESSAGE(m.accept(id), where);
        ++used;
    }
    return used;
}

void follow(std::uint32_t seed, tally& done) {
    random_grammar::source random(seed);
    std::string const text = random_grammar::some_text(random);
    vocab::token_list const tokens = random_grammar::vocabulary(random, 40 + random.below(60));
    auto const net = random_grammar::network_of(text);
    if (!net) {
        return;
    }
    parlance::limits bounds;
    bounds.fuel = 2'000'000;  // nested counts that are ambiguous, too, would take their time
    auto const prepared = mask::grammar::prepare(*net, mask::trigger::eager(), bounds);
    if (!prepared) {
        return;
    }
    mask::compiled_grammar const compiled{*prepared, *mask::token_index::build(tokens)};
    mask::matcher m{compiled};
    std::size_t const least = m.least_remaining();
    std::string const where = std::to_string(seed) + "\n" + text;
    auto const truth = searched(m, where);
    if (truth) {
        ++done.compared;
        done.longer += least != *truth;
        BOOST_REQUIRE_MESSAGE(least >= *truth, where);
    }
    if (least == mask::matcher::unlimited || least > 2000) {
        return;
    }
    ++done.grammars;
    for (std::size_t more = 0; more <= 32; ++more) {
        ++done.walks;
        std::size_t const used = write(m, least + more, random, where, done);
        BOOST_REQUIRE_MESSAGE(used <= least + more, where << "\nbudget " << least + more);
    }
}

std::string content_of(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// All bytes, and what a text is made of, in pieces of up to eight bytes.
vocab::token_list pieces_of(std::string const& text) {
    std::set<std::string> pieces;
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (std::size_t const n : {2u, 3u, 5u, 8u}) {
            pieces.insert(text.substr(i, n));
        }
    }
    vocab::token_list_builder out;
    for (int c = 0; c < 256; ++c) {
        out.add(std::string(1, static_cast<char>(c)));
    }
    for (std::string const& p : pieces) {
        if (p.size() > 1) {
            out.add(p);
        }
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return *std::move(out).finish();
}

/// Answers within the least budget and up to 32 more, of which some are left out.
void end_in_time(mask::matcher m, std::string const& where, std::size_t apart, tally& done) {
    std::size_t const least = m.least_remaining();
    BOOST_REQUIRE_MESSAGE(least != mask::matcher::unlimited, where);
    random_grammar::source random(argument(2, 1));
    ++done.grammars;
    for (std::size_t more = 0; more <= 32; more += apart) {
        ++done.walks;
        std::size_t const used = write(m, least + more, random, where, done, true);
        BOOST_TEST(used <= least + more, where << ", budget " << least + more);
    }
}

/// The same for values of a schema; false where it is refused.
bool end_in_time(boost::json::value const& of, schema::order order, vocab::token_list const& tokens,
                 std::string const& where, std::size_t apart, tally& done) {
    schema::options how;
    how.properties = order;
    auto const net = schema::compile(of, how);
    auto const prepared = net ? mask::grammar::prepare(*net) : parlance::result<mask::grammar>{net.error()};
    if (!prepared) {
        return false;
    }
    mask::compiled_grammar const compiled{*prepared, *mask::token_index::build(tokens)};
    end_in_time(mask::matcher(compiled), where, apart, done);
    return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(texts_of_written_grammars_end_within_their_budget) {
    std::vector<std::filesystem::path> folders{std::filesystem::path(PARLANCE_TESTS) / ".." / "bench" /
                                               "mask"};
    if (std::filesystem::path const nested =
            std::filesystem::path(PARLANCE_CORPUS) / "gbnf" / "nested-counts";
        !std::string_view(PARLANCE_CORPUS).empty() && std::filesystem::is_directory(nested)) {
        folders.push_back(nested);
    }
    tally done;
    for (auto const& folder : folders) {
        for (auto const& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() != ".gbnf") {
                continue;
            }
            auto text = entry.path();
            vocab::token_list const tokens = pieces_of(content_of(text.replace_extension(".txt")));
            auto const net = random_grammar::network_of(content_of(entry.path()));
            BOOST_REQUIRE_MESSAGE(net, entry.path());
            mask::compiled_grammar const compiled{*mask::grammar::prepare(*net),
                                                  *mask::token_index::build(tokens)};
            mask::matcher const m{compiled};
            end_in_time(m, entry.path().string(), 1, done);
        }
    }
    BOOST_TEST_MESSAGE(done.grammars << " grammars, " << done.walks
                                     << " answers complete within their budget, " << done.limited
                                     << " masks lack something at a limit");
}

BOOST_AUTO_TEST_CASE(values_of_written_schemas_end_within_their_budget) {
    std::filesystem::path const folder = std::filesystem::path(PARLANCE_CORPUS) / "maskbench";
    if (std::string_view(PARLANCE_CORPUS).empty() || !std::filesystem::is_directory(folder)) {
        return;
    }
    std::vector<std::filesystem::path> files;
    for (auto const& entry : std::filesystem::directory_iterator(folder)) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::uint32_t const apart = argument(1, 40);  // files; 1 is all of them, and all budgets
    std::size_t refused = 0;
    tally done;
    for (std::size_t i = 0; i < files.size(); i += apart) {
        std::string const text = content_of(files[i]);
        boost::json::parse_options deep;
        deep.max_depth = 200;
        auto const file = boost::json::parse(text, {}, deep);
        vocab::token_list const tokens = pieces_of(text.substr(0, 400));
        for (schema::order const order : {schema::order::declared, schema::order::any}) {
            refused += !end_in_time(file.at("schema"), order, tokens, files[i].filename().string(),
                                    apart == 1 ? 1 : 8, done);
        }
    }
    BOOST_TEST_MESSAGE(done.grammars << " schemas, " << done.walks
                                     << " answers complete within their budget, " << done.limited
                                     << " masks lack something at a limit, " << refused
                                     << " schemas refused");
}

BOOST_AUTO_TEST_CASE(members_in_any_order_end_within_their_budget) {
    // there are too many orders to try all of them
    tally done;
    vocab::token_list const tokens =
        pieces_of("{\"city\": \"Bern\", \"days\": 12, \"units\": true, \"country\": null}");
    char const* const names[] = {"city", "days", "units", "country", "name", "zip",
                                 "mail", "kind", "size",  "owner",   "note", "color"};
    for (std::size_t required = 1; required <= std::size(names); ++required) {
        boost::json::object properties;
        boost::json::array needed;
        for (std::size_t i = 0; i < std::size(names); ++i) {
            properties[names[i]] = {{"type", i % 3 == 0 ? "string" : i % 3 == 1 ? "integer" : "boolean"}};
            if (i < required) {
                needed.emplace_back(names[i]);
            }
        }
        boost::json::value const object{{"type", "object"},
                                        {"properties", properties},
                                        {"required", needed},
                                        {"additionalProperties", false}};
        BOOST_TEST(
            end_in_time(object, schema::order::any, tokens, std::to_string(required) + " required", 4, done));
    }
    BOOST_TEST(done.limited == 0u);
}

BOOST_AUTO_TEST_CASE(required_members_among_others_end_within_their_budget) {
    // the nearest end that the grammar knows has the shortest name again and again
    std::string const names[] = {"nStep",  "numberOfSteps", "phase",  "phaseEncoding", "rotate",
                                 "method", "flipFlag",      "eddy",   "interpolation", "outOne",
                                 "outTwo", "outThree",      "samples"};
    boost::json::object properties;
    boost::json::array needed;
    for (std::string const& name : names) {
        properties[name] = {{"type", "integer"}};
        needed.emplace_back(name);
    }
    vocab::token_list const tokens = pieces_of("{\"nStep\": 1, \"other\": \"text\"}");
    tally done;
    for (int other = 0; other < 2; ++other) {
        boost::json::object object{{"type", "object"}, {"properties", properties}, {"required", needed}};
        if (other != 0) {
            object["additionalProperties"] = {{"type", "string"}};
        }
        BOOST_TEST(end_in_time(object, schema::order::any, tokens, std::to_string(other), 4, done));
    }
    BOOST_TEST_MESSAGE(done.walks << " answers complete within their budget, " << done.limited
                                  << " masks lack something at a limit");
}

BOOST_AUTO_TEST_CASE(many_required_members_among_others_end_within_their_budget) {
    // names of all lengths, each of which brings the end nearer, and others that do not; some values are long
    boost::json::object properties;
    boost::json::array needed;
    for (std::size_t i = 0; i < 36; ++i) {
        std::string const name =
            std::string(1, static_cast<char>('a' + i % 5)) + std::string(i % 18, 'x') + std::to_string(i);
        properties[name] = {{"type", i % 3 == 0 ? "string" : "integer"}};
        if (i % 12 == 11) {
            properties[name] =
                boost::json::parse(R"({"type": "object", "required": ["from", "until", "every"],
                "properties": {"from": {"type": "integer"}, "until": {"type": "integer"},
                               "every": {"enum": ["day", "night"]}}})");
        }
        needed.emplace_back(name);
    }
    boost::json::object const inner{{"type", "object"}, {"properties", properties}, {"required", needed}};
    boost::json::value const whole{
        {"type", "object"}, {"properties", {{"config", inner}}}, {"required", {"config"}}};
    tally done;
    BOOST_TEST(end_in_time(whole, schema::order::any,
                           pieces_of(R"({"config": {"axx10": 1, "other": "text"}})"), "36 members", 8, done));
    BOOST_TEST_MESSAGE(done.walks << " answers complete within their budget, " << done.limited
                                  << " masks lack something at a limit");
}

namespace {

/// All members but one are longer than the one that is required.
constexpr std::string_view short_among_long =
    R"({"type": "object", "properties": {"a": {"const": 1}}, "required": ["a"], "minProperties": 3,
        "additionalProperties": {"const": "looooooooooooong"}})";

mask::compiled_grammar compiled_of(std::string_view text, vocab::token_list const& tokens) {
    schema::options how;
    how.properties = schema::order::any;
    auto const net = schema::compile(parlance::json::parse(text).value(), how);
    return {mask::grammar::prepare(net.value()).value(), *mask::token_index::build(tokens)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_required_member_is_not_put_off_for_longer_ones) {
    vocab::token_list const tokens = pieces_of("{}");
    mask::matcher m(compiled_of(short_among_long, tokens));
    std::string_view const text = R"({"a":1,"":"looooooooooooong","b":"looooooooooooong"})";
    BOOST_TEST(m.least_remaining() <= text.size() + 1);
    tally done;
    end_in_time(m, "a", 1, done);
    BOOST_TEST(done.limited == 0u);
}

BOOST_AUTO_TEST_CASE(names_that_may_be_long_leave_the_budget_as_it_is) {
    vocab::token_list const tokens = pieces_of("{\"ab\": 1}");
    for (char const* const longest : {"300", "5000"}) {
        mask::matcher m(
            compiled_of(R"({"type": "object", "minProperties": 1, "propertyNames": {"maxLength": )" +
                            std::string(longest) + "}}",
                        tokens));
        BOOST_TEST(m.accept(std::string_view("{\"ab")));
        std::size_t const least = m.least_remaining();
        BOOST_TEST(least <= 5u);
        tally done;
        end_in_time(m, longest, 1, done);
        m.remaining(least);
        auto const allowed = m.allowed();
        BOOST_TEST(tokens_of({allowed.words.begin(), allowed.words.end()}).size() < 10u);
    }
}

BOOST_AUTO_TEST_CASE(budgets_do_not_depend_on_what_was_asked_before) {
    vocab::token_list const tokens = pieces_of("{\"a\": 1}");
    std::string const two = R"({"x":"looooooooooooong","y":"looooooooooooong")";
    std::vector<std::string> const texts{"", "{", "{\"", "{\"a\":1,\"", two, two + ",\"", two + ",\"a"};
    auto const asked = [](mask::matcher m, std::string const& text, std::size_t more) {
        BOOST_REQUIRE(m.accept(std::string_view(text)));
        std::size_t const least = m.least_remaining();
        m.remaining(least + more);
        auto const allowed = m.allowed();
        return std::pair{least, std::vector<std::uint32_t>(allowed.words.begin(), allowed.words.end())};
    };
    for (std::string const& text : texts) {
        for (std::size_t const more : {0u, 3u, 20u}) {
            mask::matcher const used(compiled_of(short_among_long, tokens));
            for (std::string const& other : texts) {
                (void)asked(used, other, more);
            }
            mask::matcher const fresh(compiled_of(short_among_long, tokens));
            BOOST_TEST((asked(used, text, more) == asked(fresh, text, more)), text << ", " << more);
        }
    }
}

namespace {

/// Nine members of an object are required, and twelve more may stand between them, each as often as its turn comes.
boost::json::value many_members() {
    auto const file = boost::json::parse(R"({"type": "object", "additionalProperties": false,
        "required": ["local", "path"],
        "properties": {"local": {"type": "boolean"}, "path": {"type": "string"}}})");
    boost::json::value const text{{"type", "string"}};
    boost::json::object properties{{"title", {{"type", "string"}, {"maxLength", 40}}},
                                   {"engine", {{"enum", {"Diesel", "Electric", "Hybrid drive"}}}},
                                   {"draft", {{"type", "boolean"}}}};
    char const* const names[] = {"owner",  "summary",  "sourceFile", "release", "licence",  "manualFile",
                                 "layout", "homepage", "mirror",     "contact", "keywords", "imageFile",
                                 "region", "language", "buildHost",  "note",    "cacheDir", "logLevel"};
    for (std::string_view const name : names) {
        properties[name] = name.find("File") != std::string_view::npos ? file : text;
    }
    boost::json::value const module{{"type", "object"},
                                    {"additionalProperties", false},
                                    {"properties", properties},
                                    {"required",
                                     {"title", "owner", "summary", "sourceFile", "release", "licence",
                                      "manualFile", "engine", "layout"}}};
    return {{"type", "object"},
            {"additionalProperties", false},
            {"properties", {{"module", module}}},
            {"required", {"module"}}};
}

constexpr std::string_view one_module = R"({
  "module": {
    "title": "Sample engine",
    "source": {
      "local": true,
      "path": "a.b"
    }
  },
  "owner": "person"
})";

}  // namespace

BOOST_AUTO_TEST_CASE(more_orders_than_can_be_tried_end_within_their_budget) {
    // a number that is found behind one token is found behind the next, too
    tally done;
    vocab::token_list const tokens = pieces_of(std::string(one_module));
    BOOST_TEST(end_in_time(many_members(), schema::order::any, tokens, "many members", 1, done));
    BOOST_TEST(done.limited == 0u);
}

BOOST_AUTO_TEST_CASE(what_was_found_out_before_changes_no_mask) {
    schema::options how;
    how.properties = schema::order::any;
    auto const net = schema::compile(many_members(), how);
    vocab::token_list const tokens = pieces_of(std::string(one_module));
    auto const compiled = [&] {
        return mask::compiled_grammar{*mask::grammar::prepare(net.value()),
                                      *mask::token_index::build(tokens)};
    };
    mask::matcher used(compiled());
    random_grammar::source random(argument(2, 1));
    constexpr std::size_t more = 10;
    std::size_t const budget = used.least_remaining() + more;
    used.remaining(budget);
    std::string text;
    for (std::size_t step = 0; !used.stopped(); ++step) {
        auto const allowed = used.allowed();
        std::vector<std::uint32_t> const words(allowed.words.begin(), allowed.words.end());
        if (step % 8 == 0) {
            mask::matcher fresh(compiled());
            BOOST_REQUIRE(fresh.accept(std::string_view(text)));
            fresh.remaining(budget - step);
            auto const same = fresh.allowed();
            BOOST_TEST(words == std::vector<std::uint32_t>(same.words.begin(), same.words.end()),
                       step << ": " << text);
            BOOST_TEST(used.least_remaining() == fresh.least_remaining(), step << ": " << text);
        }
        mask::token_id const id = random.pick(tokens_of(words));
        BOOST_REQUIRE(used.accept(id));
        text += tokens.bytes(id);
    }
}

BOOST_AUTO_TEST_CASE(inside_a_value_all_that_is_in_time_is_allowed) {
    // of names, which must be new, only some are tried
    vocab::token_list const tokens = pieces_of(R"({"name": "Holiday", "rooms": 12})");
    mask::matcher const m(compiled_of(R"({"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string", "maxLength": 20}, "rooms": {"type": "integer"}}})",
                                      tokens));
    for (std::size_t const more : {1u, 2u, 3u}) {
        mask::matcher here = m;
        BOOST_REQUIRE(here.accept(std::string_view("{\"name\": \"_bo")));
        auto const any = here.allowed();
        std::vector<mask::token_id> const ids = tokens_of({any.words.begin(), any.words.end()});
        std::size_t const budget = here.least_remaining() + more;
        std::vector<mask::token_id> in_time;
        for (mask::token_id const id : ids) {
            mask::matcher ahead = here;
            BOOST_REQUIRE(ahead.accept(id));
            if (ahead.stopped() || ahead.least_remaining() < budget) {
                in_time.push_back(id);
            }
        }
        here.remaining(budget);
        auto const allowed = here.allowed();
        BOOST_TEST(in_time.size() > 100u);
        BOOST_TEST(tokens_of({allowed.words.begin(), allowed.words.end()}) == in_time, more);
    }
}

BOOST_AUTO_TEST_CASE(texts_that_are_counted_inside_alternatives_end_within_their_budget) {
    // until the country is known, all alternatives are open below the street
    auto address = boost::json::parse(R"({"type": "object", "additionalProperties": false,
        "required": ["street", "code", "country"],
        "properties": {"street": {"type": "string", "minLength": 1, "maxLength": 50}, "code": {"type": "string"},
                       "country": {"type": "string"}}})");
    boost::json::array ways;
    for (int n = 0; n < 40; ++n) {
        ways.push_back(boost::json::parse(R"({"properties": {"country": {"const": "c)" + std::to_string(n) +
                                          R"("}, "code": {"maxLength": )" + std::to_string(5 + n) + "}}}"));
    }
    address.as_object()["oneOf"] = ways;
    tally done;
    vocab::token_list const tokens =
        pieces_of("{\"street\": \"Ring 1\", \"code\": \"3000\", \"country\": \"CH\"}");
    for (schema::order const order : {schema::order::declared, schema::order::any}) {
        BOOST_TEST(end_in_time(address, order, tokens, "an address", 4, done));
    }
    BOOST_TEST(done.limited == 0u);
}

BOOST_AUTO_TEST_CASE(answers_of_all_formats_end_within_their_budget) {
    auto const parameters =
        parlance::json::parse(R"({"type": "object", "required": ["city", "days"], "properties": {
        "city": {"type": "string", "maxLength": 12}, "days": {"type": "integer"}, "exact": {"type": "boolean"},
        "unit": {"enum": ["C", "F"]}, "near": {"type": "array", "items": {"type": "number"}, "minItems": 2}}})");
    std::vector<chat::tool> const tools{{"find_weather", "", parameters.value()}};
    std::mt19937 random(argument(2, 1));
    tally done;
    for (auto const& t : corpus::templates()) {
        for (auto const choice : {chat::call_policy::kind::automatic, chat::call_policy::kind::required}) {
            chat::call_policy policy;
            policy.choice = choice;
            auto const syntax = chat::build_syntax(t.result.format, tools, policy);
            BOOST_REQUIRE_MESSAGE(syntax, t.name);
            auto const grammar = chat::build_grammar(*syntax, tools, policy);
            if (!grammar) {
                continue;  // no calls
            }
            auto const text = walks::walker(grammar->network).walk(random);
            BOOST_REQUIRE_MESSAGE(text, t.name);
            mask::compiled_grammar const compiled{*mask::grammar::prepare(grammar->network),
                                                  *mask::token_index::build(pieces_of(text->substr(0, 400)))};
            end_in_time(mask::matcher(compiled), t.name, 1, done);
        }
    }
    BOOST_TEST_MESSAGE(done.grammars << " constraints, " << done.walks
                                     << " answers complete within their budget, " << done.limited
                                     << " masks lack something at a limit");
    BOOST_TEST((corpus::templates().empty() || done.grammars > 100u));
}

BOOST_AUTO_TEST_CASE(random_texts_end_within_their_budget) {
    tally done;
    std::uint32_t const first = argument(2, 1);
    for (std::uint32_t i = 0; i < argument(1, 60); ++i) {
        follow(first + i, done);
    }
    BOOST_TEST_MESSAGE(done.grammars << " grammars, " << done.walks
                                     << " answers complete within their budget, " << done.compared
                                     << " least numbers compared with a search, " << done.longer
                                     << " times the search found a way that first leads away from the end, "
                                     << done.limited << " masks lack something at a limit");
    BOOST_TEST(done.limited * 5 <= done.walks);
    BOOST_TEST(done.grammars > 0u);
}

BOOST_AUTO_TEST_CASE(random_walks_never_meet_a_state_with_no_token) {
    std::size_t steps = 0;
    std::size_t impossible = 0;
    std::size_t limited = 0;
    for (std::uint32_t i = 0; i < argument(1, 60); ++i) {
        std::uint32_t const seed = argument(2, 1) + i;
        random_grammar::source random(seed);
        std::string const text = random_grammar::some_text(random);
        auto const net = random_grammar::network_of(text);
        parlance::limits bounds;
        bounds.fuel = 2'000'000;
        auto const prepared = net ? mask::grammar::prepare(*net, mask::trigger::eager(), bounds)
                                  : parlance::result<mask::grammar>{net.error()};
        if (!prepared) {
            continue;
        }
        // few tokens: most bytes are spelled as parts of longer ones only, or not at all
        vocab::token_list const tokens = random_grammar::vocabulary(random, 8 + random.below(20));
        mask::compiled_grammar const compiled{*prepared, *mask::token_index::build(tokens)};
        for (int walk = 0; walk < 4; ++walk) {
            mask::matcher m{compiled};
            for (int step = 0; step < 12 && !m.stopped(); ++step) {
                auto const allowed = m.allowed();
                auto const ids = tokens_of(allowed.words);
                if (allowed.state == mask::filled::limited || m.error() != parlance::errc::none) {
                    require_accepted(m, ids, std::to_string(seed) + "\n" + text);
                    ++limited;
                    break;
                }
                BOOST_REQUIRE_MESSAGE(!ids.empty() || step == 0 || m.can_stop(), seed << "\n" << text);
                if (ids.empty()) {
                    impossible += step == 0;
                    break;
                }
                BOOST_REQUIRE(m.accept(random.pick(ids)));
                ++steps;
            }
        }
    }
    BOOST_TEST_MESSAGE(steps << " steps, " << impossible << " walks that no token begins, " << limited
                             << " masks lack something at a limit");
    BOOST_TEST(steps > 0u);
}

BOOST_AUTO_TEST_SUITE_END()

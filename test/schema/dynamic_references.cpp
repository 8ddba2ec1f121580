// test/schema/dynamic_references.cpp - $dynamicRef and $recursiveRef where several anchors may be meant
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include "../measured.hpp"
#include <boost/json.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_dynamic_references)

namespace json = boost::json;
namespace schema = parlance::schema;
namespace data = boost::unit_test::data;
using parlance::errc;

namespace {

parlance::schema::options any_order() {
    schema::options how;
    how.properties = schema::order::any;
    return how;
}

struct sample {
    char const* name;
    char const* schema;
    std::vector<char const*> pass;
    std::vector<char const*> fail;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.name; }
};

constexpr char const* strict_tree = R"({
    "$id": "http://x.example/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false,
    "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "type": "object", "properties": {
        "value": {"type": "integer"}, "kids": {"type": "array", "items": {"$dynamicRef": "#node"}}}}}})";

constexpr char const* extended_tree = R"({
    "$id": "http://x.example/named", "$dynamicAnchor": "node", "$ref": "tree",
    "properties": {"name": {"type": "string"}}, "required": ["name"],
    "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "type": "object", "properties": {
        "kids": {"type": "array", "items": {"$dynamicRef": "#node"}}}}}})";

// a list of T, twice in one document, and once as it is
constexpr char const* lists = R"({
    "$id": "http://x.example/lists", "type": "object", "properties": {
        "names": {"$ref": "names"}, "numbers": {"$ref": "numbers"}, "any": {"$ref": "list"}},
    "additionalProperties": false,
    "$defs": {
        "list": {"$id": "list", "type": "array", "items": {"$dynamicRef": "#T"},
                 "$defs": {"T": {"$dynamicAnchor": "T", "not": {"type": "null"}}}},
        "names": {"$id": "names", "$ref": "list", "$defs": {"T": {"$dynamicAnchor": "T", "type": "string"}}},
        "numbers": {"$id": "numbers", "$ref": "list", "$defs": {"T": {"$dynamicAnchor": "T", "type": "integer"}}}}})";

// two names at once, of which the middle resource says one
constexpr char const* pairs = R"({
    "$id": "http://x.example/pairs", "$ref": "half", "$defs": {
        "second": {"$dynamicAnchor": "second", "type": "boolean"},
        "half": {"$id": "half", "$ref": "pair", "$defs": {
            "first": {"$dynamicAnchor": "first", "type": "string"},
            "second": {"$dynamicAnchor": "second", "type": "string"}}},
        "pair": {"$id": "pair", "type": "array", "minItems": 2, "items": false,
                 "prefixItems": [{"$dynamicRef": "#first"}, {"$dynamicRef": "#second"}], "$defs": {
            "first": {"$dynamicAnchor": "first"}, "second": {"$dynamicAnchor": "second"}}}}})";

// a -> b -> c; b stops being one of the chain where its anchor is false
std::string chain(bool middle) {
    return R"({"$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "http://x.example/a",
        "$recursiveAnchor": true, "anyOf": [{"type": "boolean"}, {"$ref": "b"}], "$defs": {
        "b": {"$id": "b", "$recursiveAnchor": )" +
           std::string(middle ? "true" : "false") + R"(, "anyOf": [{"type": "integer"}, {"$ref": "c"},
              {"type": "object", "additionalProperties": {"$recursiveRef": "#"}}]},
        "c": {"$id": "c", "$recursiveAnchor": true, "anyOf": [{"type": "string"},
              {"type": "array", "items": {"$recursiveRef": "#"}}]}}})";
}
std::string const whole_chain = chain(true);
std::string const broken_chain = chain(false);

sample const samples[] = {
    {"a tree that forbids what nobody knows",
     strict_tree,
     {R"({})", R"({"value":1,"kids":[{"value":2,"kids":[]}]})"},
     {R"({"valu":1})", R"({"kids":[{"valu":1}]})", R"({"kids":[{"kids":[{"kid":[]}]}]})"}},
    {"a tree whose extension holds below, too",
     extended_tree,
     {R"({"name":"a"})", R"({"name":"a","kids":[{"name":"b","kids":[]}]})"},
     {R"({"kids":[]})", R"({"name":"a","kids":[{}]})", R"({"name":"a","kids":[{"name":"b","kids":[{}]}]})"}},
    {"lists of what who refers to them says",
     lists,
     {R"({"names":["a"],"numbers":[1],"any":[1,"a",true]})", R"({"numbers":[],"any":[[]]})"},
     {R"({"names":[1]})", R"({"numbers":["a"]})", R"({"any":[null]})"}},
    {"two names, whose outermost anchors are in two resources",
     pairs,
     {R"(["a",true])", R"(["",false])"},
     {R"([1,true])", R"(["a","b"])", R"(["a"])", R"([true,true])"}},
    {"a chain of $recursiveAnchors",
     whole_chain.c_str(),
     {"true", "1", R"("a")", R"([true,[1,"a"]])", R"({"a":true,"b":[{"c":false}]})"},
     {"null", "[null]", R"({"a":[null]})"}},
    {"a chain with a link that is none: its own references stay there",
     broken_chain.c_str(),
     {"true", "1", "[true,[1]]", R"({"a":1,"b":[true]})"},
     {R"({"a":true})", "[null]", R"([{"a":false}])"}},
    {"a reference to itself on every way",
     R"({"$recursiveAnchor":true,"type":"array","items":{"$recursiveRef":"#"},
         "$defs":{"x":{"$id":"x","$recursiveAnchor":true}}})",
     {"[]", "[[],[[]]]"},
     {"[1]", "{}"}},
    {"no dynamic anchor where it begins: it is $ref",
     R"({"$id":"http://x.example/r","$dynamicAnchor":"t","type":["array","null"],"items":{"$ref":"p"},
         "$defs":{"p":{"$id":"p","type":"array","items":{"$dynamicRef":"#t"},"$defs":{
            "t":{"$anchor":"t","type":"string"}}},"q":{"$id":"q","$dynamicAnchor":"t","type":"integer"}}})",
     {"null", R"([["a"]])"},
     {"[[null]]", "[[1]]", R"(["a"])"}},
    {"a plain reference to a dynamic anchor",
     R"({"$id":"http://x.example/r","$dynamicAnchor":"t","type":["array","null"],"items":{"$ref":"p#t"},
         "$defs":{"p":{"$id":"p","$defs":{"t":{"$dynamicAnchor":"t","type":"string"}},"$dynamicRef":"#t"}}})",
     {"null", R"(["a"])"},
     {"[null]", "[[]]"}},
    {"what was left is not in scope",
     R"({"$id":"http://x.example/r","type":"array","prefixItems":[{"$ref":"outer"},{"$ref":"inner"}],"$defs":{
            "outer":{"$id":"outer","$ref":"inner","$defs":{"t":{"$dynamicAnchor":"t","type":"null"}}},
            "inner":{"$id":"inner","$dynamicRef":"#t","$defs":{"t":{"$dynamicAnchor":"t","type":"string"}}}}})",
     {R"([null,"a"])", "[null]"},
     {"[null,null]", R"(["a"])"}},
    {"constants, and what is denied, are judged in scope",
     R"({"$id":"http://x.example/r","type":"array","items":{"$ref":"some"},
         "$defs":{"t":{"$dynamicAnchor":"t","enum":[1,"a"]},
            "some":{"$id":"some","allOf":[{"enum":[1,2,"a","b",null]},{"$dynamicRef":"#t"},{"not":{"$ref":"no"}}],
                    "$defs":{"t":{"$dynamicAnchor":"t","type":"null"}}},
            "no":{"$id":"no","type":"string","not":{"$dynamicRef":"#t"},
                  "$defs":{"t":{"$dynamicAnchor":"t","const":"b"}}}}})",
     {R"([1,"a"])"},
     {"[2]", R"(["b"])", "[null]"}},
    {"a resource that stands where it is used",
     R"({"$id":"http://x.example/r","type":"object","properties":{
            "a":{"$id":"a","$dynamicAnchor":"t","type":"object","properties":{"x":{"$ref":"b"}}},
            "b":{"$id":"b","$dynamicAnchor":"t","type":["object","null"],"properties":{"y":{"$dynamicRef":"#t"}}}}})",
     {R"({"a":{"x":{"y":{}}}})", R"({"b":{"y":null}})", R"({"a":{"x":null}})"},
     {R"({"a":{"x":{"y":null}}})", R"({"a":{"x":{"y":{"x":1}}}})", R"({"b":{"y":1}})"}},
};

/// Random resources that refer to each other and to dynamic anchors, and what they mean by the words of the
/// specification: with a list of all the resources that were entered.
class random_resources {
public:
    explicit random_resources(std::uint32_t seed) : random_(seed) {
        for (int i = 0; i < 4; ++i) {
            names_.push_back("r" + std::to_string(i));
            anchors_.emplace_back();
            for (char const* anchor : {"A", "B"}) {
                if (one_in(2)) {
                    anchors_.back().emplace_back(anchor);
                }
            }
        }
        json::object parts;
        for (std::size_t i = 1; i < 4; ++i) {
            parts[names_[i]] = resource(i);
        }
        document_ = resource(0);
        for (auto const& [name, part] : parts) {
            document_["$defs"].as_object()[name] = part;
        }
        document_["$id"] = "http://x.example/r0";
        document_["$schema"] = "https://json-schema.org/draft/2020-12/schema";
        roots_["r0"] = &document_;
        for (std::size_t i = 1; i < 4; ++i) {
            roots_[names_[i]] = &document_["$defs"].as_object()[names_[i]].as_object();
        }
    }

    json::value document() const { return document_; }
    bool holds(json::value const& v) const { return holds(document_, v, {"r0"}); }

    json::value value(int depth) {
        switch (pick(depth > 0 ? 6 : 3)) {
        case 0: return nullptr;
        case 1: return 7;
        case 2: return "s";
        case 3: {
            json::array out;
            for (std::uint32_t n = pick(3); n > 0; --n) {
                out.push_back(value(depth - 1));
            }
            return out;
        }
        default: {
            json::object out;
            for (char const* name : {"a", "b"}) {
                if (one_in(2)) {
                    out[name] = value(depth - 1);
                }
            }
            return out;
        }
        }
    }

private:
    std::uint32_t pick(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
    bool one_in(std::uint32_t n) { return pick(n) == 0; }

    json::object resource(std::size_t i) {
        json::object out = guarded(i, 2);
        json::object defs;
        for (std::string const& name : anchors_[i]) {
            defs[name] = guarded(i, 1);
            defs[name].as_object()["$dynamicAnchor"] = name;
        }
        out["$id"] = names_[i];
        out["$defs"] = defs;
        return out;
    }
    /// References only behind a member or an item, so that no schema is itself.
    json::object guarded(std::size_t in, int depth) {
        switch (pick(depth > 0 ? 8 : 4)) {
        case 0: return {{"type", "null"}};
        case 1: return {{"type", "integer"}};
        case 2: return {{"type", "string"}};
        case 3: return {{"type", json::array{"null", "array"}}, {"items", any(in, depth - 1)}};
        case 4: return {{"anyOf", json::array{guarded(in, depth - 1), guarded(in, depth - 1)}}};
        case 5: return {{"not", guarded(in, depth - 1)}};
        default: {
            json::object out{{"type", "object"}, {"additionalProperties", false}};
            out["properties"] = {{"a", any(in, depth - 1)}, {"b", any(in, depth - 1)}};
            if (one_in(4)) {
                out["required"] = boost::json::array{"a"};
            }
            return out;
        }
        }
    }
    json::object any(std::size_t in, int depth) {
        if (std::uint32_t const n = pick(8); n < 4 && !anchors_[in].empty()) {
            return {
                {"$dynamicRef", "#" + anchors_[in][pick(static_cast<std::uint32_t>(anchors_[in].size()))]}};
        } else if (n < 6) {
            return {{"$ref", names_[1 + pick(3)]}};
        }
        return guarded(in, depth);
    }

    json::value const* anchor(std::string const& resource, std::string const& name) const {
        return roots_.at(resource)->at("$defs").as_object().if_contains(name);
    }
    bool holds(json::object const& s, json::value const& v, std::vector<std::string> const& entered) const {
        auto const go_to = [&](json::object const& to, std::string const& resource) {
            std::vector<std::string> longer = entered;
            longer.push_back(resource);
            return holds(to, v, longer);
        };
        if (auto const* ref = s.if_contains("$ref")) {
            std::string const name(ref->as_string());
            return go_to(*roots_.at(name), name);
        }
        if (auto const* ref = s.if_contains("$dynamicRef")) {
            std::string const name(std::string_view(ref->as_string()).substr(1));
            for (std::string const& resource : entered) {
                if (auto const* to = anchor(resource, name)) {
                    return go_to(to->as_object(), resource);
                }
            }
        }
        if (auto const* no = s.if_contains("not")) {
            return !holds(no->as_object(), v, entered);
        }
        if (auto const* any = s.if_contains("anyOf")) {
            return holds(any->as_array()[0].as_object(), v, entered) ||
                   holds(any->as_array()[1].as_object(), v, entered);
        }
        json::value const& type = s.at("type");
        if (v.is_array()) {
            return type.is_array() &&
                   std::all_of(v.as_array().begin(), v.as_array().end(), [&](auto const& item) {
                       return holds(s.at("items").as_object(), item, entered);
                   });
        }
        if (!v.is_object()) {
            return v.is_null()     ? type == "null" || type.is_array()
                   : v.is_string() ? type == "string"
                                   : type == "integer";
        }
        return type == "object" && (!s.contains("required") || v.as_object().contains("a")) &&
               std::all_of(v.as_object().begin(), v.as_object().end(), [&](auto const& member) {
                   return holds(s.at("properties").at(member.key()).as_object(), member.value(), entered);
               });
    }

    std::minstd_rand random_;
    std::vector<std::string> names_;
    std::vector<std::vector<std::string>> anchors_;  // by resource
    json::object document_;
    std::map<std::string, json::object const*> roots_;
};

/// `names` anchors, each in two resources of which either may be entered on the way to references to all of them.
json::value many_ways(int names) {
    json::object defs;
    json::array all;
    for (int i = 0; i < names; ++i) {
        std::string const name = "n" + std::to_string(i);
        std::string const next = i + 1 < names ? "w" + std::to_string(i + 1) : std::string("end");
        for (char const* variant : {"x", "y"}) {
            defs[name + variant] = json::object{
                {"$id", name + variant},
                {"$ref", "http://x.example/root#" + next},
                {"$defs",
                 {{"t", {{"$dynamicAnchor", name}, {"type", *variant == 'x' ? "string" : "null"}}}}}};
        }
        defs["w" + std::to_string(i)] =
            json::object{{"$anchor", "w" + std::to_string(i)},
                         {"properties", {{"x", {{"$ref", name + "x"}}}, {"y", {{"$ref", name + "y"}}}}}};
        all.push_back(json::object{{"$dynamicRef", name + "x#" + name}});
    }
    defs["end"] = json::object{{"$anchor", "end"}, {"type", "array"}, {"prefixItems", all}};
    return json::object{{"$id", "http://x.example/root"}, {"$ref", "#w0"}, {"$defs", defs}};
}

}  // namespace

BOOST_DATA_TEST_CASE(the_anchor_that_was_entered_first_is_meant, data::make(samples)) {
    json::value const s = *parlance::json::parse(sample.schema);
    auto const net = schema::compile(s, any_order());
    BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
    for (char const* text : sample.pass) {
        BOOST_TEST(parlance::mask::matches(*net, text), text);
        auto const judged = schema::validate(s, *parlance::json::parse(text));
        BOOST_TEST(judged.has_value(), text << parlance::render(judged.error()));
    }
    for (char const* text : sample.fail) {
        BOOST_TEST(!parlance::mask::matches(*net, text), text);
        auto const judged = schema::validate(s, *parlance::json::parse(text));
        BOOST_TEST((judged.error().code == errc::schema_violation), text << parlance::render(judged.error()));
    }
    auto const rows = schema::contract(s);
    BOOST_REQUIRE(rows);
    for (schema::keyword_treatment const& row : *rows) {
        BOOST_TEST((row.is != schema::treatment::refused), row.pointer << ": " << row.reason);
    }
}

BOOST_AUTO_TEST_CASE(network_validator_and_the_specification_agree) {
    std::size_t accepted = 0;
    std::size_t rejected = 0;
    for (std::uint32_t seed = 1; seed < 1000; ++seed) {
        random_resources some(seed);
        json::value const s = some.document();
        auto const net = schema::compile(s, any_order());
        bool const none = !net && net.error().code == errc::unsatisfiable_schema;
        BOOST_REQUIRE_MESSAGE(net || none, s << parlance::render(net.error()));
        for (int i = 0; i < 60; ++i) {
            json::value const v = some.value(3);
            bool const good = some.holds(v);
            (good ? accepted : rejected) += 1;
            BOOST_REQUIRE_MESSAGE((net && parlance::mask::matches(*net, parlance::json::dump(v))) == good,
                                  s << (good ? " refuses " : " accepts ") << v);
            auto const judged = schema::validate(s, v);
            BOOST_REQUIRE_MESSAGE(judged.has_value() == good, s << v << parlance::render(judged.error()));
        }
    }
    BOOST_TEST(accepted > 5000u);
    BOOST_TEST(rejected > 5000u);
}

BOOST_AUTO_TEST_CASE(schemas_of_one_lowerer_keep_their_scopes_apart) {
    parlance::rtn::builder out;
    schema::lowerer lower(out, any_order());
    auto const rule_of = [&](char const* type) {
        return lower
            .lower(*parlance::json::parse(
                R"({"$id":"http://x.example/r","type":"object","required":["a"],"properties":{"a":{"$ref":"list"}},
                    "$defs":{"list":{"$id":"list","type":"array","items":{"$dynamicRef":"#T"},
                                     "$defs":{"T":{"$dynamicAnchor":"T"}}},
                             "T":{"$dynamicAnchor":"T","type":")" +
                std::string(type) + "\"}}}"))
            .value();
    };
    auto const strings = rule_of("string");
    auto const nulls = rule_of("null");
    BOOST_TEST(strings != nulls);
    BOOST_TEST(rule_of("string") == strings);
    auto const matches = [&](parlance::rtn::rule_id root, char const* text) {
        parlance::rtn::builder copy = out;
        copy.root(root);
        return parlance::mask::matches(std::move(copy).finish(), text);
    };
    BOOST_TEST(matches(strings, R"({"a": ["x"]})"));
    BOOST_TEST(!matches(strings, R"({"a": [null]})"));
    BOOST_TEST(matches(nulls, R"({"a": [null]})"));
    BOOST_TEST(!matches(nulls, R"({"a": ["x"]})"));
}

BOOST_AUTO_TEST_CASE(what_asks_for_no_dynamic_anchor_is_written_once) {
    // lists of n types, each with a large part that hangs on none of them
    auto const rules = [](int n) {
        json::object plain;
        for (int i = 0; i < 50; ++i) {
            plain["p" + std::to_string(i)] = json::object{{"type", "array"}, {"maxItems", i + 1}};
        }
        json::object defs{
            {"list",
             {{"$id", "list"},
              {"type", "object"},
              {"properties",
               {{"plain", {{"type", "object"}, {"properties", plain}}}, {"own", {{"$dynamicRef", "#T"}}}}},
              {"$defs", {{"T", {{"$dynamicAnchor", "T"}}}}}}}};
        json::object properties;
        for (int i = 0; i < n; ++i) {
            std::string const id = "l" + std::to_string(i);
            defs[id] = json::object{
                {"$id", id}, {"$ref", "list"}, {"$defs", {{"T", {{"$dynamicAnchor", "T"}, {"minimum", i}}}}}};
            properties[id] = json::object{{"$ref", id}};
        }
        json::object const s{
            {"$id", "http://x.example/r"}, {"type", "object"}, {"properties", properties}, {"$defs", defs}};
        return schema::compile(json::value(s)).value().rules.size();
    };
    BOOST_TEST(rules(3) - rules(2) < 20u);
}

BOOST_AUTO_TEST_CASE(a_reference_costs_the_same_however_many_resources_there_are) {
    json::object defs;
    for (int r = 0; r < 2000; ++r) {
        std::string const name = "r" + std::to_string(r);
        defs[name] = json::object{{"$id", "http://x.example/" + name},
                                  {"$dynamicAnchor", "a"},
                                  {"items", json::object{{"$dynamicRef", "#a"}}}};
    }
    parlance::limits few;
    few.fuel = 4'000'000;
    json::value const s = json::object{{"type", "integer"}, {"$defs", defs}};
    BOOST_TEST(schema::compile(s, {}, few).has_value());
}

BOOST_AUTO_TEST_CASE(there_are_as_many_scopes_as_there_is_memory_for) {
    json::object defs;
    json::object members;
    for (int r = 0; r < 170; ++r) {
        std::string const uri = "http://x.example/r" + std::to_string(r);
        json::object anchors;
        json::object own;
        for (int i = 0; i < 64; ++i) {
            std::string const name = "n" + std::to_string(i);
            anchors[name] = json::object{{"$dynamicAnchor", name}, {"type", "string"}};
            own[name] = json::object{{"$dynamicRef", "#" + name}};
        }
        members["m" + std::to_string(r)] = json::object{{"$ref", uri}};
        defs[uri] = json::object{{"$id", uri}, {"$defs", anchors}, {"type", "object"}, {"properties", own}};
    }
    json::value const s = json::object{{"type", "object"}, {"properties", members}, {"$defs", defs}};
    BOOST_TEST(schema::compile(s).has_value());
    parlance::limits little;
    little.allocated_bytes = std::size_t{4} << 20;
    BOOST_TEST(!schema::compile(s, {}, little).has_value());
}

BOOST_AUTO_TEST_CASE(many_scopes_end_inside_the_budgets) {
    BOOST_TEST(schema::compile(many_ways(5)).has_value());
    json::value v = json::array{};
    for (int i = 0; i < 17; ++i) {
        v = json::object{{"x", v}, {"y", v}};
    }
    for (int const names : {17, 24, 64}) {
        json::value const s = many_ways(names);
        auto const cost = measured::on_a_small_stack([&] {
            BOOST_TEST((schema::compile(s).error().code == errc::out_of_fuel));
            BOOST_TEST((schema::validate(s, v).error().code == errc::out_of_fuel));
        });
        BOOST_TEST_MESSAGE(names << " names: " << cost.milliseconds << " ms, " << cost.bytes << " bytes");
        BOOST_TEST(cost.bytes < std::size_t{100} << 20);
    }
    auto const refused = schema::compile(many_ways(65));
    BOOST_TEST((refused.error().code == errc::unsupported_keyword));
    BOOST_TEST((schema::validate(many_ways(65), 1).error().code == errc::unsupported_keyword));
}

BOOST_AUTO_TEST_SUITE_END()

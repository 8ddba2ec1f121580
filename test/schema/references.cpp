// test/schema/references.cpp - references by place, by name, by URI, and to documents that the caller knows
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/detail/read/uri.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_references)

namespace schema = parlance::schema;
namespace data = boost::unit_test::data;
using parlance::errc;

namespace {

/// Documents by URI, and which of them were asked for.
struct shelf {
    std::map<std::string, boost::json::value, std::less<>> documents;
    std::vector<std::string> asked;

    shelf() {
        auto const put = [&](char const* uri, char const* text) {
            documents.emplace(uri, *parlance::json::parse(text));
        };
        put("http://example.com/item",
            R"({"$defs":{"n":{"type":"integer"}},"type":"array","items":{"$ref":"#/$defs/n"}})");
        put("http://example.com/deep/tree",
            R"({"type":"object","properties":{"kids":{"$ref":"list"}},"additionalProperties":false})");
        put("http://example.com/deep/list", R"({"type":"array","items":{"$ref":"tree"}})");
        put("http://example.com/old",
            R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"integer","minimum":3,"exclusiveMinimum":true,"const":5})");
        put("urn:x:names", R"({"$defs":{"a":{"$anchor":"short","maxLength":2,"type":"string"}}})");
    }
    schema::document_source source() {
        return [this](std::string_view uri) -> boost::json::value const* {
            asked.emplace_back(uri);
            auto const at = documents.find(uri);
            return at == documents.end() ? nullptr : &at->second;
        };
    }
};

struct sample {
    char const* schema;
    char const* pass;
    char const* fail;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.schema; }
};

sample const samples[] = {
    // inside another document, a reference is that document's
    {R"({"$ref":"http://example.com/item","$defs":{"n":{"type":"string"}}})", "[1,2]", "[\"a\"]"},
    {R"({"$ref":"http://example.com/item#/$defs/n"})", "7", "\"a\""},
    {R"({"$id":"http://example.com/root","items":{"$ref":"item"},"type":"array"})", "[[1]]", "[[true]]"},
    {R"({"$ref":"http://example.com/deep/tree"})", R"({"kids":[{},{"kids":[]}]})",
     R"({"kids":[{"kids":1}]})"},
    {R"({"$ref":"urn:x:names#short"})", "\"ab\"", "\"abc\""},
    // a document has the keywords of its own draft
    {R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"http://example.com/old"})", "4",
     "3"},
    {R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"http://example.com/old"})", "5",
     "\"5\""},
    // a part with a URI of its own
    {R"({"$id":"http://a.example/r","$ref":"part","$defs":{"x":{"$id":"part","$ref":"#/$defs/y","$defs":{"y":{"type":"null"}}},"y":{"type":"string"}}})",
     "null", "\"\""},
    {R"({"$id":"http://a.example/r","$ref":"http://a.example/part#y","$defs":{"x":{"$id":"/part","$defs":{"y":{"$anchor":"y","type":"null"}}},"y":{"$anchor":"y","type":"string"}}})",
     "null", "\"\""},
    {R"({"$id":"http://a.example/r","$ref":"#y","$defs":{"x":{"$id":"/part","$defs":{"y":{"$anchor":"y","type":"null"}}},"y":{"$anchor":"y","type":"string"}}})",
     "\"\"", "null"},
    // ids that a generator put everywhere
    {R"({"$schema":"http://json-schema.org/draft-04/schema#","id":"http://x.example","properties":{"a":{"id":"/properties/a","$ref":"#/definitions/n"}},"definitions":{"n":{"type":"null"}}})",
     R"({"a":null})", R"({"a":1})"},
    // equal parts mean different things in different places
    {R"({"$id":"http://a.example/r","prefixItems":[{"$id":"p","items":{"$ref":"#/$defs/n"},"$defs":{"n":{"type":"null"}}},{"$id":"q","items":{"$ref":"#/$defs/n"},"$defs":{"n":{"type":"string"}}}],"items":false,"type":"array"})",
     R"([[null],["a"]])", R"([[null],[null]])"},
    // data and names are no keywords
    {R"({"properties":{"default":{"$anchor":"d","type":"null"}},"items":{"$ref":"#d"},"default":{"$anchor":"d"},"type":"array"})",
     "[null]", "[1]"},
    {R"({"$ref":"#/$defs/a","$defs":{"a":{"$dynamicRef":"#t"},"t":{"$dynamicAnchor":"t","type":"null"}}})",
     "null", "1"},
    {R"({"$recursiveAnchor":true,"type":"array","items":{"$recursiveRef":"#"}})", "[[],[[]]]", "[1]"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(references_of_uris_are_resolved_as_rfc_3986_says) {
    std::string_view const base = "http://a/b/c/d;p?q";
    std::pair<std::string_view, std::string_view> const rows[] = {
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q"},
        {"g#s", "http://a/b/c/g"},
        {";x", "http://a/b/c/;x"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/../y", "http://a/b/c/y"},
    };
    for (auto const& [reference, whole] : rows) {
        BOOST_TEST(schema::detail::resolve_uri(base, reference) == whole, reference);
    }
    BOOST_TEST(schema::detail::resolve_uri("", "a.json#x") == "a.json");
    BOOST_TEST(schema::detail::resolve_uri("http://a", "b") == "http://a/b");
}

BOOST_DATA_TEST_CASE(a_reference_means_the_same_to_the_network_and_the_validator, data::make(samples)) {
    shelf known;
    schema::options how;
    how.documents = known.source();
    auto const s = *parlance::json::parse(sample.schema);
    auto const net = schema::compile(s, how);
    BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
    BOOST_TEST(parlance::mask::matches(*net, sample.pass));
    BOOST_TEST(!parlance::mask::matches(*net, sample.fail));
    auto const good = schema::validate(s, *parlance::json::parse(sample.pass), how.documents);
    BOOST_TEST(good.has_value(), parlance::render(good.error()));
    auto const bad = schema::validate(s, *parlance::json::parse(sample.fail), how.documents);
    BOOST_TEST((bad.error().code == errc::schema_violation), parlance::render(bad.error()));
}

BOOST_AUTO_TEST_CASE(a_document_is_asked_for_once_and_by_its_uri_alone) {
    shelf known;
    schema::options how;
    how.documents = known.source();
    BOOST_TEST(
        schema::compile(*parlance::json::parse(R"({"items":{"$ref":"http://example.com/item#/$defs/n"},)"
                                               R"("not":{"$ref":"http://example.com/item"}})"),
                        how)
            .has_value());
    BOOST_TEST(known.asked == std::vector<std::string>{"http://example.com/item"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_uri_counts_only_where_the_draft_reads_one) {
    // beside a reference, and below a keyword that no draft knows
    boost::json::value const beside = *parlance::json::parse(
        R"({"$schema":"http://json-schema.org/draft-07/schema#","$id":"http://example.com/a",
            "definitions":{"x":{"$id":"http://example.com/b/x","type":"string"},
                           "y":{"$id":"x","type":"number"}},
            "allOf":[{"$id":"http://example.com/b/","$ref":"x"}]})");
    boost::json::value const below = *parlance::json::parse(
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema",
            "x-parts":{"p":{"$id":"http://example.com/p","type":"null"}},
            "$defs":{"p":{"$id":"http://example.com/p","type":"string"}},
            "$ref":"http://example.com/p"})");
    for (auto const& [document, good, bad] :
         {std::tuple{&beside, "1", R"("a")"}, std::tuple{&below, R"("a")", "null"}}) {
        auto const net = schema::compile(*document);
        BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
        BOOST_TEST(parlance::mask::matches(*net, good));
        BOOST_TEST(!parlance::mask::matches(*net, bad));
    }
}

BOOST_AUTO_TEST_CASE(references_in_a_circle_are_refused) {
    struct row {
        char const* schema;
        char const* value;  // one that the circle is asked of
        char const* hint;
    };
    row const rows[] = {
        {R"({"$ref":"#"})", "1", "/$ref: in a circle through #"},
        {R"({"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#","type":"null"})", "1",
         "/$ref: in a circle through #"},
        {R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})", "1", nullptr},
        {R"({"$ref":"#n","$defs":{"m":{"$anchor":"n","allOf":[{"$ref":"#n"}]}}})", "1",
         "/$defs/m/allOf/0/$ref: in a circle through #n"},
        {R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$dynamicAnchor":"n","$dynamicRef":"#n"})",
         "1", "/$dynamicRef: in a circle through #n"},
        {R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"http://e.com/","$ref":"in",
             "$dynamicAnchor":"n","$defs":{"in":{"$id":"in","anyOf":[{"$dynamicRef":"#n"}],
             "$defs":{"n":{"$dynamicAnchor":"n","type":"null"}}}}})",
         "1", nullptr},
        {R"({"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"$recursiveRef":"#"})",
         "1", "/$recursiveRef: in a circle through #"},
        {R"({"allOf":[{"type":"null"},{"$ref":"#"}]})", "null", "/allOf/1/$ref: in a circle through #"},
        {R"({"anyOf":[{"$ref":"#"},{"type":"null"}]})", "1", "/anyOf/0/$ref: in a circle through #"},
        {R"({"anyOf":[true,{"$ref":"#"}]})", "1", "/anyOf/1/$ref: in a circle through #"},
        {R"({"oneOf":[{"$ref":"#/$defs/a"},{"type":"null"}],"$defs":{"a":{"$ref":"#"}}})", "1", nullptr},
        {R"({"not":{"$ref":"#"}})", "1", "/not/$ref: in a circle through #"},
        {R"({"if":{"$ref":"#"},"then":{"type":"null"}})", "1", "/if/$ref: in a circle through #"},
        {R"({"if":{"type":"null"},"then":{"$ref":"#"}})", "null", "/then/$ref: in a circle through #"},
        {R"({"if":{"type":"null"},"else":{"$ref":"#"}})", "1", "/else/$ref: in a circle through #"},
        {R"({"dependentSchemas":{"a":{"$ref":"#"}}})", R"({"a":1})",
         "/dependentSchemas/a/$ref: in a circle through #"},
        {R"({"$ref":"#/$defs/~0","type":"object","$defs":{"~":{"$ref":"#"}}})", "{}", nullptr},
        {R"({"properties":{"a":{"items":{"$ref":"#/properties/a/items"}}}})", R"({"a":[1]})",
         "/properties/a/items/$ref: in a circle through #/properties/a/items"},
        {R"({"allOf":[{"items":{"anyOf":[{"$ref":"#/allOf/0"},{"items":{"$ref":"#/allOf/0"}}]}},
             {"allOf":[{"$ref":"#/allOf/1"}]}]})",
         "[]", "/allOf/1/allOf/0/$ref: in a circle through #/allOf/1"},
    };
    for (row const& r : rows) {
        boost::json::value const s = *parlance::json::parse(r.schema);
        auto const net = schema::compile(s);
        auto const judged = schema::validate(s, *parlance::json::parse(r.value));
        for (auto const& error : {net.error(), judged.error()}) {
            BOOST_TEST((error.code == errc::unresolved_reference),
                       r.schema << ": " << parlance::render(error));
            std::string_view const hint = error.hint.view();
            BOOST_TEST(hint.find(": in a circle through #") != hint.npos, r.schema << ": " << hint);
            auto const* const at = schema::detail::walk(&s, hint.substr(0, hint.find(": ")));
            BOOST_TEST((at != nullptr && at->is_string()), r.schema << ": " << hint);
            BOOST_TEST((r.hint == nullptr || hint == r.hint), r.schema << ": " << hint);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_circle_of_any_length_is_refused_where_it_is_reached) {
    for (int const length : {1, 2, 3, 7, 1000}) {
        boost::json::object around;
        for (int i = 0; i < length; ++i) {
            around["d" + std::to_string(i)] =
                boost::json::object{{"$ref", "#/$defs/d" + std::to_string((i + 1) % length)}};
        }
        boost::json::value const unused = boost::json::object{{"$defs", around}};
        BOOST_TEST(schema::compile(unused).has_value(), length);
        BOOST_TEST(schema::validate(unused, 1).has_value(), length);
        for (char const* const keyword : {"$ref", "not", "items"}) {
            boost::json::value const to = boost::json::object{{"$ref", "#/$defs/d0"}};
            boost::json::value const s = boost::json::object{
                {keyword, std::string_view(keyword) == "$ref" ? to.at("$ref") : to}, {"$defs", around}};
            BOOST_TEST((schema::compile(s).error().code == errc::unresolved_reference), length);
            // looks at schemas inside schemas are limited: a longer circle is told as that
            errc const code = length < 300 ? errc::unresolved_reference : errc::nested_too_deep;
            BOOST_TEST((schema::validate(s, boost::json::array{1}).error().code == code), length);
        }
    }
}

BOOST_AUTO_TEST_CASE(recursion_through_what_is_inside_a_value_is_no_circle) {
    for (char const* const text :
         {R"({"properties":{"a":{"$ref":"#"}}})", R"({"items":{"$ref":"#"}})",
          R"({"prefixItems":[{"$ref":"#"}]})",
          R"({"additionalProperties":{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}})",
          R"({"patternProperties":{"a":{"$ref":"#"}}})", R"({"propertyNames":{"$ref":"#"}})",
          R"({"$ref":"#/$defs/a","allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"items":{"$ref":"#"}}}})",
          R"({"if":{"type":"array"},"then":{"items":{"$ref":"#"}}})",
          R"({"not":{"items":{"not":{"$ref":"#"}},"type":"object"}})"}) {
        boost::json::value const s = *parlance::json::parse(text);
        auto const net = schema::compile(s);
        BOOST_TEST(net.has_value(), text << ": " << parlance::render(net.error()));
        BOOST_TEST(schema::validate(s, *parlance::json::parse(R"([[{"a":[]}]])")).has_value(), text);
    }
}

BOOST_AUTO_TEST_CASE(what_leads_nowhere_is_refused) {
    struct row {
        char const* schema;
        errc code;
    };
    row const rows[] = {
        {R"({"items":{"$ref":"http://example.com/item"}})", errc::unresolved_reference},
        {R"({"items":{"$ref":"http://json-schema.org/draft-07/schema#"}})", errc::unresolved_reference},
        {R"({"items":{"$ref":"#nobody"}})", errc::unresolved_reference},
    };
    for (row const& r : rows) {
        auto const s = *parlance::json::parse(r.schema);
        auto const net = schema::compile(s);
        BOOST_TEST((net.error().code == r.code), r.schema << ": " << parlance::render(net.error()));
        auto const judged = schema::validate(s, boost::json::array{1});
        BOOST_TEST((judged.error().code == r.code), r.schema << ": " << parlance::render(judged.error()));
    }
}

// What a constant says is no text for people, wherever it stands.
BOOST_AUTO_TEST_CASE(constants_with_titles_are_told_apart_wherever_they_stand) {
    for (std::string const where : {"x", "default", "examples", "$defs"}) {
        for (std::string const dialect :
             {"", R"("$schema":"https://json-schema.org/draft/2020-12/schema",)"}) {
            for (std::string const keyword : {"const", "enum"}) {
                auto const constant = [&](std::string const& name) {
                    std::string const value = R"({"title":")" + name + R"("})";
                    return "{\"" + keyword + "\":" + (keyword == "enum" ? "[" + value + "]" : value) + "}";
                };
                std::string const text =
                    "{" + dialect +
                    R"("type":"object","required":["a","b"],"additionalProperties":false,"properties":)" +
                    R"({"a":{"$ref":"#/)" + where + R"(/one"},"b":{"$ref":"#/)" + where + R"(/two"}},")" +
                    where + R"(":{"one":)" + constant("A") + R"(,"two":)" + constant("B") + "}}";
                auto const network = schema::compile(text);
                BOOST_REQUIRE_MESSAGE(network, text);
                BOOST_TEST(parlance::mask::matches(*network, R"({"a":{"title":"A"},"b":{"title":"B"}})"),
                           text);
                BOOST_TEST(!parlance::mask::matches(*network, R"({"a":{"title":"A"},"b":{"title":"A"}})"),
                           text);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

// test/schema/common_patterns.cpp - patterns as schemas in the wild have them
// SPDX-License-Identifier: BSL-1.0
#include "../corpus/reads.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(schema_common_patterns)

namespace schema = parlance::schema;

namespace {

/// A pattern, a text that it is found in and one in which it is not.
struct row {
    std::string_view pattern;
    std::string_view valid;
    std::string_view invalid;
};

// clang-format off
constexpr row rows[] = {
    {R"~(^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$)~", R"~(a.bc)~", R"~(a)~"},
    {R"~(^(?!.*://)(?=.{1,255}$)((.{1,63}\.){1,127}(?![0-9]*$)[a-z0-9-]+\.?)$)~", R"~(a.b.com)~", R"~(a.12)~"},
    {R"~((?=^.{4,253}$)(^((?!-)[a-zA-Z0-9-]{0,62}[a-zA-Z0-9]\.)+[a-zA-Z]{2,63}$))~", R"~(ab.com)~", R"~(-a.com)~"},
    {R"~(^(?!:\/\/)(?=.{1,255}$)((.{1,63}\.){1,127}(?![0-9]*$)[a-z0-9-]+\.?)$)~", R"~(a.b.com)~", R"~(a.12)~"},
    {R"~(^((?!-)[A-Za-z0-9-]{1,63}(?<!-)\.)+[A-Za-z]{2,6}$)~", R"~(ab.com)~", R"~(ab-.com)~"},
    {R"~(^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z0-9]).{8,64}$)~", R"~(Abcdef1!)~", R"~(abcdefg1!)~"},
    {R"~(^(?=.*[A-Z])(?=.*[a-z])(?=.*\d).{8,}$)~", R"~(Abcdefg1)~", R"~(abcdefg1)~"},
    {R"~(^(?!.*--)(?!-)[a-z0-9-]{1,63}(?<!-)$)~", R"~(a-b)~", R"~(a--b)~"},
    {R"~(^(?!\s*$).+)~", R"~(a)~", R"~(  )~"},
    {R"~(^(?!^\s*$).*$)~", R"~(a)~", R"~( )~"},
    {R"~(^(?!xn--)(?!.*-$)(?!^-)[a-z0-9.-]{3,63}$)~", R"~(abc)~", R"~(xn--a)~"},
    {R"~((?!^(\d{1,3}\.){3}\d{1,3}$)(^[a-z0-9]([a-z0-9-]*(\.[a-z0-9])?)*$))~", R"~(abc)~", R"~(1.2.3.4)~"},
    {R"~(^(?=.{3,63}$)(?!xn--)([a-z0-9](?:[a-z0-9-]*)[a-z0-9])$)~", R"~(abc)~", R"~(ab)~"},
    {R"~((?!(^((2(5[0-5]|[0-4][0-9])|[01]?[0-9]{1,2})\.){3}(2(5[0-5]|[0-4][0-9])|[01]?[0-9]{1,2})$|^xn--|.+-s3alias$))^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$)~", R"~(abc)~", R"~(1.2.3.4)~"},
    {R"~(^((25[0-5]|(2[0-4]|1\d|[1-9]|)\d)(\.(?!$)|$)){4}$)~", R"~(1.2.3.4)~", R"~(1.2.3.4.)~"},
    {R"~(^(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\.){3}(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)$)~", R"~(1.2.3.4)~", R"~(1.2.3)~"},
    {R"~(^(([0-9a-fA-F]{1,4}:){7,7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:)|fe80:(:[0-9a-fA-F]{0,4}){0,4}%[0-9a-zA-Z]{1,}|::(ffff(:0{1,4}){0,1}:){0,1}((25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])\.){3,3}(25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])|([0-9a-fA-F]{1,4}:){1,4}:((25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])\.){3,3}(25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9]))$)~", R"~(::1)~", R"~(g)~"},
    {R"~(^(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*|\"(?:[\x01-\x08\x0b\x0c\x0e-\x1f\x21\x23-\x5b\x5d-\x7f]|\\[\x01-\x09\x0b\x0c\x0e-\x7f])*\")@(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)$)~", R"~(a@b.c)~", R"~(a)~"},
    {R"~(^(?:(?:(?:https?|ftp):)?\/\/)(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u00a1-\uffff][a-z0-9\u00a1-\uffff_-]{0,62})?[a-z0-9\u00a1-\uffff]\.)+(?:[a-z\u00a1-\uffff]{2,}\.?))(?::\d{2,5})?(?:[/?#]\S*)?$)~", R"~(http://a.bc)~", R"~(a)~"},
    {R"~(^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$)~", R"~(1.2.3-a)~", R"~(1.2)~"},
    {R"~(^(?<year>\d{4})-(?<month>0[1-9]|1[0-2])$)~", R"~(2020-01)~", R"~(2020-13)~"},
    {R"~(^(-?(?:[1-9][0-9]*)?[0-9]{4})-(1[0-2]|0[1-9])-(3[01]|0[1-9]|[12][0-9])T(2[0-3]|[01][0-9]):([0-5][0-9]):([0-5][0-9])(\.[0-9]+)?(Z|[+-](?:2[0-3]|[01][0-9]):[0-5][0-9])?$)~", R"~(2020-01-01T00:00:00)~", R"~(x)~"},
    {R"~(^(?!Test)(?!.*_test$)[A-Za-z_]+$)~", R"~(abc)~", R"~(Testa)~"},
    {R"~((?<=foo)bar)~", R"~(foobar)~", R"~(bar)~"},
    {R"~(^.*(?<!\.tmp)$)~", R"~(a.txt)~", R"~(a.tmp)~"},
    {R"~(^[^\s]+(?<!,)$)~", R"~(a)~", R"~(a,)~"},
    {R"~(^(?!.*(?<!\\)\").*$)~", R"~(a)~", R"~(")~"},
    {R"~(^(?!.*\.\.)(?!.*\.$)[^\W][\w.]{0,29}$)~", R"~(a.b)~", R"~(a..b)~"},
    {R"~(^[\w.-]+(?<![.-])$)~", R"~(a)~", R"~(a.)~"},
    {R"~(^(?:(?!\bfoo\b).)*$)~", R"~(a)~", R"~(a foo b)~"},
    {R"~(\b(foo|bar)\b)~", R"~(a foo)~", R"~(afoo)~"},
    {R"~(^\p{Lu}[\p{L}\p{M}' -]{1,60}$)~", R"~(Éa)~", R"~(éa)~"},
    {R"~(^[\u4e00-\u9fa5]{2,10}$)~", R"~(中文)~", R"~(中)~"},
    {R"~(^((?:[^/]+/){0,5})([^/]+)\.(json|ya?ml)$)~", R"~(a/b.yml)~", R"~(a)~"},
    {R"~(^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$)~", R"~(YWI=)~", R"~(YWI)~"},
    {R"~(^arn:(aws[a-zA-Z-]*)?:[a-z0-9-]+:[a-z0-9-]*:[0-9]{0,12}:.{1,1024}$)~", R"~(arn:aws:s3:::x)~", R"~(arn)~"},
    {R"~(^[a-zA-Z_$][\w$]*(?:\.[a-zA-Z_$][\w$]*)*$)~", R"~(a.b)~", R"~(1)~"},
    {R"~(^(([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9\-]*[a-zA-Z0-9])\.)*([A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9\-]*[A-Za-z0-9])$)~", R"~(a)~", R"~(-)~"},
    {R"~(^(?:\S+\s+){0,49}\S+$)~", R"~(a b)~", R"~( )~"},
    {R"~(^(\w+\s?){1,10}$)~", R"~(a b)~", R"~(-)~"},
    {R"~(^([^<>]*)(<[^<>]+>)?$)~", R"~(a <b>)~", R"~(<)~"},
    {R"~(^(?i)(yes|no)$)~", R"~(YES)~", R"~(x)~"},
    {R"~(^[a-z]{2}(-[A-Z]{2})?(,[a-z]{2}(-[A-Z]{2})?){0,20}$)~", R"~(en)~", R"~(x)~"},
    {R"~(^(\([0-9]{3}\))?[0-9]{3}-[0-9]{4}$)~", R"~(555-5555)~", R"~(x)~"},
    {R"~(^([a-z0-9]+([.-][a-z0-9]+)*)?(:[0-9]{1,5})?(/[a-z0-9._-]{1,255}){1,10}(@sha256:[a-f0-9]{64})?$)~", R"~(a/b)~", R"~(!)~"},
    {R"~(^(?=[a-zA-Z0-9-]{1,63}$)[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*$)~", R"~(a-b)~", R"~(a-)~"},
    {R"~(^(?=.{8,20}$)(?![_.])(?!.*[_.]{2})[a-zA-Z0-9._]+(?<![_.])$)~", R"~(abcdefgh)~", R"~(abcdefgh_)~"},
    {R"~(^(?!(?:COM[0-9]|CON|LPT[0-9]|NUL|PRN|AUX|com[0-9]|con|lpt[0-9]|nul|prn|aux)|\s|[\.]{2,})[^\\\/:*\"?<>|]{1,254}(?<![\s\.])$)~", R"~(abc)~", R"~(CON)~"},
    {R"~(^[a-z](?:[a-z0-9]|-(?=[a-z0-9])){0,38}$)~", R"~(a-b)~", R"~(a-)~"},
    {R"~(^(?![0-9]+$)(?!.*-$)(?!-)[a-zA-Z0-9-]{1,63}$)~", R"~(a1)~", R"~(123)~"},
    {R"~((?=(^.{1,14}$))(?=(^[0-9]+$)))~", R"~(1)~", R"~(x)~"},
    {R"~(^(?:(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[^0-9]*[0-9])).{12,128}$)~", R"~(Abcdefghijk1)~", R"~(abc)~"},
    {R"~((\d{1,3}\.){3}\d{1,3}(/\d{1,2})?)~", R"~(1.2.3.4)~", R"~(1)~"},
    {R"~(^(?:[A-Z][a-z]+ ){1,4}[A-Z][a-z]+$)~", R"~(Ab Cd)~", R"~(Ab)~"},
};
// clang-format on

}  // namespace

BOOST_AUTO_TEST_CASE(each_is_found_where_it_should_be) {
    for (row const& r : rows) {
        boost::json::value const source = boost::json::object{{"type", "string"}, {"pattern", r.pattern}};
        auto const net = schema::compile(source);
        BOOST_REQUIRE_MESSAGE(net.has_value(),
                              r.pattern << ": " << (net ? std::string() : parlance::render(net.error())));
        boost::json::value const valid(r.valid);
        boost::json::value const invalid(r.invalid);
        BOOST_TEST(conform::reads(*net, parlance::json::dump(valid)), r.pattern);
        BOOST_TEST(!conform::reads(*net, parlance::json::dump(invalid)), r.pattern);
        BOOST_TEST(schema::validate(source, valid).has_value(), r.pattern);
        BOOST_TEST(!schema::validate(source, invalid).has_value(), r.pattern);
    }
}

// What stands far in front of the end takes an automaton of thousands of states.
BOOST_AUTO_TEST_CASE(a_large_automaton_reads_every_spelling_of_every_character) {
    BOOST_TEST(schema::compile(boost::json::object{{"pattern", "n.{13}o"}}).has_value());
    boost::json::value const source = boost::json::object{{"type", "string"}, {"pattern", "n.{12}o"}};
    auto const net = schema::compile(source);
    BOOST_REQUIRE(net.has_value());
    for (std::string_view const filled :
         {"            ", "abc\"\\/\t\b\f\r\x01z", "\u00e9\u4e2d\U0001F600nnnnnnnnn", "ooooooooonno",
          "\u2027\u202A          ", "\u2028           ", "\u2029           ", "\r           ",
          "\n           ", "           ", "             "}) {
        for (std::string_view const behind : {"o", "x", ""}) {
            boost::json::value const text("n" + std::string(filled) + std::string(behind));
            bool const valid = schema::validate(source, text).has_value();
            BOOST_TEST(conform::reads(*net, parlance::json::dump(text)) == valid, text);
        }
    }
    BOOST_TEST(conform::reads(*net, "\"n\u00e9\U0001F600\\\"\\/A\\t\\\\\\u0001\\bA/\u4e2do\""));
    BOOST_TEST(conform::reads(*net, "\"n\u00e9\U0001F600\\\"\\/A\\u0009\\\\\\u0001\\bA/\u4e2do\""));
    BOOST_TEST(!conform::reads(*net, "\"n\u00e9\U0001F600\\\"\\/A\\t\\\\\\u000a\\bA/\u4e2do\""));
    BOOST_TEST(!conform::reads(*net, "\"n\u00e9\u2028\\\"\\/A\\t\\\\\\u0001\\bA/\u4e2do\""));
}

BOOST_AUTO_TEST_SUITE_END()

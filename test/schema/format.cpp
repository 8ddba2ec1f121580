// test/schema/format.cpp - formats by texts that they take and refuse, as automata and in documents
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/format.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_format)

namespace {

namespace schema = parlance::schema;
namespace data = boost::unit_test::data;

struct sample {
    std::string_view format;
    std::vector<std::string_view> pass;
    std::vector<std::string_view> fail;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.format; }
};

sample const samples[] = {
    {"date",
     {"2024-02-29", "2000-02-29", "1999-12-31", "0000-01-01"},
     {"2023-02-29", "1900-02-29", "2024-04-31", "2024-00-01", "2024-1-01", "24-01-01", ""}},
    {"time",
     {"00:00:00Z", "23:59:59.123+23:59", "12:00:00z", "23:59:60Z", "23:59:60.5-00:00"},
     {"24:00:00Z", "12:60:00Z", "12:00:00", "12:00Z", "22:59:60Z", "12:00:00+24:00"}},
    {"date-time",
     {"1985-04-12T23:20:50.52Z", "1996-12-19t16:39:57-08:00"},
     {"1985-04-12 23:20:50Z", "1985-04-12", "1985-04-31T00:00:00Z"}},
    {"duration",
     {"P1Y2M3DT4H5M6S", "P4W", "PT0S", "P1M", "PT36H"},
     {"P", "PT", "P1Y4W", "P1D2H", "1D", "P1YT", "P-1D"}},
    {"email",
     {"joe@example.com", "a.b+c@d-e.f", "\"a b\"@x", "x@[127.0.0.1]", "x@[IPv6:::1]"},
     {"joe", "@x", "a@", ".a@b", "a..b@c", "a@-b", "a@b@c"}},
    {"hostname",
     {"example.com", "a", "x-1.y", "1.2"},
     {"", "-a", "a-", "a..b", "a.", "under_score", "ab--c"}},
    {"ipv4", {"0.0.0.0", "255.255.255.255"}, {"256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "1.2.3.4 "}},
    {"ipv6",
     {"::", "::1", "1:2:3:4:5:6:7:8", "1::8", "::ffff:1.2.3.4", "1:2:3:4:5:6::"},
     {":::", "1:2:3:4:5:6:7", "1::2::3", "12345::", "1:2:3:4:5:6:7:8:9", "::1%eth0"}},
    {"uri",
     {"http://a/b?c#d", "urn:x:y", "mailto:a@b", "ftp://u:p@[::1]:21/"},
     {"/a", "a b", "http://a b", "//x", "1:x", "http://[::1"}},
    {"uri-reference", {"", "/a", "../x?y", "#f", "//h/p", "http://a"}, {"a b", "\\x", "%zz", "a:b c"}},
    {"iri", {"http://\xC3\xA4/\xE2\x82\xAC"}, {"\xC3\xA4", "http://\xC3\xA4 "}},
    {"iri-reference", {"\xC3\xA4", "#\xE2\x82\xAC", ""}, {"\\\xC3\xA4", " "}},
    {"uri-template",
     {"/a/{b}", "{?x,y*}", "{+p:10}", "", "no-variables"},
     {"{", "}", "{}", "{a", "{a:0}", "{=?a}"}},
    {"uuid",
     {"2EB8AA08-AA98-11EA-B4AA-73B441D16380", "00000000-0000-0000-0000-000000000000"},
     {"2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08aa9811eab4aa73b441d16380",
      "2eb8aa08-aa98-11ea-b4aa-73b441d1638g"}},
    {"json-pointer", {"", "/", "/a/b~0c~1d", "//"}, {"a", "/~", "/~2", "#/a"}},
    {"relative-json-pointer", {"0", "1/a", "12#", "0/"}, {"", "01", "-1", "/a", "0##", "1a"}},
    {"regex", {"", "^a+$", "[a-z]{2,3}|\\d", "(?=x)y"}, {"(", "a**", "[b-a]", ")", "{1}"}},
};

boost::json::value with_format(std::string_view name) { return boost::json::object{{"format", name}}; }

}  // namespace

BOOST_DATA_TEST_CASE(an_automaton_and_a_validator_say_the_same, data::make(samples)) {
    parlance::work spent{parlance::limits{}};
    auto const automaton = schema::detail::format_dfa(sample.format, spent).value();
    boost::json::value const judge = with_format(sample.format);
    for (std::string_view const text : sample.pass) {
        BOOST_TEST(automaton.accepts(text), text);
        BOOST_TEST(schema::validate(judge, boost::json::value(text)).has_value(), text);
    }
    for (std::string_view const text : sample.fail) {
        BOOST_TEST(!automaton.accepts(text), text);
        BOOST_TEST(!schema::validate(judge, boost::json::value(text)).has_value(), text);
    }
    BOOST_TEST(schema::validate(judge, boost::json::value(1)).has_value());  // says nothing of other types
}

BOOST_AUTO_TEST_CASE(every_format_of_the_list_has_a_row_here) {
    auto const names = schema::formats();
    BOOST_TEST(names.size() == std::size(samples));
    for (sample const& s : samples) {
        BOOST_TEST(std::count(names.begin(), names.end(), s.format) == 1, s.format);
        BOOST_TEST(schema::known_format(s.format));
    }
    for (std::string_view const other : {"idn-hostname", "idn-email", "color", "Date", ""}) {
        BOOST_TEST(!schema::known_format(other), other);
        BOOST_TEST(schema::validate(with_format(other), boost::json::value("?")).has_value(), other);
    }
}

BOOST_AUTO_TEST_CASE(labels_and_names_of_hosts_have_a_length) {
    std::string const label(63, 'a');
    parlance::work spent{parlance::limits{}};
    auto const automaton = schema::detail::format_dfa("hostname", spent).value();
    BOOST_TEST(automaton.accepts(label));
    BOOST_TEST(!automaton.accepts(label + "a"));
    std::string const longest = label + "." + label + "." + label + "." + std::string(61, 'b');
    BOOST_TEST(longest.size() == schema::longest_of_format("hostname"));
    boost::json::value const judge = with_format("hostname");
    BOOST_TEST(schema::validate(judge, boost::json::value(longest)).has_value());
    BOOST_TEST(!schema::validate(judge, boost::json::value(longest + "b")).has_value());
    for (std::string_view const name : schema::formats()) {
        BOOST_TEST((schema::longest_of_format(name) == parlance::rtn::unbounded) == (name != "hostname"),
                   name);
    }
}

BOOST_AUTO_TEST_SUITE_END()

// test/hf/template_field.cpp - what a template says about a field is in the field, and the rest is what is usual
// SPDX-License-Identifier: BSL-1.0
#include <parlance/hf/template_field.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/json/dump.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(hf_template_field)

namespace {

using namespace parlance;
using namespace parlance::hf;

/// The field `f` of a template that has it and an implicit one.
template_field field(std::string const& members) {
    auto const t =
        response_template::load(R"({"start_anchor":"a","fields":{"c":{},"f":{"open":"<",)" + members + "}}}");
    BOOST_REQUIRE_MESSAGE(t, members << ": " << t.error().hint.view());
    BOOST_REQUIRE(t->fields().size() == 2);
    return t->fields()[1];
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_field_is_read_once_as_text_and_may_be_missing_unless_it_says_otherwise) {
    for (template_field const& f : {template_field{}, field(R"("optional":true)")}) {
        BOOST_TEST((!f.close && !f.join && !f.transform && !f.legacy));
        BOOST_TEST((f.optional && !f.repeats && !f.transform_each));
        BOOST_TEST((f.content.kind == content_kind::text && f.content.streams()));
    }
}

BOOST_AUTO_TEST_CASE(each_member_of_a_template_is_one_of_the_field) {
    struct sample {
        char const* members;
        std::function<bool(template_field const&)> holds;
    };
    sample const samples[] = {
        {R"("close":">")", [](auto const& f) { return f.close.has_value(); }},
        {R"("close_pattern":"x|$")", [](auto const& f) { return f.close.has_value(); }},
        {R"("repeats":true)", [](auto const& f) { return f.repeats && !f.join; }},
        {R"("repeats":true,"join":", ")", [](auto const& f) { return f.repeats && f.join == ", "; }},
        {R"("optional":false)", [](auto const& f) { return !f.optional; }},
        {R"("transform":{"a":"{content}"})",
         [](auto const& f) { return f.transform && json::dump(*f.transform) == R"({"a": "{content}"})"; }},
        {R"("repeats":true,"transform":"{content}","transform_each":true)",
         [](auto const& f) { return f.transform && f.transform_each; }},
        {R"("content":"int")", [](auto const& f) { return f.content.kind == content_kind::integer; }},
        {R"("content":"float")", [](auto const& f) { return f.content.kind == content_kind::number; }},
        {R"("content":"bool")", [](auto const& f) { return f.content.kind == content_kind::boolean; }},
        {R"("content":"json")", [](auto const& f) { return f.content.kind == content_kind::json; }},
    };
    for (sample const& s : samples) {
        template_field const f = field(s.members);
        BOOST_TEST(s.holds(f), s.members);
        BOOST_TEST((f.name == "f" && f.open && !f.legacy), s.members);
    }
}

BOOST_AUTO_TEST_CASE(the_field_that_nothing_opens_is_the_implicit_one) {
    auto const t =
        response_template::load(R"({"start_anchor":"a","fields":{"f":{"open":"<"},"c":{}}})").value();
    BOOST_TEST(t.implicit() == 1u);
    BOOST_TEST(!t.fields()[1].open);
    auto const none = response_template::load(R"({"start_anchor":"a","fields":{"f":{"open":"<"}}})").value();
    BOOST_TEST(none.implicit() == response_template::none);
    BOOST_TEST((parlance::hf::detail::template_parts{}.implicit == response_template::none));
}

BOOST_AUTO_TEST_SUITE_END()

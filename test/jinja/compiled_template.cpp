// test/jinja/compiled_template.cpp - compile once, render often: conventions, errors with their place, spans, budgets
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include "../measured.hpp"
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

BOOST_AUTO_TEST_SUITE(jinja_compiled_template)

namespace data = boost::unit_test::data;
namespace jinja = parlance::jinja;
using parlance::errc;

namespace {

boost::json::object object(std::string_view text) { return parlance::json::parse(text)->as_object(); }

errc error_of(std::string_view source, jinja::render_options const& how = {},
              std::string_view context = "{}") {
    auto const compiled = jinja::compiled_template::compile(source);
    if (!compiled) {
        return compiled.error().code;
    }
    auto const made = compiled->render(object(context), how);
    return made ? errc::none : made.error().code;
}

}  // namespace

BOOST_AUTO_TEST_CASE(changing_a_list_of_the_context_leaves_the_context_alone) {
    auto const context = object(R"({"l": [1], "d": {"k": [2]}})");
    auto const made = jinja::compiled_template::compile(
                          "{% set _ = l.append(3) %}{% set _ = d.k.append(4) %}{{ l }}{{ d.k }}")
                          .value()
                          .render(context);
    BOOST_TEST(made.value().text == "[1, 3][2, 4]");
    BOOST_TEST(context.at("l").as_array().size() == 1U);
}

struct misplaced {
    char const* source;
    errc code;
    std::size_t line;
    std::size_t column;
    friend std::ostream& operator<<(std::ostream& out, misplaced const& m) { return out << m.source; }
};
misplaced const mistakes[] = {
    {"a\n{% if %}", errc::jinja_syntax, 2, 7},
    {"{{ x", errc::jinja_syntax, 1, 5},
    {"{% nosuch %}", errc::jinja_syntax, 1, 4},
    {"{{ 1 | nosuch }}", errc::jinja_unknown_filter, 1, 8},
    {"{{ 'a' }}\r\n{{ 1 + 'a' }}", errc::jinja_type, 2, 6},
    {"{{ x.y }}", errc::jinja_undefined, 1, 5},
    {"{{ 1 // 0 }}", errc::jinja_value, 1, 6},
    {"{{ ''.__class__.__mro__ }}", errc::jinja_security, 1, 16},
    {"{% break %}", errc::jinja_syntax, 1, 4},
    {"{{ raise_exception('no') }}", errc::jinja_raised, 1, 19},
};
BOOST_DATA_TEST_CASE(an_error_says_where_in_the_source_as_given, data::make(mistakes)) {
    auto const compiled = jinja::compiled_template::compile(sample.source);
    auto const made = compiled ? compiled->render({}) : parlance::result<jinja::rendering>(compiled.error());
    BOOST_TEST_REQUIRE(!made.has_value());
    BOOST_TEST((made.error().code == sample.code));
    BOOST_TEST(made.error().at.line == sample.line);
    BOOST_TEST(made.error().at.column == sample.column);
}

struct traced {
    char const* source;
    char const* shape;  // t: written by the template, i: from the caller's data; one letter per byte
    friend std::ostream& operator<<(std::ostream& out, traced const& t) { return out << t.source; }
};
traced const traces[] = {
    {"<b>{{ s }}</b>", "tttiiitttt"},
    {"{{ '<' + s + '>' }}", "tiiit"},
    {"{% set x = '[' ~ s %}{{ x[:2] }}{{ x[-1] }}", "tii"},
    {"{% macro m(a) %}({{ a }}){% endmacro %}{{ m(s) }}{{ m('q') }}", "tiiitttt"},
    {"{% set x %}-{{ s }}-{% endset %}{{ x | trim }}{{ x.strip('-') }}", "tiiitiii"},
    {"{{ s | upper }}{{ s | tojson }}", "iiiiiiii"},
    {"{{ s.replace('b', '<>') }}", "itti"},
    {"{{ [s, 'x'] | join('-') }}{{ '%s!' % s }}", "iiittiiit"},
    {"{{ t }}{{ s }}", "ttttiii"},
};
BOOST_DATA_TEST_CASE(spans_tell_the_callers_bytes_from_the_templates, data::make(traces)) {
    jinja::render_options how;
    how.origins = true;
    how.trusted = {"t"};
    auto const made = jinja::compiled_template::compile(sample.source)
                          .value()
                          .render(object(R"({"s": "abc", "t": "</s>"})"), how);
    std::string shape;
    for (auto const& s : made.value().spans) {
        shape.append(s.end - s.begin, s.from == jinja::origin::input ? 'i' : 't');
    }
    BOOST_TEST(shape == sample.shape);
}

BOOST_AUTO_TEST_CASE(generation_blocks_are_reported_and_have_their_own_scope) {
    auto const compiled =
        jinja::compiled_template::compile("a{% generation %}{% set x = 1 %}bc{% endgeneration %}{{ "
                                          "x is defined }}{% generation %}d{% endgeneration %}");
    auto const made = compiled.value().render({});
    BOOST_TEST(made.value().text == "abcFalsed");
    BOOST_TEST((made.value().generation == std::vector<jinja::range>{{1, 3}, {8, 9}}));
}

BOOST_AUTO_TEST_CASE(one_template_serves_many_threads) {
    auto const compiled =
        jinja::compiled_template::compile("{% for x in xs %}{{ x ~ loop.index }}{% endfor %}").value();
    auto const context = object(R"({"xs": ["a", "b"]})");
    std::vector<std::string> made(4);
    std::vector<std::thread> threads;
    for (std::string& text : made) {
        threads.emplace_back([&] { text = compiled.render(context).value().text; });
    }
    for (std::thread& t : threads) {
        t.join();
    }
    for (std::string const& text : made) {
        BOOST_TEST(text == "a1b2");
    }
}

struct hostile {
    char const* source;
    errc code;
    friend std::ostream& operator<<(std::ostream& out, hostile const& h) { return out << h.source; }
};
hostile const bombs[] = {
    {"{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}", errc::out_of_fuel},
    {"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", errc::calls_too_deep},
    {"{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}", errc::calls_too_deep},
    {"{{ 'a' * 10000000000 }}", errc::out_of_memory_budget},
    {"{{ '%1000000000d' % 1 }}", errc::width_too_large},
    {"{{ '%.1000000000f' % 1 }}", errc::width_too_large},
    {"{{ '{:1000000000}'.format(1) }}", errc::width_too_large},
    {"{{ 'a'.center(1000000000) }}", errc::width_too_large},
    {"{{ 'a'.zfill(1000000000) }}", errc::width_too_large},
    {"{{ 'a\t'.expandtabs(1000000000) }}", errc::width_too_large},
    {"{{ 'a' | indent(1000000000) }}", errc::width_too_large},
    {"{{ [1] | tojson(indent=1000000000) }}", errc::width_too_large},
    {"{{ 9 ** 999999999 }}", errc::out_of_memory_budget},
    {"{{ range(100001) }}", errc::range_too_long},
    {"{% set l = [] %}{% set _ = l.append(l) %}{{ l }}", errc::circular_value},
    {"{% set l = [] %}{% set _ = l.append(l) %}{{ l | tojson }}", errc::circular_value},
    {"{% set l = [] %}{% set _ = l.append(l) %}{% set m = [] %}{% set _ = m.append(m) %}{{ l == m }}",
     errc::circular_value},
    {"{% set n = namespace() %}{% set n.n = n %}{{ n }}", errc::circular_value},
    {"{% set l = [1] %}{% for x in l %}{% set _ = l.append(x) %}{% endfor %}", errc::out_of_fuel},
    {"{% set n = namespace(g=[1]) %}{% for i in range(500) %}{% set n.g = n.g | map('string') %}{% endfor %}",
     errc::nested_too_deep},
    {"{% set x = 'a' * 1000000 %}{% for i in range(100) %}{{ x }}{% endfor %}", errc::output_too_large},
};
BOOST_DATA_TEST_CASE(hostile_templates_end_in_their_own_error, data::make(bombs)) {
    BOOST_TEST((error_of(sample.source) == sample.code));
}

BOOST_AUTO_TEST_CASE(each_budget_can_be_changed_and_has_its_own_error) {
    auto const code = [](auto parlance::limits::* bound, std::size_t to, std::string_view source) {
        jinja::compile_options compiling;
        jinja::render_options how;
        compiling.limits.*bound = to;
        how.limits.*bound = to;
        auto const compiled = jinja::compiled_template::compile(source, compiling);
        if (!compiled) {
            return compiled.error().code;
        }
        auto const made = compiled->render({}, how);
        return made ? errc::none : made.error().code;
    };
    using parlance::limits;
    BOOST_TEST((code(&limits::template_bytes, 3, "abcd") == errc::source_too_large));
    BOOST_TEST((code(&limits::nesting, 4, "{{ ((((1)))) }}") == errc::nested_too_deep));
    BOOST_TEST((code(&limits::call_depth, 1,
                     "{% macro a() %}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}"
                     "{{ b() }}") == errc::calls_too_deep));
    BOOST_TEST(
        (code(&limits::steps, 10, "{% for i in range(10) %}{{ i }}{% endfor %}") == errc::out_of_fuel));
    BOOST_TEST((code(&limits::allocated_bytes, 1000, "{{ 'ab' * 1000 }}") == errc::out_of_memory_budget));
    BOOST_TEST((code(&limits::output_bytes, 3, "abcd") == errc::output_too_large));
    BOOST_TEST((code(&limits::range_items, 3, "{{ range(4) }}") == errc::range_too_long));
    BOOST_TEST((code(&limits::field_width, 3, "{{ 'a' | center(5) }}") == errc::width_too_large));
}

BOOST_AUTO_TEST_CASE(a_small_stack_is_enough_for_every_budget) {
    std::string deep = "{{ ";
    for (int i = 0; i < 190; ++i) {
        deep += "[";
    }
    deep += "1";
    for (int i = 0; i < 190; ++i) {
        deep += "]";
    }
    deep += " | tojson }}";
    std::string nested;
    for (int i = 0; i < 90; ++i) {
        nested += "{% for x in [1] %}{% if x %}";
    }
    for (int i = 0; i < 90; ++i) {
        nested += "{% endif %}{% endfor %}";
    }
    std::vector<std::string> const sources{deep, nested,
                                           "{% macro m(n) %}{{ n }}{{ m([n]) }}{% endmacro %}{{ m([]) }}",
                                           "{% set ns = namespace(l=[]) %}{% for i in range(190) %}{% set "
                                           "ns.l = [ns.l] %}{% endfor %}{{ ns.l == ns.l }}"
                                           "{{ ns.l }}{{ ns.l | pprint }}",
                                           "{% set ns = namespace(g=[1]) %}{% for i in range(190) %}{% set "
                                           "ns.g = ns.g | map('string') %}{% endfor %}"
                                           "{{ ns.g | list }}"};
    std::size_t done = 0;
    measured::on_a_small_stack([&] {
        for (std::string const& source : sources) {
            static_cast<void>(error_of(source));
            ++done;
        }
    });
    BOOST_TEST(done == sources.size());
}

BOOST_AUTO_TEST_CASE(depth_in_the_source_is_bounded_before_it_hurts) {
    auto const deep = [](std::string_view open, std::string_view middle, std::string_view close) {
        std::string source;
        for (int i = 0; i < 100'000; ++i) {
            source.append(open);
        }
        source.append(middle);
        for (int i = 0; i < 100'000; ++i) {
            source.append(close);
        }
        parlance::jinja::compile_options how;
        how.limits.template_bytes = std::size_t{16} << 20;
        auto const compiled = jinja::compiled_template::compile("{{ " + source + " }}", how);
        return compiled ? errc::none : compiled.error().code;
    };
    BOOST_TEST((deep("(", "1", ")") == errc::nested_too_deep));
    BOOST_TEST((deep("[", "", "]") == errc::nested_too_deep));
    BOOST_TEST((deep(" not", " 1", "") == errc::nested_too_deep));
    BOOST_TEST((deep("-", "1", "") == errc::nested_too_deep));
    BOOST_TEST((deep("1+", "1", "") == errc::nested_too_deep));
    BOOST_TEST((deep("1 if 0 else ", "1", "") == errc::nested_too_deep));
    BOOST_TEST(
        (deep("x", "", ".a") == errc::nested_too_deep || deep("", "x", ".a") == errc::nested_too_deep));
    BOOST_TEST((deep("", "x", "|f") == errc::nested_too_deep));
}

// Each is some 900'000 bytes: in 100 microseconds none of these reads 40'000 of them.
BOOST_AUTO_TEST_CASE(a_long_source_is_looked_at_on_its_way) {
    auto const times = [](std::string_view piece, std::string_view behind = {}) {
        std::string out;
        while (out.size() < 900'000) {
            out.append(piece);
        }
        return out.append(behind);
    };
    for (std::string const& source :
         {times("\r"), "{{" + times(" ", "1}}"), times(" ", "{%- set a = 1 %}"), "{{ " + times("a", " }}"),
          "{{ '" + times("a", "' }}"), "{{ 1" + times("1", " }}"), "{{ [" + times("a,", "1] }}"),
          times("{% if a %}{% endif %}"), times("{{ a.b }}"), times("{# #}")}) {
        std::size_t const looks = looks_of([&](parlance::limits const& bounds) {
            BOOST_TEST(jinja::compiled_template::compile(source, {.limits = bounds}).has_value(),
                       source.substr(0, 12));
        });
        BOOST_TEST(looks > 20, source.substr(0, 12));
    }
}

BOOST_AUTO_TEST_CASE(braces_that_begin_nothing_are_looked_at_on_the_way) {
    auto const looks = [](std::string const& begin, std::string_view piece, std::string_view behind) {
        std::string source = begin;
        while (source.size() < 900'000) {
            source.append(piece);
        }
        source.append(behind);
        return looks_of([&](parlance::limits const& bounds) {
            BOOST_TEST(jinja::compiled_template::compile(source, {.limits = bounds}).has_value(), begin);
        });
    };
    std::size_t const text = looks("", "aa", "");
    BOOST_TEST(looks("", "{ ", "") > text + 20);
    BOOST_TEST(looks("{#", "#", "#}") > text + 20);
    BOOST_TEST(looks("{% raw %}", "{", "{% endraw %}") > text + 20);
    BOOST_TEST(looks("{% raw %}", "{%", "{% endraw %}") > text + 20);
}

BOOST_AUTO_TEST_SUITE_END()

// test/chat/format_of.cpp - formats written as expressions: in X3, as text, and what has no words
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/known/formats.hpp>
#include <parlance/chat/place.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/peg/lower.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_format_of)

namespace chat = parlance::chat;
namespace data = boost::unit_test::data;
using chat::piece;

namespace {

namespace forms {

using namespace chat::place;
using boost::spirit::x3::lit;

inline constexpr auto pairs = -("<think>" >> reasoning >> "</think>") >> -("<say>" >> content >> "</say>") >>
                              ("<calls>" >>
                               ("<call id=" >>
                                call[id >> " f=" >> name >> " n=" >> ordinal >> ">" >>
                                     *("<k>" >> key >> "</k><v>" >> -lit("\n") >> value >> "</v>")] >>
                                "</call>") %
                                   ";" >>
                               "</calls>");
inline constexpr auto quoted_members =
    "<" >> call[name >> arguments["{" >> -(("\"" >> key >> "\": " >> python_value) % ",") >> "}"]] >> ">";
inline constexpr auto two_kinds =
    +("<c>" >> call[name >> *("<p>" >> key >> ("=\"" >> text | ":" >> json_value) >> "</p>")] >> "</c>");
inline constexpr auto json_values = +("<c>" >> call[name >> *("<p>" >> key >> ":" >> json_value >> "</p>")]);
inline constexpr auto mixture = *("<t>" >> reasoning >> "</t>" | content | "<x>") >> (lit("a") | "b") >>
                                +call[name >> arguments];

}  // namespace forms

chat::format read(parlance::peg::arena_view table) {
    auto f = chat::format_of(table);
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    return *f;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_part_of_an_expression_is_a_part_of_the_format) {
    chat::format const f = read(chat::known::table<forms::pairs>);
    BOOST_TEST((f.reasoning ==
                chat::reasoning_format{chat::reasoning_mode::tag_based, "<think>", "</think>", {}, {}, {}}));
    BOOST_TEST(
        (f.content == chat::content_format{chat::content_mode::always_wrapped, "<say>", "</say>", {}}));
    BOOST_TEST((f.tools.mode() == chat::tool_mode::tag_with_tagged));
    BOOST_TEST((f.tools.calls == chat::list_shape{"<calls>", "<call id=", "</call>", ";", "</calls>"}));
    std::vector<piece> const call{{piece::kind::id, {}},    {piece::kind::text, " f="},
                                  {piece::kind::name, {}},  {piece::kind::text, " n="},
                                  {piece::kind::index, {}}, {piece::kind::arguments, {}}};
    BOOST_TEST((f.tools.call == call));
    BOOST_TEST((f.tools.arguments == chat::list_shape{">", "<k>", "</v>", "", ""}));
    chat::pieces const value{{piece::kind::text, "</k><v>"}, {piece::kind::line}, {piece::kind::value}};
    BOOST_TEST((f.tools.values == std::vector<chat::pieces>{value}));
    BOOST_TEST((f.tools.parallel && f.also.empty()));
}

BOOST_AUTO_TEST_CASE(what_is_said_of_calls_as_a_whole_is_said_in_the_table) {
    auto const f = chat::format_of(
        "<- \"\\n\"? \"<a>\" tag(filled, tag(call, name arguments)) / "
        "tag(fallback, \"<b>\" tag(call, name tag(sorted, (\"<\" key \">\" value \"</>\")*) \"<c>\"))");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    BOOST_REQUIRE(f->also.size() == 1u);
    BOOST_TEST(f->tools.lead == "\n");
    BOOST_TEST((f->tools.call ==
                chat::pieces{{piece::kind::name}, {piece::kind::filled}, {piece::kind::arguments}}));
    BOOST_TEST((f->also[0].call == chat::pieces{{piece::kind::name},
                                                {piece::kind::sorted},
                                                {piece::kind::arguments},
                                                {piece::kind::text, "<c>"}}));
    BOOST_TEST((!f->tools.fallback && f->also[0].fallback));
    // What stands behind the last argument is of the call.
    BOOST_TEST((f->also[0].call.back() == piece{piece::kind::text, "<c>"}));
}

BOOST_AUTO_TEST_CASE(arguments_in_one_piece_need_not_be_json) {
    chat::format const f = read(chat::known::table<forms::quoted_members>);
    BOOST_TEST((f.tools.arguments == chat::list_shape{"{", "\"", "", ",", "}"}));
    chat::pieces const value{{piece::kind::text, "\": "}, {piece::kind::python}};
    BOOST_TEST((f.tools.values == std::vector<chat::pieces>{value}));
    BOOST_TEST((f.tools.mode() == chat::tool_mode::tag_with_json && !f.tools.parallel));
}

BOOST_AUTO_TEST_CASE(strings_may_be_written_apart_from_other_values) {
    chat::format const f = read(chat::known::table<forms::two_kinds>);
    chat::pieces const string{{piece::kind::text, "=\""}, {piece::kind::string}};
    chat::pieces const json{{piece::kind::text, ":"}, {piece::kind::json}};
    BOOST_TEST((f.tools.values == std::vector<chat::pieces>{string, json}));
    BOOST_TEST(
        (read(chat::known::table<forms::json_values>).tools.values == std::vector<chat::pieces>{json}));
}

BOOST_AUTO_TEST_CASE(a_choice_of_texts_stands_for_as_many_ways_to_call) {
    chat::format const f = read(chat::known::table<forms::mixture>);
    BOOST_TEST((f.reasoning.anywhere && f.content.noise == std::vector<std::string>{"<x>"}));
    BOOST_REQUIRE(f.also.size() == 1u);
    BOOST_TEST(f.tools.calls.open == "a");
    BOOST_TEST(f.also[0].calls.open == "b");
}

BOOST_AUTO_TEST_CASE(markup_may_name_types_and_repeat_names) {
    auto const of = [](std::string_view text) {
        auto const f = chat::format_of(text);
        BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
        return f->tools;
    };
    auto const typed = of("<- tag(call, name \">\" ((\"<p n=\" key \" t=\" type \">\" value \"</p>\")* / "
                          "\"<o>\" arguments \"</o>\"))");
    BOOST_TEST((typed.mode() == chat::tool_mode::tag_with_tagged));
    BOOST_TEST(typed.arguments.open == ">");
    chat::pieces const type{
        {piece::kind::text, " t="}, {piece::kind::type}, {piece::kind::text, ">"}, {piece::kind::value}};
    BOOST_TEST((typed.values == std::vector<chat::pieces>{type}));
    BOOST_TEST(typed.arguments.item_close == "</p>");
    BOOST_TEST(typed.whole_open == "<o>");
    BOOST_TEST(typed.whole_close == "</o>");
    auto const repeated =
        of("<- tag(call, name \">\" (\"<\" key \">\" nested \"</\" key \">\\n\")*) \"</c>\"");
    chat::pieces const again{
        {piece::kind::text, ">"}, {piece::kind::nested}, {piece::kind::text, "</"}, {piece::kind::key}};
    BOOST_TEST((repeated.values == std::vector<chat::pieces>{again}));
    BOOST_TEST(repeated.arguments.item_close == ">\n");
    BOOST_TEST(repeated.calls.item_close == "</c>");
    auto const wrapped = of("<- tag(call, name (\"<\" key \">\" (\"<![\" text \"]!>\" / value) \"</p>\")*)");
    chat::pieces const inside{{piece::kind::text, ">"},
                              {piece::kind::open, "<!["},
                              {piece::kind::string},
                              {piece::kind::close, "]!>"}};
    chat::pieces const bare{{piece::kind::text, ">"}, {piece::kind::value}};
    BOOST_TEST((wrapped.values == std::vector<chat::pieces>{inside, bare}));
    auto const text =
        of("<- tag(call, \"{\\\"name\\\": \\\"\" name \"\\\", \\\"arguments\\\": \" encoded \"}\")");
    BOOST_TEST((text.call[3].is == piece::kind::encoded && text.mode() == chat::tool_mode::json_native));
}

BOOST_AUTO_TEST_CASE(messages_may_be_told_apart_by_whom_they_address) {
    auto const f = chat::format_of(R"(
        <- message ("<next>" message)*
        message <- (" to=me|" reasoning / " to=you"? "|" content / " to=" name "|<c>" tag(call, name arguments) "</c>")
                   ("<end>" / "<stop>"))");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    chat::channel_format const wanted{"<next>", "", " to=", "|", {"<end>", "<stop>"}, "me", "you"};
    BOOST_TEST((f->channels == wanted));
    BOOST_TEST(f->channels.thought() == " to=me|");
    BOOST_TEST((f->tools.calls == chat::list_shape{"", "<c>", "</c>", "", ""}));
}

BOOST_AUTO_TEST_CASE(text_says_the_same) {
    auto const f = chat::format_of(R"(
        <- ("<think>" reasoning "</think>")? ("<say>" content "</say>")?
           "<calls>" item (";" item)* "</calls>"
        item <- "<call id=" tag(call, id " f=" name " n=" ordinal ">"
                                      ("<k>" key "</k><v>" "\n"? value "</v>")*) "</call>")");
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    BOOST_TEST((*f == read(chat::known::table<forms::pairs>)));

    auto const wrong = chat::format_of("\n  <- name )");
    BOOST_TEST(wrong.error().at.line == 2u);
    BOOST_TEST(wrong.error().at.offset == 11u);
    auto const unknown = chat::format_of("root <- \"<call>\" tag(call, name\n  valeu) \"</call>\"");
    BOOST_TEST((unknown.error().code == parlance::errc::undefined_reference));
    BOOST_TEST((unknown.error().at == parlance::position{34, 2, 3}));
    auto const open = chat::format_of("root <- (name");
    BOOST_TEST((open.error().at == parlance::position{13, 1, 14}));
}

namespace {

struct refusal {
    char const* text;
    char const* why;
    friend std::ostream& operator<<(std::ostream& out, refusal const& r) { return out << r.text; }
};
refusal const refusals[] = {
    {"<- \"a\" [a-z] tag(call, name arguments)", "something that is not text, where only text can stand"},
    {"<- tag(call, name rest)", "a call is made of texts, its name, id, ordinal and arguments"},
    {"<- tag(call, name arguments) \"a\" (\",\" tag(call, name arguments) \"b\")*",
     "the first item of a list is not like the others"},
    {"<- \"a\"", "texts without a call"},
    {"<- tag(call, name tag(arguments, \"(\" key \"=\" json-value (\";\" key \"=\" json-value)* \")\"))",
     "arguments in one piece are key and value, with commas between"},
    {"<- a tag(call, name)\na <- \"x\" b\nb <- \"y\" a", "a rule that contains itself"},
    {"<- a tag(call, name)\na <- b b b b\nb <- c c c c\nc <- d d d d\nd <- e e e e\ne <- f f f f\nf <- g g g "
     "g\n"
     "g <- h h h h\nh <- i i i i\ni <- \"x\" \"y\"",
     "more parts, or more ways to call, than a format has"},
    {"<- tag(call, name (\"<\" key \">\" type value \"<\" type)*)",
     "something that is not text, where only text can stand"},
    {"<- tag(call, name (\"<\" key \">\" value key \">\")*)",
     "texts stand between an argument's key, its type, its value and its key again"},
    {"<- m (\"n\" m)*\nm <- (\"a|\" reasoning / \"|\" content / \"a\" name \"|\" tag(call, name)) \"e\"",
     "content is: optional text, text, content; calls are: text, name, text, calls"},
    {"<- tag(call, name ((\"<\" key \">\" value \"</>\")* / \"o\" id))",
     "a place with more than texts around it"},
    {"<- channel reasoning", "channels are a list of: text, channel, text, name, text, content, end"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(choices_do_not_multiply_without_end) {
    std::string text = "<-";
    for (int i = 0; i < 40; ++i) {
        text.append(" (\"a").append(std::to_string(i)).append("\" / \"b\")");
    }
    auto const f = chat::format_of(text + " tag(call, name arguments)");
    BOOST_REQUIRE(!f);
    BOOST_TEST((f.error().code == parlance::errc::inexpressible_format));
    std::string values = "<- \"<c>\" tag(call, \"<f=\" name \">\" (\"<p=\" key \">\"";
    for (int i = 0; i < 17; ++i) {
        values.append(" (value / text)");
    }
    auto const ways = chat::format_of(values + " \"</p>\")* \"</f>\") \"</c>\"");
    BOOST_REQUIRE(!ways);
    BOOST_TEST(ways.error().hint.view() == "there are fewer ways than these in which a value stands");
}

BOOST_AUTO_TEST_CASE(a_text_that_is_longer_than_any_marker_is_named) {
    auto const said = [](std::size_t size) {
        return chat::format_of("<- \"" + std::string(size, 'a') + "\" tag(call, name \"(\" arguments \")\")");
    };
    BOOST_TEST(said(1024).has_value());
    auto const over = said(1025);
    BOOST_REQUIRE(!over);
    BOOST_TEST((over.error().code == parlance::errc::inexpressible_format));
    BOOST_TEST(over.error().hint.view() == "tools.calls: a text that is longer than 1024 bytes");
}

BOOST_DATA_TEST_CASE(what_a_format_cannot_say_is_named, data::make(refusals)) {
    auto const f = chat::format_of(std::string_view(sample.text));
    BOOST_REQUIRE(!f);
    BOOST_TEST((f.error().code == parlance::errc::inexpressible_format));
    BOOST_TEST(f.error().hint.view() == sample.why);
}

BOOST_AUTO_TEST_CASE(a_marker_in_doubled_brackets_is_preserved_whole) {
    auto const t =
        chat::chat_template::compile("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}");
    chat::dialect own;
    own.format =
        chat::format_of(R"(root <- "<<call " tag(call, name ("\n" key " := " value)*) "\n<<end>>")").value();
    chat::inputs in;
    in.messages.push_back({.role = "user", .content = "Hello, you."});
    auto const prepared = chat::prepare(t.value(), own, in);
    BOOST_REQUIRE_MESSAGE(bool(prepared), (prepared ? "" : prepared.error().hint.view()));
    BOOST_TEST((prepared->preserved == std::vector<std::string>{"<<call", "<<end>>"}));
}

BOOST_AUTO_TEST_SUITE_END()

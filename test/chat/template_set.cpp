// test/chat/template_set.cpp - several templates of one model, read and chosen as transformers does
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/chat/template_set.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_template_set)

namespace data = boost::unit_test::data;
namespace chat = parlance::chat;
using chat::template_set;
using parlance::errc;

namespace {

constexpr std::string_view several = R"({
    "bos_token": {"__type": "AddedToken", "content": "<s>", "lstrip": false},
    "eos_token": "</s>", "pad_token": null, "unk_token": "<unk>", "add_bos_token": true,
    "additional_special_tokens": ["<a>", {"content": "<b>"}],
    "extra_special_tokens": {"image_token": "<img>"},
    "chat_template": [{"name": "default", "template": "D{{ bos_token }}{{ eos_token }}"},
                      {"name": "tool_use", "template": "T{{ unk_token }}{{ image_token }}{{ pad_token }}"},
                      {"name": "rag", "template": "R"}]})";

struct choice {
    bool tools;
    char const* name;
    char const* text;
    friend std::ostream& operator<<(std::ostream& out, choice const& c) {
        return out << (c.tools ? "tools " : "no tools ") << c.name;
    }
};
choice const choices[] = {
    {false, "", "D<s></s>"}, {true, "", "T<unk><img>"},          {true, "default", "D<s></s>"},
    {false, "rag", "R"},     {false, "tool_use", "T<unk><img>"},
};

errc error_of(std::string_view config) { return template_set::parse_config(config).error().code; }

}  // namespace

BOOST_DATA_TEST_CASE(the_name_asked_for_then_tool_use_for_tools_then_the_default, data::make(choices)) {
    auto const set = template_set::parse_config(several).value();
    BOOST_TEST(set.choose(sample.tools, sample.name).value()->render({}).value() == sample.text);
}

BOOST_AUTO_TEST_CASE(special_tokens_are_texts_or_objects_with_content) {
    auto const config = parlance::json::parse(several).value();
    auto const tokens = chat::special_tokens_from(config.as_object());
    BOOST_TEST(tokens.bos == "<s>");
    BOOST_TEST(tokens.eos == "</s>");
    boost::json::object const others{
        {"unk_token", "<unk>"}, {"additional_special_tokens", {"<a>", "<b>"}}, {"image_token", "<img>"}};
    BOOST_TEST((tokens.others == others));
}

BOOST_AUTO_TEST_CASE(one_template_is_the_default) {
    auto const set = template_set::parse_config(R"({"chat_template": "x"})").value();
    BOOST_TEST(set.templates().size() == 1u);
    BOOST_TEST(set.choose(true).value()->name() == "default");
    BOOST_TEST((set.choose(false, "rag").error().code == errc::unknown_template));
}

BOOST_AUTO_TEST_CASE(without_a_default_one_must_be_named) {
    template_set set;
    BOOST_TEST((set.choose(false).error().code == errc::unknown_template));
    set.add("a", "A").value();
    BOOST_TEST(set.choose(false).value()->source() == "A");
    set.add("b", "B").value();
    BOOST_TEST((set.choose(true).error().code == errc::unknown_template));
    BOOST_TEST(set.choose(true, "b").value()->source() == "B");
    set.add("b", "C").value();
    BOOST_TEST(set.find("b")->source() == "C");
    BOOST_TEST(set.find("c") == nullptr);
}

BOOST_AUTO_TEST_CASE(other_shapes_are_refused) {
    BOOST_TEST((error_of("[]") == errc::json_type));
    BOOST_TEST((error_of("{}") == errc::json_type));
    BOOST_TEST((error_of(R"({"chat_template": []})") == errc::json_type));
    BOOST_TEST((error_of(R"({"chat_template": [{"name": "a"}]})") == errc::json_type));
    BOOST_TEST((error_of("{") == errc::json_syntax));
    auto const bad = template_set::parse_config(
        R"({"chat_template": [{"name": "default", "template": "ok"}, {"name": "rag", "template": "{% if %}"}]})");
    BOOST_TEST((bad.error().code == errc::jinja_syntax));
    BOOST_TEST(bad.error().hint.view().starts_with("template 'rag'"));
}

template <class Set>
concept chooses = requires(Set&& set) { static_cast<Set&&>(set).choose(true); };
template <class Set>
concept searched = requires(Set&& set) { static_cast<Set&&>(set).find("default"); };
static_assert(chooses<parlance::chat::template_set const&> && searched<parlance::chat::template_set const&>);
static_assert(!chooses<parlance::chat::template_set> && !searched<parlance::chat::template_set>,
              "the template would be gone");

template <class Config>
concept configures = requires(Config const& c) { parlance::chat::template_set::from_config(c); };
static_assert(configures<boost::json::value> && !configures<char[3]>, "parse_config() reads text");

BOOST_AUTO_TEST_SUITE_END()

// test/chat/wire_request.cpp - what a request that was read has in it reaches the template
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/wire_request.hpp>
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_wire_request)

using namespace parlance;
using namespace parlance::chat;

BOOST_AUTO_TEST_CASE(images_become_what_the_template_looks_for) {
    auto const request =
        openai_request(R"({"messages": [{"role": "user", "content": [{"type": "text", "text": "What?"},
        {"type": "image_url", "image_url": {"url": "data:x"}}]}]})")
            .value();
    auto const written = [&](std::string_view source) {
        auto const t = chat_template::compile(source).value();
        return t.write(request.conversation, t.capabilities());
    };
    constexpr std::string_view by_type =
        "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}"
        "{% for p in m.content %}{% if p.type == 'image' %}<image>{% else %}"
        "{{ p.text }}{% endif %}{% endfor %}{% endif %}{% endfor %}";
    auto const shown = written(by_type).value();
    BOOST_TEST(shown.text == "What?<image>");
    BOOST_TEST((shown.fixups == std::vector<fixup>{fixup::media_renamed}));
    constexpr std::string_view by_key =
        "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}"
        "{% for p in m.content %}{% if 'image_url' in p %}<image>{% else %}{{ p.text }}{% endif %}{% endfor "
        "%}"
        "{% endif %}{% endfor %}";
    BOOST_TEST(written(by_key).value().text == "What?<image>");
    BOOST_TEST(written(by_key).value().fixups.empty());
    auto const refused = written("{% for m in messages %}{{ m.content }}{% endfor %}");
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().hint.view() == "/messages/0/content/1: the model's template shows no image");
}

BOOST_AUTO_TEST_SUITE_END()

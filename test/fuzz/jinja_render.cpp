// test/fuzz/jinja_render.cpp - any bytes as a template, rendered with a conversation: text or an error, inside budgets
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/parse.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

boost::json::object const& context() {
    static boost::json::object const made = parlance::json::parse(R"({
            "messages": [{"role": "system", "content": "Be brief."},
                         {"role": "user", "content": "Gr\u00fc\u00dfe, <|im_end|> \ud83d\ude00"},
                         {"role": "assistant", "content": null, "tool_calls": [{"id": "a1", "type": "function",
                          "function": {"name": "f", "arguments": {"x": 1.5, "y": [true, null, "z"]}}}]},
                         {"role": "tool", "content": "42", "tool_call_id": "a1"}],
            "tools": [{"type": "function", "function": {"name": "f", "description": "d",
                       "parameters": {"type": "object", "properties": {"x": {"type": "number"}}}}}],
            "add_generation_prompt": true, "bos_token": "<s>", "eos_token": "</s>", "n": 9223372036854775807,
            "l": [3, 1, 2], "d": {"b": 1, "a": 2}, "s": "a b  c", "e": "", "x": -0.5
        })")
                                                ->as_object();
    return made;
}

/// Spans must cover the text, one behind the other.
void check(parlance::jinja::rendering const& r, bool origins) {
    std::size_t end = 0;
    for (auto const& s : r.spans) {
        if (s.begin != end || s.end <= s.begin) {
            std::abort();
        }
        end = s.end;
    }
    if (origins && end != r.text.size()) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const source(reinterpret_cast<char const*>(data), size);
    auto const compiled = parlance::jinja::compiled_template::compile(source);
    if (!compiled) {
        static_cast<void>(parlance::render(compiled.error(), source));
        return 0;
    }
    parlance::jinja::render_options how;
    how.limits.steps = 20'000;
    how.limits.allocated_bytes = std::size_t{1} << 20;
    how.limits.output_bytes = std::size_t{1} << 18;
    how.now = [] { return std::tm{}; };
    how.seed = size;
    for (auto const convention :
         {parlance::jinja::convention::strict, parlance::jinja::convention::lenient}) {
        how.convention = convention;
        how.origins = false;
        auto const plain = compiled->render(context(), how);
        how.origins = true;
        auto const tracked = compiled->render(context(), how);
        if (plain && tracked && plain->text != tracked->text) {
            std::abort();
        }
        if (plain) {
            check(*plain, false);
        } else {
            static_cast<void>(parlance::render(plain.error(), source));
        }
        if (tracked) {
            check(*tracked, true);
        }
    }
    return 0;
}

// parlance/jinja/detail/builtins/impl/lorem.ipp - definitions of what parlance/jinja/detail/builtins/lorem.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/lorem.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// One paragraph: sentences of a few words each, now and then a comma.
PARLANCE_RARE void add_paragraph(runtime& rt, scratch_pieces& pieces, std::uint64_t words) {
    rt.spend(4 + words * 3);
    std::uint64_t sentence = 10 + rt.draw(10);
    bool begins = true;
    constexpr std::size_t most_of_a_word = 32;
    for (std::uint64_t i = 0; i < words; ++i) {
        rt.steps().pass(3);
        pieces.cut();
        std::string& out = pieces.last().text();
        if (out.capacity() - out.size() < most_of_a_word) {
            pieces.last().reserve(2 * out.capacity() + most_of_a_word);
        }
        std::string_view const word = lorem_words[rt.draw(sizeof lorem_words / sizeof lorem_words[0])];
        out.append(i == 0 ? "" : " ").append(word);
        if (begins) {
            char& first = out[out.size() - word.size()];
            first = static_cast<char>(first - 32);
        }
        begins = --sentence == 0;
        if (begins && i + 1 < words) {
            out.push_back('.');
            sentence = 10 + rt.draw(10);
        } else if (i + 1 < words && rt.draw(6) == 0) {
            out.push_back(',');
        }
    }
    pieces.last().push_back('.');
}

value lipsum(runtime& rt, call_arguments const& args) {
    if (args.count + args.keyword_count > 4) {
        type_error("lipsum() takes at most 4 arguments");
    }
    std::int64_t const paragraphs = whole(args.get(0, "n"), 5);
    value const as_html = args.get(1, "html");
    bool const html = as_html.is == kind::missing || truth(as_html);
    std::int64_t const least = whole(args.get(2, "min"), 20);
    std::int64_t const most = whole(args.get(3, "max"), 100);
    scratch_pieces out(rt.heap);
    for (std::int64_t i = 0; i < paragraphs; ++i) {
        if (least >= most) {
            value_error("empty range for the number of words");
        }
        out.last().append(i == 0 ? "" : html ? "\n" : "\n\n");
        out.last().append(html ? "<p>" : "");
        auto const from = static_cast<std::uint64_t>(least);  // unsigned: the range may be all integers
        auto const words = static_cast<std::int64_t>(from + rt.draw(static_cast<std::uint64_t>(most) - from));
        add_paragraph(rt, out, words > 0 ? static_cast<std::uint64_t>(words) : 0);
        out.last().append(html ? "</p>" : "");
    }
    std::string_view const whole = out.keep();
    runtime::check_size(whole.size());
    return make_text(whole, html && !rt.lenient ? mark::markup : std::uint8_t{0});
}

}  // namespace parlance::jinja::detail

// test/jinja/rendered.hpp - a template and the text it makes in the strict convention, for tables of claims
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/parse.hpp>
#include <ostream>
#include <string>
#include <string_view>

namespace jinja_test {

/// `text` is null where an error is expected.
struct rendered {
    char const* source;
    char const* text;
    friend std::ostream& operator<<(std::ostream& out, rendered const& r) { return out << r.source; }
};

/// What the template makes of a fixed context; "error: ..." where it fails.
inline std::string render(std::string_view source) {
    static boost::json::object const context =
        parlance::json::parse(
            R"({"s": "Hello World", "u": "Gr\u00fc\u00dfe \ud83d\ude00", "n": null, "l": [3, 1, 2],
                                  "d": {"b": 2, "a": 1, "items": 9}, "f": 2.5, "i": 7,
                                  "ld": [{"k": 1, "v": "x"}, {"k": 2, "v": "Y"}]})")
            ->as_object();
    parlance::jinja::render_options how;
    how.convention = parlance::jinja::convention::strict;
    auto const compiled = parlance::jinja::compiled_template::compile(source);
    if (!compiled) {
        return "error: " + parlance::render(compiled.error());
    }
    auto const made = compiled->render(context, how);
    return made ? made->text : "error: " + parlance::render(made.error());
}

inline bool holds(rendered const& r) {
    std::string const got = render(r.source);
    return r.text == nullptr ? got.substr(0, 6) == "error:" : got == r.text;
}

}  // namespace jinja_test

// parlance/jinja/options.hpp - how templates are compiled and rendered, and what a rendering is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace parlance::jinja {

/// Whose rules hold where transformers and the authors of templates disagree.
///
/// strict   what transformers does, errors included: lists cannot be changed, `safe` makes Markup that escapes what is
///          added to it, tojson refuses lazy values, there is no from_json
/// lenient  what real templates expect: append, pop and the like work, `safe` changes nothing, tojson writes lazy
///          values as lists, from_json exists
enum class convention : std::uint8_t { strict, lenient };

/// name  how error messages call the template; may be empty
struct compile_options {
    parlance::limits limits{};
    std::string name{};
};

/// How one rendering is done.
///
/// now      what strftime_now() shows, called when a template asks; empty means the local time of the machine
/// origins  report in rendering::spans which bytes came from the caller's data
/// trusted  names of context variables whose text counts as the template's, such as bos_token
/// seed     of what `random` and `lipsum` draw: the same seed, the same text
/// raised   receives the whole message of the template's own raise_exception (the diagnostic's hint may cut it)
struct render_options {
    jinja::convention convention = jinja::convention::lenient;
    parlance::limits limits{};
    std::function<std::tm()> now{};
    bool origins = false;
    std::vector<std::string> trusted{};
    std::uint64_t seed = 0;
    std::string* raised = nullptr;
};

enum class origin : std::uint8_t {
    written,  // by the template
    input,    // from the caller's data, wholly or in part
};

/// Bytes [begin, end) of the text, all of one origin.
struct span {
    std::size_t begin = 0;
    std::size_t end = 0;
    origin from = origin::written;
    friend bool operator==(span const&, span const&) = default;
};

/// Bytes [begin, end) of the text.
struct range {
    std::size_t begin = 0;
    std::size_t end = 0;
    friend bool operator==(range const&, range const&) = default;
};

/// What a template made.
///
/// spans       with render_options::origins: all of the text, neighbours differ in origin; else empty
/// generation  what stood inside {% generation %} blocks
struct rendering {
    std::string text{};
    std::vector<span> spans{};
    std::vector<range> generation{};
};

}  // namespace parlance::jinja

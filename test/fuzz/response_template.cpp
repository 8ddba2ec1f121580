// test/fuzz/response_template.cpp - any bytes as a response template and an answer: the same message for every split
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/hf/response_reader.hpp>
#include <parlance/hf/template_response.hpp>
#include <parlance/json/dump.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace parlance;

/// The message and all events, chunks put together.
std::string read(hf::response_template const& t, std::string_view text, std::size_t piece) {
    std::string out;
    bool in_chunk = false;
    auto const keep = [&](hf::region_event const& e) {
        bool const chunk = e.kind == hf::region_kind::chunk || e.kind == hf::region_kind::outside;
        if (!chunk || !in_chunk) {
            out.append(1, static_cast<char>('0' + static_cast<int>(e.kind))).append(e.field);
        }
        in_chunk = chunk;
        out.append(e.text);
    };
    hf::response_reader r(t);
    for (std::size_t at = 0; at < text.size(); at += piece) {
        r.feed(text.substr(at, piece), keep);
    }
    auto const message = r.finish(keep);
    if (!message) {
        std::abort();  // only strict reading may fail
    }
    return out + json::dump(*message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const all(reinterpret_cast<char const*>(data), size);
    std::size_t const middle = std::min(all.find('\0'), all.size());
    std::string_view const text = all.substr(std::min(middle + 1, all.size()));
    auto const spec = json::parse(all.substr(0, middle));
    auto const t = spec ? hf::response_template::load(*spec) : result<hf::response_template>(spec.error());
    if (!t) {
        return 0;
    }
    std::string const whole = read(*t, text, text.size() + 1);
    if (read(*t, text, 1) != whole || read(*t, text, 3) != whole) {
        std::abort();
    }
    chat::message told;
    hf::template_response r(*t);
    auto const collect = [&](chat::delta const& d) {
        if (d.kind == chat::delta_kind::content) {
            told.content = told.content.value_or("").append(d.text);
        } else if (d.kind == chat::delta_kind::call_begin) {
            told.calls.push_back({});
        } else if (d.kind == chat::delta_kind::arguments) {
            told.calls.at(d.index).arguments.append(d.text);
        }
    };
    r.feed(text, collect);
    r.finish(collect);
    bool same = told.content == r.so_far().content && told.calls.size() == r.so_far().calls.size();
    for (std::size_t i = 0; same && i < told.calls.size(); ++i) {
        same = told.calls[i].arguments == r.so_far().calls[i].arguments;
    }
    if (!same) {
        std::abort();
    }
    return 0;
}

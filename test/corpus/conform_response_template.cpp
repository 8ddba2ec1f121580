// test/corpus/conform_response_template.cpp - one answer read by a Hugging Face response template
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/hf/response_reader.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

/// A reading: the message or its error, and the events with the pieces of a chunk put together.
struct reading {
    bj::value message;
    std::string error;
    bj::array events;
};

reading read(hf::response_template const& t, std::string_view prefix, std::vector<std::string> const& chunks,
             hf::reader_options const& options) {
    reading out;
    auto const keep = [&](hf::region_event const& e) {
        bj::value event = hf::to_transformers(e);
        if (event.is_null()) {
            return;
        }
        if (e.kind == hf::region_kind::chunk && !out.events.empty() &&
            out.events.back().at("type") == "region_chunk") {
            out.events.back().at("text").get_string().append(event.at("text").get_string());
            return;
        }
        out.events.push_back(std::move(event));
    };
    hf::response_reader r(t, options);
    r.prime(prefix, keep);
    for (std::string const& chunk : chunks) {
        r.feed(chunk, keep);
    }
    auto message = r.finish(keep);
    if (message) {
        out.message = *std::move(message);
    } else {
        out.error = render(message.error());
    }
    return out;
}

std::string text_of(reading const& r) {
    return (r.error.empty() ? json::dump(r.message) : "error: " + r.error) + "\n" + json::dump(r.events);
}

/// The reference's events in the shape of ours.
bj::array joined(bj::object const& row) {
    bj::array out;
    auto const add = [&](bj::value const& event) {
        if (event.at("type") == "region_chunk" && !out.empty() && out.back().at("type") == "region_chunk") {
            out.back().at("text").as_string().append(event.at("text").as_string());
        } else {
            out.push_back(event);
        }
    };
    auto const add_all = [&](char const* key) {
        if (auto const* list = row.if_contains(key); list != nullptr && list->is_array()) {
            for (bj::value const& item : list->get_array()) {
                if (item.is_array()) {
                    for (bj::value const& event : item.get_array()) {
                        add(event);
                    }
                } else {
                    add(item);
                }
            }
        }
    };
    add_all("initial_events");
    add_all("events");
    add_all("final_events");
    return out;
}

std::vector<std::string> split(std::string_view text, std::size_t size, std::size_t first = 0) {
    std::vector<std::string> out;
    if (first > 0) {
        out.emplace_back(text.substr(0, first));
        text.remove_prefix(std::min(first, text.size()));
    }
    for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) {
        out.emplace_back(text.substr(0, size));
    }
    return out;
}

}  // namespace

outcome check_response_template(bj::object const& row, settings const&) {
    auto const* error = row.if_contains("error");
    auto const t = hf::response_template::load(row.at("template"));
    if (!t) {
        return error != nullptr ? outcome::passed() : outcome::failed(render(t.error()));
    }
    std::vector<chat::tool> tools;
    if (auto const* list = row.if_contains("tools"); list != nullptr && list->is_array()) {
        auto read_tools = chat::tools_from_openai(*list);
        if (!read_tools) {
            return outcome::failed(render(read_tools.error()));
        }
        tools = *std::move(read_tools);
    }
    std::string_view const prefix = json::text_of(row.at("prefix"));
    std::string whole;
    std::vector<std::string> chunks;
    for (bj::value const& chunk : row.at("chunks").as_array()) {
        chunks.emplace_back(json::text_of(chunk));
        whole += chunks.back();
    }
    hf::reader_options options;
    options.tools = tools;
    options.strict = true;
    reading const got = read(*t, prefix, chunks, options);
    if (error != nullptr) {
        if (got.error.empty()) {
            return outcome::failed("expected an error, got " + json::dump(got.message));
        }
    } else if (!got.error.empty() || got.message != row.at("expected")) {
        return outcome::failed("expected " + json::dump(row.at("expected")) + "\n    got " + text_of(got));
    }
    // where the reference raises, it has no events to compare with
    if (auto const wanted = joined(row); error == nullptr && row.contains("events") && wanted != got.events) {
        return outcome::failed("events: " + first_difference(json::dump(wanted), json::dump(got.events)));
    }
    // however the text is split, everything is the same, in both modes
    for (bool const strict : {true, false}) {
        options.strict = strict;
        std::string const one = text_of(read(*t, prefix, {whole}, options));
        auto const differs = [&](std::vector<std::string> const& pieces) {
            return text_of(read(*t, prefix, pieces, options)) != one;
        };
        if (differs(split(whole, 1)) || differs(split(whole, 3)) || differs(split(whole, 7))) {
            return outcome::failed("split into small pieces it is another message: " + one);
        }
        for (std::size_t cut = 1; cut < whole.size() && whole.size() < 4096; ++cut) {
            if (differs({whole.substr(0, cut), whole.substr(cut)})) {
                return outcome::failed("split at byte " + std::to_string(cut) +
                                       " it is another message: " + one);
            }
        }
        constexpr std::size_t is_short = 40;
        for (std::size_t first = 1; first < whole.size() && whole.size() < is_short; ++first) {
            for (std::size_t second = first + 1; second < whole.size(); ++second) {
                if (differs({whole.substr(0, first), whole.substr(first, second - first),
                             whole.substr(second)})) {
                    return outcome::failed("split at bytes " + std::to_string(first) + " and " +
                                           std::to_string(second) + " it is another message: " + one);
                }
            }
        }
        std::mt19937 random(static_cast<unsigned>(whole.size()));
        for (int round = 0; round < 20; ++round) {
            std::vector<std::string> pieces;
            for (std::string_view rest = whole; !rest.empty();) {
                std::size_t const size = std::min<std::size_t>(1 + random() % 12, rest.size());
                pieces.emplace_back(rest.substr(0, size));
                rest.remove_prefix(size);
            }
            if (differs(pieces)) {
                return outcome::failed("split at random it is another message: " + one);
            }
        }
    }
    return outcome::passed();
}

}  // namespace conform

// test/corpus/conform_wire.cpp - deltas as OpenAI, Anthropic and Responses write them
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/chat/anthropic.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/responses.hpp>
#include <parlance/json/dump.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

std::string_view text(bj::value const& v) { return json::text_of(v); }

/// The deltas of a row; the text in them is the row's.  Calls end where the next delta is not theirs, which the rows
/// leave out: the events must be the same either way.
std::vector<chat::delta> read_deltas(bj::array const& rows, bool with_ends) {
    std::vector<chat::delta> out;
    bool open = false;
    auto const end_call = [&] {
        if (open && with_ends) {
            out.push_back({chat::delta_kind::call_end, out.back().index, {}, {}, true});
        }
        open = false;
    };
    for (bj::value const& row : rows) {
        bj::array const& d = row.as_array();
        std::string_view const kind = text(d.at(0));
        if (kind != "args") {
            end_call();
        }
        if (kind == "content" || kind == "reasoning") {
            out.push_back({kind == "content" ? chat::delta_kind::content : chat::delta_kind::reasoning,
                           0,
                           text(d.at(1)),
                           {},
                           true});
            continue;
        }
        std::size_t const index = d.at(1).to_number<std::size_t>();
        if (kind == "call") {
            out.push_back({chat::delta_kind::call_begin, index, text(d.at(3)), text(d.at(2)), true});
            open = true;
        } else {
            out.push_back({chat::delta_kind::arguments, index, text(d.at(2)), {}, true});
        }
    }
    end_call();
    return out;
}

chat::message collect(std::vector<chat::delta> const& deltas) {
    chat::message m;
    for (chat::delta const& d : deltas) {
        switch (d.kind) {
        case chat::delta_kind::content: m.content = m.content.value_or("").append(d.text); break;
        case chat::delta_kind::reasoning: m.reasoning.append(d.text); break;
        case chat::delta_kind::call_begin:
            m.calls.push_back({std::string(d.id), std::string(d.text), {}});
            break;
        case chat::delta_kind::arguments: m.calls.at(d.index).arguments.append(d.text); break;
        case chat::delta_kind::call_end:
        case chat::delta_kind::malformed: break;
        }
    }
    return m;
}

template <class Writer>
bj::array write(Writer writer, std::vector<chat::delta> const& deltas, chat::ending const& how) {
    bj::array out;
    auto const keep = [&](bj::object event) { out.push_back(std::move(event)); };
    writer.begin(keep);
    for (chat::delta const& d : deltas) {
        writer.put(d, keep);
    }
    writer.end(how, keep);
    return out;
}

/// Whether all that is expected is there; objects may have more members.
bool covers(bj::value const& expected, bj::value const& got) {
    if (expected.is_object() && got.is_object()) {
        return std::ranges::all_of(expected.get_object(), [&](auto const& member) {
            auto const* found = got.get_object().if_contains(member.key());
            return found != nullptr && covers(member.value(), *found);
        });
    }
    if (expected.is_array() && got.is_array()) {
        return std::ranges::equal(expected.get_array(), got.get_array(), covers);
    }
    return expected == got;
}

/// Empty when they agree; else the first difference.
///
/// more  what is got may have more members: the rows leave out what responses say of their request
std::string compare(char const* what, bj::value const& expected, bj::value const& got, bool more = false) {
    if (more ? covers(expected, got) : expected == got) {
        return {};
    }
    json::dump_options const sorted{.sort_keys = true};
    return std::string(what) + ": " + first_difference(json::dump(expected, sorted), json::dump(got, sorted));
}

}  // namespace

outcome check_wire(bj::object const& row, settings const&) {
    std::string_view const reason = text(row.at("finish_reason"));
    chat::ending how;
    how.cause = reason == "length"           ? chat::stop_cause::length
                : reason == "content_filter" ? chat::stop_cause::content_filter
                                             : chat::stop_cause::stop;
    chat::openai_options openai;
    openai.id = "chatcmpl-1";
    openai.model = "m";
    for (bool const with_ends : {false, true}) {
        auto const deltas = read_deltas(row.at("deltas").as_array(), with_ends);
        for (std::string const& wrong :
             {compare("choice", row.at("choice"), chat::to_openai_choice(collect(deltas), how, openai)),
              compare("openai", row.at("openai_chunks"), write(chat::openai_chunks(openai), deltas, how)),
              compare("anthropic", row.at("anthropic_events"),
                      write(chat::anthropic_events({.id = "msg_1", .model = "m"}), deltas, how)),
              compare("responses", row.at("responses_events"),
                      write(chat::responses_events({.id = "resp_1"}), deltas, how), true)}) {
            if (!wrong.empty()) {
                return outcome::failed(wrong);
            }
        }
    }
    return outcome::passed();
}

}  // namespace conform

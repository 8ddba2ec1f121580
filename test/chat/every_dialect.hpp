// test/chat/every_dialect.hpp - the dialects that laws hold for: learned, of our own templates, and known by name
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "analysis/own_templates.hpp"
#include "analysis/templates.hpp"
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/template.hpp>
#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <string>
#include <vector>

namespace laws {

struct dialect {
    std::string name;
    parlance::chat::format format;
};

/// Of the templates of the corpus, of our own with each of these sets of markers, and those known by name.
inline std::vector<dialect> every_dialect(std::initializer_list<own::markers const*> with) {
    namespace chat = parlance::chat;
    std::vector<dialect> out;
    for (auto const& t : corpus::every_template()) {
        out.push_back({t.name, t.result.format});
    }
    for (auto const& known : chat::known::dialects) {
        out.push_back({std::string(known.name), known.make()});
    }
    for (own::family const& f : own::families) {
        for (own::markers const* each : with) {
            auto const t = chat::chat_template::compile(own::written(f.source, *each));
            BOOST_REQUIRE(t);
            out.push_back({f.name, chat::analyze(*t).format});
        }
    }
    return out;
}

}  // namespace laws

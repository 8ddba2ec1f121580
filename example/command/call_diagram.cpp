// example/command/call_diagram.cpp - how a dialect calls tools, as railroad diagrams
// SPDX-License-Identifier: BSL-1.0
#include "call_diagram.hpp"
#include <parlance/json/dump.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace learned {

using command::railroad::shape;
using parlance::chat::list_shape;
using parlance::chat::piece;
using parlance::chat::pieces;
using parlance::chat::tool_format;
using parlance::chat::tool_mode;

namespace {

void add_text(shape& to, std::string_view text) {
    if (!text.empty()) {
        to.parts.push_back({shape::kind::text, parlance::json::dump(boost::json::value(text)), {}});
    }
}

void add_place(shape& to, std::string name) { to.parts.push_back({shape::kind::place, std::move(name), {}}); }

shape sequence() { return {shape::kind::sequence, {}, {}}; }

/// open item (separator item)* close; without `many` there is one item.
shape list_of(list_shape const& texts, shape item, bool many) {
    shape out = sequence();
    add_text(out, texts.open);
    if (many) {
        shape loop{shape::kind::loop, {}, {}};
        if (!texts.separator.empty()) {
            loop.label = "then " + parlance::json::dump(boost::json::value(texts.separator));
        }
        loop.parts.push_back(std::move(item));
        out.parts.push_back(std::move(loop));
    } else {
        out.parts.push_back(std::move(item));
    }
    add_text(out, texts.close);
    return out;
}

shape call_of(tool_format const& t) {
    shape out = sequence();
    add_text(out, t.calls.item_open);
    std::string text;
    for (piece const& p : t.call) {
        if (p.is == piece::kind::text) {
            text += p.text;
            continue;
        }
        if (p.is == piece::kind::id_begin || p.is == piece::kind::id_end || p.is == piece::kind::filled ||
            p.is == piece::kind::sorted) {
            continue;  // how parts are read, and no text
        }
        add_text(out, std::exchange(text, {}));
        bool const tagged = t.mode() == tool_mode::tag_with_tagged;
        switch (p.is) {
        case piece::kind::name: add_place(out, "name"); break;
        case piece::kind::id: add_place(out, "id"); break;
        case piece::kind::index: add_place(out, "number of the call"); break;
        default:
            if (tagged) {
                out.parts.push_back({shape::kind::rule, "arguments", {}});
            } else {
                bool const encoded = p.is == piece::kind::encoded;
                add_place(out, encoded ? "arguments, JSON in a string" : "arguments, an object");
            }
        }
    }
    add_text(out, text);
    add_text(out, t.calls.item_close);
    return out;
}

shape argument_of(tool_format const& t) {
    shape out = sequence();
    add_text(out, t.arguments.item_open);
    add_place(out, "name");
    shape choice{shape::kind::choice, {}, {}};
    for (pieces const& way : t.values) {
        shape behind = sequence();
        for (piece const& p : way) {
            switch (p.is) {
            case piece::kind::line: break;  // layout, and no text
            case piece::kind::type: add_place(behind, "type"); break;
            case piece::kind::key: add_place(behind, "name"); break;
            case piece::kind::text:
            case piece::kind::open:
            case piece::kind::close: add_text(behind, p.text); break;
            default: add_place(behind, "value");
            }
        }
        (t.values.size() == 1 ? out : choice).parts.push_back(std::move(behind));
    }
    if (!choice.parts.empty()) {
        out.parts.push_back(std::move(choice));
    }
    add_text(out, t.arguments.item_close);
    return out;
}

}  // namespace

std::vector<std::pair<std::string, shape>> call_diagrams(parlance::chat::format const& f) {
    std::vector<std::pair<std::string, shape>> out;
    tool_format const& t = f.tools;
    if (t.mode() == tool_mode::none) {
        return out;
    }
    out.emplace_back("calls", list_of(t.calls, call_of(t), t.parallel));
    if (t.mode() == tool_mode::tag_with_tagged) {
        shape all{shape::kind::choice, {}, {}};
        all.parts.push_back(list_of(t.arguments, argument_of(t), true));
        all.parts.push_back({shape::kind::track, {}, {}});
        out.emplace_back("arguments", std::move(all));
    }
    return out;
}

}  // namespace learned

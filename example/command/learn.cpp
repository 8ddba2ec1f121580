// example/command/learn.cpp - parlance learn: what was learned of a template, as text, JSON, HTML or a graph
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include "learned_html.hpp"
#include "learned_page.hpp"
#include <parlance/chat/template.hpp>
#include <filesystem>
#include <string>
#include <string_view>

namespace command {
namespace {

using namespace parlance;
using learned::entry;
using learned::page;
using learned::section;
using learned::span;

// Text

/// Control characters made visible, so that white space in markers can be told apart.
std::string visible(std::string_view text) {
    std::string out;
    for (char const c : text) {
        out += c == '\n' ? "⏎\n      " : c == '\t' ? "⇥" : std::string(1, c);
    }
    return out;
}

void print_text(page const& p, output const& out) {
    constexpr ink of_span[] = {ink::dim, ink::red, ink::green, ink::none};
    constexpr ink of_mood[] = {ink::none, ink::green, ink::red, ink::dim, ink::yellow};
    constexpr std::size_t column = 34;
    out.line(p.title, ink::bold);
    for (std::string const& fact : p.facts) {
        out.print((&fact == p.facts.data() ? "" : ", ") + fact);
    }
    out.line("");
    for (section const& s : p.sections) {
        out.print("\n" + s.title, ink::bold);
        out.line("  " + s.about);
        for (entry const& e : s.entries) {
            bool const raw = e.name.empty();
            bool const beside = e.text.size() == 1 && e.text.front().text.find('\n') == std::string::npos;
            out.print("  ");
            out.print(e.name, of_mood[static_cast<std::size_t>(e.is)]);
            if (beside && !raw && e.name.size() < column) {
                out.print(std::string(column - e.name.size(), ' '));
            } else if (!raw) {
                out.print("\n      ");
            }
            for (span const& part : e.text) {
                bool const whole = raw && e.text.size() == 1;
                out.print(whole && !beside ? "\n" + part.text : visible(part.text),
                          of_span[static_cast<std::size_t>(part.is)]);
            }
            out.line("");
        }
    }
}

// JSON

void print_json(page const& p, output const& to) {
    boost::json::object out{{"title", p.title},
                            {"facts", boost::json::array(p.facts.begin(), p.facts.end())}};
    for (section const& s : p.sections) {
        boost::json::array entries;
        for (entry const& e : s.entries) {
            constexpr char const* moods[] = {"none", "good", "bad", "grey", "warn"};
            constexpr char const* kinds[] = {"shared", "left", "right", "plain"};
            boost::json::object row{{"name", e.name}, {"mood", moods[static_cast<std::size_t>(e.is)]}};
            if (e.text.size() == 1) {
                row["text"] = e.text.front().text;
            } else {
                auto& spans = row["difference"].emplace_array();
                for (span const& part : e.text) {
                    spans.push_back(
                        boost::json::object{{kinds[static_cast<std::size_t>(part.is)], part.text}});
                }
            }
            entries.push_back(std::move(row));
        }
        out[s.title] = std::move(entries);
    }
    to.write(std::move(out));
}

}  // namespace

status learn(arguments const& given, output const& out) {
    std::string const& path = given.given.front();
    auto const t = open_template(path, out);
    if (!t) {
        return status::failed;
    }
    page const p = learned::inspect(std::filesystem::path(path).filename().string(), *t);
    if (out.json()) {
        print_json(p, out);
    } else if (given.has("html")) {
        out.print(learned::document(p));
    } else if (given.has("dot")) {
        out.print(p.dot);
    } else {
        print_text(p, out);
    }
    return status::yes;
}

}  // namespace command

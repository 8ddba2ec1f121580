// example/command/learn.cpp - parlance learn: what was learned of a template, as text, JSON, HTML or a graph
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include "learned_page.hpp"
#include "railroad.hpp"
#include <parlance/chat/template.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/json/dump.hpp>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <tuple>

namespace command {
namespace {

using namespace parlance;
using learned::entry;
using learned::page;
using learned::section;
using learned::span;
using railroad::escaped;

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
            if (beside && e.name.size() < column) {
                out.print(std::string(column - e.name.size(), ' '));
            } else if (!raw) {
                out.print("\n      ");
            }
            for (span const& part : e.text) {
                bool const whole = raw && e.text.size() == 1;
                out.print(whole ? "\n" + part.text : visible(part.text),
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

// HTML

/// Escaped, with the line ends that belong to a marker made visible.
std::string marked(std::string_view text) {
    std::string out;
    for (char const c : escaped(text)) {
        out += c == '\n' ? "<i>⏎</i>\n" : std::string(1, c);
    }
    return out;
}

constexpr std::string_view style = R"css(
:root { --ink: #1f2430; --soft: #6b7280; --line: #e4e7ec; --paper: #fbfbfd; --card: #fff; --del: #fde2e1; --ins: #d9f2df;
  --good: #1a7f4b; --bad: #c0262d; --warn: #a15c00; --text: #eaf6ee; --rule: #eef2fb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ee; --soft: #9aa3b2; --line: #2b3140; --paper: #12151c;
  --card: #1a1e28; --del: #4d2226; --ins: #173d28; --good: #4cc38a; --bad: #ff7b80; --warn: #f0b458; --text: #173d28; --rule: #222c46; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
header h1 { margin: 0 0 .3rem; font-size: 1.7rem; overflow-wrap: anywhere; }
nav a { color: var(--soft); margin-right: 1rem; text-decoration: none; }
nav a:hover { color: var(--ink); text-decoration: underline; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.3rem;
  margin-bottom: 1.2rem; }
h2 { margin: 0; font-size: 1.15rem; }
summary h2 { display: inline; }
.about { color: var(--soft); margin: 0 0 .8rem; font-size: .9rem; }
.row { display: grid; grid-template-columns: minmax(11rem, 17rem) 1fr; gap: .2rem 1rem; padding: .45rem 0;
  border-top: 1px solid var(--line); }
.row.whole { display: block; }
.name { font-weight: 600; }
.good .name::before { content: "✓ "; color: var(--good); }
.bad .name::before { content: "✗ "; color: var(--bad); }
.warn .name::before { content: "! "; color: var(--warn); }
.grey .name, .grey pre { color: var(--soft); font-weight: 400; }
pre { margin: 0; font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
del { background: var(--del); text-decoration: none; border-radius: 3px; }
ins { background: var(--ins); text-decoration: none; border-radius: 3px; }
.shared, pre i { color: var(--soft); font-style: normal; }
.tally { display: flex; gap: .6rem; margin-top: .7rem; flex-wrap: wrap; }
.tally .good { border-color: var(--good); } .tally .bad { border-color: var(--bad); }
.tally .warn { border-color: var(--warn); }
section { scroll-margin-top: 1rem; }
#Answer pre { font-size: 14px; line-height: 1.7; }
.tally span { border: 1px solid var(--line); border-radius: 999px; padding: .1rem .8rem; background: var(--card); }
.rule { overflow-x: auto; padding: .5rem 0; border-top: 1px solid var(--line); }
.rule b { font: 600 13px ui-monospace, monospace; }
@media (max-width: 40rem) { .row { grid-template-columns: 1fr; } }
)css";

void print_railroad(std::string const& text) {
    auto const g = gbnf::compile(text);
    for (std::uint32_t r = 0; g && r < g->view().rule_count(); ++r) {
        if (std::string const name = escaped(g->view().name(r)); !name.empty()) {
            std::cout << "<div class=\"rule\" id=\"rule-" << name << "\"><b>" << name << "</b>"
                      << railroad::to_svg(railroad::shape_of(*g, r)) << "</div>\n";
        }
    }
}

void print_html(page const& p) {
    std::size_t counts[5] = {};  // claims
    for (section const& s : p.sections) {
        for (entry const& e : s.entries) {
            counts[static_cast<std::size_t>(e.is)] += s.title == "Verification";
        }
    }
    std::cout << "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                 "content=\"width=device-width, initial-scale=1\">\n<title>"
              << escaped(p.title) << "</title>\n<style>" << style << railroad::style
              << "</style>\n<header><h1>" << escaped(p.title) << "</h1>\n<nav>";
    for (section const& s : p.sections) {
        std::cout << "<a href=\"#" << escaped(s.title) << "\">" << escaped(s.title) << "</a>";
    }
    std::cout << "</nav>\n<div class=\"tally\">";
    for (std::string const& fact : p.facts) {
        std::cout << "<span>" << escaped(fact) << "</span>";
    }
    std::cout << "</div>\n<div class=\"tally\">";
    for (auto const& [kind, count, what] : {std::tuple{"good", counts[1], "proven"},
                                            {"bad", counts[2], "refuted"},
                                            {"warn", counts[4], "faults of the template"},
                                            {"", counts[3], "not applicable"}}) {
        std::cout << "<span class=\"" << (count > 0 ? kind : "") << "\">" << count << " " << what
                  << "</span>";
    }
    std::cout << "</div></header>\n<main>\n";
    for (section const& s : p.sections) {
        std::string const head = "<h2>" + escaped(s.title) + "</h2>";
        std::cout << "<section id=\"" << escaped(s.title) << "\">"
                  << (s.folded ? "<details><summary>" + head + "</summary>" : head) << "<p class=\"about\">"
                  << escaped(s.about) << "</p>\n";
        for (entry const& e : s.entries) {
            constexpr std::string_view moods[] = {"", "good", "bad", "grey", "warn"};
            // what differs in many lines is read better below its name
            bool const wide = e.name.empty() || e.text.size() > 1;
            std::cout << "<div class=\"row " << moods[static_cast<std::size_t>(e.is)]
                      << (wide ? " whole" : "") << "\">";
            if (!e.name.empty()) {
                std::cout << "<div class=\"name\">" << escaped(e.name) << "</div>";
            }
            std::cout << "<pre>";
            for (span const& part : e.text) {
                switch (part.is) {
                case span::kind::plain: std::cout << escaped(part.text); break;
                case span::kind::shared:
                    std::cout << "<span class=\"shared\">" << marked(part.text) << "</span>";
                    break;
                case span::kind::left: std::cout << "<del>" << marked(part.text) << "</del>"; break;
                case span::kind::right: std::cout << "<ins>" << marked(part.text) << "</ins>"; break;
                }
            }
            std::cout << "</pre></div>\n";
        }
        if (s.title == "Grammar") {
            print_railroad(p.gbnf);
        }
        std::cout << (s.folded ? "</details>" : "") << "</section>\n";
    }
    std::cout << "</main></html>\n";
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
        print_html(p);
    } else if (given.has("dot")) {
        out.print(p.dot);
    } else {
        print_text(p, out);
    }
    return status::yes;
}

}  // namespace command

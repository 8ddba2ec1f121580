// example/command/learned_html.cpp - what was learned of a template, as HTML
// SPDX-License-Identifier: BSL-1.0
#include "learned_html.hpp"
#include "railroad.hpp"
#include <parlance/gbnf/compile.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

namespace learned {

using command::railroad::escaped;

namespace {

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
summary { cursor: pointer; }
section > details:not([open]) > summary { margin: 0; }
.wall > summary { color: var(--soft); font-size: .85rem; }
.wall > summary code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
.about { color: var(--soft); margin: .3rem 0 .8rem; font-size: .9rem; }
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
.tally { display: flex; gap: .6rem; margin: 0 0 .7rem; flex-wrap: wrap; }
.tally .good { border-color: var(--good); } .tally .bad { border-color: var(--bad); }
.tally .warn { border-color: var(--warn); }
section { scroll-margin-top: 1rem; }
#Answer pre { font-size: 14px; line-height: 1.7; }
.tally span { border: 1px solid var(--line); border-radius: 999px; padding: .1rem .8rem; background: var(--card); }
.rule { overflow-x: auto; padding: .5rem 0; border-top: 1px solid var(--line); }
.rule b { font: 600 13px ui-monospace, monospace; }
@media (max-width: 40rem) { .row { grid-template-columns: 1fr; } }
)css";

/// Escaped, with the line ends that belong to a marker made visible.
std::string marked(std::string_view text) {
    std::string out;
    for (char const c : escaped(text)) {
        out += c == '\n' ? "<i>⏎</i>\n" : std::string(1, c);
    }
    return out;
}

std::string html_of(span const& part) {
    switch (part.is) {
    case span::kind::plain: return escaped(part.text);
    case span::kind::shared: return "<span class=\"shared\">" + marked(part.text) + "</span>";
    case span::kind::left: return "<del>" + marked(part.text) + "</del>";
    case span::kind::right: return "<ins>" + marked(part.text) + "</ins>";
    }
    return {};
}

/// The text of an entry; more than a screen of it is folded behind its first line.
std::string text_of(entry const& e) {
    constexpr std::ptrdiff_t lines_of_a_screen = 24;
    std::string out = "<pre>";
    std::ptrdiff_t lines = 1;
    for (span const& part : e.text) {
        out += html_of(part);
        lines += std::ranges::count(part.text, '\n');
    }
    out += "</pre>";
    if (lines <= lines_of_a_screen) {
        return out;
    }
    std::string_view first = e.text.front().text;
    first = first.substr(0, first.find_first_of("\r\n", first.find_first_not_of("\r\n")));
    return "<details class=\"wall\"><summary><code>" + escaped(first) + "</code> … " + std::to_string(lines) +
           " lines</summary>" + out + "</details>";
}

std::string row_of(entry const& e) {
    constexpr std::string_view moods[] = {"", "good", "bad", "grey", "warn"};
    // what differs in many lines is read better below its name
    bool const wide = e.name.empty() || e.text.size() > 1;
    std::string out = "<div class=\"row " + std::string(moods[static_cast<std::size_t>(e.is)]) +
                      (wide ? " whole" : "") + "\">";
    if (!e.name.empty()) {
        out += "<div class=\"name\">" + escaped(e.name) + "</div>";
    }
    return out + text_of(e) + "</div>\n";
}

std::string diagram(std::string const& name, command::railroad::shape s) {
    return "<div class=\"rule\" id=\"rule-" + name + "\"><b>" + name + "</b>" +
           command::railroad::to_svg(std::move(s)) + "</div>\n";
}

std::string diagrams(std::string const& gbnf) {
    auto const g = parlance::gbnf::compile(gbnf);
    std::string out;
    for (std::uint32_t r = 0; g && r < g->view().rule_count(); ++r) {
        if (std::string const name = escaped(g->view().name(r)); !name.empty()) {
            out += diagram(name, command::railroad::shape_of(*g, r));
        }
    }
    return out;
}

std::string section_of(section const& s, page const& p) {
    std::string const title = escaped(s.title);
    std::string out = "<section id=\"" + title + "\"><details" + (s.folded ? "" : " open") +
                      "><summary><h2>" + title + "</h2></summary><p class=\"about\">" + escaped(s.about) +
                      "</p>\n";
    if (s.title == "Call") {
        for (auto const& [name, shape] : p.call) {
            out += diagram(name, shape);
        }
    }
    for (entry const& e : s.entries) {
        out += row_of(e);
    }
    if (s.title == "Grammar") {
        out += diagrams(p.gbnf);
    }
    return out + "</details></section>\n";
}

/// The facts, and how many claims were proven.
std::string tallies(page const& p) {
    std::size_t counts[5] = {};
    for (section const& s : p.sections) {
        for (entry const& e : s.entries) {
            counts[static_cast<std::size_t>(e.is)] += s.title == "Verification";
        }
    }
    std::string out = "<div class=\"tally\">";
    for (std::string const& fact : p.facts) {
        out += "<span>" + escaped(fact) + "</span>";
    }
    out += "</div>\n<div class=\"tally\">";
    for (auto const& [kind, count, what] : {std::tuple{"good", counts[1], "proven"},
                                            {"bad", counts[2], "refuted"},
                                            {"warn", counts[4], "faults of the template"},
                                            {"", counts[3], "not applicable"}}) {
        out += std::string("<span class=\"") + (count > 0 ? kind : "") + "\">" + std::to_string(count) + " " +
               what + "</span>";
    }
    return out + "</div>";
}

}  // namespace

std::string sections(page const& p) {
    std::string out = tallies(p) + "\n";
    for (section const& s : p.sections) {
        out += section_of(s, p);
    }
    return out;
}

std::string document(page const& p) {
    std::string out = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                      "content=\"width=device-width, initial-scale=1\">\n<title>" +
                      escaped(p.title) + "</title>\n<style>" +
                      std::string(style).append(command::railroad::style) + "</style>\n<header><h1>" +
                      escaped(p.title) + "</h1>\n<nav>";
    for (section const& s : p.sections) {
        out += "<a href=\"#" + escaped(s.title) + "\">" + escaped(s.title) + "</a>";
    }
    return out + "</nav></header>\n<main>\n" + sections(p) + "</main></html>\n";
}

}  // namespace learned

// example/command/diagram.cpp - parlance diagram
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include "railroad.hpp"
#include <boost/json/array.hpp>
#include <string>
#include <string_view>

namespace command {

using namespace parlance;

namespace {

constexpr std::string_view head = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { --ink: #1f2430; --soft: #6b7280; --paper: #fbfbfd; --card: #fff; --line: #e4e7ec; --text: #eaf6ee; --rule: #eef2fb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ee; --soft: #9aa3b2; --paper: #12151c; --card: #1a1e28;
  --line: #2b3140; --text: #173d28; --rule: #222c46; } }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .8rem 1.2rem;
  margin-bottom: 1rem; overflow-x: auto; }
section:target { border-color: var(--ink); }
h2 { font: 600 1rem ui-monospace, monospace; margin: 0 0 .4rem; }
)";

}  // namespace

status diagram(arguments const& given, output const& out) {
    std::string const& path = given.given.front();
    auto const source = read_text(path);
    if (!source) {
        return out.fail(source.error(), {}, path);
    }
    auto const g = read_grammar(source->text, kind_of(path, given), given.value("root").value_or("root"));
    if (!g) {
        return out.fail(g.error(),
                        g.error().at.offset > 0 ? std::string_view(source->text) : std::string_view{}, path);
    }
    gbnf::grammar_view const view = g->view();
    boost::json::array rules;
    std::string page = std::string(head).append(railroad::style) + "</style>\n<title>" +
                       railroad::escaped(path) + "</title>\n<h1>" + railroad::escaped(path) + "</h1>\n";
    for (std::uint32_t r = 0; r < view.rule_count(); ++r) {
        std::string_view const name = view.name(r);
        if (name.empty()) {
            continue;  // a group, drawn where it stands
        }
        std::string const svg = railroad::to_svg(railroad::shape_of(view, r));
        if (out.json()) {
            rules.push_back(boost::json::object{{"rule", std::string(name)}, {"svg", svg}});
        } else {
            std::string const id = railroad::escaped(name);
            page += "<section id=\"rule-" + id + "\"><h2>" + id + "</h2>" + svg + "</section>\n";
        }
    }
    if (out.json()) {
        out.write(rules);
    } else {
        out.print(page + "</html>\n");
    }
    return status::yes;
}

}  // namespace command

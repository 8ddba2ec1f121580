// example/command/check.cpp - parlance check
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include <parlance/chat/template.hpp>
#include <parlance/gbnf/check_text.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/text/position.hpp>
#include <boost/json/array.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace command {

using namespace parlance;

namespace {

constexpr std::string_view name_of(gbnf::finding_kind kind) noexcept {
    constexpr std::string_view names[] = {"undefined", "unreachable", "unproductive", "left_recursive",
                                          "nullable_loop"};
    return names[static_cast<std::size_t>(kind)];
}

status check_gbnf(text_file const& source, arguments const& given, output const& out) {
    gbnf::options how;
    std::string const root = given.value("root").value_or("root");
    how.root = root;
    auto const checked = gbnf::check_text(source.text, how);
    if (!checked) {
        out.fail(checked.error(), source.text, source.name);
        return status::no;
    }
    auto const& [g, found] = *checked;
    boost::json::array findings;
    for (gbnf::finding const& each : found.findings) {
        position const at = locate(source.text, each.at.value_or(0));
        boost::json::object row{{"kind", name_of(each.kind)},
                                {"rule", std::string(g.view().name(each.owner))},
                                {"line", at.line},
                                {"column", at.column}};
        if (each.meant) {
            row["meant"] = std::string(g.view().name(*each.meant));
        }
        findings.push_back(std::move(row));
        if (out.json()) {
            continue;
        }
        std::string const shown = shown_place(source.text, at.offset, source.name);
        std::size_t const line = (std::min)(shown.find('\n'), shown.size());
        out.print(shown.substr(0, line) + ": ");
        out.print(render(each, g), ink::yellow);
        out.line(shown.substr(line));
    }
    if (out.json()) {
        out.write(boost::json::object{{"clean", found.clean()},
                                      {"findings", std::move(findings)},
                                      {"states", found.states},
                                      {"configurations", found.configurations}});
    } else {
        if (found.clean()) {
            out.line(source.name + ": right", ink::green);
        }
        gbnf::report sizes = found;
        sizes.findings.clear();
        out.print(render(sizes, g), ink::dim);
    }
    return found.clean() ? status::yes : status::no;
}

/// Keywords that the schema's author may have meant as others: they assert nothing.
status check_keywords(text_file const& source, output const& out) {
    auto const schema = json::parse(source.text);
    auto const rows =
        schema ? schema::contract(*schema) : result<std::vector<schema::keyword_treatment>>(schema.error());
    boost::json::array findings;
    for (std::size_t i = 0; rows && i < rows->size(); ++i) {
        schema::keyword_treatment const& each = (*rows)[i];
        if (each.meant.empty()) {
            continue;
        }
        if (!out.json()) {
            out.line(source.name + ": " + each.pointer + ": " + each.reason, ink::yellow);
        }
        findings.push_back(boost::json::object{{"kind", "misspelled"},
                                               {"pointer", each.pointer},
                                               {"meant", each.meant},
                                               {"reason", each.reason}});
    }
    bool const clean = findings.empty();
    if (out.json()) {
        out.write(boost::json::object{{"clean", clean}, {"findings", std::move(findings)}});
    } else if (clean) {
        out.line(source.name + ": right", ink::green);
    }
    return clean ? status::yes : status::no;
}

}  // namespace

status check(arguments const& given, output const& out) {
    std::string const& path = given.given.front();
    file_kind const kind = kind_of(path, given);
    if (kind == file_kind::unknown) {
        return out.fail(
            diagnostic{errc::unsupported_file,
                       {},
                       0,
                       "a name ends in .gbnf, .json (a schema), .regex, .jinja or .gguf; or say --as "
                       "gbnf, schema, regex or template"},
            {}, path == "-" ? "standard input" : path);
    }
    auto const source =
        kind == file_kind::chat_template ? result<text_file>{text_file{path, {}}} : read_text(path);
    if (!source) {
        return out.fail(source.error(), {}, path);
    }
    if (kind == file_kind::gbnf) {
        return check_gbnf(*source, given, out);
    }
    diagnostic wrong;
    if (kind == file_kind::chat_template) {
        if (!open_template(path, out)) {
            return status::no;
        }
    } else if (auto const net = read_network(*source, kind, given, bytes_and_end()); !net) {
        wrong = net.error();
    } else if (auto const prepared = mask::grammar::prepare(*net); !prepared) {
        wrong = prepared.error();
    }
    if (wrong.code != errc::none) {
        // without a place in the text there is no line to be shown: a schema's errors have a JSON Pointer
        bool const placed =
            wrong.at.offset > 0 || kind == file_kind::regex || wrong.code == errc::json_syntax;
        out.fail(wrong, placed ? std::string_view(source->text) : std::string_view{}, path);
        return status::no;
    }
    if (kind == file_kind::schema) {
        return check_keywords(*source, out);
    }
    if (out.json()) {
        out.write(boost::json::object{{"clean", true}});
    } else {
        out.line(path + ": right", ink::green);
    }
    return status::yes;
}

}  // namespace command

// example/command/check.cpp - parlance check
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include <parlance/chat/template.hpp>
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/grammar.hpp>
#include <boost/json/array.hpp>
#include <string>
#include <string_view>

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
    how.allow_undefined = true;
    how.allow_left_recursion = true;
    auto const g = gbnf::compile(source.text, how);
    if (!g) {
        out.fail(g.error(), source.text, source.name);
        return status::no;
    }
    gbnf::report const found = gbnf::check(*g);
    if (out.json()) {
        boost::json::array findings;
        for (gbnf::finding const& each : found.findings) {
            findings.push_back(boost::json::object{{"kind", name_of(each.kind)},
                                                   {"rule", std::string(g->view().name(each.owner))}});
        }
        out.write(boost::json::object{{"clean", found.clean()},
                                      {"findings", std::move(findings)},
                                      {"states", found.states},
                                      {"configurations", found.configurations}});
    } else {
        out.print(render(found, *g));
    }
    return found.clean() ? status::yes : status::no;
}

}  // namespace

status check(arguments const& given, output const& out) {
    std::string const& path = given.given.front();
    file_kind const kind = kind_of(path, given);
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
    if (wrong.code == errc::unsupported_file) {
        return out.fail(wrong, {}, path);
    }
    if (wrong.code != errc::none) {
        // without a place in the text there is no line to be shown: a schema's errors have a JSON Pointer
        out.fail(wrong, wrong.at.offset > 0 ? std::string_view(source->text) : std::string_view{}, path);
        return status::no;
    }
    if (out.json()) {
        out.write(boost::json::object{{"clean", true}});
    } else {
        out.line(path + ": right", ink::green);
    }
    return status::yes;
}

}  // namespace command

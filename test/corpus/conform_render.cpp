// test/corpus/conform_render.cpp - whole chat templates with whole conversations
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "jinja_row.hpp"
#include <parlance/jinja/detail/syntax/lexer.hpp>
#include <parlance/text/space.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/text/utf8.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace conform {

namespace {

/// The file of the templates folder; read once.
std::string const& template_file(std::filesystem::path const& path) {
    static std::map<std::filesystem::path, std::string> files;
    auto const [at, fresh] = files.try_emplace(path);
    if (fresh) {
        std::ifstream in(path, std::ios::binary);
        at->second.assign(std::istreambuf_iterator<char>(in), {});
    }
    return at->second;
}

/// Line ends as \n, without white space around the whole.
std::string newline_normalised(std::string_view text) {
    return std::string(parlance::strip(parlance::jinja::normalise_newlines(text)));
}

/// Rows of the older kind: the template inline, the variables beside it.
outcome check_old_style(boost::json::object const& row) {
    boost::json::object context;
    for (char const* const name : {"messages", "bos_token", "eos_token", "add_generation_prompt"}) {
        if (auto const* v = row.if_contains(name); v != nullptr) {
            context[name] = *v;
        }
    }
    // what the peer recorded includes its repair of templates without a system role
    std::string_view const source = parlance::json::text_of(row.at("template"));
    if (auto const compiled = parlance::jinja::compiled_template::compile(source);
        compiled && context.contains("messages")) {
        auto const can = parlance::chat::probe_capabilities(*compiled, context);
        parlance::chat::fit(context["messages"].as_array(), can);
    }
    attempt const got = render_row(source, context, parlance::jinja::convention::lenient);
    std::string_view const want = parlance::json::text_of(row.at("expected"));
    if (!got.rendered) {
        return outcome::failed(got.message);
    }
    if (newline_normalised(got.text) != newline_normalised(want)) {
        return outcome::failed(first_difference(newline_normalised(want), newline_normalised(got.text)));
    }
    outcome out = outcome::passed();
    out.tally.emplace_back("byte-exact old-style", got.text == want);
    return out;
}

/// generation_indices count code points.
outcome check_generation(boost::json::object const& row, attempt const& got) {
    auto const* indices = row.if_contains("generation_indices");
    if (indices == nullptr || !indices->is_array()) {
        return outcome::passed();
    }
    boost::json::array found;
    auto const points = [&](std::size_t byte) {
        return parlance::utf8::count(std::string_view(got.text).substr(0, byte));
    };
    for (auto const& r : got.whole.generation) {
        found.push_back(boost::json::array{points(r.begin), points(r.end)});
    }
    if (boost::json::serialize(found) != boost::json::serialize(*indices)) {
        return outcome::failed("generation " + boost::json::serialize(found) + ", expected " +
                               boost::json::serialize(*indices));
    }
    return outcome::passed();
}

}  // namespace

outcome check_render(boost::json::object const& row, settings const& s) {
    if (row.if_contains("messages") != nullptr) {
        return check_old_style(row);
    }
    std::string const& source =
        template_file(s.templates / std::string(parlance::json::text_of(row.at("template"))));
    if (source.empty()) {
        return outcome::failed("no such template");
    }
    auto const convention = row.if_contains("hf_strict") != nullptr ? parlance::jinja::convention::lenient
                                                                    : parlance::jinja::convention::strict;
    boost::json::object const context = context_of(row);
    outcome out = check_rendering(row, source, context, convention);
    if (out.is != outcome::verdict::passed || row.if_contains("generation_indices") == nullptr) {
        return out;
    }
    return check_generation(row, render_row(source, context, convention));
}

}  // namespace conform

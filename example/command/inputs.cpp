// example/command/inputs.cpp - files that subcommands read
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include "../files.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/gbnf/resolve.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/vocab/token_list.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace command {

using namespace parlance;

result<text_file> read_text(std::string const& path) {
    if (path == "-") {
        return text_file{"standard input", std::string(std::istreambuf_iterator<char>(std::cin), {})};
    }
    auto text = files::read(path);
    return text ? result<text_file>{text_file{path, *std::move(text)}} : text.error();
}

file_kind kind_of(std::string_view path) noexcept {
    constexpr std::pair<std::string_view, file_kind> endings[] = {
        {".gbnf", file_kind::gbnf},           {".json", file_kind::schema},
        {".jinja", file_kind::chat_template}, {".jinja2", file_kind::chat_template},
        {".regex", file_kind::regex},         {".gguf", file_kind::chat_template}};
    for (auto const& [ending, kind] : endings) {
        if (path.ends_with(ending)) {
            return kind;
        }
    }
    return file_kind::unknown;
}

file_kind kind_of(std::string_view path, arguments const& given) noexcept {
    auto const as = given.options.find("as");
    if (as == given.options.end()) {
        return kind_of(path);
    }
    constexpr std::pair<std::string_view, file_kind> names[] = {{"gbnf", file_kind::gbnf},
                                                                {"schema", file_kind::schema},
                                                                {"template", file_kind::chat_template},
                                                                {"regex", file_kind::regex}};
    for (auto const& [name, kind] : names) {
        if (as->second == name) {
            return kind;
        }
    }
    return file_kind::unknown;
}

namespace {

result<rtn::network> network_of_gbnf(std::string_view text, arguments const& given, vocab::view tokens) {
    gbnf::options how;
    std::string const root = given.value("root").value_or("root");
    how.root = root;
    how.allow_left_recursion = true;
    auto const g = gbnf::compile(text, how);
    if (!g) {
        return g.error();
    }
    auto const rewritten = gbnf::without_left_recursion(*g);
    if (!rewritten) {
        return rewritten.error();
    }
    auto const resolved =
        gbnf::resolve(*rewritten, [&](std::string_view spelling) { return tokens.find(spelling); });
    return resolved ? rtn::from_gbnf(*resolved) : resolved.error();
}

}  // namespace

result<rtn::network> read_network(text_file const& source, file_kind kind, arguments const& given,
                                  vocab::view tokens) {
    switch (kind) {
    case file_kind::gbnf: return network_of_gbnf(source.text, given, tokens);
    case file_kind::schema: return schema::compile(source.text);
    case file_kind::regex: {
        std::string_view pattern = source.text;
        while (pattern.ends_with('\n') || pattern.ends_with('\r')) {
            pattern.remove_suffix(1);
        }
        return rtn::from_regex(pattern);
    }
    default: break;
    }
    return diagnostic{errc::unsupported_file,
                      {},
                      0,
                      "a grammar ends in .gbnf, .json or .regex; or say --as gbnf, schema or regex"};
}

vocab::token_list bytes_and_end() {
    vocab::token_list_builder out;
    for (int byte = 0; byte < 256; ++byte) {
        char const c = static_cast<char>(byte);
        out.add({&c, 1});
    }
    out.add("<end>", vocab::token_kind::control);
    out.end(256);
    return std::move(out).finish().value();
}

std::optional<chat::chat_template> open_template(std::string const& path, output const& out) {
    auto const source = files::chat_template(path);
    if (!source) {
        out.fail(source.error(), {}, path);
        return std::nullopt;
    }
    auto t = chat::chat_template::compile(source->text, {source->bos, source->eos, {}});
    if (!t) {
        out.fail(t.error(), source->text, path);
        return std::nullopt;
    }
    return *std::move(t);
}

std::string shown_bytes(std::string_view bytes) {
    std::string out;
    if (utf8::is_valid(bytes)) {
        json::append_quoted(out, bytes);
        return out;
    }
    out = "\"";
    for (char const c : bytes) {
        constexpr std::string_view digits = "0123456789ABCDEF";
        auto const byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\') {
            out += c;
        } else {
            out.append("\\x").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
        }
    }
    return out + "\"";
}

std::string shown_place(std::string_view text, std::size_t at, std::string_view name) {
    // the lines below an error's first one are the place
    std::string const shown =
        render(diagnose(errc::none, text.empty() ? " " : text, at), text.empty() ? " " : text, {});
    position const where = locate(text, at);
    return std::string(name) + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) +
           shown.substr(std::min(shown.find('\n'), shown.size()));
}

}  // namespace command

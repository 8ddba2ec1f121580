// example/command/inputs.cpp - files that subcommands read
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include "../files.hpp"
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace command {

using namespace parlance;

result<text_file> read_text(std::string const& path) {
    if (path == "-") {
        return text_file{"standard input", std::string(std::istreambuf_iterator<char>(std::cin), {})};
    }
    if (std::error_code none; std::filesystem::is_directory(path, none)) {
        return diagnostic{errc::cannot_open, {}, 0, "it is a folder"};
    }
    auto text = files::read(path);
    return text ? result<text_file>{text_file{path, *std::move(text)}} : text.error();
}

file_kind kind_of(std::string_view path) {
    constexpr std::pair<std::string_view, file_kind> endings[] = {
        {".gbnf", file_kind::gbnf},           {".json", file_kind::schema},
        {".jinja", file_kind::chat_template}, {".jinja2", file_kind::chat_template},
        {".regex", file_kind::regex},         {".gguf", file_kind::chat_template}};
    for (auto const& [ending, kind] : endings) {
        if (path.ends_with(ending)) {
            return kind;
        }
    }
    std::error_code none;
    return std::filesystem::is_directory(path, none) ? file_kind::chat_template : file_kind::unknown;
}

file_kind kind_of(std::string_view path, arguments const& given) {
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

result<rtn::network> read_network(text_file const& source, file_kind kind, arguments const& given,
                                  vocab::view tokens) {
    return read_network(source.text, kind, given.value("root").value_or("root"), tokens);
}

std::optional<chat::chat_template> open_template(std::string const& path, output const& out) {
    if (file_kind const kind = kind_of(path); kind == file_kind::gbnf || kind == file_kind::regex) {
        out.fail(diagnostic{errc::unsupported_file,
                            {},
                            0,
                            "a chat template is a .jinja file, a GGUF file or a model's folder"},
                 {}, path);
        return std::nullopt;
    }
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

std::string shown_place(std::string_view text, std::size_t at, std::string_view name) {
    // the lines below an error's first one are the place
    std::string const shown =
        render(diagnose(errc::none, text.empty() ? " " : text, at), text.empty() ? " " : text, {});
    position const where = locate(text, at);
    return std::string(name) + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) +
           shown.substr(std::min(shown.find('\n'), shown.size()));
}

}  // namespace command

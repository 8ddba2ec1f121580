// example/command/inputs.hpp - files that subcommands read: texts, grammars, templates
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "command.hpp"
#include "grammar_text.hpp"
#include <parlance/chat/template.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/token_list.hpp>
#include <string>
#include <string_view>

namespace command {

/// A text and what to call it in messages.
struct text_file {
    std::string name;
    std::string text;
};

/// The file, or the standard input for "-".  Errors: cannot_open, of a folder, too.
[[nodiscard]] parlance::result<text_file> read_text(std::string const& path);

/// What a file is, by its name's ending: .gbnf; .json, a schema; .jinja or .jinja2, a template; .regex, a pattern.  A
/// folder is a model's, with its template.
[[nodiscard]] file_kind kind_of(std::string_view path);
/// The same, but what --as says where it is given.
[[nodiscard]] file_kind kind_of(std::string_view path, arguments const& given);

/// A grammar in GBNF, a schema or a regular expression, as the network that masks run; GBNF's token texts are looked up in
/// `tokens`.  Errors: those of reading it, positioned in `source`.
[[nodiscard]] parlance::result<parlance::rtn::network>
read_network(text_file const& source, file_kind kind, arguments const& given, parlance::vocab::view tokens);

/// A template in a file of its own, in a GGUF file or in a model's folder.
/// Prints what is wrong, and is empty then.
[[nodiscard]] std::optional<parlance::chat::chat_template> open_template(std::string const& path,
                                                                         output const& out);

/// The line of `text` where byte `at` stands, with a caret below it.
[[nodiscard]] std::string shown_place(std::string_view text, std::size_t at, std::string_view name);

}  // namespace command

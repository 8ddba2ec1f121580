// example/command/grammar_text.hpp - texts of grammars, whatever their notation, as networks and as tables
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/grammar.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/token_list.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace command {

/// What a text is.
enum class file_kind : std::uint8_t { unknown, gbnf, schema, chat_template, regex };

/// A grammar in GBNF, a schema or a regular expression, as the network that masks run; GBNF's token texts are looked up in
/// `tokens`.  `root` is the rule where GBNF begins.  Errors: those of reading it, positioned in `text`.
[[nodiscard]] parlance::result<parlance::rtn::network>
read_network(std::string_view text, file_kind kind, std::string_view root, parlance::vocab::view tokens);

/// The same as a table of elements, for diagrams.
[[nodiscard]] parlance::result<parlance::gbnf::grammar> read_grammar(std::string_view text, file_kind kind,
                                                                     std::string_view root);

/// 256 tokens of one byte, and one that ends the text: for grammars without a vocabulary.
[[nodiscard]] parlance::vocab::token_list bytes_and_end();

/// Bytes in quotes, as JSON has them; what is no UTF-8 as \\xHH.
[[nodiscard]] std::string shown_bytes(std::string_view bytes);

}  // namespace command

// parlance/fwd.hpp - the names that users hold, for headers that only pass them on
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace parlance {

enum class errc : std::uint16_t;
struct position;
class note;
struct diagnostic;
struct limits;
template <class T>
class result;
template <std::size_t N>
struct fixed_string;

}  // namespace parlance

namespace parlance::json {
struct dump_options;
}  // namespace parlance::json

namespace parlance::peg {
struct arena;
struct arena_view;
class builder;
class char_set;
struct event;
struct outcome;
class stream;
}  // namespace parlance::peg

namespace parlance::gbnf {
struct element;
struct grammar;
struct grammar_view;
struct options;
struct report;
}  // namespace parlance::gbnf

namespace parlance::rtn {
class builder;
struct dfa;
struct network;
struct network_view;
}  // namespace parlance::rtn

namespace parlance::vocab {
struct load_options;
class token_list;
class token_list_builder;
struct tokenizer_info;
class trie;
class view;
}  // namespace parlance::vocab

namespace parlance::mask {
struct allowed_tokens;
class bitmask;
struct cache_options;
class compiled_grammar;
enum class filled : std::uint8_t;
class grammar;
class matcher;
class network_machine;
class token_index;
struct token_roles;
class trigger;
}  // namespace parlance::mask

namespace parlance::schema {
struct options;
}  // namespace parlance::schema

namespace parlance::jinja {
struct compile_options;
struct render_options;
struct rendering;
struct span;
}  // namespace parlance::jinja

namespace parlance::chat {
struct call_policy;
struct capabilities;
class chat_template;
struct delta;
struct dialect;
struct ending;
struct format;
struct grammar;
struct inputs;
struct message;
struct prepared;
class response_parser;
struct special_tokens;
struct syntax;
struct tool;
struct tool_call;
class template_set;
struct written_prompt;
}  // namespace parlance::chat

// parlance/parlance.cppm - the library as a module: what parlance.hpp declares, without macros
// SPDX-License-Identifier: BSL-1.0
module;
#include <parlance/mask/element_machine.hpp>
#include <parlance/mask/machine.hpp>
#include <parlance/mask/memo.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/stack.hpp>
#include <parlance/mask/start.hpp>
#include <parlance/parlance.hpp>
export module parlance;

export namespace parlance {
using parlance::bad_result;
using parlance::deadline;
using parlance::describe;
using parlance::diagnose;
using parlance::diagnostic;
using parlance::errc;
using parlance::fixed_string;
using parlance::function_ref;
using parlance::limits;
using parlance::locate;
using parlance::note;
using parlance::position;
using parlance::render;
using parlance::result;
using parlance::same_rows;
using parlance::stop_token;
using parlance::stoppable;
using parlance::work;
}  // namespace parlance

export namespace parlance::chat {
using parlance::chat::analyze;
using parlance::chat::anthropic_events;
using parlance::chat::anthropic_options;
using parlance::chat::anthropic_request;
using parlance::chat::anthropic_stop_reason;
using parlance::chat::argument_form;
using parlance::chat::barred_tag_length;
using parlance::chat::budget_rules;
using parlance::chat::build_grammar;
using parlance::chat::build_syntax;
using parlance::chat::call_id;
using parlance::chat::call_opening;
using parlance::chat::call_policy;
using parlance::chat::call_trigger;
using parlance::chat::call_trigger_of;
using parlance::chat::capabilities;
using parlance::chat::channel_format;
using parlance::chat::chat_template;
using parlance::chat::claim;
using parlance::chat::constraint_of;
using parlance::chat::content_form;
using parlance::chat::content_format;
using parlance::chat::content_mode;
using parlance::chat::continuation;
using parlance::chat::data_type_marker;
using parlance::chat::delta;
using parlance::chat::delta_callback;
using parlance::chat::delta_kind;
using parlance::chat::describe;
using parlance::chat::detect_preset;
using parlance::chat::dialect;
using parlance::chat::ending;
using parlance::chat::estimate_tokens;
using parlance::chat::event_callback;
using parlance::chat::find_tool;
using parlance::chat::finish_reason;
using parlance::chat::fit;
using parlance::chat::fixup;
using parlance::chat::format;
using parlance::chat::format_of;
using parlance::chat::grammar;
using parlance::chat::has_call_marker;
using parlance::chat::has_whole_calls;
using parlance::chat::id_form;
using parlance::chat::id_position;
using parlance::chat::id_position_of;
using parlance::chat::inputs;
using parlance::chat::list_shape;
using parlance::chat::make_preset;
using parlance::chat::marker_length;
using parlance::chat::max_hold;
using parlance::chat::message;
using parlance::chat::message_form;
using parlance::chat::messages_from_openai;
using parlance::chat::name_ids;
using parlance::chat::name_of;
using parlance::chat::namespace_length;
using parlance::chat::notation;
using parlance::chat::openai_chunks;
using parlance::chat::openai_options;
using parlance::chat::openai_request;
using parlance::chat::part;
using parlance::chat::piece;
using parlance::chat::prepare;
using parlance::chat::prepared;
using parlance::chat::preset;
using parlance::chat::preset_family;
using parlance::chat::preset_guess;
using parlance::chat::preset_message;
using parlance::chat::preset_names;
using parlance::chat::preset_style;
using parlance::chat::probe_capabilities;
using parlance::chat::prompt_options;
using parlance::chat::raw_text;
using parlance::chat::reading;
using parlance::chat::reasoning_form;
using parlance::chat::reasoning_format;
using parlance::chat::reasoning_mode;
using parlance::chat::report;
using parlance::chat::request;
using parlance::chat::response_parser;
using parlance::chat::response_policy;
using parlance::chat::responses_events;
using parlance::chat::responses_options;
using parlance::chat::responses_request;
using parlance::chat::scene_renderer;
using parlance::chat::schema_slot;
using parlance::chat::schema_widening;
using parlance::chat::special_tokens;
using parlance::chat::special_tokens_from;
using parlance::chat::stop_cause;
using parlance::chat::stray_text;
using parlance::chat::syntax;
using parlance::chat::tag;
using parlance::chat::template_set;
using parlance::chat::thinking;
using parlance::chat::thinking_budget;
using parlance::chat::to_anthropic;
using parlance::chat::to_openai;
using parlance::chat::to_openai_choice;
using parlance::chat::to_openai_completion;
using parlance::chat::to_string;
using parlance::chat::to_template_json;
using parlance::chat::token_usage;
using parlance::chat::told_cause;
using parlance::chat::tool;
using parlance::chat::tool_call;
using parlance::chat::tool_format;
using parlance::chat::tool_mode;
using parlance::chat::tool_schema_options;
using parlance::chat::tools_from_openai;
using parlance::chat::truncate;
using parlance::chat::validate_conversation;
using parlance::chat::validate_message;
using parlance::chat::verdict;
using parlance::chat::wire_request;
using parlance::chat::written_prompt;
}  // namespace parlance::chat

export namespace parlance::chat::known {
using parlance::chat::known::add;
using parlance::chat::known::applies;
using parlance::chat::known::rule;
using parlance::chat::known::rules;
}  // namespace parlance::chat::known

export namespace parlance::gbnf {
using parlance::gbnf::check;
using parlance::gbnf::compile;
using parlance::gbnf::cycle_text;
using parlance::gbnf::element;
using parlance::gbnf::element_kind;
using parlance::gbnf::error_in_grammar;
using parlance::gbnf::finding;
using parlance::gbnf::finding_kind;
using parlance::gbnf::grammar;
using parlance::gbnf::grammar_view;
using parlance::gbnf::item_length;
using parlance::gbnf::json;
using parlance::gbnf::json_text;
using parlance::gbnf::options;
using parlance::gbnf::print;
using parlance::gbnf::render;
using parlance::gbnf::report;
using parlance::gbnf::resolve;
using parlance::gbnf::static_grammar;
using parlance::gbnf::unbounded;
using parlance::gbnf::valid;
using parlance::gbnf::without_left_recursion;
}  // namespace parlance::gbnf

export namespace parlance::jinja {
using parlance::jinja::compile_options;
using parlance::jinja::compiled_template;
using parlance::jinja::convention;
using parlance::jinja::fault;
using parlance::jinja::origin;
using parlance::jinja::program;
using parlance::jinja::range;
using parlance::jinja::render_options;
using parlance::jinja::rendering;
using parlance::jinja::span;
}  // namespace parlance::jinja

export namespace parlance::json {
using parlance::json::append_number;
using parlance::json::append_python_float;
using parlance::json::append_quoted;
using parlance::json::array;
using parlance::json::closing_of;
using parlance::json::dump;
using parlance::json::dump_options;
using parlance::json::member;
using parlance::json::object;
using parlance::json::parse;
using parlance::json::parse_partial;
using parlance::json::partial;
using parlance::json::read_python_float;
using parlance::json::text;
using parlance::json::text_of;
using parlance::json::value;
}  // namespace parlance::json

export namespace parlance::mask {
using parlance::mask::allowed_prefix;
using parlance::mask::allowed_tokens;
using parlance::mask::apply;
using parlance::mask::at_once;
using parlance::mask::basic_element_machine;
using parlance::mask::bitmask;
using parlance::mask::byte_range;
using parlance::mask::cache_options;
using parlance::mask::candidate;
using parlance::mask::code_points;
using parlance::mask::compile;
using parlance::mask::compile_gbnf;
using parlance::mask::compile_regex;
using parlance::mask::compiled_grammar;
using parlance::mask::count_range;
using parlance::mask::draft_tree;
using parlance::mask::element_machine;
using parlance::mask::element_position;
using parlance::mask::explain;
using parlance::mask::explanation;
using parlance::mask::fill;
using parlance::mask::filled;
using parlance::mask::forced_tokens;
using parlance::mask::frame;
using parlance::mask::grammar;
using parlance::mask::half;
using parlance::mask::half_logit;
using parlance::mask::machine;
using parlance::mask::matcher;
using parlance::mask::matches;
using parlance::mask::network_machine;
using parlance::mask::no_parent;
using parlance::mask::npda;
using parlance::mask::npda_bounds;
using parlance::mask::only_tokens;
using parlance::mask::refusal;
using parlance::mask::render;
using parlance::mask::rows;
using parlance::mask::scalar_values;
using parlance::mask::token_id;
using parlance::mask::token_index;
using parlance::mask::token_roles;
using parlance::mask::trigger;
using parlance::mask::words_for;
}  // namespace parlance::mask

export namespace parlance::peg {
using parlance::peg::arena;
using parlance::peg::arena_size;
using parlance::peg::arena_view;
using parlance::peg::branch;
using parlance::peg::builder;
using parlance::peg::byte_set;
using parlance::peg::char_class;
using parlance::peg::char_range;
using parlance::peg::char_set;
using parlance::peg::check;
using parlance::peg::closing;
using parlance::peg::contains;
using parlance::peg::delivery;
using parlance::peg::event;
using parlance::peg::event_kind;
using parlance::peg::event_sink;
using parlance::peg::graphviz;
using parlance::peg::load;
using parlance::peg::match;
using parlance::peg::matches;
using parlance::peg::max_hold;
using parlance::peg::no_limit;
using parlance::peg::no_sink;
using parlance::peg::node;
using parlance::peg::node_id;
using parlance::peg::none;
using parlance::peg::op;
using parlance::peg::op_count;
using parlance::peg::outcome;
using parlance::peg::parse;
using parlance::peg::print;
using parlance::peg::recorder;
using parlance::peg::rule_id;
using parlance::peg::rule_row;
using parlance::peg::save;
using parlance::peg::size_of;
using parlance::peg::static_arena;
using parlance::peg::stream;
using parlance::peg::table_version;
using parlance::peg::tag_id;
using parlance::peg::tag_like;
using parlance::peg::tag_name;
using parlance::peg::text_ref;
using parlance::peg::unbounded;
using parlance::peg::until_row;
using parlance::peg::until_step;
}  // namespace parlance::peg

export namespace parlance::rtn {
using parlance::rtn::add_ranges;
using parlance::rtn::alphabet;
using parlance::rtn::alphabet_of;
using parlance::rtn::any_text;
using parlance::rtn::as_bounded_class;
using parlance::rtn::before_delimiters;
using parlance::rtn::bounded_class;
using parlance::rtn::builder;
using parlance::rtn::code_points;
using parlance::rtn::complement;
using parlance::rtn::count;
using parlance::rtn::dfa;
using parlance::rtn::difference;
using parlance::rtn::edge;
using parlance::rtn::edge_kind;
using parlance::rtn::either;
using parlance::rtn::from_gbnf;
using parlance::rtn::from_peg;
using parlance::rtn::from_regex;
using parlance::rtn::intersection;
using parlance::rtn::length_between;
using parlance::rtn::member_names;
using parlance::rtn::minimized;
using parlance::rtn::network;
using parlance::rtn::network_from_peg;
using parlance::rtn::network_view;
using parlance::rtn::normalized;
using parlance::rtn::object;
using parlance::rtn::product;
using parlance::rtn::regex;
using parlance::rtn::regex_match;
using parlance::rtn::rule_id;
using parlance::rtn::schema_writer;
using parlance::rtn::state;
using parlance::rtn::state_id;
using parlance::rtn::to_gbnf;
using parlance::rtn::unbounded;
using parlance::rtn::without_delimiters;
}  // namespace parlance::rtn

export namespace parlance::schema {
using parlance::schema::compile;
using parlance::schema::compile_for;
using parlance::schema::document_source;
using parlance::schema::formats;
using parlance::schema::known_format;
using parlance::schema::known_formats;
using parlance::schema::longest_of_format;
using parlance::schema::lower;
using parlance::schema::lower_raw;
using parlance::schema::lowerer;
using parlance::schema::options;
using parlance::schema::order;
using parlance::schema::relaxations;
using parlance::schema::spaces;
using parlance::schema::to_gbnf;
using parlance::schema::validate;
}  // namespace parlance::schema

export namespace parlance::utf8 {
using parlance::utf8::byte_range;
using parlance::utf8::count;
using parlance::utf8::decode;
using parlance::utf8::decoded;
using parlance::utf8::encode;
using parlance::utf8::encoded;
using parlance::utf8::is_scalar;
using parlance::utf8::is_valid;
using parlance::utf8::second_byte;
using parlance::utf8::sequence_length;
using parlance::utf8::unfinished;
}  // namespace parlance::utf8

export namespace parlance::vocab {
using parlance::vocab::added_token;
using parlance::vocab::copy;
using parlance::vocab::ending_texts;
using parlance::vocab::file_path;
using parlance::vocab::hf_config;
using parlance::vocab::hf_extra;
using parlance::vocab::is_ending_text;
using parlance::vocab::load;
using parlance::vocab::load_options;
using parlance::vocab::make_list;
using parlance::vocab::mark_endings;
using parlance::vocab::named_token;
using parlance::vocab::open;
using parlance::vocab::open_gguf;
using parlance::vocab::read;
using parlance::vocab::read_gguf;
using parlance::vocab::read_hf_config;
using parlance::vocab::read_hf_json;
using parlance::vocab::read_sentencepiece;
using parlance::vocab::read_tekken;
using parlance::vocab::read_tiktoken;
using parlance::vocab::tekken_specials;
using parlance::vocab::tiktoken_extra;
using parlance::vocab::token_flags;
using parlance::vocab::token_id;
using parlance::vocab::token_kind;
using parlance::vocab::token_list;
using parlance::vocab::token_list_builder;
using parlance::vocab::tokenizer_files;
using parlance::vocab::tokenizer_info;
using parlance::vocab::trie;
using parlance::vocab::view;
using parlance::vocab::vocabulary;
}  // namespace parlance::vocab

export namespace parlance::vocab::byte_level {
using parlance::vocab::byte_level::byte;
using parlance::vocab::byte_level::character;
using parlance::vocab::byte_level::decode;
}  // namespace parlance::vocab::byte_level

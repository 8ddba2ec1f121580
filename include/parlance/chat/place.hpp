// parlance/chat/place.hpp - X3 as the notation of a format: the places of a call, of its arguments, of an answer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/part.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/x3.hpp>
#include <parlance/text/fixed_string.hpp>

/// A format is written as an expression of X3 with these places in it, lowered at compile time, and read by
/// format_of():
///
///     using namespace parlance::chat::place;
///     inline constexpr auto calls =
///         ("<tool_call>\n" >> call["{\"name\": \"" >> name >> "\", \"arguments\": " >> arguments >> "}"] >>
///          "\n</tool_call>") % "\n";
///     inline constexpr auto table = parlance::peg::lower<calls>();
///     format const f = parlance::chat::format_of(table).value();
///
/// A dialect is added in three steps; nothing else knows dialects by name:
///
///   1. Its expression goes into known/dialects.hpp, in five lines or less: what the model writes, with a place for
///      everything that differs from call to call.  format_of.hpp lists what else can be said: reasoning, several ways to
///      call, arguments in tags; known/formats.hpp has what several dialects share.
///   2. A line in `dialects`, in the same file: the name that engines have for it, the models that write it, the table.
///   3. Answers as the models' descriptions give them, and the calls that they are, go into test/chat/known/dialects.cpp.
///
/// What is learned of a template is the same: save_dialect() shows it in the text notation, and a law over all dialects is
/// that this text is all of a way to call.  What models get wrong is not part of it: detail/tolerance.hpp lists what is
/// read besides in every dialect.  Parser and grammar are both made of what build_syntax() makes of the format and the
/// tools, one table: where it reads more than is written, it has refine(wide, narrow), and the grammar is the lowering of
/// that table.
namespace parlance::chat::place {

/// A place is a rule of its name.  What it reads stands in for what tools and schemas, known later, will say.
template <fixed_string Word>
struct place_parser : peg::leaf_parser<place_parser<Word>> {
    static constexpr peg::node_id make(peg::builder& b) { return b.rule(Word.view(), b.any()); }
};

/// A place that may also be written out: `id["functions." >> name]`.
template <fixed_string Word, part Tag>
struct written_place_parser : peg::leaf_parser<written_place_parser<Word, Tag>> {
    static constexpr peg::node_id make(peg::builder& b) { return b.rule(Word.view(), b.any()); }
    template <class Subject>
    constexpr auto operator[](Subject const& subject) const {
        return peg::tag<Tag>[subject];
    }
};

/// call[...] is what one call says, without the markers around it.
inline constexpr peg::tag_gen<part::call> call{};
/// filled[call[...]]: where calls must be whole, an object without arguments is none, and left out.
inline constexpr peg::tag_gen<part::filled> filled{};
/// sorted[*(...)]: arguments stand in the order of the alphabet, not of the schema.
inline constexpr peg::tag_gen<part::sorted> sorted{};
/// fallback[...]: a further way to call, left out behind a call in the format's own way.
inline constexpr peg::tag_gen<part::fallback> fallback{};
/// The tool's name.
inline constexpr place_parser<"name"> name{};
/// The call's position in the message; any number is read.
inline constexpr place_parser<"ordinal"> ordinal{};
/// The call's id; id[...] is one made of texts, name and ordinal.
inline constexpr written_place_parser<"id", part::id> id{};
/// The arguments as a JSON object; arguments[...] is one written otherwise, as members with commas between.
inline constexpr written_place_parser<"arguments", part::arguments> arguments{};

/// The arguments as a string that holds their JSON, quotes included.
inline constexpr place_parser<"encoded"> encoded{};

/// The name of an argument; once more behind its value, where the closing tag repeats it.
inline constexpr place_parser<"key"> key{};
/// The JSON type of its value, where the markup names it in front: string, number, boolean, null, object, array.
inline constexpr place_parser<"type"> type{};
/// Its value, as the schema says: JSON, or a string as raw text.
inline constexpr place_parser<"value"> value{};
/// A value that is raw text, whatever the schema says.
inline constexpr place_parser<"text"> text{};
/// A value as its schema says, in which objects and lists are written as arguments are, a list's items by the name of
/// `item`.
inline constexpr place_parser<"nested"> nested{};
/// A value that is JSON, or Python.
inline constexpr place_parser<"json-value"> json_value{};
inline constexpr place_parser<"python-value"> python_value{};

inline constexpr place_parser<"reasoning"> reasoning{};
inline constexpr place_parser<"content"> content{};
/// The name of a channel, in the header of a message.
inline constexpr place_parser<"channel"> channel{};

}  // namespace parlance::chat::place

// example/command/command.hpp - what a subcommand of `parlance` is given, and how it answers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "progress.hpp"
#include <parlance/text/diagnostic.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace command {

/// The exit code.
///
/// yes     it is as asked: the input is right, the text matches
/// no      it is not: a finding, a text that is refused, a value that breaks its schema
/// failed  there is no answer: wrong usage, a file that cannot be read, a grammar that does not compile
enum class status : std::uint8_t { yes = 0, no = 1, failed = 2 };

/// One option: `--name`, or `--name VALUE` where `value` says what that is.
///
/// choices  the values it can have, between blanks; empty: any
struct option {
    std::string_view name;
    std::string_view value;
    std::string_view meaning;
    std::string_view choices{};
};

/// What stood behind the subcommand's name.
///
/// given       arguments that are no options, in order
/// options     by name, without the dashes; those without a value have an empty one
struct arguments {
    std::vector<std::string> given;
    std::map<std::string, std::string, std::less<>> options;

    [[nodiscard]] bool has(std::string_view name) const { return options.contains(name); }
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
    /// The number that an option has; `otherwise` where it is not given.  Checked when the command line is read.
    [[nodiscard]] std::uint64_t number(std::string_view name, std::uint64_t otherwise) const;
};

/// Colours of a terminal.
enum class ink : std::uint8_t { none, bold, dim, red, green, yellow };

/// Where a subcommand's answer goes: text for people, or one JSON document.
class output {
public:
    /// colours, error_colours  whether they are wanted on the standard output and on the standard error stream
    /// shown                   what is wiped before the answer is written, where that goes to a terminal, too
    output(bool json, bool colours, bool error_colours, progress& shown, bool on_terminal) noexcept
        : json_(json),
          colours_(colours),
          error_colours_(error_colours),
          on_terminal_(on_terminal),
          shown_(&shown) {}

    /// Whether --json was given: write() is called once, print() is not.
    [[nodiscard]] bool json() const noexcept { return json_; }

    void print(std::string_view text, ink colour = ink::none) const;
    void line(std::string_view text, ink colour = ink::none) const;
    void write(boost::json::value const& answer) const;
    /// How much of a long work is done; shown where the standard error stream is a terminal.
    void at(std::uint64_t done, std::uint64_t all) const { shown_->at(done, all); }

    /// An error, to the standard error stream, or with --json as {"error": {…}}.  Returns status::failed.
    ///
    /// source  the text it is in, for the line and the caret; name  what that text is called
    status fail(parlance::diagnostic const& error, std::string_view source = {},
                std::string_view name = {}) const;
    /// The same for what is no error of a text.
    status fail(std::string_view sentence) const;

private:
    void error_line(std::string_view rendered) const;

    bool json_;
    bool colours_;
    bool error_colours_;
    bool on_terminal_;
    progress* shown_;
};

/// An error as JSON: message and hint as sentences; of one with a place in a text line, column, offset and length; of one
/// in bytes, which has no lines, the offset alone.
[[nodiscard]] boost::json::object to_json(parlance::diagnostic const& error, bool in_text);

/// One subcommand.
///
/// synopsis  its arguments, as a manual shows them
/// summary   one line
/// details   what else to know: paragraphs, may be empty
/// examples  command lines, one a line
/// values    what its first argument can be, between blanks; empty: a file
/// least, most  how many arguments that are no options it takes
struct subcommand {
    std::string_view name;
    std::string_view synopsis;
    std::string_view summary;
    std::string_view details;
    std::string_view examples;
    std::span<option const> options;
    std::size_t least;
    std::size_t most;
    status (*run)(arguments const& given, output const& out);
    std::string_view values{};
};

/// All subcommands, in the order in which help shows them.
[[nodiscard]] std::span<subcommand const> subcommands() noexcept;
/// What every subcommand takes.
[[nodiscard]] std::span<option const> common_options() noexcept;

// The subcommands, each in the file of its subject.
status check(arguments const& given, output const& out);           // check.cpp
status explain(arguments const& given, output const& out);         // grammars.cpp
status walk(arguments const& given, output const& out);            // grammars.cpp
status mask_tokens(arguments const& given, output const& out);     // grammars.cpp
status rehearse_masks(arguments const& given, output const& out);  // grammars.cpp
status diagram(arguments const& given, output const& out);         // diagram.cpp
status validate(arguments const& given, output const& out);        // schemas.cpp
status contract(arguments const& given, output const& out);        // schemas.cpp
status print_gbnf(arguments const& given, output const& out);      // schemas.cpp
status render_prompt(arguments const& given, output const& out);   // templates.cpp
status parse_answer(arguments const& given, output const& out);    // templates.cpp
status lint(arguments const& given, output const& out);            // templates.cpp
status learn(arguments const& given, output const& out);           // learn.cpp
status tokens(arguments const& given, output const& out);          // vocabularies.cpp
status completion(arguments const& given, output const& out);      // manual.cpp
status manual(arguments const& given, output const& out);          // manual.cpp

/// The help of one subcommand, or of all.
[[nodiscard]] std::string help_text(subcommand const& which);
[[nodiscard]] std::string help_text();

}  // namespace command

// example/command/main.cpp - the `parlance` command: grammars, schemas and chat templates, looked at from a shell
// SPDX-License-Identifier: BSL-1.0
//
// parlance SUBCOMMAND ...; `parlance --help` says what there is.
#include "command.hpp"
#include <parlance/text/spelling.hpp>
#include <parlance/version.hpp>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace command {
namespace {

/// Whether a stream goes to a terminal: 1 is the standard output, 2 the standard error stream.
bool is_terminal(int stream) {
#if defined(_WIN32)
    return _isatty(stream) != 0;
#else
    return isatty(stream) != 0;
#endif
}

/// Only on a terminal that has them, and never where NO_COLOR is set (https://no-color.org).
bool wants_colours(int stream) {
    char const* const never = std::getenv("NO_COLOR");
    char const* const kind = std::getenv("TERM");
    return is_terminal(stream) && (never == nullptr || *never == '\0') &&
           (kind == nullptr || std::string_view(kind) != "dumb");
}

/// Whether `value` is one of the words of `choices`.
bool is_choice(std::string_view value, std::string_view choices) {
    std::string const all = " " + std::string(choices) + " ";
    return !value.empty() && value.find(' ') == value.npos &&
           all.find(" " + std::string(value) + " ") != all.npos;
}

option const* find_option(subcommand const& which, std::string_view name) {
    for (auto const all : {which.options, common_options()}) {
        auto const found = std::ranges::find(all, name, &option::name);
        if (found != all.end()) {
            return &*found;
        }
    }
    return nullptr;
}

bool is_number(std::string_view text) {
    return !text.empty() && text.size() < 19 &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Reads what stands behind the subcommand's name; a sentence where it is not right.
std::optional<std::string> read_arguments(subcommand const& which, std::vector<std::string> const& words,
                                          arguments& out) {
    bool options = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string const& word = words[i];
        if (options && word == "--") {
            options = false;
            continue;
        }
        if (!options || word.size() < 2 || !word.starts_with("-")) {
            out.given.push_back(word);
            continue;
        }
        std::size_t const equals = word.find('=');
        std::string const name =
            word == "-h" ? "help" : word.substr(2, equals == word.npos ? equals : equals - 2);
        option const* const known =
            word.starts_with("--") || word == "-h" ? find_option(which, name) : nullptr;
        if (known == nullptr) {
            return "no option " + word.substr(0, equals);
        }
        std::string value;
        if (known->value.empty() && equals != word.npos) {
            return "--" + name + " takes no value";
        }
        if (!known->value.empty()) {
            if (equals == word.npos && i + 1 == words.size()) {
                return "--" + name + " needs a value: " + std::string(known->value);
            }
            value = equals == word.npos ? words[++i] : word.substr(equals + 1);
            if (known->value == "N" && !is_number(value)) {
                return "--" + name + " needs a number, and is given '" + value + "'";
            }
            if (!known->choices.empty() && !is_choice(value, known->choices)) {
                return "--" + name + " is one of " + std::string(known->choices) + ", and is given '" +
                       value + "'";
            }
        }
        out.options[name] = std::move(value);
    }
    if (out.has("help") || out.given.size() >= which.least) {
        return out.given.size() > which.most
                   ? std::optional("too many arguments: '" + out.given[which.most] + "'")
                   : std::nullopt;
    }
    return "too few arguments";
}

/// The subcommand that is spelled most like `name`, or begins with it; empty where none is.
std::string_view nearest(std::string_view name) {
    std::string_view out;
    std::size_t least = parlance::different;
    for (subcommand const& each : subcommands()) {
        std::size_t const edits =
            name.size() >= 2 && each.name.starts_with(name) ? 0 : parlance::misspelling(name, each.name);
        if (edits < least) {
            least = edits;
            out = each.name;
        }
    }
    return out;
}

status run(std::vector<std::string> const& words) {
    if (words.empty() || words.front() == "--help" || words.front() == "-h" ||
        (words.front() == "help" && words.size() == 1)) {
        (words.empty() ? std::cerr : std::cout) << help_text();
        return words.empty() ? status::failed : status::yes;
    }
    if (words.front() == "--version") {
        std::cout << "parlance " << PARLANCE_VERSION_MAJOR << '.' << PARLANCE_VERSION_MINOR << '.'
                  << PARLANCE_VERSION_PATCH << '\n';
        return status::yes;
    }
    bool const asks = words.front() == "help";
    std::string const& name = asks ? words[1] : words.front();
    auto const which = std::ranges::find(subcommands(), name, &subcommand::name);
    if (which == subcommands().end()) {
        std::cerr << "parlance: there is no subcommand '" << name << "'";
        if (std::string_view const near = nearest(name); !near.empty()) {
            std::cerr << "; did you mean '" << near << "'?";
        }
        std::cerr << "\nparlance --help lists them\n";
        return status::failed;
    }
    arguments given;
    auto const wrong = asks ? std::nullopt : read_arguments(*which, {words.begin() + 1, words.end()}, given);
    if (wrong) {
        std::cerr << "parlance " << name << ": " << *wrong << "\nusage: parlance " << name << ' '
                  << which->synopsis << '\n';
        return status::failed;
    }
    if (asks || given.has("help")) {
        std::cout << help_text(*which);
        return status::yes;
    }
    progress shown("parlance " + name, is_terminal(2) && which->least > 0);
    return which->run(given,
                      output(given.has("json"), wants_colours(1), wants_colours(2), shown, is_terminal(1)));
}

}  // namespace
}  // namespace command

int main(int argc, char** argv) {
    try {
        auto const result = command::run({argv + 1, argv + argc});
        std::cout.flush();
        return std::cout ? static_cast<int>(result) : static_cast<int>(command::status::failed);
    } catch (std::exception const& e) {  // memory, or the standard library's own
        std::cerr << "parlance: " << e.what() << '\n';
        return static_cast<int>(command::status::failed);
    }
}

// example/command/manual.cpp - help, the manual page and completion scripts, all from the table of subcommands
// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"
#include <parlance/version.hpp>
#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace command {
namespace {

constexpr std::string_view exit_codes[] = {
    "0  it is as asked: the input is right, the text matches",
    "1  it is not: a finding, a text that is refused, a value that breaks its schema",
    "2  no answer: wrong usage, a file that cannot be read, a grammar that does not compile",
};

std::string padded(std::string_view text, std::size_t width) {
    std::string out(text);
    out.append(out.size() < width ? width - out.size() : 1, ' ');
    return out;
}

std::string spelled(option const& o) {
    std::string out = "--" + std::string(o.name);
    return o.value.empty() ? out : out + " " + std::string(o.value);
}

template <class F>
void for_each_line(std::string_view text, F const& f) {
    while (!text.empty()) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        f(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// `text` in lines of at most 78 bytes.
std::string wrapped(std::string_view text) {
    std::string out;
    std::size_t column = 0;
    while (!text.empty()) {
        std::size_t const space = std::min(text.find(' '), text.size());
        if (column > 0 && column + 1 + space > 78) {
            out += '\n';
            column = 0;
        }
        out.append(column > 0 ? " " : "").append(text.substr(0, space));
        column += space + (column > 0);
        text.remove_prefix(std::min(text.find_first_not_of(' ', space), text.size()));
    }
    return out + "\n";
}

/// For a manual page: a hyphen that is not broken, and no line that begins with a dot.
std::string roff(std::string_view text) {
    std::string out;
    for (char const c : text) {
        out += c == '-' ? "\\-" : c == '\\' ? "\\\\" : std::string(1, c);
    }
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

/// Inside single quotes of a zsh script, in a word of _describe or _arguments.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (char const c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c == ':' || c == '[' || c == ']' ? "\\" + std::string(1, c) : std::string(1, c);
        }
    }
    return out;
}

void complete_in_zsh(output const& out) {
    out.line("#compdef parlance\n_parlance() {\n    local -a names=(");
    for (subcommand const& each : subcommands()) {
        out.line("        '" + std::string(each.name) + ":" + zsh_text(each.summary) + "'");
    }
    out.line(
        "    )\n    if ((CURRENT == 2)); then\n        _describe subcommand names\n        return\n    fi\n"
        "    shift words\n    ((CURRENT--))\n    case $words[1] in");
    for (subcommand const& each : subcommands()) {
        out.print("    " + std::string(each.name) + ") _arguments");
        for (auto const options : {each.options, common_options()}) {
            for (option const& o : options) {
                std::string const values = o.value.empty()     ? ""
                                           : o.value == "FILE" ? ":file:_files"
                                           : o.choices.empty() ? ":" + std::string(o.value) + ": "
                                                               : ":kind:(" + std::string(o.choices) + ")";
                out.print(" \\\n        '--" + std::string(o.name) + "[" + zsh_text(o.meaning) + "]" +
                          values + "'");
            }
        }
        out.line(each.values.empty() ? " \\\n        '*:file:_files' ;;"
                                     : " \\\n        '1:value:(" + std::string(each.values) + ")' ;;");
    }
    out.line("    help) _describe subcommand names ;;\n    esac\n}\n"
             "# the file of a function of this name, or read by source\n"
             "if [[ $funcstack[1] == _parlance ]]; then\n    _parlance \"$@\"\nelse\n    compdef _parlance "
             "parlance\nfi");
}

}  // namespace

std::string help_text(subcommand const& which) {
    std::string out = "parlance " + std::string(which.name) + " - " + std::string(which.summary) +
                      "\n\nusage: parlance " + std::string(which.name) + " " + std::string(which.synopsis) +
                      "\n";
    if (!which.details.empty()) {
        out += "\n" + wrapped(which.details);
    }
    out += "\n";
    for (auto const options : {which.options, common_options()}) {
        for (option const& each : options) {
            out += "  " + padded(spelled(each), 16) + std::string(each.meaning) + "\n";
        }
    }
    out += "\nexamples:\n";
    for_each_line(which.examples, [&](std::string_view line) { out.append("  ").append(line).append("\n"); });
    return out;
}

std::string help_text() {
    std::string out = "parlance - the text boundary of a language model, from a shell\n\n"
                      "usage: parlance SUBCOMMAND ...\n\n";
    for (subcommand const& each : subcommands()) {
        out += "  " + padded(each.name, 12) + std::string(each.summary) + "\n";
    }
    out += "\nparlance SUBCOMMAND --help says more; --json gives an answer for programs; - is the standard\n"
           "input.  Exit codes:\n";
    for (std::string_view const each : exit_codes) {
        out += "  " + std::string(each) + "\n";
    }
    return out;
}

status manual(arguments const&, output const& out) {
    out.line(".TH PARLANCE 1 \"\" \"parlance " + std::to_string(PARLANCE_VERSION_MAJOR) + "." +
             std::to_string(PARLANCE_VERSION_MINOR) + "." + std::to_string(PARLANCE_VERSION_PATCH) +
             "\" \"User Commands\"");
    out.line(".SH NAME\nparlance \\- grammars, schemas and chat templates of language models");
    out.line(".SH SYNOPSIS\n.B parlance\n.I SUBCOMMAND\n[\\fIARGUMENT\\fR...]");
    out.line(".SH SUBCOMMANDS");
    for (subcommand const& each : subcommands()) {
        out.line(".SS parlance " + roff(each.name) + " " + roff(each.synopsis));
        out.line(roff(std::string(1, static_cast<char>(each.summary.front() & ~0x20)) +
                      std::string(each.summary.substr(1)) + "."));
        if (!each.details.empty()) {
            out.line(roff(each.details));
        }
        for (option const& o : each.options) {
            out.line(".TP\n.B " + roff(spelled(o)) + "\n" + roff(o.meaning));
        }
        if (!each.examples.empty()) {
            out.line(".P\n.nf");
            for_each_line(each.examples, [&](std::string_view line) { out.line("    " + roff(line)); });
            out.line(".fi");
        }
    }
    out.line(".SH OPTIONS");
    for (option const& o : common_options()) {
        out.line(".TP\n.B " + roff(spelled(o)) + "\n" + roff(o.meaning));
    }
    out.line(".SH EXIT STATUS");
    for (std::string_view const each : exit_codes) {
        out.line(".TP\n.B " + std::string(each.substr(0, 1)) + "\n" + roff(each.substr(3)));
    }
    out.line(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nwhere it is set and not empty, nothing is coloured; nor is "
             "it where the output is no terminal, or TERM is dumb");
    return status::yes;
}

status completion(arguments const& given, output const& out) {
    std::string names;
    for (subcommand const& each : subcommands()) {
        names += (names.empty() ? "" : " ") + std::string(each.name);
    }
    auto const options_of = [](subcommand const& which) {
        std::string all;
        for (auto const options : {which.options, common_options()}) {
            for (option const& each : options) {
                all += (all.empty() ? "--" : " --") + std::string(each.name);
            }
        }
        return all;
    };
    // what may stand behind an option, by its name: all options of a name that have choices have them all
    std::map<std::string_view, std::string_view> choices;
    for (subcommand const& each : subcommands()) {
        for (option const& o : each.options) {
            auto& known = choices[o.name];
            known = o.choices.size() > known.size() ? o.choices : known;
        }
    }
    std::string const& shell = given.given.front();
    if (shell == "zsh") {
        complete_in_zsh(out);
        return status::yes;
    }
    if (shell == "bash") {
        out.line("_parlance() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} "
                 "options= values=\n"
                 "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W \"" +
                 names + "\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in");
        for (subcommand const& each : subcommands()) {
            out.line("    " + std::string(each.name) + ") options=\"" + options_of(each) + "\"" +
                     (each.values.empty() ? "" : " values=\"" + std::string(each.values) + "\"") + " ;;");
        }
        out.line("    help) values=\"" + names + "\" ;;\n    esac\n    case $before in");
        for (auto const& [name, words] : choices) {
            if (!words.empty()) {
                out.line("    --" + std::string(name) + ") values=\"" + std::string(words) + "\" ;;");
            }
        }
        out.line("    esac\n    if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W \"$options\" -- "
                 "\"$word\"))\n"
                 "    elif [[ $values ]]; then\n        COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
                 "    else\n        COMPREPLY=($(compgen -f -- \"$word\"))\n    fi\n}\n"
                 "complete -o filenames -F _parlance parlance");
        return status::yes;
    }
    if (shell == "fish") {
        for (subcommand const& each : subcommands()) {
            out.line("complete -c parlance -n __fish_use_subcommand -f -a " + std::string(each.name) +
                     " -d \"" + std::string(each.summary) + "\"");
            if (!each.values.empty()) {
                out.line("complete -c parlance -n \"__fish_seen_subcommand_from " + std::string(each.name) +
                         "\" -f -a \"" + std::string(each.values) + "\"");
            }
            for (auto const options : {each.options, common_options()}) {
                for (option const& o : options) {
                    out.line("complete -c parlance -n \"__fish_seen_subcommand_from " +
                             std::string(each.name) + "\" -l " + std::string(o.name) +
                             (o.value.empty() ? "" : " -r") +
                             (o.choices.empty() ? "" : " -f -a \"" + std::string(o.choices) + "\"") +
                             " -d \"" + std::string(o.meaning) + "\"");
                }
            }
        }
        return status::yes;
    }
    return out.fail("no completion for the shell '" + shell + "': bash, zsh or fish");
}

}  // namespace command

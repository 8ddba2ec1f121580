// example/command/manual.cpp - help, the manual page and completion scripts, all from the table of subcommands
// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"
#include <algorithm>
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
    out.line(".TH PARLANCE 1");
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
    }
    out.line(".SH OPTIONS");
    for (option const& o : common_options()) {
        out.line(".TP\n.B " + roff(spelled(o)) + "\n" + roff(o.meaning));
    }
    out.line(".SH EXIT STATUS");
    for (std::string_view const each : exit_codes) {
        out.line(".TP\n.B " + std::string(each.substr(0, 1)) + "\n" + roff(each.substr(3)));
    }
    out.line(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nwhere it is set and not empty, nothing is coloured");
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
    std::string const& shell = given.given.front();
    if (shell == "bash" || shell == "zsh") {
        if (shell == "zsh") {
            out.line("#compdef parlance\nautoload -U +X bashcompinit && bashcompinit");
        }
        out.line("_parlance() {\n    local word=${COMP_WORDS[COMP_CWORD]} options=\n"
                 "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W \"" +
                 names + "\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in");
        for (subcommand const& each : subcommands()) {
            out.line("    " + std::string(each.name) + ") options=\"" + options_of(each) + "\" ;;");
        }
        out.line("    esac\n    if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W \"$options\" -- "
                 "\"$word\"))\n"
                 "    else\n        COMPREPLY=($(compgen -f -- \"$word\"))\n    fi\n}\n"
                 "complete -o filenames -F _parlance parlance");
        return status::yes;
    }
    if (shell == "fish") {
        for (subcommand const& each : subcommands()) {
            out.line("complete -c parlance -n __fish_use_subcommand -f -a " + std::string(each.name) +
                     " -d \"" + std::string(each.summary) + "\"");
            for (auto const options : {each.options, common_options()}) {
                for (option const& o : options) {
                    out.line("complete -c parlance -n \"__fish_seen_subcommand_from " +
                             std::string(each.name) + "\" -l " + std::string(o.name) +
                             (o.value.empty() ? "" : " -r") + " -d \"" + std::string(o.meaning) + "\"");
                }
            }
        }
        return status::yes;
    }
    return out.fail("no completion for the shell '" + shell + "': bash, zsh or fish");
}

}  // namespace command

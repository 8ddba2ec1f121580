// test/corpus/conform.cpp - runs one kind of check over the rows of corpus files
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace conform {

namespace {

struct kind {
    std::string_view name;
    check run;
};

// One line for each conform_<kind>.cpp, written by CMake.
std::vector<kind> const kinds{
#include "kinds.inc"
};

struct totals {
    std::size_t passed = 0;
    std::size_t failed = 0;
    std::size_t skipped = 0;
    std::size_t superseded = 0;
    std::map<std::string, std::pair<std::size_t, std::size_t>> tally;  // label: true, all
};

/// What people call the row: the fields that name it, whichever there are.
std::string name_of(boost::json::object const& row) {
    std::string name;
    for (std::string_view const key : {"id", "name", "group", "description", "template", "scenario"}) {
        auto const* field = row.if_contains(key);
        // `template` names a file in some kinds and is the source in others
        if (field != nullptr && field->is_string() && field->get_string().size() < 100 &&
            std::string_view(field->get_string()).find_first_of("{\n") == std::string_view::npos) {
            name.append(" ").append(field->get_string());
        }
    }
    return name;
}

/// The nearest folder above `file` that has a folder `templates`; empty when there is none.
std::filesystem::path corpus_of(std::filesystem::path const& file) {
    std::error_code ignored;
    for (auto folder = std::filesystem::absolute(file, ignored).parent_path(); folder != folder.root_path();
         folder = folder.parent_path()) {
        if (std::filesystem::is_directory(folder / "templates", ignored)) {
            return folder;
        }
    }
    return {};
}

void judge(kind const& k, boost::json::value const& value, std::string const& where, settings const& s,
           totals& t) {
    outcome out;
    boost::json::object const* const row = value.if_object();
    if (row != nullptr && row->contains("superseded")) {
        // What it expects is known to be wrong: it is neither passed nor failed.
        ++t.superseded;
        std::cout << "superseded " << where << name_of(*row) << ": "
                  << parlance::json::text_of(row->at("superseded")) << '\n';
        return;
    }
    if (row == nullptr) {
        out = outcome::failed("not an object");
    } else {
        try {
            out = k.run(*row, s);
        } catch (std::exception const& e) {
            out = outcome::failed(std::string("exception: ") + e.what());
        }
    }
    for (auto const& [label, holds] : out.tally) {
        auto& [yes, all] = t.tally[label];
        yes += holds;
        ++all;
    }
    if (out.is == outcome::verdict::passed) {
        ++t.passed;
        return;
    }
    bool const skipped = out.is == outcome::verdict::skipped;
    ++(skipped ? t.skipped : t.failed);
    std::cout << (skipped ? "skipped " : "FAILED ") << where << (row != nullptr ? name_of(*row) : "") << ": "
              << out.note << '\n';
}

/// Checks the row or, where a document is an array, the rows in `text`.
void check_document(kind const& k, std::string_view text, std::string const& where, settings const& s,
                    totals& t) {
    auto const document = parlance::json::parse(text);
    if (!document) {
        ++t.failed;
        std::cout << "FAILED " << where << ": " << parlance::render(document.error(), text) << '\n';
        return;
    }
    if (!document->is_array()) {
        judge(k, *document, where, s, t);
        return;
    }
    std::size_t index = 0;
    for (boost::json::value const& row : document->get_array()) {
        judge(k, row, where + "[" + std::to_string(index++) + "]", s, t);
    }
}

/// Checks all of a file; false when it cannot be read.  A .jsonl file has one row per line, any other is one document;
/// a hostile one is no document, and its row has its bytes.
bool check_file(kind const& k, std::filesystem::path const& file, settings s, totals& t) {
    std::ifstream in(file, std::ios::binary);
    bool const readable = in && !std::filesystem::is_directory(file);
    std::string const text{readable ? std::istreambuf_iterator<char>(in) : std::istreambuf_iterator<char>(),
                           {}};
    if (!readable) {
        std::cerr << "parlance-conform: cannot read " << file.string() << '\n';
        return false;
    }
    if (auto corpus = corpus_of(file); !corpus.empty()) {
        s.corpus = std::move(corpus);
    }
    if (s.templates.empty()) {
        s.templates = s.corpus / "templates";
    }
    s.file = file;
    if (k.name == "hostile") {
        judge(k, boost::json::object{{"name", file.filename().string()}, {"input", text}}, file.string(), s,
              t);
        return true;
    }
    if (file.extension() != ".jsonl") {
        check_document(k, text, file.string(), s, t);
        return true;
    }
    std::size_t line = 1;
    for (std::size_t begin = 0; begin < text.size(); ++line) {
        std::size_t const end = std::min(text.find('\n', begin), text.size());
        auto const row = std::string_view(text).substr(begin, end - begin);
        if (row.find_first_not_of(" \t\r") != std::string_view::npos) {
            check_document(k, row, file.string() + ":" + std::to_string(line), s, t);
        }
        begin = end + 1;
    }
    return true;
}

/// The file, or all that are in the folder.
void add_files(std::vector<std::filesystem::path>& files, std::string_view argument) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(argument, ignored)) {
        files.emplace_back(argument);
        return;
    }
    auto const first = static_cast<std::ptrdiff_t>(files.size());
    for (auto const& inside : std::filesystem::directory_iterator(argument)) {
        files.push_back(inside.path());
    }
    std::sort(files.begin() + first, files.end());
}

int usage(std::string_view wrong) {
    std::cerr << "parlance-conform: " << wrong
              << "\nusage: parlance-conform KIND [--templates DIR] [--remotes DIR] [--at-least N] [--where] "
                 "FILE...\nkinds:";
    for (kind const& k : kinds) {
        std::cerr << ' ' << k.name;
    }
    std::cerr << '\n';
    return 2;
}

}  // namespace

std::string first_difference(std::string_view expected, std::string_view got) {
    if (expected == got) {
        return "no difference";
    }
    auto const [e, g] = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end());
    auto const at = static_cast<std::size_t>(e - expected.begin());
    constexpr std::size_t before = 20;
    constexpr std::size_t after = 40;
    auto const shown = [&](std::string_view text) {
        std::size_t const begin = at < before ? 0 : at - before;
        std::string out = begin > 0 ? "...\"" : "\"";
        for (auto rest = text.substr(begin, at - begin + after); !rest.empty();) {
            auto const next = parlance::utf8::decode(rest);
            auto const byte = static_cast<unsigned char>(rest.front());
            if (byte == '\n') {
                out += "\\n";
            } else if (byte == '"' || byte == '\\') {
                out += {'\\', rest.front()};
            } else if (byte < 0x20 || byte == 0x7F || !next.valid) {
                out += {'\\', 'x', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
            } else {
                out += rest.substr(0, next.length);
            }
            rest.remove_prefix(next.valid ? next.length : 1);
        }
        out += text.size() > at + after ? "\"..." : "\"";
        return out;
    };
    return "first difference at byte " + std::to_string(at) + ": expected " + shown(expected) + ", got " +
           shown(got);
}

int run(std::span<char const* const> arguments) {
    if (arguments.empty()) {
        return usage("which KIND?");
    }
    std::string_view const name = arguments.front();
    auto const found =
        std::find_if(kinds.begin(), kinds.end(), [&](kind const& k) { return k.name == name; });
    if (found == kinds.end()) {
        return usage("there is no kind '" + std::string(name) + "' yet");
    }
    settings shared{{}, PARLANCE_CORPUS};
    std::optional<std::size_t> at_least;
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        std::string_view const argument = arguments[i];
        bool const valued = argument == "--templates" || argument == "--remotes" || argument == "--at-least";
        if (argument == "--where") {
            shared.where = true;
            continue;
        }
        if (!valued) {
            if (argument.starts_with("--")) {
                return usage("unknown option " + std::string(argument));
            }
            add_files(files, argument);
            continue;
        }
        if (++i == arguments.size()) {
            return usage(std::string(argument) + " needs a value");
        }
        std::string_view const value = arguments[i];
        if (argument != "--at-least") {
            (argument == "--templates" ? shared.templates : shared.remotes) = value;
            continue;
        }
        auto const [end, error] =
            std::from_chars(value.data(), value.data() + value.size(), at_least.emplace());
        if (error != std::errc{} || end != value.data() + value.size()) {
            return usage("--at-least needs a number, not '" + std::string(value) + "'");
        }
    }
    if (files.empty()) {
        return usage("which FILE?");
    }

    totals t;
    for (auto const& file : files) {
        if (!check_file(*found, file, shared, t)) {
            return 2;
        }
    }
    for (auto const& [label, counts] : t.tally) {
        std::cout << label << ": " << counts.first << " of " << counts.second << '\n';
    }
    bool const good = at_least ? t.passed >= *at_least : t.failed == 0;
    if (at_least && !good) {
        std::cout << "a regression: at least " << *at_least << " passed before\n";
    } else if (at_least && t.passed > *at_least) {
        std::cout << "better than the " << *at_least << " that are asked for: raise --at-least\n";
    }
    if (t.superseded > 0) {
        std::cout << t.superseded << " superseded, not counted\n";
    }
    std::cout << t.passed << " passed, " << t.failed << " failed";
    if (t.skipped > 0) {
        std::cout << ", " << t.skipped << " skipped";
    }
    std::cout << '\n';
    return good ? 0 : 1;
}

}  // namespace conform

int main(int argc, char** argv) {
    std::vector<char const*> const arguments(argv + 1, argv + argc);
    return conform::run(arguments);
}

// example/command/grammars.cpp - parlance explain, walk and mask: a grammar running
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/explain.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/rehearse.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/vocab/load.hpp>
#include <parlance/vocab/view.hpp>
#include "../files.hpp"
#include <boost/json/array.hpp>
#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace command {

using namespace parlance;

namespace {

/// The grammar of the first argument over a vocabulary; nothing, and a message, where it has an error.
std::optional<mask::matcher> open_matcher(arguments const& given, vocab::token_list tokens,
                                          output const& out) {
    std::string const& path = given.given.front();
    auto const source = read_text(path);
    if (!source) {
        out.fail(source.error(), {}, path);
        return std::nullopt;
    }
    auto const net = read_network(*source, kind_of(path, given), given, tokens);
    if (!net) {
        out.fail(net.error(), net.error().at.offset > 0 ? std::string_view(source->text) : std::string_view{},
                 path);
        return std::nullopt;
    }
    auto const index = mask::token_index::build(std::move(tokens));
    if (!index) {
        out.fail(index.error());
        return std::nullopt;
    }
    auto compiled = mask::compile(*net, *index);
    if (!compiled) {
        out.fail(compiled.error(), {}, path);
        return std::nullopt;
    }
    return mask::matcher(*std::move(compiled));
}

boost::json::array to_json(std::vector<mask::byte_range> const& expected) {
    boost::json::array out;
    for (mask::byte_range const& each : expected) {
        out.push_back(boost::json::array{each.low, each.high});
    }
    return out;
}

}  // namespace

status explain(arguments const& given, output const& out) {
    auto m = open_matcher(given, bytes_and_end(), out);
    if (!m) {
        return status::failed;
    }
    auto const text = read_text(given.given[1]);
    if (!text) {
        return out.fail(text.error(), {}, given.given[1]);
    }
    std::string_view const all = text->text;
    std::size_t read = 0;
    while (read < all.size() &&
           m->accept(static_cast<mask::token_id>(static_cast<unsigned char>(all[read])))) {
        ++read;
    }
    bool const whole = read == all.size() && m->can_stop();
    mask::token_id const refused =
        read < all.size() ? static_cast<mask::token_id>(static_cast<unsigned char>(all[read])) : 256;
    mask::explanation const why = mask::explain(*m, refused);
    if (out.json()) {
        position const at = locate(all, read);
        boost::json::array rules;
        for (auto const& names : why.rules) {
            rules.push_back(boost::json::array(names.begin(), names.end()));
        }
        out.write(boost::json::object{{"matches", whole},
                                      {"read", read},
                                      {"line", at.line},
                                      {"column", at.column},
                                      {"may_end", m->can_stop()},
                                      {"expected", to_json(why.expected)},
                                      {"rules", std::move(rules)}});
        return whole ? status::yes : status::no;
    }
    if (whole) {
        out.line(text->name + ": the grammar reads all of it", ink::green);
        return status::yes;
    }
    out.line(read < all.size() ? "the grammar stops here:" : "the text ends, and the grammar expects more:",
             ink::red);
    out.line(shown_place(all, read, text->name));
    if (why.why == mask::refusal::repeated_name) {
        out.line("  the object has a member of that name");
    }
    std::string const reasons = render(why);  // its first line names a token, and here tokens are bytes
    out.print(std::string_view(reasons).substr(std::min(reasons.find('\n'), reasons.size() - 1) + 1));
    if (m->can_stop() && (all.substr(read) == "\n" || all.substr(read) == "\r\n")) {
        out.line("  all but the line end at its end matches; printf and editors can leave that out",
                 ink::yellow);
    }
    return status::no;
}

namespace {

/// Bytes that mostly close what is open: they are tried first when a text is to end.
bool closes(unsigned char byte) noexcept {
    return std::string_view("\"'}])>`.;\n").find(static_cast<char>(byte)) != std::string_view::npos;
}

/// One text of the grammar; nothing where the end was not found within ten times `length`.
std::optional<std::string> random_text(mask::matcher m, std::size_t length, std::mt19937_64& noise) {
    std::string out;
    std::vector<mask::token_id> choices, plain, closing;
    while (out.size() < length * 10 + 1000) {
        auto const next = m.allowed();
        if (!mask::has_tokens(next.state)) {
            return std::nullopt;
        }
        choices.clear(), plain.clear(), closing.clear();
        bool const may_end = m.can_stop();
        for (mask::token_id id = 0; id < 256; ++id) {
            if (((next.words[id / 32] >> (id % 32)) & 1u) == 0) {
                continue;
            }
            choices.push_back(id);
            if (id >= 0x20 && id < 0x7F) {
                plain.push_back(id);
            }
            if (closes(static_cast<unsigned char>(id))) {
                closing.push_back(id);
            }
        }
        bool const late = out.size() >= length;
        if (choices.empty() || (may_end && (late || noise() % 4 == 0))) {
            return may_end ? std::optional(out) : std::nullopt;
        }
        auto const& from = late && !closing.empty() && noise() % 4 != 0 ? closing
                           : plain.empty()                              ? choices
                                                                        : plain;
        mask::token_id const id = from[noise() % from.size()];
        if (!m.accept(id)) {
            return std::nullopt;
        }
        out += static_cast<char>(id);
    }
    return std::nullopt;
}

/// The token that --why names: by its number, or by its text, as it is or in quotes.
std::optional<mask::token_id> named_token(vocab::view tokens, std::string const& name) {
    if (!name.empty() && name.size() < 10 &&
        std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) {
        return static_cast<mask::token_id>(std::stoul(name));
    }
    auto const quoted = json::parse(name);
    std::string const text = quoted && quoted->is_string() ? std::string(quoted->get_string()) : name;
    for (mask::token_id id = 0; id < tokens.size(); ++id) {
        if (tokens.text(id) == text) {
            return id;
        }
    }
    return std::nullopt;
}

/// Why one token may not come next.
status say_why(mask::matcher const& m, std::string const& token, output const& out) {
    auto const named = named_token(m.compiled().tokens().tokens(), token);
    if (!named) {
        return out.fail("no token of the vocabulary has the text " + shown_bytes(token));
    }
    mask::explanation const why = mask::explain(m, *named);
    bool const allowed = why.why == mask::refusal::allowed;
    if (out.json()) {
        out.write(boost::json::object{{"token", why.token},
                                      {"text", shown_bytes(why.text)},
                                      {"allowed", allowed},
                                      {"at", why.at},
                                      {"expected", to_json(why.expected)},
                                      {"may_end", why.may_end},
                                      {"why", render(why)}});
    } else {
        out.print(render(why));
    }
    return allowed ? status::yes : status::no;
}

}  // namespace

status walk(arguments const& given, output const& out) {
    auto const m = open_matcher(given, bytes_and_end(), out);
    if (!m) {
        return status::failed;
    }
    std::mt19937_64 noise(given.number("seed", 1));
    auto const length =
        static_cast<std::size_t>(std::min<std::uint64_t>(given.number("length", 80), 1'000'000));
    std::uint64_t const count = given.number("count", 5);
    boost::json::array texts;
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        auto text = random_text(*m, length, noise);
        for (int again = 0; !text && again < 20; ++again) {
            text = random_text(*m, length, noise);
        }
        if (!text) {
            continue;
        }
        ++found;
        out.at(found, count);
        if (out.json()) {
            texts.emplace_back(utf8::is_valid(*text) ? boost::json::value(*text)
                                                     : boost::json::value(shown_bytes(*text)));
        } else {
            out.line(*text);
        }
    }
    if (out.json()) {
        out.write(boost::json::object{{"texts", std::move(texts)}, {"not_found", count - found}});
    } else if (found < count) {
        out.fail("of " + std::to_string(count) + " texts " + std::to_string(count - found) +
                 " did not come to an end; a larger --length may help");
    }
    return found == count ? status::yes : status::no;
}

status mask_tokens(arguments const& given, output const& out) {
    auto vocabulary = files::tokenizer(given.given[1]);
    if (!vocabulary) {
        return out.fail(vocabulary.error(), {}, given.given[1]);
    }
    auto m = open_matcher(given, std::move(vocabulary->tokens), out);
    if (!m) {
        return status::failed;
    }
    auto const text = read_text(given.given[2]);
    if (!text) {
        return out.fail(text.error(), {}, given.given[2]);
    }
    auto const& tokens = m->compiled().tokens().tokens();
    if (!m->accept(text->text)) {
        std::size_t read = 0;
        while (m->accept(std::string_view(text->text).substr(read, 1))) {
            ++read;
        }
        if (out.json()) {
            position const at = locate(text->text, read);
            out.write(boost::json::object{
                {"allowed", 0}, {"read", read}, {"line", at.line}, {"column", at.column}});
            return status::no;
        }
        out.line("the grammar refuses this text:", ink::red);
        out.line(shown_place(text->text, read, text->name));
        out.line("  `parlance explain` says what could stand there", ink::dim);
        return status::no;
    }
    if (auto const token = given.value("why")) {
        return say_why(*m, *token, out);
    }
    auto const next = m->allowed();
    std::size_t const most = static_cast<std::size_t>(given.number("most", 20));
    std::size_t count = 0;
    boost::json::array listed;
    std::string lines;
    for (mask::token_id id = 0; mask::has_tokens(next.state) && id < tokens.size(); ++id) {
        if (((next.words[id / 32] >> (id % 32)) & 1u) == 0) {
            continue;
        }
        if (count++ < most) {
            listed.push_back(boost::json::object{{"id", id}, {"text", shown_bytes(tokens.text(id))}});
            lines += std::to_string(id) + "\t" + shown_bytes(tokens.text(id)) + "\n";
        }
    }
    if (out.json()) {
        out.write(boost::json::object{{"allowed", count},
                                      {"tokens", tokens.size()},
                                      {"limited", next.state == mask::filled::limited},
                                      {"may_end", m->can_stop()},
                                      {"forced", m->forced_text()},
                                      {"list", std::move(listed)}});
        return status::yes;
    }
    out.line(std::to_string(count) + " of " + std::to_string(tokens.size()) + " tokens are allowed" +
                 (m->can_stop() ? "; the text may end here" : "") +
                 (next.state == mask::filled::limited ? "; a limit left some out" : ""),
             ink::bold);
    out.print(lines);
    if (count > most) {
        out.line("and " + std::to_string(count - most) + " more (--most N)", ink::dim);
    }
    return status::yes;
}

status rehearse_masks(arguments const& given, output const& out) {
    auto vocabulary = files::tokenizer(given.given[1]);
    if (!vocabulary) {
        return out.fail(vocabulary.error(), {}, given.given[1]);
    }
    auto const m = open_matcher(given, std::move(vocabulary->tokens), out);
    if (!m) {
        return status::failed;
    }
    auto const positions = static_cast<std::size_t>(given.number("positions", 256));
    mask::rehearsal const found = rehearse(m->compiled(), positions);
    if (out.json()) {
        out.write(boost::json::object{{"positions", found.positions},
                                      {"made", found.made},
                                      {"mean_steps", found.mean_steps},
                                      {"most_steps", found.most_steps},
                                      {"costliest", shown_bytes(found.costliest)},
                                      {"limited", found.limited},
                                      {"whole", found.whole}});
    } else {
        out.line(std::to_string(found.positions) + " positions, " + std::to_string(found.made) +
                 " masks made: " + std::to_string(found.mean_steps) + " steps each, " +
                 std::to_string(found.most_steps) + " at most");
        out.line("most behind " + shown_bytes(found.costliest), ink::dim);
        if (found.limited != 0) {
            out.line(std::to_string(found.limited) + " masks met a limit: tokens may be missing", ink::red);
        }
        if (!found.whole) {
            out.line("ended early: there was no fuel for more", ink::yellow);
        }
    }
    return found.limited == 0 ? status::yes : status::no;
}

}  // namespace command

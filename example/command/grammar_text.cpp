// example/command/grammar_text.cpp - texts of grammars as networks and as tables
// SPDX-License-Identifier: BSL-1.0
#include "grammar_text.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/gbnf/resolve.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/text/utf8.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace command {

using namespace parlance;

namespace {

result<rtn::network> network_of_gbnf(std::string_view text, std::string_view root, vocab::view tokens) {
    gbnf::options how;
    how.root = root;
    how.allow_left_recursion = true;
    auto const g = gbnf::compile(text, how);
    if (!g) {
        return g.error();
    }
    auto const rewritten = gbnf::without_left_recursion(*g);
    if (!rewritten) {
        return rewritten.error();
    }
    auto const resolved =
        gbnf::resolve(*rewritten, [&](std::string_view spelling) { return tokens.find(spelling); });
    return resolved ? rtn::from_gbnf(*resolved) : resolved.error();
}

}  // namespace

result<rtn::network> read_network(std::string_view text, file_kind kind, std::string_view root,
                                  vocab::view tokens) {
    switch (kind) {
    case file_kind::gbnf: return network_of_gbnf(text, root, tokens);
    case file_kind::schema: return schema::compile(text);
    case file_kind::regex:
        while (text.ends_with('\n') || text.ends_with('\r')) {
            text.remove_suffix(1);
        }
        return rtn::from_regex(text);
    default: break;
    }
    return diagnostic{
        errc::unsupported_file,
        {},
        0,
        "the name of a grammar ends in .gbnf, .json (a schema) or .regex; or say --as gbnf, schema or regex"};
}

result<gbnf::grammar> read_grammar(std::string_view text, file_kind kind, std::string_view root) {
    gbnf::options how;
    how.allow_left_recursion = true;
    if (kind == file_kind::gbnf) {
        how.root = root;
        return gbnf::compile(text, how);
    }
    auto const net = read_network(text, kind, root, bytes_and_end());
    auto const written = net ? rtn::to_gbnf(*net) : result<std::string>(net.error());
    return written ? gbnf::compile(*written, how) : written.error();
}

vocab::token_list bytes_and_end() {
    vocab::token_list_builder out;
    for (int byte = 0; byte < 256; ++byte) {
        char const c = static_cast<char>(byte);
        out.add({&c, 1});
    }
    out.add("<end>", vocab::token_kind::control);
    out.end(256);
    return std::move(out).finish().value();
}

std::string shown_bytes(std::string_view bytes) {
    std::string out;
    if (utf8::is_valid(bytes)) {
        json::append_quoted(out, bytes);
        return out;
    }
    out = "\"";
    for (char const c : bytes) {
        constexpr std::string_view digits = "0123456789ABCDEF";
        auto const byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\') {
            out += c;
        } else {
            out.append("\\x").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
        }
    }
    return out + "\"";
}

}  // namespace command

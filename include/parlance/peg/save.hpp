// parlance/peg/save.hpp - a table as bytes, and back
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::peg {

/// The format's number; load() refuses any other.
inline constexpr std::uint32_t table_version = 1;

namespace detail {

/// Every row as little-endian 32-bit words, texts as their bytes.  Ascii bits and automata are written like the rest:
/// loading compares them.  First bytes are not written.
struct row_writer {
    std::string out{};

    PARLANCE_DECL void word(std::uint32_t value);
    PARLANCE_DECL void wide(std::uint64_t value);
    void row(node const& n) { word(static_cast<std::uint32_t>(n.kind)), word(n.a), word(n.b), word(n.c); }
    void row(node_id n) { word(n); }
    void row(char c) { out.push_back(c); }
    PARLANCE_DECL void row(char_class const& c);
    void row(char_range const& r) { word(r.low), word(r.high); }
    void row(text_ref t) { word(t.offset), word(t.length); }
    PARLANCE_DECL void row(until_row const& u);
    PARLANCE_DECL void row(until_step const& s);
    void row(rule_row const& r) { word(r.root), row(r.name); }
    void row(tag_name const& t) { word(t.id), row(t.name); }
};

struct row_reader {
    std::string_view in;
    bool good = true;

    PARLANCE_DECL std::uint32_t word();
    PARLANCE_DECL std::uint64_t wide();
    /// A word that must be below `end`.
    PARLANCE_DECL std::uint32_t below(std::uint32_t end);
    PARLANCE_DECL void row(node& n);
    void row(node_id& n) { n = word(); }
    PARLANCE_DECL void row(char_class& c);
    PARLANCE_DECL void row(char_range& r);
    PARLANCE_DECL void row(text_ref& t);
    PARLANCE_DECL void row(until_row& u);
    PARLANCE_DECL void row(until_step& s);
    PARLANCE_DECL void row(rule_row& r);
    PARLANCE_DECL void row(tag_name& t);
    /// A count is believed only as far as the bytes that are left allow.
    template <class Row>
    void rows(std::vector<Row>& to, std::size_t bytes_each, std::size_t most) {
        std::uint32_t const count = word();
        if (!good || count > in.size() / bytes_each || count > most) {
            good = false;
            return;
        }
        to.resize(count);
        for (Row& r : to) {
            row(r);
        }
    }
};

}  // namespace detail

/// Four letters, the version, the root, then every kind of row with its count in front.  The same on every machine.
[[nodiscard]] PARLANCE_DECL std::string save(arena_view const& a);

/// Reads what save() wrote.  The bytes may come from anywhere: what is returned is a table that can be used without
/// further care.  Linear, but for checking delimiters anew.
/// errors: malformed_file, truncated_file, unsupported_file (another version), invalid_table, left_recursion.
[[nodiscard]] PARLANCE_DECL result<arena> load(std::string_view bytes, limits const& bounds = {});

}  // namespace parlance::peg

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/peg/impl/save.ipp>
#endif

// parlance/peg/impl/save.ipp - definitions of what parlance/peg/save.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/save.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/analysis.hpp>
#include <parlance/peg/detail/first_byte.hpp>
#include <parlance/peg/detail/validate.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::peg::detail {

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
    stop_asker& asked;
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
        to.reserve(count);
        for (std::uint32_t i = 0; i < count && asked.next(); ++i) {
            row(to.emplace_back());
        }
    }
};

void row_writer::word(std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
        out.push_back(static_cast<char>((value >> shift) & 0xFF));
    }
}

void row_writer::wide(std::uint64_t value) {
    word(static_cast<std::uint32_t>(value));
    word(static_cast<std::uint32_t>(value >> 32));
}

void row_writer::row(char_class const& c) {
    word(c.first_range), word(c.range_count), word(c.negated), wide(c.ascii[0]), wide(c.ascii[1]);
}

void row_writer::row(until_row const& u) {
    word(u.first_delimiter), word(u.delimiter_count), word(u.first_step), word(u.step_count);
    word(static_cast<std::uint32_t>(u.starts));
    for (std::uint64_t const bits : u.first) {
        wide(bits);
    }
}

void row_writer::row(until_step const& s) {
    word(s.child), word(s.sibling), word(s.fallback), word(s.depth), word(s.matched), word(s.byte);
}

std::uint32_t row_reader::word() {
    if (in.size() < 4) {
        good = false;
        in = {};
        return 0;
    }
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) {
        value = value << 8 | static_cast<std::uint8_t>(in[i]);
    }
    in.remove_prefix(4);
    return value;
}

std::uint64_t row_reader::wide() {
    std::uint64_t const low = word();
    return low | static_cast<std::uint64_t>(word()) << 32;
}

std::uint32_t row_reader::below(std::uint32_t end) {
    std::uint32_t const value = word();
    good = good && value < end;
    return value;
}

void row_reader::row(node& n) {
    n.kind = static_cast<op>(below(op_count));
    n.a = word();
    n.b = word();
    n.c = word();
}

void row_reader::row(char_class& c) {
    c.first_range = word();
    c.range_count = word();
    c.negated = below(2) != 0;
    c.ascii[0] = wide();
    c.ascii[1] = wide();
}

void row_reader::row(char_range& r) {
    r.low = word();
    r.high = word();
}

void row_reader::row(text_ref& t) {
    t.offset = word();
    t.length = word();
}

void row_reader::row(until_row& u) {
    u.first_delimiter = word();
    u.delimiter_count = word();
    u.first_step = word();
    u.step_count = word();
    u.starts = static_cast<std::int32_t>(word());
    for (std::uint64_t& bits : u.first) {
        bits = wide();
    }
}

void row_reader::row(until_step& s) {
    s.child = word();
    s.sibling = word();
    s.fallback = word();
    s.depth = word();
    s.matched = word();
    s.byte = static_cast<std::uint8_t>(below(256));
}

void row_reader::row(rule_row& r) {
    r.root = word();
    row(r.name);
}

void row_reader::row(tag_name& t) {
    t.id = word();
    row(t.name);
}

}  // namespace parlance::peg::detail

namespace parlance::peg {

std::string save(arena_view const& a) {
    detail::row_writer w;
    w.out = "pPEG";
    w.word(table_version);
    w.word(a.root);
    auto const rows = [&](auto const& all) {
        w.word(static_cast<std::uint32_t>(all.size()));
        for (auto const& r : all) {
            w.row(r);
        }
    };
    rows(a.text);
    rows(a.nodes);
    rows(a.children);
    rows(a.classes);
    rows(a.ranges);
    rows(a.delimiters);
    rows(a.untils);
    rows(a.steps);
    rows(a.rules);
    rows(a.tags);
    return w.out;
}

result<arena> load(std::string_view bytes, limits const& bounds) {
    if (bytes.substr(0, 4) != "pPEG") {
        return diagnostic{errc::malformed_file};
    }
    stop_asker asked(bounds.stop);
    work spent(bounds);
    detail::row_reader r{bytes.substr(4), asked};
    if (r.word() != table_version) {
        return diagnostic{r.good ? errc::unsupported_file : errc::truncated_file};
    }
    arena a;
    a.root = r.word();
    std::uint32_t const text = r.word();
    if (!r.good || text > r.in.size()) {
        return diagnostic{errc::truncated_file};
    }
    a.text.assign(r.in.begin(), r.in.begin() + static_cast<std::ptrdiff_t>(text));
    r.in.remove_prefix(text);
    r.rows(a.nodes, 16, bounds.elements);
    r.rows(a.children, 4, bounds.elements);
    r.rows(a.classes, 28, bounds.elements);
    r.rows(a.ranges, 8, bounds.elements);
    r.rows(a.delimiters, 8, bounds.elements);
    r.rows(a.untils, 52, bounds.elements);
    r.rows(a.steps, 24, bounds.elements);
    r.rows(a.rules, 12, bounds.rules);
    r.rows(a.tags, 12, bounds.elements);
    if (asked.stopped()) {
        return diagnostic{errc::cancelled};
    }
    if (!r.good || !r.in.empty()) {
        return diagnostic{r.in.empty() ? errc::truncated_file : errc::malformed_file};
    }
    if (diagnostic const wrong = detail::validator(a, asked, spent).run(); wrong.code != errc::none) {
        return wrong;
    }
    detail::add_first_bytes(a, asked);
    if (asked.stopped()) {
        return diagnostic{errc::cancelled};
    }
    return a;
}

}  // namespace parlance::peg

// test/corpus/conform_peg.cpp - tables written down as JSON, and how they read a text
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/peg/tree.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Where a stream differs from the tables' own engine, on purpose:
// - Bytes that are no UTF-8 are characters like others; there they fail, or end the text.
// - A text that may still become a delimiter is held by `until`; there `until` ends in front of it.
// - At the end of a text that may go on, a repetition waits; there it succeeds.  So "success" is also what would be
//   complete if the text ended here.
// - A choice that waits for input shows nothing of the alternatives it has not entered; there the first is shown.

namespace conform {
namespace {

using namespace parlance;
using namespace parlance::peg;
namespace bj = boost::json;

std::string_view text(bj::value const& v) { return v.get_string(); }

class reader {
public:
    explicit reader(bj::object const& tables)
        : parsers_(tables.at("parsers").as_array()), made_(parsers_.size(), none) {
        root_ = make(tables.at("root").to_number<std::size_t>());
        for (auto const& [name, index] : tables.at("rules").as_object()) {
            build_.define(build_.declare(name), make(index.to_number<std::size_t>()));
        }
    }
    result<arena> table() const { return build_.finish(root_); }
    /// "rule:x" and "tag:x".
    std::string_view name_of(tag_id id) const { return names_[id]; }
    std::vector<std::string> const& delimiters() const { return delimiters_; }

private:
    /// A part that contains itself becomes a rule of its own.
    node_id make(std::size_t index) {
        if (made_[index] == none) {
            rule_id const self = build_.declare("#" + std::to_string(index));
            made_[index] = build_.ref(self);
            build_.define(self, made_[index] = read(parsers_[index].as_object()));
        }
        return made_[index];
    }
    node_id child(bj::object const& p) { return make(p.at("child").to_number<std::size_t>()); }
    std::vector<node_id> children(bj::object const& p) {
        std::vector<node_id> out;
        for (bj::value const& c : p.at("children").as_array()) {
            out.push_back(make(c.to_number<std::size_t>()));
        }
        return out;
    }
    static std::uint32_t most(bj::object const& p) {
        std::int64_t const n = p.at("max_count").to_number<std::int64_t>();
        return n < 0 ? unbounded : static_cast<std::uint32_t>(n);
    }
    static std::uint32_t least(bj::object const& p) { return p.at("min_count").to_number<std::uint32_t>(); }
    node_id named(std::string name, node_id e) {
        auto const at = std::ranges::find(names_, name);
        auto const id = static_cast<tag_id>(at - names_.begin());
        if (at == names_.end()) {
            names_.push_back(std::move(name));
        }
        return build_.tag(id, e);
    }

    node_id read(bj::object const& p) {
        std::string_view const type = text(p.at("type"));
        if (type == "epsilon") {
            return build_.epsilon();
        }
        if (type == "start") {
            return build_.start();
        }
        if (type == "end") {
            return build_.end();
        }
        if (type == "any") {
            return build_.any();
        }
        if (type == "space") {
            return build_.space();
        }
        if (type == "literal") {
            return build_.literal(text(p.at("literal")));
        }
        if (type == "chars") {
            char_set set;
            for (bj::value const& r : p.at("ranges").as_array()) {
                set.add(r.at("start").to_number<std::uint32_t>(), r.at("end").to_number<std::uint32_t>());
            }
            return build_.chars(p.at("negated").as_bool() ? set.negate() : set, least(p), most(p));
        }
        if (type == "until") {
            std::vector<std::string_view> delimiters;
            for (bj::value const& d : p.at("delimiters").as_array()) {
                if (!text(d).empty()) {
                    delimiters.push_back(text(d));
                    delimiters_.emplace_back(text(d));
                }
            }
            return build_.until(delimiters);
        }
        if (type == "string") {
            return string_content(text(p.at("delimiter")));
        }
        if (type == "ref") {
            return build_.ref(build_.declare(text(p.at("name"))));
        }
        if (type == "sequence") {
            return build_.sequence(children(p));
        }
        if (type == "choice") {
            return build_.choice(children(p));
        }
        node_id const e = child(p);
        if (type == "repetition") {
            return build_.repeat(e, least(p), most(p));
        }
        if (type == "and") {
            return build_.look(e);
        }
        if (type == "not") {
            return build_.reject(e);
        }
        if (type == "atomic") {
            return build_.atomic(e);
        }
        if (type == "rule") {
            return named("rule:" + std::string(text(p.at("name"))), e);
        }
        if (type == "tag") {
            return named("tag:" + std::string(text(p.at("tag"))), e);
        }
        if (type == "schema" || type == "gbnf") {
            return e;  // what a parser reads
        }
        throw std::runtime_error("unknown parser type " + std::string(type));
    }
    node_id string_content(std::string_view quote) {
        char_set plain;
        plain.add('\\').add(static_cast<unsigned char>(quote[0])).negate();
        char_set known;
        for (char const c : std::string("\\/bfnrt") + quote[0]) {
            known.add(static_cast<unsigned char>(c));
        }
        node_id const hex = build_.chars("0-9a-fA-F", 4, 4);
        node_id const escape =
            build_.choice({build_.chars(known), build_.sequence({build_.literal("u"), hex})});
        return build_.star(build_.choice(
            {build_.chars(plain, 1, unbounded), build_.sequence({build_.literal("\\"), escape})}));
    }

    bj::array const& parsers_;
    std::vector<node_id> made_;
    builder build_{};
    node_id root_ = none;
    std::vector<std::string> names_;
    std::vector<std::string> delimiters_;
};

/// One line for every node that begins before `undecided`; nodes that reach it are open.
struct lines {
    std::string out;
    std::size_t undecided;

    void add(std::string_view name, std::size_t begin, std::size_t end, bool open, std::size_t depth) {
        if (begin > undecided || (begin == undecided && open)) {
            return;
        }
        bool const reaches = open || end >= undecided;
        out.append(depth * 2, ' ').append(name).append(" ").append(std::to_string(begin)).append("-");
        out.append(reaches ? "open" : std::to_string(end)).append("\n");
    }
};

void write(bj::array const& nodes, std::size_t depth, lines& to) {
    for (bj::value const& v : nodes) {
        bj::object const& n = v.as_object();
        std::string const name = n.contains("rule") ? "rule:" + std::string(text(n.at("rule")))
                                                    : "tag:" + std::string(text(n.at("tag")));
        bool const partial = n.contains("partial") && n.at("partial").as_bool();
        to.add(name, n.at("start").to_number<std::size_t>(), n.at("end").to_number<std::size_t>(), partial,
               depth);
        if (n.contains("children")) {
            write(n.at("children").as_array(), depth + 1, to);
        }
    }
}

void write(std::vector<branch> const& tree, reader const& names, lines& to) {
    std::vector<std::size_t> depth;
    for (branch const& b : tree) {
        depth.push_back(b.parent == none ? 0 : depth[b.parent] + 1);
        to.add(names.name_of(b.tag), b.begin, b.end, b.open, depth.back());
    }
}

std::string input_of(bj::object const& row) {
    if (!row.contains("input_hex")) {
        return std::string(text(row.at("input")));
    }
    std::string_view const hex = text(row.at("input_hex"));
    std::string out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
    }
    return out;
}

/// Bytes at the end of the text that may become a delimiter.
std::size_t begun_delimiter(std::string_view input, std::vector<std::string> const& delimiters) {
    std::size_t most = 0;
    for (std::string_view const d : delimiters) {
        for (std::size_t n = std::min(d.size() - 1, input.size()); n > most; --n) {
            if (input.ends_with(d.substr(0, n))) {
                most = n;
            }
        }
    }
    return most;
}

}  // namespace

outcome check_peg(bj::object const& row, settings const&) {
    reader const from(row.at("parser").as_object());
    arena const table = from.table().value();
    std::string const input = input_of(row);
    bool const lenient = row.at("lenient").as_bool();
    std::string_view const expected = text(row.at("result"));
    std::size_t const expected_end = row.at("end").to_number<std::size_t>();
    bool const is_text = utf8::is_valid(input);

    stream s(table, {}, delivery::provisional);
    recorder told;
    s.feed(input, told);
    bool const waits = !s.ended();
    std::vector<branch> tree = told.tree();
    bool const needs_more = lenient && expected == "need_more_input";
    if (waits && !needs_more) {
        s.finish(told);
        tree = told.tree();
    }
    peg::outcome const end = needs_more ? peg::outcome{} : s.result();

    outcome out;
    out.tally.emplace_back("valid UTF-8", is_text);
    if (needs_more) {
        if (!waits) {
            return outcome::failed("more input was to be asked for");
        }
    } else if (expected == "fail") {
        if (!is_text && end.complete()) {
            return out;  // every byte sequence is text here
        }
        return end.complete()
                   ? outcome::failed("success at " + std::to_string(end.end) + " instead of failure")
                   : out;
    } else if (!end.complete() || end.end != expected_end) {
        return outcome::failed("ended at " + std::to_string(end.end) + (end.complete() ? "" : " in failure") +
                               ", expected success at " + std::to_string(expected_end));
    }
    std::size_t const held = needs_more ? begun_delimiter(input, from.delimiters()) : 0;
    std::size_t const undecided = needs_more ? input.size() - held : none;
    lines theirs{{}, undecided};
    lines ours{{}, undecided};
    write(row.at("ast").as_array(), 0, theirs);
    write(tree, from, ours);
    bool const same = theirs.out == ours.out;
    out.tally.emplace_back("same tree", same);
    if (!same && is_text) {
        return outcome::failed("the tree differs: " + first_difference(theirs.out, ours.out));
    }
    return out;
}

}  // namespace conform

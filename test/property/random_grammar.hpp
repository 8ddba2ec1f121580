// test/property/random_grammar.hpp - grammars, vocabularies and a recogniser to compare the engines with
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "decisions.hpp"
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/vocab/token_list.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace random_grammar {

class source {
public:
    explicit source(std::uint32_t seed) : next_(seed) {}
    explicit source(decisions from) : next_(std::move(from)) {}
    std::uint32_t below(std::uint32_t n) { return next_() % n; }
    bool one_in(std::uint32_t n) { return below(n) == 0; }
    template <class T>
    T const& pick(std::vector<T> const& from) {
        return from[below(static_cast<std::uint32_t>(from.size()))];
    }

private:
    decisions next_;
};

/// GBNF text of a few small rules over a, b, c and some code points of two to four bytes that share bytes.
/// Rules refer to later ones freely, to earlier ones only behind a letter, so that nothing recurs on the left.
class writer {
public:
    writer(source& random, std::uint32_t rules, bool tokens)
        : random_(random), rules_(rules), tokens_(tokens) {}

    std::string text() {
        std::string out;
        for (std::uint32_t r = 0; r < rules_; ++r) {
            out += r == 0 ? std::string{"root"} : "r" + std::to_string(r);
            out += " ::= " + alternatives(r, 0, false) + "\n";
        }
        return out;
    }

private:
    std::string alternatives(std::uint32_t rule, int depth, bool behind) {
        std::string out = sequence(rule, depth, behind);
        for (std::uint32_t more = random_.below(3); more > 0; --more) {
            out += " | " + sequence(rule, depth, behind);
        }
        return out;
    }
    std::string sequence(std::uint32_t rule, int depth, bool behind) {
        std::string out;
        for (std::uint32_t n = random_.below(4); n > 0; --n) {
            bool letter = false;
            out += (out.empty() ? "" : " ") + atom(rule, depth, behind, letter);
            if (!letter) {
                std::string const r = repetition();
                out += r;
                letter = false;
            } else {
                behind = true;
            }
        }
        return out.empty() ? "\"\"" : out;
    }
    std::string repetition() {
        static std::vector<std::string> const kinds{
            "", "", "", "*", "+", "?", "{2}", "{0,3}", "{1,2}", "{2,}", "{3,5}", "{0,40}", "{7,1000000}"};
        return random_.pick(kinds);
    }
    std::string atom(std::uint32_t rule, int depth, bool behind, bool& letter) {
        static std::vector<std::string> const letters{
            "\"a\"", "\"b\"", "\"ab\"", "\"c\"", "\"\xC3\xA9\"", "\"\\u00E8\"", "\"\xE2\x82\xAC\"", "\"ba\""};
        static std::vector<std::string> const classes{
            "[ab]",         "[^a]",     "[a-c]", ".", "[\xC3\xA8-\xC3\xAA]", "[^\xC3\xA9]", "[a\xE2\x82\xAC]",
            "[b-\xC3\xA9]", "[^a-c\\n]"};
        switch (random_.below(tokens_ ? 9 : 8)) {
        case 0:
        case 1:
        case 2: letter = true; return random_.pick(letters);
        case 3: return random_.pick(classes);
        case 4:
            if (depth < 2) {
                return "(" + alternatives(rule, depth + 1, behind) + ")";
            }
            letter = true;
            return random_.pick(letters);
        case 8: return random_.one_in(3) ? "!<[1]>" : "<[" + std::to_string(random_.below(3)) + "]>";
        default: break;
        }
        std::uint32_t const first = behind ? 0 : rule + 1;
        if (first >= rules_) {
            letter = true;
            return random_.pick(letters);
        }
        std::uint32_t const to = first + random_.below(rules_ - first);
        return to == 0 ? "root" : "r" + std::to_string(to);
    }

    source& random_;
    std::uint32_t rules_;
    bool tokens_;
};

/// GBNF text of rules that refer to themselves and each other anywhere, at the left as well, so that most texts can be read
/// in many ways; some of it is counted.
class recursion_writer {
public:
    explicit recursion_writer(source& random) : random_(random), rules_(1 + random.below(3)) {}

    std::string text() {
        std::string out;
        for (std::uint32_t r = 0; r < rules_; ++r) {
            out += name(r) + " ::= " + random_.pick(ends());
            for (std::uint32_t more = 1 + random_.below(3); more > 0; --more) {
                out += " | " + alternative();
            }
            out += "\n";
        }
        return out;
    }

private:
    static std::string name(std::uint32_t r) { return r == 0 ? "root" : "r" + std::to_string(r); }
    static std::vector<std::string> const& ends() {
        static std::vector<std::string> const all{"\"a\"", "[ab]",  "\"ab\"", "\"\"",
                                                  "\"b\"", "[a-c]", "\"a\"?"};
        return all;
    }
    std::string rule() { return name(random_.below(rules_)); }
    std::string alternative() {
        switch (random_.below(9)) {
        case 0: return rule() + " " + rule();
        case 1: return rule() + " \"c\" " + rule();
        case 2: return "\"(\" " + rule() + " \")\"";
        case 3: return "\"a\" " + rule() + " \"a\"";
        case 4: return "(" + rule() + " | " + random_.pick(ends()) + ")" + count();
        case 5: return random_.pick(ends()) + " " + rule() + (random_.one_in(2) ? "?" : "");
        case 6: return rule() + " " + random_.pick(ends());
        case 7: return "(" + rule() + " \"b\"?)" + count() + " \".\"";
        default: return rule() + "? " + rule();
        }
    }
    std::string count() {
        static std::vector<std::string> const kinds{"*", "+", "?", "{1,3}", "{0,7}", "{2}", "{2,}"};
        return random_.pick(kinds);
    }

    source& random_;
    std::uint32_t rules_;
};

/// GBNF text of counts inside counts over a, b, c, and some code points: with and without separators, with minima, with
/// bodies that may be empty, and with bounds from none to beyond any text.
class count_writer {
public:
    explicit count_writer(source& random) : random_(random) {}

    std::string text() {
        std::string out = "root ::= " + part(2 + static_cast<int>(random_.below(3)));
        return out + (random_.one_in(3) ? " \".\"" : "") + "\nword ::= " + part(1) + "\n";
    }

private:
    std::string part(int depth) {
        static std::vector<std::string> const leaves{"\"a\"", "\"b\"",        "[ab]",       "\"ab\"",
                                                     "[a-c]", "\"c\"",        ".",          "[^b]",
                                                     "\"\"",  "\"\xC3\xA9\"", "[a\xC3\xA8]"};
        if (depth == 0) {
            return random_.pick(leaves);
        }
        switch (random_.below(6)) {
        case 0: return "(" + part(depth - 1) + ")" + count();
        case 1: return "(" + part(depth - 1) + " " + part(depth - 1) + ")" + count();
        case 2: return "(" + part(depth - 1) + " | " + part(depth - 1) + ")" + count();
        case 3: return part(depth - 1) + " " + part(depth - 1) + (random_.one_in(2) ? "?" : "");
        case 4: return depth > 1 ? "(word" + separator() + ")" + count() : part(0) + count();
        default: return "(" + part(depth - 1) + separator() + ")" + count();
        }
    }
    std::string separator() {
        static std::vector<std::string> const kinds{" \"c\"?", " \"c\"", " \"b\"{0,2}", ""};
        return random_.pick(kinds);
    }
    std::string count() {
        std::uint32_t const low = random_.one_in(6) ? 12 + random_.below(10) : random_.below(4);
        if (random_.one_in(8)) {
            return "{" + std::to_string(low) + ",}";
        }
        static std::vector<std::uint32_t> const more{0, 1, 2, 3, 4, 6, 20, 100};
        return "{" + std::to_string(low) + "," + std::to_string(low + random_.pick(more)) + "}";
    }

    source& random_;
};

/// GBNF text of loops over characters beside others that begin anywhere in them, and count: texts that are looked through
/// for something.  Over a, b, c, and some code points, now and then with a token.
class search_writer {
public:
    explicit search_writer(source& random) : random_(random) {}

    std::string text() {
        std::string out = "root ::= " + way();
        for (std::uint32_t more = random_.below(3); more > 0; --more) {
            out += " | " + way();
        }
        return out + "\nword ::= [ab] \"c\"? | \"b\" [^c]\n";
    }

private:
    std::string set() {
        static std::vector<std::string> const all{
            ".", ".", "[ab]", "[a-c]", "[^b]", "[^\\n]", "[^a-c]", "[a\xC3\xA8\xC3\xA9]", "\"a\"", "[^c]"};
        return random_.pick(all);
    }
    std::string loop() {
        static std::vector<std::string> const kinds{"*", "*", "*", "+", "{1,9}", "{2,}", "{0,60}"};
        return (random_.one_in(4) ? "(" + set() + " | " + set() + ")" : set()) + random_.pick(kinds);
    }
    std::string count() {
        std::uint32_t const low = random_.one_in(3) ? random_.below(80) : random_.below(6);
        switch (random_.below(3)) {
        case 0: return "{" + std::to_string(low) + "}";
        case 1: return "{" + std::to_string(low) + ",}";
        default: return "{" + std::to_string(low) + "," + std::to_string(low + random_.below(30)) + "}";
        }
    }
    std::string piece() {
        static std::vector<std::string> const found{"\"a\"",        "\"b\"", "\"ab\"",  "\"c\"",
                                                    "\"\xC3\xA9\"", "[ac]",  "\"\\n\"", "word{1,2}"};
        switch (random_.below(8)) {
        case 0:
        case 1:
        case 2: return random_.pick(found);
        case 3: return "(" + set() + " " + random_.pick(found) + "?)" + count();
        case 4: return "(" + loop() + " " + random_.pick(found) + ")?";
        case 5: return random_.one_in(4) ? "<[1]>" : set();
        default: return set() + count();
        }
    }
    std::string way() {
        std::string out = random_.one_in(4) ? piece() + " " + loop() : loop();
        for (std::uint32_t more = 1 + random_.below(3); more > 0; --more) {
            out += " " + (random_.one_in(4) ? loop() : piece());
        }
        return out;
    }

    source& random_;
};

/// Tokens 0 to 2 are special, 3 and 4 end the text, 5 is a hole, the rest are short strings of the letters' bytes, some
/// of them twice; with `lengthy`, some repeat a letter or two up to seventy bytes.
inline parlance::vocab::token_list vocabulary(source& random, std::uint32_t size, bool lengthy = false) {
    namespace vocab = parlance::vocab;
    vocab::token_list_builder out;
    out.add("<0>", vocab::token_kind::control);
    out.add("ab", vocab::token_kind::control);
    out.add("<2>", vocab::token_kind::user_defined);
    out.add("a", vocab::token_kind::control);
    out.end(3);
    out.add("</s>", vocab::token_kind::control);
    out.end(4);
    out.add("", vocab::token_kind::unused);
    static std::vector<std::string> const pieces{
        "a",    "b",    "c",    "a",    "b",    "ab",       "\xC3\xA9", "\xC3\xA8", "\xE2\x82\xAC",
        "\xC3", "\xA9", "\xE2", "\x82", "\xAC", "\xF0\x9F", "\xFF",     "\n"};
    while (out.size() < size) {
        std::string text;
        for (std::uint32_t n = 1 + random.below(5); n > 0; --n) {
            text += random.pick(pieces);
        }
        if (lengthy && random.one_in(4)) {
            std::string const once = text.substr(0, 1 + random.below(2));
            for (std::uint32_t n = 10 + random.below(25); n > 0; --n) {
                text += once;
            }
        }
        out.add(text, random.one_in(9) ? vocab::token_kind::user_defined : vocab::token_kind::normal);
    }
    auto made = std::move(out).finish();
    return *std::move(made);
}

/// One thing that was read: bytes of a text token, or a token taken as such, or either.
struct input {
    std::string bytes;
    std::uint32_t token = 0;
};

/// Places in a text of inputs: before each byte of each, before an input without bytes, and behind all.
class place_set {
public:
    static constexpr std::uint32_t most = 1024;

    [[nodiscard]] bool has(std::uint32_t place) const {
        return (words_[place / 64] >> (place % 64) & 1) != 0;
    }
    [[nodiscard]] bool empty() const { return *this == place_set{}; }
    void add(std::uint32_t place) { words_[place / 64] |= std::uint64_t{1} << (place % 64); }
    void add(place_set const& more) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i] |= more.words_[i];
        }
    }
    void remove(place_set const& less) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i] &= ~less.words_[i];
        }
    }
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::uint32_t i = 0; i < words_.size(); ++i) {
            for (std::uint64_t left = words_[i]; left != 0; left &= left - 1) {
                visit(64 * i + static_cast<std::uint32_t>(std::countr_zero(left)));
            }
        }
    }
    friend bool operator==(place_set const&, place_set const&) = default;

private:
    std::array<std::uint64_t, most / 64> words_{};
};

/// Whether a sequence of inputs begins, or is, something the grammar derives: recursive descent with a memo of where
/// everything can end.  Shares nothing with the engines.
class recogniser {
public:
    explicit recogniser(parlance::gbnf::grammar_view g) : g_(g) {}

    struct answer {
        bool begins = false;
        bool whole = false;
    };
    /// Precondition: no left recursion, and fewer than place_set::most places.
    answer run(std::vector<input> const& inputs) {
        places_.clear();
        for (input const& i : inputs) {
            auto const behind =
                static_cast<std::uint32_t>(places_.size() + std::max<std::size_t>(1, i.bytes.size()));
            places_.push_back({.token = i.token, .behind = behind, .begins = true, .text = !i.bytes.empty()});
            for (std::size_t k = 0; k < i.bytes.size(); ++k) {
                places_.resize(places_.size() + (k == 0 ? 0 : 1));
                places_.back().text = true;
                places_.back().byte = i.bytes[k];
            }
        }
        end_ = static_cast<std::uint32_t>(places_.size());
        if (end_ >= place_set::most) {
            throw std::length_error("a text with too many places");
        }
        touched_ = false;
        known_.clear();
        number_.assign(g_.rule_count() * (end_ + std::size_t{1}), 0);
        place_set const ends = rule(g_.root, 0);
        return {touched_ || ends.has(end_), ends.has(end_)};
    }

private:
    using kind = parlance::gbnf::element_kind;

    /// token, behind  of the input that begins here, and where it is read as that token
    struct place {
        std::uint32_t token = 0;
        std::uint32_t behind = 0;
        bool begins = false;
        bool text = false;
        char byte = 0;
    };

    bool at_end(std::uint32_t p) {
        touched_ = touched_ || p == end_;
        return p == end_;
    }
    place_set rule(std::uint32_t r, std::uint32_t from) {
        std::size_t const key = r * (end_ + std::size_t{1}) + from;
        if (number_[key] != 0) {
            return known_[number_[key] - 1];
        }
        auto const rows = g_.rule(r);
        place_set out;
        place_set now;
        now.add(from);
        for (std::size_t i = 0; i < rows.size();) {
            if (rows[i].kind == kind::alt || rows[i].kind == kind::end) {
                out.add(now);
                now = {};
                now.add(from);
                ++i;
                continue;
            }
            std::size_t const length = parlance::gbnf::item_length(rows, i);
            now = item(rows.subspan(i, length), now);
            i += length;
        }
        known_.push_back(out);
        number_[key] = static_cast<std::uint32_t>(known_.size());
        return out;
    }
    place_set item(std::span<parlance::gbnf::element const> rows, place_set const& from) {
        if (rows[0].kind == kind::repeat) {
            return repeated(rows, from);
        }
        place_set out;
        from.each([&](std::uint32_t p) {
            switch (rows[0].kind) {
            case kind::rule_ref: out.add(rule(rows[0].value, p)); break;
            case kind::token:
            case kind::token_not:
                if (!at_end(p) && places_[p].begins &&
                    (places_[p].token == rows[0].value) == (rows[0].kind == kind::token)) {
                    out.add(places_[p].behind);
                }
                break;
            default: character(rows, p, out);
            }
        });
        return out;
    }
    place_set repeated(std::span<parlance::gbnf::element const> rows, place_set now) {
        std::uint64_t const low = rows[0].value;
        std::uint64_t const high = rows[1].value;
        place_set out;
        for (std::uint64_t n = 0;; ++n) {
            if (n >= low) {
                // what was come to by fewer iterations has gone on as far
                now.remove(out);
                out.add(now);
            }
            if (n == high || now.empty()) {
                return out;
            }
            place_set const next = item(rows.subspan(2), now);
            if (next == now && n < low) {
                n = low - 1;
            }
            now = next;
        }
    }
    bool member(std::span<parlance::gbnf::element const> rows, char32_t c) const {
        bool found = rows[0].kind == kind::any;
        for (std::size_t i = 0; i < rows.size() && !found; ++i) {
            bool const range = i + 1 < rows.size() && rows[i + 1].kind == kind::range_upper;
            found =
                rows[i].kind != kind::range_upper && rows[i].value <= c && c <= rows[range ? i + 1 : i].value;
        }
        return found != (rows[0].kind == kind::character_not);
    }
    void character(std::span<parlance::gbnf::element const> rows, std::uint32_t from, place_set& out) {
        std::string text;
        for (std::uint32_t p = from; p < from + 4; ++p) {
            if (p == end_) {
                touched_ = touched_ || some_member_begins(rows, text);
                return;
            }
            if (!places_[p].text) {
                return;
            }
            text.push_back(places_[p].byte);
            parlance::utf8::decoded const d = parlance::utf8::decode(text);
            if (d.valid && member(rows, d.value)) {
                out.add(p + 1);
            }
            if (d.valid || !d.cut) {
                return;
            }
        }
    }
    /// By trying all code points whose encoding has the same number of bytes and begins so.
    bool some_member_begins(std::span<parlance::gbnf::element const> rows, std::string const& text) {
        auto const key = std::make_pair(rows.data(), text);
        if (auto const it = begins_.find(key); it != begins_.end()) {
            return it->second;
        }
        char32_t low = 0;
        char32_t high = 0x10FFFF;
        if (!text.empty()) {
            auto const lead = static_cast<std::uint8_t>(text[0]);
            auto const length = static_cast<std::size_t>(parlance::utf8::sequence_length(lead));
            low = length == 1 ? lead : lead & (0x7Fu >> length);
            high = low;
            for (std::size_t i = 1; i < length; ++i) {
                bool const known = i < text.size();
                char32_t const bits = known ? static_cast<std::uint8_t>(text[i]) & 0x3Fu : 0u;
                low = (low << 6) | bits;
                high = (high << 6) | (known ? bits : 0x3Fu);
            }
        }
        bool found = false;
        for (char32_t c = low; c <= high && !found; ++c) {
            if (parlance::utf8::is_scalar(c) && member(rows, c)) {
                parlance::utf8::encoded const e = parlance::utf8::encode(c);
                found = e.view().substr(0, text.size()) == text;
            }
        }
        begins_.emplace(key, found);
        return found;
    }

    parlance::gbnf::grammar_view g_;
    std::vector<place> places_;
    std::uint32_t end_ = 0;  // behind all
    std::vector<std::uint32_t>
        number_;  // of each rule and place: what is known of them, and 1; 0 before that
    std::vector<place_set> known_;
    std::map<std::pair<parlance::gbnf::element const*, std::string>, bool> begins_;
    bool touched_ = false;
};

}  // namespace random_grammar

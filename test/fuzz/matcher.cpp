// test/fuzz/matcher.cpp - all that a matcher can be asked, of any grammar or schema: the answers agree, in default limits
// SPDX-License-Identifier: BSL-1.0
//
// The input is KIND WHAT, for 'g' and 's' WHAT ZERO QUESTIONS: GBNF, or a schema, as it is.  For other kinds WHAT are the
// decisions of a generator of grammars (an even KIND) or of schemas, and also those about the questions.
#include "../property/random_grammar.hpp"
#include "../property/random_schema.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/batch.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/mask/explain.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/vocab/token_list.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;
using vocab::token_id;
using words = std::vector<std::uint32_t>;

void require(bool claim) {
    if (!claim) {
        std::abort();
    }
}

/// Every byte, some longer tokens, and one that ends the text.
mask::token_index const& tokens() {
    static mask::token_index const all = [] {
        vocab::token_list_builder out;
        for (unsigned b = 0; b < 256; ++b) {
            out.add(std::string(1, static_cast<char>(b)));
        }
        for (char const* const text :
             {"ab", "ba", "abc", "aaa", "{\"", "\":", "\",\"", "[[", "]}", "tru", "10",
              "\xC3\xA9"
              "b"}) {
            out.add(text);
        }
        out.add("</s>", vocab::token_kind::control);
        out.end(static_cast<token_id>(out.size() - 1));
        out.add("<x>", vocab::token_kind::control);
        return *mask::token_index::build(*std::move(out).finish());
    }();
    return all;
}

/// A mask, and whether it is what the grammar says, with nothing left out for a limit.
struct answer {
    words mask = words(mask::words_for(tokens().size()));
    bool whole = false;
};
answer ask(mask::matcher& m) {
    answer out;
    mask::filled const state = m.fill(out.mask);
    out.whole = m.error() == errc::none && state != mask::filled::limited;
    return out;
}
bool test(answer const& a, token_id id) { return ((a.mask[id / 32] >> (id % 32)) & 1u) != 0; }

/// A token that may come, if any may, near one that was decided on; now and then any.
token_id choose(answer& may, decisions& next) {
    auto const size = static_cast<std::uint32_t>(tokens().size());
    std::uint32_t const first = (next() + 256 * (next() % 2)) % size;
    for (std::uint32_t i = 0; i < size && next() % 8 != 7; ++i) {
        if (test(may, (first + i) % size)) {
            return (first + i) % size;
        }
    }
    return first;
}

/// The masks of a tree are those of matchers that read each path; so are those of a batch of them.
void compare_drafts(mask::matcher& m, answer& may, decisions& next) {
    std::vector<token_id> drafted;
    std::vector<std::uint32_t> parents;
    for (std::uint32_t n = next() % 8; n > 0; --n) {
        std::uint32_t const parent = next() % (parents.size() + 1);
        parents.push_back(parent == parents.size() ? mask::no_parent : parent);
        drafted.push_back(choose(may, next));
    }
    std::size_t const stride = may.mask.size();
    words rows(stride * drafted.size(), ~0u);
    std::vector<mask::filled> states(drafted.size());
    std::size_t const steps = m.steps();
    std::size_t const allowed = mask::fill(m, {drafted, parents}, {rows, stride}, states);
    require(m.steps() == steps);
    if (m.error() != errc::none) {
        return;
    }
    std::vector<mask::matcher> forks(drafted.size(), m);
    std::vector<mask::matcher*> batch(drafted.size(), nullptr);
    std::size_t reached = 0;
    for (std::size_t i = 0; i < drafted.size(); ++i) {
        if (parents[i] != mask::no_parent) {
            forks[i] = forks[parents[i]];
        }
        bool const above = parents[i] == mask::no_parent || batch[parents[i]] != nullptr;
        if (above && forks[i].accept(drafted[i])) {
            batch[i] = &forks[i];
            ++reached;
        } else if (forks[i].error() != errc::none) {
            return;
        }
    }
    require(allowed == reached);
    words again(rows.size());
    mask::fill(batch, {again, stride});
    for (std::size_t i = 0; i < drafted.size(); ++i) {
        bool const known =
            batch[i] == nullptr || (forks[i].error() == errc::none && states[i] != mask::filled::limited);
        for (std::size_t w = i * stride; known && w < (i + 1) * stride; ++w) {
            require(rows[w] == (batch[i] != nullptr ? again[w] : 0));
        }
    }
    std::size_t prefix = 0;
    mask::matcher along = m;
    while (prefix < drafted.size() && along.accept(drafted[prefix])) {
        ++prefix;
    }
    require(along.error() != errc::none || mask::allowed_prefix(m, drafted) == prefix);
}

/// False where a limit was met: what takes all its fuel takes it for every question again.
bool ask_all(mask::matcher& m, answer& may, decisions& next) {
    mask::allowed_tokens const same = m.allowed();
    require(m.error() != errc::none || std::ranges::equal(same.words, may.mask));
    token_id const about = choose(may, next);
    mask::explanation const why = mask::explain(m, about);
    require(!mask::render(why).empty());
    require(why.why == mask::refusal::limit || (why.why == mask::refusal::allowed) == test(may, about));
    if (std::string const text = m.forced_text(100); !text.empty()) {
        mask::matcher ahead = m;
        require(ahead.accept(text) || ahead.error() != errc::none);
    }
    auto const by_bytes = [](std::string_view text) {
        std::vector<token_id> out;
        for (char const c : text) {
            out.push_back(static_cast<unsigned char>(c));
        }
        return out;
    };
    for (auto const& forced : {mask::only_tokens(m, 20), mask::forced_tokens(m, by_bytes, 100)}) {
        mask::matcher ahead = m;
        for (token_id const id : forced) {
            require(ahead.accept(id) || ahead.error() != errc::none);
        }
    }
    static_cast<void>(m.open_rules());
    std::size_t const least = m.least_remaining();
    if (least == mask::matcher::unlimited) {
        return false;
    }
    mask::matcher in_time = m;
    in_time.remaining(least + next() % 4);
    answer const late = ask(in_time);
    for (std::size_t w = 0; w < may.mask.size(); ++w) {
        require((late.mask[w] & ~may.mask[w]) == 0);  // a budget only takes out
    }
    return true;
}

void follow(mask::compiled_grammar const& g, decisions& next) {
    mask::matcher m{g};
    for (int step = 0; step < 10 && !next.used_up(); ++step) {
        answer may = ask(m);
        if (!may.whole || !ask_all(m, may, next)) {
            return;
        }
        compare_drafts(m, may, next);
        token_id const id = choose(may, next);
        bool const read = m.accept(id);
        require(m.error() != errc::none || read == test(may, id));
        if (!read) {
            continue;
        }
        mask::matcher back = m;
        require(back.rollback(1));
        answer const again = ask(back);
        require(!again.whole || again.mask == may.mask);
    }
}

result<rtn::network> network_of(char kind, std::string_view what, decisions& next) {
    if (kind == 's') {
        return schema::compile(what);
    }
    std::string made;
    if (kind != 'g') {
        random_grammar::source source(next);
        if (kind % 2 != 0) {
            json::value const random = property::random_schema(next).document(3);
            return schema::compile(random);
        }
        made = random_grammar::writer(source, 4, false).text();
        what = made;
    }
    auto const g = gbnf::compile(what);
    return g ? rtn::from_gbnf(*g) : result<rtn::network>(g.error());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr std::size_t longest = 2000;
    if (size < 2 || size > longest) {
        return 0;
    }
    std::string_view const rest(reinterpret_cast<char const*>(data) + 1, size - 1);
    auto const kind = static_cast<char>(data[0]);
    bool const written = kind == 'g' || kind == 's';
    std::string_view const what = written ? rest.substr(0, rest.find('\0')) : std::string_view{};
    decisions next(written ? rest.substr((std::min)(what.size() + 1, rest.size())) : rest);
    auto const net = network_of(kind, what, next);
    if (!net) {
        return 0;
    }
    if (auto const printed = rtn::to_gbnf(*net)) {
        auto const again = gbnf::compile(*printed);
        require(again || again.error().code == errc::source_too_large);
    }
    auto const prepared = mask::grammar::prepare(*net);
    if (prepared) {
        follow({*prepared, tokens(), {.no_dead_ends = false}}, next);
    }
    return 0;
}

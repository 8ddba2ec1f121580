// test/fuzz/mask.cpp - any grammar over any bytes: the engine's masks are those of the reference, and what it accepts
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/vocab/token_list.hpp>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;

void require(bool claim) {
    if (!claim) {
        std::abort();
    }
}

/// Every byte, some longer tokens of bytes that grammars like, and cuts of the input itself.
vocab::token_list vocabulary(std::string_view text) {
    vocab::token_list_builder out;
    for (unsigned b = 0; b < 256; ++b) {
        out.add(std::string(1, static_cast<char>(b)));
    }
    for (std::size_t at = 0; at < text.size() && out.size() < 300; at += 3) {
        out.add(text.substr(at, 2 + at % 4));
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    out.add("", vocab::token_kind::unused);
    return *std::move(out).finish();
}

}  // namespace

/// Grammar text, a zero byte, then the text to read.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const all{reinterpret_cast<char const*>(data), size};
    std::size_t const end = all.find('\0');
    if (end == std::string_view::npos || size > 4096) {
        return 0;
    }
    limits bounds;
    bounds.elements = 5000;
    bounds.states = 20'000;
    bounds.configurations = 200;
    bounds.stack_depth = 300;
    auto const grammar = gbnf::compile(all.substr(0, end), bounds);
    if (!grammar || gbnf::check(*grammar).has(gbnf::finding_kind::unproductive)) {
        return 0;
    }
    auto const net = rtn::from_gbnf(*grammar, bounds);
    if (!net) {
        return 0;
    }
    auto const prepared = mask::grammar::prepare(*net, mask::trigger::eager(), bounds);
    if (!prepared) {
        return 0;
    }
    std::string_view const text = all.substr(end + 1, 40);
    vocab::token_list const tokens = vocabulary(text);
    mask::compiled_grammar const compiled{
        *prepared, *mask::token_index::build(tokens), {.bytes = 4u << 20, .no_dead_ends = false}};
    mask::matcher fast{compiled};
    std::optional<mask::npda<mask::element_machine>> slow;
    slow.emplace(mask::element_machine{*grammar}, mask::npda_bounds{.stacks = 60});
    std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
    std::vector<std::uint32_t> before;
    for (std::size_t at = 0; at < text.size(); ++at) {
        mask::filled const state = fast.fill(words);
        if (fast.error() != errc::none || slow->gave_up()) {
            return 0;
        }
        require(!mask::has_tokens(state) == (mask::bitmask{words}.count() == 0));
        require(mask::has_tokens(state) || prepared->data().code.tokens.size() != 0);
        mask::bitmask const bits{words};
        for (vocab::token_id id = at % 5; id < tokens.size(); id += 5) {
            bool want = false;
            if (tokens.ends(id)) {
                want = slow->can_stop();
            } else if (!tokens.bytes(id).empty()) {
                auto ahead = *slow;
                want = ahead.accept_token(id, tokens.bytes(id));
                if (ahead.gave_up()) {
                    continue;
                }
            }
            mask::matcher probe = fast;
            bool const accepted = probe.accept(id);
            if (probe.error() != errc::none) {
                continue;
            }
            require(bits.test(id) == want);
            require(accepted == want);
            if (accepted) {
                require(probe.rollback(1));
                before.assign(words.size(), 0);
                probe.fill(before);
                require(before == words);
            }
        }
        auto ahead = *slow;
        bool const want = ahead.accept(text.substr(at, 1));
        if (ahead.gave_up()) {
            return 0;
        }
        bool const got = fast.accept(text.substr(at, 1));
        if (fast.error() != errc::none) {
            return 0;
        }
        require(got == want);
        if (!got) {
            return 0;
        }
        slow.emplace(std::move(ahead));
        require(fast.can_stop() == slow->can_stop());
    }
    return 0;
}

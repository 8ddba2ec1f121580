// parlance/mask/detail/walk/impl/plain_walk.ipp - definitions of what parlance/mask/detail/walk/plain_walk.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/plain_walk.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

plain_walk::plain_walk(generation& of) : generation_(of), nodes_(of.tokens().trie().nodes()) {}

void plain_walk::run(place const& from, token_collector& out) {
    out.begin(generation_.tokens().size());
    read_text(from, out);
    if (from.waiting != 0) {
        read_waiting(out);
    } else if (generation_.configs().at(from.config).form->moves_tokens) {
        read_tokens(from, out);
    }
}

void plain_walk::read_text(place const& from, token_collector& out) {
    constexpr std::uint64_t steps_of_a_node = 16;
    vec<reached> now{{0, from}};
    while (!now.empty()) {
        next_.clear();
        for (reached const& r : now) {
            std::uint32_t const end = r.node + nodes_[r.node].skip();
            for (std::uint32_t i = r.node + 1; i < end; i += nodes_[i].skip()) {
                if (!generation_.budget().pay(steps_of_a_node)) {
                    note_failure();
                    return;
                }
                visit(i, r.at, out);
            }
        }
        std::swap(now, next_);
    }
}

void plain_walk::visit(std::uint32_t node, place const& before, token_collector& out) {
    vocab::trie::node const n = nodes_[node];
    place const to =
        before.waiting != 0 ? generation_.hear(before.waiting, n.byte()) : generation_.step(before, n.byte());
    if (to.config == failed_config) {
        note_failure();
    }
    if (!store::is_live(to.config)) {
        return;
    }
    if (n.has_token() && goes_on(to)) {
        generation_.tokens().trie().each_token(n, [&](token_id id) { out.add(id); });
    }
    if (n.skip() > 1) {
        next_.push_back({node, to});
    }
}

void plain_walk::read_waiting(token_collector& out) {
    index_data const& tokens = generation_.tokens();
    for (token_id id = 0; id < tokens.size(); ++id) {
        if (!tokens.holds(id)) {
            continue;
        }
        if (generation_.sets_off(id)) {
            goes_on(generation_.after_token(id)) ? out.add(id) : out.remove(id);
        } else if (tokens.tokens().ends(id) || tokens.tokens().bytes(id).empty()) {
            out.add(id);
        }
    }
}

void plain_walk::read_tokens(place const& from, token_collector& out) {
    constexpr std::uint64_t steps_of_a_token = 16;
    index_data const& tokens = generation_.tokens();
    for (std::size_t w = 0; w < tokens.any().size(); ++w) {
        for (std::uint32_t bits = tokens.any()[w]; bits != 0; bits &= bits - 1) {
            auto const id = static_cast<token_id>(32 * w + static_cast<std::size_t>(std::countr_zero(bits)));
            std::string_view const text = tokens.tokens().bytes(id);
            if (!generation_.budget().pay(steps_of_a_token + text.size())) {
                note_failure();
                leave_out(bits, w, out);
                return;
            }
            place const as_text = text.empty() ? place{} : generation_.read(from, text);
            bool const reads = as_text.config == failed_config
                                   ? goes_on(as_text)
                                   : goes_on(generation_.join(generation_.step_token(from, id), as_text));
            reads ? out.add(id) : out.remove(id);
        }
    }
}

void plain_walk::leave_out(std::uint32_t bits, std::size_t word, token_collector& out) const {
    array_ref<std::uint32_t const> const any = generation_.tokens().any();
    array_ref<std::uint32_t> const words = out.open_words();
    for (words[word] &= ~bits; ++word < any.size();) {
        words[word] &= ~any[word];
    }
}

bool plain_walk::goes_on(place p) {
    if (p.waiting == 0) {
        p = generation_.settled(p);
    }
    if (p.config == failed_config) {
        note_failure();
    }
    return store::is_live(p.config);
}

void plain_walk::note_failure() noexcept {
    errc const why = generation_.budget().failure();
    // what more fuel or memory mends is named before what nothing does: such a mask is not kept
    if (limit_ == errc::none || budget::is_lasting(limit_)) {
        limit_ = why;
    }
}

}  // namespace parlance::mask::detail

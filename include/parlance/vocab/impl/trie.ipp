// parlance/vocab/impl/trie.ipp - definitions of what parlance/vocab/trie.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/trie.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/token_sorter.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::vocab::detail {

PARLANCE_DECL void put_u32(std::string& out, std::uint64_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        out.push_back(static_cast<char>((value >> shift) & 0xFF));
    }
}

[[nodiscard]] PARLANCE_DECL std::uint32_t get_u32(std::string_view bytes, std::size_t at) noexcept {
    auto const byte = [&](std::size_t i) { return std::uint32_t{static_cast<std::uint8_t>(bytes[at + i])}; };
    return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

inline constexpr std::string_view trie_magic{"parlance trie 1\n"};

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

std::size_t trie::memory() const noexcept {
    return nodes_.capacity() * sizeof(node) +
           (shared_.capacity() + first_.capacity()) * sizeof(std::uint32_t);
}

array_ref<token_id const> trie::list_of(std::size_t i) const noexcept {
    return array_ref{shared_}.subspan(first_[i], first_[i + 1] - first_[i]);
}

void trie::add_tokens(node& n, array_ref<token_id const> ids) {
    if (ids.size() == 1) {
        n.set_token(ids[0]);
        return;
    }
    n.set_token(size_ + first_.size() - 1);
    shared_.insert(shared_.end(), ids.begin(), ids.end());
    first_.push_back(static_cast<std::uint32_t>(shared_.size()));
}

result<trie> trie::build(view tokens, limits const& bounds) {
    work paid(bounds);
    return build(tokens, paid);
}

result<trie> trie::build(view tokens, work& paid) {
    constexpr std::uint64_t of_a_node = 16;
    constexpr std::size_t between_payments = 256;  // nodes
    std::size_t unpaid = 0;
    auto const by_bytes = detail::token_sorter(tokens, paid).sorted();
    if (!by_bytes) {
        return by_bytes.error();
    }
    vec<detail::sorted_token> const& sorted = *by_bytes;
    trie out;
    out.size_ = tokens.size();
    out.nodes_.reserve(sorted.size() * 9 / 4 + 1);
    out.nodes_.emplace_back(std::uint8_t{0}, 0u);
    vec<std::uint32_t> open{0};  // nodes from the root to the last one
    std::string_view previous;
    vec<token_id> same;
    for (std::size_t i = 0; i < sorted.size();) {
        std::string_view const text = tokens.bytes(sorted[i].id);
        std::size_t const most = (std::min)(text.size(), previous.size());
        auto const common = static_cast<std::size_t>(
            std::mismatch(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(most), previous.begin())
                .first -
            text.begin());
        for (; open.size() > common + 1; open.pop_back()) {
            out.nodes_[open.back()].set_skip(out.nodes_.size() - open.back());
        }
        if (out.nodes_.size() + text.size() - common > max_nodes) {
            return detail::too_much("a trie of more than 4194303 nodes");
        }
        for (std::size_t depth = common; depth < text.size(); ++depth) {
            open.push_back(static_cast<std::uint32_t>(out.nodes_.size()));
            out.nodes_.emplace_back(static_cast<std::uint8_t>(text[depth]),
                                    static_cast<std::uint32_t>(depth + 1));
        }
        unpaid += 1 + text.size() - common;
        if (unpaid > between_payments && !paid.spend(of_a_node * std::exchange(unpaid, 0))) {
            return detail::not_paid(paid);
        }
        if (tokens.size() + out.first_.size() >= node::none) {
            return detail::too_much("more than 4194302 tokens");
        }
        same.clear();
        for (; i < sorted.size() && tokens.bytes(sorted[i].id) == text; ++i) {
            same.push_back(sorted[i].id);
        }
        out.add_tokens(out.nodes_.back(), same);
        previous = text;
    }
    for (; !open.empty(); open.pop_back()) {
        out.nodes_[open.back()].set_skip(out.nodes_.size() - open.back());
    }
    out.nodes_.shrink_to_fit();
    return out;
}

trie::node const* trie::find(std::string_view bytes) const noexcept {
    if (nodes_.empty()) {
        return nullptr;
    }
    std::size_t at = 0;
    for (char const c : bytes) {
        std::size_t const end = at + nodes_[at].skip();
        for (++at; at < end && nodes_[at].byte() != static_cast<std::uint8_t>(c);) {
            at += nodes_[at].skip();
        }
        if (at >= end) {
            return nullptr;
        }
    }
    return &nodes_[at];
}

std::string trie::save() const {
    std::string out{detail::trie_magic};
    for (std::size_t const count : {size_, nodes_.size(), first_.size(), shared_.size()}) {
        detail::put_u32(out, count);
    }
    for (node const n : nodes_) {
        detail::put_u32(out, n.bits_ & 0xFFFF'FFFF);
        detail::put_u32(out, n.bits_ >> 32);
    }
    for (std::uint32_t const value : first_) {
        detail::put_u32(out, value);
    }
    for (token_id const id : shared_) {
        detail::put_u32(out, id);
    }
    return out;
}

result<trie> trie::load(std::string_view bytes, view tokens) {
    auto const error = [](errc code, std::size_t at, std::string_view why) {
        return diagnostic{code, {at, 1, at + 1}, 0, note{why}};
    };
    std::size_t at = detail::trie_magic.size();
    if (bytes.size() < at + 16) {
        return error(errc::truncated_file, bytes.size(), "a saved trie begins with 32 bytes");
    }
    if (!bytes.starts_with(detail::trie_magic)) {
        return error(errc::malformed_file, 0, "not a saved trie");
    }
    auto const next = [&] { return at += 4, detail::get_u32(bytes, at - 4); };
    std::size_t const size = next();
    std::size_t const node_count = next();
    std::size_t const first_count = next();
    std::size_t const shared_count = next();
    if (std::uint64_t{node_count} * 8 + std::uint64_t{first_count} * 4 + std::uint64_t{shared_count} * 4 !=
        bytes.size() - at) {
        return error(bytes.size() - at < std::uint64_t{node_count} * 8 ? errc::truncated_file
                                                                       : errc::malformed_file,
                     at, "the counts do not match the size");
    }
    if (size != tokens.size() || node_count == 0 || first_count == 0) {
        return error(errc::malformed_file, at, "saved for another vocabulary");
    }
    trie out;
    out.size_ = size;
    out.nodes_.resize(node_count);
    for (node& n : out.nodes_) {
        n.bits_ = next();
        n.bits_ |= std::uint64_t{next()} << 32;
    }
    out.first_.resize(first_count);
    for (std::uint32_t& value : out.first_) {
        value = next();
    }
    out.shared_.resize(shared_count);
    for (token_id& id : out.shared_) {
        id = next();
    }
    if (std::size_t const bad = out.first_bad_node(tokens); bad != node_count) {
        return error(errc::malformed_file, detail::trie_magic.size() + 16 + bad * 8,
                     "this node does not fit the vocabulary");
    }
    return out;
}

bool trie::is_of(view tokens) const {
    return !nodes_.empty() && size_ == tokens.size() && first_bad_node(tokens) == nodes_.size();
}

/// The first node that is not as build() would have made it; nodes().size() when all are.
std::size_t trie::first_bad_node(view tokens) const {
    std::size_t const end = nodes_.size();
    std::size_t lists = 0;
    std::size_t left = 0;  // text tokens not seen yet
    for (token_id id = 0; id < tokens.size(); ++id) {
        left += !tokens.bytes(id).empty();
    }
    vec<std::uint32_t> open{0};
    vec<std::uint32_t> last(1, 0);  // per depth: byte of the newest child + 1
    std::string path;
    auto const close = [&](std::size_t depth, std::size_t here) {
        for (; open.size() > depth; open.pop_back(), last.pop_back()) {
            if (nodes_[open.back()].skip() != here - open.back()) {
                return false;
            }
        }
        return true;
    };
    if (nodes_[0].depth() != 0 || nodes_[0].byte() != 0 || nodes_[0].has_token() || first_[0] != 0) {
        return 0;
    }
    for (std::size_t i = 1; i < end; ++i) {
        node const n = nodes_[i];
        if (n.depth() == 0 || n.depth() > open.size() || !close(n.depth(), i)) {
            return i;
        }
        if (n.byte() < last.back() || (n.skip() == 1 && !n.has_token())) {
            return i;
        }
        last.back() = n.byte() + 1u;
        open.push_back(static_cast<std::uint32_t>(i));
        last.push_back(0);
        path.resize(n.depth() - 1);
        path.push_back(static_cast<char>(n.byte()));
        if (!n.has_token()) {
            continue;
        }
        std::uint32_t const value = n.field(42, node::none);
        array_ref<token_id const> ids{&value, 1};
        if (value >= size_) {
            std::size_t const k = value - size_;
            if (k != lists++ || k + 1 >= first_.size() || first_[k] + std::uint64_t{2} > first_[k + 1] ||
                first_[k + 1] > shared_.size()) {
                return i;
            }
            ids = list_of(k);
        }
        for (std::size_t t = 0; t < ids.size(); ++t) {
            if (ids[t] >= size_ || tokens.bytes(ids[t]) != path || (t > 0 && ids[t] <= ids[t - 1]) ||
                left-- == 0) {
                return i;
            }
        }
    }
    bool const complete =
        close(0, end) && left == 0 && lists + 1 == first_.size() && first_.back() == shared_.size();
    return complete ? end : 0;
}

}  // namespace parlance::vocab

// parlance/mask/detail/vocabulary/impl/slice_builder.ipp - definitions of what parlance/mask/detail/vocabulary/slice_builder.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/slice_builder.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/count_ones.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/token_lengths.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

namespace parlance::mask::detail {

bool slice_builder::build(vocab::view tokens, vocab::trie const& trie, work& paid) {
    constexpr std::uint64_t of_a_node = 6;
    constexpr std::uint64_t of_a_byte = 3;
    constexpr std::size_t between_payments = 64;  // nodes
    std::uint64_t bytes = 0;                      // of tokens
    auto const nodes = trie.nodes();
    lengths_.begin(tokens.size());
    vec<group_set> made_of(nodes.size(), 0);
    vec<std::uint32_t> open;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i % between_payments == 0 &&
            !paid.spend(between_payments * of_a_node + std::exchange(bytes, 0) * of_a_byte)) {
            return false;
        }
        depth_ = (std::max<std::size_t>)(depth_, nodes[i].depth());
        while (open.size() > nodes[i].depth()) {
            close(open, made_of);
        }
        trie.each_token(nodes[i], [&](vocab::token_id id) {
            std::string_view const text = tokens.bytes(id);
            token_shape const shape = shape_of(text);
            bytes += text.size();
            made_of[i] |= shape.rest;
            lengths_.set(id, shape.length);
        });
        open.emplace_back(static_cast<std::uint32_t>(i));
    }
    while (!open.empty()) {
        close(open, made_of);
    }
    lengths_.end();
    return find_parts(trie, paid) && number(made_of, paid);
}

std::size_t slice_builder::memory() const noexcept {
    return lengths_.memory() + changes_.size() * 8 +
           (parts_.size() * words_for(lengths_.size()) + before_.size() + sets_.size()) * 4 +
           numbers_.size() * 2;
}

group_set slice_builder::below(std::size_t node) const noexcept {
    std::uint64_t const upto = changes_[node / 64] << (63 - node % 64);
    return sets_[numbers_[before_[node / 64] + static_cast<std::size_t>(count_ones(upto))]];
}

std::unique_ptr<slice> slice_builder::make(slice_key const& key, vocab::trie const& trie, work& paid) const {
    std::unique_ptr<slice> out = begin(key);
    vec<node_range> taken;
    auto const take = [&](node_range const& r) {
        if (!taken.empty() && taken.back().end == r.begin) {
            taken.back().end = r.end;
        } else {
            taken.push_back(r);
        }
    };
    vec<std::uint32_t> words;
    if (!descend(
            *out, trie, false, take, [](std::size_t, std::uint32_t) {}, paid) ||
        !tokens_at(taken, trie, words, paid)) {
        return nullptr;
    }
    out->tokens = token_set(std::move(words));
    std::uint32_t const longest = lengths_.longest_of(out->tokens);
    out->longest = longest - (std::min)(longest, out->points);
    out->deepest = out->longest;
    out->each_place(
        [&](slice::place const& p) { out->deepest = (std::max<std::uint32_t>)(out->deepest, p.points); });
    for (std::uint32_t const node : out->ascii_exits()) {
        out->leaves += trie.nodes()[node].skip();
    }
    std::sort(out->inner.begin(), out->inner.end(),
              [](slice::inner_place const& a, slice::inner_place const& b) {
                  auto const order = [](slice::inner_place const& p) {
                      return std::tuple(p.bytes, p.at.points != 0, std::uint32_t{p.at.node});
                  };
                  return order(a) < order(b);
              });
    return out;
}

std::array<vec<slice::place>, beyond_ascii> slice_builder::within(slice const& s, group_set groups,
                                                                  std::size_t most, vocab::trie const& trie,
                                                                  work& paid) const {
    std::array<vec<slice::place>, beyond_ascii> out;
    (void)each_inside(s, 0, trie, paid, [&](std::size_t node, std::uint32_t points) {
        unsigned const group = byte_groups[trie.nodes()[node].byte()];
        if (points > 1 && ((groups >> group) & 1u) != 0 && out[group].size() <= most) {
            out[group].push_back(place_of(node, points - 1));
        }
    });
    return out;
}

maybe<vec<slice::waypoint>> slice_builder::find_ways(slice const& s, vocab::trie const& trie, work& paid) {
    auto const nodes = trie.nodes();
    vec<std::uint32_t> exits;
    for (auto const& of_group : s.exits) {
        for (slice::place const& p : of_group) {
            exits.push_back(p.node);
        }
    }
    std::transform(s.inner.begin(), s.inner.end(), std::back_inserter(exits),
                   [](slice::inner_place const& p) { return std::uint32_t{p.at.node}; });
    std::sort(exits.begin(), exits.end());
    exits.erase(std::unique(exits.begin(), exits.end()), exits.end());
    vec<slice::waypoint> out;
    vec<std::uint32_t> open;  // waypoints above the current one
    std::size_t next = 0;     // exit
    constexpr std::uint64_t steps_of_a_node = 8;
    paid_rounds each(paid, steps_of_a_node);
    for (std::size_t i = s.root + std::size_t{1}; next < exits.size();) {
        if (!each.next()) {
            return {};
        }
        if (i + nodes[i].skip() <= exits[next]) {
            i += nodes[i].skip();
            continue;
        }
        for (; !open.empty() && nodes[out[open.back()].node].depth() >= nodes[i].depth(); open.pop_back()) {
            out[open.back()].skip = static_cast<std::uint32_t>(out.size()) - open.back();
        }
        bool const exit = i == exits[next];
        open.push_back(static_cast<std::uint32_t>(out.size()));
        out.push_back({static_cast<std::uint32_t>(i), 1, exit});
        next += exit;
        i += exit ? nodes[i].skip() : 1;
    }
    for (; !open.empty(); open.pop_back()) {
        out[open.back()].skip = static_cast<std::uint32_t>(out.size()) - open.back();
    }
    return out;
}

std::unique_ptr<slice> slice_builder::begin(slice_key const& key) {
    auto out = std::make_unique<slice>();
    out->root = static_cast<std::uint32_t>(key.root);
    out->first = key.first;
    out->later = key.later;
    out->first_points.assign(key.first_points.begin(), key.first_points.end());
    out->later_points.assign(key.later_points.begin(), key.later_points.end());
    return out;
}

void slice_builder::close(vec<std::uint32_t>& open, vec<group_set>& sets) {
    group_set const set = sets[open.back()];
    open.pop_back();
    if (!open.empty()) {
        sets[open.back()] |= set;
    }
}

bool slice_builder::number(vec<group_set> const& of_nodes, work& paid) {
    constexpr std::uint64_t of_a_word = 300;  // of nodes
    hash_map<group_set, std::uint16_t> numbers;
    sets_.assign(1, ~group_set{0});
    numbers_.assign(1, 0);
    changes_.assign(of_nodes.size() / 64 + 1, 0);
    before_.assign(changes_.size(), 0);
    group_set last = ~group_set{0};
    for (std::size_t i = 0; i < of_nodes.size(); ++i) {
        if (i % 64 == 0) {
            if (!paid.spend(of_a_word)) {
                return false;
            }
            before_[i / 64] = static_cast<std::uint32_t>(numbers_.size() - 1);
        }
        if (of_nodes[i] != last) {
            last = of_nodes[i];
            auto const [it, fresh] = numbers.try_emplace(last, static_cast<std::uint16_t>(sets_.size()));
            if (fresh && sets_.size() > 0xFFFF) {
                it.value = 0;
            } else if (fresh) {
                sets_.push_back(last);
            }
            numbers_.push_back(it.value);
            changes_[i / 64] |= std::uint64_t{1} << (i % 64);
        }
    }
    sets_.shrink_to_fit();
    numbers_.shrink_to_fit();
    return true;
}

bool slice_builder::find_parts(vocab::trie const& trie, work& paid) {
    auto const nodes = trie.nodes();
    bool open = false;
    for (std::size_t i = 1; i < nodes.size(); i += nodes[i].skip()) {
        bool const is_large = nodes[i].skip() >= nodes.size() / large;
        if (is_large || !open) {
            parts_.push_back({{i, i}, vec<std::uint32_t>(words_for(lengths_.size()), 0)});
        }
        open = !is_large;
        parts_.back().nodes.end = i + nodes[i].skip();
        if (!flip(parts_.back().words, {i, i + nodes[i].skip()}, trie, paid)) {
            return false;
        }
    }
    parts_.shrink_to_fit();
    return true;
}

bool slice_builder::tokens_at(vec<node_range> const& taken, vocab::trie const& trie, vec<std::uint32_t>& out,
                              work& paid) const {
    out.assign(words_for(lengths_.size()), 0);
    // most loops take nearly all, and then what they do not take is less
    vec<node_range> whole;  // parts that are begun with
    auto r = taken.begin();
    for (part const& p : parts_) {
        std::size_t in_it = 0;
        for (; r != taken.end() && r->begin < p.nodes.end; ++r) {
            in_it += (std::min)(r->end, p.nodes.end) - (std::max)(r->begin, p.nodes.begin);
            if (r->end > p.nodes.end) {
                break;
            }
        }
        if (in_it > (p.nodes.end - p.nodes.begin) / 2) {
            bitmask{out}.add(p.words.data());
            whole.push_back(p.nodes);
        }
    }
    auto const flip_these = [&](node_range const& these) { return flip(out, these, trie, paid); };
    if (whole.empty()) {
        return std::all_of(taken.begin(), taken.end(), flip_these);
    }
    auto const ends_of = [](vec<node_range> const& ranges) {
        vec<std::size_t> all;
        all.reserve(2 * ranges.size());
        for (node_range const& these : ranges) {
            all.push_back(these.begin);
            all.push_back(these.end);
        }
        return all;
    };
    vec<std::size_t> const ours = ends_of(whole);
    vec<std::size_t> const theirs = ends_of(taken);
    vec<std::size_t> ends(ours.size() + theirs.size());  // of the ranges where the two differ
    std::merge(ours.begin(), ours.end(), theirs.begin(), theirs.end(), ends.begin());
    bool good = true;
    for (std::size_t i = 0; i < ends.size() && good; i += 2) {
        good = flip_these({ends[i], ends[i + 1]});
    }
    return good;
}

bool slice_builder::flip(vec<std::uint32_t>& words, node_range const& of, vocab::trie const& trie,
                         work& paid) {
    constexpr std::uint64_t of_a_node = 2;
    constexpr std::size_t between_payments = 2048;  // nodes
    auto const nodes = trie.nodes();
    for (std::size_t i = of.begin; i < of.end;) {
        std::size_t const end = (std::min)(of.end, i + between_payments);
        if (!paid.spend(of_a_node * (end - i))) {
            return false;
        }
        for (; i < end; ++i) {
            trie.each_token(nodes[i],
                            [&](vocab::token_id id) { words[id / 32] ^= std::uint32_t{1} << (id % 32); });
        }
    }
    return true;
}

void slice_builder::leave(slice& out, vec<slice::place>& places, std::size_t i, std::uint32_t before) {
    out.usable = out.usable && before <= slice::most_points;
    places.push_back(place_of(i, before));
}

slice::place slice_builder::place_of(std::size_t i, std::uint32_t before) noexcept {
    slice::place out;
    out.node = static_cast<std::uint32_t>(i) & 0x3F'FFFFu;
    out.points = before & slice::most_points;
    return out;
}

void slice_builder::leave_inside(slice& out, std::size_t i, level const& here) {
    out.usable = out.usable && here.points - 1 <= slice::most_points;
    out.inner.push_back({here.bytes, place_of(i, here.points - 1)});
}

bool slice_builder::goes_on(slice& out, std::size_t i, std::uint8_t byte, level const& above, level& here) {
    here = above;
    here.left = static_cast<std::uint8_t>(above.left - 1);
    here.next = {0x80, 0xBF};
    here.value = (above.value << 6) | (byte & 0x3Fu);
    here.bytes = (above.bytes << 8) | byte;
    if (byte < above.next.low || byte > above.next.high) {
        return false;
    }
    if (here.by != nullptr) {
        code_range const these = code_points_of(here.value, here.left);
        if (!meets(*here.by, these.first, these.last)) {
            leave_inside(out, i, here);
            return false;
        }
    }
    return true;
}

bool slice_builder::begins(slice& out, std::size_t i, std::uint8_t byte, level const& above,
                           level& here) const {
    unsigned const group = byte_groups[byte];
    group_set const groups = above.points == 0 ? out.first : out.later;
    auto const& set = above.points == 0 ? out.first_points : out.later_points;
    std::size_t const length = utf8::sequence_length(byte);
    bool in = ((groups >> group) & 1u) != 0;
    here = {};
    here.points = above.points + 1;
    here.left = static_cast<std::uint8_t>(length == 0 ? 0 : length - 1);
    here.next = utf8::second_byte(byte);
    here.strict = (groups & reads_beginnings) != 0;
    here.bytes = byte;
    if (!in && group == beyond_ascii && !set.empty()) {
        here.by = &set;
        here.strict = true;
        here.value = byte & (0x7Fu >> length);
        code_range const these = code_points_of(byte);
        in = meets(set, these.first, these.last);
        if (!in && above.points != 0) {
            leave_inside(out, i, here);
        }
    } else if (!in && above.points != 0) {
        leave(out, out.exits[group], i, above.points);
    }
    if (in && length != 1 && !here.strict && ((below(i) >> malformed) & 1u) != 0) {
        leave(out, out.partial, i, above.points);
    }
    return in && length != 0;
}

}  // namespace parlance::mask::detail

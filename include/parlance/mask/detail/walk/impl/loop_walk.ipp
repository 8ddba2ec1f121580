// parlance/mask/detail/walk/impl/loop_walk.ipp - definitions of what parlance/mask/detail/walk/loop_walk.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/loop_walk.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/loop/loop_places.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/loop/strays.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/detail/walk/level.hpp>
#include <parlance/mask/detail/walk/walk.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

bool loop_walk::run() {
    if (!find_slice()) {
        return walker_.open_children(root_, from_);
    }
    if (!returns_stay()) {
        return without_slice();
    }
    if (!walker_.pay_for(1 + walker_.nodes_[root_].skip() / 8 + slice_->inner.size() / 2)) {
        return false;
    }
    if (loop_.more_behind && slice_->deepest > loop_.most) {
        point const last = loop_.behind(loop_.most);
        if (auto const places = places_within(walker_.configs_, walker_.index_, *slice_, last)) {
            auto const go_on = [&](slice::place const& p) {
                return p.points != loop_.most || walker_.with(p.node, {last, from_.need});
            };
            if (!std::all_of(places->begin(), places->end(), go_on)) {
                return false;
            }
        } else if (!read_deeper()) {
            return loop_.pieces.empty() && beside_ == nullptr ? walker_.below_in_pieces(root_, from_)
                                                              : without_slice();
        }
    }
    take_slice();
    return read_others() && leave();
}

bool loop_walk::find_slice() {
    plain_ = !walker_.tokens_.keeps_needs() && loop_.pieces.empty() && loop_.per_step == 0 &&
             loop_.most == 0xFFFF'FFFF;
    slice_ = beside_;
    maybe<vec<parting>> strays;
    if (plain_ && beside_ == nullptr && loop_.all != loop_.first && takes_letters()) {
        strays = follow_strays(walker_.configs_, walker_.index_, root_, from_.at, loop_);
    }
    group_set const first = strays ? loop_.all : loop_.first;
    if (strays) {
        strays_ = *std::move(strays);
    } else if (!loop_.begins()) {
        return false;
    }
    if (beside_ == nullptr) {
        slice_ = walker_.slices_.get({root_, first, loop_.later, loop_.first_points, loop_.later_points});
    }
    return slice_ != nullptr;
}

bool loop_walk::without_slice() {
    if (beside_ == nullptr) {
        return walker_.open_children(root_, from_);
    }
    auto const children = walker_.index_.children().of(root_);
    return std::all_of(children.begin(), children.end(), [&](branching::child const c) {
        return !slice_->may_begin(c.byte()) || walker_.with(c.node(), from_);
    });
}

bool loop_walk::returns_stay() {
    auto const returns = [&](loop_piece const& p) { return walker_.configs_.at(p.body.config).returnable; };
    auto const first = std::find_if(loop_.pieces.begin(), loop_.pieces.end(), returns);
    returning_ = static_cast<std::size_t>(first - loop_.pieces.begin());
    return std::all_of(first, loop_.pieces.end(), returns);
}

bool loop_walk::read_deeper() {
    auto const read = read_behind(walker_.configs_, walker_.index_, *slice_, loop_, from_, walker_.whole_);
    if (!read) {
        return false;
    }
    exit_list& exits = walker_.exits_;
    std::for_each(read->tokens.begin(), read->tokens.end(),
                  [&](token_id id) { walker_.tokens_.add(id, from_.need); });
    exits.nodes.insert(exits.nodes.end(), read->exits.begin(), read->exits.end());
    exits.needs.resize(exits.nodes.size(), from_.need);
    return true;
}

void loop_walk::take_slice() {
    loop_part part{slice_, loop_.most, need_behind(1), need_behind(2) - need_behind(1)};
    if (walker_.tokens_.keeps_needs()) {
        walker_.tokens_.add_loop(part);
    } else {
        walker_.index_.add_short(*slice_, loop_.most, walker_.tokens_);
    }
    store const& configs = walker_.configs_;
    config const& body = configs.at(loop_.body.config);
    std::uint32_t const slot = body.form->slot;  // node 0 if none
    bool const nothing_else = loop_.pure && configs.node(slot).increments != detail::below;
    std::uint32_t const need = need_behind((std::max)(1u, nothing_else ? slice_->longest : slice_->deepest));
    walker_.increments_ = (std::max)(walker_.increments_, slice_->deepest > 0 ? need : 0);
    walker_.mixed_ = (std::max)(walker_.mixed_, !loop_.pure && need > from_.need ? need : 0);
    bool const later = returning_ != loop_.pieces.size();
    if (body.returnable || later) {
        part.least = later ? loop_.pieces[returning_].points : 0;
        walker_.exits_.loops.push_back(part);
    }
}

bool loop_walk::read_others() {
    return (beside_ != nullptr || read_beside()) && (!loop_.has_besides() || read_besides()) &&
           std::all_of(strays_.begin(), strays_.end(),
                       [&](parting const& p) { return walker_.with(p.node, {p.from, 0}); });
}

bool loop_walk::read_beside() {
    constexpr std::uint32_t least = 300;  // nodes; what begins a further loop is not kept
    vec<slice const*> others;
    auto const is_known = [&](std::uint8_t byte) {
        return slice_->may_begin(byte) ||
               std::any_of(others.begin(), others.end(), [&](slice const* s) { return s->may_begin(byte); });
    };
    // whose code points all begin with `lead` or higher bytes that no other loop takes
    auto const is_apart = [&](slice const& s, unsigned lead) {
        for (unsigned b = 0; b <= 0xFF; ++b) {
            auto const byte = static_cast<std::uint8_t>(b);
            if (s.may_begin(byte) && (b < lead || is_known(byte))) {
                return false;
            }
        }
        return s.may_begin(static_cast<std::uint8_t>(lead));
    };
    for (branching::child const c : walker_.index_.children().of(root_)) {
        if (is_known(c.byte())) {
            continue;
        }
        std::uint32_t const nodes = walker_.nodes_[c.node()].skip();
        if (c.byte() >= 0x80 && nodes >= (std::max)(walker_.worth_a_slice_, least)) {
            loop const other = loop_finder(walker_.configs_).find_beyond(from_.at, c.byte());
            slice const* const its = other.begins()
                                         ? walker_.slices_.get({root_, other.first, other.later,
                                                                other.first_points, other.later_points})
                                         : nullptr;
            if (its != nullptr && is_apart(*its, c.byte())) {
                others.push_back(its);
                if (!loop_walk(walker_, root_, from_, other, its).run()) {
                    return false;
                }
                continue;
            }
        }
        if (!walker_.with(c.node(), from_)) {
            return false;
        }
    }
    return true;
}

bool loop_walk::read_besides() {
    for (branching::child const c : walker_.index_.children().of(root_)) {
        if (!loop_.is_besides(c.byte())) {
            continue;
        }
        reached const to = go(walker_.configs_, from_, c.byte());
        walker_.note_fork(c.node(), from_, to);
        vocab::trie::node const n = walker_.nodes_[c.node()];
        walker_.arrive(c.node(), n, to);
        point const against = loop_.pieces.empty() ? loop_.body : point{};
        if (n.skip() < branching::large ? !walker_.among_few(c.node(), to)
                                        : !walker_.below_against(c.node(), to, against)) {
            return false;
        }
    }
    return true;
}

bool loop_walk::leave() {
    config_id limit = dead_config;
    auto const behind = [&](slice::place const& p) { return at(p); };
    auto const go_on = [&](std::size_t node, reached const before) { return walker_.with(node, before); };
    if (!each_inner(walker_.configs_, *slice_, loop_, limit, walker_.mixed_, behind, go_on)) {
        walker_.ambiguous_ = walker_.ambiguous_ || limit == ambiguous_config;
        return false;
    }
    unsigned group = 0;
    if (leaves_as_one()) {
        group = beyond_ascii;
        work paid = walker_.configs_.budget().beside();
        suffixes const* const leaving = walker_.index_.leaving(*slice_, paid);
        if (walker_.configs_.budget().is_stopped_by(paid) ||
            !walker_.through(*leaving, loop_.body, strays_)) {
            return false;
        }
    }
    for (; group < 32; ++group) {
        if (!leave_by(group)) {
            return false;
        }
    }
    return std::all_of(slice_->partial.begin(), slice_->partial.end(), [&](slice::place const& p) {
        return p.points > loop_.most || read_partial(p.node, at(p));
    });
}

bool loop_walk::leave_by(unsigned group) {
    auto const takes = [&](point const body) { return takes_any(walker_.configs_, body, group); };
    if (slice_->exits[group].empty() || (loop_.pieces.empty() && !takes(loop_.body))) {
        return true;
    }
    vec<bool> of_pieces;
    for (loop_piece const& p : loop_.pieces) {
        of_pieces.push_back(takes(p.body));
    }
    for (slice::place const& p : slice_->exits[group]) {
        if (p.points <= loop_.most && !is_at_or_below(walker_.nodes_, p.node, strays_) &&
            (of_pieces.empty() || of_pieces[loop_.piece_behind(p.points)]) && !walker_.with(p.node, at(p))) {
            return false;
        }
    }
    return true;
}

bool loop_walk::read_partial(std::size_t i, reached const from) {
    auto const nodes = walker_.nodes_;
    std::size_t const end = i + nodes[i].skip();
    if (!walker_.pay_for(end - i)) {
        return false;
    }
    std::size_t const length = utf8::sequence_length(nodes[i].byte());
    std::uint32_t const top = nodes[i].depth();
    walker_.states_[top - 1] = from;
    std::uint32_t whole = top;  // depth down to which the bytes are one code point so far
    for (std::size_t k = i; k < end;) {
        std::uint32_t const depth = nodes[k].depth();
        whole = (std::min)(whole, depth);
        bool const goes_on = depth == top || (whole == depth && (nodes[k].byte() & 0xC0) == 0x80);
        if (goes_on && depth - top + 1 == length) {
            k += nodes[k].skip();
            continue;
        }
        walker::step const s = walker_.visit(k);
        if (s == walker::step::failed) {
            return false;
        }
        whole = goes_on && s == walker::step::into ? depth + 1 : whole;
        k += s == walker::step::into ? 1 : nodes[k].skip();
    }
    return true;
}

std::uint32_t loop_walk::need_behind(std::uint32_t points) const noexcept {
    std::uint32_t const count = loop_.body.count + (points - 1) * loop_.per_step;
    return count < free_count ? from_.need : (std::max)(from_.need, count - free_count);
}

}  // namespace parlance::mask::detail

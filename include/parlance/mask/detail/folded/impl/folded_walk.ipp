// parlance/mask/detail/folded/impl/folded_walk.ipp - definitions of what parlance/mask/detail/folded/folded_walk.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/folded/folded_walk.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/folded/folding.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/dominance.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

bool folded_walk::run(point const from) {
    constexpr std::uint64_t steps_of_a_node = 8;
    constexpr std::size_t between_payments = 64;  // nodes
    constexpr std::size_t between_looks = 64;     // tokens
    if (configs_.at(from.config).form->moves_tokens || !choose(from)) {
        return false;
    }
    suffixes const& all = *all_;
    vec<reached> path(index_.depth() + 2);
    path[0] = {from, {}};
    std::size_t unpaid = between_payments;
    std::size_t sure = 1;  // of the bytes on the way, the first one that is not read surely
    std::size_t looked = 0;
    for (std::uint32_t i = 1; i < all.size();) {
        if (unpaid++ >= between_payments) {
            unpaid = 0;
            if (!configs_.budget().pay(steps_of_a_node * between_payments)) {
                return false;
            }
        }
        suffixes::node const n = all[i];
        reached const to = step(path[n.depth - 1u], n.byte);
        if (folded_steps::failed(to.surely) || folded_steps::failed(to.perhaps)) {
            return false;
        }
        bool const surely = store::is_live(to.surely.config);
        if (!surely && !store::is_live(to.perhaps.config)) {
            i += n.skip;
            continue;
        }
        path[n.depth] = to;
        if (surely) {
            read_.push_back(i);
        } else {
            if (store::is_live(path[n.depth - 1u].surely.config)) {
                sure = n.depth;
            }
            auto const unsure = all.tokens(i);
            looked += unsure.size();
            if (!configs_.budget().pay(steps_of_a_byte * n.depth * unsure.size())) {
                return false;
            }
            for (std::size_t k = 0; k < unsure.size(); ++k) {
                if (k % between_looks == between_looks - 1) {
                    configs_.budget().look();
                }
                if (may_read(unsure[k], {path.data(), n.depth}, sure)) {
                    others_.push_back(unsure[k]);
                }
            }
            if (looked > index_.size() / most_looked_of || others_.size() > index_.size() / most_unsure_of) {
                return false;
            }
        }
        ++i;
    }
    return read_unsure(from);
}

bool folded_walk::choose(point const from) {
    // where bytes lead to the same at once, they mostly do so further on, too
    auto const both = [&](point const p, std::uint8_t a, std::uint8_t b) {
        point const to = configs_.step(p, a);
        return store::is_live(to.config) && to == configs_.step(p, b) ? to : point{};
    };
    auto const is_twice = [&](point const p) {
        point const behind = both(p, 'n', 'N');
        return store::is_live(behind.config) && store::is_live(both(behind, 'n', 'N').config);
    };
    point const blank = configs_.step(from, ' ');
    folding const how{true, is_twice(from) || (store::is_live(blank.config) && is_twice(blank)),
                      store::is_live(both(from, 0xC3, 0xD0).config)};
    work paid = configs_.budget().beside();
    all_ = index_.folded(how, paid);
    return !configs_.budget().is_stopped_by(paid) && all_ != nullptr;
}

folded_walk::reached folded_walk::step(reached const from, std::uint8_t byte) {
    using wanted = folded_steps::wanted;
    reached to;
    if (store::is_live(from.perhaps.config)) {
        // what is read perhaps has in it what is read surely
        reached const more = step(from.perhaps, byte, wanted::perhaps);
        to.perhaps = store::is_live(more.perhaps.config) ? more.perhaps : more.surely;
        if (store::is_live(from.surely.config)) {
            to.surely = step(from.surely, byte, wanted::surely).surely;
        }
    } else {
        to = step(from.surely, byte, wanted::both);
    }
    if (store::is_live(to.perhaps.config) && store::is_live(to.surely.config) &&
        covers_all(to.surely, to.perhaps)) {
        to.perhaps = {};
    }
    return to;
}

bool folded_walk::may_read(std::uint32_t id, array_ref<reached const> path, std::size_t first) {
    auto const text = index_.tokens().bytes(id);
    for (std::size_t depth = path.size(); depth >= first; --depth) {
        reached const before = path[depth - 1];
        point const at = store::is_live(before.perhaps.config) ? before.perhaps : before.surely;
        if (configs_.step(at, static_cast<std::uint8_t>(text[depth - 1])).config == dead_config) {
            return false;
        }
    }
    return true;
}

bool folded_walk::takes_alike(shape const& of, folding const& how, std::uint8_t byte) noexcept {
    auto const [a, b] = how.runs(byte);
    if (of.row != nullptr) {
        std::uint8_t const* const classes = of.classes->data();
        auto const one = [&](folding::run const r) {
            return std::memcmp(classes + r.low, classes + r.low + 1, unsigned{r.high} - r.low) == 0;
        };
        return one(a) && (b.low > b.high || (classes[a.low] == classes[b.low] && one(b)));
    }
    unsigned const last = of.low + unsigned{of.span};
    auto const whole = [&](folding::run const r) { return of.low <= r.low && r.high <= last; };
    auto const none = [&](folding::run const r) { return last < r.low || r.high < of.low; };
    return b.low > b.high ? whole(a) || none(a) : (whole(a) && whole(b)) || (none(a) && none(b));
}

bool folded_walk::reads_alike(point const p, std::uint8_t byte) const {
    shape const& form = *configs_.at(p.config).form;
    if (!takes_alike(form, all_->how(), byte)) {
        return false;
    }
    if (form.slot == 0 || !configs_.depends_on_number(p, byte)) {
        return true;
    }
    shape const* const exact = configs_.exactly(p);
    return exact != nullptr && takes_alike(*exact, all_->how(), byte);
}

void folded_walk::add_to(token_collector& out) const {
    for (std::uint32_t const node : read_) {
        if (token_set const* const many = all_->as_set(node); many != nullptr) {
            many->part().add_to(out.open_words());
        } else {
            out.add(all_->tokens(node));
        }
    }
    out.add(others_);
}

content folded_walk::name() const {
    vec<std::uint64_t> read(read_.begin(), read_.end());
    read.push_back(~std::uint64_t{0});
    read.push_back(all_->how().number());
    read.insert(read.end(), others_.begin(), others_.end());
    return content_of(read, index_.name_key());
}

bool folded_walk::covers_all(point const more, point const less) const {
    if (more == less) {
        return true;
    }
    if (configs_.at(less.config).returned && !configs_.at(more.config).returned) {
        return false;
    }
    auto const covers_ways = [&](auto const& by, auto const& of) {
        configs_.budget().spend(by.size() * of.size());
        return std::all_of(of.begin(), of.end(), [&](item const way) {
            return std::any_of(by.begin(), by.end(),
                               [&](item const i) { return covers(configs_.stacks(), i, way); });
        });
    };
    config const& a = configs_.at(more.config);
    config const& b = configs_.at(less.config);
    if (a.form->slot == 0 && b.form->slot == 0) {
        return covers_ways(a.kernel(), b.kernel());
    }
    maybe<vec<item>> const by = configs_.ways_with_numbers(more);
    maybe<vec<item>> const of = configs_.ways_with_numbers(less);
    return by && of && covers_ways(*by, *of);
}

bool folded_walk::read_unsure(point const from) {
    vec<point> path(index_.depth() + 2);  // behind each byte of the token before, as far as they are read
    path[0] = from;
    std::size_t read = 0;
    std::string_view before;
    std::size_t kept = 0;
    for (std::uint32_t const id : others_) {
        std::string_view const text = index_.tokens().bytes(id);
        if (!configs_.budget().pay(steps_of_a_byte * text.size())) {
            return false;
        }
        // tokens of one node stand in the order of their texts, so that neighbours begin alike
        auto const same = static_cast<std::size_t>(
            std::mismatch(text.begin(), text.end(), before.begin(), before.end()).first - text.begin());
        before = text;
        if (same > read) {
            continue;  // what ended the one before ends this one
        }
        for (read = same; read < text.size(); ++read) {
            point const to = configs_.step(path[read], static_cast<std::uint8_t>(text[read]));
            if (folded_steps::failed(to)) {
                return false;
            }
            if (!store::is_live(to.config)) {
                break;
            }
            path[read + 1] = to;
        }
        if (read == text.size()) {
            others_[kept++] = id;
        }
    }
    others_.resize(kept);
    return true;
}

}  // namespace parlance::mask::detail

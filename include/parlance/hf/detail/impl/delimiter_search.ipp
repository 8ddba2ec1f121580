// parlance/hf/detail/impl/delimiter_search.ipp - definitions of what parlance/hf/detail/delimiter_search.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/delimiter_search.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/hf/template_field.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <bitset>
#include <optional>
#include <string_view>

namespace parlance::hf::detail {

delimiter_search::delimiter_search(response_template const& t, std::uint64_t fuel)
    : template_(&t), fuel_(fuel) {
    static_assert(none == response_template::none);
    scans_.reserve(2 * t.fields().size());
    for (std::size_t i = 0; i < t.fields().size(); ++i) {
        if (t.fields()[i].open) {
            scans_.emplace_back(true, i, *t.fields()[i].open);
        }
    }
    if (t.implicit() != none && t.fields()[t.implicit()].close) {
        scans_.emplace_back(false, t.implicit(), *t.fields()[t.implicit()].close);
    }
    outer_ = scans_.size();
    for (std::size_t i = 0; i < t.fields().size(); ++i) {
        closes_.push_back(scans_.size());
        if (t.fields()[i].open && t.fields()[i].close) {
            scans_.emplace_back(false, i, *t.fields()[i].close);
        }
    }
    closes_.push_back(scans_.size());
    begin(none, 0);
}

std::size_t delimiter_search::lookbehind() const noexcept {
    std::size_t most = 0;
    for (delimiter_scan const& w : scans_) {
        most = (std::max)(most, w.lookbehind());
    }
    return most;
}

void delimiter_search::begin(std::size_t region, std::size_t at) {
    region_ = region;
    scanned_ = at;
    for (delimiter_scan& w : active()) {
        w.restart(at);
    }
}

void delimiter_search::ignore(std::size_t field) noexcept {
    for (delimiter_scan& w : std::span(scans_).first(outer_)) {
        if (w.opens() && w.field() == field) {
            w.ignore();
        }
    }
}

std::size_t delimiter_search::earliest(std::size_t end) const noexcept {
    std::size_t least = end;
    for (delimiter_scan const& w : active()) {
        least = (std::min)(least, w.earliest(scanned_, end));
    }
    return least;
}

bool delimiter_search::step(std::span<delimiter_scan> all, text_window const& window) {
    std::bitset<256> skips;
    skips.set();
    bool left = false;
    for (delimiter_scan& w : all) {
        if (w.run() != nullptr && !w.run()->done()) {
            skips &= w.run()->skips();
            left = true;
        }
    }
    if (!left) {
        return false;
    }
    std::size_t const before = scanned_;
    std::string_view rest = window.text.substr(scanned_ - window.base);
    std::size_t skipped = 0;
    while (skipped < rest.size() && skips[static_cast<unsigned char>(rest[skipped])]) {
        ++skipped;
    }
    rest.remove_prefix(skipped);
    scanned_ += skipped;
    utf8::decoded const d = utf8::decode(rest);
    std::size_t const next = scanned_ + (d.valid ? d.length : (std::min<std::size_t>)(rest.size(), 1));
    for (delimiter_scan& w : all) {
        if (w.run() != nullptr && !w.run()->done()) {
            std::uint64_t const spent = w.spent();
            w.run()->advance(scanned_ - before);
            if (!rest.empty()) {
                w.run()->step(d.valid ? d.value : bad_byte(rest[0]), scanned_, next);
            }
            spent_ += w.spent() - spent;
        }
    }
    scanned_ = next;
    return true;
}

delimiter_scan* delimiter_search::decide(std::span<delimiter_scan> all, std::size_t end) {
    delimiter_scan* best = nullptr;
    text_span where;
    for (delimiter_scan& w : all) {
        if (!w.decided()) {
            continue;
        }
        text_span const here = w.match()[0];
        auto const& name = template_->fields()[w.field()].name;
        bool const first = best == nullptr || here.begin != where.begin
                               ? best == nullptr || here.begin < where.begin
                           : here.end != where.end      ? here.end > where.end
                           : w.opens() != best->opens() ? w.opens()
                                                        : name < template_->fields()[best->field()].name;
        if (first) {
            best = &w;
            where = here;
        }
    }
    if (best == nullptr) {
        return nullptr;
    }
    for (delimiter_scan const& w : all) {
        if (!w.decided() && !w.hopeless() && w.earliest(scanned_, end) <= where.begin) {
            return nullptr;
        }
    }
    return best;
}

}  // namespace parlance::hf::detail

// parlance/chat/impl/stop_matcher.ipp - definitions of what parlance/chat/stop_matcher.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/stop_matcher.hpp>
#include <utility>

namespace parlance::chat {

stop_matcher::stop_matcher(std::span<std::string const> texts) : nodes_(1) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::uint32_t at = 0;
        for (char const c : texts[i]) {
            std::uint32_t next = child(nodes_[at], c);
            if (next == 0) {
                next = static_cast<std::uint32_t>(nodes_.size());
                nodes_[at].next.emplace_back(c, next);
                nodes_.emplace_back().length = nodes_[at].length + 1;
            }
            at = next;
        }
        if (at != 0 && nodes_[at].text == none) {
            nodes_[at].text = i;
        }
    }
    // By length, so that what a beginning falls back to is known before it.
    std::vector<std::uint32_t> queue{0};
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (auto const& [c, next] : nodes_[queue[i]].next) {
            node& n = nodes_[next];
            n.back = queue[i] == 0 ? 0 : step(nodes_[queue[i]].back, c);
            n.end = n.text != none ? next : nodes_[n.back].end;
            queue.push_back(next);
        }
    }
}

std::string_view stop_matcher::feed(std::string_view bytes, std::size_t counted) {
    if (nodes_.size() < 2) {
        return bytes;
    }
    if (stopped()) {
        return {};
    }
    out_ = std::move(held_);
    held_.clear();
    out_.append(bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        node const& at = nodes_[at_ = step(at_, bytes[i])];
        if (at.end == 0) {
            continue;
        }
        std::uint32_t end = at.end;
        while (end != 0 && nodes_[end].text >= counted) {
            end = nodes_[nodes_[end].back].end;  // a shorter one may count
        }
        if (end != 0) {
            found_ = nodes_[end].text;
            out_.resize(out_.size() - (bytes.size() - i - 1) - nodes_[end].length);
            return out_;
        }
    }
    std::size_t const certain = out_.size() - nodes_[at_].length;
    held_ = out_.substr(certain);
    out_.resize(certain);
    return out_;
}

std::string_view stop_matcher::finish() {
    out_ = std::move(held_);
    held_.clear();
    at_ = 0;
    return stopped() ? std::string_view{} : std::string_view(out_);
}

std::uint32_t stop_matcher::step(std::uint32_t from, char c) const noexcept {
    for (;;) {
        std::uint32_t const next = child(nodes_[from], c);
        if (next != 0 || from == 0) {
            return next;
        }
        from = nodes_[from].back;
    }
}

std::uint32_t stop_matcher::child(node const& n, char c) noexcept {
    for (auto const& [byte, next] : n.next) {
        if (byte == c) {
            return next;
        }
    }
    return 0;
}

}  // namespace parlance::chat

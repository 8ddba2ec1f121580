// parlance/chat/impl/answer_turn.ipp - definitions of what parlance/chat/answer_turn.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/answer_turn.hpp>
#include <parlance/chat/request.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <utility>

namespace parlance::chat {

result<answer_turn> answer_turn::begin(prepared const& request, mask::token_index const& tokens,
                                       turn_options options, limits const& bounds) {
    auto constraint = constraint_of(request, tokens, {}, bounds);
    if (!constraint) {
        return constraint.error();
    }
    answer_turn out(request, tokens, *std::move(constraint), std::move(options), bounds);
    if (!out.matcher_.accept(std::string_view(request.answer_prefix))) {
        errc const limit = out.matcher_.error();
        return diagnostic{limit != errc::none ? limit : errc::invalid_message,
                          {},
                          0,
                          "what the prompt has of the answer is not allowed"};
    }
    out.keep_time();
    return out;
}

answer_turn::answer_turn(prepared const& request, mask::token_index const& tokens,
                         mask::compiled_grammar constraint, turn_options options, limits const& bounds)
    : request_(&request),
      tokens_(tokens),
      matcher_(std::move(constraint)),
      parser_(request.syntax, request.tools, options.policy, bounds),
      options_(std::move(options)),
      inside_(request.thinking.open) {
    std::vector<std::string> texts = options_.stops;
    texts.insert(texts.end(), request.stops.begin(), request.stops.end());
    stops_ = stop_matcher(texts);
    if (options_.continued) {
        parser_.feed(request.answer_prefix, [](delta const&) {});
    } else {
        parser_.prime(request.answer_prefix);
    }
    stopped_ = options_.max_tokens && *options_.max_tokens == 0;
    cause_ = stopped_ ? stop_cause::length : stop_cause::stop;
}

mask::allowed_tokens answer_turn::allowed() {
    force();
    if (forced_) {
        only_.assign(mask::words_for(tokens_.size()), 0);
        only_[*forced_ / 32] |= std::uint32_t{1} << (*forced_ % 32);
        return {mask::filled::some, only_};
    }
    mask::allowed_tokens const out = matcher_.allowed();
    if (!mask::has_tokens(out.state)) {
        stopped_ = true;
        cause_ = matcher_.can_stop() || matcher_.stopped() ? stop_cause::stop : stop_cause::length;
    }
    return out;
}

std::optional<vocab::token_id> answer_turn::forced() {
    force();
    return forced_;
}

std::string answer_turn::forced_text(std::size_t most) {
    force();
    return forced_ || stopped_ ? std::string() : matcher_.forced_text(most);
}

bool answer_turn::accept(vocab::token_id token, delta_callback sink) {
    force();
    if (stopped_ || (forced_ && token != *forced_) || !matcher_.accept(token)) {
        return false;
    }
    ++count_;
    keep_time();
    std::string_view const piece = request_->piece(tokens_.tokens(), token);
    if (forced_) {
        to_write_.erase(0, (std::min)(piece.size(), to_write_.size()));
        forced_.reset();
    }
    follow(piece);
    // The dialect's own stops are text where the constraint wants more, as in a string that speaks of them.
    bool const may_end = matcher_.can_stop() || matcher_.stopped();
    parser_.feed(stops_.feed(piece, may_end ? stop_matcher::none : options_.stops.size()), sink);
    if (stops_.stopped()) {
        stopped_ = true;
        if (stops_.found() < options_.stops.size()) {
            stop_sequence_ = options_.stops[stops_.found()];
        }
    } else if (matcher_.stopped()) {
        stopped_ = true;
    } else if (options_.max_tokens && count_ >= *options_.max_tokens) {
        // Without an end token nothing else says that the answer is complete.
        bool const complete = matcher_.compiled().tokens().ends().empty() && matcher_.can_stop() &&
                              !matcher_.waiting() &&
                              (in_time_ || matcher_.allowed().state == mask::filled::ended);
        stopped_ = true;
        cause_ = complete ? stop_cause::stop : stop_cause::length;
    }
    return true;
}

void answer_turn::finish(delta_callback sink) {
    stopped_ = true;
    parser_.feed(stops_.finish(), sink);
    parser_.finish(sink);
}

ending answer_turn::how() const {
    ending out;
    out.cause = cause_;
    out.stop_sequence = stop_sequence_;
    out.named_choice = !request_->calls.named.empty();
    if (options_.prompt_tokens) {
        out.usage = token_usage{static_cast<std::int64_t>(*options_.prompt_tokens),
                                static_cast<std::int64_t>(count_)};
    }
    return out;
}

std::optional<std::size_t> answer_turn::tokens_left() const noexcept {
    auto const& most = options_.max_tokens;
    return !most ? std::nullopt : std::optional(*most - (std::min)(count_, *most));
}

bool answer_turn::can_end_in_time() {
    auto const left = tokens_left();
    return !left || matcher_.stopped() || matcher_.least_remaining() <= *left;
}

std::optional<std::size_t> answer_turn::thinking_left() const noexcept {
    auto const& budget = request_->thinking.budget;
    return !budget ? std::nullopt : std::optional(inside_ ? *budget - (std::min)(used_, *budget) : *budget);
}

void answer_turn::keep_time() {
    if (!options_.in_time || !options_.max_tokens || in_time_ || matcher_.waiting()) {
        return;
    }
    matcher_.remaining(*tokens_left());
    in_time_ = true;
}

void answer_turn::follow(std::string_view piece) {
    thinking const& t = request_->thinking;
    if (t.end.empty()) {
        return;
    }
    bool const was_inside = inside_;
    recent_.append(piece);
    for (;;) {
        std::string const& edge = inside_ ? t.end : t.start;
        std::size_t const at = edge.empty() ? std::string::npos : recent_.find(edge);
        if (at == std::string::npos) {
            break;
        }
        recent_.erase(0, at + edge.size());
        inside_ = !inside_;
        used_ = 0;
    }
    constexpr std::size_t longest_code_point = 4;
    std::size_t const keep = (std::max)({t.start.size(), t.end.size(), longest_code_point});
    if (recent_.size() > keep) {
        recent_.erase(0, recent_.size() - keep);
    }
    used_ += was_inside && inside_ ? 1 : 0;
}

void answer_turn::force() {
    thinking const& t = request_->thinking;
    constexpr std::size_t longest_code_point = 4;
    if (forced_ || stopped_ || !t.budget) {
        return;
    }
    if (to_write_.empty()) {
        bool const due = inside_ && used_ >= *t.budget;
        if (!due || (utf8::unfinished(recent_) > 0 && used_ < *t.budget + longest_code_point)) {
            return;
        }
        to_write_ = t.forced;
    }
    forced_ = spelled(to_write_);
    if (!forced_) {
        to_write_.clear();
    }
}

std::optional<vocab::token_id> answer_turn::spelled(std::string_view text) {
    mask::allowed_tokens const may = matcher_.allowed();
    vocab::trie const& trie = matcher_.compiled().tokens().trie();
    std::optional<vocab::token_id> out;
    for (std::size_t size = 1; size <= text.size() && mask::has_tokens(may.state); ++size) {
        vocab::trie::node const* const n = trie.find(text.substr(0, size));
        if (n == nullptr) {
            break;
        }
        trie.each_token(*n, [&](vocab::token_id id) {
            if (((may.words[id / 32] >> (id % 32)) & 1U) != 0) {
                out = id;
            }
        });
    }
    return out;
}

}  // namespace parlance::chat

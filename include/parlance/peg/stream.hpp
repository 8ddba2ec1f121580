// parlance/peg/stream.hpp - reads text as it arrives, each byte once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/event_log.hpp>
#include <parlance/peg/detail/machine.hpp>
#include <parlance/peg/detail/window.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::peg {

/// A parse in progress.  Feed it pieces of any size, cut anywhere; the events are the same, save for where `bytes`
/// are cut, as if all had come at once.
///
/// Events are delivered as soon as no older choice point is live: an alternative not tried yet, the way out of an
/// optional or a repeated part, a predicate.  A cut drops them.  So does, by itself, whatever cannot fail any more
/// when the alternative or the turn ends with it.  Behind a live point events and bytes are held.
///
/// Total: any bytes end in an outcome, and every byte is part of a tag, of markup the table reads outside tags, or of
/// an `unparsed` event.  Recursion deeper than limits::stack_depth counts as a mismatch.  Copying forks the parse.
/// The table must outlive it.
///
/// cost    linear in the bytes, but for those that a choice point makes it read again; no allocation while
///         nothing is held and the nesting does not grow
class stream {
public:
    constexpr explicit stream(arena_view table, limits const& bounds = {},
                              delivery when = delivery::final_only)
        : machine_(table, bounds), when_(when) {}
    stream(arena&&, limits const& = {}, delivery = {}) = delete;  // would dangle

    /// Asks whether to stop about every 50 microseconds from now on; what is asked must live until the parse ends, or
    /// nobody is asked any more.  A parse that is stopped fails with errc::cancelled, as one without fuel; where many events
    /// waited to be delivered, their text is unparsed, and tags that are open may stay so.
    constexpr void stop_on(stop_token asked) noexcept { machine_.stop_on(asked); }

    /// Where a call throws, std::bad_alloc or what the sink throws, events and bytes of this call may be lost: the parse can
    /// then only be destroyed or assigned to.
    ///
    /// Precondition: finish() has not been called.
    template <event_sink Sink>
    constexpr void feed(std::string_view bytes, Sink&& sink) {
        run(bytes, false, sink);
    }

    /// The input is over.
    template <event_sink Sink>
    constexpr outcome finish(Sink&& sink) {
        run({}, true, sink);
        return machine_.result();
    }

    /// Bytes fed.
    [[nodiscard]] constexpr std::size_t offset() const noexcept { return fed_; }
    /// Bytes fed that may have to be read again or are not decided.
    [[nodiscard]] constexpr std::size_t held() const noexcept { return carry_.size() - head_; }
    /// Nothing more will be read: what is fed is reported as unparsed.
    [[nodiscard]] constexpr bool ended() const noexcept { return machine_.over(); }
    /// How it ended; precondition: ended().
    [[nodiscard]] constexpr outcome const& result() const noexcept { return machine_.result(); }

private:
    template <class Sink>
    constexpr void run(std::string_view bytes, bool last, Sink& sink) {
        detail::window w{bytes, fed_, last};
        fed_ += bytes.size();
        bool const carried = held() != 0;
        if (carried) {
            carry_.insert(carry_.end(), bytes.begin(), bytes.end());
            w.text = {carry_.data() + head_, carry_.size() - head_};
            w.base = fed_ - w.text.size();
        } else if (auto const all = machine_.flow(w)) {
            send(*all, w.text, false, sink);
            return;
        }
        while (machine_.run(w)) {
            deliver(w, sink);
        }
        deliver(w, sink);
        if (machine_.over()) {
            unparsed(w, sink);
        } else {
            keep(w, machine_.needed(), carried);
        }
    }

    template <class Sink>
    constexpr void send(detail::machine::record const& r, detail::window const& w, bool provisional,
                        Sink& sink) {
        bool const has_text = r.kind == event_kind::bytes;
        send(r, has_text ? w.text.substr(r.begin - w.base, r.end - r.begin) : std::string_view(), provisional,
             sink);
    }
    template <class Sink>
    constexpr void send(detail::machine::record const& r, std::string_view text, bool provisional,
                        Sink& sink) {
        event const e{r.kind, r.how, provisional, r.by_end, r.tag, r.begin, r.end, text};
        sink(e);
    }

    template <class Sink>
    constexpr void deliver(detail::window const& w, Sink& sink) {
        if (machine_.log().retracted) {
            machine_.log().retracted = false;
            sink(static_cast<event const&>(event{event_kind::retract}));
        }
        std::size_t final_count = machine_.final_records();
        if (machine_.log().shown != 0) {
            if (final_count < machine_.log().shown) {
                show(w, sink);
                return;
            }
            sink(static_cast<event const&>(event{event_kind::settle}));
        }
        // taken as they go, so that many are freed piece by piece
        constexpr std::size_t at_once = detail::event_log::in_block;
        for (std::size_t i = std::exchange(machine_.log().shown, 0); i < final_count; ++i) {
            if (i >= at_once) {
                machine_.log().take(i);
                final_count -= std::exchange(i, 0);
                if (!machine_.goes_on()) {
                    return;
                }
            }
            send(machine_.log()[i], w, false, sink);
        }
        machine_.log().take(final_count);
        show(w, sink);
    }

    template <class Sink>
    constexpr void show(detail::window const& w, Sink& sink) {
        if (when_ == delivery::final_only) {
            return;
        }
        for (std::size_t const size = machine_.records(); machine_.log().shown < size;
             ++machine_.log().shown) {
            send(machine_.log()[machine_.log().shown], w, true, sink);
        }
    }

    template <class Sink>
    constexpr void unparsed(detail::window const& w, Sink& sink) {
        std::size_t const from = machine_.result().end > w.base ? machine_.result().end - w.base : 0;
        if (from < w.text.size()) {
            sink(static_cast<event const&>(event{event_kind::unparsed, closing::complete, false, false, none,
                                                 w.base + from, w.end(), w.text.substr(from)}));
        }
        carry_.clear();
        head_ = 0;
    }

    constexpr void keep(detail::window const& w, std::size_t from, bool carried) {
        if (from == w.end()) {
            carry_.clear();
            head_ = 0;
        } else if (!carried) {
            std::string_view const tail = w.text.substr(from - w.base);
            carry_.assign(tail.begin(), tail.end());
            head_ = 0;
        } else {
            head_ += from - w.base;
            if (head_ * 2 >= carry_.size()) {
                carry_.erase(carry_.begin(), carry_.begin() + static_cast<std::ptrdiff_t>(head_));
                head_ = 0;
            }
        }
    }

    detail::machine machine_;
    delivery when_;
    std::size_t fed_ = 0;
    std::vector<char> carry_;  // [head_, end) are the last bytes fed, as far as they are still needed
    std::size_t head_ = 0;
};

}  // namespace parlance::peg

// test/chat/laws.hpp - what holds for every reader of answers, whatever the text and however it is cut
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/parse.hpp>
#include <cstddef>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace laws {

namespace chat = parlance::chat;

/// What is tried, and what is asked for beside that all cuts tell one story and the deltas make the message.
///
/// pairs     texts up to this size are cut at all pairs of places
/// random    so many random cuts besides
/// finished  the answer is over at the end of the text; otherwise it may go on
/// hold      no more bytes may be held back, where the reader says how many it holds
/// markup    texts that must not be in the content
struct trial {
    bool cuts = true;
    std::size_t pairs = 2048;
    std::size_t random = 8;
    bool finished = true;
    std::optional<std::size_t> hold{};
    std::vector<std::string> markup{};
};

/// The message that deltas make, and the first of their laws that was broken.
class account {
public:
    void operator()(chat::delta const& d) {
        switch (d.kind) {
        case chat::delta_kind::reasoning: told_.reasoning.append(d.text); break;
        case chat::delta_kind::content:
            told_.content = told_.content.value_or(std::string()).append(d.text);
            break;
        case chat::delta_kind::malformed: malformed_.append(d.text); break;
        case chat::delta_kind::call_begin:
            demand(!open_, "a call begins before the last one has ended");
            demand(d.index == told_.calls.size(), "the index of a call is not its place");
            demand(!d.text.empty(), "a call begins without a name");
            open_ = true;
            told_.calls.push_back({std::string(d.id), std::string(d.text), {}, false});
            break;
        case chat::delta_kind::arguments:
            if (in_call(d)) {
                told_.calls.back().arguments.append(d.text);
            }
            break;
        case chat::delta_kind::call_end:
            if (in_call(d)) {
                open_ = false;
                told_.calls.back().whole = d.whole;
                if (!d.id.empty()) {
                    told_.calls.back().id = d.id;
                }
                demand(!d.whole || parlance::json::parse(told_.calls.back().arguments),
                       "the arguments of a whole call are no JSON");
            }
            break;
        }
    }

    /// Compares with what the reader says it has read so far.
    void agrees_with(chat::message const& m) {
        demand(m.content == told_.content, "the content is not that of the deltas");
        demand(m.reasoning == told_.reasoning, "the reasoning is not that of the deltas");
        demand(m.calls.size() == told_.calls.size(), "there are not as many calls as in the deltas");
        for (std::size_t i = 0; i < m.calls.size() && i < told_.calls.size(); ++i) {
            demand(m.calls[i].name == told_.calls[i].name, "a name is not that of the deltas");
            demand(m.calls[i].arguments == told_.calls[i].arguments, "arguments are not those of the deltas");
            demand(m.calls[i].whole == told_.calls[i].whole, "a call is not as whole as in the deltas");
            // An id may come late: call_end brings it.
            bool const going_on = open_ && i + 1 == m.calls.size();
            demand(going_on || m.calls[i].id == told_.calls[i].id, "an id is not that of the deltas");
        }
    }
    void ends() { demand(!open_, "the answer has ended and a call is open"); }
    void demand(bool holds, char const* otherwise) {
        if (!holds && broken_.empty()) {
            broken_ = otherwise;
        }
    }

    [[nodiscard]] std::string const& broken() const noexcept { return broken_; }
    [[nodiscard]] chat::message const& told() const noexcept { return told_; }

    /// Everything a user could tell apart.
    friend bool operator==(account const& x, account const& y) {
        return x.told_ == y.told_ && x.malformed_ == y.malformed_ && x.open_ == y.open_ &&
               x.broken_ == y.broken_;
    }

private:
    bool in_call(chat::delta const& d) {
        bool const fits = open_ && d.index + 1 == told_.calls.size();
        demand(fits, "a delta of a call that is not open");
        return fits;
    }

    chat::message told_{};
    std::string malformed_{};
    bool open_ = false;
    std::string broken_{};
};

/// A reader and what it has told.  `Reader` is copyable and has feed(bytes, sink), finish(sink) and so_far().
template <class Reader>
struct reading {
    Reader reader;
    account told{};

    void feed(std::string_view bytes) { reader.feed(bytes, told); }
    void finish(bool over) {
        if (over) {
            reader.finish(told);
            told.ends();
        }
        told.agrees_with(reader.so_far());
    }
};

namespace detail {

template <class Reader>
account after(reading<Reader> r, std::string_view rest, bool over) {
    if (!rest.empty()) {
        r.feed(rest);
    }
    r.finish(over);
    return r.told;
}

/// Byte by byte; the message is compared after every one.
template <class Reader>
account by_byte(Reader const& fresh, std::string_view text, trial const& how) {
    reading<Reader> r{fresh};
    for (std::size_t i = 0; i < text.size(); ++i) {
        r.feed(text.substr(i, 1));
        r.told.agrees_with(r.reader.so_far());
        if constexpr (requires { r.reader.held(); }) {
            r.told.demand(!how.hold || r.reader.held() <= *how.hold, "more is held back than is allowed");
        }
    }
    r.finish(how.finished);
    return r.told;
}

}  // namespace detail

/// The first law that reading `text` breaks, and how it was cut then; empty when all hold.
///
/// fresh  a reader that has not read anything of the answer; it may be primed
/// cost   the text as many times as it is cut: quadratically often for small ones.  Reading goes on from copies, so
///        the part in front of the first cut is read once.
template <class Reader>
[[nodiscard]] std::string first_broken(Reader const& fresh, std::string_view text, trial const& how = {}) {
    account const whole = detail::after(reading<Reader>{fresh}, text, how.finished);
    if (!whole.broken().empty()) {
        return whole.broken();
    }
    for (std::string const& marker : how.markup) {
        if (whole.told().content.value_or("").find(marker) != std::string::npos) {
            return "the content has the marker " + marker;
        }
    }
    auto const wrong = [&](account const& got, std::string const& where) {
        if (got == whole) {
            return std::string();
        }
        return (got.broken().empty() ? "another story" : got.broken()) + ", " + where;
    };
    if (auto said = wrong(detail::by_byte(fresh, text, how), "byte by byte"); !said.empty()) {
        return said;
    }
    for (std::size_t i = 0; how.cuts && i <= text.size(); ++i) {
        // One cut; the front in one piece.
        reading<Reader> once{fresh};
        once.feed(text.substr(0, i));
        account const one = detail::after(once, text.substr(i), how.finished);
        if (auto said = wrong(one, "cut at " + std::to_string(i)); !said.empty()) {
            return said;
        }
        for (std::size_t j = i; text.size() <= how.pairs && j <= text.size(); ++j) {
            reading<Reader> twice = once;
            twice.feed(text.substr(i, j - i));
            account const two = detail::after(std::move(twice), text.substr(j), how.finished);
            if (auto said = wrong(two, "cut at " + std::to_string(i) + " and " + std::to_string(j));
                !said.empty()) {
                return said;
            }
        }
    }
    std::mt19937 random(static_cast<unsigned>(text.size()));
    for (std::size_t n = 0; n < how.random; ++n) {
        reading<Reader> r{fresh};
        std::string cuts;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t const size = random() % (n % 2 == 0 ? 5 : 64) + 1;
            r.feed(text.substr(at, size));
            at += size;
            cuts += " " + std::to_string(at);
        }
        if (auto said = wrong(detail::after(std::move(r), {}, how.finished), "cut at" + cuts);
            !said.empty()) {
            return said;
        }
    }
    return {};
}

}  // namespace laws

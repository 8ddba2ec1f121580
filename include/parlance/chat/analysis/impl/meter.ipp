// parlance/chat/analysis/impl/meter.ipp - definitions of what parlance/chat/analysis/meter.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/meter.hpp>
#include <parlance/chat/analysis/detail/written.hpp>
#include <parlance/chat/detail/long_text.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <optional>
#include <utility>

namespace parlance::chat::analysis {

/// What things cost of limits.fuel.  A step of a template takes 10 to 17 ns, which is about six of fuel's.
namespace price {
inline constexpr std::uint64_t template_step = 6;
inline constexpr std::uint64_t render = 3000;  // the variables, and what is allocated at once
inline constexpr std::uint64_t prompt_byte = 6;
inline constexpr std::uint64_t part_byte = 256;  // and one more for each other byte of the part
inline constexpr std::uint64_t read_byte = 512;
inline constexpr std::uint64_t tables = 200'000;
inline constexpr std::uint64_t format_byte = 1000;
}  // namespace price

/// The bounds of a first render.  The prompts of real templates have 8 KiB, and take 100 KiB of values.
PARLANCE_DECL limits of_one_render(limits bounds, stop_token stop) {
    bounds.stop = stop;
    bounds.steps = 1024;
    bounds.output_bytes = (std::min)(bounds.output_bytes, std::size_t{128} << 10);
    bounds.allocated_bytes /= 8;
    return bounds;
}

meter::meter(chat_template const& t, limits const& bounds)
    : template_(&t),
      stop_(bounds.stop),
      each_(of_one_render(bounds, stop_)),
      within_(t.within(each_)),
      work_(bounds) {}

result<std::string> meter::render(inputs const& in, message_form const& form) {
    return bounded([&](chat_template const& t) { return t.render(in, form); });
}

result<std::string> meter::write(inputs const& in, chat::capabilities const& can) {
    return bounded([&](chat_template const& t) -> result<std::string> {
        auto made = t.write(in, can);
        return made ? result<std::string>(std::move(made->text)) : result<std::string>(made.error());
    });
}

chat::capabilities meter::capabilities() {
    return probe_capabilities([this](boost::json::object const& scene) -> std::optional<std::string> {
        look();  // what a scene is made of costs more than a render that fails at once
        auto made = bounded([&](chat_template const& t) { return t.render_scene(scene); });
        return made ? std::optional<std::string>(*std::move(made)) : std::nullopt;
    });
}

bool meter::take(std::string_view part) {
    constexpr std::size_t longest = std::size_t{2} << 10;  // real ones have less than one
    return part.size() <= longest && spend(part.size() * (price::part_byte + part.size()));
}

bool meter::read(std::string_view answer) { return take(answer) && spend(answer.size() * price::read_byte); }

result<syntax> meter::build(format const& f, std::span<tool const> tools) {
    std::size_t bytes = f.turn_start.size() + f.turn_end.size();
    for (std::string_view const text : detail::texts_of(f)) {
        bytes += text.size();
    }
    for (auto const* list : {&f.content.noise, &f.stops, &f.preserved}) {
        for (std::string const& text : *list) {
            bytes += text.size();
        }
    }
    if (!spend(price::tables + bytes * price::format_byte)) {
        return error();
    }
    call_policy read{};
    read.style = call_style::exact;  // nothing is written of it
    limits bounds;
    bounds.stop = each_.stop;
    auto made = build_syntax(f, tools, read, {}, bounds);
    if (!made && made.error().code == errc::cancelled) {
        fail(errc::cancelled);
    }
    return made;
}

void meter::judge(format const& learned) {
    auto const text = chat::detail::long_text_of(learned);
    if (text && !used_up()) {
        what_ = text.wrong;
        fail(errc::output_too_large);
    }
}

diagnostic meter::error() const {
    switch (why_) {
    case errc::none: return {};
    case errc::out_of_fuel: return {why_, {}, 0, "learning this template takes too much work"};
    case errc::cancelled: return {why_, {}, 0, {}};
    default:
        return {why_,
                {},
                0,
                what_.empty() ? note("this template makes too much of a short conversation") : what_};
    }
}

result<std::string> meter::bounded(render_within render) {
    for (;;) {
        if (used_up() || !spend(price::render + each_.steps * price::template_step)) {
            return error();
        }
        auto made = render(within_);
        if (made) {
            return spend(made->size() * price::prompt_byte) ? std::move(made) : result<std::string>(error());
        }
        errc const why = made.error().code;
        if (why == errc::out_of_fuel && each_.steps < template_->bounds().steps) {
            each_.steps += each_.steps / 2;
            within_ = template_->within(each_);
            continue;
        }
        bool const too_much = why == errc::out_of_fuel || why == errc::out_of_memory_budget ||
                              why == errc::output_too_large || why == errc::cancelled;
        if (too_much) {
            fail(why);
        }
        return made;
    }
}

void meter::look() {
    if (stop_.stop_requested()) {
        fail(errc::cancelled);
    }
}

bool meter::fail(errc why) noexcept {
    why_ = used_up() ? why_ : why;
    return false;
}

}  // namespace parlance::chat::analysis

namespace parlance::chat {

capabilities chat_template::capabilities(limits const& all) const {
    return analysis::meter(*this, all).capabilities();
}

}  // namespace parlance::chat

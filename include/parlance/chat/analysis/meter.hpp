// parlance/chat/analysis/meter.hpp - what learning a template may cost in all: its renders, and what is made of them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace parlance::chat::analysis {

/// The budget of one call that renders a template again and again: limits.fuel steps for all of it.  When that is used up,
/// or a single render takes or writes more than any chat template has reason to, or a text that is learned is that long,
/// everything fails from then on: see error().
///
/// A render does not tell what it has spent, so it is paid for at its bound.  The bound begins small, grows by half for a
/// render that does not end within it, and stays; the renders of one template differ little.
class meter {
public:
    PARLANCE_RARE meter(chat_template const& t, limits const& bounds);
    meter(meter const&) = delete;
    meter& operator=(meter const&) = delete;

    /// As chat_template::render.
    [[nodiscard]] PARLANCE_RARE result<std::string> render(inputs const& in, message_form const& form);

    /// The text of chat_template::write.
    [[nodiscard]] PARLANCE_RARE result<std::string> write(inputs const& in, chat::capabilities const& can);

    /// As chat_template::capabilities.
    [[nodiscard]] PARLANCE_RARE chat::capabilities capabilities();

    /// Pays for the part of a prompt that is cut up and searched for markers: an answer, or what opens one.  False where
    /// it cannot be paid for, or is longer than the answers of any chat template: then there is nothing to be learned of it.
    [[nodiscard]] PARLANCE_RARE bool take(std::string_view part);
    /// Pays for reading an answer back.
    [[nodiscard]] PARLANCE_RARE bool read(std::string_view answer);
    /// The tables that read calls of `tools` in a format: see build_syntax().
    [[nodiscard]] PARLANCE_RARE result<syntax> build(format const& f, std::span<tool const> tools);

    /// Fails where a text that was learned is longer than those of any model.
    PARLANCE_RARE void judge(format const& learned);

    /// For what is bounded by itself, but takes long: whom to ask whether to go on.  What comes of it means nothing where the
    /// answer was no, which look() finds out.
    [[nodiscard]] stop_asker asker() const noexcept { return stop_asker(each_.stop); }
    PARLANCE_RARE void look();

    /// Nothing more is done: what was found is not the whole.
    [[nodiscard]] bool used_up() const noexcept { return why_ != errc::none; }
    /// Why, with errc::none as long as it is not used up.
    [[nodiscard]] PARLANCE_RARE diagnostic error() const;
    /// Steps that are left.
    [[nodiscard]] std::uint64_t left() const noexcept { return used_up() ? 0 : work_.left(); }

private:
    using render_within = function_ref<result<std::string>(chat_template const&)>;

    /// Renders within the bound of one render, or the next one.
    [[nodiscard]] PARLANCE_RARE result<std::string> bounded(render_within render);
    [[nodiscard]] bool spend(std::uint64_t steps) { return work_.spend(steps) || fail(work_.why()); }
    PARLANCE_RARE bool fail(errc why) noexcept;

    chat_template const* template_;
    lasting_stop stop_;
    limits each_;
    chat_template within_;
    work work_;
    errc why_ = errc::none;
    note what_{};
};

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/meter.ipp>
#endif

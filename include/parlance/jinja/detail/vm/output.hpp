// parlance/jinja/detail/vm/output.hpp - the text being made, where its bytes came from, and what is captured on the way
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/vec.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::jinja {

/// Macros and block assignments write to the same text as the template; take() cuts their part off again.
class output {
public:
    explicit output(runtime& rt) : rt_(rt) {}

    PARLANCE_DECL void add(value v);

    /// Begins a capture; the mark is for take().
    [[nodiscard]] PARLANCE_DECL std::size_t begin() noexcept;
    /// Ends the innermost capture: its text as a value.
    [[nodiscard]] PARLANCE_DECL value take(std::size_t mark_at);

    /// As transformers does, a generation block counts from the text of the template itself, not of a macro around it,
    /// and in the strict convention one in front of all other output is not reported.
    PARLANCE_DECL void begin_generation();
    PARLANCE_DECL void end_generation();

    [[nodiscard]] PARLANCE_DECL rendering finish();

private:
    static constexpr std::size_t is_long = 1024;
    static constexpr std::size_t bytes_of_a_step = 64;  // where they are copied
    static constexpr std::size_t bytes_of_a_span =
        72;  // here, while there are twice as many, and in the result

    struct part {
        std::size_t end = 0;
        bool input = false;
    };

    /// A text of some length, which is paid for.
    PARLANCE_APART PARLANCE_DECL void add_long(std::string_view s);
    /// Makes room for `more` bytes; what it takes is counted, twice while it is moved.
    PARLANCE_APART PARLANCE_DECL void make_room(std::size_t more);
    PARLANCE_APART PARLANCE_DECL void note(value v);
    PARLANCE_DECL void note_until(std::size_t end, bool input);
    /// The first span that reaches beyond `at`; remembers its origin.
    [[nodiscard]] PARLANCE_DECL std::size_t first_span_after(std::size_t at);

    runtime& rt_;
    std::string text_{};
    std::size_t room_ = 0;  // how long the text may become as it is
    vec<part> spans_{};
    vec<std::pair<std::size_t, bool>> generations_{};
    std::vector<range> found_{};
    std::size_t open_ = 0;
    bool started_ = false;
    bool cut_input_ = false;
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/output.ipp>
#endif

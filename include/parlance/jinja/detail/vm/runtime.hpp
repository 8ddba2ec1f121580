// parlance/jinja/detail/vm/runtime.hpp - what every operation of a rendering needs: memory, fuel, texts and their origins
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/fuel.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace parlance::jinja {

/// Bytes before `end` (and after the span before) have this origin.
struct span_node {
    std::uint32_t end = 0;
    bool input = false;
};

class runtime {
    fuel fuel_;

public:
    runtime(render_options const& how, program const& what)
        : fuel_(how.limits),
          code(&what),
          heap(how.limits.allocated_bytes, fuel_),
          options(how),
          lenient(how.convention == convention::lenient),
          random_(how.seed) {}
    runtime(runtime const&) = delete;
    runtime& operator=(runtime const&) = delete;

    program const* code;
    memory heap;
    render_options const& options;
    bool const lenient;
    bool escaping = false;     // autoescape, where the machine stands
    vec<std::int64_t> open{};  // containers around the one being compared or printed, by what identifies them

    /// Counts elementary steps; see fuel.hpp.  Texts that are made (text, join, builder) and storage (heap) pay for
    /// themselves: what is left to pay for is reading.
    PARLANCE_HOT void spend(std::uint64_t steps = 1) { fuel_.spend(steps); }
    /// For looks at work that was paid for as a whole.
    [[nodiscard]] fuel& steps() noexcept { return fuel_; }

    /// A number from 0 to below - 1 by chance (splitmix64).  Precondition: below > 0.
    [[nodiscard]] PARLANCE_DECL std::uint64_t draw(std::uint64_t below) noexcept;

    /// For a width, precision or indent that the template chose: throws width_too_large above its limit.
    PARLANCE_DECL void check_width(std::int64_t n) const;

    // texts

    [[nodiscard]] PARLANCE_DECL static text_header* header_of(value v) noexcept;

    /// A text of its own.
    [[nodiscard]] PARLANCE_DECL value text(std::string_view s, std::uint8_t marks = 0);

    /// The value of a string in the context.
    [[nodiscard]] PARLANCE_DECL value borrowed(std::string_view s) const;

    /// Marks for a text computed as a whole from `v`: what came from the caller, even in part, stays the caller's.
    [[nodiscard]] PARLANCE_DECL static std::uint8_t derived(value v) noexcept;
    [[nodiscard]] PARLANCE_DECL static std::uint8_t derived(value a, value b) noexcept;

    /// Bytes [begin, end) of a text, with their origins.
    [[nodiscard]] PARLANCE_DECL value part(value whole, std::size_t begin, std::size_t end);

    /// Two texts behind each other.  Appending again and again to one text is linear: large results keep room.
    [[nodiscard]] PARLANCE_DECL value join(value a, value b);

    /// Gathers a text from parts, keeping their origins.
    class builder {
    public:
        explicit builder(runtime& rt) : rt_(rt) {}
        builder(builder const&) = delete;
        builder& operator=(builder const&) = delete;

        PARLANCE_DECL void reserve(std::size_t size);
        PARLANCE_DECL void add(std::string_view s, bool input = false);
        void add(value v) { add_part(v, 0, v.size); }
        /// The same text `count` times.
        PARLANCE_DECL void add_repeated(std::string_view s, std::size_t count, bool input = false);
        PARLANCE_DECL void add_part(value v, std::size_t begin, std::size_t end);
        [[nodiscard]] std::size_t size() const noexcept { return size_; }

        /// The text.  Nothing may be added afterwards.
        [[nodiscard]] PARLANCE_DECL value finish(std::uint8_t extra = 0);

    private:
        PARLANCE_DECL void append(std::string_view s);
        PARLANCE_DECL void grow(std::size_t capacity);
        PARLANCE_DECL void note(bool input);
        PARLANCE_DECL void note_until(std::uint32_t end, bool input);

        runtime& rt_;
        char* place_ = nullptr;
        std::uint32_t size_ = 0;
        std::size_t capacity_ = 0;
        vec<span_node> spans_{};
    };

    PARLANCE_DECL static void check_size(std::size_t size);

    // containers

    [[nodiscard]] PARLANCE_DECL list_node* new_list(std::size_t capacity);
    PARLANCE_DECL void append(list_node& list, value item);
    [[nodiscard]] PARLANCE_DECL value tuple(std::initializer_list<value> items);

    /// The list or dict that stands in for an array or object of the context once the template has changed it (the
    /// context itself is never written to).
    template <class Make>
    [[nodiscard]] list_node* shadow(boost::json::array const& a, Make make) {
        auto const [at, fresh] = lists_.try_emplace(&a, nullptr);
        return fresh ? at.value = make() : at.value;
    }
    template <class Make>
    [[nodiscard]] dict_node* shadow(boost::json::object const& o, Make make) {
        auto const [at, fresh] = dicts_.try_emplace(&o, nullptr);
        return fresh ? at.value = make() : at.value;
    }
    /// `v`, or what stands in for it.
    [[nodiscard]] value current(value v) const { return lists_.empty() && dicts_.empty() ? v : changed(v); }

private:
    [[nodiscard]] PARLANCE_APART PARLANCE_DECL value changed(value v) const;

    static constexpr std::size_t spare_from = 256;

    PARLANCE_DECL static std::string_view checked(std::string_view s);

    /// Appends `b` in place when `a` is the end of a buffer that has room.
    PARLANCE_DECL bool extend(value& a, value b, std::size_t size);

    static constexpr std::size_t bytes_of_a_step = 64;  // where they are copied

    std::uint64_t random_;
    hash_map<boost::json::array const*, list_node*> lists_{};
    hash_map<boost::json::object const*, dict_node*> dicts_{};
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/runtime.ipp>
#endif

// parlance/hf/legacy/jmespath.hpp - JMESPath: a query that takes JSON apart and puts it together anew
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_functions.hpp>
#include <parlance/hf/legacy/detail/jmespath_node.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::hf {

/// A compiled expression.  Immutable, shared between threads.
///
///     auto const wrap = jmespath::compile("[*].{type: 'function', function: @}").value();
///     json::value const calls = wrap.search(parsed).value();
///
/// source  jmespath.org/specification.html; 26 functions, and those dialects that its test suite knows
class jmespath {
public:
    /// Errors: jmespath_syntax with the place, nested_too_deep (limits.nesting), source_too_large, too_many_elements.
    [[nodiscard]] PARLANCE_DECL static result<jmespath> compile(std::string_view expression,
                                                                limits const& bounds = {});

    [[nodiscard]] std::string_view source() const noexcept { return source_; }

    /// What the expression gives for `value`; null where it leads nowhere.
    ///
    /// errors  jmespath_type, jmespath_arity, jmespath_unknown_function, jmespath_value; out_of_fuel (limits.steps:
    ///         nodes evaluated and values looked at) and out_of_memory_budget (limits.allocated_bytes: of all values
    ///         made on the way, the result among them); cancelled, where `stop` says so
    [[nodiscard]] PARLANCE_DECL result<json::value> search(json::value const& value,
                                                           stop_token stop = {}) const;
    /// The same as a part of a call: within what is left of its fuel and memory, too, and paid for with it.
    [[nodiscard]] PARLANCE_DECL result<json::value> search(json::value const& value, work& spent) const;
    template <json::text Text>
    result<json::value> search(Text const& value,
                               stop_token stop = {}) const = delete;  // JSON text, or a JSON string?

private:
    struct evaluation {
        static constexpr std::size_t bytes_of_a_value =
            3 * sizeof(json::value);                         // arrays grow by copying, and have a table each
        static constexpr std::uint64_t between_looks = 500;  // at the stop
        static constexpr std::uint64_t steps_to_free = 4;    // an item

        jmespath const& self;
        stop_token stop;
        std::uint64_t steps = 0;
        std::uint64_t until_look = 0;
        std::size_t bytes = 0;
        std::optional<diagnostic> wrong{};

        /// Not inlined: an error is large, and would stand in every frame of what recurses here.
        PARLANCE_APART PARLANCE_DECL json::value fail(errc code, std::string_view hint);

        /// Pays for steps of some 25 nanoseconds, of which each is two of limits.steps.
        PARLANCE_DECL void spend(std::uint64_t count);
        /// Looks whether to stop, where that is due after so many more steps.
        PARLANCE_DECL void look(std::uint64_t count);
        /// A function that notes steps of going through a value, which was paid for when it was made, and looks whether to stop;
        /// it returns false where the evaluation has failed.
        [[nodiscard]] auto looked_at() {
            return [this](std::uint64_t count) {
                look(2 * count);
                return !wrong;
            };
        }
        /// Frees what was made on the way, which takes as long as making it, but was paid for with that.
        PARLANCE_DECL void discard(json::array& items, std::size_t but = 0);
        PARLANCE_DECL void discard(json::value& v);
        /// Pays for bytes that are about to be made.
        PARLANCE_DECL void pay(std::size_t count);
        /// Pays for a copy of `v` and all that is in it, as far as that can be paid for; `text` times for its texts.
        PARLANCE_DECL void weigh(json::value const& v, std::size_t text = 1);
        /// A copy, paid for; null where the limit is reached.
        PARLANCE_DECL json::value copy(json::value const& v);

        PARLANCE_DECL json::value eval(std::uint32_t at, json::value const& v);

        /// A place in a list is paid for; what stands there was paid for when it was made.
        PARLANCE_DECL void add(json::array& out, json::value v);

        PARLANCE_DECL json::value project(std::uint32_t each, json::array const& items);

        PARLANCE_DECL json::value list(detail::jmes_node const& n, json::value const& v);
        PARLANCE_DECL json::value hash(detail::jmes_node const& n, json::value const& v);
        PARLANCE_DECL json::value values(detail::jmes_node const& n, json::value const& v);
        PARLANCE_DECL json::value filter(detail::jmes_node const& n, json::value const& v);
        PARLANCE_DECL json::value flatten(json::value const& v);
        /// Of operands in turn: the first that holds (either) or does not (both), else the last.
        PARLANCE_DECL json::value logical(detail::jmes_node const& n, json::value const& v);
        /// Whether what an expression gives is neither false nor empty.
        [[nodiscard]] PARLANCE_DECL bool holds(std::uint32_t at, json::value const& v);
        /// == and !=; < <= > >= of numbers, and null for anything else.
        PARLANCE_DECL json::value compare(detail::jmes_node const& n, json::value const& v);

        PARLANCE_DECL json::value chain(detail::jmes_node const& n, json::value const& v);

        PARLANCE_DECL json::value index(json::value const& v, std::int64_t at);

        PARLANCE_DECL json::value slice(detail::jmes_node const& n, json::value const& v);

        PARLANCE_DECL json::value call(detail::jmes_node const& n, json::value const& v);

        /// The arguments of a call; the last reference among them is `reference`.  False where they do not fit.
        [[nodiscard]] PARLANCE_DECL bool take_arguments(detail::jmes_node const& n,
                                                        detail::jmes_function const& f, json::value const& v,
                                                        std::vector<json::value>& arguments,
                                                        std::optional<std::uint32_t>& reference);

        PARLANCE_DECL json::value map(std::uint32_t reference, json::array& items);
        PARLANCE_DECL json::value join(boost::json::string const& between, json::array const& items);

        PARLANCE_DECL json::value apply(detail::jmes_function const& f, std::vector<json::value>& arguments);

        /// What a function makes of items by what `reference` gives for each, or by themselves.
        PARLANCE_DECL json::value by(detail::jmes_function const& f, std::optional<std::uint32_t> reference,
                                     json::array& items);
    };

    std::deque<detail::jmes_node> nodes_;
    std::uint32_t root_ = 0;
    std::string source_;
    limits bounds_;
};

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/impl/jmespath.ipp>
#include <parlance/hf/legacy/impl/jmespath_calls.ipp>
#endif

// parlance/hf/legacy/detail/jmespath_reader.hpp - a JMESPath expression, read into steps that can be evaluated
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_grammar.hpp>
#include <parlance/hf/legacy/detail/jmespath_node.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// Turns the events of a parse into nodes.
class jmespath_reader {
public:
    jmespath_reader(std::string_view text, limits const& bounds)
        : text_(text), bounds_(bounds), looks_(bounds.stop) {}

    /// Index of the root in nodes(), or why there is none.
    [[nodiscard]] PARLANCE_DECL result<std::uint32_t> read();

    [[nodiscard]] std::deque<jmes_node>& nodes() noexcept { return nodes_; }

    /// Frees what was read, with looks whether to stop in between; then nothing is undone.
    void free() {
        for (; !parts_.empty(); parts_.pop_back()) {
            (void)looks_.spend(steps_to_free);
        }
        for (; !nodes_.empty(); nodes_.pop_back()) {
            (void)looks_.spend(4 * steps_to_free);
        }
    }

private:
    struct part {
        jp is = jp::pipe;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::vector<std::uint32_t> children{};
    };

    // Binding powers: an operator continues what is on its left while it binds stronger than what that stands behind.
    static constexpr int binds_list_end = 10;  // what binds weaker ends a projection
    static constexpr int binds_flatten = 9;
    static constexpr int binds_star = 20;
    static constexpr int binds_filter = 21;
    static constexpr int binds_dot = 40;
    static constexpr int binds_not = 45;
    static constexpr int binds_bracket = 55;

    /// Brackets nested more deeply than the limit.  Everything else that nests is bounded by the parser's stack.
    [[nodiscard]] PARLANCE_DECL std::optional<diagnostic> too_deep() const;

    static constexpr std::uint64_t steps_of_a_part = 250;
    static constexpr std::uint64_t steps_of_a_child = 10;  // they lie all over the memory
    static constexpr std::size_t few = 16;                 // children, that are not looked at in between
    /// Looks whether to stop, where that is due after so many nanoseconds; false from when it is so.
    bool goes_on(std::uint64_t spent) { return looks_.spend(spent) || stop(); }
    PARLANCE_DECL bool stop();

    PARLANCE_DECL std::uint32_t add_part(part p);
    PARLANCE_DECL std::uint32_t add(jmes_node n);
    PARLANCE_DECL std::uint32_t add(jmes_op op, std::vector<std::uint32_t> children = {});
    [[nodiscard]] PARLANCE_DECL std::string_view text_of(part const& p) const;
    [[nodiscard]] PARLANCE_DECL diagnostic syntax(std::size_t at, note hint) const;
    PARLANCE_DECL void fail(part const& p, note hint);

    /// pipe, either, both and compare: a level with one operand is that operand.
    PARLANCE_DECL std::uint32_t expression(std::uint32_t at);

    PARLANCE_DECL static jmes_op relation(std::string_view text) noexcept;

    PARLANCE_DECL std::uint32_t chain(part const& p);
    // Apart from chain(), which nests, so that its frame is small.
    std::size_t negations_of(part const& p) {
        std::size_t i = 0;
        while (parts_[p.children[i]].is == jp::negate && goes_on(steps_of_a_child)) {
            ++i;
        }
        return i;
    }
    std::uint32_t negated(std::uint32_t at, std::size_t times) {
        for (std::size_t n = 0; n < times && goes_on(steps_of_a_part); ++n) {
            at = add(jmes_op::negate, {at});
        }
        return at;
    }

    /// Whether a part is one that can only be understood with what stands behind it.
    PARLANCE_DECL static bool is_suffix(part const& p) noexcept;
    PARLANCE_DECL static int binding(part const& p) noexcept;

    /// Takes suffixes from child `i` on, while they bind stronger than `power`; the first whatever it binds when `must`.
    PARLANCE_DECL std::uint32_t continue_with(std::vector<std::uint32_t> steps, part const& p, std::size_t& i,
                                              int power, bool must);

    /// A projection that is being read: what is inside another one stands in a list, not on the stack.
    ///
    /// steps  what is applied to every element
    struct projection {
        std::vector<std::uint32_t> steps{};
        int power = 0;
        jmes_op op = jmes_op::project;
        std::uint32_t condition = 0;  // of a filter
    };
    /// Reads child `i`; whether it opened a projection, which takes the next one whatever it binds.
    PARLANCE_DECL bool take_suffix(std::vector<projection>& open, part const& p, std::size_t& i);
    PARLANCE_DECL void end_projection(projection& around, projection const& done, std::uint32_t each);

    /// A part that stands for itself.
    PARLANCE_DECL std::uint32_t begin(std::uint32_t at);
    PARLANCE_DECL std::uint32_t word(part const& p);
    PARLANCE_DECL std::uint32_t several(part const& p);
    PARLANCE_DECL std::uint32_t add_several(part const& p, std::vector<std::uint32_t> children);

    [[nodiscard]] PARLANCE_DECL std::string_view inside(part const& p) const;

    /// An identifier; a quoted one is a JSON string, in which control characters may stand as they are.
    PARLANCE_DECL std::string key(part const& p);

    PARLANCE_DECL std::uint32_t literal(part const& p);

    /// Takes the backslash away before `quote`, and nowhere else.
    PARLANCE_DECL std::string unescape(std::string_view text, char quote);

    PARLANCE_DECL std::optional<std::int64_t> integer(part const& p);
    PARLANCE_DECL std::uint32_t index(part const& p);
    PARLANCE_DECL std::uint32_t slice(part const& p);

    std::string_view text_;
    limits const& bounds_;
    work looks_;
    std::deque<part> parts_;  // not moved as there are more of them
    std::deque<jmes_node> nodes_;
    std::optional<diagnostic> wrong_;
    std::size_t depth_ = 0;  // of projections inside projections
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/detail/impl/jmespath_reader.ipp>
#endif

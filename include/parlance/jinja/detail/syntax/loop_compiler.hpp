// parlance/jinja/detail/syntax/loop_compiler.hpp - scopes, assignments, branches and loops to instructions
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/expression_compiler.hpp>
#include <parlance/jinja/detail/syntax/scope.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>

namespace parlance::jinja::detail {

/// The part of the compiler that knows names and where break and continue go.
class loop_compiler : public expression_compiler {
public:
    virtual ~loop_compiler() = default;

protected:
    using expression_compiler::expression_compiler;

    /// Any statement; the whole compiler has it.
    virtual void statement(node_id id) = 0;

    /// Sets something for a while.
    template <class T>
    class temporarily {
    public:
        temporarily(T& place, T value) : place_(place), before_(place) { place = value; }
        temporarily(temporarily const&) = delete;
        temporarily& operator=(temporarily const&) = delete;
        ~temporarily() { place_ = before_; }

    private:
        T& place_;
        T before_;
    };

    /// Compiles `inside` within the scope `inner`.
    template <class Inside>
    void within(scope& inner, Inside inside) {
        temporarily<scope*> const names(names_, &inner);
        temporarily<bool> const hard(soft_, false);
        enter(inner);
        inside();
    }

    /// Gives the names of a scope their values.
    PARLANCE_DECL void enter(scope const& s);

    /// Stores the operand on top.
    PARLANCE_DECL void assign(node_id target);
    PARLANCE_DECL void check_loop_name(node const& n) const;

    PARLANCE_DECL void branches(node const& n);

    struct loop_parts {
        node_id target, iterable, filter, body, otherwise;
        explicit loop_parts(ast const& tree, node const& n)
            : target(tree.edges[n.a]),
              iterable(tree.edges[n.a + 1]),
              filter(tree.edges[n.a + 2]),
              body(tree.edges[n.a + 3]),
              otherwise(tree.edges[n.a + 4]) {}
    };

    PARLANCE_DECL void loop(node const& n);

    /// Whether the body looks at what only a look ahead can tell, so that a filter must have run before.
    [[nodiscard]] PARLANCE_DECL bool looks_ahead(name_id loop_name, node_id body) const;

    PARLANCE_DECL void loop_code(node const& n, loop_parts const& parts, bool recursive);

    /// The item on top goes to the target, seen by the filter only; then the test.
    PARLANCE_DECL void filter_test(loop_parts const& parts, scope& tested);

    PARLANCE_DECL void leave(node const& n);

    /// Text captured while `inside` runs, as the operand on top.
    template <class Inside>
    void captured(std::uint32_t at, Inside inside) {
        loop_targets* const around = loop_targets_;
        emit(op::capture, at);
        if (around != nullptr) {
            ++around->captures;
        }
        inside();
        if (around != nullptr) {
            --around->captures;
        }
        emit(op::capture_end, at, 0, 0, static_cast<std::uint8_t>(escape_));
    }

    /// Compiles `inside(scope)` as a function of its own, behind a jump, and returns its number.
    template <class Inside>
    std::uint32_t function_body(std::uint32_t at, name_id name, Inside inside) {
        auto const number = static_cast<std::uint32_t>(out_.functions.size());
        out_.functions.emplace_back();
        out_.functions[current_].leaf = false;
        std::uint32_t const around = emit(op::jump, at);
        out_.functions[number].entry = here();
        out_.functions[number].name = name;
        slot_table slots;
        slots.outer = slots_;
        slots.depth = slots_->depth + 1;
        {
            temporarily<slot_table*> const table(slots_, &slots);
            temporarily<std::uint32_t> const current(current_, number);
            temporarily<loop_targets*> const no_jumps(loop_targets_, nullptr);
            scope inner(ast_, names_, slots);
            inside(inner);
            emit(op::leave_function, at);
            out_.functions[number].slots = slots.count;
        }
        land(around);
        return number;
    }

    struct loop_targets {
        std::uint32_t next;
        vec<std::uint32_t>* breaks;
        std::uint32_t captures = 0;  // open between the loop and here
    };
    loop_targets* loop_targets_ = nullptr;
    bool loop_reserved_ = false;
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/loop_compiler.ipp>
#endif

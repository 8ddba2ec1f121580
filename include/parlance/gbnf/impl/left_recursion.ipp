// parlance/gbnf/impl/left_recursion.ipp - definitions of what parlance/gbnf/left_recursion.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/gbnf/detail/recursion_rewriter.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <optional>
#include <utility>

namespace parlance::gbnf {

result<grammar> without_left_recursion(grammar_view const& g, limits const& bounds) {
    stop_asker never;
    return without_left_recursion(detail::owned(g, never), bounds);
}
result<grammar> without_left_recursion(grammar&& g, limits const& bounds) {
    detail::recursion_rewriter rewriter(g, bounds);
    result<std::optional<grammar>> rewritten = rewriter.run();
    rewriter.clear();
    if (!rewritten) {
        return rewritten.error();
    }
    return *rewritten ? *std::move(*rewritten) : std::move(g);
}

}  // namespace parlance::gbnf

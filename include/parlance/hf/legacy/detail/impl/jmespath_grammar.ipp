// parlance/hf/legacy/detail/impl/jmespath_grammar.ipp - definitions of what parlance/hf/legacy/detail/jmespath_grammar.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_grammar.hpp>
#include <parlance/peg/json.hpp>
#include <parlance/peg/lower.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>

namespace parlance::hf::detail {

peg::arena const* jmespath_table(stop_token stop) {
    namespace g = jmespath_grammar;
    struct stopped {};
    limits bounds;
    bounds.stop = stop;
    try {
        static peg::arena const table = [&] {
            auto made =
                peg::lower_at_run_time<g::whole, g::expression_def, g::both_def, g::chain_def, g::bracket_def,
                                       g::named_def, g::list_def, g::hash_def>(bounds);
            if (!made) {
                throw stopped{};  // the next call makes it anew
            }
            return *std::move(made);
        }();
        return &table;
    } catch (stopped) {
        return nullptr;
    }
}

}  // namespace parlance::hf::detail

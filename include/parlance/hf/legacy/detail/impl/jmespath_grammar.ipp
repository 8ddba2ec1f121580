// parlance/hf/legacy/detail/impl/jmespath_grammar.ipp - definitions of what parlance/hf/legacy/detail/jmespath_grammar.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_grammar.hpp>
#include <parlance/peg/json.hpp>
#include <parlance/peg/lower.hpp>
#include <parlance/text/result.hpp>

namespace parlance::hf::detail {

peg::arena const& jmespath_table() {
    namespace g = jmespath_grammar;
    static peg::arena const table =
        peg::lower_at_run_time<g::whole, g::expression_def, g::both_def, g::chain_def, g::bracket_def,
                               g::named_def, g::list_def, g::hash_def>()
            .value();
    return table;
}

}  // namespace parlance::hf::detail

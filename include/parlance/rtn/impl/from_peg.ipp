// parlance/rtn/impl/from_peg.ipp - definitions of what parlance/rtn/from_peg.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/from_peg.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/peg_regular.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/until.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <concepts>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::rtn {

result<rule_id> from_peg(peg::arena_view arena, builder& out, limits const& bounds) {
    return from_peg(
        arena, out,
        [](builder&, std::uint32_t) -> result<rule_id> {
            return diagnostic{errc::not_lowerable, {}, 0, "a schema node, and nobody to ask about it"};
        },
        bounds);
}

}  // namespace parlance::rtn

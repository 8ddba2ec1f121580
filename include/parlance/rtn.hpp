// parlance/rtn.hpp - recursive transition networks over bytes: where grammars, parsing tables and schemas meet
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/alphabet.hpp>
#include <parlance/rtn/backwards.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_peg.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/regex_parts.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/rtn/until.hpp>

// parlance/src/core/rtn.hpp - the definitions of rtn/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/impl/equal_rows.ipp>
#include <parlance/rtn/detail/impl/expression.ipp>
#include <parlance/rtn/detail/impl/gbnf_chars.ipp>
#include <parlance/rtn/detail/impl/pair_table.ipp>
#include <parlance/rtn/detail/impl/peg_regular.ipp>
#include <parlance/rtn/detail/impl/refine.ipp>
#include <parlance/rtn/detail/impl/regex_property.ipp>
#include <parlance/rtn/detail/impl/regex_set.ipp>
#include <parlance/rtn/detail/impl/regex_syntax.ipp>
#include <parlance/rtn/detail/impl/regex_text.ipp>
#include <parlance/rtn/detail/impl/row_equations.ipp>
#include <parlance/rtn/detail/impl/state_reader.ipp>
#include <parlance/rtn/impl/alphabet.ipp>
#include <parlance/rtn/impl/bytes.ipp>
#include <parlance/rtn/impl/dfa.ipp>
#include <parlance/rtn/impl/from_gbnf.ipp>
#include <parlance/rtn/impl/from_peg.ipp>
#include <parlance/rtn/impl/from_regex.ipp>
#include <parlance/rtn/impl/network.ipp>
#include <parlance/rtn/impl/nfa.ipp>
#include <parlance/rtn/impl/regex.ipp>
#include <parlance/rtn/impl/to_gbnf.ipp>
#include <parlance/rtn/impl/until.ipp>

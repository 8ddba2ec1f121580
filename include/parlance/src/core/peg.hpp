// parlance/src/core/peg.hpp - the definitions of peg/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/detail/impl/notation_text.ipp>
#include <parlance/peg/detail/impl/validate.ipp>
#include <parlance/peg/impl/graphviz.ipp>
#include <parlance/peg/impl/parse.ipp>
#include <parlance/peg/impl/print.ipp>
#include <parlance/peg/impl/save.ipp>
#include <parlance/peg/impl/tree.ipp>

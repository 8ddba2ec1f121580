// parlance/src/core/gbnf.hpp - the definitions of gbnf/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/impl/check.ipp>
#include <parlance/gbnf/impl/check_text.ipp>
#include <parlance/gbnf/impl/left_recursion.ipp>
#include <parlance/gbnf/impl/print.ipp>

// parlance/src/core.hpp - all definitions of the core tier, to be included in one file of a program
// SPDX-License-Identifier: BSL-1.0
#pragma once
#ifndef PARLANCE_SEPARATE_COMPILATION
#error                                                                                                       \
    "parlance: compile with PARLANCE_SEPARATE_COMPILATION, as every file that uses the library, or leave this file out"
#endif
#include <parlance/src/core/gbnf.hpp>
#include <parlance/src/core/mask.hpp>
#include <parlance/src/core/peg.hpp>
#include <parlance/src/core/rtn.hpp>
#include <parlance/src/core/text.hpp>
#include <parlance/src/core/vocab.hpp>

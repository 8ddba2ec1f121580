// parlance/src/hf.hpp - all definitions of Hugging Face response formats, to be included in one file of a program
// SPDX-License-Identifier: BSL-1.0
#pragma once
#ifndef PARLANCE_SEPARATE_COMPILATION
#error                                                                                                       \
    "parlance: compile with PARLANCE_SEPARATE_COMPILATION, as every file that uses the library, or leave this file out"
#endif
#include <parlance/src/hf/hf_detail.hpp>
#include <parlance/src/hf/hf.hpp>
#include <parlance/src/hf/hf_legacy.hpp>

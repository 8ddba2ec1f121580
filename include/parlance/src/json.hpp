// parlance/src/json.hpp - all definitions of the front ends, to be included in one file of a program
// SPDX-License-Identifier: BSL-1.0
#pragma once
#ifndef PARLANCE_SEPARATE_COMPILATION
#error                                                                                                       \
    "parlance: compile with PARLANCE_SEPARATE_COMPILATION, as every file that uses the library, or leave this file out"
#endif
#include <parlance/src/json/chat_analysis.hpp>
#include <parlance/src/json/chat_detail.hpp>
#include <parlance/src/json/chat.hpp>
#include <parlance/src/json/chat_known.hpp>
#include <parlance/src/json/jinja.hpp>
#include <parlance/src/json/json.hpp>
#include <parlance/src/json/schema.hpp>
#include <parlance/src/json/vocab.hpp>

// parlance/gbnf.hpp - grammars in GBNF: compile, check and print them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/check_text.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/gbnf/json.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/gbnf/print.hpp>
#include <parlance/gbnf/resolve.hpp>

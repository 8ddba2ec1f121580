// parlance/jinja.hpp - chat templates: compile once, render often
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/arithmetic.hpp>
#include <parlance/jinja/ast.hpp>
#include <parlance/jinja/callable.hpp>
#include <parlance/jinja/compiler.hpp>
#include <parlance/jinja/fault.hpp>
#include <parlance/jinja/integer.hpp>
#include <parlance/jinja/lexer.hpp>
#include <parlance/jinja/memory.hpp>
#include <parlance/jinja/operators.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/jinja/parser.hpp>
#include <parlance/jinja/print.hpp>
#include <parlance/jinja/program.hpp>
#include <parlance/jinja/runtime.hpp>
#include <parlance/jinja/scope.hpp>
#include <parlance/jinja/sequence.hpp>
#include <parlance/jinja/tables.hpp>
#include <parlance/jinja/text.hpp>
#include <parlance/jinja/token.hpp>
#include <parlance/jinja/value.hpp>

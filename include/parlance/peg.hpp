// parlance/peg.hpp - parsing tables: build, match and stream them; the X3 notation for them is a door of its own, peg/lower.hpp
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/char_set.hpp>
#include <parlance/peg/check.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/graphviz.hpp>
#include <parlance/peg/hold.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/peg/save.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/peg/tree.hpp>

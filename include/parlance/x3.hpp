// parlance/x3.hpp - Spirit X3 expressions as tables for parsing, and as the notation of chat formats
// SPDX-License-Identifier: BSL-1.0
#pragma once
// Apart from the other umbrellas: who does not write expressions does not pay for X3.
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/place.hpp>
#include <parlance/peg/json.hpp>
#include <parlance/peg/lower.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/text.hpp>
#include <parlance/peg/x3.hpp>

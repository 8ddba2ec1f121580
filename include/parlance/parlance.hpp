// parlance/parlance.hpp - all of the library but chat/hf/, which needs PCRE2
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat.hpp>
#include <parlance/gbnf.hpp>
#include <parlance/jinja.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/number.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/mask.hpp>
#include <parlance/peg.hpp>
#include <parlance/peg/json.hpp>
#include <parlance/peg/lower.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/text.hpp>
#include <parlance/peg/x3.hpp>
#include <parlance/rtn.hpp>
#include <parlance/schema.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/fixed_string.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/position.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/version.hpp>
#include <parlance/vocab.hpp>

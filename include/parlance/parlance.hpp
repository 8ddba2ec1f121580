// parlance/parlance.hpp - all of the library but x3.hpp, the notation for tables, and chat/hf/, which needs PCRE2
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat.hpp>
#include <parlance/fwd.hpp>
#include <parlance/gbnf.hpp>
#include <parlance/jinja.hpp>
#include <parlance/json.hpp>
#include <parlance/mask.hpp>
#include <parlance/peg.hpp>
#include <parlance/rtn.hpp>
#include <parlance/schema.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/fixed_string.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/position.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/same_rows.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/version.hpp>
#include <parlance/vocab.hpp>
#include <parlance/vocab/hf_config.hpp>
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/load.hpp>
#include <parlance/vocab/tekken.hpp>

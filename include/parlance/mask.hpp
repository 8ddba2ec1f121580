// parlance/mask.hpp - which tokens may come next
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/batch.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/cache_options.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/mask/explain.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/logits.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/rehearse.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/mask/token_roles.hpp>
#include <parlance/mask/trigger.hpp>

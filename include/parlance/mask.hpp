// parlance/mask.hpp - which tokens may come next
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/batch.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/cache.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/mask/element_machine.hpp>
#include <parlance/mask/explain.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/index.hpp>
#include <parlance/mask/logits.hpp>
#include <parlance/mask/machine.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/memo.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/slice.hpp>
#include <parlance/mask/stack.hpp>
#include <parlance/mask/start.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/mask/walk.hpp>

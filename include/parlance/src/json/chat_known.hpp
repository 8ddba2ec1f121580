// parlance/src/json/chat_known.hpp - the definitions of chat/known/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/known/impl/dialects.ipp>
#include <parlance/chat/known/impl/routes.ipp>
#include <parlance/chat/known/impl/rules.ipp>

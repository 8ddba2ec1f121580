// parlance/src/core/text.hpp - the definitions of text/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/impl/diagnostic.ipp>
#include <parlance/text/impl/hash_map.ipp>
#include <parlance/text/impl/node_pool.ipp>
#include <parlance/text/impl/ordered_map.ipp>
#include <parlance/text/impl/sequence_table.ipp>
#include <parlance/text/impl/space.ipp>
#include <parlance/text/impl/vec.ipp>

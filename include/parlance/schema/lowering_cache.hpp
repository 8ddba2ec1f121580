// parlance/schema/lowering_cache.hpp - what schemas were lowered to, kept by content for the requests to come
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <memory>
#include <string>

namespace parlance::rtn {
struct part;
}  // namespace parlance::rtn

namespace parlance::schema {

namespace detail {
class lowered_parts;
}  // namespace detail

/// A memory for options::cache: a schema that was lowered before is copied, and so is what mask::grammar::prepare() found out
/// about it.  Who has four hundred tools and a new one pays for the new one and for copying the others.
///
/// Schemas are compared, byte for byte, with their options and limits, so nobody gets what was made of another schema.
/// A network is the same, state for state, as without a cache, whatever was asked before; so are errors.  What failed is not
/// kept, nor what options::documents were asked for.  Preparing a network with parts that are kept may take somewhat more or less
/// of limits::fuel than one without: always the same, whatever was asked before.
///
/// Copies share one memory, which may be used from several threads at a time.  It holds a number of bytes at most; what was
/// not asked for longest goes first.  Whether a schema is known can be told by the time that it takes: tenants who must not
/// learn this of each other need a cache each.
///
///     schema::lowering_cache const kept(std::size_t{64} << 20);  // one for the server
///     request.schemas = chat::tool_schema_options();
///     request.schemas->cache = kept;
class lowering_cache {
public:
    /// Keeps nothing.
    lowering_cache() noexcept = default;
    PARLANCE_DECL explicit lowering_cache(std::size_t most_bytes);

    [[nodiscard]] explicit operator bool() const noexcept { return parts_ != nullptr; }
    /// Bytes it holds, never more than it may.  What it has dropped lives on in the networks that have it.
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
    /// Forgets all.
    PARLANCE_DECL void clear() noexcept;

    /// Other rules, by a content that says what they are of: kept_parts of from_peg().  Nothing, where nothing is kept.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<rtn::part const> find(std::string const& content) const;
    PARLANCE_DECL void keep(std::string&& content, std::shared_ptr<rtn::part const> rules) const;

    /// For lowerer.
    [[nodiscard]] detail::lowered_parts* parts() const noexcept { return parts_.get(); }

private:
    std::shared_ptr<detail::lowered_parts> parts_;
};

}  // namespace parlance::schema

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/impl/lowering_cache.ipp>
#endif

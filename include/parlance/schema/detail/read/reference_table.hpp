// parlance/schema/detail/read/reference_table.hpp - what the URIs and names in schema documents lead to
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// What `$schema` says; `any` is the union of the drafts' keywords.
enum class draft : std::uint8_t { any, d4, d6, d7, d2019, d2020 };

[[nodiscard]] PARLANCE_DECL draft draft_of(std::string_view uri) noexcept;

/// A part of a document that has a URI of its own, and a document as a whole.
struct resource {
    std::string base;
    fingerprint print{};  // of the base, which may be long and is that of many references
    boost::json::value const* root = nullptr;
    draft version = draft::any;
    std::uint32_t whole = 0;  // the document that it is a part of
};

/// Resources and anchors, by URI, by name, and by where they stand.  Keeps pointers into the documents.  A URI that is short in
/// a document may be long once it is resolved, so each is paid for, and each that is kept is held: where that cannot be, nothing
/// is added, and `spent` says so.
class reference_table {
public:
    /// Where a name leads.  Several resources may have it as a dynamic anchor: then it has a number.
    struct anchor {
        boost::json::value const* at;
        bool dynamic = false;
        maybe<dynamic_scopes::name_id> several{};
    };
    /// $recursiveAnchor is a dynamic anchor that $recursiveRef asks for.
    static constexpr std::string_view recursive_name{};

    /// A resource with a root of its own, a document where `whole` is its own number, which it returns; `version` where it
    /// does not say which.
    PARLANCE_DECL std::uint32_t open(std::string uri, boost::json::value const& root, draft version,
                                     std::uint32_t whole, work& spent);
    /// What a schema says of its own place: URIs and names.  Returns the resource that its parts belong to.
    [[nodiscard]] PARLANCE_DECL std::uint32_t name_part(boost::json::value const& where, std::uint32_t in,
                                                        work& spent);
    /// Says to which resource a schema belongs; the first one where nothing is said.
    void set_resource(boost::json::object const& where, std::uint32_t number) {
        places_.try_emplace(&where, number);
    }

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(resources_.size());
    }
    [[nodiscard]] resource const& operator[](std::size_t number) const { return resources_[number]; }
    [[nodiscard]] bool knows(std::string const& uri) const { return ids_.contains(uri); }
    [[nodiscard]] PARLANCE_DECL std::uint32_t resource_of(boost::json::object const& where) const;
    /// The draft that the schema `where` is written in.
    [[nodiscard]] PARLANCE_DECL draft version_of(boost::json::object const& where) const;
    /// The JSON Pointer of a part, behind the URI of its document where that is another one.
    [[nodiscard]] PARLANCE_DECL std::string pointer_of(boost::json::value const& part) const;

    /// A reference as a URI, seen from a resource; none where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL maybe<std::string> resolve(std::uint32_t from, std::string_view reference,
                                                           work& spent) const;
    /// What a reference leads to where nothing else was entered.  Errors: unresolved_reference, and those of the meter.
    [[nodiscard]] PARLANCE_DECL result<anchor> find(std::string_view keyword, std::string_view reference,
                                                    boost::json::object const& where, work& spent) const;
    /// Frees it, with looks whether to stop in between; false where it is asked to.
    [[nodiscard]] PARLANCE_DECL bool free(work& looks);

    /// By resource and name.
    [[nodiscard]] auto& anchors() noexcept { return anchors_; }
    [[nodiscard]] auto const& anchors() const noexcept { return anchors_; }

private:
    static constexpr std::uint32_t ambiguous = 0xFFFF'FFFF;

    /// Says where a URI leads, unless that was said; false where it cannot be kept.
    [[nodiscard]] PARLANCE_DECL bool name(std::string const& uri, std::uint32_t number, work& spent);
    /// The last segment is enough where it is unique: what relative references come to in documents without a URI.
    [[nodiscard]] PARLANCE_DECL std::optional<std::uint32_t> by_last_segment(std::string_view base) const;
    /// The two halves of name_part: its URIs, which may open a resource, and its anchors.
    [[nodiscard]] PARLANCE_DECL std::uint32_t name_ids(boost::json::value const& where, std::uint32_t in,
                                                       work& spent);
    PARLANCE_DECL void name_anchors(boost::json::value const& where, std::uint32_t in);

    bool mixed_drafts_ = false;
    vec<resource> resources_;                                     // the schema itself first
    hash_map<boost::json::object const*, std::uint32_t> places_;  // in resources but the first
    hash_map<std::string, std::uint32_t> ids_;
    hash_map<std::string, std::uint32_t> last_segments_;  // of those; ambiguous if several resources have it
    ordered_map<std::pair<std::uint32_t, std::string>, anchor> anchors_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/reference_table.ipp>
#endif

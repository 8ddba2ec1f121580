// parlance/schema/detail/read/document.hpp - a schema document: its places, drafts, references, and which parts are equal
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// What `$schema` says; `any` is the union of the drafts' keywords.
enum class draft : std::uint8_t { any, d4, d6, d7, d2019, d2020 };

[[nodiscard]] PARLANCE_DECL draft draft_of(std::string_view uri) noexcept;

/// A part of a document that has a URI of its own, and a document as a whole.
struct resource {
    std::string base;
    boost::json::value const* root = nullptr;
    draft version = draft::any;
    std::uint32_t whole = 0;  // the document that it is a part of
};

/// A schema, and the documents that it refers to.  Keeps pointers into the values it was made from.
class document {
public:
    /// Errors: nested_too_deep, out_of_fuel (too many documents), unsupported_keyword (too many names of dynamic anchors),
    /// and those of text/work.hpp.
    [[nodiscard]] PARLANCE_DECL static result<document>
    make(boost::json::value const& root, limits const& bounds, document_source const& others = {});

    /// The draft that the schema `where` is written in.
    [[nodiscard]] PARLANCE_DECL draft version(boost::json::object const& where) const;

    /// What the reference behind `keyword` in the schema `where`, whose scope is `in`, leads to.
    /// Errors: unresolved_reference.
    [[nodiscard]] PARLANCE_DECL result<boost::json::value const*> resolve(std::string_view keyword,
                                                                          std::string_view reference,
                                                                          boost::json::object const& where,
                                                                          scope_id in) const;

    /// The scope inside of `part` where it is reached from a part in the scope `outer`: see dynamic_scopes.
    [[nodiscard]] PARLANCE_DECL scope_id inside(scope_id outer, boost::json::value const& part);
    /// What a part says in a scope.
    [[nodiscard]] PARLANCE_DECL fingerprint print_of(boost::json::value const& v, scope_id in) const;

    /// A schema that applies the next of a list to the same value, and the scope inside of it.
    struct applied {
        boost::json::value const* schema;
        scope_id inside;
        friend bool operator==(applied const&, applied const&) = default;
    };
    /// The error of schemas the last of which applies the first again: unresolved_reference, at one of the references
    /// among them, with where they lead.
    [[nodiscard]] PARLANCE_DECL diagnostic circle(vec<applied> const& parts) const;

    /// What reading may take.  errors  those of text/work.hpp, where it took more
    [[nodiscard]] work& reading() noexcept { return spent_; }

    /// Whether what hangs on the keyword is schemas by name, so that the names are no keywords.
    [[nodiscard]] PARLANCE_DECL static bool names_schemas(std::string_view key) noexcept;
    /// Whether a schema, or a list of them, hangs on the keyword.
    [[nodiscard]] PARLANCE_DECL static bool holds_schemas(std::string_view key) noexcept;

private:
    explicit document(limits const& bounds) : spent_(bounds), most_depth_(bounds.nesting) {}

    static constexpr std::size_t most_documents = 1000;
    static constexpr std::uint32_t ambiguous = 0xFFFF'FFFF;
    /// Where a name leads.  Several resources may have it as a dynamic anchor: then it has a number.
    struct anchor {
        boost::json::value const* at;
        bool dynamic = false;
        maybe<dynamic_scopes::name_id> several{};
    };
    /// $recursiveAnchor is a dynamic anchor that $recursiveRef asks for.
    static constexpr std::string_view recursive_name{};

    PARLANCE_DECL void add(std::string uri, boost::json::value const& root, draft version);
    PARLANCE_DECL void open(std::string uri, boost::json::value const& root, draft version,
                            std::uint32_t whole);

    /// Says where a URI leads, unless that was said.
    PARLANCE_DECL void name(std::string uri, std::uint32_t number);
    /// What a reference leads to where nothing else was entered.
    [[nodiscard]] PARLANCE_DECL result<anchor> find(std::string_view keyword, std::string_view reference,
                                                    boost::json::object const& where) const;
    [[nodiscard]] PARLANCE_DECL std::uint32_t resource_of(boost::json::object const& where) const;
    /// The JSON Pointer of a part, behind the URI of its document where that is another one.
    [[nodiscard]] PARLANCE_DECL std::string pointer_of(boost::json::value const& part) const;

    /// Numbers the names of several dynamic anchors, and finds out which parts lead to references to them.
    [[nodiscard]] PARLANCE_DECL result<void> trace_dynamic(limits const& bounds);
    [[nodiscard]] PARLANCE_DECL bool trace(boost::json::value const& v, boost::json::object const* around,
                                           work& spent);

    /// The last segment is enough where it is unique: what relative references come to in documents without a URI.
    [[nodiscard]] PARLANCE_DECL std::optional<std::uint32_t> by_last_segment(std::string_view base) const;

    /// What a schema says of its own place: URIs and names.  Returns the resource that its parts belong to.
    [[nodiscard]] PARLANCE_DECL std::uint32_t name_part(boost::json::value const& where, std::uint32_t in);

    /// Whether values hang on it that only look like schemas.
    [[nodiscard]] PARLANCE_DECL static bool is_data(std::string_view key) noexcept;
    static constexpr std::string_view below_unknown = "\xFF";  // stands for all keywords that are not known

    /// `key` is the keyword that `v` hangs on, of values that are data the one that says so.
    PARLANCE_DECL fingerprint visit(boost::json::value const& v, std::size_t depth, std::uint32_t in,
                                    std::string_view key);

    work spent_;
    std::size_t most_depth_ = 0;
    bool refers_ = false;
    bool too_deep_ = false;
    bool mixed_drafts_ = false;
    bool refers_dynamically_ = false;
    vec<resource> resources_;                                 // the schema itself first
    vec<std::pair<std::uint32_t, std::string_view>> wanted_;  // references to other URIs, and from where
    hash_map<boost::json::value const*, fingerprint> prints_;
    maybe<fingerprint> whole_;
    hash_map<boost::json::object const*, std::uint32_t> places_;  // in resources but the first
    hash_map<std::string, std::uint32_t> ids_;
    hash_map<std::string, std::uint32_t> last_segments_;  // of those; ambiguous if several resources have it
    ordered_map<std::pair<std::uint32_t, std::string>, anchor> anchors_;
    vec<std::string> several_;  // names of several dynamic anchors
    dynamic_scopes scopes_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/document.ipp>
#endif

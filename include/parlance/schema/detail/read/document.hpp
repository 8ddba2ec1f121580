// parlance/schema/detail/read/document.hpp - a schema document: what its references mean in their scopes, and which parts are equal
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/read/reference_table.hpp>
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

/// Limits for what goes on where a meter has got to.
[[nodiscard]] inline limits left_of(limits const& bounds, work const& spent) {
    limits out = bounds;
    out.fuel = spent.left();
    out.allocated_bytes = spent.bytes_left();
    return out;
}

/// A schema, and the documents that it refers to.  Keeps pointers into the values it was made from.
class document {
public:
    /// Errors: nested_too_deep, out_of_fuel (too many documents), unsupported_keyword (too many names of dynamic anchors),
    /// and those of text/work.hpp.
    [[nodiscard]] PARLANCE_DECL static result<document>
    make(boost::json::value const& root, limits const& bounds, document_source const& others = {});
    /// The same for what goes on with the meter, which has paid for the document, or for what was read before an error.
    [[nodiscard]] PARLANCE_DECL static result<document>
    make(boost::json::value const& root, limits const& bounds, document_source const& others, work& spent);

    /// The draft that the schema `where` is written in.
    [[nodiscard]] draft version(boost::json::object const& where) const { return names_.version_of(where); }

    /// What the reference behind `keyword` in the schema `where`, whose scope is `in`, leads to.
    /// Errors: unresolved_reference, and those of the meter.
    [[nodiscard]] PARLANCE_DECL result<boost::json::value const*> resolve(std::string_view keyword,
                                                                          std::string_view reference,
                                                                          boost::json::object const& where,
                                                                          scope_id in, work& spent) const;
    /// The two halves of it, for what asks in many scopes: the first reads URIs, the second looks up a number.
    [[nodiscard]] result<reference_table::anchor> name_of(std::string_view keyword,
                                                          std::string_view reference,
                                                          boost::json::object const& where,
                                                          work& spent) const {
        return names_.find(keyword, reference, where, spent);
    }
    [[nodiscard]] PARLANCE_DECL boost::json::value const* leads_to(reference_table::anchor const& name,
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

    /// Frees all that was read, with looks whether to stop in between; false where it is asked to.
    [[nodiscard]] PARLANCE_DECL bool free(work& looks);

    /// What reading may take.  errors  those of text/work.hpp, where it took more
    [[nodiscard]] work& reading() noexcept { return spent_; }

    /// Whether what hangs on the keyword is schemas by name, so that the names are no keywords.
    [[nodiscard]] PARLANCE_DECL static bool names_schemas(std::string_view key) noexcept;
    /// Whether a schema, or a list of them, hangs on the keyword.
    [[nodiscard]] PARLANCE_DECL static bool holds_schemas(std::string_view key) noexcept;

private:
    document(limits const& bounds, work const& spent) : spent_(spent), most_depth_(bounds.nesting) {}

    static constexpr std::size_t most_documents = 1000;
    [[nodiscard]] PARLANCE_DECL result<void> read(boost::json::value const& root,
                                                  document_source const& others);
    PARLANCE_DECL void add(std::string uri, boost::json::value const& root, draft version);
    /// Numbers the names of several dynamic anchors, and finds out which parts lead to references to them.
    [[nodiscard]] PARLANCE_DECL result<void> trace_dynamic();
    [[nodiscard]] PARLANCE_DECL bool trace(boost::json::value const& v, boost::json::object const* around);

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
    bool refers_dynamically_ = false;
    reference_table names_;
    vec<std::pair<std::uint32_t, std::string_view>> wanted_;  // references to other URIs, and from where
    hash_map<boost::json::value const*, fingerprint> prints_;
    maybe<fingerprint> whole_;
    vec<std::string> several_;  // names of several dynamic anchors
    dynamic_scopes scopes_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/document.ipp>
#endif

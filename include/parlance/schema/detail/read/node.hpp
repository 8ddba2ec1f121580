// parlance/schema/detail/read/node.hpp - a schema with its keywords read and checked
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

using node_id = std::uint32_t;
inline constexpr node_id no_node = 0xFFFF'FFFF;

/// JSON's types; a set of them is the bits 1 << type.
enum class type : std::uint8_t { null, boolean, number, string, array, object };
inline constexpr std::uint8_t all_types = 0x3F;
[[nodiscard]] constexpr std::uint8_t bit(type t) noexcept {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(t));
}

[[nodiscard]] PARLANCE_DECL type type_of(boost::json::value const& v) noexcept;

inline constexpr std::uint64_t no_limit = 0xFFFF'FFFF'FFFF'FFFF;

/// Schemas inside a schema, by name.
struct named_node {
    std::string_view name;
    node_id node;
};

/// How a schema is reached from its parent: by a keyword, and by a name or an index behind that.  Points into the document.
///
/// keyword  without a parent it is the JSON Pointer that a reference has, behind its first '/'
struct node_step {
    static constexpr std::size_t no_item = static_cast<std::size_t>(-1);
    std::string_view keyword{};
    std::string_view name{};
    std::size_t item = no_item;
};

/// The keywords of one schema object.  What a keyword that is absent would say is the default.
struct node {
    boost::json::value const* json = nullptr;
    scope_id scope = no_scope;  // what dynamic references inside go by
    node_id parent = no_node;   // for the pointer
    node_step step{};
    bool loaded = false;
    diagnostic broken{};  // why it cannot be read, if so

    std::optional<bool> constant{};  // `true` and `false` as schemas
    std::uint8_t types = all_types;
    bool integer = false;                        // numbers must be whole
    boost::json::array const* values = nullptr;  // enum
    boost::json::value const* single = nullptr;  // const

    std::uint64_t min_length = 0;
    std::uint64_t max_length = no_limit;
    std::optional<std::string_view> pattern{};
    std::string_view format{};  // one that is enforced

    maybe<decimal> low{};
    maybe<decimal> high{};
    bool low_open = false;
    bool high_open = false;
    maybe<decimal> multiple{};

    vec<node_id> prefix;
    node_id rest = no_node;
    std::uint64_t min_items = 0;
    std::uint64_t max_items = no_limit;
    bool unique = false;
    node_id contains = no_node;
    std::uint64_t min_contains = 1;
    std::uint64_t max_contains = no_limit;
    node_id unevaluated_items = no_node;

    vec<named_node> properties;
    vec<named_node> patterns;
    node_id additional = no_node;
    std::vector<std::string_view> required;
    std::uint64_t min_properties = 0;
    std::uint64_t max_properties = no_limit;
    node_id names = no_node;
    vec<std::pair<std::string_view, std::vector<std::string_view>>> dependent_required;
    vec<named_node> dependent_schemas;
    node_id unevaluated_properties = no_node;

    vec<node_id> all_of;
    vec<node_id> any_of;
    vec<node_id> one_of;
    node_id negated = no_node;
    node_id condition = no_node;
    node_id then = no_node;
    node_id otherwise = no_node;
    node_id reference = no_node;
    node_id breach_of = no_node;  // all of that one, save that something unevaluated is what it may not be

    [[nodiscard]] PARLANCE_DECL bool about_strings() const noexcept;
    [[nodiscard]] bool about_numbers() const noexcept { return integer || low || high || multiple; }
    [[nodiscard]] PARLANCE_DECL bool about_arrays() const noexcept;
    [[nodiscard]] PARLANCE_DECL bool about_objects() const noexcept;
    [[nodiscard]] PARLANCE_DECL bool about(type t) const noexcept;
    /// Whether `if` says anything of values; without `then` and `else` it only evaluates.
    [[nodiscard]] bool branches() const noexcept { return then != no_node || otherwise != no_node; }
    [[nodiscard]] PARLANCE_DECL bool combines() const noexcept;
    /// Whether it says no more than the schema that it refers to.
    [[nodiscard]] PARLANCE_DECL bool refers_only() const noexcept;
};

/// The nodes of a document, read when they are asked for; equal schemas are one node.
class node_table {
public:
    /// `strict`: formats that are not known are refused.
    node_table(document& source, bool (*known_format)(std::string_view), bool strict = false)
        : source_(&source), known_format_(known_format), strict_(strict) {}

    [[nodiscard]] document& source() const noexcept { return *source_; }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }

    /// The node of a part of the document that is reached from one in the scope `outer`.
    [[nodiscard]] PARLANCE_DECL node_id id_of(boost::json::value const& json, scope_id outer = no_scope,
                                              node_id parent = no_node, node_step step = {});

    /// Reads the keywords of `id`.  Errors: unsupported_keyword, invalid_keyword, unresolved_reference; the hint
    /// begins with the JSON Pointer.
    [[nodiscard]] PARLANCE_DECL result<void> load(node_id id);

    [[nodiscard]] node const& operator[](node_id id) const noexcept { return nodes_[id]; }

    [[nodiscard]] PARLANCE_DECL std::string pointer_of(node_id id) const;
    [[nodiscard]] PARLANCE_DECL diagnostic fail(errc code, node_id id, std::string_view keyword,
                                                std::string_view why) const;
    /// Whether `properties` of a node has this name; many names are sorted out once.
    [[nodiscard]] PARLANCE_DECL bool names_property(node_id id, std::string_view name);
    /// A node that no part of the document is: the first one asked for with this `key`.
    [[nodiscard]] PARLANCE_DECL node_id made(std::string key, node&& n);
    [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return notes_; }
    /// Kept twice in the end; where there is no room for it, the meter of the document says so.
    void add_note(std::string text) {
        if (work& paid = source_->reading(); paid.spend(text.size()) && paid.hold(2 * text.size())) {
            text.shrink_to_fit();  // it has grown by halves
            notes_.push_back(std::move(text));
        }
    }

    /// Frees all nodes, with looks whether to stop in between; false where that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool free(work& spent);

private:
    friend class keyword_reading;

    [[nodiscard]] PARLANCE_DECL result<void> load_new(node_id id);

    /// What keywords say of one another, once all are read.
    PARLANCE_DECL void finish(node_id id, boost::json::object const& all);

    /// Nodes with a scope: a part of the document may be one in each.
    static constexpr std::size_t most_scoped = 20'000;

    document* source_;
    std::size_t scoped_ = 0;
    bool (*known_format_)(std::string_view);
    bool strict_;
    std::deque<node> nodes_;  // so that references stay valid while it grows
    hash_map<fingerprint, node_id, hash_fingerprint> ids_;
    hash_map<std::string, node_id> made_;
    hash_map<node_id, hash_set<std::string_view>> property_names_;
    std::vector<std::string> notes_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/node.ipp>
#endif

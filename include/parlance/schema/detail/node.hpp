// parlance/schema/detail/node.hpp - a schema with its keywords read and checked
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/decimal.hpp>
#include <parlance/schema/detail/document.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

using node_id = std::uint32_t;
inline constexpr node_id no_node = 0xFFFF'FFFF;

/// JSON's types; a set of them is the bits 1 << type.
enum class type : std::uint8_t { null, boolean, number, string, array, object };
inline constexpr std::uint8_t all_types = 0x3F;
[[nodiscard]] constexpr std::uint8_t bit(type t) noexcept {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(t));
}

[[nodiscard]] inline type type_of(boost::json::value const& v) noexcept {
    return v.is_null()     ? type::null
           : v.is_bool()   ? type::boolean
           : v.is_string() ? type::string
           : v.is_array()  ? type::array
           : v.is_object() ? type::object
                           : type::number;
}

inline constexpr std::uint64_t no_limit = 0xFFFF'FFFF'FFFF'FFFF;

/// Schemas inside a schema, by name.
struct named_node {
    std::string_view name;
    node_id node;
};

/// The keywords of one schema object.  What a keyword that is absent would say is the default.
struct node {
    boost::json::value const* json = nullptr;
    node_id parent = no_node;  // for the pointer
    std::string step;          // from the parent: "properties/a"
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

    std::optional<decimal> low{};
    std::optional<decimal> high{};
    bool low_open = false;
    bool high_open = false;
    std::optional<decimal> multiple{};

    std::vector<node_id> prefix;
    node_id rest = no_node;
    std::uint64_t min_items = 0;
    std::uint64_t max_items = no_limit;
    bool unique = false;
    node_id contains = no_node;
    std::uint64_t min_contains = 1;
    std::uint64_t max_contains = no_limit;
    node_id unevaluated_items = no_node;

    std::vector<named_node> properties;
    std::vector<named_node> patterns;
    node_id additional = no_node;
    std::vector<std::string_view> required;
    std::uint64_t min_properties = 0;
    std::uint64_t max_properties = no_limit;
    node_id names = no_node;
    std::vector<std::pair<std::string_view, std::vector<std::string_view>>> dependent_required;
    std::vector<named_node> dependent_schemas;
    node_id unevaluated_properties = no_node;

    std::vector<node_id> all_of;
    std::vector<node_id> any_of;
    std::vector<node_id> one_of;
    node_id negated = no_node;
    node_id condition = no_node;
    node_id then = no_node;
    node_id otherwise = no_node;
    node_id reference = no_node;
    node_id breach_of = no_node;  // all of that one, save that something unevaluated is what it may not be

    [[nodiscard]] bool about_strings() const noexcept {
        return min_length > 0 || max_length != no_limit || pattern || !format.empty();
    }
    [[nodiscard]] bool about_numbers() const noexcept { return integer || low || high || multiple; }
    [[nodiscard]] bool about_arrays() const noexcept {
        return !prefix.empty() || rest != no_node || min_items > 0 || max_items != no_limit || unique ||
               contains != no_node || unevaluated_items != no_node;
    }
    [[nodiscard]] bool about_objects() const noexcept {
        return !properties.empty() || !patterns.empty() || additional != no_node || !required.empty() ||
               min_properties > 0 || max_properties != no_limit || names != no_node ||
               !dependent_required.empty() || !dependent_schemas.empty() || unevaluated_properties != no_node;
    }
    [[nodiscard]] bool about(type t) const noexcept {
        return t == type::string   ? about_strings()
               : t == type::number ? about_numbers()
               : t == type::array  ? about_arrays()
               : t == type::object ? about_objects()
                                   : false;
    }
    /// Whether `if` says anything of values; without `then` and `else` it only evaluates.
    [[nodiscard]] bool branches() const noexcept { return then != no_node || otherwise != no_node; }
    [[nodiscard]] bool combines() const noexcept {
        return !all_of.empty() || !any_of.empty() || !one_of.empty() || negated != no_node || branches() ||
               reference != no_node || values != nullptr || single != nullptr;
    }
};

/// The nodes of a document, read when they are asked for; equal schemas are one node.
class node_table {
public:
    node_table(document const& source, bool (*known_format)(std::string_view))
        : source_(&source), known_format_(known_format) {}

    [[nodiscard]] document const& source() const noexcept { return *source_; }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }

    /// The node of a part of the document.
    [[nodiscard]] node_id id_of(boost::json::value const& json, node_id parent = no_node,
                                std::string step = {}) {
        auto const [at, fresh] = ids_.emplace(source_->print_of(json), static_cast<node_id>(nodes_.size()));
        if (fresh) {
            nodes_.emplace_back();
            nodes_.back().json = &json;
            nodes_.back().parent = parent;
            nodes_.back().step = std::move(step);
        }
        return at->second;
    }

    /// Reads the keywords of `id`.  Errors: unsupported_keyword, invalid_keyword, unresolved_reference; the hint
    /// begins with the JSON Pointer.
    [[nodiscard]] result<void> load(node_id id) {
        if (!nodes_[id].loaded) {
            nodes_[id].loaded = true;
            if (auto const r = load_new(id); !r) {
                nodes_[id].broken = r.error();
            }
        }
        return nodes_[id].broken.code == errc::none ? result<void>() : result<void>(nodes_[id].broken);
    }

    [[nodiscard]] node const& operator[](node_id id) const noexcept { return nodes_[id]; }

    [[nodiscard]] std::string pointer_of(node_id id) const {
        std::string out;
        for (std::size_t hops = 0; id != no_node && hops < 300; id = nodes_[id].parent, ++hops) {
            if (!nodes_[id].step.empty()) {
                out.insert(0, "/" + nodes_[id].step);
            }
        }
        return out;
    }
    [[nodiscard]] diagnostic fail(errc code, node_id id, std::string_view keyword,
                                  std::string_view why) const {
        std::string where = pointer_of(id);
        if (!keyword.empty()) {
            where += "/" + escape_pointer(keyword);
        }
        if (!why.empty()) {
            where += (where.empty() ? "" : ": ") + std::string(why);
        }
        return {code, {}, 0, note(where)};
    }
    /// Whether `properties` of a node has this name; many names are sorted out once.
    [[nodiscard]] bool names_property(node_id id, std::string_view name) {
        std::vector<named_node> const& all = nodes_[id].properties;
        if (all.size() <= 16) {
            return std::any_of(all.begin(), all.end(), [&](named_node const& p) { return p.name == name; });
        }
        auto const [known, fresh] = property_names_.try_emplace(id);
        for (std::size_t i = 0; fresh && i < all.size(); ++i) {
            known->second.insert(all[i].name);
        }
        return known->second.contains(name);
    }
    /// A node that no part of the document is: the first one asked for with this `key`.
    [[nodiscard]] node_id made(std::string key, node&& n) {
        auto const [at, fresh] = made_.emplace(std::move(key), static_cast<node_id>(nodes_.size()));
        if (fresh) {
            n.loaded = true;
            nodes_.push_back(std::move(n));
        }
        return at->second;
    }
    [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return notes_; }
    void add_note(std::string text) { notes_.push_back(std::move(text)); }

private:
    [[nodiscard]] result<void> load_new(node_id id) {
        boost::json::value const& json = *nodes_[id].json;
        if (json.is_bool()) {
            nodes_[id].constant = json.get_bool();
            return {};
        }
        if (!json.is_object()) {
            return fail(errc::invalid_keyword, id, "", "a schema is an object, true or false");
        }
        boost::json::object const& o = json.get_object();
        draft const v = source_->version(o);
        if (auto const* ref = o.if_contains("$ref"); ref != nullptr && v != draft::any && v <= draft::d7) {
            return read(id, "$ref", *ref, o);  // its siblings mean nothing there
        }
        for (auto const& member : o) {
            if (auto const r = read(id, member.key(), member.value(), o); !r) {
                return r;
            }
        }
        return finish(id, o);
    }

    [[nodiscard]] result<void> read(node_id id, std::string_view key, boost::json::value const& v,
                                    boost::json::object const& all);
    [[nodiscard]] result<void> finish(node_id id, boost::json::object const& all);

    [[nodiscard]] result<void> read_types(node_id id, boost::json::value const& v);
    [[nodiscard]] result<void> size(node_id id, std::string_view key, boost::json::value const& v,
                                    std::uint64_t& to) {
        std::optional<decimal> const n = to_decimal(v);
        if (!n || n->negative || !n->whole()) {
            return fail(errc::invalid_keyword, id, key, "a whole number from 0 was expected");
        }
        std::string const text = n->text();
        std::uint64_t value = 0;
        auto const done = std::from_chars(text.data(), text.data() + text.size(), value);
        to = done.ec == std::errc{} ? value : no_limit;
        return {};
    }
    [[nodiscard]] result<void> names(node_id id, std::string_view key, boost::json::value const& v,
                                     std::vector<std::string_view>& to) {
        if (!v.is_array()) {
            return fail(errc::invalid_keyword, id, key, "a list of names was expected");
        }
        std::unordered_set<std::string_view> many;  // only looked at where the list is long
        for (auto const& name : v.get_array()) {
            if (!name.is_string()) {
                return fail(errc::invalid_keyword, id, key, "a list of names was expected");
            }
            std::string_view const text = name.get_string();
            bool const known = v.get_array().size() > 32 ? !many.insert(text).second
                                                         : std::find(to.begin(), to.end(), text) != to.end();
            if (!known) {
                to.push_back(text);
            }
        }
        return {};
    }
    [[nodiscard]] node_id child(node_id id, std::string_view key, boost::json::value const& v,
                                std::string_view name = {}) {
        std::string step = escape_pointer(key);
        if (!name.empty()) {
            step += "/" + escape_pointer(name);
        }
        return id_of(v, id, std::move(step));
    }
    [[nodiscard]] result<void> schemas(node_id id, std::string_view key, boost::json::value const& v,
                                       std::vector<node_id>& to) {
        if (!v.is_array()) {
            return fail(errc::invalid_keyword, id, key, "a list of schemas was expected");
        }
        for (std::size_t i = 0; i < v.get_array().size(); ++i) {
            to.push_back(child(id, key, v.get_array()[i], std::to_string(i)));
        }
        return {};
    }
    [[nodiscard]] result<void> named(node_id id, std::string_view key, boost::json::value const& v,
                                     std::vector<named_node>& to) {
        if (!v.is_object()) {
            return fail(errc::invalid_keyword, id, key, "an object of schemas was expected");
        }
        for (auto const& member : v.get_object()) {
            to.push_back({member.key(), child(id, key, member.value(), member.key())});
        }
        return {};
    }

    document const* source_;
    bool (*known_format_)(std::string_view);
    std::deque<node> nodes_;  // so that references stay valid while it grows
    std::unordered_map<fingerprint, node_id, hash_fingerprint> ids_;
    std::unordered_map<std::string, node_id> made_;
    std::unordered_map<node_id, std::unordered_set<std::string_view>> property_names_;
    std::vector<std::string> notes_;
};

}  // namespace parlance::schema::detail

// parlance/text/ordered_map.hpp - a sorted map that costs a compiler little
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/node_pool.hpp>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace parlance {

namespace detail {

/// What an ordered_map has in front of each entry.
struct tree_node {
    tree_node* parent = nullptr;
    tree_node* child[2] = {nullptr, nullptr};  // what is less, and what is greater
    std::uint64_t priority = 0;                // greater than those of the children

    [[nodiscard]] PARLANCE_DECL tree_node* next() const noexcept;
};

/// The nodes of an ordered_map: a treap (Seidel & Aragon 1996), so that its depth is logarithmic whatever the order in which
/// nodes come.  Owns nothing.
class tree {
public:
    [[nodiscard]] tree_node* root() const noexcept { return root_; }
    [[nodiscard]] PARLANCE_DECL tree_node* first() const noexcept;
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// At the free place `side` below `parent`, which is nullptr in an empty tree.
    PARLANCE_DECL void add(tree_node& node, tree_node* parent, int side) noexcept;
    PARLANCE_DECL void remove(tree_node& node) noexcept;
    /// Takes some node out, without a care for the rest's order; nullptr when there is none.
    [[nodiscard]] PARLANCE_DECL tree_node* take_any() noexcept;
    void swap(tree& other) noexcept {
        tree const kept = other;
        other = *this;
        *this = kept;
    }

private:
    /// Lets a node take the place of its parent, which becomes its child.
    PARLANCE_DECL void lift(tree_node& node) noexcept;
    PARLANCE_DECL void put(tree_node* node, tree_node* parent, tree_node const* instead) noexcept;

    tree_node* root_ = nullptr;
    std::size_t size_ = 0;
    std::uint64_t added_ = 0;
};

struct plain_less {
    template <class A, class B>
    [[nodiscard]] bool operator()(A const& a, B const& b) const {
        return a < b;
    }
};

}  // namespace detail

/// std::map as far as the library needs it, for its own types inside: a tenth of what that asks of a compiler, see
/// parlance/text/vec.hpp.  Members mean what they mean there, with its complexity (in the middle, whatever the keys), and
/// entries stay where they are; keys are found by anything that compares with them.
template <class Key, class Value, class Less = detail::plain_less>
class ordered_map {
public:
    struct entry {
        Key const first;
        Value second;
    };
    template <class Entry>
    class iterator_of {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Entry;
        using difference_type = std::ptrdiff_t;
        using pointer = Entry*;
        using reference = Entry&;
        iterator_of() = default;
        explicit iterator_of(detail::tree_node* at) noexcept : at_(at) {}
        [[nodiscard]] Entry& operator*() const noexcept { return static_cast<node*>(at_)->item; }
        [[nodiscard]] Entry* operator->() const noexcept { return &static_cast<node*>(at_)->item; }
        iterator_of& operator++() noexcept {
            at_ = at_->next();
            return *this;
        }
        iterator_of operator++(int) noexcept {
            iterator_of const before = *this;
            ++*this;
            return before;
        }
        operator iterator_of<Entry const>() const noexcept {  // NOLINT: implicit
            return iterator_of<Entry const>(at_);
        }
        friend bool operator==(iterator_of a, iterator_of b) noexcept { return a.at_ == b.at_; }

    private:
        friend ordered_map;
        detail::tree_node* at_ = nullptr;
    };
    using value_type = entry;
    using iterator = iterator_of<entry>;
    using const_iterator = iterator_of<entry const>;
    struct added {
        iterator first;
        bool second;  // false: it was there, and is as it was
    };

    ordered_map() noexcept = default;
    ordered_map(std::initializer_list<entry> entries) : ordered_map() {
        for (entry const& e : entries) {
            try_emplace(e.first, e.second);
        }
    }
    ordered_map(ordered_map const& other) : ordered_map() {
        for (entry const& e : other) {
            try_emplace(e.first, e.second);
        }
    }
    ordered_map(ordered_map&& other) noexcept : pool_(std::move(other.pool_)) { nodes_.swap(other.nodes_); }
    ordered_map& operator=(ordered_map other) noexcept {
        pool_ = std::move(other.pool_);
        nodes_.swap(other.nodes_);
        return *this;
    }
    ~ordered_map() { destroy_all(); }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] bool empty() const noexcept { return nodes_.size() == 0; }
    [[nodiscard]] iterator begin() noexcept { return iterator(nodes_.first()); }
    [[nodiscard]] iterator end() noexcept { return iterator(nullptr); }
    [[nodiscard]] const_iterator begin() const noexcept { return const_iterator(nodes_.first()); }
    [[nodiscard]] const_iterator end() const noexcept { return const_iterator(nullptr); }

    template <class K>
    [[nodiscard]] iterator find(K const& key) noexcept {
        return iterator(place_of(key).met);
    }
    template <class K>
    [[nodiscard]] const_iterator find(K const& key) const noexcept {
        return const_iterator(place_of(key).met);
    }
    [[nodiscard]] iterator find(Key const& key) noexcept { return iterator(place_of(key).met); }
    [[nodiscard]] const_iterator find(Key const& key) const noexcept {
        return const_iterator(place_of(key).met);
    }
    template <class K>
    [[nodiscard]] bool contains(K const& key) const noexcept {
        return place_of(key).met != nullptr;
    }
    [[nodiscard]] bool contains(Key const& key) const noexcept { return place_of(key).met != nullptr; }
    /// Precondition: it is there.
    [[nodiscard]] Value& at(Key const& key) noexcept { return find(key)->second; }
    [[nodiscard]] Value const& at(Key const& key) const noexcept { return find(key)->second; }

    template <class... Arguments>
    added try_emplace(Key const& key, Arguments&&... arguments) {
        place const p = place_of(key);
        if (p.met != nullptr) {
            return {iterator(p.met), false};
        }
        return add(p, key, static_cast<Arguments&&>(arguments)...);
    }
    template <class... Arguments>
    added try_emplace(Key&& key, Arguments&&... arguments) {
        place const p = place_of(key);
        if (p.met != nullptr) {
            return {iterator(p.met), false};
        }
        return add(p, static_cast<Key&&>(key), static_cast<Arguments&&>(arguments)...);
    }
    added emplace(Key key, Value value) {
        return try_emplace(static_cast<Key&&>(key), static_cast<Value&&>(value));
    }
    template <class V>
    added insert_or_assign(Key key, V&& value) {
        place const p = place_of(key);
        if (p.met != nullptr) {
            iterator const known(p.met);
            known->second = static_cast<V&&>(value);
            return {known, false};
        }
        return add(p, static_cast<Key&&>(key), static_cast<V&&>(value));
    }
    Value& operator[](Key const& key) { return try_emplace(key).first->second; }
    Value& operator[](Key&& key) { return try_emplace(static_cast<Key&&>(key)).first->second; }
    void erase(const_iterator at) noexcept {
        nodes_.remove(*at.at_);
        static_cast<node*>(at.at_)->~node();
        pool_.give_back(at.at_);
    }
    std::size_t erase(Key const& key) noexcept {
        const_iterator const at = find(key);
        if (at == end()) {
            return 0;
        }
        erase(at);
        return 1;
    }
    /// Erases what fulfils a predicate, as std::erase_if.
    template <class Predicate>
    friend std::size_t erase_if(ordered_map& map, Predicate predicate) {
        std::size_t const before = map.size();
        for (iterator at = map.begin(); at != map.end();) {
            iterator const here = at;
            ++at;
            if (predicate(*here)) {
                map.erase(here);
            }
        }
        return before - map.size();
    }
    void clear() noexcept {
        destroy_all();
        pool_.clear();
        nodes_ = {};
    }
    /// The same one entry after the other while go_on() says so; false where that ended it.
    template <class GoOn>
    bool clear_while(GoOn&& go_on) {
        while (!empty()) {
            if (!go_on()) {
                return false;
            }
            detail::tree_node* const one = nodes_.take_any();
            static_cast<node*>(one)->~node();
            pool_.give_back(one);
        }
        return true;
    }

private:
    struct node : detail::tree_node {
        entry item;
        template <class K, class... Arguments>
        explicit node(K&& key, Arguments&&... arguments)
            : item{static_cast<K&&>(key), Value(static_cast<Arguments&&>(arguments)...)} {}
    };
    /// Where a key is, or else where it would go.
    struct place {
        detail::tree_node* met;
        detail::tree_node* parent;
        int side;
    };
    template <class K>
    [[nodiscard]] place place_of(K const& key) const {
        place p{nullptr, nullptr, 0};
        for (detail::tree_node* at = nodes_.root(); at != nullptr; at = at->child[p.side]) {
            bool const greater = Less{}(static_cast<node*>(at)->item.first, key);
            p.met = greater ? p.met : at;  // the first that is not less than the key
            p.parent = at;
            p.side = greater ? 1 : 0;
        }
        if (p.met != nullptr && Less{}(key, static_cast<node*>(p.met)->item.first)) {
            p.met = nullptr;
        }
        return p;
    }
    template <class K, class... Arguments>
    added add(place p, K&& key, Arguments&&... arguments) {
        taken_node one(pool_, sizeof(node));
        node* const made = ::new (one.at) node(static_cast<K&&>(key), static_cast<Arguments&&>(arguments)...);
        one.at = nullptr;
        nodes_.add(*made, p.parent, p.side);
        return {iterator(made), true};
    }
    void destroy_all() noexcept {
        if constexpr (!std::is_trivially_destructible_v<entry>) {
            while (detail::tree_node* const one = nodes_.take_any()) {
                static_cast<node*>(one)->~node();
            }
        }
    }

    node_pool pool_;
    detail::tree nodes_;
};

}  // namespace parlance

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/text/impl/ordered_map.ipp>
#endif

// parlance/text/hash_map.hpp - a hash map that costs a compiler little
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/node_pool.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parlance {

namespace detail {

/// What a hash_map has in front of each entry.
struct hash_node {
    std::uint64_t hash = 0;
    std::size_t at = 0;  // among all, in the order in which they came
};

/// Where the entries of a hash_map are: open addressing with linear probing, at most half full.  Owns nothing.
///
/// A cell says where in the order a node stands, beside half of its hash, so that neither growing nor looking for what is
/// not there reads nodes, which lie all over the memory.
class hash_index {
public:
    /// Goes through the nodes that may have a hash:
    ///     for (hash_index::search s = index.look_for(hash); hash_node* n = index.next(s);)
    struct search {
        std::uint32_t tag;
        std::size_t at;
    };
    [[nodiscard]] search look_for(std::uint64_t hash) const noexcept {
        std::uint32_t const tag = tag_of(hash);
        return {tag, tag};
    }
    /// nullptr when there are no more.
    [[nodiscard]] hash_node* next(search& s) const noexcept {
        if (cells_.empty()) {
            return nullptr;
        }
        for (;;) {
            cell const c = cells_[s.at++ & (cells_.size() - 1)];
            if (c.number == 0) {
                return nullptr;
            }
            if (c.tag == s.tag) {
                return nodes_[c.number - 1];
            }
        }
    }
    [[nodiscard]] hash_node* const* begin() const noexcept { return nodes_.begin(); }
    [[nodiscard]] hash_node* const* end() const noexcept { return nodes_.end(); }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    /// What the hashes of texts depend on besides: another number in each map, where addresses are not known beforehand.
    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

    /// Makes room for one more, so that add() does not throw.
    PARLANCE_DECL void reserve_one();
    [[nodiscard]] bool has_room() const noexcept {
        return nodes_.size() < nodes_.capacity() && 2 * (nodes_.size() + 1) <= cells_.size();
    }
    /// The same in pieces that are paid for; false where they cannot be, and all is as it was.
    [[nodiscard]] bool make_room(work& spent) { return has_room() || grow(spent); }
    PARLANCE_DECL void add(hash_node& node) noexcept;
    /// The last of all takes its place in the order.
    PARLANCE_DECL void remove(hash_node const& node) noexcept;
    PARLANCE_DECL void clear() noexcept;
    /// Takes the last node out of the order.  Its cell still has its number, so nothing may be looked for any more.
    [[nodiscard]] hash_node& drop_last() noexcept {
        hash_node& last = *nodes_.back();
        nodes_.pop_back();
        return last;
    }

private:
    struct cell {
        std::uint32_t tag = 0;
        std::uint32_t number = 0;  // of the node, and one; 0 where there is none
    };
    [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash) noexcept {
        hash = (hash ^ (hash >> 32)) * 0xFF51'AFD7'ED55'8CCDu;
        return static_cast<std::uint32_t>(hash ^ (hash >> 32));
    }
    void put(cell c) noexcept { put(c, cells_); }
    PARLANCE_DECL static void put(cell c, vec<cell>& to) noexcept;
    [[nodiscard]] PARLANCE_DECL bool grow(work& spent);
    [[nodiscard]] PARLANCE_DECL std::size_t cell_of(hash_node const& node) const noexcept;

    vec<hash_node*> nodes_;
    vec<cell> cells_;  // a power of two, or none
    std::uint64_t seed_ = reinterpret_cast<std::uintptr_t>(this);
};

}  // namespace detail

/// The hashes that a hash_map has for its keys where it is given no others.
struct hash_of {
    [[nodiscard]] std::uint64_t operator()(std::uint64_t key) const noexcept { return key; }
    [[nodiscard]] std::uint64_t operator()(void const* key) const noexcept {
        return reinterpret_cast<std::uintptr_t>(key);
    }
    /// Texts come from outside: who does not know the seed can not make many of one hash.
    [[nodiscard]] std::uint64_t operator()(std::string_view key, std::uint64_t seed) const noexcept {
        return bytes(key.data(), key.size(), seed);
    }
    [[nodiscard]] std::uint64_t operator()(vec<std::uint32_t> const& key) const noexcept {
        return words(key.data(), key.size());
    }
    template <std::size_t Size>
    [[nodiscard]] std::uint64_t operator()(std::array<std::uint32_t, Size> const& key) const noexcept {
        return words(key.data(), Size);
    }

    [[nodiscard]] PARLANCE_DECL static std::uint64_t words(std::uint32_t const* at,
                                                           std::size_t count) noexcept;
    /// SipHash-1-3 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012).
    [[nodiscard]] PARLANCE_DECL static std::uint64_t bytes(char const* at, std::size_t count,
                                                           std::uint64_t seed) noexcept;
};

/// std::unordered_map as far as the library needs it, for its own types inside.
///
/// Each std::map or std::unordered_map asks 2 to 4 MB and 15 to 25 ms of a compiler; this, whose search is a loop and whose
/// storage is made by functions that are no templates, a fifth (see parlance/text/vec.hpp).  Everything about one key is
/// constant in the middle, as there, and likewise linear where all hashes are equal, which nobody can bring about with texts
/// as long as addresses are random.  Entries stay where they are while others come and go; iterators (for loops only: they
/// are none of the standard's) do not.  Iteration is in the order in which entries came, as long as none was erased.
template <class Key, class Value, class Hash = hash_of>
class hash_map {
public:
    struct entry : detail::hash_node {
        Key key;
        Value value;
        template <class K, class... Arguments>
        explicit entry(K&& k, Arguments&&... arguments)
            : key(static_cast<K&&>(k)), value(static_cast<Arguments&&>(arguments)...) {}
    };
    struct added {
        entry& at;
        bool fresh;  // false: it was there, and is as it was
    };
    template <class Entry>
    struct iterator_of {
        detail::hash_node* const* at;
        Entry& operator*() const noexcept { return *static_cast<Entry*>(*at); }
        iterator_of& operator++() noexcept { return ++at, *this; }
        friend bool operator==(iterator_of a, iterator_of b) noexcept { return a.at == b.at; }
    };

    hash_map() noexcept = default;
    hash_map(hash_map const& other) : hash_map() { append(other); }
    hash_map(hash_map&& other) noexcept : nodes_(std::move(other.nodes_)), index_(std::move(other.index_)) {}
    hash_map& operator=(hash_map other) noexcept {
        nodes_ = std::move(other.nodes_);
        std::swap(index_, other.index_);
        return *this;
    }
    ~hash_map() { destroy_all(); }

    [[nodiscard]] std::size_t size() const noexcept { return index_.size(); }
    [[nodiscard]] bool empty() const noexcept { return index_.size() == 0; }
    [[nodiscard]] auto begin() noexcept { return iterator_of<entry>{index_.begin()}; }
    [[nodiscard]] auto end() noexcept { return iterator_of<entry>{index_.end()}; }
    [[nodiscard]] auto begin() const noexcept { return iterator_of<entry const>{index_.begin()}; }
    [[nodiscard]] auto end() const noexcept { return iterator_of<entry const>{index_.end()}; }

    /// nullptr where it is not there.
    [[nodiscard]] entry* find(Key const& key) noexcept { return find(key, hash(key)); }
    [[nodiscard]] entry const* find(Key const& key) const noexcept { return find(key, hash(key)); }
    [[nodiscard]] bool contains(Key const& key) const noexcept { return find(key) != nullptr; }

    /// Makes the value of the arguments, where the key is not there.
    template <class K, class... Arguments>
    added try_emplace(K&& key, Arguments&&... arguments) {
        Key const& wanted = key;
        std::uint64_t const number = hash(wanted);
        if (entry* const known = find(wanted, number); known != nullptr) {
            return {*known, false};
        }
        index_.reserve_one();
        taken_node node(nodes_, sizeof(entry));
        auto* const made =
            ::new (node.at) entry(static_cast<K&&>(key), static_cast<Arguments&&>(arguments)...);
        node.at = nullptr;
        made->hash = number;
        index_.add(*made);
        return {*made, true};
    }
    Value& operator[](Key const& key) { return try_emplace(key).at.value; }
    /// Whether one more entry moves nothing.
    [[nodiscard]] bool has_room() const noexcept { return index_.has_room(); }
    /// Makes room for one more entry, so that its own making moves nothing; where the index has to grow for that, it does so in
    /// pieces, each paid for: see paid_room().  False where they cannot be.
    [[nodiscard]] bool make_room(work& spent) { return index_.make_room(spent); }
    /// Returns whether it was there.
    bool erase(Key const& key) noexcept {
        entry* const known = find(key);
        if (known != nullptr) {
            remove(*known);
        }
        return known != nullptr;
    }
    void clear() noexcept {
        destroy_all();
        nodes_.clear();
        index_.clear();
    }
    /// The same one entry after the other, the last first, while go_on() says so; false where that ended it.
    template <class GoOn>
    bool clear_while(GoOn&& go_on) {
        while (!empty()) {
            if (!go_on()) {
                return false;
            }
            remove(*static_cast<entry*>(index_.begin()[size() - 1]));
        }
        return true;
    }
    /// Frees all that it holds, and calls look() now and then: for what ends anyway.
    template <class Look>
    void free(Look&& look) {
        if constexpr (!std::is_trivially_destructible_v<entry>) {
            constexpr std::size_t between_looks = 128;
            while (!empty()) {
                static_cast<entry&>(index_.drop_last()).~entry();
                if (size() % between_looks == 0) {
                    look();
                }
            }
        }
        index_ = {};
        look();
        nodes_.free(look);
    }
    /// Erases what fulfils a predicate, as std::erase_if.
    template <class Predicate>
    friend std::size_t erase_if(hash_map& map, Predicate predicate) {
        std::size_t const before = map.size();
        for (std::size_t i = before; i-- > 0;) {  // the last one takes the place of what is erased
            auto* const one = static_cast<entry*>(map.index_.begin()[i]);
            if (predicate(*one)) {
                map.remove(*one);
            }
        }
        return before - map.size();
    }
    void append(hash_map const& other) {
        for (entry const& e : other) {
            try_emplace(e.key, e.value);
        }
    }

private:
    std::uint64_t hash(Key const& key) const noexcept {
        if constexpr (requires { Hash{}(key, index_.seed()); }) {
            return Hash{}(key, index_.seed());
        } else {
            return Hash{}(key);
        }
    }
    entry* find(Key const& key, std::uint64_t number) const noexcept {
        for (detail::hash_index::search s = index_.look_for(number);;) {
            auto* const node = static_cast<entry*>(index_.next(s));
            if (node == nullptr || (node->hash == number && node->key == key)) {
                return node;
            }
        }
    }
    void remove(entry& one) noexcept {
        index_.remove(one);
        one.~entry();
        nodes_.give_back(&one);
    }
    void destroy_all() noexcept {
        if constexpr (!std::is_trivially_destructible_v<entry>) {
            for (entry& e : *this) {
                e.~entry();
            }
        }
    }
    static_assert(alignof(entry) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

    node_pool nodes_;
    detail::hash_index index_;
};

/// std::unordered_set, likewise.
template <class Key, class Hash = hash_of>
class hash_set {
public:
    [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }
    [[nodiscard]] bool contains(Key const& key) const noexcept { return keys_.contains(key); }
    /// Returns whether it is new.
    bool insert(Key const& key) { return keys_.try_emplace(key).fresh; }
    /// See hash_map.
    [[nodiscard]] bool make_room(work& spent) { return keys_.make_room(spent); }
    bool erase(Key const& key) noexcept { return keys_.erase(key); }
    void clear() noexcept { keys_.clear(); }
    /// See hash_map.
    template <class Look>
    void free(Look&& look) {
        keys_.free(look);
    }

private:
    struct nothing {};
    hash_map<Key, nothing, Hash> keys_;
};

}  // namespace parlance

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/text/impl/hash_map.ipp>
#endif

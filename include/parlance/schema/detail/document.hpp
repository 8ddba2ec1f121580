// parlance/schema/detail/document.hpp - a schema document: its places, drafts, references, and which parts are equal
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// What `$schema` says; `any` is the union of the drafts' keywords.
enum class draft : std::uint8_t { any, d4, d6, d7, d2019, d2020 };

[[nodiscard]] inline draft draft_of(std::string_view uri) noexcept {
    constexpr std::pair<std::string_view, draft> known[] = {
        {"draft-03", draft::d4}, {"draft-04", draft::d4},         {"draft-06", draft::d6},
        {"draft-07", draft::d7}, {"draft/2019-09", draft::d2019}, {"draft/2020-12", draft::d2020}};
    for (auto const& [part, which] : known) {
        if (uri.find(part) != std::string_view::npos) {
            return which;
        }
    }
    return draft::any;
}

/// 128 bits that say what a part of the document is.
struct fingerprint {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    friend bool operator==(fingerprint const&, fingerprint const&) = default;

    void mix(std::uint64_t word) noexcept {
        a = (a ^ word) * 0x9E37'79B9'7F4A'7C15;
        a ^= a >> 32;
        b = (b + word) * 0xC2B2'AE3D'27D4'EB4F;
        b ^= b >> 29;
    }
    void mix(std::string_view text) noexcept {
        mix(text.size());
        for (std::size_t i = 0; i < text.size(); i += 8) {
            std::uint64_t word = 0;
            for (std::size_t j = i; j < i + 8 && j < text.size(); ++j) {
                word = (word << 8) | static_cast<std::uint8_t>(text[j]);
            }
            mix(word);
        }
    }
    void mix(fingerprint const& f) noexcept {
        mix(f.a);
        mix(f.b);
    }
};
struct hash_fingerprint {
    std::size_t operator()(fingerprint const& f) const noexcept {
        return static_cast<std::size_t>(f.a ^ f.b);
    }
};

[[nodiscard]] inline std::string escape_pointer(std::string_view token) {
    std::string out;
    for (char const c : token) {
        out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return out;
}

/// One document.  Keeps pointers into the value it was made from.
class document {
public:
    /// Errors: nested_too_deep.
    [[nodiscard]] static result<document> make(boost::json::value const& root, limits const& bounds) {
        document out;
        out.root_ = &root;
        if (root.is_object()) {
            if (auto const* s = root.get_object().if_contains("$schema"); s != nullptr && s->is_string()) {
                out.draft_ = draft_of(s->get_string());
            }
        }
        out.visit(root, 0, bounds.nesting, "");
        if (out.too_deep_) {
            return diagnostic{errc::nested_too_deep, {}, 0, "schema"};
        }
        if (out.refers_) {
            // a reference means something in its own document only
            fingerprint const whole = out.prints_.at(&root);
            for (auto& [where, print] : out.prints_) {
                print.mix(whole);
            }
        }
        return out;
    }

    [[nodiscard]] boost::json::value const& root() const noexcept { return *root_; }
    [[nodiscard]] draft version() const noexcept { return draft_; }
    [[nodiscard]] fingerprint print_of(boost::json::value const& v) const {
        auto const at = prints_.find(&v);
        return at == prints_.end() ? fingerprint{} : at->second;
    }

    /// What a reference leads to: "#", "#/a/b", "#name", or the `$id` of a part, with or without such a fragment.
    [[nodiscard]] boost::json::value const* resolve(std::string_view reference) const {
        std::size_t const hash = reference.find('#');
        std::string_view const base = reference.substr(0, hash);
        std::string_view const fragment =
            hash == std::string_view::npos ? std::string_view{} : reference.substr(hash + 1);
        boost::json::value const* at = root_;
        if (!base.empty()) {
            at = by_id(base);
            if (at == nullptr) {
                return nullptr;
            }
        }
        if (fragment.empty()) {
            return at;
        }
        if (fragment.front() != '/') {
            auto const found = anchors_.find(std::string(fragment));
            return found == anchors_.end() ? nullptr : found->second;
        }
        return walk(at, fragment);
    }

    [[nodiscard]] static boost::json::value const* walk(boost::json::value const* at,
                                                        std::string_view pointer) {
        while (!pointer.empty() && at != nullptr) {
            pointer.remove_prefix(1);
            std::size_t const end = std::min(pointer.find('/'), pointer.size());
            std::string const token = unescape(pointer.substr(0, end));
            pointer.remove_prefix(end);
            if (at->is_object()) {
                at = at->get_object().if_contains(token);
            } else if (at->is_array()) {
                std::size_t index = 0;
                bool const digits = !token.empty() && token.size() < 10 &&
                                    token.find_first_not_of("0123456789") == std::string::npos;
                for (char const c : token) {
                    index = index * 10 + static_cast<std::size_t>(c - '0');
                }
                at = digits && index < at->get_array().size() ? &at->get_array()[index] : nullptr;
            } else {
                at = nullptr;
            }
        }
        return at;
    }

private:
    /// Percent signs, then ~1 and ~0.
    [[nodiscard]] static std::string unescape(std::string_view token) {
        auto const hex = [](char c) {
            return c >= '0' && c <= '9'   ? c - '0'
                   : c >= 'a' && c <= 'f' ? c - 'a' + 10
                   : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                          : -1;
        };
        std::string out;
        for (std::size_t i = 0; i < token.size(); ++i) {
            if (token[i] == '%' && i + 2 < token.size() && hex(token[i + 1]) >= 0 && hex(token[i + 2]) >= 0) {
                out.push_back(static_cast<char>(hex(token[i + 1]) * 16 + hex(token[i + 2])));
                i += 2;
            } else {
                out.push_back(token[i]);
            }
        }
        std::string plain;
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (out[i] == '~' && i + 1 < out.size() && (out[i + 1] == '0' || out[i + 1] == '1')) {
                plain.push_back(out[++i] == '0' ? '~' : '/');
            } else {
                plain.push_back(out[i]);
            }
        }
        return plain;
    }

    [[nodiscard]] boost::json::value const* by_id(std::string_view base) const {
        if (auto const found = ids_.find(std::string(base)); found != ids_.end()) {
            return found->second;
        }
        // the last segment is enough where it is unique: what relative references come to
        std::string_view const name = base.substr(base.rfind('/') + 1);
        boost::json::value const* only = nullptr;
        for (auto const& [id, where] : ids_) {
            if (!name.empty() && id.size() > name.size() && id.ends_with(name) &&
                id[id.size() - name.size() - 1] == '/' && base.find("://") == std::string_view::npos) {
                if (only != nullptr && only != where) {
                    return nullptr;
                }
                only = where;
            }
        }
        return only;
    }

    fingerprint visit(boost::json::value const& v, std::size_t depth, std::size_t most,
                      std::string_view key) {
        if (depth > most) {
            too_deep_ = true;
            return {};
        }
        fingerprint print{static_cast<std::uint64_t>(v.kind()) + 1, 0x5851'F42D'4C95'7F2D};
        if (v.is_object()) {
            boost::json::object const& o = v.get_object();
            bool const exact = key == "const" || key == "enum";
            for (auto const& member : o) {
                std::string_view const name = member.key();
                if (name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef") {
                    refers_ = true;
                }
                if (member.value().is_string()) {
                    name_part(name, member.value().get_string(), v);
                    if (!exact && (name == "description" || name == "title" || name == "$comment")) {
                        continue;
                    }
                }
                fingerprint const inner = visit(member.value(), depth + 1, most, exact ? key : name);
                print.mix(name);
                print.mix(inner);
            }
        } else if (v.is_array()) {
            for (boost::json::value const& item : v.get_array()) {
                print.mix(visit(item, depth + 1, most, key == "const" || key == "enum" ? key : ""));
            }
        } else if (v.is_string()) {
            print.mix(std::string_view(v.get_string()));
        } else if (v.is_int64()) {
            print.mix(static_cast<std::uint64_t>(v.get_int64()));
        } else if (v.is_uint64()) {
            print.mix(v.get_uint64());
        } else if (v.is_double()) {
            print.mix(std::bit_cast<std::uint64_t>(v.get_double()));
        } else if (v.is_bool()) {
            print.mix(std::uint64_t{v.get_bool()});
        }
        prints_.emplace(&v, print);
        return print;
    }

    void name_part(std::string_view key, std::string_view text, boost::json::value const& where) {
        if (key == "$anchor" || key == "$dynamicAnchor") {
            anchors_.emplace(text, &where);
        }
        if (key == "$id" || key == "id") {
            std::size_t const hash = text.find('#');
            if (hash == 0 && text.size() > 1) {
                anchors_.emplace(text.substr(1), &where);
            } else if (hash != 0) {
                ids_.emplace(text.substr(0, hash), &where);
            }
        }
    }

    boost::json::value const* root_ = nullptr;
    draft draft_ = draft::any;
    bool refers_ = false;
    bool too_deep_ = false;
    std::unordered_map<boost::json::value const*, fingerprint> prints_;
    std::unordered_map<std::string, boost::json::value const*> ids_;
    std::unordered_map<std::string, boost::json::value const*> anchors_;
};

}  // namespace parlance::schema::detail

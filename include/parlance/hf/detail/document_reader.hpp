// parlance/hf/detail/document_reader.hpp - what loaders of templates and schemas share: places, errors, patterns
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::hf::detail {

/// Keeps the first error, whose hint begins with the JSON Pointer of its place ("" for the whole document).
class document_reader {
public:
    [[nodiscard]] diagnostic const& error() const noexcept { return wrong_; }

protected:
    /// `usual` is the code of errors that have no other.
    document_reader(errc usual, limits const& bounds) : bounds_(bounds), usual_(usual) {}

    /// Always false.
    PARLANCE_DECL bool fail(std::string_view pointer, std::string_view what, errc code = errc::none);

    /// A JSON Pointer one level down.
    [[nodiscard]] PARLANCE_DECL static std::string below(std::string_view pointer, std::string_view key);
    [[nodiscard]] PARLANCE_DECL static std::string below(std::string_view pointer, std::size_t index);
    template <class Member>
    [[nodiscard]] static std::string_view key_of(Member const& member) {
        return {member.key().data(), member.key().size()};
    }

    PARLANCE_DECL bool compile(json::value const& v, std::string const& pointer, std::optional<regex>& out);

    limits const& bounds_;

private:
    errc usual_;
    diagnostic wrong_;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/document_reader.ipp>
#endif

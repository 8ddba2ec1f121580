// parlance/hf/detail/document_reader.hpp - what loaders of templates and schemas share: places, errors, patterns
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::hf::detail {

/// Keeps the first error, whose hint begins with the JSON Pointer of its place ("" for the whole document).  Asks whether to
/// stop on the way; the error is `cancelled` then.
class document_reader {
public:
    [[nodiscard]] diagnostic const& error() const noexcept { return wrong_; }

protected:
    /// `usual` is the code of errors that have no other.
    document_reader(errc usual, limits const& bounds) : bounds_(bounds), looks_(bounds.stop), usual_(usual) {}

    /// Always false.
    PARLANCE_DECL bool fail(std::string_view pointer, std::string_view what, errc code = errc::none);

    /// Whether to go on with what takes so many nanoseconds.
    bool goes_on(std::uint64_t steps) { return looks_.spend(steps) || fail({}, {}); }

    /// A JSON Pointer one level down.
    [[nodiscard]] PARLANCE_DECL static std::string below(std::string_view pointer, std::string_view key);
    [[nodiscard]] PARLANCE_DECL static std::string below(std::string_view pointer, std::size_t index);
    template <class Member>
    [[nodiscard]] static std::string_view key_of(Member const& member) {
        return {member.key().data(), member.key().size()};
    }

    /// Deeply, into memory of its own, wherever the document lies; not all of it where it is asked to stop, as goes_on() says.
    [[nodiscard]] PARLANCE_DECL json::value copy_of(json::value const& v);

    PARLANCE_DECL bool compile(json::value const& v, std::string const& pointer, std::optional<regex>& out);

    static constexpr std::uint64_t steps_of_a_place =
        500;  // where something stands: its pointer is written, and more
    static constexpr std::uint64_t steps_of_a_copy = 100;

    limits const& bounds_;
    work looks_;

private:
    errc usual_;
    diagnostic wrong_;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/document_reader.ipp>
#endif

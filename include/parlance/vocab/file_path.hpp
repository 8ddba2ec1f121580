// parlance/vocab/file_path.hpp - the name of a file, as a parameter
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <concepts>
#include <string_view>

namespace parlance::vocab {

/// What the functions that open files take: a std::filesystem::path, or whatever such a path is made of.  Its header,
/// which costs a compiler as much as all of vocab/, is included only by who uses it.  Valid as long as what it was made of.
class file_path {
public:
    template <std::convertible_to<std::string_view> Text>
    file_path(Text const& text) noexcept : narrow_(text) {}  // NOLINT: implicit on purpose
    template <std::convertible_to<std::wstring_view> Text>
    file_path(Text const& text) noexcept : wide_(text) {}  // NOLINT: implicit on purpose
    template <class Path>
    requires requires(Path const& path) { file_path(path.native()); }
    file_path(Path const& path) noexcept : file_path(path.native()) {}  // NOLINT: implicit on purpose

    /// The same as a Path, which is std::filesystem::path.
    template <class Path>
    [[nodiscard]] Path as() const {
        return wide_.empty() ? Path(narrow_) : Path(wide_);
    }

private:
    std::string_view narrow_{};
    std::wstring_view wide_{};
};

}  // namespace parlance::vocab

// parlance/vocab/detail/mapped_file.hpp - the bytes of a file, mapped where the system can
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#if __has_include(<sys/mman.h>) && !defined(__wasi__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace parlance::vocab::detail {

/// cannot_open, with the system's reason and the path as a hint.
[[nodiscard]] PARLANCE_RARE diagnostic cannot_open(std::filesystem::path const& path,
                                                   std::error_code const& why);

/// A whole file, read only, for as long as the object lives.
class mapped_file {
public:
    PARLANCE_RARE explicit mapped_file(std::filesystem::path const& path);
    mapped_file(mapped_file const&) = delete;
    mapped_file& operator=(mapped_file const&) = delete;
    PARLANCE_RARE ~mapped_file();

    [[nodiscard]] bool is_open() const noexcept { return error_.code == errc::none; }
    [[nodiscard]] diagnostic const& error() const noexcept { return error_; }
    [[nodiscard]] PARLANCE_RARE std::string_view bytes() const noexcept;

private:
    void* map_ = nullptr;
    std::size_t size_ = 0;
    std::string copy_;  // where files cannot be mapped
    diagnostic error_{};
};

}  // namespace parlance::vocab::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/detail/impl/mapped_file.ipp>
#endif

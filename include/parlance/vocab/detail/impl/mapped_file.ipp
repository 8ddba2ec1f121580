// parlance/vocab/detail/impl/mapped_file.ipp - definitions of what parlance/vocab/detail/mapped_file.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/detail/mapped_file.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace parlance::vocab::detail {

diagnostic cannot_open(std::filesystem::path const& path, std::error_code const& why) {
    return {errc::cannot_open, {}, 0, note{why.message()}.append(": ").append(path.string())};
}

mapped_file::mapped_file(std::filesystem::path const& path) {
    std::error_code why;
    [[maybe_unused]] auto const failed = [&](int number) {
        why = std::error_code(number, std::generic_category());
    };
#if __has_include(<sys/mman.h>) && !defined(__wasi__)
    // a pipe is not waited for
    int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about{};
    if (file < 0 || ::fstat(file, &about) != 0) {
        failed(errno);
    } else if (!S_ISREG(about.st_mode)) {
        failed(S_ISDIR(about.st_mode) ? EISDIR : EINVAL);
    } else if (about.st_size > 0) {
        size_ = static_cast<std::size_t>(about.st_size);
        void* const where = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
        if (where == MAP_FAILED) {
            failed(errno);
        } else {
            map_ = where;
        }
    }
    if (file >= 0) {
        ::close(file);
    }
#elif defined(__wasi__)  // neither mmap nor std::ifstream
    if (std::FILE* const file = std::fopen(path.c_str(), "rb"); file == nullptr) {
        failed(errno);
    } else {
        char part[65536];
        while (std::size_t const size = std::fread(part, 1, sizeof part, file)) {
            copy_.append(part, size);
        }
        std::fclose(file);
    }
#else
    std::ifstream in(path, std::ios::binary);
    copy_.assign(std::istreambuf_iterator<char>(in), {});
    if (!in.is_open()) {
        static_cast<void>(std::filesystem::file_size(path, why));
        if (!why) {
            why = std::make_error_code(std::errc::permission_denied);
        }
    }
#endif
    if (why) {
        error_ = cannot_open(path, why);
    }
}

mapped_file::~mapped_file() {
#if __has_include(<sys/mman.h>) && !defined(__wasi__)
    if (map_ != nullptr) {
        ::munmap(map_, size_);
    }
#endif
}

std::string_view mapped_file::bytes() const noexcept {
    return map_ != nullptr ? std::string_view{static_cast<char const*>(map_), size_}
                           : std::string_view{copy_};
}

}  // namespace parlance::vocab::detail

// parlance/vocab/detail/impl/mapped_file.ipp - definitions of what parlance/vocab/detail/mapped_file.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/detail/mapped_file.hpp>

namespace parlance::vocab::detail {

mapped_file::mapped_file(std::filesystem::path const& path) {
#if __has_include(<sys/mman.h>) && !defined(__wasi__)
    int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat about{};
    if (file >= 0 && ::fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
        opened_ = true;
        size_ = static_cast<std::size_t>(about.st_size);
        void* const where = size_ == 0 ? MAP_FAILED : ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
        map_ = where == MAP_FAILED ? nullptr : where;
        opened_ = map_ != nullptr || size_ == 0;
    }
    if (file >= 0) {
        ::close(file);
    }
#elif defined(__wasi__)  // neither mmap nor std::ifstream
    if (std::FILE* const file = std::fopen(path.c_str(), "rb"); file != nullptr) {
        opened_ = true;
        char part[65536];
        while (std::size_t const size = std::fread(part, 1, sizeof part, file)) {
            copy_.append(part, size);
        }
        std::fclose(file);
    }
#else
    std::ifstream in(path, std::ios::binary);
    opened_ = in.is_open();
    copy_.assign(std::istreambuf_iterator<char>(in), {});
#endif
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

// parlance/vocab/detail/mapped_file.hpp - the bytes of a file, mapped where the system can
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#if __has_include(<sys/mman.h>)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace parlance::vocab::detail {

/// A whole file, read only, for as long as the object lives.
class mapped_file {
public:
    explicit mapped_file(std::filesystem::path const& path) {
#if __has_include(<sys/mman.h>)
        int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        struct stat about{};
        if (file >= 0 && ::fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
            opened_ = true;
            size_ = static_cast<std::size_t>(about.st_size);
            void* const where =
                size_ == 0 ? MAP_FAILED : ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
            map_ = where == MAP_FAILED ? nullptr : where;
            opened_ = map_ != nullptr || size_ == 0;
        }
        if (file >= 0) {
            ::close(file);
        }
#else
        std::ifstream in(path, std::ios::binary);
        opened_ = in.is_open();
        copy_.assign(std::istreambuf_iterator<char>(in), {});
#endif
    }
    mapped_file(mapped_file const&) = delete;
    mapped_file& operator=(mapped_file const&) = delete;
    ~mapped_file() {
#if __has_include(<sys/mman.h>)
        if (map_ != nullptr) {
            ::munmap(map_, size_);
        }
#endif
    }

    [[nodiscard]] bool is_open() const noexcept { return opened_; }
    [[nodiscard]] std::string_view bytes() const noexcept {
        return map_ != nullptr ? std::string_view{static_cast<char const*>(map_), size_}
                               : std::string_view{copy_};
    }

private:
    void* map_ = nullptr;
    std::size_t size_ = 0;
    std::string copy_;  // where files cannot be mapped
    bool opened_ = false;
};

}  // namespace parlance::vocab::detail

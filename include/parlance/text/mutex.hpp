// parlance/text/mutex.hpp - std::mutex and its kin, and what stands for them where a program has one thread
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <mutex>

namespace parlance::detail {

#ifdef __STDCPP_THREADS__
using std::call_once;
using std::mutex;
using std::once_flag;
using lock_guard = std::lock_guard<std::mutex>;
#else
struct mutex {};
struct lock_guard {
    explicit lock_guard(mutex&) noexcept {}
    ~lock_guard() {}  // so that nobody is warned of an unused variable
};
struct once_flag {
    bool done = false;
};
template <class Call>
void call_once(once_flag& flag, Call&& call) {
    if (!flag.done) {
        call();
        flag.done = true;
    }
}
#endif

}  // namespace parlance::detail

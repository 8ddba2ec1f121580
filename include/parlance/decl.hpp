// parlance/decl.hpp - whether definitions come with the headers or from a library
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Two modes, which all files of a program must share:
///
/// header-only, the default     a header brings its definitions, impl/NAME.ipp, along
/// PARLANCE_SEPARATE_COMPILATION   headers only declare; the definitions are compiled once, by a target
///                              parlance::compiled_core, _json or _hf, or by one file of the program that includes
///                              <parlance/src/core.hpp>, <parlance/src/json.hpp> or <parlance/src/hf.hpp>
///
/// PARLANCE_SHARED with it says that the library is a shared one, PARLANCE_SOURCE that this file is a part of it.
/// Templates and constexpr functions stand in the headers in both modes.
#if !defined(PARLANCE_SEPARATE_COMPILATION)
#define PARLANCE_HEADER_ONLY 1
#define PARLANCE_DECL inline
#elif !defined(PARLANCE_SHARED)
#define PARLANCE_DECL
#elif !defined(_WIN32)
#define PARLANCE_DECL __attribute__((visibility("default")))
#elif defined(PARLANCE_SOURCE)
#define PARLANCE_DECL __declspec(dllexport)
#else
#define PARLANCE_DECL __declspec(dllimport)
#endif

/// For the few functions of an inner loop: inlined into each of its callers, whatever the size of the object.  A compiler
/// stops inlining where one object grows too much, and all masks are one.
#if defined(__GNUC__)
#define PARLANCE_HOT __attribute__((always_inline)) inline
#elif defined(_MSC_VER)
#define PARLANCE_HOT __forceinline
#else
#define PARLANCE_HOT inline
#endif

/// PARLANCE_DECL for what runs seldom: once for a model, a template or a file, or only to say what is wrong.  Compilers make
/// such functions small instead of fast, which costs them less time, and take branches that lead there for unlikely ones.
/// Not for what a mask, a prompt, an answer or a schema waits for: bench/history shows a mistake.
#if defined(__clang__)
#define PARLANCE_RARE __attribute__((cold, minsize)) PARLANCE_DECL
#elif defined(__GNUC__)
#define PARLANCE_RARE __attribute__((cold)) PARLANCE_DECL
#else
#define PARLANCE_RARE PARLANCE_DECL
#endif

/// Never inlined: for what stands in many places.
#if defined(__GNUC__)
#define PARLANCE_APART __attribute__((noinline))
#elif defined(_MSC_VER)
#define PARLANCE_APART __declspec(noinline)
#else
#define PARLANCE_APART
#endif

/// All that is called inside is inlined, as PARLANCE_HOT is, but for what is PARLANCE_APART.
#if defined(__GNUC__)
#define PARLANCE_FLAT __attribute__((flatten))
#else
#define PARLANCE_FLAT
#endif

/// For what runs seldom: never inlined, made small instead of fast, and kept away from what runs often.
#if defined(__clang__)
#define PARLANCE_COLD __attribute__((cold, noinline, minsize))
#elif defined(__GNUC__)
#define PARLANCE_COLD __attribute__((cold, noinline))
#elif defined(_MSC_VER)
#define PARLANCE_COLD __declspec(noinline)
#else
#define PARLANCE_COLD
#endif

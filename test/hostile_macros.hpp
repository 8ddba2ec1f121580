// test/hostile_macros.hpp - words that widely used headers define as macros; no header of ours may use them
// SPDX-License-Identifier: BSL-1.0
#pragma once

// windows.h and what it includes, without WIN32_LEAN_AND_MEAN and NOMINMAX
#undef min
#undef max
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define far ?
#define near ?
#define FAR ?
#define NEAR ?
#define small ?
#define hyper ?
#define interface ?
#define cdecl ?
#define pascal ?
#define environ ?
#define grp1 ?
#define rad1 ?
#define ABSOLUTE ?
#define ALTERNATE ?
#define BOOL ?
#define BYTE ?
#define CALLBACK ?
#define CHAR ?
#define CONST ?
#define CreateFile ?
#define DELETE ?
#define DIFFERENCE ?
#define DOMAIN ?
#define ERROR ?
#define FALSE ?
#define GetObject ?
#define IGNORE ?
#define IN ?
#define INFINITE ?
#define INT ?
#define NO_ERROR ?
#define OPAQUE ?
#define OPTIONAL ?
#define OUT ?
#define OVERFLOW ?
#define PURE ?
#define RELATIVE ?
#define STRICT ?
#define TEXT(x) ?
#define THIS ?
#define TRANSPARENT ?
#define TRUE ?
#define UNDERFLOW ?
#define VOID ?
#define Yield() ?

// X11/X.h and Xlib.h
#define Above ?
#define Always ?
#define Bool ?
#define Complex ?
#define CursorShape ?
#define False ?
#define None ?
#define Status ?
#define Success ?
#define True ?
#define Unsorted ?

// sys/sysmacros.h, gnu modes of g++, Objective-C
#undef linux
#undef unix
#define linux ?
#define major(x) ?
#define makedev(x, y) ?
#define minor(x) ?
#define unix ?
#define nil ?
#define YES ?
#define NO ?

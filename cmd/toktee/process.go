//go:build cgo && linux

package main

// What is to be set before the Go runtime starts its threads.
//
// glibc gives each thread that allocates memory a heap of its own, by four system calls. A start of a Go program has
// four threads or more, and needs C's memory for grammars alone. So the threads share one heap.

// #include <malloc.h>
// #ifdef __GLIBC__
// __attribute__((constructor)) static void prepare(void) { mallopt(M_ARENA_MAX, 1); }
// #endif
import "C"

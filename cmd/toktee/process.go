//go:build cgo && linux

package main

// These settings must precede the threads of the Go runtime.
//
// glibc gives each thread that allocates memory a heap of its own, by four system calls. A start of a Go program has
// four threads or more, and needs C's memory for grammars alone. So the threads share one heap.
//
// The runtime has a thread that wakes up every 20 µs while others work, which costs a seventh of a hook's time. The
// system may delay its timers, by up to 5 ms (see proc.Slack), in a process that ends soon. Programs that it starts
// don't inherit that: internal/run/proc takes it back before.

// #include <malloc.h>
// #include <string.h>
// #include <sys/prctl.h>
// #ifdef __GLIBC__
// static int is(const char *a, const char *b) { return !strcmp(a, b); }
// __attribute__((constructor)) static void prepare(int argc, char **argv) {
//	mallopt(M_ARENA_MAX, 1);
//	if (argc < 2) return;
//	const char *name = strrchr(argv[0], '/');
//	name = name ? name + 1 : argv[0];
//	if (!strncmp(name, "toktee", 6) && (is(argv[1], "hook") || is(argv[1], "prefix")))
//		prctl(PR_SET_TIMERSLACK, 5000000, 0, 0, 0);
// }
// #endif
import "C"

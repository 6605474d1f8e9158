//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// residentSize returns the largest resident size of a process that has ended, in bytes.
func residentSize(s *os.ProcessState) int64 {
	ru, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(ru.Maxrss)
	}
	return int64(ru.Maxrss) * 1024
}

// processorTime returns the processor time that this process has used so far.
func processorTime() time.Duration {
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		return 0
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

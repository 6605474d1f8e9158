//go:build !unix

package main

import (
	"os"
	"time"
)

// residentSize isn't known here.
func residentSize(*os.ProcessState) int64 { return 0 }

var started = time.Now()

// processorTime returns the time by the clock, if that of the processor isn't known.
func processorTime() time.Duration { return time.Since(started) }

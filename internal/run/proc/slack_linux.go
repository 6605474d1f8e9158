package proc

import "golang.org/x/sys/unix"

// Slack is how many nanoseconds the system may delay timers of a process that ends soon: see cmd/toktee.
const Slack = 5_000_000

// usualSlack is that of the system, in nanoseconds.
const usualSlack = 50_000

// endSlack has the programs that the calling thread starts, or becomes, get the system's timers in place of ours.
func endSlack() {
	if now, err := unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0); err != nil || now != Slack {
		return
	}
	slack := uintptr(usualSlack)
	if unix.Gettid() == unix.Getpid() {
		slack = 0 // restores the value of our start, which other threads don't know
	}
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, slack, 0, 0, 0)
}

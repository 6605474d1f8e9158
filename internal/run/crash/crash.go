// Package crash calls functions of others, whose crash may not become ours: a panic or [runtime.Goexit] in them is an
// error.
//
// The function runs on a goroutine of its own, which costs a microsecond, since Goexit would end the caller's. What it
// starts itself isn't guarded: a panic on another goroutine ends the process.
package crash

import (
	"fmt"
	"runtime/debug"
)

// An Error says how a function crashed.
type Error struct {
	Panic any    // the value of the panic; nil if it called [runtime.Goexit]
	Stack string // where, for a person
}

// Error returns "panic: " and the value, or "runtime.Goexit".
func (e *Error) Error() string {
	if e.Panic == nil {
		return "runtime.Goexit"
	}
	return fmt.Sprintf("panic: %v", e.Panic)
}

// Guard calls f and returns its error, or an [*Error] if it crashed.
func Guard(f func() error) error {
	ended := make(chan error)
	go func() {
		var err error
		returned := false
		defer func() {
			if p := recover(); p != nil || !returned { // a panic with nil has a value of its own
				err = &Error{p, string(debug.Stack())}
			}
			ended <- err
		}()
		err = f()
		returned = true
	}()
	return <-ended
}

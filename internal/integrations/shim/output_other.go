//go:build !linux

package shim

import (
	"fmt"
	"os"
	"reflect"

	"github.com/toktee/toktee/internal/run/proc"
)

// hasProcesses means that the processes above can be read.
const hasProcesses = false

// Here returns the output of this process. Processes above can't be looked at here.
func Here(getenv func(string) (string, bool)) *Output {
	o := &Output{Getenv: getenv, Terminal: proc.IsTerminal(os.Stdout), Parent: os.Getppid()}
	info, err := os.Stdout.Stat()
	if err != nil {
		return o
	}
	if sys := reflect.Indirect(reflect.ValueOf(info.Sys())); sys.Kind() == reflect.Struct {
		dev, ino := sys.FieldByName("Dev"), sys.FieldByName("Ino")
		if dev.IsValid() && ino.IsValid() {
			o.ID = fmt.Sprintf("%v:%v", dev.Interface(), ino.Interface())
		}
	}
	return o
}

// PipeIsIgnored is false: it isn't known here.
func PipeIsIgnored() bool { return false }

package proc

import (
	"crypto/rand"
	"os"
	"runtime"
	"slices"
	"strings"
)

// markVariable marks what comes of a command: its value lists the calls above a process, separated by commas. Processes
// keep their environment when they make a session of their own or lose their parent.
const markVariable = "TOKTEE_CALL"

// setMark gives the command a mark and the environment that holds it, where that can be read.
func (c *Command) setMark() {
	if runtime.GOOS != "linux" {
		return
	}
	c.mark = rand.Text()
	env := c.Env
	if env == nil {
		env = os.Environ()
	}
	value := c.mark
	for _, v := range env {
		if outer, ok := strings.CutPrefix(v, markVariable+"="); ok && outer != "" {
			value = outer + "," + c.mark
		}
	}
	c.Env = append(slices.Clip(env), markVariable+"="+value)
}

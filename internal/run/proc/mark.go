package proc

import (
	"crypto/rand"
	"os"
	"runtime"
	"slices"
	"strings"
)

// markVariable is in the environment of a command and its descendants. Its value has the marks of the calls that a
// process comes from, the outermost first, separated by commas. Processes keep their environment when they make their
// own session or lose their parent.
const markVariable = "TOKTEE_CALL"

// setMark makes a mark for the command and adds it to its environment, on systems on which the environment of a
// process can be read.
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

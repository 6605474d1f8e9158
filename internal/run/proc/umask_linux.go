package proc

import (
	"os"
	"strings"
)

// Umask returns the permissions that files made by this process lack, such as "0022"; "" if they aren't known. The
// kernel reports them as "Umask:\t0022"; asking for them by umask(2) would change them.
func Umask() string {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "Umask:"); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

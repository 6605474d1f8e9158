package cli

import (
	"os/exec"
	"strings"
	"testing"
)

// sending are the packages of the standard library that send.
var sending = map[string]bool{
	"net": true, "net/http": true, "net/rpc": true, "net/smtp": true, "net/textproto": true, "crypto/tls": true,
}

// notSending are packages that import one of these and send nothing.
var notSending = map[string]bool{
	"github.com/spf13/pflag":        true, // parses addresses
	"github.com/google/uuid":        true, // of parquet-go: reads the addresses of network cards
	"github.com/andybalholm/brotli": true, // of parquet-go: has a compressor for handlers of HTTP
}

// TestNoNetwork holds that nothing leaves the machine: the command doesn't link what could send it, but for libraries
// that are known to have another use for that.
func TestNoNetwork(t *testing.T) {
	format := `{{if not .Standard}}{{.ImportPath}} {{join .Imports " "}}{{end}}`
	out, err := exec.Command("go", "list", "-deps", "-f", format, "../..").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		packages++
		for _, name := range words[1:] {
			if sending[name] && !notSending[words[0]] {
				t.Errorf("%s imports %s", words[0], name)
			}
		}
	}
	if packages < 20 {
		t.Fatalf("only %d packages are linked", packages)
	}
}

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

// TestNoNetwork holds that nothing leaves the machine: the command doesn't link what could send it. Only the flag
// library imports net, to parse addresses.
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
			if sending[name] && words[0] != "github.com/spf13/pflag" {
				t.Errorf("%s imports %s", words[0], name)
			}
		}
	}
	if packages < 20 {
		t.Fatalf("only %d packages are linked", packages)
	}
}

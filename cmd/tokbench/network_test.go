package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestNoNetwork holds that nothing leaves the machine: the command doesn't even link what could send it.
func TestNoNetwork(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	if !slices.Contains(linked, "os") {
		t.Fatalf("only %d packages are linked", len(linked))
	}
	for _, name := range []string{"net", "net/http", "crypto/tls"} {
		if slices.Contains(linked, name) {
			t.Errorf("%s is linked", name)
		}
	}
}

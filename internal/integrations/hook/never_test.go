package hook_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNever: an exempt command anywhere in a line makes its result pass as it is; a level holds for the others.
func TestNever(t *testing.T) {
	r := newRig(t, "claude")
	dir := filepath.Join(r.home, ".config", "toktee")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	settings := "[commands]\nnever = [\"terraform plan *\"]\n" +
		"[commands.\"make *\"]\nlevel = \"lossless\"\nbudget = 100000\n"
	if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, passes := range map[string]bool{
		"terraform plan -out p": true, "cd x && terraform plan -out p | tee log": true, "make all": true,
		"terraform apply": false, "cd x && ./build": false,
	} {
		if answer := r.answer(t, bash("s", command, lines(900, "step"))); (answer == "") != passes {
			t.Errorf("%s: %.200q", command, answer)
		}
	}
}

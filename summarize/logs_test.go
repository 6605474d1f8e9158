package summarize_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// logForms are captured logs of services, and how each writes a record of an error.
var logForms = []struct {
	file, command string
	line          func(n int, msg string) string
}{
	{"log_nginx-error", "cat error.log", func(n int, msg string) string {
		return fmt.Sprintf("2026/11/20 19:21:%02d [crit] 22#22: *%d %s, client: 127.0.0.1, server: shop", n%60, n, msg)
	}},
	{"log_postgres", "cat postgres.log", func(n int, msg string) string {
		return fmt.Sprintf("2026-11-20 19:21:%02d.%03d UTC [%d] dev@postgres ERROR:  %s", n%60, n%1000, n, msg)
	}},
	{"log_redis", "docker logs redis", func(n int, msg string) string {
		return fmt.Sprintf("85:M 20 Nov 2026 19:21:%02d.%03d # %s", n%60, n%1000, msg)
	}},
	{"log_slog-json", "cat till.json", func(n int, msg string) string {
		m, _ := json.Marshal(msg)
		return fmt.Sprintf(
			`{"time":"2026-11-20T19:21:%02d.%09dZ","level":"ERROR","msg":%s,"service":"till","order":%d}`,
			n%60,
			n,
			m,
			n,
		)
	}},
	{"log_slog-text", "cat till.log", func(n int, msg string) string {
		return fmt.Sprintf(
			"time=2026-11-20T19:21:%02d.%03dZ level=ERROR msg=%q service=till order=%d",
			n%60,
			n%1000,
			msg,
			n,
		)
	}},
}

// TestLogsTellErrors puts records of errors into captured logs, from a catalogue of messages that real systems print.
// At 1000 tokens the text must tell the rare ones, and every kind must be counted exactly.
func TestLogsTellErrors(t *testing.T) {
	catalogue, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	messages := strings.Split(strings.TrimSpace(string(catalogue)), "\n")
	seeds := 200
	if testing.Short() {
		seeds = 20
	}
	planted, told := 0, 0
	for seed := range seeds {
		random := rand.New(rand.NewPCG(uint64(seed), 4))
		form := logForms[seed%len(logForms)]
		raw, err := os.ReadFile(filepath.Join("../testdata/corpus/raw", form.file))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
		want := map[string]int{}
		for i, at := range random.Perm(len(messages))[:6] {
			n := 1 + random.IntN(2)
			if i >= 4 {
				n = 20 + random.IntN(40)
			}
			want[messages[at]] = n
			for range n {
				i := 10 + random.IntN(len(lines)-10)
				lines = slices.Insert(lines, i, form.line(random.IntN(100000), messages[at]))
			}
		}
		text := []byte(strings.Join(lines, "\n") + "\n")
		r, err := summarize.Summarize(
			context.Background(),
			summarize.Config{Enabled: true, Budget: 1000},
			summarize.Request{
				Tool: "exec", Command: form.command, Stdout: text, Status: result.Status{Known: true},
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Metadata().Strategy; got != "log" {
			t.Fatalf("%s was read by %q", form.file, got)
		}
		var d struct {
			Templates []struct {
				Example string `json:"example"`
				Count   int    `json:"count"`
			} `json:"templates"`
		}
		if err := r.Details().Decode(&d); err != nil {
			t.Fatal(err)
		}
		shown := unquoted(r.LLMContent())
		for msg, n := range want {
			if n <= 2 {
				planted++
				if strings.Contains(shown, msg) {
					told++
				} else {
					t.Logf("seed %d, %s: %q is not told", seed, form.file, msg)
				}
			}
			counted := 0
			for _, k := range d.Templates {
				if strings.Contains(unquoted(k.Example), msg) {
					counted += k.Count
				}
			}
			if counted != n && bytes.Count([]byte(unquoted(string(raw))), []byte(msg)) == 0 {
				t.Errorf("seed %d, %s: %q came %d times, and was counted %d times", seed, form.file, msg, n, counted)
			}
		}
	}
	if share := float64(told) / float64(planted); share < 0.95 {
		t.Errorf("%d of %d rare errors are told (%.1f%%), want 95%%", told, planted, 100*share)
	} else {
		t.Logf("%d of %d rare errors are told (%.1f%%)", told, planted, 100*share)
	}
}

// unquoted is a text without the escapes of quotes.
func unquoted(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, `\"`, `"`), `\u003e`, ">")
}

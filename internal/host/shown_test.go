package host_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// part is a call of an agent's that prints lines of a file.
func part(from, to int) summarize.Request {
	var b strings.Builder
	for n := from; n <= to; n++ {
		fmt.Fprintf(&b, "\tcount[%d] = next(&queue, %d)\n", n, n*37)
	}
	return summarize.Request{
		Tool: "Bash", Command: fmt.Sprintf("sed -n %d,%dp main.go", from, to), Session: "s", Agent: "main",
		Stdout: []byte(b.String()), Status: result.Status{Known: true},
	}
}

// Lines that an agent was given before become one line, once the integration has said that it handed them over.
func TestShown(t *testing.T) {
	for _, tt := range []struct {
		name    string
		repeats host.Repeats
		given   bool
		agent   string
		want    bool
	}{
		{"in the store", host.RepeatsInStore, true, "main", true},
		{"in the process", host.RepeatsInProcess, true, "main", true},
		{"not handed over", host.RepeatsInStore, false, "main", false},
		{"no agent", host.RepeatsInStore, true, "", false},
		{"off", host.RepeatsOff, true, "main", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, warnings := newEnv(t).open(t, func(o *host.Options) { o.Repeats = tt.repeats })
			req := part(1, 60)
			r := deliver(t, h, req)
			if tt.given {
				h.RememberShown(h.Config(), req, r)
			}
			again := part(21, 70)
			again.Agent = tt.agent
			short := deliver(t, h, again)
			want := "… 40 lines as in result " + r.ID() + " (sed -n 1,60p main.go), lines 21-60\n"
			if strings.HasPrefix(short.LLMContent(), want) != tt.want || len(*warnings) > 0 {
				t.Errorf("warnings %q, text\n%s", *warnings, short.LLMContent())
			}
		})
	}
}

// Who asks again for what was answered by a line that points elsewhere gets the text, and then one line.
func TestShownThenRepeated(t *testing.T) {
	h, _ := newEnv(t).open(t, func(o *host.Options) { o.Repeats = host.RepeatsInStore })
	ask := func(from, to int) string {
		req := part(from, to)
		r := deliver(t, h, req)
		h.RememberShown(h.Config(), req, r)
		return r.LLMContent()
	}
	ask(1, 60)
	for i, want := range []string{"… 40 lines as in result ", "\tcount[21] = next", "unchanged since result "} {
		if text := ask(21, 70); !strings.HasPrefix(text, want) {
			t.Errorf("answer %d: want %q first:\n%s", i+1, want, text)
		}
	}
}

// TestShownLeadsThere: whoever asks for what, through a store that all share, a text points at nothing but results that
// its own reader was given, whose lines in the store are the ones that it left out.
func TestShownLeadsThere(t *testing.T) {
	root, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		dir := filepath.Join(root, strconv.Itoa(n))
		defer os.RemoveAll(dir)
		vars := map[string]string{"HOME": dir, "TOKTEE_STORE": filepath.Join(dir, "store")}
		getenv := func(key string) (string, bool) { v, ok := vars[key]; return v, ok }
		given := map[summarize.Listener][]string{} // ids
		for range rapid.IntRange(2, 8).Draw(t, "calls") {
			from := rapid.IntRange(1, 40).Draw(t, "from")
			req := part(from, from+rapid.IntRange(5, 40).Draw(t, "lines"))
			req.Session = rapid.SampledFrom([]string{"s", "s/a1", "t", ""}).Draw(t, "session")
			req.Agent = rapid.SampledFrom([]string{"main", "a1", ""}).Draw(t, "agent")
			req.Epoch = rapid.IntRange(0, 1).Draw(t, "epoch")
			h, err := host.Open(host.Options{Dir: dir, Getenv: getenv, Repeats: host.RepeatsInStore})
			if err != nil {
				t.Fatal(err)
			}
			r, err := h.Deliver(t.Context(), h.Config(), req)
			if err != nil {
				t.Fatal(err)
			}
			who := summarize.Listener{Session: req.Session, Agent: req.Agent, Epoch: req.Epoch}
			for _, o := range r.Metadata().Omissions {
				if o.As.ID == "" {
					continue
				}
				own := linesOf(string(req.Stdout), o.Lines)
				there := linesOf(payloadOf(t, h, o.As.ID), o.As.Lines)
				if !slices.Contains(given[who], o.As.ID) || own != there {
					t.Fatalf("%+v was given %v, not %+v\nown lines:\n%s\nthere:\n%s", who, given[who], o.As, own, there)
				}
			}
			h.RememberShown(h.Config(), req, r)
			given[who] = append(given[who], r.ID())
		}
	})
}

// linesOf are lines of a text, from the first to the last.
func linesOf(text string, lines [2]int) string {
	return strings.Join(strings.SplitAfter(text, "\n")[lines[0]-1:lines[1]], "")
}

func payloadOf(t *rapid.T, h *host.Host, id string) string {
	r, err := h.Store().Payload(id)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

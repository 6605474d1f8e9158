package transcript

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestGiantDocument reads a document of 48 MB on one line step by step.
func TestGiantDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes 48 MB")
	}
	path := filepath.Join(t.TempDir(), "giant.json")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	fmt.Fprint(w, `{"info":{"id":"s"},"messages":[`)
	body := strings.Repeat("the kiln is warm ", 1000)
	const messages = 3000
	for i := range messages {
		if i > 0 {
			w.WriteByte(',')
		}
		fmt.Fprintf(w, `{"info":{"id":"m%d","role":"assistant"},"parts":[{"type":"tool","tool":"bash","callID":"a",`+
			`"state":{"status":"completed","input":{"command":"x"},"output":%q}}]}`, i, body)
	}
	fmt.Fprint(w, `]}`)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	sources, err := Find(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	var most uint64
	results := 0
	st, err := sources[0].Read(t.Context(), nil, func(it *Item) error {
		if it.Kind == Result {
			if results++; results%500 == 0 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
		return nil
	})
	if err != nil || results != messages || st.Half || st.Bad > 0 {
		t.Errorf("%d results, error %v, stats %+v", results, err, st)
	}
	if most > 24<<20 {
		t.Errorf("%d bytes are held", most)
	}
	t.Logf("%.1f MB are held", float64(most)/(1<<20))
}

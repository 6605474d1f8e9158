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
	fmt.Fprint(w, `{"schema_version":"ATIF-v1.7","session_id":"s","steps":[`)
	body := strings.Repeat("the kiln is warm ", 1000)
	const steps = 3000
	for i := range steps {
		if i > 0 {
			w.WriteByte(',')
		}
		fmt.Fprintf(w, `{"step_id":%d,"source":"agent","message":"","tool_calls":[{"tool_call_id":"a",`+
			`"function_name":"bash","arguments":{"command":"x"}}],"observation":{"results":[{"source_call_id":"a",`+
			`"content":%q}]}}`, i, body)
	}
	fmt.Fprint(w, `],"final_metrics":{}}`)
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
	if err != nil || results != steps || st.Half || st.Bad > 0 {
		t.Errorf("%d results, error %v, stats %+v", results, err, st)
	}
	if most > 24<<20 {
		t.Errorf("%d bytes are held", most)
	}
	t.Logf("%.1f MB are held", float64(most)/(1<<20))
}

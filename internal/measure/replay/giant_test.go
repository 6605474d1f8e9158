package replay

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// giant writes a session of about as many bytes as named: a search, a read of 20 KB and an edit, over and over, each of
// other names.
func giant(t testing.TB, size int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "giant.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	line := strings.Repeat("the kiln is warm and so is the room around it ", 10)
	for i, n := 0, 0; n < size; i++ {
		name := fmt.Sprintf("src/kiln_%d.go", i)
		body := strings.Repeat(line+`\n`, 40) + fmt.Sprintf("func heat%dUp() {", i)
		for j, pair := range [][2]string{{"ls src", name}, {"cat " + name, body},
			{fmt.Sprintf("grep -n heat%dUp %s", i, name), ""}} {
			k, _ := fmt.Fprintf(w, `{"type":"assistant","sessionId":"s","message":{"id":"m%d.%d",`+
				`"content":[{"type":"tool_use","id":"t%d.%d","name":"Bash",`+
				`"input":{"command":%q}}]}}`+"\n", i, j, i, j, pair[0])
			l, _ := fmt.Fprintf(w, `{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result",`+
				`"tool_use_id":"t%d.%d","content":"%s"}]}}`+"\n", i, j, pair[1])
			n += k + l
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

// live returns a callback for progress that collects garbage with every 2 MB that are read, and the largest heap that
// was left, in bytes.
func live() (progress func(int), most *uint64) {
	most = new(uint64)
	read := 0
	return func(n int) {
		if read += n; read < 2<<20 {
			return
		}
		read = 0
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		*most = max(*most, m.HeapAlloc)
	}, most
}

// perCall is the memory that a call may cost, in bytes. The text has 6 KB a call. buffered is what else may grow.
const (
	perCall  = 2048
	buffered = 8 << 20
)

// TestGiant has sessions of 4 and 24 MB: memory grows with the calls and not with the text, and what is found is all
// there.
func TestGiant(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 28 MB")
	}
	measure := func(size int) (uint64, *Report) {
		path := giant(t, size)
		progress, most := live()
		r := replayed(t, Options{Levels: []string{"none"}, Resamples: 100, Progress: progress}, path)
		return *most, r
	}
	small, few := measure(4 << 20)
	large, r := measure(24 << 20)
	t.Logf("largest heap: %.1f MB at 4 MB, %.1f MB at 24 MB", float64(small)/(1<<20), float64(large)/(1<<20))
	if more := uint64(r.Total.Results-few.Total.Results)*perCall + buffered; large > small+more {
		t.Errorf("largest heap %d at 24 MB, %d at 4 MB: want at most %d more", large, small, more)
	}
	rounds := r.Total.Results / 3
	if rounds < 500 || r.Total.Evidence != 2*rounds || r.Total.Levels[0].Lost != 2*rounds {
		t.Errorf("%d rounds, %d strings of evidence, %d lost; want two a round", rounds, r.Total.Evidence,
			r.Total.Levels[0].Lost)
	}
}

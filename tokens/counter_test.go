package tokens

import (
	"strings"
	"sync"
	"testing"
)

func TestParseEncoding(t *testing.T) {
	for _, test := range []struct {
		name string
		want Encoding
	}{{"", Default}, {"o200k_base", O200kBase}, {"cl100k_base", Cl100kBase}} {
		if enc, err := ParseEncoding(test.name); enc != test.want || err != nil {
			t.Errorf("ParseEncoding(%q) = %v, %v, want %v", test.name, enc, err, test.want)
		}
		c, err := New(Encoding(test.name))
		if err != nil || c.enc != test.want {
			t.Errorf("New(%q) counts in %v (%v), want %v", test.name, c.enc, err, test.want)
		}
	}
	for _, name := range []string{"p50k_base", "O200K_BASE", "gpt-4o"} {
		_, err := ParseEncoding(name)
		_, errNew := New(Encoding(name))
		_, errGet := Get(Encoding(name))
		for _, err := range []error{err, errNew, errGet} {
			if err == nil || !strings.Contains(err.Error(), `"`+name+`"`) {
				t.Errorf("the encoding %q: %v, want an error with the name", name, err)
			}
		}
	}
}

// A counter that has counted much else counts the same as a new one, and so do counters in many goroutines.
func TestCountersAreIndependent(t *testing.T) {
	fragments := goldenFragments(t)
	eachEncoding(t, func(t *testing.T, enc Encoding, _ *Counter) {
		want := make([]int, 300)
		for i := range want {
			want[i] = counter(t, enc).CountString(goldenText(i, fragments))
		}
		var done sync.WaitGroup
		for range 4 {
			done.Go(func() {
				for range 3 {
					c, err := Get(enc)
					if err != nil {
						t.Error(err)
						return
					}
					for i, want := range want {
						if got := c.Count([]byte(goldenText(i, fragments))); got != want {
							t.Errorf("text %d has %d tokens, want %d", i, got, want)
						}
					}
					Put(c)
				}
			})
		}
		done.Wait()
	})
}

func TestCountDoesNotAllocate(t *testing.T) {
	text := []byte(strings.Repeat("func main() { fmt.Println(\"héllo, 世界\", 12345) }\n", 50) +
		strings.Repeat("x", 3*window) + "\xff\n")
	s := string(text)
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		for _, f := range []struct {
			name string
			run  func()
		}{
			{"Count", func() { c.Count(text) }},
			{"CountString", func() { c.CountString(s) }},
			{"CountUpTo", func() { c.CountUpTo(text, 500) }},
			{"Truncate", func() { c.Truncate(text, 500) }},
		} {
			if n := testing.AllocsPerRun(10, f.run); n != 0 {
				t.Errorf("%s allocates %v times", f.name, n)
			}
		}
	})
}

package tokens

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// A machine that stores numbers the other way round reads the same tables.
func TestDecode(t *testing.T) {
	sweep.OneGoroutine(t)
	const data = "\x01\x02\x03\x04\x05\x06\x07\x08\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7"
	if diff := cmp.Diff([]uint64{0x0807060504030201, 0xf7f6f5f4f3f2f1f0}, decode[uint64](data)); diff != "" {
		t.Errorf("decode[uint64] mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]uint32{0x04030201, 0x08070605, 0xf3f2f1f0, 0xf7f6f5f4}, decode[uint32](data)); diff != "" {
		t.Errorf("decode[uint32] mismatch (-want +got):\n%s", diff)
	}
	for _, enc := range encodings {
		v := counter(t, enc).encoder.vocab
		for _, view := range []struct{ data, name string }{
			{o200kData, string(O200kBase)},
			{cl100kData, string(Cl100kBase)},
		} {
			if view.name != string(enc) {
				continue
			}
			parts, err := sections(view.data)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(v.recs, decode[record](parts[0])); diff != "" {
				t.Errorf("%s: records differ from the view", enc)
			}
			if diff := cmp.Diff(v.nodes, decode[uint32](parts[2])); diff != "" {
				t.Errorf("%s: trie differs from the view", enc)
			}
		}
	}
}

func TestViewRefusesBrokenTables(t *testing.T) {
	for _, data := range []string{"", "toktee", o200kData[:1000], "x" + o200kData[1:]} {
		if err := new(vocab).view(data); err == nil {
			t.Errorf("no error for %d bytes that aren't a table", len(data))
		}
	}
}

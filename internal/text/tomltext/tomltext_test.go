package tomltext

import "testing"

// FuzzScan checks that a scan of any text ends, and that its places are in the text.
func FuzzScan(f *testing.F) {
	for _, s := range []string{
		"[[a.b]]\nc = \"\"\"\nx\\\"\"\"\"\"\nd = 1 # e\n", "a = [{b = ']'}, [\n'x', # y\n]]\n",
		"[", "a", "\"", "a = '''", "]\n=",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for e := range Scan(text) {
			for _, s := range append(e.Texts, e.Value) {
				if s.From > s.To {
					t.Errorf("%+v", e)
				}
				_ = text[s.From:s.To]
			}
		}
	})
}

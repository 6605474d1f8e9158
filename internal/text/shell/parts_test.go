package shell

import (
	"strings"
	"testing"
)

// sayParts renders parts in one row: commands in brackets, what the line says in quotes.
func sayParts(parts []Part, ok bool) string {
	if !ok {
		return "not ok"
	}
	var out []string
	for _, p := range parts {
		switch {
		case p.Loop != nil:
			round, ok := p.Loop.Body("NAME")
			out = append(out, "for "+strings.Join(p.Loop.Items, " ")+" { "+sayParts(round, ok)+" }")
		case p.Says != nil && p.Says.Open:
			out = append(out, "'"+p.Says.Before+"..."+p.Says.After+"'")
		case p.Says != nil:
			out = append(out, "'"+p.Says.Before+"'")
		default:
			out = append(out, "["+say(p.Line)+"]")
		}
	}
	return strings.Join(out, " ")
}

func TestParts(t *testing.T) {
	tests := []struct{ cmd, want string }{
		{`cat a.go`, "[cat a.go own all]"},
		{`cd /r && sed -n '1,20p' a && cat b`, "[sed -n 1,20p a own all] [cat b own all]"},
		{`cat a; echo ---; cat b`, "[cat a own all] '---' [cat b own all]"},
		{`cat a; echo; echo "== b ==" ; nl -ba b | sed -n '1,5p'`,
			"[cat a own all] '' '== b ==' [nl -ba b | sed -n 1,5p cut]"},
		{`printf '\n--- %s ---\n' a.go; cat a.go`, "'' '--- a.go ---' [cat a.go own all]"},
		{`for f in a.go "b c.go"; do echo "== $f"; cat "$f"; done`,
			"'== a.go' [cat a.go own all] '== b c.go' [cat b c.go own all]"},
		{`for f in src/*.go; do echo "== ${f}:"; sed -n 1,5p $f; done; ls`,
			"for src/*.go { '== NAME:' [sed -n 1,5p NAME own all] } [ls own all]"},
		{`for f in $(ls); do echo "$f"; cat $f; done`, "for $(ls) { 'NAME' [cat NAME own all] }"},
		{`ls | head -3; cat a 2>/dev/null || echo none`, "[ls | head -3 cut] [cat a own all]"},
		{`{ cat a; (echo -; cat b) }`, "[cat a own all] '-' [cat b own all]"},
		{`cat a > b; cat c`, "[cat c own all]"},
		{`echo "n: $(wc -l < a)"; cat a`, "'n: ...' [cat a own all]"},
		{`echo $x; cat a`, "'...' [cat a own all]"},
		{`echo -e "a\nb"`, "'a' 'b'"},

		// What isn't known.
		{`echo -n x; cat a`, "not ok"},
		{`echo 'a\nb'; cat a`, "not ok"},
		{`printf 'x'; cat a`, "not ok"},
		{`printf '%d\n' 3; cat a`, "not ok"},
		{`cat a & cat b`, "not ok"},
		{`if true; then cat a; fi; cat b`, "not ok"},
		{`while read f; do cat $f; done < list`, "not ok"},
		{`for f in *.go; do cat $f; done`, "not ok"},
		{`for f in a b; do for g in c d; do cat $f $g; done; done`, "not ok"},
		{`(cat a; cat b) | head`, "[cat a; cat b | head cut]"},
		{`cat a; (`, "not ok"},
		{``, "not ok"},
	}
	for _, tt := range tests {
		t.Run(tt.cmd, func(t *testing.T) {
			if got := sayParts(Parts(tt.cmd)); got != tt.want {
				t.Errorf("Parts(%q)\n got %s\nwant %s", tt.cmd, got, tt.want)
			}
		})
	}
}

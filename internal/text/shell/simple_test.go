package shell

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSimple(t *testing.T) {
	for _, c := range []struct {
		cmd  string
		want []string
	}{
		{"go test ./...", []string{"go", "test", "./..."}},
		{`  npm run "test:unit" -- 'a b' c\ d `, []string{"npm", "run", "test:unit", "--", "a b", "c d"}},
		{"eslint src/*.ts {a,b} ~/x", []string{"eslint", "src/*.ts", "{a,b}", "~/x"}},
		{`g"o" te'st'`, []string{"go", "test"}},
		{"timeout 60 make", []string{"timeout", "60", "make"}},
		{"", nil}, {"#", nil}, {"go test # all", nil}, {"go test;", nil}, {"go test &", nil}, {"! go test", nil},
		{"go test | tail", nil}, {"go test 2>&1", nil}, {"go test >f", nil}, {"go test <f", nil}, {"A=1 go test", nil},
		{"A=1", nil}, {"go test && go vet", nil}, {"go test; go vet", nil}, {"(go test)", nil}, {"{ go test; }", nil},
		{"go test\ngo vet", nil}, {"go test \\\n./...", nil}, {"go\ttest", nil}, {"go test \x00", nil},
		{"go test $X", nil}, {`go test "$X"`, nil}, {"go test $(ls)", nil}, {"go test `ls`", nil}, {"$GO test", nil},
		{"go test <(ls)", nil}, {"go test $'a'", nil}, {`go test $"a"`, nil}, {"go test $((1))", nil},
		{"go test <<E", nil}, {"go test <<<x", nil}, {"go test @(a|b)", nil}, {"time go test", nil},
		{"coproc go test", nil}, {"if go test; then :; fi", nil}, {"f() { go test; }", nil}, {"[[ -f x ]]", nil},
		{"declare x", nil}, {"let x=1", nil}, {"go test 'x", nil}, {"go test )", nil},
	} {
		got, ok := Simple(c.cmd)
		if diff := cmp.Diff(c.want, got); diff != "" || ok != (c.want != nil) {
			t.Errorf("Simple(%q) = %v (-want +got)\n%s", c.cmd, ok, diff)
		}
	}
}

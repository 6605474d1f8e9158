package shell

import (
	"strings"
	"testing"
)

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no []string
	}{
		{"terraform plan *", []string{
			"terraform plan", "terraform plan -out p", "/usr/bin/terraform plan", "terraform -chdir=a plan",
			"cd x && terraform plan -out p | tee log", "terraform plan >f", "sudo -n terraform plan",
			"A=1 terraform plan", `echo "$(terraform plan)"`, "(terraform plan)", "bash -c 'terraform plan -x'",
			"for i in a b; do terraform plan $i; done", "sh <<'E'\nterraform plan\nE\n",
			"timeout 5 env A=1 terraform plan", "x=`terraform plan`", "f() { terraform plan; }",
			"terraform plan 'unclosed", "cat <(terraform plan)", "terraform plan &",
		}, []string{
			"terraform", "terraform apply plan", "echo terraform plan", "terraform-docs plan", "", "plan terraform",
		}},
		{"terraform plan", []string{"terraform plan", "terraform -no-color plan"}, []string{"terraform plan -out p"}},
		{"make", []string{"make", "cd a; make", "gmake || make"}, []string{"make all", "cmake"}},
		{"git log *", []string{"git --no-pager log -3", "git -C x log"}, []string{"git show log"}},
		{
			"npm run test:*", []string{"npm run test:unit", "npm run test:"},
			[]string{"npm run test", "npm run test:unit -- x"},
		},
		{"*", []string{"anything at all", "a | b"}, []string{""}},
		{"* --dry-run *", []string{"deploy --dry-run", "deploy now --dry-run x"}, []string{"deploy"}},
		{"./run *", []string{"./run x"}, []string{"run x", "a/run"}},
		{"npx tsc *", []string{"npx tsc -p ."}, []string{"tsc -p ."}},
		{"tsc *", []string{"npx tsc -p ."}, nil},
		{"a*b*c", []string{"abc", "aXbYc"}, []string{"acb", "ab"}},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range c.yes {
			if !p.MatchesAny(Words(line)) {
				t.Errorf("%q doesn't select %q: %q", c.pattern, line, Words(line))
			}
		}
		for _, line := range c.no {
			if p.MatchesAny(Words(line)) {
				t.Errorf("%q selects %q", c.pattern, line)
			}
		}
	}
	for _, bad := range []string{"", " ", strings.Repeat("x", maxPattern+1)} {
		if p, err := ParsePattern(bad); err == nil {
			t.Errorf("%.20q is %v, want an error", bad, p)
		}
	}
}

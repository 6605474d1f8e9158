package shell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// say renders a line in one row: the calls, then the flags that are set.
func say(l Line) string {
	if !l.OK {
		return "not ok"
	}
	var b strings.Builder
	calls := func(sep string, cs []Call) {
		for _, c := range cs {
			fmt.Fprintf(&b, "%s%s", sep, strings.Join(append([]string{c.Name}, c.Args...), " "))
		}
	}
	calls("; ", l.Commands)
	calls(" | ", l.Filters)
	calls(" # ", l.Setup)
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"cut", l.Cut}, {"picked", l.Picked}, {"reshaped", l.Reshaped}, {"compound", l.Compound}, {"own", l.OwnExit},
		{"all", l.AllExit}, {"echo", l.EchoExit},
	} {
		if f.set {
			b.WriteString(" " + f.name)
		}
	}
	return strings.TrimPrefix(b.String(), "; ")
}

func TestParse(t *testing.T) {
	tests := []struct{ cmd, want string }{
		// One command.
		{`go test ./...`, "go test ./... own all"},
		{`/usr/bin/rg -n foo`, "rg -n foo own all"},
		{`C:/tools/rg.exe foo`, "rg foo own all"},
		{`./gradlew test`, "gradlew test own all"},
		{`go vet ./... 2>&1`, "go vet ./... own all"},
		{"# what changed\ngit diff", "git diff own all"},
		{"go build \\\n  -o /dev/null \\\n  ./...", "go build -o /dev/null ./... own all"},
		{`rg "a b" 'c d' e\ f $'x\ty' "$HOME/z"`, "rg a b c d e f x\ty $HOME/z own all"},
		{`rg foo -g '*.{ts,go}' src/{a,b}`, "rg foo -g *.{ts,go} src/{a,b} own all"},
		{`git commit -m "$(cat <<'EOF'
one
EOF
)"`, "git commit -m $(cat <<'EOF'\none\nEOF\n) own all"},
		{`Get-Content src\\main.go`, `Get-Content src\main.go own all`},
		{``, ""},
		{`X=1`, ""},
		{`cd /repo`, " # cd /repo"},

		// Wrappers.
		{`FOO=1 timeout 5 sudo env BAR=2 nice -n 5 time git -C d diff`, "git diff own all"},
		{`time go test`, "go test own all"},
		{`timeout -k 5 --signal=KILL 30s pytest -q`, "pytest -q own all"},
		{`sudo -u root -- ls -la`, "ls -la own all"},
		{`npx -y eslint@9 .`, "eslint . own all"},
		{`npx @biomejs/biome@1.9.4 check`, "biome check own all"},
		{`pnpm --filter web exec tsc --noEmit`, "tsc --noEmit own all"},
		{`yarn --cwd web test`, "yarn test own all"},
		{`npm --prefix web run build`, "npm run build own all"},
		{`uv run --with x pytest -k a`, "pytest -k a own all"},
		{`uv pip install x`, "uv pip install x own all"},
		{`poetry run python -m pytest tests`, "pytest tests own all"},
		{`python3 -m http.server`, "python3 -m http.server own all"},
		{`bundle exec rspec`, "rspec own all"},
		{`mise exec node@20 -- npm test`, "npm test own all"},
		{`mise run lint`, "mise run lint own all"},
		{`direnv exec . make`, "make own all"},
		{`cargo +nightly test`, "cargo test own all"},
		{`git --no-pager -c core.pager=cat log -p`, "git log -p own all"},
		{`kubectl -n prod get pods`, "kubectl get pods own all"},
		{`command -v rg`, "command -v rg own all"},
		{`command ls`, "ls own all"},
		{`env`, "env own all"},
		{`sudo`, "sudo own all"},
		{`node ./node_modules/.bin/jest --ci`, "jest --ci own all"},
		{`toktee run --level minimal -- go test ./...`, "go test ./... own all"},
		{`toktee show 123`, "toktee show 123 own all"},
		{`find . -name '*.go' | xargs -n 5 grep -l foo`, "grep -l foo # find . -name *.go all"},
		{`find . -name '*.go' -exec grep -n foo {} \;`, "grep -n foo {}"},
		{`find . -name a -print -exec cat {} +`, "find . -name a -print -exec cat {} + own all"},
		{`fd -e go -x wc -l`, "wc -l"},

		// Nested scripts.
		{`bash -lc 'cd x && rg foo | head -5'`, "rg foo | head -5 # cd x cut"},
		{`sh -c "go test ./..."`, "go test ./... own all"},
		{`bash -o pipefail -c 'make | tee log'`, "make | tee log own all"},
		{`bash -c 'bash -c ls'`, "bash -c ls own all"},
		{`bash scripts/test.sh -v`, "bash scripts/test.sh -v own all"},
		{"bash <<'EOF'\ngo vet ./...\nEOF", "go vet ./... own all"},
		{`bash -c 'echo "unclosed'`, `bash -c echo "unclosed own all`},
		{`pwsh -NoProfile -Command 'Get-Content a.txt'`, "Get-Content a.txt own all"},
		{`cmd /c dir`, "dir own all"},

		// Pipes.
		{`cd x && rg foo src | head -50`, "rg foo src | head -50 # cd x cut"},
		{`set -o pipefail; go test ./... | tail -20`, "go test ./... | tail -20 # set -o pipefail cut own all"},
		{`set -euo pipefail; go test ./... | grep FAIL`, "go test ./... | grep FAIL # set -euo pipefail picked all"},
		{`mise run test 2>&1 | tail -30`, "mise run test | tail -30 cut"},
		{`make |& tee build.log`, "make | tee build.log"},
		{`find . -type f | sort | head -n 20`, "find . -type f | sort | head -n 20 cut"},
		{`find . | wc -l`, "find . | wc -l reshaped"},
		{`nl -ba f | sed -n '56,70p'`, "nl -ba f | sed -n 56,70p cut"},
		{`ps aux | sed 's/a/b/'`, "ps aux | sed s/a/b/ reshaped"},
		{`ps aux | sed 10q`, "ps aux | sed 10q cut"},
		{`ps aux | sed -n /go/p`, "ps aux | sed -n /go/p picked"},
		{`ps aux | awk 'NR<=5'`, "ps aux | awk NR<=5 cut"},
		{`ps aux | awk '{print $2}'`, "ps aux | awk {print $2} reshaped"},
		{`ps aux | awk '/go/ {print}'`, "ps aux | awk /go/ {print} picked"},
		{`git log --oneline | grep fix`, "git log --oneline | grep fix picked"},
		{`git log | grep -m 3 fix`, "git log | grep -m 3 fix cut picked"},
		{`git diff | rg -n x -C 2`, "git diff | rg -n x -C 2 picked reshaped"},
		{`rg foo | grep -v test`, "rg foo | grep -v test picked"},
		{`rg foo -l | sort -u`, "rg foo -l | sort -u picked"},
		{`cat f | grep -n foo`, "grep -n foo # cat f own all"},
		{`git show main:a.go | grep -n foo | head -5`, "grep -n foo | head -5 # git show main:a.go cut"},
		{`cat f | head -5`, "cat f | head -5 cut"},
		{`cat a | jq .x`, "cat a | jq .x reshaped"},
		{`curl -s u | python3 -m json.tool`, "curl -s u | python3 -m json.tool reshaped"},
		{`go list -json | python3 -c 'import sys'`, "python3 -c import sys # go list -json own all"},
		{`gh api x --jq .content | base64 -d | sed -n '1,9p'`,
			"gh api x --jq .content | base64 -d | sed -n 1,9p cut reshaped"},
		{`ls | grep foo bar.txt`, "grep foo bar.txt # ls own all"},
		{`(cd a && make) | tail -3`, "make | tail -3 # cd a cut"},
		{`{ go vet ./...; go test ./...; } 2>&1 | tail -3`, "go vet ./...; go test ./... | tail -3 cut"},

		// Lists.
		{`go vet ./... && go test ./...`, "go vet ./...; go test ./... own all"},
		{`go vet ./...; go test ./...`, "go vet ./...; go test ./... own"},
		{`set -e; go vet ./...; go test ./...`, "go vet ./...; go test ./... # set -e own all"},
		{`git log | head -3 && go test`, "git log; go test cut own"},
		{`make || true`, "make # true"},
		{`make && touch done`, "make # touch done all"},
		{`go test; cd ..`, "go test # cd .."},
		{`cd x || exit 1; go test`, "go test # cd x # exit 1 own all"},
		{`make; echo $?`, "make; echo $? own echo"},
		{`make; echo "exit: $?"`, "make; echo exit: $? own echo"},
		{`make | tail -3; echo $?`, "make; echo $? cut own"},
		{`make | tail -3; echo "${PIPESTATUS[0]}"`, "make; echo ${PIPESTATUS[0]} cut own echo"},
		{`echo $?; make`, "echo $?; make own"},
		{`! grep foo f`, "grep foo f"},
		{`sleep 5 & make`, "make # sleep 5 own all"},
		{`make &`, "make"},
		{`sed -n '1,9p' a && sed -n '3,8p' b`, "sed -n 1,9p a; sed -n 3,8p b own all"},
		{`for f in a b; do cat $f; done`, "cat $f compound"},
		{`for f in a b; do touch $f; done; make`, "make # touch $f own all"},
		{`if [ -f x ]; then cat x; else ls; fi`, "cat x; ls # [ -f x ] compound"},
		{`while read -r f; do wc -l "$f"; done < list`, "wc -l $f # read -r f compound"},
		{`case $x in a) ls;; b) make;; esac`, "ls; make compound"},
		{`f() { ls; }; f`, "ls; f compound own"},

		// Redirections.
		{`make > log`, " # make"},
		{`make > log 2>&1; tail -5 log`, "make | tail -5 # make cut"},
		{`make > log 2>&1 && cat ./log`, "make | cat # make all"},
		{`make > log 2>&1 || cat log`, "make | cat # make"},
		{`set -e; make &> $LOG; cat "$LOG"`, "make | cat # set -e # make all"},
		{`(cd x && make) > log; cat log | grep -n x`, "make | cat | grep -n x # cd x # make picked reshaped"},
		{`make | tail -9 > log; cat log`, "make | tail -9 | cat # make cut"},
		{`make | tee log > /dev/null; head -3 log`, "make | head -3 # make cut"},
		{`for i in 1 2; do make > log.$i; done; cat log.*`, "make | cat # make"},
		{`make > log; cat main.c`, "cat main.c # make own all"},
		{`echo x > f; cat f`, "cat f # echo x own all"},
		{`make 2>&1 >/dev/null`, "make own all"},
		{`make >/dev/null 2>&1 && echo ok`, "echo ok # make own all"},
		{`make &> log`, " # make"},
		{`make >& log`, " # make"},
		{`echo oops >&2`, "echo oops own all"},
		{`make > /dev/stderr`, "make own all"},
		{`ls x 2>/dev/null`, "ls x own all"},
		{`rg foo | head > out`, " # rg foo"},
		{`(ls; make) > log`, " # ls # make"},
		{"cat > f <<'EOF'\nmake | head\nEOF", " # cat"},
		{"cat <<EOF\nhello\nEOF", "cat own all"},
		{"python3 - <<'EOF'\nprint(1)\nEOF", "python3 - own all"},

		// Not Bash, or more than it is worth.
		{`rg "unclosed`, "not ok"},
		{`Get-Content a.txt | Select-Object -First 5`, "Get-Content a.txt | Select-Object -First 5 cut reshaped"},
		{`if ($x) { Write-Host "a" }`, "not ok"},
		{strings.Repeat("(", 5000), "not ok"},
		{"echo " + strings.Repeat("x", 70<<10), "not ok"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, say(Parse(tt.cmd))); diff != "" {
			t.Errorf("Parse(%.120q) mismatch (-want +got):\n%s", tt.cmd, diff)
		}
	}
}

func TestSplit(t *testing.T) {
	tests := []struct {
		cmd      string
		opts     []Option
		operands []string
	}{
		{`grep -rn -A5 --include '*.go' foo src`,
			[]Option{{"-r", ""}, {"-n", ""}, {"-A", "5"}, {"--include", "*.go"}}, []string{"foo", "src"}},
		{`grep -e a -m 3 -- -x`, []Option{{"-e", "a"}, {"-m", "3"}}, []string{"-x"}},
		{`head -50 f`, []Option{{"-#", "50"}}, []string{"f"}},
		{`tail -n +5 f -`, []Option{{"-n", "+5"}}, []string{"f", "-"}},
		{`rg --max-count=3 foo`, []Option{{"--max-count", "3"}}, []string{"foo"}},
		{`git grep -n -e foo -- src`, []Option{{"-n", ""}, {"-e", "foo"}}, []string{"src"}},
		{`unknown -x y`, []Option{{"-x", ""}}, []string{"y"}},
	}
	for _, tt := range tests {
		l := Parse(tt.cmd)
		if len(l.Commands) != 1 {
			t.Fatalf("Parse(%q) has %d commands", tt.cmd, len(l.Commands))
		}
		opts, operands := l.Commands[0].Split()
		if diff := cmp.Diff(tt.opts, opts); diff != "" {
			t.Errorf("Split(%q) options mismatch (-want +got):\n%s", tt.cmd, diff)
		}
		if diff := cmp.Diff(tt.operands, operands); diff != "" {
			t.Errorf("Split(%q) operands mismatch (-want +got):\n%s", tt.cmd, diff)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"cd x && rg foo | head", "bash -c 'ls; echo $?'", "a $(b `c`) <<X\nX\n", "x >& 9 2>&- | y", "((((",
		"find . -exec", "xargs", "env -", "git -C",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l := Parse(s)
		if !l.OK && say(l) != "not ok" {
			t.Fatalf("Parse(%q) isn't OK and yet says %+v", s, l)
		}
		if len(l.Commands) == 0 && (l.OwnExit || l.AllExit || len(l.Filters) > 0) {
			t.Fatalf("Parse(%q) has no command and yet says %s", s, say(l))
		}
		for _, c := range append(append(l.Commands, l.Filters...), l.Setup...) {
			c.Split()
		}
	})
}

func ExampleParse() {
	l := Parse("cd api && rg -n TODO src 2>/dev/null | head -50")
	fmt.Println(l.Commands[0].Name, l.Cut, l.OwnExit)
	// Output: rg true false
}

func TestHas(t *testing.T) {
	c := Call{Name: "docker", Args: []string{"compose", "up", "--build"}}
	if !c.Has("build", "--build") || c.Has("build") || c.Has() || (Call{}).Has("up") {
		t.Errorf("Has looks for whole words among %q", c.Args)
	}
}

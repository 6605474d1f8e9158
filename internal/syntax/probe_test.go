//go:build cgo && !notreesitter

package syntax

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// nasty are texts that look like code by their lines, and that grammars may take seconds a megabyte for.
func nasty(t testing.TB, size int) map[string][]byte {
	fill := func(head, s string) []byte { return []byte(head + strings.Repeat(s, size/len(s)+1)[:size]) }
	texts := map[string][]byte{
		"open calls":   fill("", "f("),
		"open blocks":  fill("package a\nfunc f() {\n", "if x {\n"),
		"numbers":      fill("const a = [\n", "  1, 2, 3, 0x44,\n"),
		"numbers in C": fill("static const int a[] = {\n", "  1, 2, 3, 0x44,\n"),
		"strings":      fill("const a = [\n", "  \"abc\", 'def',\n"),
		"records":      fill("", "1,abc,2.5,\"x y\",2020-01-01\n"),
		"markup":       fill("", "<div class=\"a\"><p>text here &amp; there</p></div>\n"),
		"inserts":      fill("", "INSERT INTO `a` VALUES (1,'x',NULL),(2,'y',NULL);\n"),
		"diff":         fill("", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old line\n+func f() {\n context\n"),
		"open string":  fill("package a\nvar x = \"", "abc def\n"),
		"open comment": fill("package a\n/* ", "abc def\n"),
		"unbalanced":   fill("", "func f() {\n\tif x {\n\t\treturn\n"),
		"closers":      fill("", "func f() {\n\treturn\n}\n}\n)\n"),
		"goroutines":   fill("", "goroutine 1 [running]:\nmain.f(0x1, 0x2)\n\t/src/main.go:12 +0x1f\n"),
		"tracebacks": fill("", "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n"+
			"    return g(x)\nValueError: no\n"),
		"log with keywords": fill("", "import took 3ms; class loaded: a.b.C {x=1}\ndef start(): ok;\n"),
		"minified": fill("",
			"!function(e,t){var n=e.a,r=t.b;return function(i){return n(i)?r[i]:null}}(this,0);"),
		"minified by lines":  fill("", "function a(e,t){var n=e.a,r=t.b;for(;n--;)r[n]&&(r[n]=e(n,t?r:n));return r}\n"),
		"words and brackets": nil,
	}
	words := strings.Fields(`if else ( ) { } [ ] ; , x y = == + func def class return for while "s" 12 . : -> => < > * &
		import`)
	r := rand.New(rand.NewPCG(3, 4))
	var soup strings.Builder
	for soup.Len() < size {
		soup.WriteString(words[r.IntN(len(words))])
		soup.WriteByte(" \n"[max(r.IntN(8)-6, 0)])
	}
	texts["words and brackets"] = []byte(soup.String())
	for k, v := range hostile() {
		texts[k] = fill("", string(v))
	}
	for _, name := range samples(t) {
		_, src := sample(t, name)
		texts[name] = fill("", string(src))
	}
	return texts
}

// took outlines a text and returns how it was parsed, and the processor time that it took.
func took(lang Language, src []byte) (outcome, time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	how := refused
	if plausible(lang, src) {
		_, how = parse(lang, src)
	}
	if how != parsed && how != mended {
		byKeywords(lang, src)
	}
	return how, threadTime() - start
}

// TestNasty: what isn't a language's reaches its grammar so rarely that the clock never decides. With -v it prints what
// took longest, in milliseconds a megabyte.
func TestNasty(t *testing.T) {
	sweep.OneGoroutine(t)
	const size = 64 << 10
	if threadTime() == 0 {
		t.Skip("the processor time of a thread isn't known here")
	}
	n, reached := 0, 0
	for name, src := range nasty(t, size) {
		for lang := range languages {
			how, d := took(lang, src)
			perMB := d.Seconds() * 1000 * (1 << 20) / float64(len(src))
			n++
			switch {
			case how == outOfTime:
				t.Errorf("%s as %s: out of time", name, lang)
			case how == parsed, how == mended:
				reached++
			}
			if perMB > 250 {
				t.Logf("%5.0f ms/MB  %s as %s, outcome %d", perMB, name, lang, how)
			}
		}
	}
	t.Logf("%d of %d texts were parsed", reached, n)
}

// TestStart: the start of a text ends where something begins, outside of comments and strings.
func TestStart(t *testing.T) {
	licence := strings.Repeat("// This program is free software.\n", 40)
	body := "func f() {\n\treturn\n}\n\n"
	doc := "/*\n" + strings.Repeat("Words of a comment.\n", 100) + "*/\n"
	for _, test := range []struct {
		name       string
		lang       Language
		src        string
		begin, end string
		ok         bool
	}{
		{"code", "Go", strings.Repeat(body, 400), "func f", "}\n\n", true},
		{"a licence first", "Go", licence + strings.Repeat(body, 400), "func f", "}\n\n", true},
		{"a comment at the cut", "Go", strings.Repeat(body, 40) + doc + strings.Repeat(body, 40), "func f", "}\n\n",
			true},
		{"a comment without end", "Go", body + "/*\n" + strings.Repeat("Words of a comment.\n", 4000), "", "", false},
		{"a string without end", "Go", body + "const s = `\n" + strings.Repeat("Words of a text.\n", 4000), "", "",
			false},
		{"short", "Go", body, "func f", "}\n\n", true},
	} {
		part, ok := startOf(test.lang, []byte(test.src), 1<<10)
		got := string(part)
		fits := strings.HasPrefix(got, test.begin) && strings.HasSuffix(got, test.end) && len(got) <= 4<<10
		if ok != test.ok || ok && !fits {
			t.Errorf("%s: %d bytes, %t: %.40q ... %q", test.name, len(got), ok, got, got[max(0, len(got)-40):])
		}
	}
}

// BenchmarkNasty measures the worst texts, for comparison with a source of the same size.
func BenchmarkNasty(b *testing.B) {
	texts := nasty(b, 64<<10)
	for _, name := range []string{
		"queue.go.txt", "numbers", "open comment", "words and brackets", "log", "json on a line", "minified",
		"minified by lines", "tracebacks",
	} {
		for _, lang := range []Language{"Go", "Java", "JavaScript", "Python", "Rust"} {
			b.Run(name+"/"+string(lang), func(b *testing.B) {
				b.SetBytes(int64(len(texts[name])))
				for b.Loop() {
					took(lang, texts[name])
				}
			})
		}
	}
}

package secrets

import (
	"encoding/base64"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

// sample makes a secret from the pattern of its rule, with what the pattern wants around it.
func sample(r *rule, seed int) string {
	for n := range uint64(1000) {
		g := generator{r: rand.New(rand.NewPCG(uint64(seed), n))}
		if r.weak { // random, of a URL, of base64
			g.secret = [...]string{
				token("", int(n), 24), token("", int(n), 24) + "@h",
				base64.StdEncoding.EncodeToString([]byte("app:" + token("", int(n), 23))),
			}[n%3]
		}
		g.write(parsed(r))
		text := inCase(r, g.b.String())
		if r.kind == "jwt" {
			text = "eyJhbGciOiJIUzI1NiJ9.eyJ" + token("", int(n), 40) + "." + token("", int(n), 43) + " "
		}
		if s, ok := r.find(ruleAt(r), []byte(text), r.back, new(known)); ok && s.Start >= 0 && hasLiteral(r, text) {
			return " " + text
		}
	}
	panic("no sample of " + r.kind + ": " + r.pattern)
}

// parsed is the pattern of a rule.
func parsed(r *rule) *syntax.Regexp {
	re, err := syntax.Parse(r.pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	return re.Simplify()
}

// inCase writes the literal of a text as the rule has it.
func inCase(r *rule, text string) string {
	for _, l := range r.literals {
		if end := r.back + len(l); len(text) >= end && strings.EqualFold(text[r.back:end], l) {
			return text[:r.back] + l + text[end:]
		}
	}
	return text
}

func ruleAt(r *rule) int {
	for i := range rules {
		if &rules[i] == r {
			return i
		}
	}
	return -1
}

func hasLiteral(r *rule, text string) bool {
	for _, l := range r.literals {
		if strings.HasPrefix(text[r.back:], l) {
			return true
		}
	}
	return false
}

// A generator writes texts that match a pattern.
type generator struct {
	r      *rand.Rand
	b      strings.Builder
	secret string // in place of what the pattern's group takes
}

func (g *generator) write(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			g.b.WriteRune(r)
		}
	case syntax.OpCharClass:
		g.class(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		g.b.WriteByte('.')
	case syntax.OpCapture:
		if re.Name == "secret" && g.secret != "" {
			g.b.WriteString(g.secret)
			return
		}
		g.write(re.Sub[0])
	case syntax.OpPlus:
		g.write(re.Sub[0])
	case syntax.OpQuest:
		if g.r.IntN(2) == 0 {
			g.write(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			g.write(sub)
		}
	case syntax.OpAlternate:
		g.write(re.Sub[g.r.IntN(len(re.Sub))])
	}
}

// class writes a character of a class, of ASCII that can be read.
func (g *generator) class(ranges []rune) {
	var all []rune
	for i := 0; i < len(ranges); i += 2 {
		for r := max(ranges[i], ' '); r <= min(ranges[i+1], '~'); r++ {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		all = []rune{'\n'}
	}
	g.b.WriteRune(all[g.r.IntN(len(all))])
}

// atSign is what follows the password of a URL.
var atSign = regexp.MustCompile(`^@\w*`)

// TestSamples finds a secret of each rule, in the forms in which outputs have them.
func TestSamples(t *testing.T) {
	for i := range rules {
		r := &rules[i]
		text := strings.TrimPrefix(sample(r, i), " ")
		want, ok := r.find(i, []byte(text), r.back, new(known))
		if !ok {
			t.Fatalf("%s: no sample", r.kind)
		}
		secret := text[want.Start:want.End]
		before := text[:want.Start]
		for _, form := range []string{
			"%\n", "X=%\n", "\"%\"", "https://x/?t=% ", "(%)", "a, %, b", `{"t":"%\n"}`, "x:%@host", "It is %.\n",
		} {
			in := strings.ReplaceAll(form, "%", before+secret+atSign.FindString(text[want.End:]))
			var m Masker
			out := string(m.Text([]byte(in)))
			if m.Count() != 1 || strings.Contains(out, secret) {
				t.Errorf("%s: %q became %q", r.kind, in, out)
			}
		}
	}
}

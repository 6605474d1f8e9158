package claims

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/shell"
)

// maxSentence is the number of bytes of the longest sentence in which claims are looked for.
const maxSentence = 2000

// claims returns the claims of a sentence, in their order.
func (g *grammar) claims(s sentence) (list []Claim) {
	if s.question || len(s.text) > maxSentence || !g.hint.MatchString(s.text) {
		return nil
	}
	list = append(g.direct(s.text), g.whole(s.text)...)
	if len(list) == 0 {
		list = g.apart(s.text)
	}
	slices.SortStableFunc(list, func(a, b Claim) int { return a.at - b.at })
	return list
}

// share matches "38 of 40".
var share = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(\d+)(?:/| of (?:the )?| de | von )(\d+)`)
})

// direct returns the claims that are made of nouns and a predicate.
func (g *grammar) direct(text string) (list []Claim) {
	for from := 0; from < len(text); {
		m := g.claim.FindStringSubmatchIndex(text[from:])
		if m == nil {
			break
		}
		sub := func(name string) (words string, at int) {
			if i := 2 * g.claim.SubexpIndex(name); m[i] >= 0 {
				return text[from+m[i] : from+m[i+1]], from + m[i]
			}
			return "", -1
		}
		all, at := sub("all")
		if few, i := sub("few"); few != "" {
			at = i
		}
		if at < 0 {
			at = from + m[0] // a number may come first
		}
		nouns, _ := sub("nouns")
		adverbs, _ := sub("adverbs")
		a := around{text: text, left: text[:at], right: text[g.end(text, from+m[1]):], isQuantified: all != ""}
		a.isAll = all != "" || g.allAdverbs.MatchString(adverbs) || g.scope.MatchString(text[at:from+m[1]])
		n := share().FindStringSubmatch(text[from+m[0] : from+m[1]])
		isShare, isOne := n != nil && n[1] != n[2], all == "" && g.single.MatchString(nouns)
		if !isShare && !isOne {
			list = append(list, g.stand(g.read(nouns), a)...)
		}
		from += max(m[1]-1, m[0]+1)
	}
	return list
}

// end returns where a match ends: the character that only bounds its last word belongs to the text after it.
func (g *grammar) end(text string, at int) int {
	if at > 0 && !g.l.dense && strings.IndexByte(" ,.;:()|", text[at-1]) >= 0 {
		return at - 1
	}
	return at
}

// whole returns the claims that phrases make.
func (g *grammar) whole(text string) (list []Claim) {
	for i, p := range g.phrases {
		of := g.l.phrases[i]
		for _, m := range p.FindAllStringIndex(text, -1) {
			left := text[:m[0]]
			if m[0] > 0 && !g.l.dense {
				left = text[:m[0]+1]
			}
			a := around{text: text, left: left, right: text[g.end(text, m[1]):], isQuantified: of.all, isAll: of.all}
			list = append(list, g.stand([]Claim{{Kind: of.kind, Program: of.program}}, a)...)
		}
	}
	return list
}

// apart returns the claims of a sentence that names the checks in one clause and their end in a later one: "I ran the
// full test suite: no failures".
func (g *grammar) apart(text string) []Claim {
	var clauses []string
	for _, c := range g.marks.Split(text, -1) {
		if c = strings.TrimSpace(c); c != "" {
			clauses = append(clauses, c)
		}
	}
	for j := 1; j < len(clauses); j++ {
		if !g.bare.MatchString(clauses[j]) {
			continue
		}
		for i := j - 1; i >= max(0, j-2); i-- {
			m := g.subject.FindStringSubmatchIndex(clauses[i])
			if m == nil {
				continue
			}
			before := strings.TrimSpace(clauses[i][:m[0]])
			if before != "" && !g.ran.MatchString(before) {
				continue // some other word may say which tests
			}
			nouns := 2 * g.subject.SubexpIndex("nouns")
			a := around{
				text: text, left: strings.Join(append(slices.Clone(clauses[:i]), before), ", "),
				right: strings.Join(clauses[j+1:], ", "), isQuantified: true,
			}
			a.isAll = m[2*g.subject.SubexpIndex("all")] >= 0 || g.everything.MatchString(clauses[j]) ||
				g.scope.MatchString(clauses[i])
			return g.stand(g.read(clauses[i][m[nouns]:m[nouns+1]]), a)
		}
	}
	return nil
}

// An around is the text around a claim.
type around struct {
	text, left, right string
	isQuantified      bool // a word says how much it is about, so that any word may come before
	isAll             bool // it is about everything
}

// stand returns the claims that the text around them leaves as they are.
func (g *grammar) stand(claims []Claim, a around) (list []Claim) {
	for _, c := range claims {
		if g.stands(a, c.Program != "") {
			c.All = c.All || a.isAll || g.scope.MatchString(a.right[:min(len(a.right), 80)])
			c.Text, c.at = a.text, len(a.left)
			list = append(list, c)
		}
	}
	return list
}

// stands reports whether the text around a claim leaves it as it is. isNamed means that it names a program.
func (g *grammar) stands(a around, isNamed bool) bool {
	switch {
	case !a.isQuantified && !g.lead.MatchString(a.left):
		return false // a word before names some of the tests
	case g.left.MatchString(g.none.ReplaceAllString(a.left, "")), g.opening.MatchString(a.left):
		return false
	case !g.follows.MatchString(a.right) && !(isNamed && g.named.MatchString(a.right)):
		return false // the next words are an object, or say what part the claim is about
	}
	right := g.none.ReplaceAllString(a.right, "")
	near := right
	if i := g.near.FindStringIndex(right); i != nil {
		near = right[:i[0]]
	}
	return !g.right.MatchString(near) && !g.later.MatchString(right) && !g.strong.MatchString(right)
}

// read reads a list of nouns.
func (g *grammar) read(text string) (list []Claim) {
	for len(text) > 0 {
		if rest, ok := strings.CutPrefix(text, commandMark); ok {
			end := strings.IndexAny(rest+" ", " ,/、和与")
			if f := strings.Split(rest[:end], commandGap); len(f) == 3 {
				for kind := range strings.SplitSeq(f[0], "+") {
					list = append(list, Claim{Kind: Kind(kind), Program: f[1], All: f[2] == "all"})
				}
			}
			text = rest[end:]
			continue
		}
		which, longest := -1, 0
		for i, re := range g.ofNoun {
			if m := re.FindString(text); len(m) > longest {
				which, longest = i, len(m)
			}
		}
		if which < 0 {
			text = text[len(string([]rune(text)[:1])):]
			continue
		}
		n := g.nouns[which]
		list = append(list, Claim{Kind: n.kind, Program: n.program, Unit: strings.Contains(text[:longest], "unit")})
		text = text[longest:]
	}
	return list
}

// admits reports whether a sentence says that something failed or didn't run.
func (g *grammar) admits(s sentence) bool {
	text := g.none.ReplaceAllString(s.text, "")
	return g.admit.MatchString(text) && !g.deny.MatchString(text)
}

// commandClaimed returns the word for a command line that a message names, if it runs a check: its kinds, its program
// and whether it runs all of it.
func commandClaimed(code string) (word string, ok bool) {
	line := shell.Parse(code)
	if !line.OK || len(line.Commands) != 1 || len(line.Filters) > 0 || line.Compound {
		return "", false
	}
	c := line.Commands[0]
	var kinds []string
	for _, k := range kindsOf(c) {
		kinds = append(kinds, string(k))
	}
	if len(kinds) == 0 || isPart(c) {
		return "", false
	}
	some := "any"
	if asksAll(c) {
		some = "all"
	}
	return commandMark + strings.Join(kinds, "+") + commandGap + strings.ToLower(programOf(c)) + commandGap + some, true
}

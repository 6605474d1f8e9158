package claims

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A grammar is a language, compiled.
type grammar struct {
	l *language

	hint    *regexp.Regexp // a sentence without it has no claim
	claim   *regexp.Regexp // nouns and a predicate
	subject *regexp.Regexp // nouns at the end of a clause, before a clause that is bare
	bare    *regexp.Regexp // a clause that is a predicate alone
	ran     *regexp.Regexp // the end of what may come before such nouns
	phrases []*regexp.Regexp
	nouns   []noun
	ofNoun  []*regexp.Regexp

	lead       *regexp.Regexp // the end of a text that may come before a claim
	scope      *regexp.Regexp // says that a claim is about everything
	everything *regexp.Regexp // so does the start of a bare clause
	allAdverbs *regexp.Regexp
	follows    *regexp.Regexp // the start of what may come after a claim
	named      *regexp.Regexp // and after one that names a program
	single     *regexp.Regexp // a noun that needs a quantity

	left    *regexp.Regexp // before a claim
	opening *regexp.Regexp // at the start of a clause before it
	near    *regexp.Regexp // ends a claim's clause
	right   *regexp.Regexp // in the rest of that clause
	later   *regexp.Regexp // at the start of a later clause
	strong  *regexp.Regexp // anywhere after a claim
	marks   *regexp.Regexp // between clauses

	admit, deny, none *regexp.Regexp
}

// grammars are those of [languages]. Each is compiled when a message may have a claim in its language.
var grammars = func() (list [len(languages)]func() *grammar) {
	for i, l := range languages {
		list[i] = sync.OnceValue(l.compile)
	}
	return list
}()

// Marks of a command line that is used as a noun: `go test ./...` passes.
const (
	commandMark = "\uE002" // begins it
	commandGap  = "\uE003" // is between its parts: kinds, program, and "all" or "any"
)

// none are statements that nothing went wrong, which take nothing back.
const none = `(?:\b(?:no|zero|0|without(?: any| a single)?|keine?n?|ohne|null|sin(?: ning[uú]n)?|ning[uú]n|cero|sans|` +
	`aucune?|no hay|zéro)|没有?|无|零|0 ?个?) ?(?:new |test |lint |de |lint-)?(?:fail\w*|errors?|regressions?|issues?|` +
	`warnings?|skip\w*|problems?|fehl\w+|warnung\w*|übersprungen|fallos?|fallidas?|errores|error|advertencias|` +
	`problemas|` +
	`échecs?|erreurs?|失败|错误|报错|警告|跳过)|(?:失败|错误|跳过|fallos|fehler|failed|failures|errors|skipped|fallidas)` +
	` ?[:：]? ?0\b`

func group(list ...string) string { return "(?:" + strings.Join(list, "|") + ")" }

func (l *language) compile() *grammar {
	g := &grammar{l: l, nouns: slices.Concat(l.nouns, programs)}
	begin, end, gap := `(?:^|[^\pL\pN_'-])`, `(?:$|[^\pL\pN_/-])`, ` `
	if l.dense {
		begin, end, gap = "", "", " ?"
	}
	names := []string{commandMark + `[a-z0-9._+\x{E003}-]+`}
	for _, n := range g.nouns {
		names = append(names, n.words)
		g.ofNoun = append(g.ofNoun, regexp.MustCompile(`^`+group(n.words)+end))
	}
	var phrases []string
	for _, p := range l.phrases {
		phrases = append(phrases, p.words)
		g.phrases = append(g.phrases, regexp.MustCompile(begin+group(p.words)+end))
	}
	name := group(names...) + `(?: --?[a-z][a-z-]*)*` + group(l.state) + `?`
	number := `(?:\d[\d.,]*(?:/\d+)?(?: (?:of|de|von) (?:\d+|the))? ?)?`
	count := group(l.count) + `?`
	quantity := `(?:(?P<all>` + group(l.all) + gap + number + count + `)|(?P<few>` + group(l.article) + gap + `)?` +
		number + count + `)`
	list := `(?P<nouns>` + name + group(group(l.join)+gap+name) + `*)`
	mark := group(` ?[:(–—|→] ?(?:[:|] ?)*`, gap)
	adverbs := `(?P<adverbs>` + group(group(l.adverb, signs)+gap) + `*)`
	scope := group(gap+group(l.scope)) + `?`
	predicate := number + count + group(l.predicate)
	g.hint = regexp.MustCompile(group(append(phrases, name)...))
	g.claim = regexp.MustCompile(begin + quantity + list + scope + mark + adverbs + group(group(l.scope)+gap) + `?` +
		predicate + end)
	g.subject = regexp.MustCompile(begin + quantity + list + `(?:` + scope + group(gap+group(l.ran)) + `*)$`)
	g.bare = regexp.MustCompile(`^` + group(group(group(l.everything)+gap)+`?`+adverbs+predicate, l.bare) +
		`(?: ?` + group(l.trail) + `)*$`)
	g.ran = regexp.MustCompile(map[bool]string{true: "", false: `(?:^|[^\pL])`}[l.dense] + group(l.ran, l.lead) + `$`)
	g.lead = regexp.MustCompile(`(?:^|[,:;(–—!|，、：；（+/&] ?|` + begin + group(l.lead, signs) + ` ?)$`)
	g.scope = regexp.MustCompile(group(l.scope))
	g.everything = regexp.MustCompile(`^` + group(l.everything))
	g.allAdverbs = regexp.MustCompile(begin + group(strings.Join(strings.Fields(l.allAdverbs), "|")) + end)
	after := group(l.after, l.trail, l.scope, l.split, none, signs)
	g.follows = regexp.MustCompile(`^ ?(?:$|[.,:;!()–—|。，、：；（）！…]|→$|` +
		`` + after + map[bool]string{true: "", false: end}[l.dense] + `)`)
	g.named = regexp.MustCompile(`^ ` + group(l.onlyNamed) + ` `)
	g.single = regexp.MustCompile(`^` + group(l.single) + `$`)
	g.marks = regexp.MustCompile(`[,:()–—，：（）|]|` + gap + group(l.split) + gap)
	g.left = regexp.MustCompile(begin + group(l.left) + end)
	g.opening = regexp.MustCompile(`(?:^|[,:;(–—，：；（] ?)` + group(l.opening) + end)
	g.near = regexp.MustCompile(`[,:;(–—，：；（]| ` + group(l.split) + ` `)
	g.right = regexp.MustCompile(begin + group(l.right) + end)
	g.later = regexp.MustCompile(`[,:;(–—，：；（] ?(?:and |so |und |y |et )?` + group(l.right) + end)
	g.strong = regexp.MustCompile(begin + group(l.strong) + end)
	g.admit, g.deny = regexp.MustCompile(l.admits), regexp.MustCompile(begin+group(l.denies)+end)
	g.none = regexp.MustCompile(none)
	return g
}

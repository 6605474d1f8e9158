package failure

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies/general"
)

// A candidate is a line that may state why a command failed.
type candidate struct {
	Line
	text         string   // without blanks around it, at most textline.MaxSeverity bytes
	words        []string // of letters, in lower case
	fields       int      // separated by blanks
	subject      string   // before the first ": ", "" without one
	message      string   // after it
	severity     textline.Severity
	above, below string // the lines next to it
	fromEnd      int    // lines of the output below it
	at, of       int    // its place in the engine's order, from 0, and the number of candidates
	failures     int    // lines with the form of a failure before it in that order
	isRepeated   bool

	noReason, outcome bool // as isNoReason and isOutcome report
	score             int  // how likely the line states the reason, compared with the other lines
}

// maxCandidates is the most lines that are looked at. The engine shows a repeated line once, but all of its places
// count.
const maxCandidates = 1000

// candidates returns the lines that may state a reason, in the order of the engine.
func candidates(lines []Line, output []string) []candidate {
	times := map[string]int{}
	for _, l := range output {
		times[strings.TrimSpace(l)]++
	}
	line := func(n int) string {
		if n < 1 || n > len(output) {
			return ""
		}
		return output[n-1][:min(len(output[n-1]), textline.MaxSeverity)]
	}
	var all []candidate
	failures := 0
	for _, l := range lines[:min(len(lines), maxCandidates)] {
		text := strings.TrimSpace(l.Text)
		text = text[:min(len(text), textline.MaxSeverity)]
		if text == "" {
			continue
		}
		c := candidate{
			Line: l, text: text, words: wordsOf(text),
			fields:   len(strings.Fields(text)),
			severity: general.SeverityOf(text), above: line(l.Number - 1), below: line(l.Number + 1),
			fromEnd: len(output) - l.Number, at: len(all), failures: failures,
			isRepeated: times[strings.TrimSpace(l.Text)] > 1,
		}
		c.subject, c.message, _ = strings.Cut(text, ": ")
		if c.message == "" {
			c.subject = ""
		}
		if c.isFailure || c.severity == textline.Failure {
			failures++
		}
		all = append(all, c)
	}
	for i := range all {
		c := &all[i]
		c.of = len(all)
		if c.noReason = c.isNoReason(); !c.noReason {
			c.outcome, c.score = c.isOutcome(), c.sum()
		}
	}
	return all
}

// sum returns the weights of the line's traits.
func (c *candidate) sum() (sum int) {
	for i := range traits {
		if t := &traits[i]; t.has(c) {
			sum += t.weight
		}
	}
	return sum
}

// A trait is something about a line that makes it more or less likely to state the reason.
type trait struct {
	name   string
	weight int
	has    func(c *candidate) bool
}

// traits are all traits. Their weights were fitted to the outputs of testdata/unknown in which people marked the lines
// that state a true reason: `go test ./internal/desk/failure -run Weights -fit` prints them.
var traits = [...]trait{
	// The engine's view of the line.
	{"form of a failure", 27, func(c *candidate) bool { return c.severity == textline.Failure }},
	{"failure by the lines around it", 12, func(c *candidate) bool { return c.isFailure }},
	{"among the engine's first 2 lines", 13, func(c *candidate) bool { return c.at < 2 }},
	{"among the engine's first 5 lines", 2, func(c *candidate) bool { return c.at < 5 }},
	{"in the engine's first half", 5, func(c *candidate) bool { return 2*c.at < c.of }},
	{"no failure before it", 7, func(c *candidate) bool { return c.failures == 0 }},
	{"at most 1 failure before it", 3, func(c *candidate) bool { return c.failures <= 1 }},
	{"more than 3 failures before it", 7, func(c *candidate) bool { return c.failures > 3 }},

	// The sentence.
	{"1 word", -4, func(c *candidate) bool { return c.fields <= 1 }},
	{"2 words", -5, func(c *candidate) bool { return c.fields == 2 }},
	{"3 or 4 words", -9, func(c *candidate) bool { return c.fields == 3 || c.fields == 4 }},
	{"9 words or more", 19, func(c *candidate) bool { return c.fields >= 9 }},
	{"a colon within it", 10, func(c *candidate) bool { return c.message != "" }},
	{"at most 3 words before the colon", 4, func(c *candidate) bool {
		return c.message != "" && strings.Count(c.subject, " ") <= 2
	}},
	{"at least 4 words after the colon", 10, func(c *candidate) bool { return strings.Count(c.message, " ") >= 3 }},
	{"quotation marks", 16, func(c *candidate) bool { return strings.ContainsAny(c.text, "'\"`‘“") }},
	{"an equals sign", -5, func(c *candidate) bool {
		return strings.Contains(c.text, " = ") || strings.Contains(c.text, "==")
	}},
	{"columns", -9, func(c *candidate) bool {
		return strings.Count(c.text, "|") > 2 || strings.Count(c.text, "  ") > 3
	}},
	{"source code", 6, func(c *candidate) bool { return source().MatchString(c.text) }},
	{"advice", -6, func(c *candidate) bool { return advice().MatchString(c.text) }},
	{"points at its end", -4, func(c *candidate) bool { return strings.HasSuffix(c.text, "...") }},
	{"a colon at its end", -15, func(c *candidate) bool { return strings.HasSuffix(c.text, ":") }},
	{"a message at a place", 3, func(c *candidate) bool { return hasPlace(c.text) }},
	{"an exception", 12, func(c *candidate) bool { return exception().MatchString(c.text) }},

	// The words.
	{"a word that denies", 33, func(c *candidate) bool { return hasOne(c.words, denials...) }},
	{"not", 15, func(c *candidate) bool { return hasOne(c.words, "not") }},
	{"no", 10, func(c *candidate) bool { return hasOne(c.words, "no") }},
	{"but", 13, func(c *candidate) bool { return hasOne(c.words, "but") }},
	{"expected, want, must, should", 35, func(c *candidate) bool {
		return hasOne(c.words, "expected", "want", "must", "should")
	}},
	{"got, found", 15, func(c *candidate) bool { return hasOne(c.words, "got", "found") }},
	{"error", 15, func(c *candidate) bool { return hasOne(c.words, "error", "exception") }},
	{"errors, failures", -9, func(c *candidate) bool { return hasOne(c.words, "errors", "failures", "missing") }},
	{"failed, without what failed", -11, func(c *candidate) bool {
		return hasOne(c.words, "failed") && !strings.Contains(c.text, "failed: ")
	}},
	{"test", -17, func(c *candidate) bool { return hasOne(c.words, "test") }},

	// Outcomes, which have their reason elsewhere.
	{"only an outcome", -22, func(c *candidate) bool { return onlyOutcome(c.text) }},
	{"counts", -10, func(c *candidate) bool { return counts().MatchString(c.text) }},
	{"counts failures", -11, func(c *candidate) bool { return general.Tallies(c.text) }},
	{"another program's failure", -10, func(c *candidate) bool { return relays(c.text) }},
	{"exit code", -8, func(c *candidate) bool { return exitCode().MatchString(c.text) }},
	{"aborted", -10, func(c *candidate) bool { return hasOne(c.words, "aborted", "aborting", "canceled", "stopped") }},

	// The lines around it.
	{"a line that is printed several times", -4, func(c *candidate) bool { return c.isRepeated }},
	{"not indented", -5, func(c *candidate) bool { return parse.Indent(c.Text) == 0 }},
	{"among the last 10 lines", 15, func(c *candidate) bool { return c.fromEnd < 10 }},
	{"a neighbour below", -19, func(c *candidate) bool {
		return strings.TrimSpace(c.below) != "" && parse.Indent(c.below) == parse.Indent(c.Text)
	}},
	{"a frame of the stack below", 3, func(c *candidate) bool {
		return parse.StartsWith(strings.TrimSpace(c.below), "at ", "File ", "from ", "in ")
	}},
	{"another program's failure below", 16, func(c *candidate) bool { return relays(strings.TrimSpace(c.below)) }},
	{"a failure below", 13, func(c *candidate) bool { return general.SeverityOf(c.below) == textline.Failure }},
	{"a failure above", 4, func(c *candidate) bool { return general.SeverityOf(c.above) == textline.Failure }},
	{"a colon above", 4, func(c *candidate) bool { return strings.HasSuffix(strings.TrimSpace(c.above), ":") }},
}

// denials are words of sentences about what isn't as it has to be.
var denials = strings.Fields(`already can cannot couldn denied doesn duplicate invalid isn missing must no not refused
	unable undefined unexpected unknown without wrong`)

// wordsOf returns the words of a line, in lower case.
func wordsOf(line string) []string {
	return strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) })
}

func hasOne(all []string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(all, w) })
}

// The forms of lines.
var (
	source = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[;{}]$|^[\w.]+\(.*\)$|^(def|class|function|return|const|var|let|import|from|if|` +
			`for|while|func|public|private|end)\b`)
	})
	// raises: "raise TideError('closed')", "if (!gate) throw new Error('closed')", `"error "no gate" "`.
	raises = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bthrow new |^(raise|throw|assert) |\braise \w+\(|\b(error|puts) "`)
	})
	// consequence: "Code formatting aborted due to parsing errors.", "cannot make progress due to previous errors".
	consequence = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(due to|because of) (\w+ )*(errors?|failures?)\W*$|` +
			`^\W*some errors (were|occurred)`)
	})
	advice = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\?$|^(\W*|\w+ (error|ERR!) |==\d+== )(\w+: Run '|` +
			`(You can|Try|See|If|For|Run|Consider|Please)\b)`)
	})
	// warning: "x.py:3: SyntaxWarning: invalid escape sequence", "Warning: this is not an error", "Note: ...".
	warning = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b[A-Z]\w*Warning: |^\W*(?i:warn|warning|note|hint)\b ?[:\]]`)
	})
	// noError: "Expected checksum found, no error", "dropping 'extra' column without error".
	noError = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(no|without|not an) errors?\b`)
	})
	// counts: "3 errors", "Failures: 1", "2/7 tests".
	counts = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b\d+(/\d+)? [a-z()]*\s*(errors?|failures?|failed|failing|tests?|problems?|` +
			`warnings?|broken|passed|passing|ok|checks?|specs?|suites?|examples?|files?)\b|` +
			`\b(errors?|failures?|failed|tests?|passed|warnings?|issues)\s*:\s*\d+`)
	})
	// info: "INFO - Building", "npm notice", "asciidoctor: INFO: dropping line".
	info = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\W*(npm )?(?i:info|notice|debug|trace)\b|^\S+: (INFO|NOTICE|DEBUG): `)
	})
	// figure: "Elapsed time: 0.09 sec.", "Issues : 5", "GOST      : fYTjLI=="; also a time.
	figure = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[^:]*\s:|: +[\d./%-]+( ?[a-zA-Z/]{1,4}\b|$)|` +
			`(?i)\b(time|timestamp|duration|elapsed)\b.*:`)
	})
	// header: "Name      Stmts   Miss   Cover   Missing".
	header = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[A-Z][\w%]*( {2,}[A-Z][\w%]*){3,}$`)
	})
	exitCode = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\bexit(ed|s)?\b.*\b(code|status|with)\b|\breturn(ed)? code\b|\bcode \d+\b|` +
			`status \d+|signal \d+`)
	})
	// exception: "SyntaxError: ...", "java.io.IOException: ...", "server.rb:6:in `initialize': Address already in use
	// (Errno::EADDRINUSE)".
	exception = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("^[\\w.$]*(Error|Exception|\\w\\.error): |^\\*\\*(error|exit|throw):|" +
			":\\d+:in .*: .* \\([A-Z][\\w:]*\\)$")
	})
)

package claims

import (
	"regexp"
	"strings"
	"sync"
)

// A sentence is one of a message's that may assert something: no code, no quotation, no heading, no task that is open.
type sentence struct {
	text     string // in lower case, with single spaces and without marks of Markdown
	question bool
}

// marks are the regular expressions of Markdown. They are compiled when a turn has ended, not at start.
var marks = sync.OnceValue(func() (m struct {
	item, open, done, heading, quote, code, emphasis, link, end *regexp.Regexp
}) {
	m.item = regexp.MustCompile(`^\s*(?:[-*+•]|\d+[.)]|[✅✔✓☑❌⚠️🟢🔴]+)\s+`)
	m.open = regexp.MustCompile(`^\s*(?:[-*+]|\d+[.)])\s+\[ \]`)
	m.done = regexp.MustCompile(`^\[[xX]\]\s*`)
	m.heading = regexp.MustCompile(`^\s{0,3}#{1,6}\s+(.*)$|^\s*\*\*([^*]+?):?\*\*:?\s*$`)
	m.quote = regexp.MustCompile(`"[^"\n]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』|(^|[\s(])'[^'\n]+'`)
	m.code = regexp.MustCompile("`+([^`]+)`+")
	m.emphasis = regexp.MustCompile(`\*+|__+|~~[^~]*~~`)
	m.link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	m.end = regexp.MustCompile(`[.!?](?:\s+|$)|[。！？；]|;\s+|…`)
	return m
})

// plans are words in the heading of a section that asserts nothing about now.
const plans = `plan|next|todo|to do|suggest|recommend|how to|usage|instruction|commit message|pr description|` +
	`pull request|acceptance|criteria|requirement|goal|proposal|remaining|follow.?up|expected|checklist|example|` +
	`background|original|before|` +
	`nächste|vorschlag|plan|siguiente|pasos|objetivo|sugerencia|prochaine|objectif|接下来|下一步|计划|目标|建议|次|今後|計画`

var planHeading = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + plans + `)|` +
		`[接下计目建次今計]`)
})

// maxMessage is the number of bytes at a message's end that are read.
const maxMessage = 64 << 10

// sentences returns those of a message in Markdown that may assert something.
func sentences(message string) (list []sentence) {
	if len(message) > maxMessage {
		message = strings.ToValidUTF8(message[len(message)-maxMessage:], "")
	}
	for _, text := range paragraphs(message) {
		list = append(list, split(text)...)
	}
	return list
}

// paragraphs returns the texts that are neither code nor quoted, one for each paragraph, item of a list or row.
func paragraphs(message string) (list []string) {
	m := marks()
	var now []string
	end := func() {
		if len(now) > 0 {
			list = append(list, strings.Join(now, " "))
		}
		now = nil
	}
	fence, skipped := "", false
	for line := range strings.Lines(message) {
		line = strings.TrimRight(line, "\r\n")
		text := strings.TrimSpace(line)
		if fence != "" {
			if strings.HasPrefix(text, fence) {
				fence = ""
			}
			continue
		}
		switch {
		case strings.HasPrefix(text, "```"), strings.HasPrefix(text, "~~~"):
			end()
			fence = text[:3]
			continue
		case text == "", strings.Trim(text, "-=_*|: ") == "":
			end()
			continue
		case strings.HasPrefix(text, ">"), m.open.MatchString(line), isCodeLine(line) && len(now) == 0:
			end()
			continue
		}
		if h := m.heading.FindStringSubmatch(line); h != nil {
			end()
			skipped = planHeading().MatchString(h[1] + h[2])
			continue
		}
		if skipped {
			continue
		}
		if item := m.item.FindString(line); item != "" {
			end()
			text = m.done.ReplaceAllString(strings.TrimSpace(line[len(item):]), "")
		}
		if strings.HasPrefix(text, "|") {
			end()
			list = append(list, strings.ReplaceAll(strings.Trim(text, "| "), "|", ": "))
			continue
		}
		now = append(now, text)
	}
	end()
	return list
}

// isCodeLine reports whether a line is indented as code is, and is no item of a list.
func isCodeLine(line string) bool {
	return (strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")) && !marks().item.MatchString(line)
}

// split parts a paragraph into sentences, without the marks of Markdown. A quotation becomes a word that no claim has,
// and code too, unless it is a command line that runs a check.
func split(text string) (list []sentence) {
	m := marks()
	var codes []string
	text = m.link.ReplaceAllString(text, "$1")
	text = m.code.ReplaceAllStringFunc(text, func(s string) string {
		codes = append(codes, strings.Trim(s, "`"))
		return " " + codeMark + string(rune('a'+min(len(codes)-1, 25))) + " "
	})
	text = m.quote.ReplaceAllString(text, " "+quoted+" ")
	text = m.emphasis.ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "’", "'")
	at := 0
	add := func(to int, end string) {
		words := strings.Fields(strings.ToLower(strings.Trim(text[at:to], "¡¿ ")))
		if len(words) > 0 {
			isQuestion := strings.ContainsAny(end, "?？")
			list = append(list, sentence{named(strings.Join(words, " "), codes), isQuestion})
		}
	}
	for _, i := range m.end.FindAllStringIndex(text, -1) {
		add(i[0], text[i[0]:i[1]])
		at = i[1]
	}
	add(len(text), "")
	return list
}

// Words that replace text which a claim can't have.
const (
	codeMark = "\uE000" // and a letter: the code of that number
	quoted   = "\uE001"

	strictMark = "\uE004" // a flag that makes a check stricter
)

// strict are such flags: "all tests pass with `-race`" is about all tests.
const strict = "-race -v -count=1 --strict -Werror -Wall --all-features --workspace --all --verbose"

// named puts names of programs in the place of code that is a command line.
func named(text string, codes []string) string {
	for i, code := range codes {
		mark := codeMark + string(rune('a'+min(i, 25)))
		if !strings.Contains(text, mark) {
			continue
		}
		word := quoted
		if c, ok := commandClaimed(code); ok {
			word = c
		} else if has(strict, code) {
			word = strictMark
		}
		text = strings.ReplaceAll(text, mark, word)
	}
	return text
}

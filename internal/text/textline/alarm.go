package textline

import (
	"slices"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/parse"
)

// Alarm reports whether a line names a failure in words without a severity of their own: a limit that isn't met, or a
// diagnostic in another language than English. words are the line's, from [WordsOf].
//
//	Jest: "global" coverage threshold for lines (90%) not met: 81.2%
//	src/parser.c:88:14: Fehler: »struct node« hat kein Element namens »kids«
//	SUMMARY: LeakSanitizer: 64 byte(s) leaked in 2 allocation(s).
func Alarm(s string, words []WordAt) bool {
	for _, at := range words {
		w := s[at.from:at.to]
		if len(w) > longestWord {
			if strings.HasSuffix(w, "Sanitizer") && strings.HasPrefix(s[at.to:], ":") {
				return true
			}
			continue
		}
		if at.says.alarms && lacks(s) {
			return true
		}
	}
	return foreignDiagnostic(s)
}

// EndedBadly reports whether a line names an exit status other than 0: "make exited with 2", "exit code 3", "returned
// exit status 1".
func EndedBadly(s string) bool {
	for at := 0; ; {
		i := strings.Index(s[at:], "xit")
		if i < 0 {
			return statusAfter(s)
		}
		from := at + i - 1
		at += i + len("xit")
		if from < 0 || s[from]|0x20 != 'e' {
			continue
		}
		for _, ending := range [...]string{"ed", "ing"} {
			if strings.HasPrefix(s[at:], ending) {
				at += len(ending)
				break
			}
		}
		if ended(s, from, at) {
			return true
		}
	}
}

// statusKeys are the words before an exit status, by their last letters.
var statusKeys = [...]struct {
	end  string
	keys []string
}{
	{"=", []string{"rc", "status", "code"}},
	{"ode: ", []string{"exitC", "eturn c", "non-zero c"}},
	{"returned ", []string{"est "}},
}

// statusAfter reports whether a line has an exit status other than 0 after one of the keys. Numbers that no process
// ends with, such as those of HTTP, don't count.
func statusAfter(s string) bool {
	for _, k := range statusKeys {
		for at := 0; ; {
			i := strings.Index(s[at:], k.end)
			if i < 0 {
				break
			}
			at += i + len(k.end)
			if isStatus(s[at:]) && endsWithAny(s[:at-len(k.end)], k.keys) {
				return true
			}
		}
	}
	return false
}

// isStatus reports whether a text opens with an exit status of a process that failed.
func isStatus(s string) bool {
	if s == "" || !parse.Digit(s[0]) {
		return false
	}
	n, rest, _ := parse.CutNumber(s)
	own := n > 0 && n < 100 || n > 123 && n < 160 || n == 255
	return own && (rest == "" || !isLetter(rest[0]) && rest[0] != '.')
}

func endsWithAny(s string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}

// ended reports whether the word s[from:to], exit or exited, comes with an exit status other than 0: "exited with 1",
// "exit status 3", "exit code: 2".
func ended(s string, from, to int) bool {
	rest, said := s[to:], strings.EqualFold(s[from:to], "exited") || from > 1 && s[from-2:from] == ": "
	for _, part := range [...]string{" with", " exit", " (status", " status", " code"} {
		t, ok := strings.CutPrefix(rest, part)
		rest, said = t, said || ok
	}
	rest = strings.TrimLeft(rest, ": ")
	n := 0
	for n < len(rest) && parse.Digit(rest[n]) {
		n++
	}
	switch {
	case !said, n == 0, n > maxStatusDigits, strings.Trim(rest[:n], "0") == "", from > 0 && !wordStart(s[from-1]):
		return false
	}
	return n == len(rest) || strings.IndexByte(" .,;:)]!'\"", rest[n]) >= 0
}

// maxStatusDigits is how many digits an exit status has at most.
const maxStatusDigits = 3

// wordStart reports whether a word may begin after a byte: it isn't a part of an option or a path.
func wordStart(c byte) bool { return strings.IndexByte("-/_.", c) < 0 }

// lacks reports whether a line denies a requirement or a goal: "threshold ... not met".
func lacks(s string) bool {
	if strings.Contains(s, "0 files") || strings.HasPrefix(s, "No ") {
		return false
	}
	return strings.Contains(s, "not met") || strings.Contains(s, "not meet") || strings.Contains(s, "not reached") ||
		strings.Contains(s, "below") || strings.Contains(s, "% < ")
}

// alone reports whether a line has only its first word, which ends at to, and perhaps a number: "Killed: 9".
func alone(s string, to int) bool { return strings.Trim(s[to:], " .!:0123456789") == "" }

// foreignWords are the words of compilers and tools for an error in other languages, with the colon after them.
var foreignWords = sync.OnceValue(func() *parse.Beginnings {
	return parse.NewBeginnings(
		"Fehler", "Schwerer Fehler", "schwerwiegender Fehler", "FEHLER", "erreur", "Erreur", "erreur fatale", "ERREUR",
		"errore", "Errore", "errore irreversibile", "errore fatale", "erro", "Erro", "erro fatal", "fout", "Fout",
		"fel", "Fel", "fejl",
		"virhe", "błąd", "Błąd", "chyba", "hata", "Hata", "ошибка", "Ошибка", "ОШИБКА", "помилка", "错误", "致命错误",
		"錯誤", "エラー", "致命的エラー", "오류", "치명적 오류", "σφάλμα", "lỗi", "greška", "hiba", "eroare",
	)
})

// foreignDiagnostic reports whether a line calls itself an error in another language, at its start or after a place.
func foreignDiagnostic(s string) bool {
	for range 5 { // the start, and what follows up to four colons: path:line:column: word:
		if s == "" {
			return false
		}
		if opensForeign(s) {
			return true
		}
		i := strings.IndexByte(s, ':')
		if i < 0 {
			return false
		}
		for s = s[i+1:]; s != "" && s[0] == ' '; {
			s = s[1:]
		}
	}
	return false
}

// opensForeign reports whether a text opens with one of the words and a colon.
func opensForeign(s string) bool {
	for _, w := range foreignWords().Like(s) {
		rest, ok := strings.CutPrefix(s, w)
		if ok && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, " :") || strings.HasPrefix(rest, "：")) {
			return true
		}
	}
	return false
}

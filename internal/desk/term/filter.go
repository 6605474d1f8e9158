package term

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/period"
)

// filterHelp lists the words of a filter.
const filterHelp = "enter keeps it, esc clears it · words, tool:NAME, outcome:fail|pass|unknown, session:ID, " +
	"agent:NAME, strategy:NAME, since:today|week|7d|DATE, reread, fallback"

// ParseFilter reads a filter as a person types it, over the one that the command line has set:
//
//	go test outcome:fail since:7d reread
//
// Words are looked for in commands, tools and ids, as one text.
func ParseFilter(s string, base ledger.Filter, now time.Time) (ledger.Filter, error) {
	f := base
	var words []string
	for word := range strings.FieldsSeq(s) {
		key, value, isKey := strings.Cut(word, ":")
		set, known := filterKeys[key]
		switch {
		case word == "reread":
			f.Refetched = true
		case word == "fallback":
			f.Fallback = true
		case !isKey || !known:
			words = append(words, word)
		case value == "": // still being typed
		default:
			if err := set(&f, value, now); err != nil {
				return base, fmt.Errorf("%s: %w", word, err)
			}
		}
	}
	f.Text = strings.Join(words, " ")
	return f, nil
}

var filterKeys = map[string]func(f *ledger.Filter, value string, now time.Time) error{
	"tool":     func(f *ledger.Filter, v string, _ time.Time) error { f.Tool = v; return nil },
	"session":  func(f *ledger.Filter, v string, _ time.Time) error { f.Session = v; return nil },
	"agent":    func(f *ledger.Filter, v string, _ time.Time) error { f.Program = v; return nil },
	"strategy": func(f *ledger.Filter, v string, _ time.Time) error { f.Strategy = v; return nil },
	"outcome": func(f *ledger.Filter, v string, _ time.Time) error {
		for _, o := range []string{"fail", "pass", "unknown"} {
			if strings.HasPrefix(o, v) {
				f.Outcome = o
				return nil
			}
		}
		return errors.New("want fail, pass or unknown")
	},
	"since": func(f *ledger.Filter, v string, now time.Time) (err error) {
		f.Since, err = period.Parse(v, now)
		return err
	},
}

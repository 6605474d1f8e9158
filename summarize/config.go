package summarize

import (
	"cmp"
	"fmt"
	"log/slog"
	"strings"

	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// Level sets how much of an output the model is sent.
type Level string

// The levels. The zero value means Balanced.
const (
	Minimal      Level = "minimal"
	Balanced     Level = "balanced"
	Conservative Level = "conservative"
	Lossless     Level = "lossless" // all lines, in a notation of fewer tokens; as Conservative if that doesn't fit
)

// ParseLevel reads a level's name; "" is Balanced.
func ParseLevel(s string) (Level, error) {
	switch l := Level(strings.ToLower(s)); l {
	case "":
		return Balanced, nil
	case Minimal, Balanced, Conservative, Lossless:
		return l, nil
	}
	return "", fmt.Errorf("unknown level %q: want minimal, balanced, conservative or lossless", s)
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Level) UnmarshalText(b []byte) error {
	v, err := ParseLevel(string(b))
	if err != nil {
		return err
	}
	*l = v
	return nil
}

// MinBudget is the smallest token budget: a smaller one can't hold a verdict and the recovery line.
const MinBudget = rules.MinBudget

// CheckBudget returns an error that names the value unless n is 0 (none) or a possible budget.
func CheckBudget(n int) error {
	if n != 0 && n < MinBudget {
		return fmt.Errorf("budget %d is too small: want 0 for the level's own, or at least %d tokens", n, MinBudget)
	}
	return nil
}

// WholeBudget is a budget with which, at level [Lossless], each output passes whole, though its secrets may be masked.
// No call is answered as a repetition of another.
const WholeBudget = 1 << 30

// passes reports whether the outputs of a tool aren't shortened.
func (c *Config) passes(tool string) bool {
	t := c.Tools[tool]
	return !c.Enabled || t.Disabled || cmp.Or(t.Budget, c.Budget) == WholeBudget
}

// Config sets how outputs are shortened. The zero Config passes everything through.
type Config struct {
	Enabled  bool            // false: the model is sent the output unchanged
	Level    Level           // "" with a Budget: fill the budget down to detail; "" without one: Balanced
	Budget   int             // tokens for the model, 0 for the level's own; see [CheckBudget]
	Encoding tokens.Encoding // "" is o200k_base
	Tools    map[string]ToolConfig
	// MaskSecrets replaces keys and tokens of well-known shapes by their kind, such as [github token], before the
	// output is read. Lines of reads, searches and diffs, and outputs that pass through, stay unchanged. The result's
	// metadata has the number of replacements, as "secrets" of its data.
	MaskSecrets bool
	// Strategies are asked before the built-in ones: on equal confidence they win.
	Strategies strategies.Registry
	// Rules are the user's rules on top of the built-in ones; see [ParseRules]. Nil: no rules at all.
	Rules *Rules
	// Recovery writes the last line of a text with gaps: the call that prints the full output. id is the result's id,
	// lines the number of omitted lines. Nil: there is no such line.
	Recovery func(id string, lines int) string
	// ReadOn replaces Recovery for the text of a file and for outputs of more than 2000 tokens, if its line fits: it
	// names the lines to read next. It has no effect if it or Recovery is nil.
	ReadOn func(id string, left Rest) string
	Log    *slog.Logger // receives one debug record for each result; nil is silent
	// Explain receives an account of how the text was chosen. Nil: no account is made.
	Explain func(Page)
}

// Rest describes the lines that a text leaves out.
type Rest struct {
	Lines  int    // that are not shown
	InFile bool   // the output is the text of a file
	Most   [2]int // first and last line of the largest gap, numbered as in the file if that is known
	// Next are the lines to read next: the start of that gap, numbered as in the output. They are at most 200, about as
	// many as the default level shows of a part of a file.
	Next [2]int
}

// ToolConfig overrides a Config for one tool, by the name that the caller uses.
type ToolConfig struct {
	Disabled bool // pass this tool through
	Level    Level
	Budget   int
	Envelope Envelope // of a call that names none; see [Request]
}

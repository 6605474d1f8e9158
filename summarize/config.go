package summarize

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// Level sets how much of an output the model gets.
type Level string

// The levels. The zero value means Balanced.
const (
	Minimal      Level = "minimal"
	Balanced     Level = "balanced"
	Conservative Level = "conservative"
	Lossless     Level = "lossless" // all lines, said in fewer tokens; where that is too much, as Conservative
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

// MinBudget is the smallest token budget: less has no room for a verdict and the way to the rest.
const MinBudget = rules.MinBudget

// CheckBudget returns an error that names the value unless n is 0 (none) or a possible budget.
func CheckBudget(n int) error {
	if n != 0 && n < MinBudget {
		return fmt.Errorf("budget %d is too small: want 0 for the level's own, or at least %d tokens", n, MinBudget)
	}
	return nil
}

// Config sets how outputs are shortened. The zero Config passes everything through.
type Config struct {
	Enabled  bool            // false: the model gets the output as it is
	Level    Level           // "" with a Budget: fill the budget down to detail; "" without one: Balanced
	Budget   int             // tokens for the model, 0 for the level's own; see [CheckBudget]
	Encoding tokens.Encoding // "" is o200k_base
	Tools    map[string]ToolConfig
	// MaskSecrets puts marks that name their kind in place of keys and tokens of well-known shapes, [github token],
	// before anything else is made of the output. The lines of reads, searches and diffs are left as they are, and so
	// is what passes through. How many marks there are is in the result's metadata, as the number "secrets" of its
	// data.
	MaskSecrets bool
	// Strategies are asked before the built-in ones: on equal confidence they win.
	Strategies strategies.Registry
	// Rules are the user's own, with the built-in ones under them; see [ParseRules]. Nil: there are none of either.
	Rules *Rules
	// Recovery writes the last line of a text with gaps: the call that prints the full output. id is the result's,
	// lines the number of lines that are left out. Nil: there is no such line.
	Recovery func(id string, lines int) string
	// ReadOn writes that line for the text of a file, and for an output of more than 2000 tokens, if it fits: it names
	// the lines to read next. Nil, or without a Recovery: no lines are named.
	ReadOn func(id string, left Rest) string
	Log    *slog.Logger // gets one debug record a result; nil is silent
	// Explain gets an account of how the text was chosen. Nil: none is made.
	Explain func(Page)
}

// Rest describes what a text leaves out.
type Rest struct {
	Lines  int    // that are not shown
	InFile bool   // the output is the text of a file
	Most   [2]int // the first and the last of the largest gap, by their numbers in the file where these are known
	// Next are lines to go on with: the start of that gap, by their numbers in the output. They are at most 200, about
	// what the default level shows of a part of a file.
	Next [2]int
}

// ToolConfig overrides a Config for one tool, by the name that the caller uses.
type ToolConfig struct {
	Disabled bool // pass this tool through
	Level    Level
	Budget   int
}

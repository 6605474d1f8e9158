package strategies

import "context"

// A Strategy turns one kind of output into a digest. It must be deterministic, must not keep state between calls, and
// must be safe for concurrent use. The package comment says what a digest owes.
type Strategy interface {
	// Name names the strategy in results and warnings, such as "search".
	Name() string
	// Match says how sure the strategy is that the input is its kind. It must be cheap: it looks at names, the command
	// line and [Input.Head], and never sees the whole text.
	Match(in *Input) Confidence
	// Digest reads the lines, as often as it likes, and fills the collector. On a [Decline] the next strategy that
	// matches gets the output; any other error also leaves a warning.
	Digest(ctx context.Context, in *Input, lines Lines, c *Collector) error
}

// Decline is the error of a strategy that finds that an output isn't its kind after all. The next one answers, and
// nobody is warned; any other error is a warning.
type Decline string

// Error is the reason.
func (d Decline) Error() string { return string(d) }

// Confidence says how sure a strategy is that an input is its own. The highest wins; on a tie, the strategy that was
// registered first.
type Confidence int

// The confidences, in the order in which they take precedence: a later one beats all that come before it.
const (
	No       Confidence = iota // the input is of another kind
	Maybe                      // anything could be: the general engine
	Looks                      // the text looks like it
	Command                    // the command line says so
	Sequence                   // the command line says that several outputs follow one another
	Tool                       // the tool's name says so
	Record                     // the text shows its kind whatever tool read it: a log that was read as a file
	Sure                       // names and text agree
	Document                   // the whole text is one machine-readable document, whatever printed it
)

package result

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Metadata describes a result: token counts, the lines that the model's text shows and leaves out, and how it was made.
// Empty lists and maps are nil here, and [] or {} in a result's JSON.
type Metadata struct {
	Files    []string         `json:"files"`    // paths that the output refers to, most relevant first
	Data     map[string]int64 `json:"data"`     // exact numbers by name: "matches", "failed", masked "secrets"
	Strategy string           `json:"strategy"` // the strategy of the model's text, such as "search"; "" for none
	Level    string           `json:"level"`    // how much it shows: minimal ... lossless; "" for none
	Budget   int              `json:"budget"`   // the most tokens that the model's text may have; 0 for no limit
	Encoding string           `json:"encoding"` // the vocabulary of both counts; "" if it isn't known

	// LLMTokens is the number of tokens of the model's text, UITokens that of the whole output. A status line, which
	// isn't in the output, counts on both sides, so LLMTokens is never above UITokens. Both are 0 if the tokens were
	// not counted, as in records from before schema 1.
	LLMTokens int `json:"llm_tokens"`
	UITokens  int `json:"ui_tokens"`

	// [New] computes these two and ignores the caller's values.
	SavingsTokens  int     `json:"savings_tokens"`  // UITokens - LLMTokens
	SavingsPercent float64 `json:"savings_percent"` // of UITokens, to one decimal; 0 if UITokens is 0

	// Shown lists the ranges of lines that the model's text shows verbatim: first and last line. They are sorted, and
	// at least one omitted line lies between two ranges. [MergeShown] brings ranges into this form.
	Shown     [][2]int   `json:"shown"`
	Omissions []Omission `json:"omissions"` // the gaps in the model's text
	Sources   []Source   `json:"sources"`   // the origin of the lines of the model's text, in their order
	// Lookalikes lists the shown lines that look like statements of toktee, such as a gap. In the model's text "> "
	// comes before them, unless it is the whole text of a file, a search or a diff.
	Lookalikes  [][2]int `json:"lookalikes,omitempty"`
	Warnings    []string `json:"warnings"`              // for the person: trouble that didn't fail the call
	Approximate bool     `json:"approximate,omitempty"` // UITokens is an estimate: the output was too large
	Fallback    bool     `json:"fallback,omitempty"`    // a strategy that should have made the text failed
}

// Omission is one gap in the model's text.
type Omission struct {
	Kind  string `json:"kind"`           // the singular noun of the omitted items: line, match, hunk
	Count int    `json:"count"`          // the number of omitted items; 0 if it isn't known
	Lines [2]int `json:"lines,omitzero"` // first and last line of the clean text that it spans; zero for none
	// FileLines are the numbers of the same lines in the file that was read. The model's text uses them. They are zero
	// if they are the same as Lines, or unknown.
	FileLines [2]int `json:"file_lines,omitzero"`
	Upstream  bool   `json:"upstream,omitempty"` // the tool left it out itself: it isn't in the output
	// As names the earlier result that showed the model the same lines; zero if none did.
	As Elsewhere `json:"as,omitzero"`
}

// Source names the lines of the clean text from which some lines of the model's text come. Lines of the model's text
// without a source are statements of toktee, such as the status line and gap markers.
type Source struct {
	Text  [2]int   `json:"text"`  // first and last line of the model's text
	Lines [][2]int `json:"lines"` // first and last lines of the clean text
	// Composed means that the text was made of all these lines. Otherwise its lines show these lines one by one, whole
	// or in part.
	Composed bool `json:"composed,omitempty"`
}

// Elsewhere are lines of another result's output; zero for none.
type Elsewhere struct {
	ID    string `json:"id"`    // of that result
	Lines [2]int `json:"lines"` // first and last line of its clean text
}

// metadataRecord is the metadata of a record. Programs in other languages want [] and {} for empty lists and maps, not
// null, and a percentage always has one decimal.
type metadataRecord Metadata

// MarshalJSON implements [json.Marshaler].
func (m metadataRecord) MarshalJSON() ([]byte, error) {
	if m.Data == nil {
		m.Data = map[string]int64{}
	}
	return appendJSON(nil, struct {
		Files          []string         `json:"files"`
		Data           map[string]int64 `json:"data"`
		Strategy       string           `json:"strategy"`
		Level          string           `json:"level"`
		Budget         int              `json:"budget"`
		Encoding       string           `json:"encoding"`
		LLMTokens      int              `json:"llm_tokens"`
		UITokens       int              `json:"ui_tokens"`
		SavingsTokens  int              `json:"savings_tokens"`
		SavingsPercent percent          `json:"savings_percent"`
		Shown          [][2]int         `json:"shown"`
		Omissions      []Omission       `json:"omissions"`
		Sources        []Source         `json:"sources"`
		Lookalikes     [][2]int         `json:"lookalikes,omitempty"`
		Warnings       []string         `json:"warnings"`
		Approximate    bool             `json:"approximate,omitempty"`
		Fallback       bool             `json:"fallback,omitempty"`
	}{
		orEmpty(m.Files), m.Data, m.Strategy, m.Level, m.Budget, m.Encoding, m.LLMTokens, m.UITokens, m.SavingsTokens,
		percent(m.SavingsPercent), orEmpty(m.Shown), orEmpty(m.Omissions), orEmpty(m.Sources), m.Lookalikes,
		orEmpty(m.Warnings), m.Approximate, m.Fallback,
	})
}

// percent is a number that has one decimal in JSON, even if the decimal is 0.
type percent float64

// MarshalJSON implements [json.Marshaler].
func (p percent) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(p), 'f', 1, 64), nil
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// clone returns a copy that shares no memory. In the copy, empty lists are nil and strings are valid UTF-8.
func (m Metadata) clone() Metadata {
	m.Files = validAll(m.Files)
	m.Warnings = validAll(m.Warnings)
	m.Shown = cloneList(m.Shown)
	m.Omissions = cloneList(m.Omissions)
	m.Sources = cloneList(m.Sources)
	m.Lookalikes = cloneList(m.Lookalikes)
	for i := range m.Sources {
		m.Sources[i].Lines = cloneList(m.Sources[i].Lines)
	}
	for i := range m.Omissions {
		m.Omissions[i].Kind = valid(m.Omissions[i].Kind)
	}
	m.Strategy, m.Level, m.Encoding = valid(m.Strategy), valid(m.Level), valid(m.Encoding)
	if len(m.Data) == 0 {
		m.Data = nil
		return m
	}
	data := make(map[string]int64, len(m.Data))
	for _, k := range slices.Sorted(maps.Keys(m.Data)) { // sorted, so that two keys that become one always end alike
		data[valid(k)] = m.Data[k]
	}
	m.Data = data
	return m
}

func cloneList[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return slices.Clone(s)
}

func validAll(s []string) []string {
	s = cloneList(s)
	for i := range s {
		s[i] = valid(s[i])
	}
	return s
}

// HiddenFailure is a member of [Metadata.Data]: 1 if the model's text ends with a line about a failure that a filter in
// the command hid. It has at most HiddenTokens tokens, and may make the text longer than the output.
const (
	HiddenFailure = "hidden_failure"
	HiddenTokens  = 60
)

// settle computes the savings and checks all other fields. Its error names the field that is wrong.
func (m *Metadata) settle() error {
	switch {
	case m.LLMTokens < 0:
		return fmt.Errorf("llm_tokens is %d: want 0 or more", m.LLMTokens)
	case m.UITokens+int(m.Data[HiddenFailure])*HiddenTokens < m.LLMTokens:
		return fmt.Errorf("llm_tokens is %d, above ui_tokens, which is %d", m.LLMTokens, m.UITokens)
	case m.Budget < 0:
		return fmt.Errorf("budget is %d: want 0 or more", m.Budget)
	}
	m.SavingsTokens = m.UITokens - m.LLMTokens
	m.SavingsPercent = savingsPercent(m.SavingsTokens, m.UITokens)
	if err := checkShown(m.Shown); err != nil {
		return err
	}
	for _, o := range m.Omissions {
		if o.Kind == "" || o.Count < 0 || !o.linesInOrder() {
			return fmt.Errorf("omission %+v: want a kind, a count of 0 or more, and lines in order", o)
		}
		if o.As != (Elsewhere{}) && (o.As.ID == "" || o.As.Lines[1]-o.As.Lines[0] != o.Lines[1]-o.Lines[0]) {
			return fmt.Errorf("omission %+v: want as many lines elsewhere, and the result that has them", o)
		}
	}
	return nil
}

// checkShown returns an error unless the ranges of lines are sorted, with at least one line between two of them.
func checkShown(ranges [][2]int) error {
	last := 0
	for i, r := range ranges {
		if r[0] < 1 || r[1] < r[0] {
			return fmt.Errorf("shown range %v: want a first line of 1 or more and a last one not before it", r)
		}
		if i > 0 && r[0]-1 <= last {
			return fmt.Errorf("shown range %v leaves no gap after %d, where the one before it ends: "+
				"want them sorted, disjoint and merged", r, last)
		}
		last = r[1]
	}
	return nil
}

func (o Omission) linesInOrder() bool {
	return o.Lines == [2]int{} || o.Lines[0] >= 1 && o.Lines[1] >= o.Lines[0]
}

// savingsPercent rounds to the nearest tenth.
func savingsPercent(saved, of int) float64 {
	if of <= 0 {
		return 0
	}
	return math.Round(float64(saved)*1000/float64(of)) / 10
}

// MergeShown brings ranges of lines into the form of [Metadata.Shown]. It sorts them, merges ranges that touch or
// overlap, and drops ranges without a line. The argument stays unchanged.
func MergeShown(ranges [][2]int) [][2]int {
	sorted := slices.DeleteFunc(slices.Clone(ranges), func(r [2]int) bool { return r[0] < 1 || r[1] < r[0] })
	slices.SortFunc(sorted, func(a, b [2]int) int { return a[0] - b[0] })
	var out [][2]int
	for _, r := range sorted {
		if n := len(out); n > 0 && r[0]-1 <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], r[1])
			continue
		}
		out = append(out, r)
	}
	return out
}

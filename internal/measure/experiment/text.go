package experiment

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/text/words"
)

// JSON writes the report as one object.
func (r *Report) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// Text returns the report for people:
//
//	no difference can be shown yet: 14 sessions, about 540 more to find one of 10%
//
//	experiment winter, since 2026-11-25, 50% of sessions in the control group
//	cost of treatment to control, within models and folders: -8% (-71% to +190%, however often you read this)
//	...
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nexperiment %s, %s, %s of sessions in the control group\n", r.Sentence, r.Experiment.Name,
		r.until(),
		assign.Percent(r.Experiment.Share))
	if r.Cost.Spread > 0 {
		fmt.Fprintf(&b, "cost of treatment to control, within models and folders: %s (%s, however often you read "+
			"this)\n", change(r.Cost.Ratio), r.between())
	}
	if len(r.Chances) > 0 && !r.Cost.Over {
		var list []string
		for _, c := range r.Chances {
			list = append(list, fmt.Sprintf("%s in %.0f", assign.Percent(c.Effect), 100*c.Chance))
		}
		fmt.Fprintf(&b, "of 100 such experiments, so many show a difference by their end: %s\n",
			strings.Join(list, ", "))
	}
	if r.Cost.Over && r.Experiment.Ended.IsZero() {
		b.WriteString("the result is final: toktee experiment stop ends the experiment\n")
	}
	if r.Later > 0 {
		fmt.Fprintf(&b, "%s came after the final result, and didn't change it\n",
			words.Count(r.Later, "session", "sessions"))
	}
	r.table(&b)
	r.strata(&b, "model", r.Models)
	r.strata(&b, "folder", r.Dirs)
	if len(r.LeftOut) > 0 {
		b.WriteString("\nleft out:\n")
		for _, why := range slices.Sorted(maps.Keys(r.LeftOut)) {
			fmt.Fprintf(&b, "  %s: %s\n", words.Count(r.LeftOut[why], "session", "sessions"), why)
		}
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// table has the measures.
func (r *Report) table(b *strings.Builder) {
	b.WriteByte('\n')
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\ttreatment\tcontrol\tdifference\t95%%, read once\t\n")
	fmt.Fprintf(w, "sessions\t%d\t%d\t\t\t\n", r.Sessions.Treatment, r.Sessions.Control)
	for _, m := range r.Measures {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n", m.Name, m.cell(m.Treatment), m.cell(m.Control), changed(m.Ratio),
			span(m.Low, m.High))
	}
	w.Flush()
}

// cell writes a figure in its unit.
func (m *Measure) cell(v *float64) string {
	switch {
	case v == nil:
		return "-"
	case strings.HasPrefix(m.Name, "cost"):
		return fmt.Sprintf("$%.2f", *v)
	case strings.HasPrefix(m.Name, "ends"):
		return fmt.Sprintf("%.0f%%", 100**v)
	}
	return fmt.Sprintf("%.1f", *v)
}

func changed(ratio *float64) string {
	if ratio == nil {
		return "-"
	}
	return change(*ratio)
}

func span(low, high *float64) string {
	if low == nil || high == nil {
		return "-"
	}
	return change(*low) + " to " + change(*high)
}

// strata lists models or folders, if there are several.
func (r *Report) strata(b *strings.Builder, what string, list []Stratum) {
	if len(list) < 2 {
		return
	}
	b.WriteByte('\n')
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "treatment\tcontrol\tcost\t95%%, read once\t %s\n", what)
	for _, s := range list {
		name := words.Printable(s.Name)
		if name == "" {
			name = "unknown"
		}
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t %s\n", s.Sessions.Treatment, s.Sessions.Control, changed(s.Ratio),
			span(s.Low, s.High), name)
	}
	w.Flush()
}

package compare

import (
	"fmt"
	"slices"
)

// orderedRow is what a report says of the whole sessions of one file at one setting.
type orderedRow struct {
	Sessions  string   `json:"sessions"`
	Setting   string   `json:"setting"`
	OfThem    int      `json:"of_them"`
	Calls     int      `json:"calls"`
	Results   int      `json:"results"`
	LostCalls []string `json:"lost_calls"`
	Possible  interval `json:"possible"`
	Saved     interval `json:"saved"`
	Cost      interval `json:"cost"`
}

// interval is a share with its interval, either of which may be null.
type interval struct {
	Value *float64  `json:"value"`
	Span  []float64 `json:"interval95"`
}

// String is "91.20% (88.0-93.1)".
func (i interval) String() string {
	if i.Value == nil {
		return "-"
	}
	s := fmt.Sprintf("%.2f%%", *i.Value*100)
	if len(i.Span) == 2 {
		s += fmt.Sprintf(" (%.1f-%.1f)", i.Span[0]*100, i.Span[1]*100)
	}
	return s
}

// compareOrdered compares whole sessions, as far as the old report has any. Their few calls are paired: the figure of
// those still possible names how many are lost and gained, which a difference of shares hides.
func compareOrdered(old, now []orderedRow, maxLoss float64) ([]Change, error) {
	var list []Change
	for _, a := range old {
		i := slices.IndexFunc(now, func(r orderedRow) bool {
			return r.Sessions == a.Sessions && r.Setting == a.Setting
		})
		if i < 0 {
			return nil, fmt.Errorf("the new report lacks %s at %s", a.Sessions, a.Setting)
		}
		b := now[i]
		if a.OfThem != b.OfThem || a.Calls != b.Calls || a.Results != b.Results {
			return nil, fmt.Errorf("%s has %d sessions, %d calls and %d results in the old report, %d, %d and %d in "+
				"the new one: other sessions can't be compared",
				a.Sessions, a.OfThem, a.Calls, a.Results, b.OfThem, b.Calls, b.Results)
		}
		lost, gained := without(b.LostCalls, a.LostCalls), without(a.LostCalls, b.LostCalls)
		possible := pairedName("calls possible", lost, gained, a.Calls)
		for _, f := range []struct {
			name     string
			old, now interval
			sign     float64 // 1 where more is better
			lost     []string
			gained   []string
		}{
			{possible, a.Possible, b.Possible, 1, lost, gained},
			{"saved", a.Saved, b.Saved, 1, nil, nil},
			{"cost", a.Cost, b.Cost, -1, nil, nil},
		} {
			c, differs := changed(f.old, f.now, f.sign, maxLoss)
			c.Lost, c.Gained = f.lost, f.gained
			if differs || len(c.Lost)+len(c.Gained) > 0 {
				c.Family, c.Setting, c.Figure = a.Sessions, a.Setting, f.name
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// changed is the change of a share; that it has become null is worse.
func changed(old, now interval, sign, maxLoss float64) (c Change, differs bool) {
	c = Change{Old: old.String(), New: now.String()}
	if old.Value == nil || now.Value == nil {
		c.Worse = old.Value != nil
		return c, (old.Value == nil) != (now.Value == nil)
	}
	c.Points = sign * (*old.Value - *now.Value) * 100
	c.Worse = c.Points > maxLoss
	return c, *old.Value != *now.Value
}

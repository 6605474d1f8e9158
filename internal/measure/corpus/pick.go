package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// OfFamilies keeps the cases of the named families, all of them when none is named.
func OfFamilies(cases []Case, names []string) ([]Case, error) {
	if len(names) == 0 {
		return cases, nil
	}
	known := families(cases)
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, fmt.Errorf("unknown family %q: the corpus has %s", n, strings.Join(known, ", "))
		}
	}
	var kept []Case
	for _, c := range cases {
		if slices.Contains(names, c.Family) {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// families lists the families of the cases, sorted.
func families(cases []Case) []string {
	var names []string
	for i := range cases {
		names = append(names, cases[i].Family)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Find returns the case with this id, or the only one whose id contains it.
func Find(cases []Case, id string) (*Case, error) {
	var hits []*Case
	for i := range cases {
		if cases[i].ID == id {
			return &cases[i], nil
		}
		if strings.Contains(cases[i].ID, id) {
			hits = append(hits, &cases[i])
		}
	}
	switch len(hits) {
	case 0:
		return nil, fmt.Errorf("no case %q in the corpus", id)
	case 1:
		return hits[0], nil
	}
	return nil, fmt.Errorf("%q stands for %d cases, the first are %s and %s", id, len(hits), hits[0].ID, hits[1].ID)
}

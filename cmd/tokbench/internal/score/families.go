package score

import (
	"cmp"
	"slices"
)

// All is the name of the family of all cases.
const All = "all"

// Family is the members of one family.
type Family[T any] struct {
	Name    string
	Members []*T
}

// ByFamily groups members by the family that each is of, sorted by name. With more than one family, the last is [All].
func ByFamily[T any](list []T, family func(*T) string) []Family[T] {
	index := map[string]int{}
	var families []Family[T]
	all := Family[T]{Name: All}
	for i := range list {
		name := family(&list[i])
		at, known := index[name]
		if !known {
			at = len(families)
			index[name] = at
			families = append(families, Family[T]{Name: name})
		}
		families[at].Members = append(families[at].Members, &list[i])
		all.Members = append(all.Members, &list[i])
	}
	slices.SortFunc(families, func(a, b Family[T]) int { return cmp.Compare(a.Name, b.Name) })
	if len(families) > 1 {
		families = append(families, all)
	}
	return families
}

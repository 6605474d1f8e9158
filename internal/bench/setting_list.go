package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// fields splits a list at its commas. none tells an empty list from one that isn't given.
func fields(s string) (list []string, none bool) {
	if s == "none" {
		return nil, true
	}
	for f := range strings.SplitSeq(s, ",") {
		if f = strings.TrimSpace(f); f != "" {
			list = append(list, f)
		}
	}
	return list, false
}

func levelList(s string) ([]string, error) {
	list, none := fields(s)
	if none {
		return nil, nil
	}
	if len(list) == 0 {
		return Levels(), nil
	}
	for _, l := range list {
		if _, err := ParseLevel(l); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(Levels(), func(l string) bool { return !slices.Contains(list, l) }), nil
}

func budgetList(s string) ([]int, error) {
	list, none := fields(s)
	if none {
		return nil, nil
	}
	if len(list) == 0 {
		return DefaultBudgets(), nil
	}
	var sizes []int
	for _, f := range list {
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, fmt.Errorf("budget %q: want a number of tokens", f)
		}
		if err := CheckBudget(n); err != nil {
			return nil, err
		}
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}

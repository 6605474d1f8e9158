package score

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/summarize"
)

// defaultBudgets are the budgets that are measured when none are named.
func defaultBudgets() []int { return []int{32, 50, 100, 250, 500, 1000, 2000, 4000, 8000} }

// Settings are the settings for lists of levels and budgets as a command line has them, separated by commas: levels
// first, the one that shows least in front, then budgets, the smallest in front. "none" is an empty list, "" the
// default: all levels, and budgets from 32 to 8000.
func Settings(levels, budgets string) ([]Setting, error) {
	var settings []Setting
	names, err := parseLevels(levels)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		settings = append(settings, Setting{Level: name})
	}
	sizes, err := parseBudgets(budgets)
	if err != nil {
		return nil, err
	}
	for _, n := range sizes {
		settings = append(settings, Setting{Budget: n})
	}
	if len(settings) == 0 {
		return nil, errors.New("nothing to measure: name a level or a budget")
	}
	return settings, nil
}

// parseLevels are the levels of a list, in their order.
func parseLevels(s string) ([]string, error) {
	if s == "none" {
		return nil, nil
	}
	list := List(s)
	if len(list) == 0 {
		return Levels(), nil
	}
	for i, l := range list {
		level, err := summarize.ParseLevel(l)
		if err != nil {
			return nil, err
		}
		list[i] = string(level)
	}
	return slices.DeleteFunc(AllLevels(), func(l string) bool { return !slices.Contains(list, l) }), nil
}

// parseBudgets are the budgets of a list, sorted.
func parseBudgets(s string) ([]int, error) {
	if s == "none" {
		return nil, nil
	}
	list := List(s)
	if len(list) == 0 {
		return defaultBudgets(), nil
	}
	var sizes []int
	for _, f := range list {
		n, err := strconv.Atoi(f)
		if err != nil || n == 0 {
			return nil, fmt.Errorf("budget %q: want a number of tokens", f)
		}
		if err := summarize.CheckBudget(n); err != nil {
			return nil, err
		}
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}

// List splits a flag's value at its commas.
func List(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

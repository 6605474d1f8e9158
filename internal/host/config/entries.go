package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// Entry is one effective setting, for people: "toktee config" prints them.
type Entry struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source"` // as [Settings.Source] names it
}

// Entries lists the effective settings in a fixed order. Of the tools' settings, it lists those that a file sets.
func (s *Settings) Entries() []Entry {
	ttl := ""
	if s.TTL != 0 {
		ttl = s.TTL.String()
	}
	list := []Entry{
		{Key: "level", Value: s.effectiveLevel()},
		{Key: "budget", Value: numberOr(int64(s.Budget), "the level's own")},
		{Key: "encoding", Value: string(cmp.Or(s.Encoding, tokens.Default))},
		{Key: "raw", Value: strconv.FormatBool(s.Raw)},
		{Key: "debug", Value: strconv.FormatBool(s.Debug)},
		{Key: "no_store", Value: strconv.FormatBool(s.NoStore)},
		{Key: "mask_secrets", Value: strconv.FormatBool(s.MaskSecrets)},
		{Key: "agent.pass_env", Value: cmp.Or(strings.Join(s.PassEnv, ", "), "none")},
		{Key: "agent.split_tool_results_enabled", Value: enabled(s.Enabled, s.Whole)},
		{Key: "agent.tool_ui_rich_formatting", Value: strconv.FormatBool(s.RichFormatting)},
		{Key: "agent.tool_ui_syntax_highlighting", Value: strconv.FormatBool(s.SyntaxHighlighting)},
		{Key: "agent.tool_ui_clickable_paths", Value: strconv.FormatBool(s.ClickablePaths)},
	}
	for _, name := range sortedKeys(s.Tools) {
		list = append(list, s.toolEntries(s.Tools[name], func(field string) string { return ToolKey(name, field) })...)
	}
	list = append(list, s.commandEntries()...)
	list = append(list, s.mcpEntries()...)
	list = append(list,
		Entry{Key: "claims.answer", Value: s.Claims},
		Entry{Key: "history.enabled", Value: strconv.FormatBool(!s.NoHistory)},
		Entry{Key: "history.unchanged", Value: strconv.FormatBool(!s.NoUnchanged)},
		Entry{Key: "hooks.beside_others", Value: strconv.FormatBool(s.BesideOthers)},
		Entry{Key: "hooks.notices", Value: strconv.FormatBool(s.Notices)},
		Entry{Key: "store", Value: cmp.Or(s.StoreDir, "the default folder")},
		Entry{Key: "store.before", Value: strconv.FormatBool(!s.NoBefore)},
		Entry{Key: "store.ttl", Value: cmp.Or(ttl, "the default")},
		Entry{Key: "store.max_bytes", Value: numberOr(s.MaxBytes, "the default")},
		Entry{Key: "store.max_recording", Value: numberOr(s.MaxRecording, "half of max_bytes")},
	)
	list = append(list, s.gatewayEntries()...)
	list = append(list, s.teamEntries()...)
	list = append(list, s.priceEntries()...)
	for i := range list {
		list[i].Source = s.Source(list[i].Key)
	}
	return list
}

// toolEntries returns the settings of one tool that a file sets.
func (s *Settings) toolEntries(t Tool, key func(field string) string) []Entry {
	var list []Entry
	for _, e := range []Entry{
		{Key: key("enabled"), Value: enabled(t.Enabled, t.Whole)},
		{Key: key("level"), Value: string(t.Level)},
		{Key: key("budget"), Value: numberOr(int64(t.Budget), "")},
	} {
		if s.Source(e.Key) != FromDefault {
			list = append(list, e)
		}
	}
	return list
}

// enabled returns whether outputs are shortened, or why they pass whole.
func enabled(is, whole bool) string {
	if is && whole {
		return "false, but secrets are masked"
	}
	return strconv.FormatBool(is)
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// effectiveLevel returns the level, or the default if none is set.
func (s *Settings) effectiveLevel() string {
	switch {
	case s.Level != "":
		return string(s.Level)
	case s.Budget != 0:
		return "as the budget allows"
	}
	return string(summarize.Balanced)
}

// ToolKey returns a key of a tool's table, such as "tools.exec.level".
func ToolKey(name, field string) string { return fmt.Sprintf("tools.%s.%s", quoteKey(name), field) }

// numberOr returns a number, or text for 0.
func numberOr(n int64, text string) string {
	if n == 0 {
		return text
	}
	return strconv.FormatInt(n, 10)
}

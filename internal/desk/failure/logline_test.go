package failure_test

import "regexp"

// The forms of lines that aren't a cause, independent of the engine: those of a log below a fatal level, and warnings.
var (
	// 2026-11-27T12:55:06Z INFO ..., 12:55:06.123 [main] DEBUG ..., 2026/11/27 12:55:06 [warn] ..., [DEBUG] ...,
	// {"time":"2026-11-27T12:55:06Z",...}
	logLine = regexp.MustCompile(`(?i)^\W*(\d{4}[-/.]\d\d[-/.]\d\d)?[T ]?\d\d:\d\d:\d\d\S*\W+(\S+\W+){0,2}?` +
		`(trace|debug|info|notice|warn|warning|error)\b|^\[?\{"|^\W*(trace|debug|info|notice)\b|` +
		`\blevel=(debug|info|warn\w*)\b`)
	// main.c:3:7: warning: unused, npm WARN old lockfile, DeprecationWarning: ..., [WARN] ...
	warning = regexp.MustCompile(`(?i)\bwarn(ing)?\s*[:\])]|^\W*(\w+ )?warn(ing)?\b|deprecat(ed|ion)`)
	// An error of a checker that treats warnings as errors, or a message that is about warnings.
	isError = regexp.MustCompile(`(?i)\berrors?\b|-Werror|\bfail|\bwarnings? (found|treated)|too many warnings`)
)

// isNoCause reports whether a line is one of a log, or a warning.
func isNoCause(line string) bool {
	return logLine.MatchString(line) || warning.MatchString(line) && !isError.MatchString(line)
}

package syntax

import "strings"

// formatFeed returns the scanner of a format that isn't code, or nil. It takes the lines of a text one by one and adds
// its symbols to s.
func (s *Scanner) formatFeed(lang Language) func(string) {
	switch lang {
	case "Markdown", "MDX", "AsciiDoc", "RMarkdown":
		return (&markdown{s: s}).line
	case "reStructuredText":
		return (&restructured{s: s}).line
	case "JSON", "JSON with Comments", "JSON5", "JSONLD":
		return (&jsonKeys{s: s}).line
	case "YAML":
		return (&yamlKeys{s: s, scalar: -1}).line
	case "TOML":
		return (&sections{s: s}).line
	case "INI", "EditorConfig", "Git Config", "Java Properties", "desktop", "systemd":
		return (&sections{s: s, ini: true}).line
	case "Makefile":
		return (&makefile{s: s}).line
	case "Dockerfile":
		return (&dockerfile{s: s}).line
	case "CSS", "SCSS", "Less":
		return (&stylesheet{s: s}).line
	}
	return nil
}

// scanFormat makes the outline of a format that isn't code.
func scanFormat(lang Language, src []byte) (Outlined, bool) {
	s := &Scanner{}
	if s.feed = s.formatFeed(lang); s.feed == nil {
		return Outlined{}, false
	}
	for line := range strings.Lines(string(src)) {
		s.Line(strings.TrimRight(line, "\r\n"))
	}
	isExact := !s.goesOn && !s.damaged && s.depth == 0
	return Outlined{Symbols: s.Symbols(!isWhole(src)), Means: ByScanner, Exact: isExact}, true
}

// IsProse reports whether a language's outline is made of headings.
func IsProse(lang Language) bool {
	switch lang {
	case "Markdown", "MDX", "AsciiDoc", "RMarkdown", "reStructuredText":
		return true
	}
	return false
}

// IsConfig reports whether a language's outline is made of keys, sections and rules.
func IsConfig(lang Language) bool {
	return !IsProse(lang) && (&Scanner{}).formatFeed(lang) != nil
}

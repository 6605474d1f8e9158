package term

// helpRows are all keys of a screen, in place of it until the next key.
func helpRows(t *theme, keys []key, width, height int) []row {
	rows := []row{text(" keys", t.strong).fit(width), blank(width)}
	for _, k := range keys {
		label := text("  "+k.label, t.accent).fit(14)
		rows = append(rows, join(label, text(k.about, style{})).fit(width))
	}
	rows = append(rows, blank(width))
	for _, l := range []string{
		"✓ passed   ✗ failed   · unknown   ▶ running   ↺ re-read by the model",
		"│ sent to the model   ┊ left out   ✗ error   ! warning   ◆ match",
	} {
		rows = append(rows, text("  "+l, t.muted).fit(width))
	}
	for len(rows) < height-1 {
		rows = append(rows, blank(width))
	}
	return append(rows[:max(height-1, 0)], text(" any key goes back", t.muted).fit(width))
}

package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// pagesOf are the pages of the site, with what there is to see.
func pagesOf() map[string]string {
	return map[string]string{
		"sessions": "/",
		"session":  "/session?id=" + agentSession,
		"calls":    "/session?id=" + agentSession + "#calls",
		"end":      "/session?id=" + agentSession + "&from=45#e53",
		"tests":    "/r/" + ids.tests,
		"diff":     "/r/" + ids.diff,
		"log":      "/r/" + ids.log + "?lines=895-903",
		"grep":     "/r/" + ids.search,
		"search":   "/search?q=connection+refused",
		"savings":  "/savings",
		"rereads":  "/rereads",
		"keys":     "/help",
	}
}

// settled waits until a page doesn't change any more.
func settled(t *testing.T, tab context.Context) {
	t.Helper()
	until(t, tab, "the output is counted",
		`!document.querySelector("svg.marks") || document.querySelector("svg.marks").dataset.complete === "true"`)
	until(t, tab, "the transcript is read", `!document.querySelector("[data-reading]")`)
	time.Sleep(150 * time.Millisecond) // of the pictures alone
}

// TestShots writes pictures of all pages, to look at.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("needs -shots DIR")
	}
	for _, width := range []int64{1280, 360} {
		for _, dark := range []bool{false, true} {
			l, tab := open(t, width, dark)
			l.enter(t, tab)
			for name, path := range pagesOf() {
				l.visit(t, tab, path)
				settled(t, tab)
				theme := map[bool]string{false: "light", true: "dark"}[dark]
				file := filepath.Join(*shots, fmt.Sprintf("%s-%d-%s.png", name, width, theme))
				if err := os.WriteFile(file, picture(t, tab), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

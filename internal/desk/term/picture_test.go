package term

import (
	"fmt"
	"html"
	"image/color"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// The size of a character in a picture, and the colours of its terminal.
const (
	cellWidth, cellHeight = 8, 18
	paper, ink            = "#16181d", "#d5d9e0"
)

// pictures are what the docs show of the view.
var pictures = []frame{
	{"browse-list", "j", 120, 9},
	{"browse-failed-test", "G enter tab e", 140, 22},
	{"browse-diff", "enter", 140, 22},
	{"browse-session", "enter", 120, 26},
}

// TestPictures compares the pictures in docs/pictures with the screens of real results.
func TestPictures(t *testing.T) {
	for _, p := range pictures {
		t.Run(p.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stage := newStage
				if p.name == "browse-session" {
					stage = newSessionStage
				}
				s := stage(t, p.width, p.height)
				s.press(p.keys)
				got := svg(s.app.rows(), p.width)
				path := filepath.Join("..", "..", "..", "docs", "pictures", p.name+".svg")
				if *update {
					if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Errorf("the picture differs (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// words are texts without blanks at their ends, and no two of them together.
var words = regexp.MustCompile(`\S+( \S+)*`)

// svg draws a screen.
func svg(rows []row, width int) string {
	var b strings.Builder
	w, h := width*cellWidth+2*cellWidth, len(rows)*cellHeight+cellHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="13">`+"\n", w, h)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="6" fill="%s"/>`+"\n", w, h, paper)
	for i, r := range rows {
		at, y := 0, i*cellHeight+cellHeight/2
		for _, u := range r {
			n := columns(u.text)
			fg, bg := shade(u.style.fg, ink), shade(u.style.bg, "")
			if u.style.isReversed {
				fg, bg = shade(u.style.bg, paper), fg
			}
			x := cellWidth + at*cellWidth
			if bg != "" {
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`,
					x, y, n*cellWidth, cellHeight, bg)
			}
			for _, w := range words.FindAllStringIndex(u.text, -1) { // SVG drops blanks at ends, and keeps one of many
				word := u.text[w[0]:w[1]]
				fmt.Fprintf(&b, `<text x="%d" y="%d" textLength="%d" fill="%s"%s>%s</text>`,
					x+columns(u.text[:w[0]])*cellWidth, y+13, columns(word)*cellWidth, fg, weight(u.style),
					html.EscapeString(word))
			}
			at += n
		}
		b.WriteByte('\n')
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func weight(s style) string {
	out := ""
	if s.bold {
		out += ` font-weight="bold"`
	}
	if s.underline {
		out += ` text-decoration="underline"`
	}
	return out
}

func shade(c color.Color, none string) string {
	if c == nil {
		return none
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

package web

import (
	"github.com/charmbracelet/x/ansi"

	"github.com/toktee/toktee/internal/desk/view"
)

// hues are the names of the first eight colours of a terminal. The page has a shade of each for its light and its dark
// theme that can be read there, so a program's black on black, or yellow on white, is legible.
var hues = [...]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

// hue is the name of the nearest of them, "" for the colour of plain text.
func hue(c view.Color) string {
	if n, ok := c.Index(); ok {
		if n < 16 {
			return hues[n%8]
		}
		r, g, b, _ := ansi.IndexedColor(n).RGBA()
		return nearest(int(r>>8), int(g>>8), int(b>>8))
	}
	if r, g, b, ok := c.RGB(); ok {
		return nearest(int(r), int(g), int(b))
	}
	return ""
}

// nearest is the hue of a colour. Grey is black or white.
func nearest(r, g, b int) string {
	high, low := max(r, g, b), min(r, g, b)
	if high-low < 48 {
		if high < 128 {
			return "black"
		}
		return "white"
	}
	i := 0 // a bit for each part that is nearer to the highest than to the lowest
	for bit, part := range [...]int{r, g, b} {
		if 2*part > high+low {
			i |= 1 << bit
		}
	}
	return hues[i]
}

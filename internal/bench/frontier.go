package bench

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// The frontier is drawn in a fixed box, in the colours of the page that it stands on.
const (
	plotWidth, plotHeight                    = 640, 320
	plotLeft, plotRight, plotTop, plotBottom = 44, 150, 16, 36
	plotInnerWidth                           = plotWidth - plotLeft - plotRight
	plotInnerHeight                          = plotHeight - plotTop - plotBottom
)

// curve is a line of the plot.
type curve struct {
	name   string
	class  string
	points [][2]float64 // budget in tokens, recall from 0 to 1
}

// curves are the frontiers of a family: recall at each explicit budget. A budget at which no case has a say is left out.
func (f *Family) curves(settings []Setting) []curve {
	list := []curve{{name: "toktee", class: "own"}}
	for i, name := range Baselines() {
		list = append(list, curve{name: name, class: fmt.Sprint("b", i)})
	}
	for i, r := range f.Rows {
		if settings[i].Level != "" || r.Recall == nil {
			continue
		}
		x := float64(settings[i].Budget)
		list[0].points = append(list[0].points, [2]float64{x, *r.Recall})
		for j, b := range r.Baselines {
			if b.Recall != nil {
				list[j+1].points = append(list[j+1].points, [2]float64{x, *b.Recall})
			}
		}
	}
	return list
}

// Frontier draws recall against the budget, which is on a logarithmic axis, as an SVG. It is "" for a family that has
// fewer than two budgets at which any case has a say.
func (f *Family) Frontier(settings []Setting) string {
	curves := f.curves(settings)
	own := curves[0].points
	if len(own) < 2 {
		return ""
	}
	low, high := math.Log(own[0][0]), math.Log(own[len(own)-1][0])
	x := func(v float64) float64 { return plotLeft + (math.Log(v)-low)/(high-low)*plotInnerWidth }
	y := func(v float64) float64 { return plotTop + (1-v)*plotInnerHeight }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="frontier" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s: recall by budget">`+"\n",
		plotWidth, plotHeight, plotWidth, plotHeight, html.EscapeString(f.Name))
	b.WriteString(plotStyle)
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f" text-anchor="end">%.0f%%</text>`+"\n",
			plotLeft, plotLeft+plotInnerWidth, y(v), y(v), plotLeft-6, y(v)+4, v*100)
	}
	for _, p := range own {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%.0f</text>`+"\n", x(p[0]), plotTop+plotInnerHeight+16, p[0])
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">budget in tokens</text>`+"\n", plotLeft+plotInnerWidth/2, plotHeight-4)
	for i := len(curves) - 1; i >= 0; i-- { // ours on top
		c := curves[i]
		var path strings.Builder
		for j, p := range c.points {
			op := "L"
			if j == 0 {
				op = "M"
			}
			fmt.Fprintf(&path, "%s%.1f %.1f", op, x(p[0]), y(p[1]))
		}
		fmt.Fprintf(&b, `<path class="%s" d="%s"/>`+"\n", c.class, path.String())
		for _, p := range c.points {
			fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%.1f" r="3"><title>%s, %.0f tokens: %.1f%%</title></circle>`+"\n",
				c.class, x(p[0]), y(p[1]), html.EscapeString(c.name), p[0], p[1]*100)
		}
	}
	for i, c := range curves {
		at := plotTop + 10 + 20*i
		fmt.Fprintf(&b, `<path class="%s" d="M%d %dh18"/><text x="%d" y="%d">%s</text>`+"\n",
			c.class, plotLeft+plotInnerWidth+14, at, plotLeft+plotInnerWidth+38, at+4, html.EscapeString(c.name))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// plotStyle tells the curves apart by colour and by dash, so that they are told apart in print too.
const plotStyle = `<style>
.frontier text{font:12px system-ui,sans-serif;fill:currentColor}
.frontier .grid{stroke:currentColor;stroke-opacity:.15}
.frontier path{fill:none;stroke-width:1.5}
.frontier circle{stroke:none}
.frontier path.own{stroke:#0a7d4b;stroke-width:3}.frontier circle.own{fill:#0a7d4b}
.frontier path.b0{stroke:#8a6d00;stroke-dasharray:2 3}.frontier circle.b0{fill:#8a6d00}
.frontier path.b1{stroke:#b5551d;stroke-dasharray:6 3}.frontier circle.b1{fill:#b5551d}
.frontier path.b2{stroke:#a3286b}.frontier circle.b2{fill:#a3286b}
.frontier path.b3{stroke:#2b62c4}.frontier circle.b3{fill:#2b62c4}
.frontier path.b4{stroke:#888;stroke-dasharray:1 4}.frontier circle.b4{fill:#888}
.frontier path.b5{stroke:#888;stroke-dasharray:8 4}.frontier circle.b5{fill:#888}
</style>
`

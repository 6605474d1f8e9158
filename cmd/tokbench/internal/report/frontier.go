package report

import (
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
)

// The frontier is drawn in a fixed box, in the colours of the page that it is on.
const (
	plotWidth, plotHeight                    = 840, 400
	plotLeft, plotRight, plotTop, plotBottom = 64, 300, 16, 78
	plotInnerWidth                           = plotWidth - plotLeft - plotRight
	plotInnerHeight                          = plotHeight - plotTop - plotBottom
)

// curve is a line of the plot.
type curve struct {
	name   string
	says   string // what it is, for the legend
	class  string
	points []point
}

// point is a budget in tokens, recall from 0 to 1, and how many of the cases exceed the budget.
type point struct {
	budget, recall float64
	over           int
}

// curveSays says what the curves are, by the names of package baseline.
var curveSays = map[string]string{
	"head": "start of the output", "tail": "its end", "head+tail": "both ends",
	"strip+regex": "error lines, the last first", "error lines": "error lines, the first first",
	"random": "lines at random", "ceiling": "whole lines with the facts: the best of lines",
}

// Frontiers draws recall against the budget for each family, as an SVG by the family's name. A family that has fewer
// than two budgets with a recall is left out.
func (r *Report) Frontiers() map[string]string {
	svgs := map[string]string{}
	for i := range r.Families {
		if svg := r.frontier(&r.Families[i]); svg != "" {
			svgs[r.Families[i].Name] = svg
		}
	}
	return svgs
}

// curves are the recall of a family at each explicit budget, over the same cases at all of them.
func (r *Report) curves(f *Family) []curve {
	list := []curve{{name: "toktee", says: "its text", class: "own"}}
	for i, name := range baseline.Names() {
		list = append(list, curve{name: name, says: curveSays[name], class: fmt.Sprint("b", i)})
	}
	for i, row := range f.Rows {
		if row.Same == nil {
			continue
		}
		p := point{budget: float64(r.settings[i].Budget), over: row.Labelled}
		for j := range list {
			p.recall = row.Same.Recall
			if j > 0 {
				p.recall = row.Same.Baselines[j-1]
			}
			list[j].points = append(list[j].points, p)
		}
	}
	return list
}

// frontier draws recall against the budget, which is on a logarithmic axis, as an SVG. It is "" for a family that has
// fewer than two budgets with a recall.
func (r *Report) frontier(f *Family) string {
	curves := r.curves(f)
	own := curves[0].points
	if len(own) < 2 {
		return ""
	}
	p := plot{low: math.Log(own[0].budget), high: math.Log(own[len(own)-1].budget)}
	cases := own[0].over // the smallest budget has room for none of them
	p.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="frontier" viewBox="0 0 %d %d" `+
		`width="%d" height="%d" role="img" aria-label="%s: share of the labelled facts kept, by budget, over the same `+
		`%d outputs at every budget">`+"\n",
		plotWidth, plotHeight, plotWidth, plotHeight, html.EscapeString(f.Name), cases)
	p.WriteString(plotStyle)
	p.axes(own, cases)
	for i := len(curves) - 1; i >= 0; i-- { // ours on top
		p.curve(curves[i])
	}
	p.legend(curves)
	p.WriteString("</svg>\n")
	return p.String()
}

// plot is an SVG in the making, with the logarithms of the smallest and the largest budget.
type plot struct {
	strings.Builder
	low, high float64
}

func (p *plot) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

func (p *plot) x(budget float64) float64 {
	return plotLeft + (math.Log(budget)-p.low)/(p.high-p.low)*plotInnerWidth
}

func (p *plot) y(recall float64) float64 { return plotTop + (1-recall)*plotInnerHeight }

// axes draws a line for each quarter of the recall, and below it the budgets, and how many of the cases exceed each.
func (p *plot) axes(points []point, cases int) {
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		p.printf(`<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/>`, plotLeft, plotLeft+plotInnerWidth, p.y(v),
			p.y(v))
		p.printf(`<text x="%d" y="%.1f" text-anchor="end">%.0f%%</text>`+"\n", plotLeft-6, p.y(v)+4, v*100)
	}
	bottom := plotTop + plotInnerHeight
	for _, point := range points {
		p.printf(`<text x="%.1f" y="%d" text-anchor="middle">%.0f</text>`+"\n",
			p.x(point.budget), bottom+16, point.budget)
		p.printf(`<text class="over" x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n",
			p.x(point.budget), bottom+50, point.over)
	}
	middle := plotLeft + plotInnerWidth/2
	p.printf(`<text x="%d" y="%d" text-anchor="middle">budget in tokens (logarithmic)</text>`+"\n", middle, bottom+32)
	p.printf(`<text class="over" x="%d" y="%d" text-anchor="middle">so many of the %d outputs are longer than that `+
		`and are cut</text>`+"\n", middle, bottom+66, cases)
	p.printf(`<text transform="translate(14 %d) rotate(-90)" text-anchor="middle">labelled facts kept, mean of %d `+
		`outputs</text>`+"\n", plotTop+plotInnerHeight/2, cases)
}

// curve draws a line through the points, each with its figures.
func (p *plot) curve(c curve) {
	var path strings.Builder
	for j, point := range c.points {
		op := "L"
		if j == 0 {
			op = "M"
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", op, p.x(point.budget), p.y(point.recall))
	}
	p.printf(`<path class="%s" d="%s"/>`+"\n", c.class, path.String())
	for _, point := range c.points {
		p.printf(`<circle class="%s" cx="%.1f" cy="%.1f" r="3"><title>%s, %.0f tokens: %.1f%%</title></circle>`+"\n",
			c.class, p.x(point.budget), p.y(point.recall), html.EscapeString(c.name), point.budget, point.recall*100)
	}
}

// legend names the curves to the right of the plot.
func (p *plot) legend(curves []curve) {
	const left = plotLeft + plotInnerWidth + 18
	for i, c := range curves {
		at := plotTop + 10 + 36*i
		p.printf(`<path class="%s" d="M%d %dh18"/><text x="%d" y="%d">%s</text>`+"\n",
			c.class, left, at, left+26, at+4, html.EscapeString(c.name))
		p.printf(`<text class="over" x="%d" y="%d">%s</text>`+"\n", left+26, at+19, html.EscapeString(c.says))
	}
}

// plotStyle gives each curve its own colour and dash, so that they differ in print too.
const plotStyle = `<style>
.frontier text{font:12px system-ui,sans-serif;fill:currentColor}
.frontier .over{font-size:11px;fill-opacity:.7}
.frontier .grid{stroke:currentColor;stroke-opacity:.15}
.frontier path{fill:none;stroke-width:1.5}
.frontier circle{stroke:none}
.frontier path.own{stroke:#0a7d4b;stroke-width:3}.frontier circle.own{fill:#0a7d4b}
.frontier path.b0{stroke:#8a6d00;stroke-dasharray:2 3}.frontier circle.b0{fill:#8a6d00}
.frontier path.b1{stroke:#b5551d;stroke-dasharray:6 3}.frontier circle.b1{fill:#b5551d}
.frontier path.b2{stroke:#a3286b}.frontier circle.b2{fill:#a3286b}
.frontier path.b3{stroke:#2b62c4}.frontier circle.b3{fill:#2b62c4}
.frontier path.b4{stroke:#7a4fc9;stroke-dasharray:6 3}.frontier circle.b4{fill:#7a4fc9}
.frontier path.b5{stroke:#888;stroke-dasharray:1 4}.frontier circle.b5{fill:#888}
.frontier path.b6{stroke:#888;stroke-dasharray:8 4}.frontier circle.b6{fill:#888}
</style>
`

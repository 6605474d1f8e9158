package secrets

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// hostile are texts that have as many of a literal as there is room for, by their names: alone, with a hyphen, a blank
// or an equals sign between them, with ten more characters of the rule behind each, and with all of a secret but its
// last character. Lines have 60 KB.
func hostile() map[string]string {
	texts := map[string]string{
		"first line of a key": "-----BEGIN PRIVATE " + "KEY-----",
		"key on one line":     "-----BEGIN PRIVATE " + "KEY-----" + body(1),
		"data":                `"data":{`,
		"data of values":      `"data":{"a":"` + encoded("hunter2") + `",`,
		"URLs":                "a://b:c@",
		"URLs in one":         "://a:",
	}
	for i := range rules {
		r := &rules[i]
		whole := strings.TrimPrefix(sample(r, i), " ")
		for _, l := range r.literals {
			name := l + " of " + r.kind + " " + r.source
			more := whole[min(len(whole), r.back+len(l)):]
			texts[name] = whole[:r.back] + l
			texts[name+", -"] = "-" + whole[:r.back] + l
			texts[name+", blank"] = " " + whole[:r.back] + l
			texts[name+", ="] = "=" + whole[:r.back] + l
			texts[name+", 10 more"] = whole[:r.back] + l + more[:min(len(more), 10)]
			texts[name+", - 10 more"] = "-" + whole[:r.back] + l + more[:min(len(more), 10)]
			texts[name+", cut"] = " " + whole[:len(whole)-1]
			texts[name+", whole"] = " " + whole
		}
	}
	for name, text := range texts {
		const size = 20_000
		texts[name] = strings.Repeat(text, size/len(text)) + "\n"
	}
	return texts
}

// plain is an output of a program without anything like a secret.
func plain() string {
	var b strings.Builder
	for i := range 600 {
		fmt.Fprintf(&b, "2026-11-23T12:%02d:%02dZ INFO api-gateway[%d]: GET https://host-%d.test/v1/path?id=%x 200\n",
			i/60%60, i%60, i, i%7, i*7919)
	}
	return b.String()
}

// pace is how many nanoseconds a byte of a text takes: the least of some runs, since others use the machine too.
func pace(text string, runs int) float64 {
	in := []byte(text)
	least := math.Inf(1)
	for range runs {
		var m Masker
		start := time.Now()
		m.Text(in)
		least = min(least, float64(time.Since(start).Nanoseconds())/float64(len(in)))
	}
	return least
}

// crafted are the slowest texts that are known: literals close to each other whose secrets would be long enough, but
// have too little entropy to be any, though more than a few different characters; what regexp is asked for; and first
// lines of keys in front of blanks.
func crafted() map[string]string {
	begin := "-----BEGIN PRIVATE " + "KEY-----"
	values := strings.Repeat(`"a":"`+encoded("hello world")+`",`, 700) + "\n"
	return map[string]string{
		"little entropy, GitHub": strings.Repeat("github_pat_zzzzzzzzzzzz", 1000) + "\n",
		"little entropy, GitLab": strings.Repeat("GR1348941zzzzzzzz", 1000) + "\n",
		"many rules":             strings.Repeat("glpat-gldt-glft-glptt-glrt-", 1000) + "\n",
		"beyond ASCII":           strings.Repeat(" glc_"+strings.Repeat("K", 31)+"\u212a", 500) + "\n",
		"data in short lines":    "data:\n" + strings.Repeat(" a\n", 7000),
		"data in lines":          "data:\n" + strings.Repeat("  a: b=\n", 3000),
		"data and one object":    strings.Repeat(`"data":   `, 1600) + "{" + values,
		"data and values":        strings.Repeat(`"data":{ `, 1600) + values,
		"blanks":                 strings.Repeat(begin, 300) + strings.Repeat(" ", 8000) + "-----END\n",
	}
}

// TestHostile holds every hostile text to a pace that is far from quadratic cost: a byte of it takes at most 200 times
// as long as one of a plain text. It takes up to 40 times as long, more on a busy machine. Package regexp took up to
// 15,000 times as long.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector slows texts down in different ways")
	}
	const most = 200
	base := pace(plain(), 100)
	for _, texts := range []map[string]string{hostile(), crafted()} {
		for name, text := range texts {
			p := pace(text, 2)
			for try := 0; p > most*base && try < 100; try++ { // another program may have had the processor
				p = min(p, pace(text, 1))
			}
			if p > most*base {
				t.Errorf("%s: %.1f ns a byte, a plain text %.2f", name, p, base)
			}
		}
	}
}

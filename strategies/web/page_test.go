package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/web"
)

// checkout is a page as Playwright's tool prints it: most of it is navigation.
func checkout() string {
	var b strings.Builder
	b.WriteString("### Ran Playwright code\n```js\nawait page.goto('http://localhost:3000/checkout');\n```\n" +
		"### Page state\n- Page URL: http://localhost:3000/checkout\n- Page Title: Checkout - Shop\n" +
		"- Page Snapshot:\n```yaml\n- generic [active] [ref=e1]:\n" +
		"  - banner [ref=e2]:\n    - navigation \"Main\" [ref=e3]:\n")
	for i := range 30 {
		fmt.Fprintf(&b, "      - link \"Page %d\" [ref=e%d] [cursor=pointer]:\n        - /url: /p%d\n", i, 10+i, i)
	}
	b.WriteString(`  - main [ref=e60]:
    - heading "Checkout" [level=1] [ref=e61]
    - alert [ref=e62]: Your card was declined.
    - generic [ref=e63]:
      - text: Card number
      - textbox "Card number" [ref=e64]: "4242"
      - combobox [ref=e65]
      - button "Pay $42.00" [ref=e66] [cursor=pointer]
    - 'row "Total: \"net\" 3" [ref=e67]':
      - cell "net" [ref=e68]
    - link "Help" [ref=e69]:
      - /url: /help
    - button "Pay $42.00" [ref=e70]
  - dialog "Cookies" [ref=e71]:
    - paragraph [ref=e72]: We use cookies.
    - button "Accept" [ref=e73]
  - contentinfo [ref=e74]:
    - link "Imprint" [ref=e75]:
`)
	b.WriteString("```\n")
	return b.String()
}

const orders = `# take_snapshot response
## Page content
uid=1_0 RootWebArea "Orders" url="http://localhost:3000/"
  uid=1_1 navigation "Main"
    uid=1_2 link "Home"
      uid=1_3 StaticText "Home"
  uid=1_4 main
    uid=1_5 heading "Orders" level="1"
    uid=1_6 button "New order"
    uid=1_7 link "Order 1"
      uid=1_8 StaticText "Order 1"
`

// ranked are the lines of a digest's rank, without their indentation.
func ranked(d strategies.Digest, r strategies.Rank) (lines []string) {
	for _, f := range d.Facts {
		if f.Rank == r {
			lines = append(lines, strings.TrimSpace(f.Text))
		}
	}
	return lines
}

func digest(t *testing.T, text string) strategies.Digest {
	t.Helper()
	c := strategies.NewCollector(false)
	in := &strategies.Input{Head: text[:min(len(text), 1<<10)], Family: strategies.FamilyOther}
	s := web.New()
	if s.Match(in) != strategies.Record {
		t.Fatal("it isn't taken for a page")
	}
	if err := s.Digest(context.Background(), in, strategies.NewText(text), c); err != nil {
		t.Fatal(err)
	}
	return c.Digest()
}

// TestBodyFirst: what a page is for comes before what is around it, and what interrupts before all else.
func TestBodyFirst(t *testing.T) {
	d := digest(t, checkout())
	want := map[strategies.Rank][]string{
		strategies.Critical: {
			"- Page URL: http://localhost:3000/checkout", "- Page Title: Checkout - Shop",
			"- alert [ref=e62]: Your card was declined.", `- dialog "Cookies" [ref=e71]:`,
		},
		strategies.Evidence: {
			`- heading "Checkout" [level=1] [ref=e61]`, `- textbox "Card number" [ref=e64]: "4242"`,
			"- combobox [ref=e65]", `- button "Pay $42.00" [ref=e66] [cursor=pointer]`,
			"- paragraph [ref=e72]: We use cookies.", `- button "Accept" [ref=e73]`,
		},
		strategies.Context: {
			"### Ran Playwright code", "### Page state", "- Page Snapshot:",
			"- banner [ref=e2]:", `- navigation "Main" [ref=e3]:`, "- text: Card number",
			`- 'row "Total: \"net\" 3" [ref=e67]':`, `- link "Help" [ref=e69]:`, `- button "Pay $42.00" [ref=e70]`,
			"- contentinfo [ref=e74]:",
		},
	}
	for rank, lines := range want {
		if diff := cmp.Diff(lines, ranked(d, rank)); diff != "" {
			t.Errorf("%s mismatch (-want +got):\n%s", rank, diff)
		}
	}
	if got, want := d.Verdict[2], "Page of 50 elements, 1 heading, 5 controls, 32 links"; got != want {
		t.Errorf("the verdict is %q, want %q", got, want)
	}
}

// TestDevTools: the form of Chrome's DevTools is read as well.
func TestDevTools(t *testing.T) {
	d := digest(t, orders)
	want := []string{`uid=1_5 heading "Orders" level="1"`, `uid=1_6 button "New order"`}
	if diff := cmp.Diff(want, ranked(d, strategies.Evidence)); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

// TestOthers: texts that look a little like a page aren't taken for one.
func TestOthers(t *testing.T) {
	for _, text := range []string{
		"- item\n- item two\n- see [ref=3]\n",
		"uid=1000(dev) gid=1000(dev) groups=1000(dev)\n",
		"name: x\nsteps:\n  - uses: a\n  - run: b [ref=e1]\n  - with: c [ref=e2]\nmore\nmore\nmore\n",
	} {
		if got := web.New().Match(&strategies.Input{Head: text}); got != strategies.No {
			t.Errorf("Match(%q) = %v, want No", text, got)
		}
	}
}

package web

import "strings"

// element is a line of a page, for something on it.
type element struct {
	indent int
	role   string // "heading"; "text" for bare words, "/url" for a property
	name   string // its name, or its text
	marked bool   // it has a mark by which a tool acts on it
}

// parse reads a line as an element:
//
//	uid=1_4 heading "Orders" level="1"
//	- textbox "Card number" [ref=e64]: "4242"
//	- 'row "Total: $42.00" [ref=e70]':
//	- text: Card number
func parse(line string) (e element, ok bool) {
	t := strings.TrimLeft(line, " ")
	e.indent = len(line) - len(t)
	if rest, found := strings.CutPrefix(t, "uid="); found {
		_, t, ok = strings.Cut(rest, " ")
		e.marked = true
	} else if t, ok = strings.CutPrefix(t, "- "); ok {
		t = strings.TrimPrefix(strings.TrimPrefix(t, "<changed> "), "'")
		e.marked = strings.Contains(t, "[ref=")
	}
	if !ok {
		return element{}, false
	}
	n := 0
	for n < len(t) && (t[n] == '/' || t[n] == '-' || t[n]|0x20 >= 'a' && t[n]|0x20 <= 'z') {
		n++
	}
	if n == 0 || n < len(t) && t[n] != ' ' && t[n] != ':' {
		return element{}, false
	}
	e.role = strings.ToLower(t[:n])
	e.name = nameIn(t[n:])
	return e, true
}

// nameIn returns the name after a role, with the text after that: ` "Card number" [ref=e64]: "4242"`.
func nameIn(rest string) string {
	name, text := "", ""
	rest = strings.TrimLeft(rest, " ")
	if strings.HasPrefix(rest, `"`) {
		end := 1
		for end < len(rest) && rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(rest))
		name, rest = rest[1:end], rest[end:]
	}
	for {
		rest = strings.TrimLeft(rest, `" `)
		_, behind, ok := strings.Cut(rest, "]")
		if !ok || rest[0] != '[' {
			break
		}
		rest = behind
	}
	if behind, ok := strings.CutPrefix(strings.TrimPrefix(rest, "'"), ":"); ok {
		text = strings.Trim(behind, ` "'`)
	}
	if name != "" && text != "" {
		return name + " " + text
	}
	return name + text
}

// part is the role of an element for a reader.
type part uint8

const (
	structure part = iota // it only holds others
	words                 // text
	alarm                 // it interrupts
	title                 // the title of the elements after it
	control               // it can be filled in or pressed
	link
	around // a landmark around the page's body
	body   // the body, or something that comes before it
	property
)

// parts are the roles that a page's reader knows, in lower case.
var parts = map[string]part{
	"alert": alarm, "alertdialog": body, "dialog": body, "status": alarm,
	"heading": title,
	"button":  control, "textbox": control, "searchbox": control, "combobox": control, "checkbox": control,
	"radio": control, "switch": control, "slider": control, "spinbutton": control, "tab": control,
	"menuitem": control, "textarea": control, "input": control, "select": control, "listbox": control,
	"link":   link,
	"banner": around, "navigation": around, "contentinfo": around, "complementary": around, "toolbar": around,
	"menubar": around,
	"main":    body, "form": body, "article": body,
	"/url": property, "/placeholder": property,
	"text": words, "statictext": words, "paragraph": words, "row": words, "cell": words, "gridcell": words,
	"listitem": words, "option": words, "treeitem": words, "columnheader": words, "rowheader": words, "code": words,
	"img": words, "image": words, "strong": words, "emphasis": words, "term": words, "definition": words,
}

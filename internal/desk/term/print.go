package term

import (
	"bufio"
	"context"
	"io"
	"strings"
)

// printWidth is the width of a list that is printed as plain text.
const printWidth = 100

// Print writes the newest calls as plain text, for terminals without a screen.
func Print(ctx context.Context, w io.Writer, o Options) error {
	if _, err := o.Source.Changed(ctx); err != nil {
		return err
	}
	calls, err := o.Source.Calls(ctx, o.Filter)
	if err != nil {
		return err
	}
	e := &env{Options: o, theme: newTheme(false, false, false), width: printWidth}
	l := &list{env: e, calls: calls, loaded: true}
	out := bufio.NewWriter(w)
	print := func(r row) {
		var b strings.Builder
		r.render(&b)
		out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
	}
	print(columnNames(e.theme, e.width))
	for i := range calls {
		print(l.call(&calls[i], blank(1)))
	}
	return out.Flush()
}

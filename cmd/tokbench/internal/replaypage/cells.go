package replaypage

import (
	"strconv"

	"github.com/toktee/toktee/cmd/tokbench/internal/sheet"
	"github.com/toktee/toktee/internal/measure/replay"
)

func number[T int | int64](n T) sheet.Cell {
	return sheet.Cell{Text: strconv.FormatInt(int64(n), 10), Value: float64(n)}
}

func words(s string) sheet.Cell { return sheet.Cell{Text: s} }

// pct is a share in percent, "-" for none.
func pct(v *float64) string {
	if v == nil {
		return "-"
	}
	return strconv.FormatFloat(*v*100, 'f', 1, 64) + "%"
}

func percent(v *float64) sheet.Cell {
	if v == nil {
		return sheet.Cell{Text: "-", Null: true}
	}
	return sheet.Cell{Text: pct(v), Value: *v}
}

// interval prints the interval of an estimate, "-" for none.
func interval(e replay.Estimate) string {
	if e.Low == nil || e.High == nil {
		return "-"
	}
	return strconv.FormatFloat(*e.Low*100, 'f', 1, 64) + " to " + pct(e.High)
}

func intervalCell(e replay.Estimate) sheet.Cell {
	if e.Low == nil {
		return sheet.Cell{Text: "-", Null: true}
	}
	return sheet.Cell{Text: interval(e), Value: *e.Low}
}

func cost(v float64) sheet.Cell {
	return sheet.Cell{Text: strconv.FormatFloat(v, 'f', 4, 64), Value: v}
}

// num is a column of numbers, wide one that the text for a terminal leaves out.
func num(head, hint string) sheet.Column { return sheet.Column{Head: head, Hint: hint, Num: true} }
func wide(head, hint string) sheet.Column {
	return sheet.Column{Head: head, Hint: hint, Num: true, Wide: true}
}

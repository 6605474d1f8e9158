package compare

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/perf/benchfmt"
)

// comparedUnits are the figures of Go benchmarks that are the same on every machine, more or less. Times aren't.
var comparedUnits = []string{"allocs/op", "B/op"}

// Benchmarks compares what Go benchmarks allocate, as "go test -bench . -benchmem" prints it. maxLoss is how many
// percent more may be allocated; of several runs the least counts. A benchmark that is gone is an error.
func Benchmarks(old, now []byte, maxLoss float64) ([]Change, error) {
	a, order, err := readBenchmarks(old)
	if err != nil {
		return nil, fmt.Errorf("the old benchmarks: %w", err)
	}
	b, _, err := readBenchmarks(now)
	if err != nil {
		return nil, fmt.Errorf("the new benchmarks: %w", err)
	}
	var list []Change
	for _, name := range order {
		if b[name] == nil {
			return nil, fmt.Errorf("the new benchmarks lack %s", name)
		}
		for _, unit := range comparedUnits {
			x, had := a[name][unit]
			y, has := b[name][unit]
			if both := had && has; !both || x == y {
				continue
			}
			c := Change{
				Family: name, Figure: unit, Old: printNumber(x), New: printNumber(y), Points: numberUp.loss(x, y),
			}
			c.Worse = c.Points > maxLoss
			list = append(list, c)
		}
	}
	return list, nil
}

// readBenchmarks returns the least of each unit by benchmark, and the benchmarks in their order.
func readBenchmarks(text []byte) (least map[string]map[string]float64, order []string, err error) {
	least = map[string]map[string]float64{}
	for r := benchfmt.NewReader(bytes.NewReader(text), "benchmarks"); r.Scan(); {
		res, ok := r.Result().(*benchfmt.Result)
		if !ok {
			continue // units and lines of other kinds
		}
		name := res.Name.String()
		if pkg := res.GetConfig("pkg"); pkg != "" {
			name = pkg + "." + name
		}
		if least[name] == nil {
			least[name] = map[string]float64{}
			order = append(order, name)
		}
		for _, v := range res.Values {
			if x, ok := least[name][v.Unit]; !ok || v.Value < x {
				least[name][v.Unit] = v.Value
			}
		}
	}
	if len(order) == 0 {
		return nil, nil, errors.New("there are none: want what go test -bench -benchmem prints")
	}
	return least, order, nil
}

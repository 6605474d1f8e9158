package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestRSpec(t *testing.T) {
	testParser(t, rspec, []parserCase{
		{name: "red", text: rspecRed, want: reported{
			Outcome: strategies.Fail,
			Counts:  map[strategies.Key]int64{strategies.Failed: 3, strategies.Passed: 1, strategies.Skipped: 2},
			Findings: []string{
				"Calculator adds | ./spec/calc_spec.rb:2 | expected: 3, got: 2",
				"Calculator raises | ./spec/calc_spec.rb:3 | ArgumentError: bad price",
				"Calculator many | ./spec/calc_spec.rb:6 | Got 2 failures: expected: 2",
			}}},
		{name: "a file that can't be loaded", text: "" +
			"\nAn error occurred while loading ./spec/broken_spec.rb.\nFailure/Error: require 'nope'\n\n" +
			"LoadError:\n  cannot load such file -- nope\n" +
			"# ./spec/broken_spec.rb:1:in `<top (required)>'\n\n\n" +
			"Finished in 0.00003 seconds (files took 0.08495 seconds to load)\n" +
			"0 examples, 0 failures, 1 error occurred outside of examples\n",
			want: reported{Outcome: strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1, strategies.Passed: 0},
				Findings: []string{" | ./spec/broken_spec.rb:1 | LoadError: cannot load such file -- nope"}}},
		{name: "green", text: ".\n\nFinished in 0.00191 seconds (files took 0.0435 seconds to load)\n" +
			"1 example, 0 failures\n",
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 1}}},
		{name: "nothing to run", text: "No examples found.\n\n0 examples, 0 failures\n", want: reported{
			Counts: map[strategies.Key]int64{strategies.Passed: 0}}},
		{name: "more are stated than found", text: strings.ReplaceAll(rspecRed, "3 failures, 2", "4 failures, 2"),
			want: reported{Distrust: true}},
		{name: "an error that ends with a colon", text: "An error occurred in a hook:\nFailure\n",
			want: reported{Outcome: strategies.Fail, Findings: []string{" |  | An error occurred in a hook: Failure"}}},
		{name: "another runner's failures", text: "Failures:\n\n  1) sums\n     expected 1\n", want: reported{}},
	})
}

const rspecRed = `FF*.F*

Pending: (Failures listed here are expected and do not affect your suite's status)

  1) Calculator waits
     # later
     # ./spec/calc_spec.rb:4

  2) Calculator p
     # No reason given
     Failure/Error: pending('p') { expect(1).to eq(2) }

       expected: 2
            got: 1

       (compared using ==)
     # ./spec/calc_spec.rb:7:in 'block (2 levels) in <top (required)>'

Failures:

  1) Calculator adds
     Failure/Error: it('adds') { expect(1 + 1).to eq(3) }

       expected: 3
            got: 2

       (compared using ==)
     # ./spec/calc_spec.rb:2:in 'block (2 levels) in <top (required)>'

  2) Calculator raises
     Failure/Error: it('raises') { raise ArgumentError, 'bad price' }

     ArgumentError:
       bad price
     # ./spec/calc_spec.rb:3:in 'block (2 levels) in <top (required)>'

  3) Calculator many
     Got 2 failures:

     3.1) Failure/Error: it('many', :aggregate_failures) { expect(1).to eq(2); expect(2).to eq(3) }

            expected: 2
                 got: 1

            (compared using ==)
          # ./spec/calc_spec.rb:6:in 'block (2 levels) in <top (required)>'

     3.2) Failure/Error: it('many', :aggregate_failures) { expect(1).to eq(2); expect(2).to eq(3) }

            expected: 3
                 got: 2

            (compared using ==)
          # ./spec/calc_spec.rb:6:in 'block (2 levels) in <top (required)>'

Finished in 0.01158 seconds (files took 0.07155 seconds to load)
6 examples, 3 failures, 2 pending

Failed examples:

rspec ./spec/calc_spec.rb:2 # Calculator adds
rspec ./spec/calc_spec.rb:3 # Calculator raises
rspec ./spec/calc_spec.rb:6 # Calculator many

`

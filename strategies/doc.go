// Package strategies defines how the output of a tool becomes a digest: the facts in it, ranked by how much they matter
// to a language model, from which the pipeline builds a text within a budget of tokens. It also has what every strategy
// needs: the output's lines, the collector of facts, and the choice between strategies.
//
// # A strategy
//
// A [Strategy] knows one kind of output, such as what searches print. Match sees what is known before the text is read:
// the tool's name, the command line, the first lines. The strategy that is surest gets the output; its Digest reads the
// lines, as often as it likes, and adds a [Fact] for each line, or for a run of lines, to a [Collector].
//
// A strategy never thinks about budgets. It says what there is and how much each part matters; how much of it is shown
// follows from the level, the budget and the outcome.
//
// # Facts
//
// A fact has a rank: [Critical] is the answer itself or what failed, where and why, and [Noise] is shown only when
// everything is. Facts of a higher rank are shown first, whatever their place; the text then has them in reading order,
// with a marker for each gap between them. Within a rank, facts with the same Group (a file, a package, a test) take
// turns with those of other groups, so that one file with a thousand matches doesn't hide the others.
//
// # What a digest owes
//
//   - Facts come in reading order: the first line of each span is behind the last line of the one before. A fact that
//     breaks this is dropped, and the result has a warning.
//   - [Fact.Whole] is only for a text that carries everything its lines say, line for line. Whatever else a fact shows
//     of its lines, a shorter form or a number for many of them, is a fold: its lines count as left out.
//   - Numbers are counted in the text or parsed from it, never estimated. Where the text was cut before it came in,
//     [Traits.Upstream] says that totals cover only a part.
//   - An [Outcome] is stated only where the text proves it. Words such as "error" prove nothing.
//   - An output that turns out to be of another kind is declined with a [Decline], and the next strategy gets it. That
//     is always better than a digest that is half right.
//   - The same input gives the same digest: no clock, no random numbers, no order of a map.
//
// # Limits and cost
//
// A line longer than [MaxLine] is seen up to there; only readers of whole documents see more ([Line].Rest). The
// collector keeps the first and the last 256 KiB of text of each rank, so a digest takes at most some 3 MB whatever the
// size of the output; a strategy should be bounded as well, and read a long output once more rather than hold it. A
// digest of the built-in kinds costs one to three passes over the text. Digest should look at its context now and then:
// Lines stops early when it ends.
//
// # A strategy of one's own
//
// The example of [Strategy] is a whole one. Strategies of the caller's own are part of the pipeline's configuration,
// and win against the built-in ones where both are as sure.
package strategies

// Package strategies defines how the output of a tool becomes a digest: its facts, ranked by how much they matter to a
// language model. The pipeline builds a text within a token budget from them. The package also has the parts that every
// strategy needs: the output's lines, the collector of facts, and the choice between strategies.
//
// # A strategy
//
// A [Strategy] knows one kind of output, such as the results of searches. Match looks at the facts known before the
// text is read: the tool's name, the command line, the first lines. The surest strategy receives the output. Its Digest
// reads the lines, as often as it needs, and adds a [Fact] for each line or run of lines to a [Collector].
//
// A strategy never thinks about budgets. It reports the facts and how much each of them matters. Level, budget and
// outcome decide how many are shown.
//
// # Facts
//
// A fact has a rank: [Critical] is the answer itself or what failed, where and why, and [Noise] is shown only when
// everything is. Facts of a higher rank are shown first, wherever they are in the output. The text then prints them in
// reading order, with a marker for each gap. Within a rank, the groups of facts (a file, a package, a test) take turns,
// so one file with a thousand matches doesn't hide the others.
//
// # What a digest owes
//
//   - Facts come in reading order: each span starts after the last line of the one before. A fact that breaks this is
//     dropped, and the result has a warning.
//   - [Fact.Whole] is only for a text that carries everything in its lines, line for line. A shorter form, or a number
//     for many lines, is a fold: its lines count as left out.
//   - Numbers are counted in the text or parsed from it, never estimated. If the text was cut before it came in,
//     [Traits.Upstream] marks the totals as those of a part.
//   - An [Outcome] is stated only if the text proves it. Words such as "error" prove nothing.
//   - An output that turns out to be of another kind is declined with a [Decline], and the next strategy gets it. That
//     is always better than a digest that is half right.
//   - The same input gives the same digest: no clock, no random numbers, no order of a map.
//
// # Limits and cost
//
// A line longer than [MaxLine] is cut there; only readers of whole documents see more ([Line].Rest). The collector
// keeps the first and the last 256 KiB of each rank, so a digest takes at most about 3 MB whatever the size of the
// output. A strategy should be bounded too, and read a long output again rather than hold it. A digest of the built-in
// kinds costs one to three passes over the text. Digest should check its context now and then: Lines stops early when
// it ends.
//
// # Your own strategy
//
// The example of [Strategy] is complete. Strategies of a caller are part of the pipeline's configuration, and win
// against built-in ones that are equally sure.
package strategies

// Package bench scores summaries against labelled outputs: how much is saved, what a model would have missed, and
// whether any promise was broken.
//
// It reads a corpus ([Load]), runs every case at every setting through a [Summariser] ([Bench.Run]) and tallies the
// scores ([Report]). It trusts nothing that a summary says of itself: tokens are counted again, facts are looked for in
// the text, line numbers are added up, and what doesn't agree is a [Violation].
//
// # Measures
//
//   - recall: mean share of the labelled facts that stand in the text, over the cases whose raw text exceeds the budget;
//     the rest pass through and prove nothing. For a level, which has no one budget, the bound is [Setting.Bound].
//
//   - intact: share of all cases that keep every fact of theirs; a case without facts keeps them.
//
//   - hard: the same over the cases that recall speaks of.
//
//   - saved: 1 - tokens for the model / tokens raw.
//
//   - net: saved, after paying the raw text and 120 tokens more for every case that lost a fact, as the session has to
//     fetch it again.
//
//   - to-facts: mean tokens until every fact is seen, over the cases that recall speaks of: the text, and for each fact
//     that it lacks the cheaper of two calls for a part of the output, at 40 tokens and what it returns.
//
// Behind recall, intact and hard stand 95% bootstrap intervals over the cases.
//
// Beside them stand baselines at as many tokens, cut exactly: the budget, or for a level what the summary of the case
// took. Two of them are bounds: lines at random, and the lines that hold the labelled facts. Below the table are cuts
// that agents make whatever the output holds. Numbers in a summary's data are compared with those of independent tools, where the corpus has them; a
// difference is reported and is no violation, as tools differ on what they count.
//
// # Cost and limits
//
// A corpus is held in memory. Raw tokens are counted once a case; the cases are spread over workers, each with a counter
// of its own. The report doesn't depend on the number of workers.
package bench

// Package general reads the output of any command. It is the engine for outputs that no strategy knows, and it runs the
// parsers of known programs.
//
// Each line gets a class by its words and form: a failed test's name, a diagnostic, an assertion, a frame, a count of
// failures, a warning. It also gets a block, the failure that it belongs to. Ranks follow from both: names of failed
// tests first, then the cause of each failure, then the lines near it; repetition comes last. In the log of a CI job
// the failed step comes before all others.
//
// The lines that a command line prints itself are headings, and come before others. Records are shown as a whole.
//
// Parsers of known programs read along. A program that the command line names is read from the first line, any other
// from the first line that shows its signs. The report of a program decides the verdict, the numbers and the ranks of
// its lines. It is not used if the exit status or the rest of the output disagrees. Many diagnostics of one form are
// written in a denser form that keeps every message and place.
//
// Words alone prove nothing: without a program's report, no outcome is claimed.
//
// # Limits and cost
//
// The text is read two or three times: for classes and reports, for the dense form, and to collect facts. Each line
// that isn't a repetition costs a mark of 20 bytes. At most a million marks are kept; later lines are noise, except the
// last ones. At most 16 programs are read in one output, and past line 1048576 only those that the command line names.
package general

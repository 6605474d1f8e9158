// Package text lists the packages that read lines of output and command lines. It has no code.
//
// All of them are pure functions of bytes: no files, no clock, no network. Start-up links all of them, so none may do
// work at init.
//
// The lowest packages import nothing of the module, so every package may import them:
//
//   - hash: 64-bit FNV-1a hashes of texts
//   - mask: lines of two runs that differ only in numbers, times or names of temporary files
//   - parse: places in files, numbers and counts, cut off a line
//   - words: numbers with their nouns, texts on one line, texts cut to a length
//
// Above them:
//
//   - clean: raw bytes to valid text without escapes; a line feed is never added or removed
//   - diff: two texts compared by lines, written as a unified diff
//   - envelope: headers and trailers that agents write around an output
//   - lossless: a text in fewer tokens, with a Restore for each notation
//   - secrets: keys and tokens, found and masked
//   - shell: a command line parsed into its programs, pipes and filters
//   - textline: one line of an unknown tool: severity, test name, counts, prefix, template
//   - tomltext: the places of tables, keys and values in a text of TOML
//   - toolname: the family of a tool, and the part of a file that a call asks for
//
// # Changes
//
// A rule that reads one more form of a line belongs in textline, with a line of a real tool above it and a test. A
// decision about the model's text belongs in strategies or summarize. Other packages depend on two contracts: clean
// keeps line numbers, and lossless can be undone.
package text

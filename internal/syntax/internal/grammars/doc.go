// Package grammars holds the tree-sitter grammars for outlines, at a twelfth of their size.
//
//	lang, err := grammars.Load("python")
//
// A grammar is a lexer, for some languages a scanner by hand, and parse tables. As C code, which is how tree-sitter
// writes them and how go-tree-sitter compiles them in, twelve languages' tables take 12.5 MB of a program. Here they
// are data of 1 MB, unpacked when a language is first used, in 1 to 4 ms; lexers and scanners are the same C as there.
// A test compares the results of [Load] with those of go-tree-sitter's packages, table for table.
//
// The files are generated from go-tree-sitter's, those in C too.
package grammars

//go:generate go run ./internal/gen

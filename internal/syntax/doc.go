// Package syntax detects the language of a file and lists its definitions with their lines: functions, types, imports,
// headings.
//
// [Detect] follows GitHub's Linguist by name and then by a look at the text; its tables are generated from go-enry and
// cost nothing at start. [Inspect] lists a source text's symbols with their lines. It uses a tree-sitter grammar if one
// is linked, scanners of its own for prose and configuration, and keywords and indentation for everything else:
//
//	lang := syntax.Detect("server.py", src)
//	outline, err := syntax.Inspect(ctx, lang, src)
//	for _, s := range outline.Symbols {
//		fmt.Println(s.First, s.Last, s.Kind, s.Name)
//	}
//
// A [Scanner] does the same for a text that comes line by line. [IsGenerated] and [IsMinified] report whether a program
// wrote it.
//
// # Grammars
//
// Tree-sitter is C code. A build without cgo has no grammars and uses keywords and indentation for all languages, as
// does the build tag notreesitter. Linked are Bash, C, C++, Go, Java, JavaScript, PHP, Python, Ruby, Rust, TSX and
// TypeScript, in package grammars. Its tables are compressed: together 1.5 MB of a stripped binary, compared with 13.5
// MB as C code. A grammar is unpacked when it is first used, in 0.2 (Go) to 2.6 ms (C++), so linking them costs nothing
// at start.
//
// The others were left out because keywords do as well, measured with Universal Ctags, for (as C code) C# (5.2 MB;
// 98.8% of its definitions by keywords), OCaml (4.6), Kotlin (3.6), Scala (3.0), Swift (2.5), SQL (1.6), Elixir (1.3).
// Kotlin's also takes a class body after "by" for a lambda, Lua's and Scala's take quadratic time for a text in another
// language, and YAML's needs the C++ runtime. Markdown, YAML, TOML, JSON, INI, makefiles, Dockerfiles and style sheets
// have scanners of their own.
//
// If a grammar doesn't understand all of a text, the definitions that keywords find are added: unbalanced branches of
// the preprocessor and unknown macros make grammars swallow whole functions. [Outlined.Exact] is false then.
//
// # Recall
//
// Definitions that Universal Ctags 5.9 lists and an outline has: Go 100%, Python 99.9%, JavaScript 99.2%, TypeScript
// 100%, Rust 99.3%, Java 99.7%, C 99.7%, C++ 99.3% (about 78% in libstdc++ with its macros), PHP 99.9%, Ruby 99.7%,
// shell 96%, over 3000 files and 50000 definitions. By keywords alone: Go 99%, Python 99%, Java 99.6%, Rust, PHP and
// Ruby 99.5% and more, C 98%, shell 98%, C++ 97%, TypeScript 94%, JavaScript 88%.
//
// # Ends
//
// If a text is cut or damaged, a symbol's end is only known if the grammar, braces and indentation agree; otherwise
// [Symbol.Open] is set. In 45,000 definitions of whole files in C, C++, C#, Go, Java, JavaScript, Python and Ruby, no
// end differs from the one that Go's parser, Python's, Node's or Universal Ctags gives, and 0.1% are open. In copies
// with a brace less or more, or cut anywhere, 2 of 10,000 ends are wrong and 7% are open. By keywords alone, as many
// are right in whole files, and 2 of 10,000 are wrong in such copies.
//
// # Limits
//
// An outline has at most 20,000 symbols; [IsCut] means that there may be more.
//
// A text above [MaxParse] isn't parsed, nor is one that doesn't look like its language: a grammar's error recovery
// takes up to 50 seconds a megabyte. First a look at its lines decides, then the number of mistakes that the grammar
// finds in its first 1 and 4 KB; both depend only on the text. This refuses logs, traces, prose, data, random bytes and
// code of another language. They are outlined by keywords and indentation in less than 2 ms plus 250 ms a megabyte. Of
// 10,600 files of the Go distribution, 32 are refused.
//
// An accepted text gets 100 ms plus 500 ms a megabyte of processor time. Only a text that turns into something else
// after its start needs more; its parse is stopped, keywords take over, and [Outlined.GaveUp] reports it. Ordinary
// sources parse at 6 to 15 MB/s, the scanners run at 50 to 150 MB/s. Nothing is kept between calls except a small table
// for each grammar in use, so all functions are safe for concurrent use.
package syntax

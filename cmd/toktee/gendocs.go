//go:build ignore

// This program writes the manual page and the completion scripts of a release:
//
//	go run ./cmd/toktee/gendocs.go -o build/docs -version 1.2.3
//
// SOURCE_DATE_EPOCH, in seconds since 1970, is the date that the manual page names; without it there is none.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/toktee/toktee/cmd/toktee/internal/gendocs"
)

func main() {
	out := flag.String("o", "build/docs", "the folder to write to")
	version := flag.String("version", "", "the version that the manual page names")
	flag.Parse()
	if err := gendocs.Write(*out, *version, os.Getenv("SOURCE_DATE_EPOCH")); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

package textline

import (
	"slices"
	"strings"
)

// libraries occur in the frames of a language's own library, of a runtime and of frameworks.
var libraries = [...]string{
	"/site-packages/", "/dist-packages/", "/lib/python", "<frozen ", "node_modules/", "(node:", "at node:",
	"/go/src/", "/pkg/mod/", "/gems/", "/lib/ruby/", "/vendor/",
	"at java.", "at javax.", "at jdk.", "at sun.", "at com.sun.", "at kotlin.", "at scala.", "at android.",
	"at androidx.", "at com.android.", "at dalvik.", "at jakarta.", "at org.springframework.", "at org.apache.",
	"at org.hibernate.", "at org.eclipse.", "at io.netty.", "at reactor.", "at System.", "at Microsoft.",
}

// LibraryFrame reports whether a frame of a stack trace is of a language's own library, a runtime or a framework,
// rather than of the program itself.
func LibraryFrame(frame string) bool {
	return slices.ContainsFunc(libraries[:], func(part string) bool { return strings.Contains(frame, part) })
}

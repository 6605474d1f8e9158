// Command empty does nothing. What a start of toktee costs is told in starts of it: the least that a program in Go can
// cost on the machine.
package main

func main() {}

// Command empty does nothing. The start of toktee is measured in starts of it: the least of a program in Go.
package main

func main() {}

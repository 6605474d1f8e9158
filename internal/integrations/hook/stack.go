package hook

// growStack makes the stack of a goroutine as large as an answer needs. Otherwise it would grow in four steps, each of
// which copies it. The argument is 0: the room itself isn't used.
//
//go:noinline
func growStack(at int) byte {
	if at == 0 {
		return 0
	}
	var room [28 << 10]byte
	room[at] = 1
	return room[at/2]
}

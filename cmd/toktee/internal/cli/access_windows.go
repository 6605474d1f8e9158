package cli

// writable leaves it to the first file: whether it can be made isn't known before.
func writable(string) error { return nil }

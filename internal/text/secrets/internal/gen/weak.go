package main

// weak are rules for texts that are secrets because of the words before them. They give way to any other.
var weak = []choice{
	{
		kind: "credentials", weak: true, literals: l("uthorization"), entropy: 3,
		pattern: `uthorization\\?["']?[ \t]?[:=][ \t]?\\?["']?(?:[Bb]earer|[Bb]asic|[Tt]oken)[ \t]+` +
			`(?P<secret>[\w.~+/=-]{16,})`,
	},
}

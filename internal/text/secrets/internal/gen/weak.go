package main

const (
	// sign matches what is between a name and its value: `": "`, ` = `, `>` and `" value="` of XML, and the blank of an
	// option.
	sign = `(?:\\?(?:["']\]?(?: value)?)?[ \t]{0,20}(?:=>|:=|[=:])[ \t]{0,4}|[> ])\\?["']?`
	// value matches a value up to a blank, a quote, a bracket or a sign that separates values.
	value = "(?P<secret>(?:base64:)?[^\\s\"'\\x60\\\\<>,;&|=:(){}\\[\\]]+={0,2})"
	// suffix matches the end of a name after its telling part: PASSWORD_2, SECRET_KEY_BASE.
	suffix = `(?:_?\d{1,2}|[_-]?[Kk][Ee][Yy](?:_[Bb][Aa][Ss][Ee])?|_VALUE|_value)?`
)

// weak are rules for texts that are secrets because of the words before them. They give way to any other.
var weak = []choice{
	{
		kind: "credentials", literals: l("uthorization"), entropy: 3, weak: true, check: "notWords",
		pattern: `uthorization\\?["']?[ \t]?[:=][ \t]?\\?["']?(?:[Bb]earer|[Bb]asic|[Tt]oken)[ \t]+` +
			`(?P<secret>[\w.~+/=-]{16,})`,
	},
	{
		kind: "credentials", literals: l("uthorization"), weak: true, check: "authorization",
		pattern: `uthorization\\?["']?[ \t]?[:=][ \t]?\\?["']?(?:[A-Za-z-]{2,20}[ \t]{1,4})?` +
			`(?P<secret>[\w.~+/:|-]{8,}={0,2})`,
	},
	{
		kind: "credentials", literals: l("_auth", `"auth"`), weak: true, check: "basic",
		pattern: `[_"]auth"?[ ]?[:=][ ]?"?(?P<secret>[A-Za-z0-9+/]{8,}={0,2})`,
	},
	{
		kind: "cookie", literals: l("Set-Cookie", "set-cookie"), weak: true, check: "cookie",
		pattern: `[Ss]et-[Cc]ookie["']?: ?["']?[^\s=;"',]{1,100}=(?P<secret>[^\s;"'\\,]{8,})`,
	},
	{
		kind: "cookie", weak: true, check: "cookies",
		literals: l("Cookie: ", "cookie: ", `ookie": "`, "--cookie ", `-b '`, `-b "`),
		pattern: `(?:[Cc]ookie: ["']?|ookie": "|--cookie ["']?|-b ["'])[^\s=;"',]{1,100}=` +
			`(?P<secret>[^\s;"'\\]{1,}(?:; ?[^\s=;"'\\]{1,100}=[^\s;"'\\]*)*)`,
	},
	{
		kind: "password", literals: l("://"), weak: true, quick: "isURLWithUser", check: "urlPassword",
		pattern: "://[^\\s/:@\"'<>\\x60\\\\]*:(?P<secret>[^\\s/\"'<>\\x60\\\\]+)",
	},
	{
		kind: "password", literals: l("-u ", "--user"), weak: true, check: "userPassword",
		pattern: "--?u(?:ser)?[ =][\"']?[^\\s:=\"'/]{1,64}:(?P<secret>[^\\s\"'\\x60\\\\]{3,})",
	},
	{
		kind: "password", literals: l("-p ", "-a ", "-w ", "-P ", "root -p", "sshpass -p", " pass:", "-storepass ",
			"-keypass "), weak: true, check: "optionPassword",
		pattern: "(?:(?:root |sshpass )?-[pawP] ?| pass:|-(?:store|key)pass )[\"']?(?P<secret>[^\\s\"'\\x60\\\\]{4,})",
	},
	named("password", "password", "assword", "ASSWORD", "asswd", "ASSWD", "assphrase", "ASSPHRASE", "_PASS", "_pass",
		"_PWD", "_PW", "Pwd", "BASIC_AUTH"),
	named("token", "token", "token", "TOKEN", "Token"),
	named("secret", "secret", "secret", "SECRET", "Secret"),
	named("secret", "token", "ccess_key", "CCESS_KEY", "ccessKey", "rivate_key",
		"RIVATE_KEY", "rivateKey", "PTION_KEY", "ption_key", "ption-Key", "GNING_KEY", "gning_key", "STER_KEY",
		"ster_key", "UTH_KEY", "uth_key", "uth-Key", "APP_KEY"),
	{
		kind: "secret", literals: l("_KEY="), weak: true, check: "keyValue", after: `\w-`,
		pattern: `_KEY=["']?(?P<secret>[A-Za-z0-9+/]{20,}={0,2})`,
	},
	named("api key", "token", "pi_key", "PI_KEY", "piKey", "pikey", "PIKEY", "pi-key", "pi-Key", "PI-Key", "PI-KEY"),
}

// named is a rule for the value of a name that ends with one of some texts.
func named(kind, check string, endings ...string) choice {
	return choice{
		kind: kind, literals: endings, weak: true, quick: "isName", check: check + "Value",
		pattern: anyOf(endings) + suffix + sign + value,
	}
}

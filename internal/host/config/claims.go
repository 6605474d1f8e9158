package config

import "fmt"

// Who is told of claims that a session contradicts.
const (
	ClaimsPerson = "person"
	ClaimsModel  = "model" // once a turn, besides the person
	ClaimsOff    = "off"   // claims aren't checked
)

// claimsKeys are the keys of [claims].
var claimsKeys = []fileKey{{"answer", "claims.answer", func(s *Settings, v any) error {
	text, _ := v.(string)
	if text != ClaimsPerson && text != ClaimsModel && text != ClaimsOff {
		return fmt.Errorf(`value %s: want "person", "model" or "off"`, shown(v))
	}
	s.Claims = text
	return nil
}}}

package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
)

// Team has the destinations of "toktee store sync", which copies this machine's ledger, and selects the outputs to
// copy.
type Team struct {
	Database      string // the URL of a PostgreSQL database, perhaps with a password in it; "" is none
	Bucket        string // the URL of a bucket for outputs that are shared; "" is none
	Machine       string // the name of this machine in both
	SharePayloads bool   // share all kept outputs, not only those that were shared one by one
	ShareHistory  bool   // share which checks ran and which tests failed
}

// teamKeys are the keys of [team]. Their errors don't show a URL, which may have a password in it.
var teamKeys = []fileKey{
	{"bucket", "team.bucket", func(s *Settings, v any) error { return s.setBucket(textOf(v)) }},
	{"database", "team.database", func(s *Settings, v any) error { return s.setDatabase(textOf(v)) }},
	{"machine", "team.machine", func(s *Settings, v any) error { return s.setMachine(textOf(v)) }},
	switchKey("share_history", "team.share_history", func(s *Settings) *bool { return &s.Team.ShareHistory }),
	switchKey("share_payloads", "team.share_payloads", func(s *Settings) *bool { return &s.Team.SharePayloads }),
}

// textOf returns a text, or "" for a value of another type, which no key of [team] takes.
func textOf(v any) string {
	text, _ := v.(string)
	return text
}

func (s *Settings) setDatabase(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return errors.New("no URL of a database: want postgres://USER@HOST/DATABASE")
	}
	s.Team.Database = text
	return nil
}

func (s *Settings) setBucket(text string) error {
	u, err := url.Parse(text)
	if err != nil || !(u.Scheme == "file" && u.Host == "" && len(u.Path) > 1 || u.Scheme == "s3" && u.Host != "") {
		return errors.New("no URL of a bucket: want file:///FOLDER or s3://BUCKET")
	}
	s.Team.Bucket = text
	return nil
}

// machineName matches a name that is safe as the name of a folder and in a URL.
const machineName = `^[a-z0-9][a-z0-9_-]{0,62}$`

func (s *Settings) setMachine(text string) error {
	if ok, _ := regexp.MatchString(machineName, text); !ok {
		return fmt.Errorf(`name of a machine %q: want up to 63 of a-z, 0-9, "-" and "_", such as "anna-laptop"`, text)
	}
	s.Team.Machine = text
	return nil
}

// PublicURL returns a URL for display: without passwords, and without parameters, which may contain some too.
func PublicURL(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	public := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if name := u.User.Username(); name != "" {
		public.User = url.User(name)
	}
	return public.String()
}

// teamEntries lists the settings of the team's store.
func (s *Settings) teamEntries() []Entry {
	return []Entry{
		{Key: "team.database", Value: cmp.Or(PublicURL(s.Team.Database), "none")},
		{Key: "team.bucket", Value: cmp.Or(PublicURL(s.Team.Bucket), "none")},
		{Key: "team.machine", Value: cmp.Or(s.Team.Machine, "none")},
		{Key: "team.share_history", Value: strconv.FormatBool(s.Team.ShareHistory)},
		{Key: "team.share_payloads", Value: strconv.FormatBool(s.Team.SharePayloads)},
	}
}

package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/config"
)

const teamFile = `[team]
database = "postgres://anna:geheim@db.example/team?password=auchgeheim"
bucket = "s3://team-outputs?region=eu-central-1"
machine = "anna-laptop"
share_payloads = true
share_history = true
`

// TestTeam: the user's file sets all of it, variables go before it, and consent isn't a variable.
func TestTeam(t *testing.T) {
	s, err := newPlace(t, "", teamFile, map[string]string{
		"TOKTEE_TEAM_MACHINE": "anna-desk", "TOKTEE_TEAM_SHARE_PAYLOADS": "0",
	}).load()
	if err != nil {
		t.Fatal(err)
	}
	want := config.Team{
		Database: "postgres://anna:geheim@db.example/team?password=auchgeheim",
		Bucket:   "s3://team-outputs?region=eu-central-1", Machine: "anna-desk", SharePayloads: true,
		ShareHistory: true,
	}
	if d := cmp.Diff(want, s.Team); d != "" {
		t.Errorf("Team mismatch (-want +got):\n%s", d)
	}
	if got := s.Source("team.machine"); got != "TOKTEE_TEAM_MACHINE" {
		t.Errorf("the machine's name comes from %s", got)
	}
	text := fmt.Sprint(s.Entries())
	if strings.Contains(text, "geheim") || !strings.Contains(text, "postgres://anna@db.example/team ") {
		t.Errorf("Entries: %s", text)
	}
	if s, err = newPlace(t, "", "", nil).load(); err != nil || s.Team != (config.Team{}) {
		t.Errorf("without settings, Team is %+v, %v", s.Team, err)
	}
}

// TestTeamErrors: what isn't allowed is said in one line, without the URL.
func TestTeamErrors(t *testing.T) {
	for _, tt := range []struct{ project, user, variable, want string }{
		{project: "[team]\nshare_payloads = true\n", want: "team: not allowed in a project's file"},
		{project: "[team]\nbucket = \"s3://mine\"\n", want: "team: not allowed in a project's file"},
		{user: "[team]\nx = 1\n", want: "team.x: unknown key: want bucket, database, machine, share_history"},
		{user: "[team]\ndatabase = 1\n", want: "team.database: no URL of a database: want postgres://"},
		{user: "[team]\ndatabase = \"host=x password=geheim\"\n", want: "team.database: no URL of a database"},
		{user: "[team]\ndatabase = \"postgres://a:geheim%@x/y\"\n", want: "team.database: no URL of a database"},
		{user: "[team]\nbucket = \"ftp://geheim\"\n", want: "team.bucket: no URL of a bucket: want file:///FOLDER"},
		{user: "[team]\nbucket = \"file://geheim/x\"\n", want: "team.bucket: no URL of a bucket"},
		{user: "[team]\nmachine = \"../bert\"\n", want: `team.machine: name of a machine "../bert": want up to 63`},
		{user: "[team]\nmachine = \"\"\n", want: `team.machine: name of a machine ""`},
		{user: "[team]\nshare_payloads = \"yes\"\n", want: `team.share_payloads: value "yes": want true or false`},
		{variable: "mysql://a:geheim@x/y", want: "TOKTEE_TEAM_DATABASE: no URL of a database"},
	} {
		env := map[string]string{"TOKTEE_TEAM_DATABASE": tt.variable}
		_, err := newPlace(t, tt.project, tt.user, env).load()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		} else if strings.Contains(err.Error(), "geheim") || strings.Contains(err.Error(), "\n") {
			t.Errorf("the error shows too much: %v", err)
		}
	}
}

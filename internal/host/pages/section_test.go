package pages

import (
	"fmt"
	"strings"
	"testing"
)

// Logs of CI jobs as their runners print them.
const (
	actionsLog = `2026-05-06T13:24:20.0500263Z Current runner version: '2.316.1'
2026-05-06T13:24:20.0500263Z ##[group]Runner Image
2026-05-06T13:24:20.0500263Z Image: ubuntu-22.04
2026-05-06T13:24:20.0500263Z ##[endgroup]
2026-05-06T13:24:21.0500263Z ##[group]Run actions/checkout@v4
2026-05-06T13:24:21.0500263Z with:
2026-05-06T13:24:21.0500263Z ##[endgroup]
2026-05-06T13:24:22.0500263Z ##[group]Getting Git version info
2026-05-06T13:24:22.0500263Z [command]/usr/bin/git version
2026-05-06T13:24:22.0500263Z ##[endgroup]
2026-05-06T13:24:23.0500263Z ##[group]Run make test
2026-05-06T13:24:23.0500263Z ##[endgroup]
2026-05-06T13:24:28.0500263Z --- FAIL: TestTotal (0.00s)
2026-05-06T13:24:28.0500263Z ##[error]Process completed with exit code 2.
2026-05-06T13:24:28.0500263Z Post job cleanup.
`
	gitlabLog = "section_start:10:get_sources\r\x1b[0K\x1b[0K\x1b[36;1mGetting source from Git repository\x1b[0;m\n" +
		"Fetching changes...\n" +
		"section_end:11:get_sources\r\x1b[0Ksection_start:12:step_script\r\x1b[0K\x1b[0K" +
		"\x1b[36;1mExecuting \"step_script\" stage of the job script\x1b[0;m\n" +
		"\x1b[32;1m$ make test\x1b[0;m\nmake: *** [Makefile:2: test] Error 1\n" +
		"section_end:13:step_script\r\x1b[0K\x1b[31;1mERROR: Job failed: exit code 1\n"
	travisLog = "travis_fold:start:worker_info\r\x1b[0K\x1b[33;1mWorker information\x1b[0m\nhostname: a\n" +
		"travis_fold:end:worker_info\r\x1b[0Ktravis_fold:start:git.checkout\r\x1b[0Ktravis_time:start:0a\r\x1b[0K" +
		"$ git clone https://example.com/till.git\nCloning into 'till'...\n" +
		"travis_time:end:0a:start=1,finish=2,duration=1\r\x1b[0Ktravis_fold:end:git.checkout\r\x1b[0K\n" +
		"travis_time:start:1b\r\x1b[0K$ make test\n--- FAIL: TestTotal (0.00s)\n" +
		"\x1b[31;1mThe command \"make test\" exited with 2.\x1b[0m\n" +
		"travis_time:start:2c\r\x1b[0K$ make lint\nThe command \"make lint\" exited with 0.\n\nDone.\n"
	buildkiteLog = "~~~ Preparing working directory\n$ cd /builds/till\n~~~ Running commands\n$ make test\n" +
		"🚨 Error: The command exited with status 2\n^^^ +++\n~~~ Uploading artifacts\ndone\n"
)

// Parts of help texts whose sections end without a heading.
const (
	tarHelp = `Usage: tar [OPTION...] [FILE]...
GNU 'tar' saves many files together into a single tape or disk archive.

Examples:
  tar -cf archive.tar foo bar  # Create archive.tar from files foo and bar.

 Main operation mode:

  -A, --catenate, --concatenate   append tar files to an archive
  -c, --create               create a new archive

 Other options:

  -?, --help                 give this help list

Mandatory or optional arguments to long options are also mandatory or optional
for any corresponding short options.

The version control may be set with --backup or VERSION_CONTROL, values are:

  none, off       never make backups

*This* tar defaults to:
--format=gnu -f- -b20
`
	goHelp = `usage: go build [-o output] [build flags] [packages]

Build compiles the packages named by the import paths.

The build flags are shared by the build, clean, get, install, list, run,
and test commands:

	-C dir
		Change to dir before running the command.

	-a
		force rebuilding of packages that are already up-to-date.

The -asmflags, -gccgoflags, -gcflags, and -ldflags flags accept a
space-separated list of arguments to pass to an underlying tool.
`
	manual = `LS(1)                User Commands                LS(1)

DESCRIPTION
       List information about the FILEs.

   Exit status:
       0      if OK,

       1      if minor problems.

AUTHOR
       Written by Richard M. Stallman and David MacKenzie.

GNU coreutils 9.1       September 2022               LS(1)
`
)

func TestSection(t *testing.T) {
	markdown, rg, git := corpus(t, "read_markdown"), corpus(t, "misc_help-rg"), corpus(t, "misc_help-long")
	var catN strings.Builder // as cat -n prints it
	for i, l := range strings.Split(strings.TrimSuffix(markdown, "\n"), "\n") {
		fmt.Fprintf(&catN, "%6d\t%s\n", i+1, l)
	}
	dir := t.TempDir()
	for _, tt := range []struct {
		name, command, output, section string
		want                           Lines
		err                            string
	}{
		{"a heading of Markdown", "cat site/user_guide.md", markdown, "flag groups", Lines{333, 368}, ""},
		{"one with others below it", "cat site/user_guide.md", markdown, "Working with Flags", Lines{249, 435}, ""},
		{"the start of a name", "cat site/user_guide.md", markdown, "using the cobra g", Lines{28, 34}, ""},
		{"with numbers", "cat -n site/user_guide.md", catN.String(), "flag groups", Lines{333, 368}, ""},
		{"a help text", "rg --help", rg, "args", Lines{23, 39}, ""},
		{"its last section", "rg --help", rg, "OPTIONS", Lines{40, 0}, ""},
		{"a text after the options", "tar --help", tarHelp, "other options", Lines{12, 14}, ""},
		{"indented headings aren't below it", "tar --help", tarHelp, "examples", Lines{4, 6}, ""},
		{"an indented heading", "tar --help", tarHelp, "main", Lines{7, 11}, ""},
		{"a sentence", "tar --help", tarHelp, "The version", Lines{19, 22}, ""},
		{"a list without indentation", "tar --help", tarHelp, "*This* tar", Lines{23, 0}, ""},
		{"the usage", "tar --help", tarHelp, "Usage", Lines{1, 3}, ""},
		{"a sentence of two lines", "go help build", goHelp, "the build flags", Lines{5, 12}, ""},
		{"a manual", "man ls", manual, "description", Lines{3, 10}, ""},
		{"a heading below another", "man ls", manual, "exit status", Lines{6, 10}, ""},
		{"a manual's last section", "man ls", manual, "author", Lines{11, 12}, ""},
		{"several names that fit", "git help -a", git, "ancill", Lines{},
			`2 sections of 401882137095 fit "ancill": want one of ` +
				`"Ancillary Commands / Manipulators" (49:61), "Ancillary Commands / Interrogators" (62:80)`},
		{"no such name", "rg --help", rg, "ARG S", Lines{},
			`401882137095 has no section "ARG S": want one of "USAGE" (13:22), "ARGS" (23:39), "OPTIONS" (40:)`},
		{"no sections", "seq 2", "1\n2\n", "usage", Lines{},
			`401882137095 has no section "usage": it has no headings and no steps of a CI job`},
		{"code", "cat a.py", "# one\nx = 1\n", "one", Lines{},
			`401882137095 has no section "one": it has no headings and no steps of a CI job`},

		{"a step of GitHub Actions", "", actionsLog, "run make test", Lines{11, 14}, ""},
		{"a step with a group", "", actionsLog, "Run actions", Lines{5, 10}, ""},
		{"a group", "", actionsLog, "Getting Git", Lines{8, 10}, ""},
		{"a step before a group", "", "##[group]Run make\n##[error]Process completed with exit code 2.\n" +
			"##[group]Cache\nsaved\n", "Run make", Lines{1, 2}, ""},
		{"GitLab", "", gitlabLog, "step_script", Lines{3, 6}, ""},
		{"GitLab's first", "", gitlabLog, "get", Lines{1, 2}, ""},
		{"Travis", "", travisLog, "make test", Lines{6, 8}, ""},
		{"Travis: a command that passed", "", travisLog, "make lint", Lines{9, 10}, ""},
		{"Buildkite", "", buildkiteLog, "running", Lines{3, 6}, ""},
		{"no such step", "", buildkiteLog, "make", Lines{}, `401882137095 has no section "make": want one of ` +
			`"Preparing working directory" (1:2), "Running commands" (3:6), "Uploading artifacts" (7:)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			st, rec := keep(t, dir, tt.command, 0, tt.output)
			var p Part
			err := p.Section(st, rec, tt.section)
			if (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
				t.Fatalf("error %v\nwant  %s", err, tt.err)
			}
			if p.Lines != tt.want {
				t.Errorf("lines %v, want %v", p.Lines, tt.want)
			}
		})
	}
}

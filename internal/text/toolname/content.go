package toolname

import (
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// PrintsContent reports whether a call prints requested content: a file, hits, a listing, a diff, a log. Words of
// errors in it belong to the content and don't describe how the call ended.
func PrintsContent(f Family, l shell.Line) bool {
	switch f {
	case FamilyRead, FamilySearch, FamilyList, FamilyProse:
		return true
	case FamilyEdit:
		return len(l.Commands) > 0 // a diff; a tool that edits reports its own result
	}
	if !l.OK || len(l.Commands) == 0 {
		return false
	}
	for _, c := range l.Commands {
		if f := callFamily(c); f == FamilyExec && !isHelp(c) && c.Sub() != "help" && !printsContent(c) {
			return false
		}
	}
	return true
}

// contentOf lists commands that print content, each with the beginnings of arguments that ask for it, separated by
// commas: none for all of its calls. One that ends in ~ has no operands after it: "branch~" is git branch -vv.
var contentOf = map[string]string{
	"cat": "", "zcat": "", "head": "", "tail": "", "less": "", "more": "", "bat": "", "sed": "", "awk": "", "gawk": "",
	"cut": "", "sort": "", "uniq": "", "wc": "", "tr": "", "column": "", "nl": "", "comm": "", "join": "", "jq": "",
	"yq": "", "xq": "", "strings": "", "xxd": "", "hexdump": "", "od": "", "base64": "", "echo": "", "printf": "",
	"env": "", "printenv": "", "ps": "", "top": "", "df": "", "free": "", "lsof": "", "history": "", "man": "",
	"dmesg": "", "journalctl": "", "last": "", "stat": "", "file": "", "tldr": "", "sqlite3": "", "xmllint": "",
	"strace": "", "ltrace": "", "objdump": "", "nm": "", "readelf": "",
	"curl": "", "wget": "", "http": "", "xh": "",
	"openssl": "x509,version,ciphers,asn1parse",
	"git": "log,show,diff,blame,reflog,shortlog,stash list,stash show,whatchanged,cat-file,annotate,grep,ls-files," +
		"ls-tree,describe,rev-parse,rev-list,status,branch~,tag~,remote~,config --list,config -l,config --get",
	"go":      "doc,env,list,version",
	"npm":     "ls,list,view,info,outdated,explain,why,run~",
	"pnpm":    "ls,list,view,info,outdated,why,run~",
	"yarn":    "list,info,why,outdated,run~",
	"svn":     "log,diff,blame,cat",
	"hg":      "log,diff,annotate,cat",
	"docker":  "logs,inspect,ps,images,history,compose logs,compose ps",
	"podman":  "logs,inspect,ps,images,history",
	"kubectl": "logs,get,describe,events,explain",
	"gh": "api,pr view,pr list,pr diff,pr checks,issue view,issue list,run view,run list,search,release view," +
		"release list,repo view",
	"glab":   "api,mr view,mr list,mr diff,issue view,issue list,ci view,ci trace",
	"aws":    "logs",
	"gcloud": "logging read",
	"heroku": "logs",
	"fly":    "logs",
	"vercel": "logs",
}

// printsContent reports whether a command prints requested content, by its name or its arguments.
func printsContent(c shell.Call) bool {
	asked, known := contentOf[strings.ToLower(c.Name)]
	if !known || c.Own {
		return false
	}
	args := strings.Join(c.Args, " ") + " "
	_, operands := c.Split()
	for form := range strings.SplitSeq(asked, ",") {
		alone, bare := strings.CutSuffix(form, "~")
		if form == "" || strings.HasPrefix(args, alone+" ") && (!bare || len(operands) <= 1) {
			return true
		}
	}
	return false
}

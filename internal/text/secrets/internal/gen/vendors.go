package main

import (
	"regexp"
	"strings"
)

// vendors are rules for tokens that are a prefix and then random characters, from the documentation of services.
var vendors = []choice{
	token("anthropic key", `[\w-]{60,}`, "sk-ant-api"),
	token("anthropic key", `[\w-]{60,}`, "sk-ant-admin"),
	token("openrouter key", `[a-f0-9]{64}`, "sk-or-v1-"),
	token("openai key", `[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}`, "sk-"),
	token("openai key", `[\w-]{58,}`, "sk-proj-"),
	token("openai key", `[\w-]{58,}`, "sk-svcacct-"),
	token("openai key", `[\w-]{58,}`, "sk-admin-"),
	token("xai key", `[A-Za-z0-9]{60,}`, "xai-"),
	token("nvidia key", `[\w-]{50,}`, "nvapi-"),
	token("cerebras key", `[a-z0-9]{40,}`, "csk-"),
	token("replicate token", `[A-Za-z0-9]{37}`, "r8_"),
	token("together key", `[\w-]{40,}`, "tgp_v1_"),
	token("pinecone key", `\w{50,}`, "pcsk_"),
	token("langsmith key", `[a-f0-9]{32}_[a-f0-9]{10}`, "lsv2_pt_", "lsv2_sk_"),
	token("langfuse key", uuid, "sk-lf-"),
	token("tavily key", `[\w-]{24,}`, "tvly-"),
	token("firecrawl key", `[a-f0-9]{32}`, "fc-"),
	token("jina key", `[\w-]{50,}`, "jina_"),
	token("e2b key", `[a-f0-9]{40}`, "e2b_"),
	token("elevenlabs key", `[a-f0-9]{48}`, "sk_"),
	token("apify token", `[A-Za-z0-9]{30,}`, "apify_api_"),
	token("wandb key", `\w{60,}`, "wandb_v1_"),
	token("kaggle token", `[a-f0-9]{32}`, "KGAT_"),
	token("cloudflare token", `[A-Za-z0-9]{40,}`, "cfut_", "cfat_"),
	token("cloudflare token", `[A-Za-z0-9]{40,}`, "cfk_"),
	token("google key", `[\w-]{40,}`, "AQ."),
	token("supabase key", `[\w-]{20,}`, "sb_secret_"),
	token("vercel token", `[A-Za-z0-9]{24,}`, "vcp_", "vci_", "vca_", "vcr_", "vck_"),
	token("sentry token", `[\w+/=-]{40,}`, "sntrys_"),
	token("github token", `[\w-]{10,250}\.[\w-]{20,}\.[\w-]{20,}`, "ghs_", "ghu_"),
	token("gitlab token", `[\w-]{20,}(?:\.[\w-]+){0,2}`, "glcbt-", "glrtr-", "glwt-"),
	token("vault token", `[\w-]{20,}`, "hvs.", "hvb.", "hvr."),
	token("atlassian token", `[\w=-]{60,}`, "ATATT3", "ATCTT3"),
	token("bitbucket token", `[A-Za-z0-9]{28,36}`, "ATBB"),
	token("bitbucket token", `[A-Za-z0-9+/@_-]{40,50}`, "BBDC-"),
	token("contentful token", `[\w-]{43}`, "CFPAT-"),
	token("hubspot token", uuid, "pat-na1-", "pat-na2-", "pat-eu1-"),
	token("mailgun key", `[a-f0-9]{32}`, "key-").checked("notAfterHyphen"),
	token("mailchimp key", `\d{0,2}`, each("-us#", "123456789")...).before(`[a-f0-9]{32}`, 32),
	token("nuget key", `[a-z0-9]{43}`, "oy2"),
	token("pypi token", `[\w-]{60,}`, "pypi-Ag"),
	token("facebook token", `[A-Za-z0-9]{80,}`, "EAAG", "EAAB", "EAAD"),
	token("square token", `[\w-]{43}`, "sq0csp-"),
	token("posthog key", `[A-Za-z0-9]{40,}`, "phx_"),
	token("doppler token", `(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}`,
		"dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."),
	token("linear key", `[A-Za-z0-9]{32,}`, "lin_oauth_"),
	token("linear key", `[A-Za-z0-9]{32,}`, "lin_wh_"),
	token("notion token", `[A-Za-z0-9]{43}`, "secret_"),
	token("heroku key", uuid, "HRKU-"),
	token("mapbox token", `[\w-]{20,250}\.[\w-]{20,}`, "sk.eyJ"),
	token("new relic key", ``, "NRAL").before(`[A-Za-z0-9]{36}`, 36),
	token("buildkite token", `[a-f0-9]{40}`, "bkua_"),
	token("circleci token", `\w{20,30}_[a-f0-9]{40}`, "CCIPAT_", "CCIPRJ_"),
	token("sonarqube token", `[a-f0-9]{40}`, "sqp_", "squ_", "sqa_"),
	token("artifactory token", `[A-Za-z0-9]{50,}`, "cmVmdGtu"),
	token("azure devops token", `[A-Za-z0-9]{4}`, "AZDO").before(`[A-Za-z0-9]{76}`, 76),
	token("azure key", `[A-Za-z0-9]{26}`, "JQQJ99").before(`[A-Za-z0-9]{52}`, 52),
	token("aws bedrock key", `[\w+/=-]{60,}`, "bedrock-api-key-"),
	token("slack token", `[\w%/+=-]{20,}`, "xoxc-", "xoxd-"),
	token("dropbox token", `[\w-]{100,}`, "sl."),
	token("flutterwave key", `[a-z0-9]{32}-X`, "FLWSECK-"),
	token("plaid token", uuid, "access-production-", "access-development-", "access-sandbox-"),
	token("brevo key", `[a-f0-9]{64}-[A-Za-z0-9]{16}`, "xsmtpsib-"),
	token("typeform token", `[\w-]{40,}`, "tfp_"),
	token("neon key", `[a-z0-9]{64}`, "napi_"),
	token("neon password", `[A-Za-z0-9]{12,16}`, "npg_"),
	token("aiven password", `[\w-]{19}`, "AVNS_"),
	token("mongodb secret", `[\w-]{40}`, "mdb_sa_sk_"),
	token("tencent key", `[A-Za-z0-9]{32}`, "AKID"),
	token("api key", `[A-Za-z0-9]{32,}`, "sk-"),
	{
		kind: "password hash", literals: l("$2a$", "$2b$", "$2y$"), after: `\w`,
		pattern: `\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}`,
	},
	{
		kind: "password hash", literals: l("$6$", "$5$", "$y$", "$apr1$"), after: `\w`,
		pattern: `\$(?:[56y]|apr1)\$(?:[\w=,.]{1,40}\$){0,3}[./+A-Za-z0-9]{1,32}\$[./+A-Za-z0-9]{22,88}`,
	},
}

const uuid = `[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}`

// token is a rule for one of some prefixes, and a pattern of what follows it. A pattern without a largest length takes
// all, so the text behind one prefix isn't read again for the next.
func token(kind, rest string, prefixes ...string) choice {
	c := choice{kind: kind, literals: prefixes, word: true, digit: true, entropy: 3, pattern: anyOf(prefixes) + rest}
	if !strings.Contains(rest, ",}") {
		c.after = `\w-`
	}
	return c
}

// checked asks a function of package secrets too.
func (c choice) checked(name string) choice {
	c.check = name
	return c
}

// before puts a pattern of so many bytes before the literals.
func (c choice) before(pattern string, bytes int) choice {
	c.pattern, c.back, c.digit = pattern+c.pattern, bytes, false
	return c
}

// anyOf is a pattern of some texts.
func anyOf(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = regexp.QuoteMeta(t)
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	return "(?:" + strings.Join(quoted, "|") + ")"
}

package main

// assigned matches the signs between a name and its value: `": "`, ` = `.
const assigned = `["'\\ \t:=]{1,10}`

// own are rules from the documentation of services, for secrets that gitleaks doesn't know or finds by other words.
var own = []choice{
	{
		kind: "anthropic token", literals: l("sk-ant-oat", "sk-ant-ort", "sk-ant-sid"), word: true,
		pattern: `sk-ant-(?:oat|ort|sid)\d\d-[\w-]{60,}`,
	},
	{kind: "azure key", literals: l("AccountKey="), pattern: `AccountKey=(?P<secret>[A-Za-z0-9+/]{86}==)`},
	{kind: "azure key", literals: l("SharedAccessKey="), pattern: `SharedAccessKey=(?P<secret>[A-Za-z0-9+/]{43}=)`},
	{
		kind: "azure signature", literals: l("sig="), word: true, after: `\w`,
		pattern: `sig=(?P<secret>[A-Za-z0-9%]{43,63}%3[Dd])`,
	},
	{
		kind: "aws secret key", entropy: 4, after: `A-Za-z0-9/+=`,
		literals: l("aws_secret_access_key", "AWS_SECRET_ACCESS_KEY", "SecretAccessKey", "secretAccessKey"),
		pattern: `(?:aws_secret_access_key|AWS_SECRET_ACCESS_KEY|[Ss]ecretAccessKey)` + assigned +
			`(?P<secret>[A-Za-z0-9/+]{40})`,
	},
	{
		kind:     "aws session token",
		literals: l("aws_session_token", "AWS_SESSION_TOKEN", "SessionToken", "sessionToken"),
		pattern: `(?:aws_session_token|AWS_SESSION_TOKEN|[Ss]essionToken)` + assigned +
			`(?P<secret>[A-Za-z0-9/+=]{100,})`,
	},
	{
		kind: "discord webhook", literals: l("/api/webhooks/"), after: `\w-`,
		pattern: `/api/webhooks/(?P<secret>\d{17,20}/[\w-]{60,80})`,
	},
	{kind: "docker token", literals: l("dckr_pat_", "dckr_oat_"), word: true, pattern: `dckr_[po]at_[\w-]{27,}`},
	{kind: "figma token", literals: l("figd_"), word: true, pattern: `figd_[\w-]{40,}`},
	{kind: "google secret", literals: l("GOCSPX-"), word: true, after: `\w-`, pattern: `GOCSPX-[\w-]{28}`},
	{kind: "google token", literals: l("ya29."), word: true, pattern: `ya29\.[\w-]{60,}`},
	{
		kind: "kubernetes key", literals: l("client-key-data"),
		pattern: `client-key-data["']?: ?["']?(?P<secret>[A-Za-z0-9+/]{40,}={0,2})`,
	},
	{kind: "google token", literals: l("4/0A"), word: true, pattern: `4/0A[\w-]{50,}`},
	{kind: "google token", literals: l("1//0"), word: true, entropy: 4, pattern: `1//0[\w-]{60,}`},
	{kind: "groq key", literals: l("gsk_"), word: true, after: `\w-`, pattern: `gsk_[A-Za-z0-9]{52}`},
	{
		kind: "hugging face token", literals: l("hf_"), word: true, after: `\w-`, entropy: 3,
		pattern: `hf_[A-Za-z0-9]{34}`,
	},
	{
		kind: "netlify token", literals: l("nfp_", "nfc_"), word: true, after: `\w-`, entropy: 3,
		pattern: `nf[pc]_[A-Za-z0-9]{36}`,
	},
	{kind: "new relic key", literals: l("NRAK-"), word: true, after: `\w-`, pattern: `NRAK-[A-Z0-9]{27}`},
	{kind: "stripe secret", literals: l("whsec_"), word: true, entropy: 3, pattern: `whsec_[A-Za-z0-9+/]{32,}=*`},
	{kind: "supabase token", literals: l("sbp_"), word: true, after: `\w-`, pattern: `sbp_(?:v0_)?[a-f0-9]{40}`},
	{
		kind: "tailscale key", literals: l("tskey-"), word: true, after: `\w-`,
		pattern: `tskey-[a-z]{3,12}-[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20,40}`,
	},
	{
		kind: "teams webhook", literals: l("webhookb2/"),
		pattern: `webhookb2/(?P<secret>[a-f0-9-]{36}@[a-f0-9-]{36}/IncomingWebhook/[a-f0-9]{32}/[a-f0-9-]{36})`,
	},
	{kind: "telegram token", literals: l(":AA"), back: 8, after: `\w-`, entropy: 3, pattern: `\d{8}:AA[\w-]{33}`},
	{
		kind: "url signature", literals: l("X-Amz-Signature=", "X-Goog-Signature="),
		pattern: `X-(?:Amz|Goog)-Signature=(?P<secret>[a-f0-9]{64,})`,
	},
	{kind: "okta token", literals: l("SSWS "), word: true, pattern: `SSWS (?P<secret>[\w-]{30,})`},
}

package claims

// A language has the words of claims, as regular expressions in lower case. A claim names checks and says that they
// went well:
//
//	all the tests and the linter across the project now pass   quantity, nouns, scope, adverbs, predicate
//	tests: all green                                            nouns, mark, adverbs, predicate
//	i ran the full test suite: no failures                      nouns in one clause, a bare end in a later one
//	there are no lint errors                                    a phrase
//
// Without a quantity, only words of lead may come before it: "all parser tests pass" isn't about all tests.
type language struct {
	name  string
	dense bool // words aren't separated by spaces

	lead    string // may come before a claim
	all     string // says that the claim is about everything
	article string // may come in place of that
	count   string // follows a number
	nouns   []noun
	join    string // between nouns
	// scope follows nouns, or a claim, and says that it is about everything.
	scope string
	// after may follow a claim in its clause, besides scope, trail and words that join clauses: any other word may be
	// an object, as in "the tests pass a context". onlyNamed may follow a claim that names its program.
	after, onlyNamed string
	state            string // may follow a noun: "status", "run"
	single           string // nouns of one check, which need a quantity: "every test"
	adverb           string
	allAdverbs       string // those of them that say so, too, separated by spaces
	predicate        string

	// bare are clauses that say that what an earlier clause names went well, besides predicates after "everything".
	// ran are words around the nouns of that clause, and trail may follow.
	bare, everything, ran, trail string

	phrases []noun // whole claims
	split   string // words that join clauses
	// left, before the claim in its sentence, and right, after it, take back what the claim says. opening does so at
	// the start of a clause before it, and right only in the claim's clause or at the start of a later one, but strong
	// anywhere.
	left, opening, right, strong string
	// admits are sentences anywhere in a message by which it doesn't claim what it seems to; denies are words by which
	// such a sentence admits nothing.
	admits, denies string
}

// A noun names a kind of check, or one program for it.
type noun struct {
	kind    Kind
	words   string
	program string // "" for any
	all     bool   // of a phrase: it is about everything
}

// signs mean "went well" in every language.
const signs = `✅|✔|✓|☑|🎉|👍|🟢`

// programs are nouns of every language.
var programs = []noun{
	{Tests, `go tests?`, "go", false}, {Tests, `pytest(?: suite)?`, "pytest", false},
	{Tests, `jest(?: suite| tests)?`, "jest", false}, {Tests, `vitest(?: suite| tests)?`, "vitest", false},
	{Tests, `cargo test`, "cargo", false}, {Tests, `rspec(?: suite)?`, "rspec", false},
	{Tests, `phpunit(?: suite)?`, "phpunit", false}, {Tests, `mocha(?: suite)?`, "mocha", false},
	{Tests, `ctest`, "ctest", false}, {Tests, `junit(?: tests)?`, "junit", false},
	{Tests, `(?:gradle) tests?`, "gradle", false}, {Build, `(?:gradle) build`, "gradle", false},
	{Tests, `(?:maven|mvn) tests?`, "mvn", false}, {Build, `(?:maven|mvn) build`, "mvn", false},
	{Tests, `(?:cmake) tests?`, "cmake", false}, {Build, `(?:cmake) build`, "cmake", false},
	{Tests, `(?:swift) tests?`, "swift", false}, {Build, `(?:swift) build`, "swift", false},
	{Tests, `(?:dotnet) tests?`, "dotnet", false}, {Build, `(?:dotnet) build`, "dotnet", false},
	{Tests, `(?:bazel) tests?`, "bazel", false}, {Build, `(?:bazel) build`, "bazel", false},
	{Tests, `(?:npm) tests?`, "npm", false}, {Build, `(?:npm) build`, "npm", false},
	{Build, `go build`, "go", false}, {Build, `cargo build`, "cargo", false},
	{Lint, `eslint`, "eslint", false}, {Lint, `ruff(?: check)?`, "ruff", false},
	{Lint, `golangci-lint`, "golangci-lint", false}, {Lint, `(?:cargo )?clippy`, "clippy", false},
	{Lint, `flake8`, "flake8", false}, {Lint, `pylint`, "pylint", false}, {Lint, `rubocop`, "rubocop", false},
	{Lint, `staticcheck`, "staticcheck", false}, {Lint, `go ` +
		`vet`, "go", false}, {Lint, `shellcheck`, "shellcheck", false},
	{Lint, `biome`, "biome", false}, {Lint, `stylelint`, "stylelint", false}, {Lint, `swiftlint`, "swiftlint", false},
	{Lint, `phpstan`, "phpstan", false}, {Lint, `prettier`, "prettier", false},
	{Types, `tsc`, "tsc", false}, {Types, `mypy`, "mypy", false}, {Types, `pyright`, "pyright", false},
}

// Fragments of English.
const (
	trouble = `(?:(?:lint|type|test|build|compile[rd]?|compilation) )?(?:errors?|failures?|issues?|problems?|` +
		`warnings?|violations?|findings?|complaints?|offen[sc]es?|regressions?|diagnostics?)`
	noTrouble = `(?:(?:no|zero|0|not a single|without(?: any| a single| a)?|free of|with (?:no|zero|0)) ` +
		`(?:remaining |outstanding |reported )?` +
		trouble + `(?: (?:or|and) (?:no )?` + trouble + `)?)`
	project = `(?:(?:whole |entire |full )?(?:repo|repository|project|codebase|workspace|tree|board|solution|` +
		`monorepo|code base))`
	thing = `(?:(?:the |this |our |my )?(?:whole |entire |full )?(?:project|code|codebase|code base|app|` +
		`application|package|module|crate|library|program|workspace|repo|repository|solution|target|tree)|` +
		`everything|it|all of it|this)`
)

var english = language{
	name: "en",
	lead: `and|so|now|there are|there were|there is|has|have|had|got|shows|reports|still|confirm(?: that)?|also|` +
		`finally|currently|again|locally|then|therefore|thus|great|done|yes|good news|means|meaning|while|since|` +
		`because|verified(?: that)?|confirmed that|confirmed|checked that|checked|validated that|that means|which ` +
		`means|with|result|results|status|both|but|changes?|fix|edits?|the project's|project's`,
	all: `(?:all|100%)(?: of)?(?: the| my| our| your| project| your project's)?|every(?: single)?|(?:the |our |` +
		`your |my )?(?:full|entire|whole|complete)|each`,
	article: `the|our|my|your`,
	count:   `(?:existing and new |new and existing |old and new |existing |test )`,
	nouns: []noun{
		{Tests, `(?:unit )?tests?|(?:unit )?test suites?|test (?:cases?|packages?|files?|runs?|targets?)|suites?|` +
			`specs|spec files`, "", false},
		{Build, `(?:production |release |full |debug )?builds?|compilation|project build`, "", false},
		{Lint, `lint|lints|linting|linters?|lint (?:checks?|run|step)`, "", false},
		{Types, `type[- ]?checks?|type[- ]?checking|type[- ]?checkers?`, "", false},
	},
	join: `,? and(?: the)?|,(?: the)?| \+| &|/| /|,? plus(?: the)?|,? as well as(?: the)?`,
	scope: `(?:(?:anywhere |everywhere )?(?:across|in|of|for|over|throughout|on) (?:all|every|the) (?:of the ` +
		`)?(?:\w+ )?(?:packages|projects|modules|crates|workspaces|files|suites)|(?:anywhere |everywhere ` +
		`)?(?:across|in|of|for|over|throughout) the ` + project + `|(?:across|over) the board|` + project + `-wide|` +
		`anywhere|everywhere)`,
	after: `on my (?:end|side|machine)|in full|in its entirety|in this (?:environment|sandbox|container)|in ` +
		`the sandbox|in (?:about |under |just )?\d|with (?:the|this|that|these|my|all) (?:change|fix|edit|` +
		`update)s?|for me|in total|in the end|on the first|after (?:the|this|that|these|my|all|each|every)|` +
		`including|incl|because|since|while|which|as|before and after|afterwards|from|today|once more|also|both|` +
		`already|to date|both|at this point|right now|then|with (?:no|zero|0)|of course|with \x{E004}`,
	onlyNamed: `on|under|in|with|for|across|over|at|against`,
	single:    `(?:unit )?test|spec`,
	state:     ` (?:status|results?|run|output|step)`,
	adverb: `now|still|all|also|continues? to|keeps?|again|currently|cleanly|successfully|fully|both|` +
		`consistently|once again|are|is|was|were|have|has|been|already|come|comes|came|back|remains?|stays?|run|` +
		`runs|ran|completes?|completed|finish(?:es|ed)?|through|100%|reports?|reported|shows?|finds?|found|gives?|` +
		`returns?|raises?|exits?|exited|ends?|ended|with|to|completely|entirely|and|do|does`,
	allAdverbs: "all completely entirely everything",
	predicate: `pass(?:es|ed|ing)?|works?(?: fine| again| well)?|succeed(?:s|ed|ing)?|success(?:ful|fully)?|green|` +
		`clean|cleanly|fine|error[- ]free|happy|quiet|silent|build success(?:ful)?|(?:exit )?(?:code|status) 0|` +
		`nothing(?: to (?:say|report|complain about))?|ok|` + noTrouble + `|` + signs,
	bare: noTrouble + `|(?:there (?:are|were) )?` + noTrouble + `|(?:\d+ )?pass(?:ed|ing)?|all (?:good|green|` +
		`clear|ok)|nothing (?:fails?|failed|broke)|(?:they|it|which|and it) (?:now |still |all |also |then ` +
		`)*(?:pass(?:es|ed)?|succeed(?:s|ed)?|(?:is|are|was|were) (?:all )?(?:green|clean))`,
	everything: `all|everything|every one|each|all of them|they all`,
	ran: `i|we|have|'ve|i've|ran|run|re-?ran|executed|did|afterwards|again|once more|locally|and|then|` +
		`finally|with \S+|via \S+|using \S+|at the end|after (?:the|this|that|my|each|every)(?: last| final| ` +
		`latest)? (?:change|edit|fix|refactor)s?|after that|got|also|just|` + quoted,
	trail: `anymore|completely|entirely|fully|consistently|found|reported|left|remain(?:ing)?|now|again|too|` +
		`as well|locally|here|cleanly|successfully|so far|` + signs + `|` + noTrouble + `|anywhere|everywhere|` +
		`across the board|this time|in the end`,
	phrases: []noun{
		{Tests, `(?:there are |we have )?(?:no|zero|0) (?:test failures|failing tests|failed tests|tests ` +
			`fail(?:ing|ed)?)`, "", true},
		{Tests, `pass(?:es)? (?:all|every|the full|the entire|the whole)(?: of)?(?: the| our| your)?(?: \d+)? ` +
			`(?:unit )?tests?(?: suite)?`, "", true},
		{Build, thing + ` (?:(?:now|still|also|again|all|both) )*(?:builds|compiles|compiled|built)`, "", false},
		{Build, `(?:builds|compiles) (?:cleanly|fine|successfully|` + noTrouble + `)`, "", false},
		{Build, `compiles`, "", false},
		{Build, `(?:no|zero|0) (?:build|compile|compiler|compilation) errors`, "", false},
		{Lint, `(?:no|zero|0) (?:lint(?:er|ing)?|eslint|ruff|golangci-lint|clippy|rubocop|flake8|pylint) ` +
			`(?:errors?|issues?|problems?|warnings?|violations?|findings?|complaints?|offen[sc]es?)`, "", false},
		{Lint, `(?:lint[- ]free|lints clean(?:ly)?)`, "", false},
		{Lint, `(?:the )?linters? (?:does not|doesn't|no longer|has stopped) complain(?:s|ing)?`, "", false},
		{Types, `(?:no|zero|0) (?:type(?:[- ]?check(?:ing)?|script|s)?|mypy|tsc|pyright) errors`, "", false},
		{Types, `(?:` + thing + ` )(?:(?:now|still|also|all) )*type-?checks`, "", false},
		{Types, `type-?checks(?: cleanly| fine| ` + noTrouble + `)`, "", false},
	},
	split: `and|so|but|which means|because|since|while|then`,
	left: `so that|definition of|done when|will|'ll|would|could|should|might|may|must|needs?|wants?|wanted|` +
		`until|unless|ensur(?:es?|ing)|mak(?:es?|ing)(?: sure)?|please|let me|let us|let's|expect(?:s|ed)?|hope|` +
		`hopefully|believe|think|assum(?:e|es|ed|ing)|presumably|probably|likely|ideally|theoretically|in theory|` +
		`supposed|claim(?:s|ed)?|says?|said|according|reports? that|told|mention(?:s|ed)|states?|stated|ci|` +
		`pipeline|github|upstream(?:'s)?|yesterday|previously|originally|earlier|used to|goal|todo|next step|next|` +
		`plan|whether|going to|about to|verify that|check that|to confirm|to verify|to check|asked|want|would like|` +
		`i'd like|target is|aim|you can|last (?:week|time|month)|previous|not|not even|almost|nearly|most|some|few|` +
		`half|none|neither|never|doesn't mean|don't|didn't|criteria|criterion|requirement|baseline|merge when|your|` +
		`you wrote|you said|user|reviewer|maintainer|colleague|they|he|she|readme|when|if`,
	opening: `if|when|once|then|after that|afterwards|with \x{E001}|to|verify|check|confirm|make|before|unless|` +
		`until|assuming|provided|as soon as|whenever|on|in|under|at|for|run|after you|step`,
	right: `but|except|excluding|though|although|however|apart|aside|other than|besides|only|\w+n't|cannot|never|` +
		`if|once|when|unless|until|assuming|provided|as long as|pending|should|would|could|might|may|ci|pipeline|` +
		`fail(?:s|ed|ing|ures?)?|flaky|pre-?existing|will|i think|i believe|i expect|hopefully|presumably|probably|` +
		`according|yesterday|previously|earlier|before|at least|mostly|says?|said|told|not (?:yet|green|run|all)|` +
		`was|were|broken|red|crash\w*|skipped|except`,
	strong: `still (?:compil|build|runn|wait)\w*|but|except|excluding|exceptions?|minus|though|although|however|` +
		`apart from|aside from|other than|besides|fail(?:s|ed|ing|ures?)?|flaky|broken|crash\w*|skipped|` +
		`pre-?existing|not (?:yet|green|run|all)|ci|pipeline|red`,
	admits: `(?:\bnot|\w+n't|\bcannot|\bunable to|\bnever|\byet to|\bno way to)\b.{0,40}\b(?:run|ran|running|` +
		`re-?run|execut\w+|verif\w+|tested|compile[ds]?)\b|\b(?:test\w*|suite|spec|specs|build|compilation|lint\w*|` +
		`type-?check\w*|\d+|mypy|tsc|eslint)\b.{0,40}\b(?:fails?|failing|failed|failures?|broken|red|errors?)\b|` +
		`\b(?:fails?|failing|failed|failures?|broken|flaky)\b.{0,40}\b(?:tests?|suite|specs?|build|lint\w*)\b|` +
		`\bpre-?existing\b|\bknown (?:failure|issue)|\bstill (?:red|broken|fail\w*)|\bnot\b.{0,8}\bgreen\b|` +
		`\buntested\b|\bnot (?:yet )?(?:run|tested|verified|checked|passing)\b`,
	denies: `(?:no|zero|0|fix(?:es|ed|ing)?|resolv(?:es|ed|ing)|correct(?:ed|s)|caused|no longer|used to|` +
		`previously|would|originally|repaired|addressed|adjusted|updated|added|covers?|cover(?:ed|ing)|returns?|` +
		`throws?|handles?|raises?|reproduc\w+|error (?:handling|messages?|types?|codes?|path)|if|when|in case)`,
}

var german = language{
	name: "de",
	lead: `es gibt|gibt es|es gab|gibt|und|jetzt|nun|auch|damit|somit|außerdem|danach|anschließend|ergebnis|` +
		`fertig|weiterhin|ja|dass|geprüft|sowie|backend|frontend|änderungen?|wieder`,
	all: `alle(?: \d[\d.]*)?|sämtliche(?: \d+)?|(?:die |der |das )?(?:gesamten?|gesamter|gesamtes|ganzen?|` +
		`ganzes|komplette[ns]?|kompletter|vollständige[ns]?)`,
	article: `die|der|das|den|meine|unsere`, count: `stück`,
	nouns: []noun{
		{Tests, `(?:unit-?)?tests?|test-?suite|suite|test-?lauf|testfälle|unit-?tests`, "", false},
		{Build, `build|kompilierung|übersetzung|kompilat`, "", false},
		{Lint, `lint|linter|linting|lint-prüfung|lint-lauf`, "", false},
		{Types, `typprüfung|typcheck|type-?check|typen-?prüfung`, "", false},
	},
	join: `,? und(?: der| die| das)?|,(?: der| die| das)?|/| /| \+|,? sowie(?: der| die| das)?`,
	scope: `(?:(?:über|in|für|aus) (?:alle[nr]?|sämtliche[nr]?) (?:\S+ )?(?:projekte[n]?|module[n]?|` +
		`pakete[n]?|crates|dateien)|(?:im|über das) (?:ganzen?|gesamten?) (?:projekt|repository|repo|workspace)|` +
		`projektweit|überall)`,
	after: `in \d|mit (?:der|dieser|den|diesen) änderung|bei mir|in diesem container|nach|inklusive|` +
		`einschließlich|auch|bereits|damit|weil|da|wie|mit (?:0|null)|ohne`,
	onlyNamed: `unter|auf|in|mit|für|über|bei`,
	single:    `(?:unit-?)?test`,
	state:     `-?(?:status|ergebnis|lauf)`,
	adverb: `sind|ist|laufen|läuft|liefen|lief|waren|war|wurden|wurde|jetzt|nun|wieder|weiterhin|alle|auch|` +
		`allesamt|sauber|endet|enden|erfolgreich|fehlerfrei|komplett|vollständig|damit|melden|meldet|findet|zeigt|` +
		`zeigen|bleibt|bleiben|mit|exit-?code|erneut|ebenfalls`,
	allAdverbs: "alle allesamt komplett vollständig",
	predicate: `bestehen|bestanden|besteht|grün|durch|durchgelaufen|erfolgreich|fehlerfrei|sauber|funktionier(?:t|` +
		`en)|klappt|gelingt|gelingen|ohne (?:einen? (?:einzige[nr]? )?)?(?:fehler|probleme?|warnung(?:en)?|` +
		`fehlschl[aä]ge?|beanstandung(?:en)?|befunde?)|(?:keine?n?|0|null) (?:fehler|probleme?|warnung(?:en)?|` +
		`fehlschl[aä]ge?|beanstandung(?:en)?|befunde?|treffer|meldungen)|ok|` + signs,
	bare: `(?:es gibt |es gab )?(?:keine?n?|0|null|ohne) (?:fehler|probleme|warnungen|fehlschl[aä]ge?|` +
		`beanstandungen|befunde)|alles (?:grün|gut|ok|in ordnung)|nichts schlägt fehl`,
	everything: `alle|alles|allesamt|sämtliche`,
	ran: `ich|habe|hab|mit \S+|per \S+|über \S+|ausgeführt|laufen lassen|gestartet|lief|liefen|danach|` +
		`anschließend|zum schluss|am ende|einmal|noch|erneut|lokal|und|` + quoted,
	trail: `mehr|jetzt|nun|wieder|lokal|hier|auch|durch|erneut|` + signs,
	phrases: []noun{
		{Build, `(?:das (?:ganze |gesamte )?(?:projekt|modul|paket|programm)|der code|die (?:anwendung|app|` +
			`bibliothek)|alles|es) (?:(?:jetzt|nun|wieder|auch) )*(?:baut|kompiliert|übersetzt|lässt sich (?:\S+ ` +
			`)?(?:bauen|kompilieren|übersetzen))`, "", false},
		{Build, `(?:baut|kompiliert|übersetzt) (?:jetzt |nun |wieder )?(?:fehlerfrei|sauber|erfolgreich|ohne ` +
			`(?:fehler|warnungen|probleme|eine einzige warnung))`, "", false},
		{Tests, `keine fehlgeschlagenen tests|kein(?: einziger)? test schlägt fehl|es schlägt kein test ` +
			`fehl`, "", true},
		{Build, `keine (?:build|compiler|kompilier|übersetzungs)-?fehler`, "", false},
		{Lint, `keine (?:lint(?:er|ing)?|eslint|ruff)[- ]?(?:fehler|warnungen|probleme|meldungen|befunde)`, "", false},
		{Types, `keine (?:typ|type|typen)[- ]?fehler`, "", false},
	},
	split: `und|aber|sodass|so dass|weil|denn|wobei`,
	left: `werden?|wird|würden?|sollten?|soll|könnten?|müssen|muss|müssten?|dürften?|bitte|hoffentlich|` +
		`vermutlich|wahrscheinlich|voraussichtlich|laut|angeblich|sagt|sagte|schreibt|schrieb|ci|pipeline|bis|` +
		`sobald|wenn|falls|ob|stelle sicher|sicherstellen|ziel|plan|kriterium|nächster|zuvor|vorher|gestern|früher|` +
		`theoretisch|erwarte|möchte|will|nicht|fast|nahezu|beinahe|einige|manche|kaum|deine|dein|upstream`,
	opening: `wenn|falls|sobald|bevor|nachdem|auf|in|im|unter|für|mit|bei|vor`,
	right: `aber|außer|bis auf|abgesehen|jedoch|allerdings|nicht|nur|wenn|falls|sobald|sofern|sollte|könnte|ci|` +
		`pipeline|fehlschlag|schlägt|schlagen|scheitert|vermutlich|wahrscheinlich|hoffentlich|laut|vorher|zuvor|` +
		`rot|fehlgeschlagen|übersprungen|damals`,
	strong: `aber|außer|bis auf|abgesehen|jedoch|allerdings|fehlschlag|schlägt|schlagen|scheitert|fehlgeschlagen|` +
		`übersprungen|rot|ci|pipeline|nicht (?:gelaufen|ausgeführt|gestartet)`,
	admits: `(?:\bnicht|\bnie|konnte ich nicht|\bungetestet)\b.{0,40}(?:ausgeführt|ausführen|laufen|gestartet|` +
		`starten|geprüft|getestet|übersetzt|gebaut)|\bungetestet|schl(?:ägt|agen|ug|ugen)\b.{0,60}\bfehl|(?:test|` +
		`suite|build)\S*\b.{0,40}\b(?:fehlgeschlagen|scheiter\w*|rot|kaputt)\b|noch rot|bekannter fehler`,
	denies: `keine|kein|behoben|korrigiert|repariert|vorher|zuvor|nicht mehr|0|schlug|absichtlich|wenn|würde`,
}

var spanish = language{
	name: "es",
	lead: `hay|y|e|ahora|además|también|finalmente|listo|hecho|ya|resultado|así|sí|que|verificado|comprobado|` +
		`cambios?|con|correcci[oó]n|arreglos?`,
	all: `tod[oa]s (?:l[oa]s)(?: \d+)?|tod[oa] (?:la|el)|la (?:totalidad|suite|batería) (?:completa )?de(?: ` +
		`las| los)?|cada uno de los`,
	article: `l[oa]s|el|la|mis|nuestr[oa]s`, count: `casos de`,
	nouns: []noun{
		{Tests, `specs|pruebas(?: unitarias)?|tests?(?: unitarios)?(?: de (?:jest|vitest|pytest|phpunit|rspec|` +
			`mocha))?|(?:suite|batería)(?: completa)?(?: de (?:pruebas|tests))?(?: completa)?`, "", false},
		{Build, `build|compilación|construcción`, "", false},
		{Lint, `lint|linter|linting`, "", false},
		{Types, `(?:verificación|comprobación|chequeo|revisión) de tipos|type-?check`, "", false},
	},
	join: `,? y(?: el| la| los| las)?|,(?: el| la| los| las)?|/| /| \+`,
	scope: `(?:(?:de|en|sobre) (?:los|las|todos los|todas las) (?:\S+ )?(?:módulos|paquetes|proyectos|crates|` +
		`ficheros|archivos)|en todo el (?:proyecto|repositorio|código|workspace)|del (?:proyecto|repositorio)|` +
		`completa)`,
	after: `en (?:verde|\d|total|mi máquina)|con (?:el|este|los) cambios?|de nuevo|por completo|sin|en su ` +
		`totalidad|tras|después|incluid[oa]s?|incluyendo|porque|ya|con (?:0|cero)`,
	onlyNamed: `en|con|bajo|para|sobre`,
	single:    `test|prueba`,
	state:     ` (?:completa|completo)`,
	adverb: `están?|son|es|ahora|todas?|todos?|ya|también|nuevamente|de nuevo|siguen?|se|completa|en|terminan?|` +
		`finaliza|acaban?|fue|fueron|han|ha|completamente|con|da|dan|reporta|muestra|encuentra|informa de|` +
		`correctamente|otra vez|al completo|enteros?|queda|quedan`,
	allAdverbs: "todas todos todo toda completa completamente",
	predicate: `no (?:da|dan|reporta|muestra|encuentra|arroja|señala|lanza)(?: ya)?(?: ning[uú]n)? ?(?:errores|` +
		`error|fallos?|avisos|advertencias|problemas?|nada)|pasan|pasando|pasa|pasaron|pasados?|pasadas?|pasó|` +
		`verde|exitos[oa]s?|exitosamente|correctamente|correct[oa]s?|funcionan?|limpi[oa]s?|build success|sin ` +
		`(?:ning[uú]n(?:a)? |un solo |una sola )?(?:errores|error|fallos?|problemas?|advertencias?|avisos?|` +
		`infracciones)|(?:cero|0|ning[uú]n(?:a)?) (?:errores|error|fallos?|problemas?|advertencias?|avisos?|` +
		`infracciones|ofensas)|éxito|superad[oa]s|aprobad[oa]s|ok|código 0|` + signs,
	bare: `(?:ya )?no (?:hay|hubo) (?:ning[uú]n )?(?:errores|error|fallos?|problemas?|advertencias?)|(?:sin|` +
		`cero|0|ning[uú]n) (?:errores|error|fallos?|problemas?)|todo (?:en verde|bien|correcto|ok|verde)|no falla ` +
		`(?:nada|ningun[oa])`,
	everything: `todas?|todos?|todo`,
	ran: `ejecuté|ejecutado|ejecuto|ejecutada|he|lancé|lanzado|corrí|corrido|pasé|al final|después|luego|` +
		`con \S+|y|también|otra vez|de nuevo|completa|entera|` + quoted,
	trail: `todas|todos|enteras?|completas?|ahora|de nuevo|localmente|aquí|también|correctamente|otra vez|` +
		`` + signs,
	phrases: []noun{
		{Build, `(?:compila|se construye|se compila|construye)(?: ahora| ya)? (?:sin (?:errores|problemas|` +
			`advertencias|avisos|un solo aviso)|correctamente|bien|limpi[oa])`, "", false},
		{Build, `(?:el (?:proyecto|código|módulo|paquete|programa)|la (?:aplicación|app|biblioteca)|todo)(?: ` +
			`completo| entero)? (?:(?:ahora|ya|vuelve a) )*(?:compila|compilar|se construye|construye)`, "", false},
		{Tests, `(?:no hay |ya no hay )(?:pruebas|tests) (?:fallidas|fallidos|fallando|que fallen)`, "", true},
		{Lint, `(?:no hay |ya no hay |cero |sin |ning[uú]n )(?:errores?|advertencias|problemas|avisos) de(?:l)? ` +
			`(?:lint|linter|linting|eslint)`, "", false},
		{Lint, `el linter no (?:reporta|muestra|encuentra|da|señala)(?: ning[uú]n)? ?(?:errores|error|advertencias|` +
			`problemas?|avisos|nada)`, "", false},
		{Types, `(?:no hay |ya no hay |cero |sin |ning[uú]n )errore?s? de (?:tipos?|tipado)`, "", false},
	},
	split: `y|pero|así que|porque|ya que|por lo que`,
	left: `debería\w*|podría\w*|tendría\w*|puede\w*|deben?|hay que|hasta|quizás?|tal vez|probablemente|` +
		`seguramente|supongo|espero|según|dice|dijo|dices|dijiste|ci|pipeline|asegúr\w*|asegurar\w*|objetivo|plan|` +
		`criterio\w*|cuando|si|para que|verifica que|antes|ayer|previamente|en teoría|creo|una vez|no|casi|` +
		`algun[oa]s|tu|tus|upstream|requisito`,
	opening: `si|cuando|una vez|antes|en|para|bajo|al`,
	right: `pero|excepto|salvo|aunque|sin embargo|menos|no (?:todas|todos|se)|solo|sólo|si|cuando|siempre que|` +
		`debería\w*|podría\w*|ci|pipeline|fall\w+|probablemente|quizás?|según|antes|una vez|entonces|en ese ` +
		`momento|roj[oa]`,
	strong: `pero|excepto|salvo|aunque|sin embargo|menos|fall\w+|roj[oa]|ci|pipeline|omitid\w+`,
	admits: `(?:\bno|\bsin|\bnunca)\b.{0,30}(?:ejecut\w+|corrido|correr|verific\w+|probad[oa]|compilad[oa])|` +
		`(?:prueba|test|suite|compilación|build)\w*\b.{0,40}\bfall(?:a|an|ó|aron|ando)\b|\bfall(?:a|an|ó|aron|ando|` +
		`os?)\b.{0,40}\b(?:prueba|test)|\bsigue (?:roj|rot|sin complet|fallando)|no .{0,20}en verde`,
	denies: `corregid[oa]s?|corregí|arregl\w+|solucion\w+|ya no|no hay|cero|0|fallaba\w*|si|cuando`,
}

var french = language{
	name: "fr",
	lead: `il n'y a|il n'y a plus|et|maintenant|désormais|aussi|également|enfin|résultat|terminé|oui|que|` +
		`vérifié|donc|ainsi|changements?|corrections?|modifications?`,
	all: `tous les(?: \d+)?|toute la|l'ensemble (?:de la|des)|l'intégralité (?:de la|des)|la totalité (?:de la|` +
		`des)`,
	article: `les|la|le|nos|mes`, count: `cas de`,
	nouns: []noun{
		{Tests, `tests?(?: unitaires)?|suite(?: complète)?(?: de tests)?(?: complète)?`, "", false},
		{Build, `build|compilation|construction`, "", false},
		{Lint, `lint|linter|linting`, "", false},
		{Types, `(?:vérification|contrôle) (?:des|de) types|typage|type-?check`, "", false},
	},
	join: `,? et(?: le| la| les)?|,(?: le| la| les)?|/| /| \+`,
	scope: `(?:(?:de|dans|sur) (?:tous les|toutes les|tout le) (?:modules|paquets|projets|projet|dépôt|` +
		`fichiers)|du projet|complète)`,
	after: `en \d|avec (?:ce|le|les) changements?|sur ma machine|de nouveau|au vert|après|y compris|sans|car|` +
		`avec (?:0|zéro)`,
	onlyNamed: `sous|sur|avec|en|pour`,
	single:    `test`,
	state:     ` (?:complète)`,
	adverb: `sont|est|passent|passe|maintenant|désormais|tous|toutes|toujours|à nouveau|de nouveau|bien|aussi|` +
		`au|en|se terminent?|ont|a|terminent|correctement|complètement|entièrement|signale|remonte|avec`,
	allAdverbs: "tous toutes entièrement complètement",
	predicate: `ne (?:signale|remonte|trouve|rapporte) (?:plus )?(?:aucune erreur|aucun problème|rien)|passent|` +
		`passe|passé|passés|verts?|réussi(?:e|s|es|t|ssent)?|réussissent|réussit|succès|fonctionnent?|propres?|` +
		`sans (?:aucune? )?(?:erreurs?|échecs?|problèmes?|avertissements?)|(?:aucune?|0|zéro) (?:erreurs?|échecs?|` +
		`problèmes?|avertissements?)|ok|` + signs,
	bare:       `(?:il n'y a )?(?:aucune?|0|zéro|sans) (?:erreurs?|échecs?|problèmes?)|tout (?:passe|est vert|va bien)`,
	everything: `tous|toutes|tout`,
	ran:        `j'ai|exécuté|lancé|relancé|ensuite|à la fin|avec \S+|et|aussi|` + quoted,
	trail:      `maintenant|désormais|à nouveau|de nouveau|localement|ici|aussi|également|` + signs,
	phrases: []noun{
		{Build, `(?:le (?:projet|code|module)|l'application|tout) (?:(?:maintenant|désormais) )*(?:compile|se ` +
			`compile|se construit)`, "", false},
		{Build, `compile (?:sans (?:erreurs?|avertissements?|problème)|correctement)`, "", false},
		{Tests, `aucun test (?:en échec|n'échoue)|aucun échec de test`, "", true},
		{Lint, `(?:aucune|pas d'|zéro|plus d') ?erreurs? de lint(?:er|ing)?`, "", false},
		{Lint, `le linter ne (?:signale|remonte|trouve|rapporte) (?:aucune erreur|aucun problème|rien)`, "", false},
		{Types, `(?:aucune|pas d'|zéro|plus d') ?erreurs? de typ(?:es?|age)`, "", false},
	},
	split: `et|mais|donc|car|parce que|si bien que`,
	left: `devrai\w*|pourrai\w*|doi(?:t|vent)|peut-être|probablement|normalement|sans doute|selon|d'après|dit|` +
		`ci|pipeline|assure\w*|vérifie[zr]?|objectif|critère|plan|quand|lorsque|si|jusqu'à|afin que|pour que|avant|` +
		`hier|auparavant|espère|pense|une fois|en théorie|seront|sera|presque|pas|quelques|vos|tes`,
	opening: `si|quand|lorsque|une fois|avant|en|dans|sur|pour|sous`,
	right: `mais|sauf|excepté|hormis|cependant|toutefois|pas|seulement|si|quand|lorsque|devrai\w*|pourrai\w*|ci|` +
		`pipeline|échou\w+|probablement|peut-être|selon|avant|une fois|tant que|rouges?`,
	strong: `mais|sauf|excepté|hormis|cependant|toutefois|échou\w+|rouges?|ci|pipeline`,
	admits: `(?:pas|jamais)\b.{0,30}(?:exécut\w+|lanc\w+|vérifi\w+|testé|compilé)|(?:test|suite|build|` +
		`compilation)\w*\b.{0,40}échou(?:e|ent|é)|toujours (?:rouge|cassé)`,
	denies: `corrig\w+|répar\w+|aucun|échouait|échouaient|si|quand`,
}

var chinese = language{
	name: "zh", dense: true,
	lead:    `现在|目前|已|已经|并且|而且|同时|此外|另外|最后|最终|经验证|已确认|确认|验证|修改后|修复后|改完后|改动后|因此|所以|并|且|完成后|本地|结果|后|显示|项目|代码`,
	all:     `所有的?|全部的?|全部|全量|整个|完整的?`,
	article: `项目的?|该项目的?|我们的`, count: `个|条|项`,
	nouns: []noun{
		{Tests, `测试用例|测试套件|单元测试|测试|用例`, "", false},
		{Build, `项目构建|构建|编译|打包`, "", false},
		{Lint, `lint ?检查|lint|代码检查|代码规范检查|静态检查`, "", false},
		{Types, `类型检查|类型校验`, "", false},
	},
	join:       `和|与|及|以及|、|，|/| / `,
	scope:      `(?:整个项目|全项目|所有(?:模块|包|文件)(?:的|中)?)`,
	after:      `了|的|且|并|没有|无|\d`,
	onlyNamed:  `在`,
	single:     `单个测试`,
	state:      `结果|状态|流程`,
	adverb:     `现在|目前|已经|已|也|都|均|全部|全都|全|又|再次|仍然|依然|可以|能够|能|正常|顺利|完全|一次性|结果|是|为|检查|运行|执行|的|报告|输出`,
	allAdverbs: "都 均 全部 全都 全",
	predicate: `通过了?|跑通了?|成功了?|绿了?|绿色|正常|没有?(?:报告|发现|出现|报)?(?:任何|一个)?(?:错误|报错|问题|失败|警告|告警)|无(?:任何)?(?:错误|报错|失败|警告|` +
		`问题)|(?:零|0 ?个?)(?:错误|报错|失败|警告|问题)|` + signs,
	bare: `(?:没有|无|零|0 ?个)(?:任何)?(?:失败|错误|报错|问题)|一切正常|\d+ ?个?通过`, everything: `全部|全都|都|均|所有|一切`,
	ran:   `我|都|了|已经|已|运行了?|执行了?|跑了?|又|最后|之后|用|完成|一遍|过|重新|后| |` + quoted,
	trail: `了|啦|过|` + signs,
	phrases: []noun{
		{Build, `(?:项目|代码|工程|程序)(?:现在|已经|已|也)?(?:可以|能够|能)?(?:正常|顺利|成功)?(?:编译|构建)(?:成功|通过|正常)?`, "", false},
		{Tests, `没有(?:任何)?测试失败|没有失败的测试|无测试失败`, "", true},
		{Lint, `(?:没有|无|零|0 ?个?)(?:任何)? ?lint ?(?:错误|警告|问题|报错)`, "", false},
		{Types, `(?:没有|无|零|0 ?个?)(?:任何)? ?(?:类型|ts)(?:检查)? ?(?:错误|报错)`, "", false},
	},
	split: `并且|而且|所以|因此|因为|同时`,
	left: `除|应该|应当|可能|也许|大概|预计|预期|希望|需要|必须|请|确保|保证|如果|若|只要|直到|一旦|将会?|计划|目标|标准|据|声称|说|报告人|报告称|ci|流水线|之前|原先|此前|昨天|` +
		`建议|理论上|估计|以便|上游|当|才能|才可|不是|并非|几乎|大部分|部分|你的|您的`,
	opening: `如果|若|当|在|等|一旦|只要|为了`,
	right:   `但是?|不过|除了?|除外|然而|只是|仅|没有运行|没有跑|未|如果|只要|应该|可能|ci|流水线|失败|跳过|据|之前|才`,
	strong:  `但是?|不过|除了?|除外|然而|只是|没有运行|没有跑|失败|跳过|ci|流水线|未`,
	admits: `(?:没有?|未|无法|不能|尚未|还没)(?:能)?(?:有)?(?:实际|在本地)?(?:运行|执行|跑|验证|测试|复现|编译)|未通过|没通过|(?:测试|用例|构建|` +
		`编译).{0,12}(?:失败|报错)`,
	denies: `修复|解决|修正|不再|0 ?个?失败|失败 ?0|之前|如果`,
}

var japanese = language{
	name: "ja", dense: true,
	lead: `現在|また|さらに|なお|最後に|結果|確認済み|これで|変更後|修正後|今は|および`,
	all:  `すべての|全ての|全|全部の|全体の|全件の`, article: `この`, count: `件の?|個の?`,
	nouns: []noun{
		{Tests, `テストスイート|テストケース|テスト|ユニットテスト`, "", false},
		{Build, `ビルド|コンパイル`, "", false},
		{Lint, `リント|lint|リンター`, "", false},
		{Types, `型チェック|型検査`, "", false},
	},
	join: `と|および|、|も`, scope: `(?:プロジェクト全体)`,
	after:     `です|し|。`,
	onlyNamed: `で`,
	single:    `単体`,
	state:     `結果`,
	adverb:    `が|は|も|に|を|すべて|全て|全部|全件|無事|正常に|問題なく|現在`, allAdverbs: "すべて 全て 全部 全件",
	predicate: `(?:通っ|通過し|成功し|パスし|合格し)(?:ています|ました|ている|た|ております)|通ります|通りました|成功です|グリーンです|緑です|パスします|成功|エラーなし|` + signs,
	bare:      `(?:失敗|エラー)は?(?:ありません|なし)`, everything: `すべて|全て|全部`,
	ran: `を|実行し|し|まし|た|て| |` + quoted, trail: `です|。| |` + signs,
	phrases: []noun{
		{Tests, `失敗(?:した|している)テストはありません`, "", true},
		{Build, `(?:ビルド|コンパイル)エラーは(?:ありません|なし|ないです)`, "", false},
		{Lint, `(?:リント|lint)の?(?:エラー|警告)は?(?:ありません|なし|ないです|0件です)`, "", false},
		{Types, `型エラーは?(?:ありません|なし|ないです|0件です)`, "", false},
	},
	split:   `ので|ため|そして`,
	left:    `はず|べき|でしょう|かもしれ|たら|れば|なら|場合|予定|つもり|ください|ように|目標|まで|ci|によると|前は|以前|昨日|思い`,
	opening: `もし|ci`,
	right:   `はず|が、|ただし|ですが|ますが|以外|除[いき]|未|なければ|れば|たら|場合|かもしれ|でしょう|ci|失敗|スキップ|思い`,
	strong:  `が、|ただし|ですが|ますが|以外|除[いき]|失敗|スキップ|未|ci`,
	admits:  `(?:実行|確認|検証)(?:して|でき)(?:い)?(?:ない|ません)|(?:テスト|ビルド).{0,10}失敗(?:し|する|して)|未実行|未確認`,
	denies:  `修正|直し|解消|失敗し(?:なく|ませ)|失敗はありません|失敗していた`,
}

// languages are all languages in which claims are found.
var languages = [...]*language{&english, &german, &spanish, &french, &chinese, &japanese}

package tool

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/secrets"
)

// passed lists the variables that commands get: shells, builds, tests and version control read them. A name with "*" at
// its end matches all names that begin with it and don't look like secrets.
const passed = `
	PATH HOME USER LOGNAME SHELL SHLVL PWD OLDPWD HOSTNAME TMPDIR TMP TEMP LANG LANGUAGE LC_* TZ TZDIR XDG_*
	TERM TERMINFO TERM_PROGRAM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE LS_COLORS
	EDITOR VISUAL PAGER MANPAGER LESS BROWSER DISPLAY WAYLAND_DISPLAY XAUTHORITY SSH_AUTH_SOCK
	HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE
	CI CONTINUOUS_INTEGRATION DEBUG VERBOSE SOURCE_DATE_EPOCH DEBIAN_FRONTEND PREFIX DESTDIR TOKTEE_*
	GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE
	GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_CEILING_DIRECTORIES GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM
	GIT_CONFIG_NOSYSTEM GIT_EDITOR GIT_PAGER GIT_SSH GIT_SSH_COMMAND GIT_TERMINAL_PROMPT
	CC CXX CPP LD AR AS NM RANLIB STRIP OBJCOPY FC CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS FFLAGS ARFLAGS CPATH
	C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH LD_PRELOAD PKG_CONFIG*
	MAKE MAKEFLAGS MAKELEVEL MFLAGS CMAKE_* CTEST_* NINJA_STATUS MESON_* CCACHE_* SCCACHE_* ASAN_OPTIONS UBSAN_OPTIONS
	TSAN_OPTIONS LSAN_OPTIONS MSBUILD*
	GOROOT GOPATH GOBIN GOFLAGS GOPROXY GOPRIVATE GONOPROXY GONOSUMDB GOSUMDB GONOSUMCHECK GOINSECURE GOCACHE
	GOMODCACHE GOTMPDIR GOOS GOARCH GOARM GOARM64 GOAMD64 GOEXPERIMENT GODEBUG GOTOOLCHAIN GOWORK GOENV GOMAXPROCS
	GOGC GOMEMLIMIT GORACE GOTRACEBACK GOCOVERDIR GO111MODULE CGO_*
	PYTHON* PYENV_* PIP_* PIPENV_* POETRY_HOME POETRY_VIRTUALENVS_* UV_* VIRTUAL_ENV CONDA_* MAMBA_* TOX_* NOX_*
	PYTEST_* PY_COLORS MYPYPATH MYPY_CACHE_DIR COVERAGE_FILE
	RUST* CARGO_HOME CARGO_TARGET_DIR CARGO_BUILD_* CARGO_NET_* CARGO_TERM_* CARGO_PROFILE_* CARGO_INCREMENTAL
	NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_NO_WARNINGS NVM_* VOLTA_HOME FNM_* COREPACK_* PNPM_HOME
	YARN_CACHE_FOLDER NPM_CONFIG_CACHE NPM_CONFIG_REGISTRY NPM_CONFIG_PREFIX NPM_CONFIG_USERCONFIG
	NPM_CONFIG_GLOBALCONFIG NPM_CONFIG_LOGLEVEL PLAYWRIGHT_BROWSERS_PATH PUPPETEER_* CHROME_BIN BUN_INSTALL DENO_DIR
	JAVA_HOME JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAVEN_* M2_HOME GRADLE_HOME GRADLE_OPTS
	GRADLE_USER_HOME SBT_OPTS KOTLIN_HOME ANDROID_* SDKMAN_*
	RUBYLIB RUBYOPT GEM_HOME GEM_PATH RBENV_* BUNDLE_PATH BUNDLE_GEMFILE BUNDLE_WITHOUT BUNDLE_JOBS RAILS_ENV RACK_ENV
	PERL5LIB PERL5OPT PERL_* PHPRC PHP_INI_SCAN_DIR COMPOSER_HOME COMPOSER_CACHE_DIR APP_ENV
	DOTNET_* NUGET_PACKAGES MIX_ENV ERL_FLAGS ERL_LIBS STACK_ROOT CABAL_DIR OPAMROOT JULIA_* R_HOME R_LIBS R_LIBS_USER
	MACOSX_DEPLOYMENT_TARGET NIX_PATH NIX_PROFILES NIX_SSL_CERT_FILE VCPKG_ROOT GOAUTH INCLUDE LIB LIBPATH
	LUA_PATH LUA_CPATH SWIFT_* DEVELOPER_DIR SDKROOT DOCKER_HOST DOCKER_CONFIG DOCKER_BUILDKIT KUBECONFIG
	SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS USERNAME USERDOMAIN USERPROFILE COMPUTERNAME HOMEDRIVE HOMEPATH
	APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES* COMMONPROGRAMFILES* ALLUSERSPROFILE PUBLIC NUMBER_OF_PROCESSORS
	PROCESSOR_* PSMODULEPATH MSYSTEM
`

// secretWords are in the names of variables that look like secrets: UV_PUBLISH_TOKEN, TOKTEE_TEAM_DATABASE.
var secretWords = []string{"KEY", "TOKEN", "SECRET", "PASS", "PWD", "CREDENTIAL", "AUTH", "COOKIE", "DATABASE"}

// isPassed reports whether commands get a variable of this name, in capitals or not. list are the names in [passed].
func isPassed(list []string, name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(list, func(known string) bool {
		start, more := strings.CutSuffix(known, "*")
		if !more {
			return name == known
		}
		return strings.HasPrefix(name, start) && !strings.HasSuffix(name, "_PW") && !strings.HasSuffix(name, "_PAT") &&
			!slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(name, word) })
	})
}

// hasSecret reports whether a value has a recognisable secret, or a URL with a user.
func hasSecret(name, value string) bool {
	switch name {
	case "PATH", "HOME", "PWD", "OLDPWD", "TMPDIR", "SHELL": // folders, without which nothing runs
		return false
	}
	if _, after, ok := strings.Cut(value, "://"); ok {
		authority, _, _ := strings.Cut(after, "/")
		if strings.Contains(authority, "@") {
			return true
		}
	}
	return string(new(secrets.Masker).Text([]byte(value))) != value
}

// harmless returns the variables of an environment that commands get: those of names that builds need and of values
// without a secret, and those that are named. "APP_*" names all that begin with APP_. It is never nil, which would be
// our own environment. left are the names of those that are left out because of their values alone.
func harmless(env, named []string) (kept, left []string) {
	isNamed := func(name string) bool {
		return slices.ContainsFunc(named, func(n string) bool {
			start, more := strings.CutSuffix(n, "*")
			return n == name || more && strings.HasPrefix(name, start)
		})
	}
	list := strings.Fields(passed)
	kept = make([]string, 0, len(env))
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		switch {
		case isNamed(name):
		case !isPassed(list, name):
			continue
		case hasSecret(name, value):
			left = append(left, name)
			continue
		}
		kept = append(kept, v)
	}
	return kept, left
}

// checkNames returns an error for what can't be the name of a variable.
func checkNames(names []string) error {
	for _, name := range names {
		if name == "" || name == "*" || strings.ContainsAny(name, "=\x00") {
			return fmt.Errorf("variable %q to pass on: want a name, such as GITHUB_TOKEN, or the start of some, "+
				"such as APP_*", name)
		}
	}
	return nil
}

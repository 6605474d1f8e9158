package config

import (
	"os"
	"path/filepath"
	"runtime"
)

// UserDir returns the user's configuration folder for toktee, "" if there is no place for it. The folder need not
// exist.
func UserDir(getenv func(string) (string, bool)) string {
	return userFolder(getenv, "XDG_CONFIG_HOME", "AppData", ".config")
}

// UserFile returns the path of the user's settings file, "" if there is no place for it. The file need not exist.
func UserFile(getenv func(string) (string, bool)) string {
	if dir := UserDir(getenv); dir != "" {
		return filepath.Join(dir, "config.toml")
	}
	return ""
}

// DataDir returns the user's folder for toktee's data, "" if there is no place for it. The folder need not exist.
func DataDir(getenv func(string) (string, bool)) string {
	return userFolder(getenv, "XDG_DATA_HOME", "LocalAppData", filepath.Join(".local", "share"))
}

// userFolder returns the folder "toktee" below the first of these that is set: the XDG variable (an absolute path, as
// the XDG specification demands), on Windows its own variable, and a folder below HOME.
func userFolder(getenv func(string) (string, bool), xdg, windows, belowHome string) string {
	if dir, _ := getenv(xdg); filepath.IsAbs(dir) {
		return filepath.Join(dir, "toktee")
	}
	if runtime.GOOS == "windows" {
		if dir, _ := getenv(windows); dir != "" {
			return filepath.Join(dir, "toktee")
		}
	}
	if home, _ := getenv("HOME"); home != "" {
		return filepath.Join(home, belowHome, "toktee")
	}
	return ""
}

// ProjectFile returns the path of the project's settings file: that of dir or of the nearest folder above that has one,
// "" for none.
func ProjectFile(dir string) string {
	for dir != "" {
		path := filepath.Join(dir, ".toktee", "config.toml")
		if _, err := os.Lstat(path); err == nil {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return ""
}

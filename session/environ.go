package session

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// EnvSpec describes the environment of a program under test.
type EnvSpec struct {
	Base    string             // folder for HOME, the XDG folders and TMPDIR; one for each run
	Caller  []string           // the caller's environment, NAME=VALUE
	Term    string             // TERM; "" is xterm-256color
	Inherit []string           // names let through from Caller
	Set     map[string]*string // over all of it; nil unsets
}

// DefaultPath is the PATH of a program when the caller has none.
const DefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// Environ returns the clean environment of a program under test, sorted by
// name: PATH of the caller, Term, a fixed COLORTERM, LANG and TZ, folders of its
// own under Base (see MakeDirs), then Inherit, then Set. Nothing else of the
// caller's environment is in it: LINES, COLUMNS, CI, NO_COLOR and LC_ALL are
// unset unless inherited or set.
func Environ(e EnvSpec) []string {
	caller := map[string]string{}
	for _, kv := range e.Caller {
		if k, v, ok := strings.Cut(kv, "="); ok && k != "" {
			caller[k] = v
		}
	}
	env := map[string]string{
		"PATH":      DefaultPath,
		"TERM":      cmp.Or(e.Term, "xterm-256color"),
		"COLORTERM": "truecolor",
		"LANG":      "C.UTF-8",
		"TZ":        "UTC",
	}
	if path, ok := caller["PATH"]; ok {
		env["PATH"] = path
	}
	maps.Copy(env, e.dirs())
	for _, name := range e.Inherit {
		if v, ok := caller[name]; ok {
			env[name] = v
		}
	}
	for name, v := range e.Set {
		if v == nil {
			delete(env, name)
		} else {
			env[name] = *v
		}
	}
	list := make([]string, 0, len(env))
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}

// dirs names the folders under Base by their variables.
func (e EnvSpec) dirs() map[string]string {
	if e.Base == "" {
		return nil
	}
	home := filepath.Join(e.Base, "home")
	return map[string]string{
		"HOME":            home,
		"XDG_CONFIG_HOME": filepath.Join(home, ".config"),
		"XDG_CACHE_HOME":  filepath.Join(home, ".cache"),
		"XDG_DATA_HOME":   filepath.Join(home, ".local", "share"),
		"XDG_STATE_HOME":  filepath.Join(home, ".local", "state"),
		"XDG_RUNTIME_DIR": filepath.Join(e.Base, "run"),
		"TMPDIR":          filepath.Join(e.Base, "tmp"),
	}
}

// MakeDirs makes the folders under Base, for their owner only. Programs should
// make the XDG folders that they write to, as the XDG base directory
// specification says; nano for one complains instead.
func (e EnvSpec) MakeDirs() error {
	if e.Base == "" {
		return nil
	}
	dirs := e.dirs()
	for _, name := range slices.Sorted(maps.Keys(dirs)) {
		if err := os.MkdirAll(dirs[name], 0o700); err != nil {
			return fmt.Errorf("folder for %s: %w", name, err)
		}
	}
	return nil
}

// Untouched reports whether the folders under Base are as MakeDirs makes them
// and hold nothing else; the folders named others, made likewise, may be there
// too. Then another run may have Base.
func (e EnvSpec) Untouched(others ...string) bool {
	made := map[string]bool{e.Base: true}
	for _, dir := range append(slices.Collect(maps.Values(e.dirs())), others...) {
		for ; len(dir) > len(e.Base); dir = filepath.Dir(dir) {
			made[dir] = true
		}
	}
	return filepath.WalkDir(e.Base, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && (!made[path] || info.Mode() != fs.ModeDir|0o700) {
			err = fs.ErrExist
		}
		return err
	}) == nil
}

package scenario

import (
	"slices"
	"strings"

	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps"
)

// environ is the environment of a program under test.
func (r *runner) environ(own steps.EnvVars, extra []string) ([]string, error) {
	spec := session.EnvSpec{
		Base: r.s.Base, Caller: r.s.Caller, Term: r.p.Terminal.Term, Inherit: r.p.Inherit.texts(), Set: map[string]*string{},
	}
	for _, vars := range []steps.EnvVars{r.p.Env, own} {
		for _, v := range vars {
			if v.Unset {
				spec.Set[v.Name] = nil
				continue
			}
			s, err := v.Value.Resolve(r.Value)
			if err != nil {
				return nil, err
			}
			spec.Set[v.Name] = &s
		}
	}
	if err := spec.MakeDirs(); err != nil {
		return nil, err
	}
	return append(session.Environ(spec), extra...), nil
}

// tooling is the environment of the author's own commands: the caller's, with
// the file's env over it.
func (r *runner) tooling(own steps.EnvVars) ([]string, error) {
	return ToolingEnv(r.s.Caller, r.Value, r.p.Env, own)
}

// ToolingEnv returns the caller's environment with env mappings over it.
func ToolingEnv(caller []string, value func(doc.Ref) (string, error), maps ...steps.EnvVars) ([]string, error) {
	env := slices.Clone(caller)
	for _, vars := range maps {
		for _, v := range vars {
			env = slices.DeleteFunc(env, func(e string) bool { return strings.HasPrefix(e, v.Name+"=") })
			if v.Unset {
				continue
			}
			s, err := v.Value.Resolve(value)
			if err != nil {
				return nil, err
			}
			env = append(env, v.Name+"="+s)
		}
	}
	return env, nil
}

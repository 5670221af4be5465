package suite

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Every variable of every system means what its documentation says.
func TestShardFromEnv(t *testing.T) {
	for _, tt := range []struct{ env, want string }{
		{"SCENARIO_SHARD=3/8", "3/8 SCENARIO_SHARD"},
		{"SCENARIO_SHARD=3/8 GITLAB_CI=true CI_NODE_INDEX=1 CI_NODE_TOTAL=2", "3/8 SCENARIO_SHARD"},
		{"SCENARIO_SHARD=9/8", `SCENARIO_SHARD: "9/8" is no i/n, as 3/8 for the third of eight`},
		{"SCENARIO_SHARD_INDEX0=0 SCENARIO_SHARD_TOTAL=4", "1/4 SCENARIO_SHARD_INDEX0"},
		{"SCENARIO_SHARD_INDEX0=3", "SCENARIO_SHARD_INDEX0: SCENARIO_SHARD_INDEX0 is set, and SCENARIO_SHARD_TOTAL is not"},
		{"SCENARIO_SHARD_TOTAL=3", "SCENARIO_SHARD_TOTAL is set, and no variable says which of the shards this is"},

		{"GITLAB_CI=true CI_NODE_INDEX=1 CI_NODE_TOTAL=3", "1/3 CI_NODE_INDEX"},
		{"GITLAB_CI=true CI_NODE_INDEX=3 CI_NODE_TOTAL=3", "3/3 CI_NODE_INDEX"},
		{"GITLAB_CI=true CI_NODE_TOTAL=1", "none"}, // without parallel:
		{"GITLAB_CI=true CI_NODE_TOTAL=2", "GitLab: CI_NODE_TOTAL is set, and CI_NODE_INDEX is not"},
		{"GITLAB_CI=true CI_NODE_INDEX=0 CI_NODE_TOTAL=2", "GitLab: CI_NODE_INDEX=0 is out of the range of CI_NODE_TOTAL=2"},
		{"CI_NODE_INDEX=0 CI_NODE_TOTAL=2", "none"}, // others count these from 0
		{"CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=2", "1/2 CIRCLE_NODE_INDEX"},
		{"CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1", "1/1 CIRCLE_NODE_INDEX"},
		{"CIRCLE_NODE_INDEX=2 CIRCLE_NODE_TOTAL=2", "CircleCI: CIRCLE_NODE_INDEX=2 is out of the range of CIRCLE_NODE_TOTAL=2"},
		{"BUILDKITE_PARALLEL_JOB=7 BUILDKITE_PARALLEL_JOB_COUNT=8", "8/8 BUILDKITE_PARALLEL_JOB"},
		{"BUILDKITE_PARALLEL_JOB_COUNT=8", "Buildkite: BUILDKITE_PARALLEL_JOB_COUNT is set, and BUILDKITE_PARALLEL_JOB is not"},
		{"SYSTEM_JOBPOSITIONINPHASE=2 SYSTEM_TOTALJOBSINPHASE=5", "2/5 SYSTEM_JOBPOSITIONINPHASE"},
		{"BITBUCKET_PARALLEL_STEP=1 BITBUCKET_PARALLEL_STEP_COUNT=5", "2/5 BITBUCKET_PARALLEL_STEP"},
		{"SEMAPHORE_JOB_INDEX=5 SEMAPHORE_JOB_COUNT=5", "5/5 SEMAPHORE_JOB_INDEX"},
		{"JOB_COMPLETION_INDEX=2 SCENARIO_SHARD_TOTAL=5", "3/5 JOB_COMPLETION_INDEX"},
		{"JOB_COMPLETION_INDEX=2", "Kubernetes: JOB_COMPLETION_INDEX is set, and SCENARIO_SHARD_TOTAL is not"},
		{"SLURM_ARRAY_TASK_ID=14 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_STEP=2", "3/4 SLURM_ARRAY_TASK_ID"},
		{"SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=1", "1/4 SLURM_ARRAY_TASK_ID"},
		{"SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=1",
			"Slurm: SLURM_ARRAY_TASK_ID=7 is out of the range of SLURM_ARRAY_TASK_COUNT=3; a list of single indices needs --shard i/n"},
		{"CIRCLE_NODE_INDEX=one CIRCLE_NODE_TOTAL=2", `CircleCI: CIRCLE_NODE_INDEX is no number: "one"`},
		{"HOME=/root CI=true", "none"},
	} {
		env := map[string]string{}
		for _, e := range strings.Fields(tt.env) {
			k, v, _ := strings.Cut(e, "=")
			env[k] = v
		}
		s, err := ShardFromEnv(func(name string) (string, bool) { v, ok := env[name]; return v, ok }, true)
		got := fmt.Sprintf("%d/%d %s", s.Index, s.Total, s.Source)
		switch {
		case errors.Is(err, ErrNoShard):
			got = "none"
		case err != nil:
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %s\nwant %s", tt.env, got, tt.want)
		}
	}
}

// Without being asked, only SCENARIO_SHARD counts.
func TestShardIsNotGuessed(t *testing.T) {
	env := map[string]string{"CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "2", "SCENARIO_SHARD_TOTAL": "2"}
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	if _, err := ShardFromEnv(lookup, false); !errors.Is(err, ErrNoShard) {
		t.Error(err)
	}
	env["SCENARIO_SHARD"] = "2/2"
	if s, err := ShardFromEnv(lookup, false); err != nil || s.Index != 2 {
		t.Error(s, err)
	}
}

// plansOf makes entries of words: "b:a" needs a.
func plansOf(words ...string) (entries []*Entry) {
	for _, w := range words {
		name, need, _ := strings.Cut(w, ":")
		e := &Entry{ID: name, File: name}
		if need != "" {
			e.NeedIDs = []string{need}
		}
		entries = append(entries, e)
	}
	return entries
}

func cutAll(entries []*Entry, total int, t Timings) string {
	var shards []string
	for i := range total {
		var ids []string
		for _, p := range Cut(entries, i+1, total, t) {
			ids = append(ids, p.ID)
		}
		shards = append(shards, strings.Join(ids, " "))
	}
	return strings.Join(shards, " | ")
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		words, want string
		total       int
		t           Timings
	}{
		{"a b c d e", "a c e | b d", 2, nil},
		{"a b c", "a | b | c | ", 4, nil},
		{"a b c d e", "a | b c d e", 2, Timings{"a": 10, "b": 2, "c": 2, "d": 2, "e": 2}},
		{"a b c d", "a d | b c", 2, Timings{"a": 5, "b": 4, "c": 3, "d": 2}},
		{"a b c d", "a c | b d", 2, Timings{"a": 1, "b": 2, "c": 3}}, // d takes the median
		{"a b:d c d", "b d | a c", 2, nil},                           // what is needed comes along
		{"a b:a c:b d", "a b c | d", 2, Timings{"other": 1000}},      // timings of what is gone
	} {
		if got := cutAll(plansOf(strings.Fields(tt.words)...), tt.total, tt.t); got != tt.want {
			t.Errorf("%s in %d: %s, want %s", tt.words, tt.total, got, tt.want)
		}
	}
}

// However the plans are cut, each is in one shard, and no shard has more to do
// than the longest scenario above what is fair.
func TestCutIsWholeAndFair(t *testing.T) {
	var words []string
	timings := Timings{}
	sum, longest := 0.0, 0.0
	for i := range 997 {
		id := fmt.Sprintf("s%03d", i)
		words = append(words, id)
		timings[id] = float64(i*i%101) / 10
		sum, longest = sum+timings[id], max(longest, timings[id])
	}
	plans := plansOf(words...)
	for _, total := range []int{1, 2, 7, 40} {
		var all []string
		for i := range total {
			load := 0.0
			for _, p := range Cut(plans, i+1, total, timings) {
				all = append(all, p.ID)
				load += timings[p.ID]
			}
			if load > sum/float64(total)+longest {
				t.Errorf("shard %d/%d takes %.1f of %.1f", i+1, total, load, sum)
			}
		}
		slices.Sort(all)
		if !slices.Equal(all, words) {
			t.Errorf("%d shards have %d scenarios", total, len(all))
		}
	}
}

func TestPlanHashTellsPlansApart(t *testing.T) {
	plans := plansOf("a", "b")
	files := []File{{Name: "a", Src: []byte("1")}, {Name: "b", Src: []byte("2")}}
	base := PlanHash(plans, files, nil, 2, 1)
	for name, other := range map[string]string{
		"a file":   PlanHash(plans, []File{{Name: "a", Src: []byte("1")}, {Name: "b", Src: []byte("3")}}, nil, 2, 1),
		"a choice": PlanHash(plans[:1], files, nil, 2, 1),
		"timings":  PlanHash(plans, files, Timings{"a": 1}, 2, 1),
		"shards":   PlanHash(plans, files, nil, 3, 1),
		"repeats":  PlanHash(plans, files, nil, 2, 5),
	} {
		if other == base {
			t.Errorf("%s makes no difference", name)
		}
	}
	if PlanHash(plans, files, nil, 2, 1) != base || PlanHash(plans, files, nil, 0, 0) != PlanHash(plans, files, nil, 1, 1) {
		t.Error("the same plan has another hash")
	}
}

func FuzzParseShard(f *testing.F) {
	f.Add("3/8")
	f.Fuzz(func(t *testing.T, v string) {
		if s, err := ParseShard(v); err == nil && (s.Index < 1 || s.Index > s.Total) {
			t.Errorf("%q gives %d/%d", v, s.Index, s.Total)
		}
	})
}

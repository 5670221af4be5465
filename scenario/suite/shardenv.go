package suite

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"scenario/report"
)

// ErrNoShard says that an environment has nothing of a shard.
var ErrNoShard = errors.New("no variables of a shard are set")

// engine is how a CI or a batch system says which part of a job this is.
type engine struct {
	name         string
	marker       string // it must be set for the others to count; "" for none
	index, total string // variables
	base         int    // the first index
	min, step    string // variables of a first index and a step, "" for none
	single       bool   // a total of 1 without an index is no shard, and no mistake
}

// engines are the systems whose variables --shard auto reads, in the order in
// which they are looked for: what wraps comes after what it may wrap.
func engines() []engine {
	return []engine{
		{name: "SCENARIO_SHARD_INDEX0", index: "SCENARIO_SHARD_INDEX0", total: totalVar},
		{name: "GitLab", marker: "GITLAB_CI", index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", base: 1, single: true},
		{name: "CircleCI", index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL"},
		{name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", total: "BUILDKITE_PARALLEL_JOB_COUNT"},
		{name: "Azure Pipelines", index: "SYSTEM_JOBPOSITIONINPHASE", total: "SYSTEM_TOTALJOBSINPHASE", base: 1},
		{name: "Bitbucket", index: "BITBUCKET_PARALLEL_STEP", total: "BITBUCKET_PARALLEL_STEP_COUNT"},
		{name: "Semaphore", index: "SEMAPHORE_JOB_INDEX", total: "SEMAPHORE_JOB_COUNT", base: 1},
		{name: "Kubernetes", index: "JOB_COMPLETION_INDEX", total: totalVar},
		{name: "Slurm", index: "SLURM_ARRAY_TASK_ID", total: "SLURM_ARRAY_TASK_COUNT", min: "SLURM_ARRAY_TASK_MIN", step: "SLURM_ARRAY_TASK_STEP"},
	}
}

// totalVar is the number of shards where the system has no variable for it.
const totalVar = "SCENARIO_SHARD_TOTAL"

// ShardFromEnv finds the shard in an environment: SCENARIO_SHARD=i/n first and,
// when auto, the variables of the engines. An index without a total, or the
// other way round, and an index out of range are errors. ErrNoShard says that
// none is set.
func ShardFromEnv(lookup func(string) (string, bool), auto bool) (report.Shard, error) {
	get := func(name string) string {
		v, _ := lookup(name)
		return strings.TrimSpace(v)
	}
	if v := get("SCENARIO_SHARD"); v != "" {
		s, err := ParseShard(v)
		s.Source = "SCENARIO_SHARD"
		if err != nil {
			err = fmt.Errorf("SCENARIO_SHARD: %w", err)
		}
		return s, err
	}
	if !auto {
		return report.Shard{}, ErrNoShard
	}
	for _, e := range engines() {
		s, found, err := e.shard(get)
		if err != nil {
			return s, fmt.Errorf("%s: %w", e.name, err)
		}
		if found {
			return s, nil
		}
	}
	if get(totalVar) != "" {
		return report.Shard{}, fmt.Errorf("%s is set, and no variable says which of the shards this is", totalVar)
	}
	return report.Shard{}, ErrNoShard
}

// shard reads the variables of one engine; found is false where it is not the
// engine that runs this.
func (e engine) shard(get func(string) string) (s report.Shard, found bool, err error) {
	index, total := get(e.index), get(e.total)
	switch {
	case e.marker != "" && get(e.marker) == "":
		return s, false, nil
	case index == "" && (total == "" || e.total == totalVar):
		return s, false, nil
	case index == "" && e.single && total == "1":
		return s, false, nil
	case index == "":
		return s, true, fmt.Errorf("%s is set, and %s is not", e.total, e.index)
	case total == "":
		return s, true, fmt.Errorf("%s is set, and %s is not", e.index, e.total)
	}
	number := func(name, v string) int {
		n, nerr := strconv.Atoi(v)
		if nerr != nil && err == nil {
			err = fmt.Errorf("%s is no number: %q", name, v)
		}
		return n
	}
	i, first, step := number(e.index, index), e.base, 1
	s.Total = number(e.total, total)
	if v := get(e.min); e.min != "" && v != "" {
		first = number(e.min, v)
	}
	if v := get(e.step); e.step != "" && v != "" {
		step = max(number(e.step, v), 1)
	}
	if err != nil {
		return s, true, err
	}
	s.Index, s.Source = (i-first)/step+1, e.index
	if (i-first)%step != 0 || s.Index < 1 || s.Index > s.Total {
		err = fmt.Errorf("%s=%s is out of the range of %s=%s", e.index, index, e.total, total)
		if e.min != "" {
			err = fmt.Errorf("%w; a list of single indices needs --shard i/n", err)
		}
	}
	return s, true, err
}

// ParseShard reads i/n, from 1.
func ParseShard(v string) (report.Shard, error) {
	a, b, ok := strings.Cut(v, "/")
	i, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || i < 1 || n < 1 || i > n || n > maxShards {
		return report.Shard{}, fmt.Errorf("%q is no i/n, as 3/8 for the third of eight", v)
	}
	return report.Shard{Index: i, Total: n}, nil
}

// maxShards is how many shards there may be.
const maxShards = 100000

//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"scenario/internal/doc"
	"scenario/scenario/suite"
)

// docsCI reads an example of docs/ci.
func docsCI(t *testing.T, name string) (string, *doc.Node) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci", name))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, "ml") {
		return string(src), nil
	}
	f, ps := doc.Parse(name, src)
	if ps.Fatal() || len(f.Docs) != 1 {
		t.Fatalf("%v", ps)
	}
	return string(src), f.Docs[0]
}

// at follows keys and the numbers of items.
func at(t *testing.T, n *doc.Node, path ...string) *doc.Node {
	t.Helper()
	for i, key := range path {
		if k, err := strconv.Atoi(key); err == nil && n.Kind == doc.List && k < len(n.Items) {
			n = n.Items[k]
		} else if n = n.Get(key); n == nil {
			t.Fatalf("no %s", strings.Join(path[:i+1], "."))
		}
	}
	return n
}

// allShards feeds the variables of every job and wants each shard once.
func allShards(t *testing.T, total int, env func(i int) map[string]string) {
	t.Helper()
	for i := range total {
		vars := env(i)
		s, err := suite.ShardFromEnv(func(name string) (string, bool) { v, ok := vars[name]; return v, ok }, true)
		if err != nil || s.Index != i+1 || s.Total != total {
			t.Errorf("job %d is shard %d/%d of %d (%v)", i, s.Index, s.Total, total, err)
		}
	}
}

func TestDocsKubernetes(t *testing.T) {
	src, n := docsCI(t, "kubernetes.yaml")
	total, err := strconv.Atoi(at(t, n, "spec", "completions").Text)
	if err != nil {
		t.Fatal(err)
	}
	container := at(t, n, "spec", "template", "spec", "containers", "0")
	env := at(t, container, "env", "0")
	allShards(t, total, func(i int) map[string]string {
		return map[string]string{"JOB_COMPLETION_INDEX": fmt.Sprint(i), at(t, env, "name").Text: at(t, env, "value").Text}
	})
	if at(t, n, "spec", "completionMode").Text != "Indexed" || at(t, container, "name").Text != at(t, n, "spec", "podFailurePolicy", "rules", "0", "onExitCodes", "containerName").Text {
		t.Error(src)
	}
}

func TestDocsSlurm(t *testing.T) {
	src, _ := docsCI(t, "slurm.sh")
	first, last := 0, 0
	_, rest, _ := strings.Cut(src, "#SBATCH --array=")
	if _, err := fmt.Sscanf(rest, "%d-%d\n", &first, &last); err != nil {
		t.Fatal(err)
	}
	allShards(t, last-first+1, func(i int) map[string]string {
		return map[string]string{
			"SLURM_ARRAY_TASK_ID": fmt.Sprint(first + i), "SLURM_ARRAY_TASK_COUNT": fmt.Sprint(last - first + 1),
			"SLURM_ARRAY_TASK_MIN": fmt.Sprint(first), "SLURM_ARRAY_TASK_STEP": "1",
		}
	})
}

func TestDocsGitHub(t *testing.T) {
	_, n := docsCI(t, "github.yml")
	job := at(t, n, "jobs", "shard")
	total := len(at(t, job, "strategy", "matrix", "shard").Items)
	env := at(t, job, "steps", "1", "env")
	allShards(t, total, func(i int) map[string]string {
		vars := map[string]string{}
		for name, value := range map[string]string{"${{ strategy.job-index }}": fmt.Sprint(i), "${{ strategy.job-total }}": fmt.Sprint(total)} {
			for _, key := range []string{"SCENARIO_SHARD_INDEX0", "SCENARIO_SHARD_TOTAL"} {
				if at(t, env, key).Text == name {
					vars[key] = value
				}
			}
		}
		return vars
	})
}

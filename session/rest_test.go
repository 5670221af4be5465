//go:build linux

package session

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// What a program that computes prints after it is waited for.
func TestSettleComputing(t *testing.T) {
	f := run(t, `printf 'go '; read x; echo first; i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo second; read x`)
	f.wait("go")
	f.send("\r")
	st, err := f.Settle(f.ctx)
	if err != nil || !st.OK || st.Waking {
		t.Fatalf("Settle: %+v, %v", st, err)
	}
	v := f.View()
	if !strings.Contains(v.Screen.Text(), "second") {
		t.Errorf("settled after %v too early:\n%s", st.Took, v.Screen.Text())
	}
	if st.CastSeq != v.CastSeq {
		t.Errorf("CastSeq %d, the view's %d", st.CastSeq, v.CastSeq)
	}
}

// The same with children that compute one after another.
func TestSettlePipeline(t *testing.T) {
	f := run(t, `read x; for i in 1 2 3; do seq 1 200000 | sort -n | tail -1; done; echo last; read x`)
	f.send("\r")
	if st, err := f.Settle(f.ctx); err != nil || !st.OK {
		t.Fatalf("Settle: %+v, %v", st, err)
	}
	if v := f.View(); !strings.Contains(v.Screen.Text(), "last") {
		t.Errorf("settled too early:\n%s", v.Screen.Text())
	}
}

func TestSettleIdle(t *testing.T) {
	f := run(t, `echo R; read x`)
	f.wait("R")
	first := f.look(false)
	for again := false; ; again = true {
		st, err := f.Settle(f.ctx)
		if err != nil || !st.OK { // not OK: it never took less than is asked for below
			t.Fatalf("Settle: %+v, %v", st, err)
		}
		if rest := time.Since(first.at); rest < 20*time.Millisecond {
			t.Errorf("settled %v after the first look", rest)
		}
		if again && st.Took <= 10*time.Millisecond {
			break // the looks of before count; a loaded machine needs several tries to show it
		}
	}
}

// What was seen before an input does not count after it.
func TestSettleAfterInput(t *testing.T) {
	f := run(t, `echo R; read x; sleep 60`)
	f.wait("R")
	if st, err := f.Settle(f.ctx); err != nil || !st.OK {
		t.Fatalf("Settle: %+v, %v", st, err)
	}
	sent := time.Now()
	f.send("\r")
	if st, err := f.Settle(f.ctx); err != nil || !st.OK {
		t.Fatalf("Settle: %+v, %v", st, err)
	}
	if took := time.Since(sent); took < 20*time.Millisecond {
		t.Errorf("settled %v after an input", took)
	}
}

// Programs that wake by themselves are settled after a while.
func TestSettleWaking(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		min, max     time.Duration
	}{
		{"without a change", `echo R; while :; do sleep 0.01; done`, 250 * time.Millisecond, 900 * time.Millisecond},
		{"a spinner", `echo R; while :; do printf "\r$i"; i=$((i+1)); sleep 0.01; done`, time.Second, 3 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := run(t, tt.script)
			f.wait("R")
			st, err := f.Settle(f.ctx)
			if err != nil || !st.OK || !st.Waking || st.Took < tt.min {
				t.Errorf("Settle: %+v, %v", st, err)
			}
			if st.Took > tt.max {
				t.Logf("took %v", st.Took) // a loaded machine
			}
		})
	}
}

func TestSettleDeadline(t *testing.T) {
	f := run(t, `echo R; while :; do :; done`)
	f.wait("R")
	ctx, cancel := context.WithTimeout(f.ctx, 100*time.Millisecond)
	defer cancel()
	if st, err := f.Settle(ctx); err != nil || st.OK {
		t.Errorf("Settle: %+v, %v", st, err)
	}
	if err := f.Answer(f.ctx); err != nil {
		t.Errorf("Answer: %v", err)
	}
}

func TestAnswerTime(t *testing.T) {
	f := run(t, `stty -echo; echo R; while read x; do :; done`)
	f.wait("R")
	if _, err := f.Settle(f.ctx); err != nil {
		t.Fatal(err)
	}
	best := time.Hour
	for best > 200*time.Millisecond && f.ctx.Err() == nil {
		begin := time.Now()
		f.send("x")
		if err := f.Answer(f.ctx); err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(begin))
	}
	if best < 20*time.Millisecond || best > 200*time.Millisecond {
		t.Errorf("without an answer it took %v", best)
	}
}

func BenchmarkLook(b *testing.B) {
	for _, depth := range []int{1, 3} {
		b.Run(fmt.Sprintf("processes=%d", depth), func(b *testing.B) {
			script := "echo R; read x"
			for range depth - 1 {
				script = "sh -c '" + strings.ReplaceAll(script, "'", `'\''`) + "'; :"
			}
			s, err := Start(b.Context(), Config{Argv: []string{"sh", "-c", script}, Env: Environ(EnvSpec{}), Cols: 80, Rows: 24, Engine: newPlain})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close(context.Background())
			s.Until(b.Context(), shows("R"))
			s.Settle(b.Context())
			for b.Loop() {
				s.look(true)
			}
		})
	}
}

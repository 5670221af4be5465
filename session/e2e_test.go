//go:build e2e && linux

package session

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

func program(t *testing.T, argv ...string) *fixture {
	t.Helper()
	c, buf := config(t, argv...)
	return start(t, c, buf)
}

// load keeps all cores busy from another process session: the kernel groups
// the processes of one.
func load(t *testing.T, loops int) {
	t.Helper()
	for range loops {
		cmd := exec.Command("sh", "-c", "ulimit -t 600; while :; do :; done")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	}
}

// Case O04: a program that reads chunks sees keys, not a paste.
func TestKeysAreReadOneByOne(t *testing.T) {
	load(t, 4)
	const script = `import os,tty; tty.setraw(0); print("R",end="",flush=True)
while 1:
  b=os.read(0,1024); print(len(b),b.hex(),end="\r\n",flush=True)
  if b[-1:]==b"\r": break`
	for i := range 50 {
		f := program(t, "python3", "-c", script)
		f.wait("R")
		for _, key := range []string{"h", "i", "\r"} {
			f.send(key)
			if err := f.Answer(f.ctx); err != nil {
				t.Fatal(err)
			}
		}
		if got := f.exit().Screen.Text(); got != "R1 68\n1 69\n1 0d" {
			t.Fatalf("run %d: %q", i, got)
		}
		f.close()
	}
}

// Case O14 with programs that hide: a daemon and a server in Python, bash with job control.
func TestNothingIsLeftOfDaemons(t *testing.T) {
	duration := fmt.Sprintf("4111%d", os.Getpid())
	daemon := `import os,signal,sys
if os.fork(): print("R",flush=True); signal.pause()
os.setsid()
if os.fork(): os._exit(0)
for s in (1,2,15): signal.signal(s, signal.SIG_IGN)
os.chdir("/"); n=os.open("/dev/null",2)
for i in range(3): os.dup2(n,i)
os.execvp("sleep",["sleep","` + duration + `"])`
	f := program(t, "python3", "-c", daemon)
	f.wait("R")
	f.close()
	server := `import os,pty,signal
if os.fork(): print("R",flush=True); signal.pause()
os.setsid()
if os.fork(): os._exit(0)
n=os.open("/dev/null",2)
for i in range(3): os.dup2(n,i)
pid,fd=pty.fork()
if pid==0: os.execvp("sleep",["sleep","` + duration + `"])
signal.signal(1,signal.SIG_IGN)
os.execvp("sleep",["sleep","` + duration + `"])`
	h := program(t, "python3", "-c", server) // with terminals of its own, as tmux
	h.wait("R")
	h.close()
	g := program(t, "bash", "--norc", "-i")
	g.send("sleep " + duration + " & disown; nohup sleep " + duration + " & (setsid sleep " + duration + " &); sleep " + duration + " &\r")
	g.Settle(g.ctx)
	g.send("echo $((40+2))\r")
	g.wait("42")
	g.close()
	if left := running("sleep", duration); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// Answers that nobody reads hold no output up. They are not echoed: what stands on
// the screen would be gone before anybody looks.
func TestQueryFlood(t *testing.T) {
	f := program(t, "bash", "-c", `stty raw -echo; for i in {1..100000}; do printf '\e[6n'; done; printf '\e[H\e[2JOK'; sleep 1000`)
	f.wait("OK")
}

// A bash that answers is settled with its prompt, at any load.
func TestSettleBash(t *testing.T) {
	for _, loops := range []int{0, 4, 12} {
		t.Run(fmt.Sprintf("load=%d", loops), func(t *testing.T) {
			load(t, loops)
			early := 0
			for i := range 10 {
				f := program(t, "bash", "--norc", "--noprofile")
				f.Settle(f.ctx)
				f.send("echo a; for ((i=0;i<20000;i++)); do :; done; echo b; seq 1 50000 | sort | tail -1; echo c$((i))\r")
				st, err := f.Settle(f.ctx)
				if err != nil || !st.OK {
					t.Fatal(i, st, err)
				}
				if !strings.Contains(f.View().Screen.Text(), "c20000") {
					early++
				}
				f.close()
			}
			if early > 0 {
				t.Errorf("settled too early in %d of 10 runs", early)
			}
		})
	}
}

// The times that real programs need to settle.
func TestSettlePrograms(t *testing.T) {
	for _, tt := range []struct {
		argv []string
		want string
		keys []string
		quit string
	}{
		{[]string{"vim", "-u", "NONE", "-i", "NONE", "--not-a-term"}, "~", []string{"i", "h", "\x1b"}, ":q!\r"},
		{[]string{"sh", "-c", "seq 1 2000 | fzf"}, "2000/2000", []string{"1", "9", "\x7f"}, "\x1b"},
		{[]string{"sh", "-c", "seq 1 2000 >numbers; exec less numbers"}, "numbers", []string{" ", "b"}, "q"},
		{[]string{"htop"}, "CPU", []string{"\x1b[B"}, "q"},
	} {
		t.Run(tt.argv[0]+" "+tt.argv[len(tt.argv)-1], func(t *testing.T) {
			f := program(t, tt.argv...)
			f.wait(tt.want)
			var took []time.Duration
			settle := func() {
				st, err := f.Settle(f.ctx)
				if err != nil || !st.OK {
					t.Fatalf("%+v, %v\n%s", st, err, f.View().Screen.Text())
				}
				took = append(took, st.Took.Round(time.Millisecond))
			}
			settle()
			for _, k := range tt.keys {
				f.send(k)
				begin := time.Now()
				f.Answer(f.ctx)
				took = append(took, time.Since(begin).Round(time.Millisecond))
				settle()
			}
			t.Log("first settle, then answer and settle of each key:", took)
			f.send(tt.quit)
			f.exit()
		})
	}
}

// Case O10: the environment of the caller does not matter.
func TestEmptyEnvironment(t *testing.T) {
	base := t.TempDir()
	spec := EnvSpec{Base: base, Caller: []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}}
	if err := spec.MakeDirs(); err != nil {
		t.Fatal(err)
	}
	c, buf := config(t, "bash", "-c", `printf "✓ 日本\n"; locale charmap`)
	c.Env = Environ(spec)
	f := start(t, c, buf)
	if got := f.exit().Screen.Text(); got != "✓ 日本\nUTF-8" {
		t.Errorf("%q", got)
	}
}

// Nothing is left either when the runner itself is gone by a panic or kill:
// the terminal hangs up, which ends all that does not ignore it.
func TestHangup(t *testing.T) {
	f := program(t, "bash", "--norc")
	f.Settle(f.ctx)
	f.dev.closeSlave()
	f.dev.close()
	select {
	case <-f.reaped:
	case <-f.ctx.Done():
		t.Error("bash outlives its terminal")
	}
}

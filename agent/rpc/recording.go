package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"scenario/agent"
	"scenario/emulator"
	"scenario/session"
)

// line is a line of a recording, in tuispec's form.
type line struct {
	TimestampMicros int64  `json:"timestampMicros"`
	Direction       string `json:"direction"` // request, response, notification, frame, frame-delta
	Line            string `json:"line"`
}

// recorder writes what goes over the connection, and the frames of a session.
type recorder struct {
	path string
	stop context.CancelFunc
	done sync.WaitGroup

	mu   sync.Mutex
	file *os.File
	left int64
	lost int   // lines that did not fit, or could not be written
	err  error // of the first of them
}

// maxRecording bounds a recording, in bytes.
const maxRecording = 256 << 20

func (r *recorder) write(direction string, text []byte) {
	b, err := json.Marshal(line{time.Now().UnixMicro(), direction, string(text)})
	if err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return
	}
	err = r.err // after a line that is missing no other comes
	switch r.left -= int64(len(b)) + 1; {
	case err != nil:
	case r.left < 0:
		err = fmt.Errorf("the recording is larger than %d MiB", maxRecording>>20)
	default:
		_, err = r.file.Write(append(b, '\n'))
	}
	if err != nil {
		r.err = err
		r.lost++
	}
}

// state adds to an answer what the recording has lost.
func (r *recorder) state(answer map[string]any) map[string]any {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		answer["lostLines"], answer["reason"] = r.lost, r.err.Error()
	}
	return answer
}

func (s *Server) recordLine(direction string, text []byte) {
	s.mu.Lock()
	r := s.rec
	s.mu.Unlock()
	if r != nil {
		r.write(direction, text)
	}
}

func (s *Server) recordingStart(_ context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		Path            *string `json:"path"`
		FrameIntervalMs *int    `json:"frameIntervalMs"`
	}
	if err := decode(raw, &p); err != nil {
		return nil, err
	}
	if p.Path == nil {
		return nil, badParam("path", "is missing")
	}
	name, err := s.below(*p.Path)
	if err != nil {
		return nil, badParam("path", "%v", err)
	}
	ms := 200
	if p.FrameIntervalMs != nil {
		ms = *p.FrameIntervalMs
	}
	if ms < 0 || ms > 60_000 {
		return nil, badParam("frameIntervalMs", "%d is not from 0 to 60000", ms)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rec != nil {
		return nil, methodFailed("it is recording already, into " + s.rec.path)
	}
	file, err := s.o.Agent.Files().Create(name)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &recorder{path: s.o.Agent.Files().Path(name), stop: stop, file: file, left: maxRecording}
	s.rec = r
	if x := s.sessions[p.SessionID]; x != nil && ms > 0 {
		if sh, err := x.program(); err == nil {
			r.done.Go(func() { r.frames(ctx, sh, time.Duration(ms)*time.Millisecond) })
		}
	}
	return map[string]any{"ok": true, "path": r.path, "frameIntervalMs": ms}, nil
}

// keyframes is how many frames there are from one whole one to the next.
const keyframes = 20

// frames writes the screen whenever it has changed, at most one each interval:
// whole, or the rows that changed.
func (r *recorder) frames(ctx context.Context, sh *agent.Shell, interval time.Duration) {
	var told *emulator.Screen
	var at time.Time
	for n := 0; ; n++ {
		v, err := sh.Term().Until(ctx, func(v *session.View) (bool, time.Duration) {
			if told != nil && told.SameCells(v.Screen) {
				return false, 0
			}
			left := interval - v.Now.Sub(at)
			return left <= 0, max(left, 0)
		})
		if ctx.Err() != nil {
			return
		}
		r.frame(told, v.Screen, n)
		told, at = v.Screen, v.Now
		if err != nil {
			return
		}
	}
}

func (r *recorder) frame(before, now *emulator.Screen, n int) {
	if before == nil || n%keyframes == 0 || before.Rows != now.Rows {
		r.write("frame", []byte(now.Text()))
		return
	}
	delta := [][2]any{}
	for i := range now.Rows {
		if text := now.RowText(i); text != before.RowText(i) {
			delta = append(delta, [2]any{i, text})
		}
	}
	if b, err := json.Marshal(delta); err == nil && len(delta) > 0 {
		r.write("frame-delta", b)
	}
}

func (s *Server) recordingStop(context.Context, json.RawMessage) (any, error) {
	r := s.stopRecording()
	if r == nil {
		return nil, methodFailed("it is not recording").with("hint", "recording.start begins a recording")
	}
	return r.state(ok()), nil
}

// stopRecording ends the recording and returns it, nil when there was none.
func (s *Server) stopRecording() *recorder {
	s.mu.Lock()
	r := s.rec
	s.rec = nil
	s.mu.Unlock()
	if r == nil {
		return nil
	}
	r.stop()
	r.done.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.file.Close()
	r.file = nil
	return r
}

func (s *Server) recordingStatus(context.Context, json.RawMessage) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rec == nil {
		return map[string]any{"active": false, "path": nil}, nil
	}
	return s.rec.state(map[string]any{"active": true, "path": s.rec.path}), nil
}

// replay does the requests of a recording again and compares the answers.
func (s *Server) replay(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		Path  *string `json:"path"`
		Speed string  `json:"speed"`
	}
	if err := decode(raw, &p); err != nil {
		return nil, err
	}
	if p.Path == nil {
		return nil, badParam("path", "is missing")
	}
	if p.Speed == "" {
		p.Speed = "as-fast-as-possible"
	}
	if p.Speed != "as-fast-as-possible" && p.Speed != "real-time" {
		return nil, badParam("speed", "%q is not as-fast-as-possible or real-time", p.Speed)
	}
	name, err := s.below(*p.Path)
	if err != nil {
		return nil, badParam("path", "%v", err)
	}
	f, err := s.o.Agent.Files().Open(name)
	if err != nil {
		return nil, methodFailed(err.Error())
	}
	defer f.Close()
	n, wrong, err := s.again(ctx, f, p.Speed == "real-time")
	if err != nil {
		return nil, err
	}
	return map[string]any{"ok": len(wrong) == 0, "replayedRequests": n, "path": s.o.Agent.Files().Path(name), "speed": p.Speed, "mismatches": wrong}, nil
}

// mismatch is an answer that was another one when it was recorded.
type mismatch struct {
	Request  int    `json:"request"` // from 1
	Method   string `json:"method"`
	Expected any    `json:"expected"`
	Actual   any    `json:"actual"`
}

const maxMismatches = 100

// again does the requests of a recording in their order, each followed by the
// comparison with the answer that was recorded for its id.
func (s *Server) again(ctx context.Context, f io.Reader, realTime bool) (n int, wrong []mismatch, err error) {
	reqs, answers, err := readRecording(f)
	if err != nil {
		return 0, nil, err
	}
	wrong = []mismatch{}
	began := time.Now()
	for i, r := range reqs {
		if realTime {
			due := began.Add(time.Duration(r.at-reqs[0].at) * time.Microsecond)
			if err := until(ctx, due); err != nil {
				return n, wrong, err
			}
		}
		switch r.Method {
		case "server.shutdown", "server.ping", "$/cancelRequest", "replay", "recording.start", "recording.stop", "recording.status":
			continue
		}
		n++
		res, err := s.call(ctx, r.Method, r.Params)
		if ctx.Err() != nil {
			return n, wrong, ctx.Err()
		}
		want, ok := answers[string(r.ID)]
		if !ok || len(wrong) >= maxMismatches {
			continue
		}
		got := answer(res, err)
		if !bytes.Equal(settledAnswer(got), settledAnswer(want)) {
			wrong = append(wrong, mismatch{i + 1, r.Method, want, got})
		}
	}
	return n, wrong, nil
}

// until lets the time pass.
func until(ctx context.Context, due time.Time) error {
	ctx2, cancel := context.WithDeadline(ctx, due)
	defer cancel()
	<-ctx2.Done()
	return ctx.Err()
}

type replayed struct {
	request
	at int64
}

// readRecording reads the requests of a recording and the answers by their ids.
// A plain list of requests, one a line, is one too.
func readRecording(f io.Reader) (reqs []replayed, answers map[string]any, err error) {
	answers = map[string]any{}
	r := newLineReader(f)
	for n := 1; ; n++ {
		text, err := r.next()
		if errors.Is(err, io.EOF) {
			return reqs, answers, nil
		}
		if err != nil {
			return nil, nil, methodFailed(fmt.Sprintf("line %d: %v", n, err))
		}
		l := line{Direction: "request", Line: string(text)}
		var recorded line
		if json.Unmarshal(text, &recorded) == nil && recorded.Direction != "" {
			l = recorded
		}
		switch l.Direction {
		case "request":
			all, _, perr := parse([]byte(l.Line))
			if perr != nil {
				return nil, nil, methodFailed(fmt.Sprintf("line %d: %v", n, perr))
			}
			for _, q := range all {
				reqs = append(reqs, replayed{q, l.TimestampMicros})
			}
		case "response":
			var m struct {
				ID     json.RawMessage `json:"id"`
				Result any             `json:"result"`
				Error  *Error          `json:"error"`
			}
			if json.Unmarshal([]byte(l.Line), &m) == nil && m.ID != nil {
				answers[string(m.ID)] = answer(m.Result, errorOf(m.Error))
			}
		}
	}
}

func errorOf(e *Error) error {
	if e == nil {
		return nil
	}
	return e
}

// answer is the result of a call or its error, as it is compared: of an error
// the code alone.
func answer(res any, err error) any {
	if err != nil {
		return map[string]any{"error": asError(err).Code}
	}
	return res
}

// settledAnswer is an answer without what differs from run to run: paths, versions,
// how long something took.
func settledAnswer(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var plain any
	if json.Unmarshal(b, &plain) != nil {
		return b
	}
	if m, ok := plain.(map[string]any); ok {
		for _, key := range []string{"artifactRoot", "version", "snapshotPath", "metaPath", "pngPath", "actualPath", "baselinePath", "path", "elapsedMs", "sessionId", "coordinateBase"} {
			delete(m, key)
		}
	}
	b, _ = json.Marshal(plain)
	return b
}

package session

import (
	"context"
	"time"
)

// lastWords is how long Close reads on after the tree has ended, when something
// still holds the PTY open.
const lastWords = 200 * time.Millisecond

// Close ends the whole process tree (hangup, terminate, kill, each with a
// deadline; the end of ctx skips to kill), drains the PTY, closes the cast and
// returns how the program ended. Called again it returns the same. The error
// names processes that could not be ended, or is Err's.
func (s *Session) Close(ctx context.Context) (Exit, error) {
	s.closeOnce.Do(func() { s.closed, s.closeErr = s.end(ctx) })
	return s.closed, s.closeErr
}

func (s *Session) end(ctx context.Context) (Exit, error) {
	s.mu.Lock()
	s.ending = !s.isReaped()
	s.mu.Unlock()
	err := s.tree.end(ctx, max(s.dev.foreground(), 1))
	s.finish(err == nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopSync()
	s.preview.stop()
	exit := Exit{Status: -1, Ended: true, At: time.Now()}
	if s.exit != nil {
		exit = *s.exit
	}
	s.catchUp()
	s.rec.close(exit)
	if err == nil {
		err = s.fault
	}
	if err == nil {
		err = s.rec.err
	}
	return exit, err
}

// finish reads to the end of the output and ends the goroutines. When the
// program could not be ended, the one that waits for it is left behind.
func (s *Session) finish(ended bool) {
	patience := time.NewTimer(lastWords)
	defer patience.Stop()
	if ended {
		<-s.reaped
	}
	select {
	case <-s.readDone:
	case <-patience.C: // held open by a process that is not ours
	}
	s.in.close()
	s.dev.close()
	<-s.readDone
	if ended {
		s.wg.Wait()
	}
}

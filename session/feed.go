package session

import (
	"fmt"
	"time"

	"scenario/emulator"
)

const (
	readSize = 32 << 10
	syncMax  = time.Second // how long a synchronized update may be open

	// lastOutputMax is more than the kernel can hold of a program's output:
	// after so much has been read since the program was reaped, the rest is
	// of processes that it left behind.
	lastOutputMax = 128 << 10
)

// read feeds the output of the PTY to the terminal until its end.
func (s *Session) read() {
	defer s.wg.Done()
	defer close(s.readDone)
	buf := make([]byte, readSize)
	late := 0
	for {
		n, err := s.dev.read(buf, s.noteRead)
		if n > 0 {
			s.feed(buf[:n])
			if late < lastOutputMax && s.isReaped() {
				if late += n; late >= lastOutputMax {
					close(s.readEnough)
				}
			}
		}
		if err != nil {
			return
		}
	}
}

// noteRead tells reap, once the program is reaped, that the PTY was found
// empty.
func (s *Session) noteRead() {
	if !s.isReaped() {
		return
	}
	select {
	case s.readIdle <- struct{}{}:
	default:
	}
}

// feed takes one read of output.
func (s *Session) feed(p []byte) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outputs++
	s.lastOutput = now
	if s.answered.IsZero() {
		s.answered = now
	}
	segment := p // what is not in the cast yet
	for len(p) > 0 {
		before, n, kind := nextSequence(p)
		s.write1(p[:before], now)
		switch kind {
		case seqSync:
			s.rec.output(segment[:len(segment)-len(p)+before], now, s.term)
			s.beforeSync()
			segment = p[before:]
			s.write1(p[before:before+n], now)
		case seqQuery:
			s.query(p[before:before+n], now)
		}
		p = p[before+n:]
	}
	s.rec.output(segment, now, s.term)
	if s.rec.redraws() && !s.term.Synchronized() {
		s.redraw(now)
	}
	s.publish()
}

// write1 gives output to the terminal; mu is held.
func (s *Session) write1(p []byte, now time.Time) (replied bool) {
	if len(p) == 0 || s.fault != nil {
		return false
	}
	if err := s.term.Write(p); err != nil {
		s.fault = fmt.Errorf("session %s: %w", s.conf.Name, err)
	}
	s.touch(now)
	replies := s.term.Replies()
	s.in.reply(replies)
	s.addMarks(s.term.Marks())
	s.watchSync()
	return len(replies) > 0
}

// query gives a query to the terminal and notes it when there is no answer; mu
// is held.
func (s *Session) query(p []byte, now time.Time) {
	if s.write1(p, now) {
		return
	}
	// Views share the old array.
	list := append([]string(nil), s.unanswered[max(0, len(s.unanswered)-maxUnanswered+1):]...)
	s.unanswered = append(list, string(p[:min(len(p), 200)]))
}

// touch notes that the terminal may have changed; mu is held.
func (s *Session) touch(now time.Time) { s.stale, s.touched = true, now }

func (s *Session) addMarks(marks []emulator.Mark) {
	s.marksSeen += len(marks)
	s.marks = append(s.marks, marks...)
	if len(s.marks) > 4*maxMarks { // views share the old array
		s.marks = append([]emulator.Mark(nil), s.marks[len(s.marks)-maxMarks:]...)
	}
}

// beforeSync keeps and shows the screen before a synchronized update begins;
// mu is held.
func (s *Session) beforeSync() {
	if s.term.Synchronized() {
		return
	}
	if s.stale || s.frame == nil {
		s.screen()
		s.offer()
	}
}

// watchSync starts and stops the time that a synchronized update has; mu is
// held.
func (s *Session) watchSync() {
	open := s.term.Synchronized()
	switch {
	case open && s.sync == nil:
		s.syncNo++
		no := s.syncNo
		s.sync = time.AfterFunc(syncMax, func() { s.cutSync(no) })
	case !open:
		s.stopSync()
	}
}

func (s *Session) stopSync() {
	if s.sync != nil {
		s.sync.Stop()
		s.sync = nil
	}
}

// maxSyncCuts bounds what SyncCuts returns.
const maxSyncCuts = 4096

// cutSync ends the no-th synchronized update.
func (s *Session) cutSync(no int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sync == nil || s.syncNo != no {
		return
	}
	s.sync = nil
	s.term.EndSynchronized()
	s.rec.endSynchronized()
	s.touch(time.Now())
	if len(s.syncCuts) < maxSyncCuts {
		s.syncCuts = append(s.syncCuts, s.catchUp())
	}
	s.publish()
}

// reap waits for the end of the program and, after it, for the end of what it
// wrote, and tells of it.
func (s *Session) reap() {
	defer s.wg.Done()
	s.cmd.Wait() // the status is in ProcessState
	exit := exitOf(s.cmd.ProcessState)
	exit.At = time.Now()
	close(s.reaped)
	s.dev.closeSlave()
	s.drain()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.term.Synchronized() { // no end of it will come
		s.term.EndSynchronized()
		s.rec.endSynchronized()
		s.touch(exit.At)
	}
	s.stopSync()
	exit.Ended = s.ending
	s.exit = &exit
	s.catchUp()
	s.publish()
}

// drain waits until everything that was written before is read.
func (s *Session) drain() {
	var timeout <-chan time.Time
	if !exactPending {
		timeout = time.After(restOf.Blind)
	}
	for s.dev.pending() {
		select {
		case <-s.readIdle: // perhaps from before the last output: look again
		case <-s.readEnough:
			return
		case <-s.readDone:
			return
		case <-timeout:
			return
		}
	}
}

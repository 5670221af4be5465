package report

import (
	"io"
	"sync"

	"scenario/event"
)

// JSONL returns a function that writes each event it is given as one line of
// JSON, in one Write call. It is safe for concurrent use. After a failed write
// it writes nothing more.
func JSONL(w io.Writer) func(event.Envelope) {
	var mu sync.Mutex
	broken := false
	return func(e event.Envelope) {
		line, err := e.MarshalJSON()
		if err != nil {
			return // Log has told of it
		}
		mu.Lock()
		defer mu.Unlock()
		if broken {
			return
		}
		_, err = w.Write(append(line, '\n'))
		broken = err != nil
	}
}

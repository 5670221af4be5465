// Package session is the only place with child processes. A Session is one
// program in a PTY with an emulator, a cast that records it, and a
// notification for every change of its screen. When it is closed, nothing of
// the program's process tree is left. Service and Exec run the author's other
// commands with the same care.
//
// # Output
//
// One goroutine reads the PTY all the time, so a program never blocks on its
// output, whatever the scenario is doing. What it reads goes through the masks
// into the cast and into the emulator, under one mutex. While somebody waits
// (Until), the screen is copied after every read and before every synchronized
// update, into a short queue: a text that stands on the screen between two
// reads only is seen. The reader never waits for a condition; when the queue
// is full, further screens are merged into the newest. When nobody waits,
// nothing is copied.
//
// The answers of the terminal to the program's queries and the scenario's
// input go through one queue with its own goroutine, in order. Answers beyond
// 64 KiB that the program does not read are dropped; input that it does not
// read is given up at the deadline.
//
// # The end
//
// The runner keeps the slave side of the PTY open until the program is reaped
// and reads on until the kernel has nothing left, so no output is lost however
// fast it exits. Only then View.Exit is set, and Until fails. Close ends every
// process that descends from the program, belongs to its terminal session, or
// was seen to descend from it earlier; and orphans that left all of that, but
// have its temporary folder (TMPDIR) in their environment. Where two sessions
// share that folder, such an orphan is ended with the last of them.
//
// # Secrets
//
// The emulator sees the truth, the cast never does. A value is masked by one
// asterisk a cell
//
//   - in the byte stream, across reads; what may be the beginning of a value
//     is held back, until more output decides or the screen settles;
//   - on the screen. After each read the rows of the true screen, soft-wrapped
//     ones joined, are searched for values, and for beginnings of a value of
//     three characters and more left of the cursor. When a replay of the cast
//     would show three of its cells, the cast goes over to redraws: from there
//     to the end of the session it holds the masked screen, row by row, not the
//     program's bytes. (Going back would need state of the terminal that no
//     screen shows, like the scroll region or the pen.) So of a value that is
//     drawn a piece at a time, at most two characters are ever recorded.
//
// Text written with WriteSecret goes over to redraws before it is echoed, and
// until the next other input a single character left of the cursor and any
// beginning of three are masked as well; it is a secret from then on, declared
// or not. Input is recorded masked when it was
// written with WriteSecret, when the terminal reads a password (line mode
// without echo), and from the third character of a value on. What is
// left of a value that is written over in part stays masked. Not found are
// values that the program itself changes or cuts from the left.
//
// Beyond CastLimit the cast holds redraws too, at most 30 a second; beyond CastMax
// input, sizes and markers alone.
package session

package session

import "time"

// restOf is measured on bash, vim, fzf and k9s, idle and under load.
var restOf = restTimes{
	Look:   2 * time.Millisecond,
	Quiet:  20 * time.Millisecond,
	Rests:  5,
	Waking: 250 * time.Millisecond,
	Latest: time.Second,
	Answer: 500 * time.Millisecond,
}

package cast

import (
	"errors"
	"strconv"
	"time"
)

// maxSeconds (about 31 years) keeps sums of times far from overflow.
const maxSeconds = 1_000_000_000

var errTime = errors.New("time is not a number of seconds from 0 to 1e9")

// parseSeconds converts a JSON number of seconds without going through a
// float, so that sums of intervals are exact; digits below 1 ns are dropped.
func parseSeconds(s string) (time.Duration, error) {
	var (
		digits, exp int64
		seen, point bool
		i           int
	)
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' && !point {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		seen = true
		if digits > 1<<59 { // more than 17 digits: only their count matters
			if !point {
				exp++
			}
			continue
		}
		digits = digits*10 + int64(c-'0')
		if point {
			exp--
		}
	}
	if !seen {
		return 0, errTime
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		e, ok := parseExponent(s[i+1:])
		if !ok {
			return 0, errTime
		}
		exp += e
		i = len(s)
	}
	if i != len(s) {
		return 0, errTime
	}
	for exp += 9; exp < 0 && digits > 0; exp++ {
		digits /= 10
	}
	for ; exp > 0 && digits > 0; exp-- {
		if digits > maxSeconds*int64(time.Second)/10 {
			return 0, errTime
		}
		digits *= 10
	}
	if digits > maxSeconds*int64(time.Second) {
		return 0, errTime
	}
	return time.Duration(digits), nil
}

func parseExponent(s string) (exp int64, ok bool) {
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		exp = min(exp*10+int64(c-'0'), 1<<20)
	}
	if neg {
		exp = -exp
	}
	return exp, s != ""
}

// appendMicros writes microseconds as seconds, with three decimals when they
// suffice and six when not.
func appendMicros(dst []byte, us int64) []byte {
	dst = strconv.AppendInt(dst, us/1e6, 10)
	frac, digits := us%1e6, 6
	if frac%1000 == 0 {
		frac, digits = frac/1000, 3
	}
	dst = append(dst, '.', '0', '0', '0', '0', '0', '0')[:len(dst)+1+digits]
	for i := len(dst) - 1; frac > 0; i-- {
		dst[i] = byte('0' + frac%10)
		frac /= 10
	}
	return dst
}

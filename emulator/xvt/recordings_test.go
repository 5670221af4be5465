//go:build e2e

package xvt

import "testing"

func TestRecordings(t *testing.T) { engine().Recordings(t) }

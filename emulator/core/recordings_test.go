//go:build e2e

package core

import "testing"

func TestRecordings(t *testing.T) { engine().Recordings(t) }

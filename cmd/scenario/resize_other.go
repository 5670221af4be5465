//go:build !unix

package main

import "os"

// notifyResize does nothing: no signal tells of it here.
func notifyResize(chan<- os.Signal) {}

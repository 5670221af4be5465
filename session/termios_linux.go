package session

import "golang.org/x/sys/unix"

const termiosGet = unix.TCGETS

//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// A file that may not grow (ulimit -f) is storage that cannot be had now, which is answered like a full disk; the system
// would end the program instead.
func init() { signal.Ignore(syscall.SIGXFSZ) }

//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// When a file reaches its size limit (ulimit -f), writing must fail like on a full disk; without this the system would end the
// program.
func init() { signal.Ignore(syscall.SIGXFSZ) }

//go:build !linux

package db

import "syscall"

// limitUnacknowledged does nothing where there is no TCP_USER_TIMEOUT: keepalive alone ends a silent connection.
func limitUnacknowledged(string, string, syscall.RawConn) error { return nil }

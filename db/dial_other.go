//go:build !linux

package db

import "syscall"

// limitUnacknowledged does nothing without TCP_USER_TIMEOUT: only keepalive ends a dead connection.
func limitUnacknowledged(string, string, syscall.RawConn) error { return nil }

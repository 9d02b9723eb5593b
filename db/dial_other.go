//go:build !linux

package db

import "syscall"

// limitUnacknowledged is for systems that have no such limit: the keepalive alone ends a silent connection.
func limitUnacknowledged(string, string, syscall.RawConn) error { return nil }

//go:build !linux

package sink

import "time"

// pause waits with the runtime's timers.
type pause struct{}

func newPause() pause { return pause{} }

func (pause) wait(d time.Duration) { time.Sleep(d) }

func (pause) close() {}

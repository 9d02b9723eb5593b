package sink

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// pause waits as precisely as the system can. The runtime's timers are late by up to a millisecond, and more under load, which
// would be measured as the sender's time.
type pause struct{ timer *os.File }

func newPause() pause {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return pause{} // every call of which fails
	}
	return pause{os.NewFile(uintptr(fd), "timer")}
}

func (p pause) wait(d time.Duration) {
	raw, err := p.timer.SyscallConn()
	if err == nil {
		err = raw.Control(func(fd uintptr) {
			_ = unix.TimerfdSettime(int(fd), 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(int64(d))}, nil)
		})
	}
	if err == nil {
		_, err = p.timer.Read(make([]byte, 8))
	}
	if err != nil { // the sink was closed, or the system has no such timer
		time.Sleep(d)
	}
}

func (p pause) close() { _ = p.timer.Close() }

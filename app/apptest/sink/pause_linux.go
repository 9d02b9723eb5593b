package sink

import (
	"encoding/binary"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// pause waits as exactly as the system can. The runtime's own timers are late by up to a millisecond, the more the more
// happens in between, which would be measured as the sender's.
type pause struct{ timer *os.File }

func newPause() pause {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return pause{}
	}
	return pause{os.NewFile(uintptr(fd), "timer")}
}

func (p pause) wait(d time.Duration) {
	if p.timer == nil || d <= 0 {
		time.Sleep(d)
		return
	}
	raw, err := p.timer.SyscallConn()
	if err == nil {
		_ = raw.Control(func(fd uintptr) {
			err = unix.TimerfdSettime(int(fd), 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(int64(d))}, nil)
		})
	}
	var expired [8]byte
	if err == nil {
		_, err = p.timer.Read(expired[:])
	}
	if err != nil || binary.NativeEndian.Uint64(expired[:]) == 0 {
		time.Sleep(d)
	}
}

func (p pause) close() {
	if p.timer != nil {
		_ = p.timer.Close()
	}
}

//go:build torture_controls && unix

package main

import (
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// now is the machine's clock, set wrong by as many nanoseconds as stand in the file that TORTURE_CLOCK names: cmd/torture
// changes them while the program runs, as whoever sets a clock does.
var now = wrongClock(os.Getenv("TORTURE_CLOCK"))

func wrongClock(file string) func() time.Time {
	if file == "" {
		return time.Now
	}
	f, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	memory, err := syscall.Mmap(int(f.Fd()), 0, 8, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	wrong := (*int64)(unsafe.Pointer(unsafe.SliceData(memory)))
	return func() time.Time { return time.Now().Add(time.Duration(atomic.LoadInt64(wrong))) }
}

package app

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// forgetProgram lets go of the pages of the program's file that are in memory. They are never written to, so the system
// reads them again from the file, or rather from its own copy of it, when they are used.
func forgetProgram() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(maps)) {
		var from, to uintptr
		f := strings.Fields(line) // 00400000-01368000 r-xp 00000000 fe:00 12755119 /usr/bin/presence
		if len(f) != 6 || f[5] != program || strings.Contains(f[1], "w") {
			continue
		}
		if n, _ := fmt.Sscanf(f[0], "%x-%x", &from, &to); n == 2 {
			_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTNEED)
		}
	}
}

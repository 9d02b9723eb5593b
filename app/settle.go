package app

import "runtime/debug"

// settle gives back what only the start needed: its garbage, and the pages of the program's own file that it went through.
// Whatever of them is used again comes back by itself.
func settle() {
	debug.FreeOSMemory()
	forgetProgram()
}

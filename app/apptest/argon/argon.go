// Package argon lets tests count how many passwords are hashed.
package argon

import "runtime/metrics"

// memory is what one hash allocates, in bytes: the parameter of package passwords.
const memory = 19 << 20

// Runs returns a function that tells how often argon2 has run in this process since, by the memory that was allocated: each run
// takes 19 MiB at its beginning, and all else together must stay below that.
func Runs() func() int {
	allocated := func() uint64 {
		bytes := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
		metrics.Read(bytes)
		return bytes[0].Value.Uint64()
	}
	start := allocated()
	return func() int { return int((allocated() - start) / memory) }
}

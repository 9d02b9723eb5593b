package background

// Wake wakes a Repeat that waits. Its zero value never does.
type Wake chan struct{}

// NewWake makes a Wake.
func NewWake() Wake { return make(Wake, 1) }

// Up wakes the Repeat now or, while it works, as soon as it has. It does not wait, and several calls meanwhile wake it once.
func (w Wake) Up() {
	select {
	case w <- struct{}{}:
	default:
	}
}

package campaigns

import (
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"presence/db"
)

// notes are which message each session of this process is handing over, in a file beside the database that is mapped into
// memory. A note costs no wait for the disk: it outlives the process, though not the machine. With it a row may be marked
// while the answer to the message before it is awaited, and after a kill it is known all the same which of the two was
// under way (R11).
type notes struct {
	text  []byte // of the whole file
	unmap func() error

	mu    sync.Mutex
	free  []int // places that a session has left
	fresh int   // the first place that none has had
}

const (
	noteSize  = 16  // the message that the relay has taken, and the one that is handed over
	notesHead = 256 // where the first note stands
	notesSize = notesHead + 2000*noteSize
)

// headOf opens the notes of a worker: they are good for as long as the machine runs.
func headOf(boot string, worker int64) string {
	return fmt.Sprintf("presence sending 1\n%s\n%d\n", boot, worker)
}

// thisBoot names the time since the machine was started; empty where the system has no name for it.
func thisBoot() string {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// openNotes begins the notes of a worker, in place of those of the last one. All of the file is written at once, so that
// no note can find the disk full.
func openNotes(path, boot string, worker int64) (*notes, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.WriteAt(append([]byte(headOf(boot, worker)), make([]byte, notesSize)...)[:notesSize], 0); err != nil {
		return nil, err
	}
	n := &notes{}
	if n.text, n.unmap, err = db.MapFile(f, notesSize, true); err != nil {
		return nil, err
	}
	return n, nil
}

// note is one session's: two numbers in the file.
type note struct {
	of             *notes
	place          int
	taken, handing *int64
}

// take gives a session a place for its note. Without notes, or when there are more sessions than places, there is none.
func (n *notes) take() *note {
	if n == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	place := n.fresh
	if last := len(n.free) - 1; last >= 0 {
		place, n.free = n.free[last], n.free[:last]
	} else if n.fresh++; notesHead+n.fresh*noteSize > notesSize {
		n.fresh--
		return nil
	}
	at := unsafe.Pointer(&n.text[notesHead+place*noteSize])
	return &note{of: n, place: place, taken: (*int64)(at), handing: (*int64)(unsafe.Add(at, 8))}
}

// leave gives the place to another session, once everything that the note tells is in the database.
func (n *note) leave() {
	n.of.mu.Lock()
	defer n.of.mu.Unlock()
	n.of.free = append(n.of.free, n.place)
}

// write says that the relay has taken a message of which the database does not know yet (0: of none), and that another
// one is about to be handed over (0: none). In this order: between the two, the last message is in both, and was taken.
func (n *note) write(taken, handing int64) {
	if !keepsNotes {
		return
	}
	atomic.StoreInt64(n.taken, taken)
	atomic.StoreInt64(n.handing, handing)
}

// proof is what the notes of a worker that is gone tell of the rows that it had marked: which ones the relay has taken,
// and which ones it may have been handed. All others it certainly was not.
type proof struct{ taken, handing []int64 }

// readNotes is nil when there are none of that worker since the machine was started: then nobody knows.
func readNotes(path, boot string, worker int64) *proof {
	text, err := os.ReadFile(path)
	head := headOf(boot, worker)
	if err != nil || boot == "" || !strings.HasPrefix(string(text), head) {
		return nil
	}
	p := &proof{}
	for rest := text[min(notesHead, len(text)):]; len(rest) >= noteSize; rest = rest[noteSize:] {
		p.taken = append(p.taken, int64(binary.NativeEndian.Uint64(rest)))
		p.handing = append(p.handing, int64(binary.NativeEndian.Uint64(rest[8:])))
	}
	return p
}

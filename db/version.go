package db

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Version is a number that every commit changes, whichever process makes it: what was read after it was asked holds for as
// long as it is the same. It costs a few nanoseconds. ok is false where that cannot be told (PostgreSQL, or a system
// without shared memory).
func (d *DB) Version() (v uint64, ok bool) { return d.version() }

func (d *sqliteDB) version() (uint64, bool) { return d.watcher.version() }

func (d *postgresDB) version() (uint64, bool) { return 0, false }

// watcher looks at the head of the WAL index, which SQLite keeps in a file that all connections have mapped, and changes
// before a commit returns (https://sqlite.org/walformat.html, 2.1). While a connection is open nobody cuts that file.
type watcher struct {
	mu    sync.RWMutex
	index []byte // nil: not to be had
	unmap func() error
}

// The head, in the byte order of the machine.
const (
	indexChange = 8  // 32 bits, one more with each commit
	indexReady  = 12 // a byte, 1 once the rest is there
	indexFrames = 16 // 32 bits: valid frames of the WAL
	indexSalt   = 32 // 64 bits, others with each new WAL
	indexSize   = 48
)

// open begins to look. Some connection must have read before, which is when SQLite makes the file.
func (w *watcher) open(path string) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	f, err := os.Open(path + "-shm")
	if err != nil {
		return
	}
	forGood.keep(f)
	if at, err := f.Stat(); err != nil || at.Size() < indexSize {
		return
	}
	if w.index, w.unmap, err = MapFile(f, indexSize, false); err != nil {
		w.index = nil
	}
}

// forGood are the files that this process looked into and never closes: closing any of its handles would take SQLite's
// locks on that file away from the whole process (fcntl), and the next process to come would think itself alone and make
// the index anew under the feet of this one.
var forGood kept

type kept struct {
	mu    sync.Mutex
	files []*os.File
}

func (k *kept) keep(f *os.File) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.files = append(k.files, f)
}

func (w *watcher) version() (v uint64, ok bool) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.index == nil || w.index[indexReady] != 1 {
		return 0, false
	}
	at := unsafe.Pointer(unsafe.SliceData(w.index))
	change, frames := atomic.LoadUint32((*uint32)(unsafe.Add(at, indexChange))), atomic.LoadUint32((*uint32)(unsafe.Add(at, indexFrames)))
	salt := atomic.LoadUint64((*uint64)(unsafe.Add(at, indexSalt)))
	return (uint64(change)<<32 | uint64(frames)) ^ salt, true
}

func (w *watcher) close() (err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.index != nil {
		w.index, err = nil, w.unmap()
	}
	return err
}

package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"presence/app/platform/errs"
)

// Outbox is the channel that stores every message as a file instead of sending it. It is used when no other channel is
// configured, and shows what would have been sent. It is tracked, so that all functions of a campaign can be tried. Messages
// are kept for 30 days (Sweep).
type Outbox struct {
	root *os.Root
	dir  *os.File
}

// OpenOutbox opens the folder of an outbox, and creates it if needed. Only the user account of the program may read it.
func OpenOutbox(folder string) (*Outbox, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	dir, err := root.Open(".")
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	// Delete the files that were being written when the program last ended: their Send has not returned.
	left, _ := filepath.Glob(filepath.Join(folder, "*"+unfinished))
	for _, file := range left {
		_ = os.Remove(file)
	}
	return &Outbox{root, dir}, nil
}

// Close closes the folder.
func (o *Outbox) Close() error { return errors.Join(o.dir.Close(), o.root.Close()) }

// Name returns "outbox".
func (o *Outbox) Name() string { return OutboxName }

// OutboxName is the name of the outbox as a channel.
const OutboxName = "outbox"

// Tracked returns true.
func (o *Outbox) Tracked() bool { return true }

// Open returns a session; several may write at the same time.
func (o *Outbox) Open(context.Context) (Session, error) { return outboxSession{o}, nil }

// Test checks that a file can be stored.
func (o *Outbox) Test(context.Context) error {
	const file = "test" + unfinished
	if err := o.save(file, strings.NewReader("test")); err != nil {
		return downFor(err)
	}
	return o.root.Remove(file)
}

func downFor(err error) *Failure {
	return &Failure{Kind: Down, Text: OneLine("the message could not be kept as a file: " + err.Error()), cause: err}
}

type outboxSession struct{ *Outbox }

func (outboxSession) Close() error { return nil }

// Send stores the message. When it returns nil, the file is on disk and survives a power failure. Sending a message again
// replaces its file.
func (s outboxSession) Send(ctx context.Context, m, _ *Message, mark func() error) error {
	if f := precheck(ctx, m); f != nil {
		return f
	}
	if err := mark(); err != nil {
		return err
	}
	name := nameOf(m)
	if err := s.save(name+unfinished, m); err != nil {
		_ = s.root.Remove(name + unfinished)
		return downFor(err)
	}
	if err := s.root.Rename(name+unfinished, name); err != nil {
		return downFor(err)
	}
	if err := s.dir.Sync(); err != nil {
		return &Failure{Kind: Unknown, Text: OneLine(err.Error()), cause: err}
	}
	return nil
}

// File names begin with the time of the message, by which they are sorted, and end with a digest of its ID.
const (
	nameTime   = "20060102T150405Z"
	unfinished = ".part"
)

var outboxName = regexp.MustCompile(`^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{24}\.eml$`)

func nameOf(m *Message) string {
	return m.Date.UTC().Format(nameTime) + digestOf(m.ID)
}

func digestOf(id string) string {
	sum := sha256.Sum256([]byte(id))
	return "-" + hex.EncodeToString(sum[:12]) + ".eml"
}

// save writes a file and waits until it is on disk (fsync).
func (o *Outbox) save(name string, content io.WriterTo) error {
	f, err := o.root.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = content.WriteTo(f)
	return errors.Join(err, f.Sync(), f.Close())
}

// Find reports whether the message with this ID is stored.
func (o *Outbox) Find(_ context.Context, _, messageID string) (bool, error) {
	names, err := o.names()
	digest := digestOf(messageID)
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(name, digest) }), err
}

// names returns the names of the files, oldest first.
func (o *Outbox) names() ([]string, error) {
	dir, err := o.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	names = slices.DeleteFunc(names, func(name string) bool { return !outboxName.MatchString(name) })
	slices.Sort(names)
	return names, err
}

// retention is how long a message is kept.
const retention = 30 * 24 * time.Hour

// Sweep deletes messages that are 30 days old. The date in a file's name is that of its campaign; if a campaign was resumed
// long after it began, the file is newer than that, so the file's own time also counts. It must be called once a day.
func (o *Outbox) Sweep(now time.Time) error {
	before := now.Add(-retention)
	names, err := o.names()
	if err != nil {
		return err
	}
	end, _ := slices.BinarySearch(names, before.UTC().Format(nameTime))
	for _, name := range names[:end] {
		info, err := o.root.Stat(name)
		if err == nil && info.ModTime().Before(before) {
			err = o.root.Remove(name)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // another process may have deleted it
			return err
		}
	}
	return nil
}

// List returns the newest messages, at most limit, and whether there are older ones. before is the name of the last one seen;
// empty for the first page.
func (o *Outbox) List(before string, limit int) (page []Summary, more bool, err error) {
	names, err := o.names()
	if err != nil {
		return nil, false, err
	}
	end := len(names)
	if before != "" {
		end, _ = slices.BinarySearch(names, before)
	}
	first := max(0, end-limit)
	for _, name := range slices.Backward(names[first:end]) {
		k, err := o.readSummary(name)
		if err != nil {
			return nil, false, err
		}
		page = append(page, k)
	}
	return page, first > 0, nil
}

func (o *Outbox) readSummary(name string) (Summary, error) {
	f, err := o.open(name)
	if err != nil {
		return Summary{}, err
	}
	defer f.Close()
	k, _, err := readHead(f)
	if info, statErr := f.Stat(); statErr == nil {
		k.Bytes = info.Size()
	}
	k.Name = name
	return k, err
}

func (o *Outbox) open(name string) (*os.File, error) {
	if !outboxName.MatchString(name) {
		return nil, errs.NotFound("message")
	}
	f, err := o.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errs.NotFound("message")
	}
	return f, err
}

// Read returns one parsed message; errs.NotFound when there is none with this name.
func (o *Outbox) Read(name string) (Content, error) {
	f, err := o.open(name)
	if err != nil {
		return Content{}, err
	}
	defer f.Close()
	c, err := Parse(f)
	if info, statErr := f.Stat(); statErr == nil {
		c.Bytes = info.Size()
	}
	c.Name = name
	return c, err
}

// File returns the file of one message; errs.NotFound when there is none with this name.
func (o *Outbox) File(name string) (io.ReadCloser, error) { return o.open(name) }

// CountTo returns how many messages are to addresses that meet a condition.
func (o *Outbox) CountTo(to func(address string) bool) (n int64, err error) {
	err = o.eachTo(to, func(string) error { n++; return nil })
	return n, err
}

// DeleteTo deletes the messages to addresses that meet a condition, and returns their number.
func (o *Outbox) DeleteTo(to func(address string) bool) (n int64, err error) {
	err = o.eachTo(to, func(name string) error {
		n++
		return o.root.Remove(name)
	})
	return n, err
}

// eachTo calls each for the names of the messages to addresses that meet a condition.
func (o *Outbox) eachTo(to func(address string) bool, each func(name string) error) error {
	names, err := o.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		m, err := o.readSummary(name)
		if err == nil && to(m.To.Email) {
			err = each(name)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) && errs.KindOf(err) != errs.KindNotFound { // another process may have deleted it
			return err
		}
	}
	return nil
}

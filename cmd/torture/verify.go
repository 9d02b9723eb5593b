package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver alone: the product's own might repair what it is to verify
)

// tail reads a relay's log while it is written.
type tail struct {
	file     string
	offset   int64
	rest     []byte
	counts   map[string]map[string]int // by recipient: how often each Message-ID came
	messages int
	stalls   int
}

// read reads the lines added to the log since the last call. The relay writes its log before it answers, so the log is never
// behind the product.
func (t *tail) read() error {
	f, err := os.Open(t.file)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Seek(t.offset, io.SeekStart); err != nil {
		return err
	}
	fresh, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	t.offset += int64(len(fresh))
	text := slices.Concat(t.rest, fresh)
	end := bytes.LastIndexByte(text, '\n') + 1
	t.rest = bytes.Clone(text[end:])
	if t.counts == nil {
		t.counts = map[string]map[string]int{}
	}
	for line := range strings.Lines(string(text[:end])) {
		words := strings.Fields(line)
		switch {
		case len(words) == 3:
			if t.counts[words[0]] == nil {
				t.counts[words[0]] = map[string]int{}
			}
			t.counts[words[0]][words[1]]++
			t.messages++
		case words[0] == "#":
			t.stalls++
		}
	}
	return nil
}

// verdict is the result of comparing the relay's log with what the product says of a campaign.
type verdict struct {
	lost        []string // neither sent, failed, excluded nor shown as unconfirmed; or said to be sent, and is not
	twice       []string // has the message more than once
	wrong       []string // false statements of the product
	unconfirmed int
	arrived     int // of those
}

// verify compares a campaign that is not being sent any more with the relay's log. Every guest must be a recipient of it.
func (s *site) verify(event string, guests int, id int64) (v verdict, err error) {
	c, err := s.campaign(id)
	if err != nil {
		return v, err
	}
	list, err := s.recipients(id)
	if err != nil {
		return v, err
	}
	if err := s.log.read(); err != nil {
		return v, err
	}
	known := make(map[string]recipient, len(list))
	tally := map[string]int{}
	for _, r := range list {
		known[r.Email] = r
		tally[r.Status]++
	}
	for n := range guests {
		v.verifyGuest(guest(event, n), known, s.log.counts)
	}
	n := c.Counts
	if n.Total != guests || n.Total != n.Pending+n.Sent+n.Failed+n.Excluded || n.Pending != tally["pending"] || n.Sent != tally["sent"] ||
		n.Failed != tally["failed"] || n.Excluded != tally["excluded"] || n.Unconfirmed != v.unconfirmed {
		v.wrong = append(v.wrong, fmt.Sprintf("the figures say %+v, the rows %v and %d unconfirmed, of %d guests", n, tally, v.unconfirmed,
			guests))
	}
	return v, nil
}

// verifyGuest compares the log and the product's state for one guest.
func (v *verdict) verifyGuest(email string, known map[string]recipient, counts map[string]map[string]int) {
	r, listed := known[email]
	got := 0
	for _, n := range counts[email] {
		got += n
	}
	if got > 1 {
		v.twice = append(v.twice, email)
	}
	switch {
	case !listed:
		v.lost = append(v.lost, email+" is no recipient")
	case r.Unconfirmed:
		v.unconfirmed++
		if got > 0 {
			v.arrived++
		}
	case r.Status == "sent" && got == 0:
		v.lost = append(v.lost, email+" is said to be sent")
	case r.Status == "pending":
		v.lost = append(v.lost, email+" is left pending")
	case r.Status == "failed" || r.Status == "excluded": // this relay refuses no recipient
		v.wrong = append(v.wrong, email+" is "+r.Status+": "+r.Reason)
	}
}

// intact has SQLite check a copy of the database as a kill left it. The original is not opened, so that recovery is left to the
// product.
func (s *site) intact() error {
	copied := filepath.Join(s.harness.dir, s.name("copy")+".db") // there may be no space beside it
	defer func() {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(copied + suffix)
		}
	}()
	for _, suffix := range []string{"", "-wal"} {
		text, err := os.ReadFile(filepath.Join(s.dir, "presence.db"+suffix))
		if errors.Is(err, os.ErrNotExist) && suffix != "" {
			continue
		}
		if err == nil {
			err = os.WriteFile(copied+suffix, text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	d, err := sql.Open("sqlite", "file:"+copied)
	if err != nil {
		return err
	}
	defer d.Close()
	var said string
	if err := d.QueryRowContext(s.ctx, "PRAGMA integrity_check").Scan(&said); err != nil {
		return fmt.Errorf("the database after a kill: %w", err)
	}
	if said != "ok" {
		return fmt.Errorf("the database after a kill: %s", said)
	}
	return nil
}

package mail_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/mail"
)

func outbox(t testing.TB) (*mail.Outbox, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "outbox")
	o, err := mail.OpenOutbox(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	return o, dir
}

func keep(t *testing.T, o *mail.Outbox, m *mail.Message) {
	t.Helper()
	var marked marks
	if err := open(t, o).Send(context.Background(), m, nil, marked.mark); err != nil || marked != 1 {
		t.Fatal(err, marked)
	}
}

func TestOutbox_Send(t *testing.T) {
	t.Run("keeps the message as it would have gone out", func(t *testing.T) {
		o, _ := outbox(t)
		if err := o.Test(context.Background()); err != nil {
			t.Fatal(err)
		}
		m := makes()["attachments and calendar, English"]
		keep(t, o, m)
		page, more, err := o.List("", 10)
		if err != nil || more || len(page) != 1 || page[0].Subject != m.Subject || page[0].To != m.To {
			t.Fatal(page, more, err)
		}
		c, err := o.Read(page[0].Name)
		if err != nil || c.HTML != lines(m.HTML) || len(c.Attachments) != 3 || c.Bytes != page[0].Bytes {
			t.Error(c, err)
		}
		f, err := o.File(page[0].Name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if raw, _ := io.ReadAll(f); string(raw) != bytesOf(t, m) {
			t.Errorf("the file holds\n%s", raw)
		}
	})
	t.Run("the same message twice is one file", func(t *testing.T) {
		o, dir := outbox(t)
		keep(t, o, message(1))
		keep(t, o, message(1))
		if files, _ := os.ReadDir(dir); len(files) != 1 {
			t.Error(files)
		}
	})
	t.Run("nothing is kept when the mark fails", func(t *testing.T) {
		o, dir := outbox(t)
		lease := errors.New("the lease is lost")
		if err := open(t, o).Send(context.Background(), message(1), nil, func() error { return lease }); !errors.Is(err, lease) {
			t.Error(err)
		}
		if files, _ := os.ReadDir(dir); len(files) != 0 {
			t.Error(files)
		}
	})
	t.Run("a bad message is refused and a lost folder is no fault of it", func(t *testing.T) {
		o, dir := outbox(t)
		bad := message(1)
		bad.Subject = "a\nb"
		if got := kindOf(open(t, o).Send(context.Background(), bad, nil, new(marks).mark)); got != "refused" {
			t.Error(got)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if got := kindOf(open(t, o).Send(context.Background(), message(1), nil, new(marks).mark)); got != "down" {
			t.Error(got)
		}
		if got := kindOf(o.Test(context.Background())); got != "down" {
			t.Error(got)
		}
	})
	t.Run("what was half written when the program died is gone", func(t *testing.T) {
		o, dir := outbox(t)
		keep(t, o, message(1))
		half := filepath.Join(dir, "20261120T143000Z-000000000000000000000000.eml.part")
		if err := os.WriteFile(half, []byte("Da"), 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := mail.OpenOutbox(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if page, _, err := again.List("", 10); err != nil || len(page) != 1 {
			t.Error(page, err)
		}
		if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
			t.Error("it is still there:", err)
		}
	})
}

func TestOutbox_List(t *testing.T) {
	o, _ := outbox(t)
	for n := range 5 {
		m := message(n)
		m.Date = m.Date.Add(time.Duration(n) * time.Minute)
		keep(t, o, m)
	}
	var seen []string
	before, pages := "", 0
	for more := true; more; pages++ {
		var page []mail.Summary
		var err error
		if page, more, err = o.List(before, 2); err != nil {
			t.Fatal(err)
		}
		for _, k := range page {
			seen, before = append(seen, k.To.Email[:6]), k.Name
		}
	}
	if len(seen) != 5 || seen[0] != "guest4" || seen[4] != "guest0" || pages != 3 {
		t.Errorf("%d pages: %v", pages, seen)
	}
	for id, want := range map[string]bool{message(3).ID: true, message(9).ID: false} {
		if found, err := o.Find(context.Background(), "", id); err != nil || found != want {
			t.Errorf("%s: found %v, %v", id, found, err)
		}
	}
}

func TestOutbox_Sweep(t *testing.T) {
	const day = 24 * time.Hour
	now := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	for i, x := range []struct {
		name         string
		dated, filed time.Duration // how long ago
		keeps        bool
	}{
		{name: "keeps what is 30 days old", dated: 30 * day, filed: 30 * day, keeps: true},
		{name: "removes what is older by a second", dated: 30*day + time.Second, filed: 30*day + time.Second},
		{name: "keeps what a campaign that began long ago has just sent", dated: 90 * day, filed: time.Hour, keeps: true},
		{name: "keeps what a restored copy of the folder dates earlier than its message", dated: day, filed: 90 * day, keeps: true},
		{name: "keeps what is dated in the future", dated: -day, filed: 0, keeps: true},
	} {
		t.Run(x.name, func(t *testing.T) {
			o, dir := outbox(t)
			m := message(i)
			m.Date = now.Add(-x.dated)
			keep(t, o, m)
			files, err := os.ReadDir(dir)
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			foreign := filepath.Join(dir, "notes.txt") // nothing of ours
			if err := os.WriteFile(foreign, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{filepath.Join(dir, files[0].Name()), foreign} {
				if err := os.Chtimes(name, now.Add(-x.filed), now.Add(-x.filed)); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				if err := o.Sweep(now); err != nil {
					t.Fatal(err)
				}
			}
			if page, _, err := o.List("", 10); err != nil || (len(page) == 1) != x.keeps {
				t.Error(page, err)
			}
			if _, err := os.Stat(foreign); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("tells when it cannot", func(t *testing.T) {
		o, dir := outbox(t)
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := o.Sweep(now); err == nil {
			t.Error("a lost folder is no reason to be silent")
		}
	})
}

func TestOutbox_Read(t *testing.T) {
	o, dir := outbox(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "secret"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "../secret", "..", ".", "20261120T143000Z-000000000000000000000000.eml",
		"20261120T143000Z-000000000000000000000000.eml/../../secret"} {
		t.Run(name, func(t *testing.T) {
			if _, err := o.Read(name); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("%q: %v", name, err)
			}
			if _, err := o.File(name); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("%q as a file: %v", name, err)
			}
		})
	}
}

func BenchmarkOutbox_Send(b *testing.B) {
	o, _ := outbox(b)
	s := open(b, o)
	n := 0
	for b.Loop() {
		n++
		if err := s.Send(context.Background(), message(n), nil, func() error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

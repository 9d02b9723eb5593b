package campaigns

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestNotes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sending")
	n, err := openNotes(path, "a", 7)
	if err != nil {
		t.Fatal(err)
	}
	one, two := n.take(), n.take()
	t.Run("tell the last that each session wrote", func(t *testing.T) {
		one.write(0, 1)
		two.write(0, 2)
		one.write(1, 3)
		p := readNotes(path, "a", 7)
		if p == nil || !slices.Equal(p.taken[:3], []int64{1, 0, 0}) || !slices.Equal(p.handing[:3], []int64{3, 2, 0}) {
			t.Errorf("%+v", p)
		}
	})
	t.Run("give the place of a session that has left to the next one", func(t *testing.T) {
		one.leave()
		three := n.take()
		three.write(0, 9)
		if p := readNotes(path, "a", 7); p == nil || !slices.Equal(p.handing[:3], []int64{9, 2, 0}) {
			t.Errorf("%+v", p)
		}
	})
	t.Run("say nothing of another worker, after another start of the machine, without a name for it, or when they are gone", func(t *testing.T) {
		for _, p := range []*proof{readNotes(path, "a", 8), readNotes(path, "b", 7), readNotes(path, "", 7), readNotes(path+"x", "a", 7)} {
			if p != nil {
				t.Errorf("%+v", p)
			}
		}
		short := filepath.Join(t.TempDir(), "short")
		if err := os.WriteFile(short, []byte(headOf("a", 7)[:10]), 0o600); err != nil {
			t.Fatal(err)
		}
		if p := readNotes(short, "a", 7); p != nil {
			t.Errorf("of a head cut short: %+v", p)
		}
	})
	t.Run("end when there is no place left", func(t *testing.T) {
		places := 2
		for n.take() != nil {
			places++
		}
		if want := (notesSize - notesHead) / noteSize; places != want {
			t.Errorf("%d places, want %d", places, want)
		}
		one.leave()
		if n.take() == nil || n.take() != nil {
			t.Error("the place that was left is not the only one")
		}
	})
	t.Run("are refused when they cannot be kept", func(t *testing.T) {
		if _, err := openNotes(filepath.Join(path, "below"), "a", 7); err == nil {
			t.Error("a file below a file was opened")
		}
	})
	if err := n.unmap(); err != nil {
		t.Error(err)
	}
}

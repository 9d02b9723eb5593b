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
	defer n.close()
	one, two := n.take(), n.take()
	write := func(x *note, taken, handing int64) {
		t.Helper()
		if err := x.write(taken, handing); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("tell the last that each session wrote", func(t *testing.T) {
		write(one, 0, 1)
		write(two, 0, 2)
		write(one, 1, 3)
		p := readNotes(path, "a", 7)
		if p == nil || !slices.Equal(p.taken, []int64{1, 0}) || !slices.Equal(p.handing, []int64{3, 2}) {
			t.Errorf("%+v", p)
		}
	})
	t.Run("give the place of a session that has left to the next one", func(t *testing.T) {
		one.leave()
		three := n.take()
		write(three, 0, 9)
		if p := readNotes(path, "a", 7); p == nil || !slices.Equal(p.handing, []int64{9, 2}) {
			t.Errorf("%+v", p)
		}
	})
	t.Run("say nothing of another worker, after another start of the machine, without a name for it, or when they are gone", func(t *testing.T) {
		for _, p := range []*proof{readNotes(path, "a", 8), readNotes(path, "b", 7), readNotes(path, "", 7), readNotes(path+"x", "a", 7)} {
			if p != nil {
				t.Errorf("%+v", p)
			}
		}
		if err := os.Truncate(path, 10); err != nil {
			t.Fatal(err)
		}
		if p := readNotes(path, "a", 7); p != nil {
			t.Errorf("of a head cut short: %+v", p)
		}
	})
	t.Run("are refused when they cannot be kept", func(t *testing.T) {
		if _, err := openNotes(filepath.Join(path, "below"), "a", 7); err == nil {
			t.Error("a file below a file was opened")
		}
		n.close()
		if err := two.write(1, 2); err == nil {
			t.Error("a closed file took a note")
		}
	})
}

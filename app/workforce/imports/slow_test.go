package imports

import (
	"io"
	"strings"
	"sync"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// Files that trickle in hold none of the workers, which others need.
func TestUpload_slow_files_keep_nobody_waiting(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		var uploads sync.WaitGroup
		var open []*io.PipeWriter
		for range maxWorkers {
			r, slow := io.Pipe()
			open = append(open, slow)
			uploads.Go(func() {
				_, err := w.Upload(t.Context(), w.payroll, Employees, "slow.csv", r)
				if err == nil {
					t.Error("a file that was cut is imported")
				}
				r.Close()
			})
			// The second write ends when the upload has taken the first, and waits for more.
			for range 2 {
				if _, err := slow.Write([]byte(heading)); err != nil {
					t.Fatal(err)
				}
			}
		}
		im, err := w.Upload(t.Context(), w.payroll, Employees, "file.csv", strings.NewReader(heading+three))
		if err != nil || im.Lines != 3 {
			t.Errorf("%+v %v", im, err)
		}
		for _, slow := range open {
			slow.CloseWithError(io.ErrUnexpectedEOF)
		}
		uploads.Wait()
	})
}

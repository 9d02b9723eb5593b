package db_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// TestOpen_ReadOnly shows that nothing can be written, and that neither a file nor its mode is changed.
func TestOpen_ReadOnly(t *testing.T) {
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run("writes fail on "+engine.String(), func(t *testing.T) {
			d, err := db.Open(t.Context(), dbtest.URL(t, engine), db.Options{ReadOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO second_factor_roles (role) VALUES ('admin')")
				return err
			})
			var n int
			if read := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM second_factor_roles").Scan(&n); err == nil || read != nil || n != 0 {
				t.Error(err, read, n)
			}
		})
	}
	t.Run("a missing file is not created", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "none.db")
		_, err := db.Open(t.Context(), "sqlite:"+path, db.Options{ReadOnly: true})
		if _, stat := os.Stat(path); !errors.Is(err, fs.ErrNotExist) || !errors.Is(stat, fs.ErrNotExist) {
			t.Error(err, stat)
		}
	})
	t.Run("the mode of the file stays", func(t *testing.T) {
		url := dbtest.URL(t, db.SQLite)
		path := strings.TrimPrefix(url, "sqlite:")
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := db.Open(t.Context(), url, db.Options{ReadOnly: true})
		if err == nil {
			err = d.Close()
		}
		info, stat := os.Stat(path)
		if err != nil || stat != nil || info.Mode().Perm() != 0o644 {
			t.Error(err, stat, info.Mode())
		}
	})
}

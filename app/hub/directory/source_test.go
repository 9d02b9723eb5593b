package directory

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOpenStored(t *testing.T) {
	allowed, other := t.TempDir(), t.TempDir()
	for _, folder := range []string{allowed + "/customers", other + "/customers"} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(allowed, "link")
	if err := os.Symlink(filepath.Join(other, "customers"), link); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, address string
		roots         []string
		good          bool
	}{
		{"a folder that is allowed", "files:" + allowed, []string{other, allowed}, true},
		{"a folder below", "files:" + allowed + "/customers", []string{allowed}, true},
		{"one that does not exist yet", "files:" + allowed + "/new/customers", []string{allowed}, true},
		{"a folder elsewhere", "files:" + other, []string{allowed}, false},
		{"a folder whose name begins alike", "files:" + allowed + "x", []string{allowed}, false},
		{"a way out", "files:" + allowed + "/../" + filepath.Base(other), []string{allowed}, false},
		{"a symbolic link out", "files:" + link, []string{allowed}, false},
		{"one that does not exist behind a symbolic link out", "files:" + link + "/new", []string{allowed}, false},
		{"a folder where none is allowed", "files:" + allowed, nil, false},
		{"a feed", "https://feed.example/customers", nil, true},
		{"no source", "", nil, true},
		{"an address that is none", "ftp://feed.example", nil, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if _, err := OpenStored(x.address, x.roots); (err == nil) != x.good {
				t.Error(err)
			}
		})
	}
}

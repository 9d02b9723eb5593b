package filecheck

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
)

// zipOf returns a ZIP file of empty files with names of that length.
func zipOf(t *testing.T, files, name int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for range files {
		if _, err := w.CreateRaw(&zip.FileHeader{Name: strings.Repeat("n", name)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestOpenZIP(t *testing.T) {
	const limit = 1 << 20
	for name, x := range map[string]struct {
		file []byte
		want error
	}{
		"a list within the limit is read":           {zipOf(t, 1000, 1000), nil},
		"100,000 empty entries are too many":        {zipOf(t, 100_000, 0), ErrLongList},
		"long names are too many bytes":             {zipOf(t, 200, 60_000), ErrLongList},
		"a list that is longer than it says is one": {understated(zipOf(t, 100_000, 0)), ErrLongList},
		"what is no ZIP file is none":               {[]byte("PK"), zip.ErrFormat},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := OpenZIP(bytes.NewReader(x.file), int64(len(x.file)), limit); !errors.Is(err, x.want) {
				t.Errorf("got %v, want %v", err, x.want)
			}
		})
	}
	t.Run("the files are read without a limit", func(t *testing.T) {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		f, err := w.CreateHeader(&zip.FileHeader{Name: "large", Method: zip.Store})
		if err == nil {
			_, err = f.Write(make([]byte, 3*limit))
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		z, err := OpenZIP(bytes.NewReader(b.Bytes()), int64(b.Len()), limit)
		if err != nil {
			t.Fatal(err)
		}
		large, err := z.Open("large")
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, large); err != nil || n != 3*limit {
			t.Errorf("read %d, %v", n, err)
		}
	})
}

// understated returns a ZIP file whose end says that its list has one entry.
func understated(file []byte) []byte {
	end := len(file) - 22
	binary.LittleEndian.PutUint16(file[end+8:], 1)
	binary.LittleEndian.PutUint16(file[end+10:], 1)
	return file
}

package main

import (
	"debug/buildinfo"
	"debug/elf"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestShipping shows what the program is shipped as (O6).
func TestShipping(t *testing.T) {
	t.Run("a binary that needs no other file", func(t *testing.T) {
		self, err := os.Executable() // holds all of the program
		if err != nil {
			t.Fatal(err)
		}
		built, err := buildinfo.ReadFile(self)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range built.Settings {
			if s.Key == "CGO_ENABLED" && s.Value != "0" || runtime.GOOS != "linux" {
				t.Skip("the Makefile builds without cgo, this test was not")
			}
		}
		f, err := elf.Open(self)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		libraries, err := f.ImportedLibraries()
		if err != nil || len(libraries) > 0 {
			t.Errorf("it needs %v (%v)", libraries, err)
		}
		for _, p := range f.Progs {
			if p.Type == elf.PT_INTERP {
				t.Error("it needs a loader")
			}
		}
	})
	t.Run("an image of that binary, for a user that is not root", func(t *testing.T) {
		image := read(t, "../../Dockerfile")
		_, last, found := strings.Cut(image, "\nFROM scratch\n")
		if !found || strings.Contains(last, "\nFROM ") || strings.Contains(last, "\nRUN ") {
			t.Fatal("the last stage is not from scratch")
		}
		for _, line := range []string{"USER 65532:65532", `ENTRYPOINT ["/presence"]`, `CMD ["serve"]`, "VOLUME /data"} {
			if !strings.Contains(last, "\n"+line+"\n") {
				t.Errorf("no line %q", line)
			}
		}
		if !strings.Contains(image, "RUN make build OUT=/out/presence ") ||
			!strings.Contains(read(t, "../../Makefile"), "\nexport CGO_ENABLED ?= 0\n") {
			t.Error("the image is not made of what make build makes")
		}
	})
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

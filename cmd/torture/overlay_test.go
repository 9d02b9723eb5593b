package main

import (
	"os"
	"strings"
	"testing"
)

// TestControls_fit_the_product shows that every patch applies to the product's files of today. That they find something is shown by
// the controls of TestLong_Torture, and for all of them by make torture.
func TestControls_fit_the_product(t *testing.T) {
	file, err := overlayControls(t.Context(), t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("none is without effect", func(t *testing.T) {
		patches, err := controls.ReadDir("controls")
		if err != nil || len(patches) == 0 {
			t.Fatal(patches, err)
		}
		for _, p := range patches {
			guard := guardOf(p.Name())
			patch, err := controls.ReadFile("controls/" + p.Name())
			if err != nil {
				t.Fatal(err)
			}
			if guard != "clock" && !strings.Contains(string(patch), `disabled("`+guard+`")`) {
				t.Errorf("%s does not ask whether TORTURE_WITHOUT is %s", p.Name(), guard)
			}
			if !patched.Match(patch) || !strings.Contains(string(text), string(patched.FindSubmatch(patch)[1])) {
				t.Errorf("%s changes no file", p.Name())
			}
		}
	})
}

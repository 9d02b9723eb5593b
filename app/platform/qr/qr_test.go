package qr

import (
	"bytes"
	"image/png"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/skip2/go-qrcode"
)

// The path draws exactly the dark squares of the code.
func TestCode(t *testing.T) {
	const text = "https://presence.example/auth/password/3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97.0123456789abcdef"
	got, err := Code(text)
	if err != nil {
		t.Fatal(err)
	}
	code, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		t.Fatal(err)
	}
	want := code.Bitmap()
	if got.Size != len(want) {
		t.Fatalf("%d squares on a side, want %d", got.Size, len(want))
	}
	drawn := make(map[[2]int]bool)
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`).FindAllStringSubmatch(got.Path, -1) {
		var n [4]int
		for i := range n {
			if n[i], err = strconv.Atoi(m[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		for x := range n[2] {
			drawn[[2]int{n[0] + x, n[1]}] = true
		}
		if n[2] != n[3] {
			t.Errorf("the run %s is not closed", m[0])
		}
	}
	for y, row := range want {
		for x, dark := range row {
			if drawn[[2]int{x, y}] != dark {
				t.Errorf("the square %d %d is dark: %t", x, y, dark)
			}
		}
	}
	if _, err := Code(strings.Repeat("x", 5000)); err == nil {
		t.Error("a text that no code can hold is drawn")
	}
}

func TestPNG_has_the_same_squares(t *testing.T) {
	const text = "https://presence.example.com/door/ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	code, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		t.Fatal(err)
	}
	b, err := PNG(text, 4)
	if err != nil {
		t.Fatal(err)
	}
	want := code.Bitmap()
	picture, err := png.Decode(bytes.NewReader(b))
	if err != nil || picture.Bounds().Dx() != 4*len(want) {
		t.Fatalf("%v, %v", picture.Bounds(), err)
	}
	for y, row := range want {
		for x, dark := range row {
			if red, _, _, _ := picture.At(4*x+2, 4*y+2).RGBA(); (red == 0) != dark {
				t.Fatalf("the square %d, %d: dark is %v", x, y, !dark)
			}
		}
	}
	if _, err := PNG(strings.Repeat("x", 5000), 4); err == nil {
		t.Error("a text that no code can hold is drawn")
	}
}

package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"

	"presence/app/workforce/expenses"
)

// receipt draws a picture of a receipt: a strip of paper with grey lines in place of text.
func receipt() expenses.Upload {
	const width, height = 420, 760
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	fill := func(r image.Rectangle, shade uint8) {
		draw.Draw(m, r, image.NewUniform(color.RGBA{shade, shade - shade/40, shade - shade/18, 255}), image.Point{}, draw.Src)
	}
	fill(m.Rect, 120)
	fill(image.Rect(36, 30, width-36, height-30), 244)
	random := rand.New(rand.NewPCG(20, 26))
	fill(image.Rect(140, 62, width-140, 86), 60)
	for y := 120; y < height-150; y += 30 {
		fill(image.Rect(64, y, 130+random.IntN(110), y+11), 110)
		fill(image.Rect(width-64-30-random.IntN(24), y, width-64, y+11), 110)
	}
	fill(image.Rect(64, height-112, 170, height-90), 50)
	fill(image.Rect(width-150, height-112, width-64, height-90), 50)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // a bytes.Buffer never fails
	}
	return expenses.Upload{Name: "IMG_2041.png", Size: int64(b.Len()), Content: &b}
}

package apptest

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"

	"presence/app/hub/events"
)

// Cover returns a cover picture of one colour with its descriptions.
func Cover() events.NewPicture {
	m := image.NewRGBA(image.Rect(0, 0, 1200, 600))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{20, 30, 80, 255}), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		panic(err) // a bytes.Buffer never fails
	}
	return events.NewPicture{Data: b.Bytes(), FR: "Une salle éclairée de lanternes", EN: "A hall lit by lanterns"}
}

// Photo returns a picture as a PNG.
func Photo(width, height int) []byte {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{230, 225, 210, 255}), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // a bytes.Buffer never fails
	}
	return b.Bytes()
}

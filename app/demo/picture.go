package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"

	"presence/app/hub/events"
)

// Size of the drawn picture, in pixels.
const (
	pictureWidth  = 1200
	pictureHeight = 600
)

// eveningPicture returns the cover picture of the winter evening: a drawing of lanterns above snowy hills under the moon.
func eveningPicture() (events.NewPicture, error) {
	m := image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
	for y := range pictureHeight {
		for x := range pictureWidth {
			m.SetRGBA(x, y, night(float64(x), float64(y)).rgba())
		}
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 92})
	return events.NewPicture{Data: b.Bytes(), FR: "Des lanternes allumées au-dessus de collines enneigées, sous la lune",
		EN: "Lanterns glowing above snowy hills under the moon"}, err
}

// light is a colour: red, green and blue from 0 to 1, or more where lights overlap.
type light [3]float64

// mix returns l with a share of another colour, from 0 to 1.
func (l light) mix(other light, share float64) light {
	share = min(max(share, 0), 1)
	for i := range l {
		l[i] += (other[i] - l[i]) * share
	}
	return l
}

func (l light) rgba() color.RGBA {
	channel := func(v float64) uint8 { return uint8(255 * min(max(v, 0), 1)) }
	return color.RGBA{channel(l[0]), channel(l[1]), channel(l[2]), 255}
}

var (
	skyTop, skyLow = light{0.04, 0.07, 0.19}, light{0.36, 0.29, 0.52}
	moonlight      = light{1, 0.97, 0.87}
	lanternGlow    = light{1, 0.74, 0.32}
)

// hills are the ridges from the farthest to the nearest: the height of their middle, how far they rise, how wide their waves are, and
// their colour.
var hills = []struct {
	middle, rise, width, shift float64
	snow                       light
}{
	{318, 26, 190, 0.4, light{0.24, 0.26, 0.46}}, {352, 24, 260, 2.1, light{0.45, 0.49, 0.69}}, {402, 22, 340, 4.4, light{0.82, 0.86, 0.95}},
}

// night returns the colour of a point of the drawing. What is to be seen stands about its middle: a wide page of guests cuts off the top
// and the bottom, and covers the right end of the wire with the link to the other language.
func night(x, y float64) light {
	l := skyTop.mix(skyLow, y/330)
	moon := math.Hypot(x-300, y-264)
	l = l.mix(moonlight, 0.35*math.Exp(-moon/70)).mix(moonlight, 38-moon)
	for _, h := range hills {
		ridge := h.middle - h.rise*math.Sin(x/h.width+h.shift) - h.rise/3*math.Sin(2.7*x/h.width+2*h.shift)
		l = l.mix(h.snow.mix(skyLow, (y-ridge)/400), y-ridge)
	}
	const lanterns, between = 11, 100
	for i := range lanterns {
		at := (float64(i) + 0.5) * between
		line := wire(at)
		l = l.mix(lanternGlow, 0.75*math.Exp(-math.Hypot(x-at, y-line-11)/24))
		l = l.mix(light{1, 0.93, 0.7}, 9-math.Hypot((x-at)*1.15, y-line-11))
	}
	return l.mix(light{0.08, 0.08, 0.14}, 1.6-math.Abs(y-wire(x)))
}

// wire returns the height of the wire from which the lanterns hang.
func wire(x float64) float64 {
	const span = 600
	at := math.Mod(x, span)/span*2 - 1
	return 210 + 44*(1-at*at)
}

package main

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"presence/cmd/bench/load"
)

// The figure of receipts: so many photos are uploaded at the same time.
const (
	receiptsAtOnce = 50
	photoBytes     = 4 << 20 // at least
	photoMemory    = 300.0   // MB of the product at most, while they are read
	photoWidth     = 4032    // pixels, as phones take them
	photoHeight    = 3024    // pixels
)

// phonePhoto returns a photo as a phone takes it: 12 million pixels with enough noise for its size.
func phonePhoto() ([]byte, error) {
	random := rand.New(rand.NewPCG(20, 26))
	m := image.NewYCbCr(image.Rect(0, 0, photoWidth, photoHeight), image.YCbCrSubsampleRatio420)
	for i := range m.Y {
		m.Y[i] = uint8(200 + random.IntN(24) - 40*(i/photoWidth/60%2))
	}
	for i := range m.Cb {
		m.Cb[i], m.Cr[i] = 128, 128
	}
	var b bytes.Buffer
	for quality := 90; b.Len() < photoBytes && quality <= 100; quality += 2 {
		b.Reset()
		if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// uploadReceipts measures photos that arrive at the same time, each for another expense.
func (b *bench) uploadReceipts() (row, error) {
	l, err := b.open(wide, b.named("receipts"))
	if err != nil {
		return row{}, err
	}
	defer l.close()
	photo, err := phonePhoto()
	if err != nil {
		return row{}, err
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	took := make([]time.Duration, receiptsAtOnce)
	var uploads errgroup.Group
	start := time.Now()
	for i := range took {
		uploads.Go(func() error {
			_, err := l.send(b.ctx, http.MethodPost, fmt.Sprintf("/Expenses/%d/receipts", 2+i), "image/jpeg", bytes.NewReader(photo))
			took[i] = time.Since(start)
			return err
		})
	}
	if err := uploads.Wait(); err != nil {
		return row{}, err
	}
	_, peak, err := l.memory()
	if err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	slices.Sort(took)
	return row{p50: ms(load.Percentile(took, 50)), p99: ms(took[len(took)-1]),
		rate: perSecond(receiptsAtOnce / took[len(took)-1].Seconds()), memory: memory,
		floor: fmt.Sprintf("%.1f MB each", float64(len(photo))/(1<<20)), target: "< 300 MB", checks: checks{below(peak, photoMemory)}}, err
}

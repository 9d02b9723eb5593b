// Package qr draws QR codes: as SVG paths for pages, and as PNG for e-mails.
package qr

import (
	"bytes"
	"image/png"
	"strconv"
	"strings"

	"github.com/skip2/go-qrcode"

	"presence/views/ui"
)

// Code returns the QR code of a text. It fails for a text of more than about 2,000 bytes.
func Code(text string) (ui.QRCode, error) {
	code, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		return ui.QRCode{}, err
	}
	rows := code.Bitmap()
	var b strings.Builder
	for y, row := range rows {
		for x := 0; x < len(row); x++ {
			if !row[x] {
				continue
			}
			first := x
			for x < len(row) && row[x] {
				x++
			}
			n := strconv.Itoa(x - first)
			b.WriteString("M" + strconv.Itoa(first) + " " + strconv.Itoa(y) + "h" + n + "v1h-" + n + "z")
		}
	}
	return ui.QRCode{Path: b.String(), Size: len(rows)}, nil
}

// PNG returns the QR code of a text as a black and white picture. Each square has so many pixels on a side.
func PNG(text string, pixels int) ([]byte, error) {
	code, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fast := png.Encoder{CompressionLevel: png.BestSpeed} // the library's own takes twice as long for a hundred bytes less
	err = fast.Encode(&b, code.Image(-pixels))
	return b.Bytes(), err
}

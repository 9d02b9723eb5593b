package pictures

import (
	"bytes"
	"encoding/binary"
	"image"
	"iter"
)

// orientation says how a stored picture is turned to stand upright. The numbers are those of the Exif tag Orientation: 1 is upright, 2
// to 4 are mirrored or upside down, 5 to 8 lie on a side.
type orientation int

const orientationTag = 0x0112

// newOrientation reads the orientation from an Exif block. One that cannot be read, and a missing one, is upright.
func newOrientation(exif []byte) orientation {
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(exif[:2]) == "II" {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(exif[4:]))
	if at+2 > uint64(len(exif)) {
		return 1
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < 12 {
			return 1
		}
		if value := order.Uint16(entries[8:]); order.Uint16(entries) == orientationTag && value >= 1 && value <= 8 {
			return orientation(value)
		}
		entries = entries[12:]
	}
	return 1
}

// lies reports whether the stored picture lies on a side.
func (o orientation) lies() bool { return o >= 5 }

// size returns the width and height of the upright picture.
func (o orientation) size(stored image.Rectangle) image.Point {
	if o.lies() {
		return image.Pt(stored.Dy(), stored.Dx())
	}
	return stored.Size()
}

// apply returns the upright picture.
func (o orientation) apply(from *image.RGBA) *image.RGBA {
	if o == 1 {
		return from
	}
	size := o.size(from.Rect)
	to := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			fx, fy := o.stored(x, y, size)
			to.SetRGBA(x, y, from.RGBAAt(fx, fy))
		}
	}
	return to
}

// stored returns where the pixel x, y of the upright picture of a size is in the stored one.
func (o orientation) stored(x, y int, size image.Point) (int, int) {
	right, bottom := size.X-1-x, size.Y-1-y
	switch o {
	case 2:
		return right, y
	case 3:
		return right, bottom
	case 4:
		return x, bottom
	case 5:
		return y, x
	case 6:
		return y, right
	case 7:
		return bottom, right
	case 8:
		return bottom, x
	}
	return x, y
}

var exifMark = []byte("Exif\x00\x00")

// exifOfJPEG returns the first Exif block before the picture's data.
func exifOfJPEG(data []byte) []byte {
	const app1 = 0xe1
	for marker, body := range jpegSegments(data) {
		if block, found := bytes.CutPrefix(body, exifMark); found && marker == app1 {
			return block
		}
	}
	return nil
}

func exifOfPNG(data []byte) []byte {
	const signature, frame = 8, 12 // of a chunk: its length, name and checksum
	for at := uint64(signature); at+frame <= uint64(len(data)); {
		end := at + frame + uint64(binary.BigEndian.Uint32(data[at:]))
		if end > uint64(len(data)) {
			return nil
		}
		if string(data[at+4:at+8]) == "eXIf" {
			return data[at+8 : end-4]
		}
		at = end
	}
	return nil
}

func exifOfWebP(data []byte) []byte {
	for name, body := range riffChunks(data) {
		if name == "EXIF" {
			return bytes.TrimPrefix(body, exifMark)
		}
	}
	return nil
}

// riffChunks returns the names and contents of the chunks of a WebP file. Of a last chunk that is cut off, there is the beginning.
func riffChunks(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		const header, frame = 12, 8 // of a chunk: its name and length
		for at := uint64(header); at+frame <= uint64(len(data)); {
			size := uint64(binary.LittleEndian.Uint32(data[at+4:]))
			end := min(at+frame+size, uint64(len(data)))
			if !yield(string(data[at:at+4]), data[at+frame:end]) {
				return
			}
			at = end + size%2
		}
	}
}

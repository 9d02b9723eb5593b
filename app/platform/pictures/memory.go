package pictures

import (
	"encoding/binary"
	"image"
	"image/color"
	"iter"
)

// maxMemory is how many bytes a picture takes at most while it is decoded.
const maxMemory = 400_000_000

// jpegMemory returns how many bytes image/jpeg takes to decode a picture of a size. A progressive file is kept as coefficients, of 4 bytes
// a sample, beside its samples; four colours, or RGB, are copied.
func jpegMemory(data []byte, c image.Config) int64 {
	pixels := int64(c.Width) * int64(c.Height)
	frame, progressive := jpegFrame(data)
	if len(frame) < 6 {
		return pixels * 24 // the most: the frame follows bytes that image/jpeg skips
	}
	components := frame[6:]
	n := min(int(frame[5]), len(components)/3)
	var samples, most int64 // of a block of most pixels
	for i := range n {
		h, v := int64(components[3*i+1]>>4), int64(components[3*i+1]&15)
		samples, most = samples+h*v, max(most, h*v)
	}
	if most == 0 {
		return pixels * 24
	}
	bytes := samples
	if progressive {
		bytes += 4 * samples
	}
	if n == 4 || c.ColorModel == color.RGBAModel {
		bytes += 4 * most
	}
	return pixels * bytes / most
}

// jpegFrame returns the header of a JPEG's frame (precision, height, width, number of components, and three bytes for each), and whether
// the frame is progressive.
func jpegFrame(data []byte) (frame []byte, progressive bool) {
	const first, last, progressiveFrame = 0xc0, 0xc2, 0xc2 // the kinds of frames that image/jpeg reads
	for marker, body := range jpegSegments(data) {
		if marker >= first && marker <= last {
			return body, marker == progressiveFrame
		}
	}
	return nil, false
}

// pngMemory returns how many bytes image/png takes to decode a picture of a size. An interlaced file is read in passes, of which the last
// has half of the pixels, beside the whole.
func pngMemory(data []byte, c image.Config) int64 {
	const depthAt, interlaceAt = 24, 28 // in the first chunk, IHDR
	if len(data) <= interlaceAt {
		return 0
	}
	bytes := int64(4)
	if data[depthAt] == 16 {
		bytes = 8
	}
	pixels := int64(c.Width) * int64(c.Height)
	if data[interlaceAt] != 0 {
		return pixels * bytes * 3 / 2
	}
	return pixels * bytes
}

// webpMemory returns how many bytes x/image/webp takes at most to decode a picture of a size: 4 a pixel, and as many again while it undoes
// the transformations of a lossless file.
func webpMemory(_ []byte, c image.Config) int64 { return int64(c.Width) * int64(c.Height) * 8 }

// jpegSegments returns the markers and bodies of the segments before the picture's data, up to the first bytes that are no segment.
func jpegSegments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		const first, bare, startOfScan = 0xc0, 0xd0, 0xda // markers from bare to startOfScan have no body
		for at := 2; at+4 <= len(data) && data[at] == 0xff; {
			if marker := data[at+1]; marker < first || marker >= bare && marker <= startOfScan {
				return
			}
			end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
			if end > len(data) || end < at+4 || !yield(data[at+1], data[at+4:end]) {
				return
			}
			at = end
		}
	}
}

package events

import (
	"bytes"
	"encoding/binary"
	"image"
	_ "image/gif"  // reads the size of a picture
	_ "image/jpeg" // reads the size of a picture
	_ "image/png"  // reads the size of a picture
	"strings"

	"presence/app/platform/filecheck"
)

// fileType is a kind of file that can be attached to an invitation. It is recognized by its bytes (R3). SVG and HTML are not
// allowed, because they can contain scripts.
type fileType struct {
	mediaType string
	endings   []string
	begins    func(data []byte) bool
	whole     func(data []byte) bool                // reports whether nothing follows the end of the file format
	size      func(data []byte) (w, h int, ok bool) // returns the size in pixels; nil: has none
}

var fileTypes = []fileType{
	{"image/png", []string{".png"}, prefix("\x89PNG\r\n\x1a\n"), endsPNG, decoded},
	{"image/jpeg", []string{".jpg", ".jpeg"}, prefix("\xff\xd8\xff"), anyEnd, decoded},
	{"image/gif", []string{".gif"}, func(b []byte) bool { return prefix("GIF87a")(b) || prefix("GIF89a")(b) }, endsGIF, decoded},
	{"image/webp", []string{".webp"}, func(b []byte) bool { return len(b) >= 16 && prefix("RIFF")(b) && string(b[8:12]) == "WEBP" }, endsWebP,
		sizeWebP},
	{"image/avif", []string{".avif"}, brand(avifBrands), endsHEIF, sizeHEIF},
	{"image/heic", []string{".heic", ".heif"}, brand(heicBrands), endsHEIF, sizeHEIF},
	{"application/pdf", []string{".pdf"}, filecheck.BeginsPDF, filecheck.EndsPDF, nil},
}

// acceptedEndings returns the endings of file names of all kinds, as an input for files takes them.
func acceptedEndings() string {
	var list []string
	for _, k := range fileTypes {
		list = append(list, k.endings...)
	}
	return strings.Join(list, ",")
}

// Limits of an image's size, so that mail programs can decode it.
const (
	maxSide   = 12_000     // pixels
	maxPixels = 50_000_000 // pixels
)

// detectType returns the kind of a file, or the code and text of an error.
func detectType(data []byte) (k fileType, code, detail string) {
	for _, k := range fileTypes {
		if !k.begins(data) {
			continue
		}
		if filecheck.IsMixed(data) || !k.whole(data) {
			return k, "mixed_file", "This file is damaged, or its content doesn’t match its type."
		}
		if k.size == nil {
			return k, "", ""
		}
		switch w, h, ok := k.size(data); {
		case !ok || w <= 0 || h <= 0:
			return k, "mixed_file", "This file is damaged, or its content doesn’t match its type."
		case w > maxSide || h > maxSide || w*h > maxPixels:
			return k, "image_too_large", "A picture has at most 12000 pixels a side, and 50 million in all."
		}
		return k, "", ""
	}
	return fileType{}, "file_kind", "Expected a PNG, JPEG, GIF, WebP, AVIF or HEIC picture, or a PDF."
}

func prefix(p string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(p)) }
}

// decoded reads the size from the header of an image, without decoding the pixels.
func decoded(data []byte) (w, h int, ok bool) {
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	return c.Width, c.Height, err == nil
}

// endsPNG walks over the chunks; the last one must be IEND, with nothing after it.
func endsPNG(data []byte) bool {
	for at := 8; at+12 <= len(data); {
		next := at + 12 + int(binary.BigEndian.Uint32(data[at:]))
		if string(data[at+4:at+8]) == "IEND" {
			return next == len(data)
		}
		at = next
	}
	return false
}

// anyEnd accepts any end. It is for JPEG: cameras append further images to the first. Dangerous content is found by
// filecheck.IsMixed.
func anyEnd([]byte) bool { return true }

// endsGIF walks over the blocks; the trailer must be the last byte.
func endsGIF(data []byte) bool {
	at := 13
	if len(data) < at {
		return false
	}
	table := func(flags byte) int {
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	at += table(data[10])
	for at < len(data) {
		switch data[at] {
		case 0x3b:
			return at == len(data)-1
		case 0x21:
			at += 2
		case 0x2c:
			if at+10 > len(data) {
				return false
			}
			at += 11 + table(data[at+9])
		default:
			return false
		}
		for at < len(data) && data[at] != 0 { // sub-blocks
			at += 1 + int(data[at])
		}
		at++
	}
	return false
}

// endsWebP compares the length in the container's header with that of the file.
func endsWebP(data []byte) bool {
	n := uint64(binary.LittleEndian.Uint32(data[4:])) + 8
	return n == uint64(len(data)) || n+1 == uint64(len(data)) && data[len(data)-1] == 0
}

// sizeWebP reads the size from the first chunk, which is of one of three types.
func sizeWebP(data []byte) (w, h int, ok bool) {
	if len(data) < 30 {
		return 0, 0, false
	}
	body := data[20:]
	switch string(data[12:16]) {
	case "VP8X":
		return 1 + uint24(body[4:]), 1 + uint24(body[7:]), true
	case "VP8L":
		bits := binary.LittleEndian.Uint32(body[1:])
		return 1 + int(bits&0x3fff), 1 + int(bits>>14&0x3fff), body[0] == 0x2f
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(body[6:]) & 0x3fff), int(binary.LittleEndian.Uint16(body[8:]) & 0x3fff),
			string(body[3:6]) == "\x9d\x01\x2a"
	}
	return 0, 0, false
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

package events

import (
	"encoding/binary"
	"slices"
)

// The brands (ISO/IEC 14496-12, 23008-12) of still images and short sequences, as the first box of a file contains them.
var (
	avifBrands = []string{"avif", "avis"}
	heicBrands = []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"}
)

// brand returns a function that reports whether the first box of a file contains one of the brands. A file whose major brand is
// the generic mif1 or msf1 counts as AVIF if AVIF is among its compatible brands.
func brand(brands []string) func(data []byte) bool {
	const head = 1024 // bytes
	return func(data []byte) bool {
		if len(data) < 16 || string(data[4:8]) != "ftyp" {
			return false
		}
		end := min(int(binary.BigEndian.Uint32(data)), len(data), head)
		main := string(data[8:12])
		if main == "mif1" || main == "msf1" {
			for at := 16; at+4 <= end; at += 4 {
				if slices.Contains(avifBrands, string(data[at:at+4])) {
					main = "avif"
				}
			}
		}
		return slices.Contains(brands, main)
	}
}

// boxes calls each for every box in data, and reports whether the boxes fill data exactly.
func boxes(data []byte, each func(kind string, body []byte)) bool {
	for len(data) > 0 {
		if len(data) < 8 {
			return false
		}
		size, begin := uint64(binary.BigEndian.Uint32(data)), uint64(8)
		switch size {
		case 0: // to the end of the file
			size = uint64(len(data))
		case 1:
			if len(data) < 16 {
				return false
			}
			size, begin = binary.BigEndian.Uint64(data[8:]), 16
		}
		if size < begin || size > uint64(len(data)) {
			return false
		}
		each(string(data[4:8]), data[begin:size])
		data = data[size:]
	}
	return true
}

func endsHEIF(data []byte) bool { return boxes(data, func(string, []byte) {}) }

// sizeHEIF returns the size of the largest image that the file describes; it may consist of tiles, and contain a thumbnail.
func sizeHEIF(data []byte) (w, h int, ok bool) {
	inside := func(name string, from int, then func(kind string, body []byte)) func(string, []byte) {
		return func(kind string, body []byte) {
			if kind == name && len(body) >= from {
				boxes(body[from:], then)
			}
		}
	}
	boxes(data, inside("meta", 4, inside("iprp", 0, inside("ipco", 0, func(kind string, body []byte) {
		if kind == "ispe" && len(body) >= 12 {
			w, h, ok = max(w, int(binary.BigEndian.Uint32(body[4:]))), max(h, int(binary.BigEndian.Uint32(body[8:]))), true
		}
	}))))
	return w, h, ok
}

// Package filecheck recognizes PDFs, and files that could be taken for two kinds of file, among those that people upload.
package filecheck

import (
	"bytes"
	"encoding/binary"
)

// BeginsPDF reports whether a file begins as a PDF does.
func BeginsPDF(data []byte) bool { return bytes.HasPrefix(data, []byte("%PDF-")) }

// EndsPDF looks for the end marker near the end of a PDF.
func EndsPDF(data []byte) bool {
	return bytes.Contains(data[max(0, len(data)-head):], []byte("%%EOF"))
}

// markup are lower-case texts by which a browser or server could take a file for a web page or a program.
var markup = [][]byte{[]byte("<script"), []byte("<html"), []byte("<!doctype"), []byte("<?php"), []byte("<svg "), []byte("<svg\n"),
	[]byte("<svg>"), []byte("<iframe"), []byte("<body")}

// head is the number of bytes that programs read to recognize the type of a file.
const head = 1024

// IsMixed reports whether a file could be taken for another type: it contains markup (in a PDF, which has text, only
// the head is searched), an image has a PDF signature in its head, or the file ends with a ZIP archive.
func IsMixed(data []byte) bool {
	isPDF := BeginsPDF(data)
	within := data
	if isPDF {
		within = data[:min(len(data), head)]
	} else if bytes.Contains(data[:min(len(data), head)], []byte("%PDF-")) {
		return true
	}
	lower := bytes.ToLower(within)
	for _, m := range markup {
		if bytes.Contains(lower, m) {
			return true
		}
	}
	return endsAsZip(data)
}

// endsAsZip reports whether the file ends with the end record of a ZIP archive and its comment.
func endsAsZip(data []byte) bool {
	const record, maxComment = 22, 1 << 16
	tail := data[max(0, len(data)-record-maxComment):]
	for i := 0; i+record <= len(tail); i++ {
		if string(tail[i:i+4]) == "PK\x05\x06" && i+record+int(binary.LittleEndian.Uint16(tail[i+20:])) == len(tail) {
			return true
		}
	}
	return false
}

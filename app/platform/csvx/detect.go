package csvx

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"presence/app/platform/errs"
)

// window is how many bytes at the beginning decide encoding, line ends and separator.
const window = 64 << 10

// detect finds the encoding, the line ends and the separator of a table by its beginning.
func (x *Reader) detect() error {
	x.fillWindow()
	head := x.buf[:x.end]
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0")):
		return errs.InvalidField("csv", "csv_workbook", "This is a workbook. Save the sheet as CSV and send that.")
	case bytes.HasPrefix(head, []byte("\x1F\x8B")):
		return errs.InvalidField("csv", "csv_compressed", "This file is compressed. Send the CSV itself.")
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")):
		x.readUTF16()
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		x.at, x.text = 3, utf8Text
	default:
		x.text = guessEncoding(head)
	}
	if x.failed != nil {
		return x.failed
	}
	head = x.buf[x.at:x.end]
	x.eol = '\n'
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		x.eol = '\r'
	}
	x.sep = x.separator(head)
	return nil
}

// fillWindow reads the window.
func (x *Reader) fillWindow() {
	for x.end-x.at < window && x.fill() {
	}
}

// readUTF16 reads everything anew as UTF-16, by its byte order mark.
func (x *Reader) readUTF16() {
	all := io.MultiReader(bytes.NewReader(bytes.Clone(x.buf[:x.end])), x.src)
	if x.eof {
		all = bytes.NewReader(bytes.Clone(x.buf[:x.end]))
	}
	x.src = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(all)
	x.end, x.eof, x.text = 0, false, utf8Text
	x.fillWindow()
}

// guessEncoding counts sequences that are valid in UTF-8 only, and bytes that are not.
func guessEncoding(head []byte) encoding {
	letters, wrong := 0, 0
	for len(head) > 0 {
		r, n := utf8.DecodeRune(head)
		switch {
		case r == utf8.RuneError && n == 1 && len(head) < utf8.UTFMax && !utf8.FullRune(head): // cut by the window
		case r == utf8.RuneError && n == 1:
			wrong++
		case n > 1:
			letters++
		}
		head = head[n:]
	}
	switch {
	case letters == 0 && wrong == 0:
		return unknown
	case letters >= wrong:
		return utf8Text
	}
	return windows1252
}

// separator is the separator of the first line: the one that occurs there most often outside of quotes. A first
// line "sep=;", which Excel writes and reads, decides and is passed over.
func (x *Reader) separator(head []byte) byte {
	first, _, _ := bytes.Cut(head, []byte{x.eol})
	if hint, ok := strings.CutPrefix(strings.ToLower(strings.TrimRight(string(first), "\r")), "sep="); ok &&
		(hint == "," || hint == ";" || hint == "\t") {
		x.at += min(len(first)+1, len(head))
		x.line++
		return hint[0]
	}
	var count [256]int
	quoted := false
	for _, c := range first {
		if c == '"' {
			quoted = !quoted
		} else if !quoted {
			count[c]++
		}
	}
	best := byte(',')
	for _, c := range []byte{';', '\t'} {
		if count[c] > count[best] {
			best = c
		}
	}
	return best
}

package tablereader

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"presence/app/platform/errs"
)

// window is the number of bytes at the beginning from which encoding, line ends and separator are detected.
const window = 64 << 10

// detect detects the encoding, the line ends and the separator of a table.
func (x *CSVReader) detect() error {
	x.fillWindow()
	head := x.buf[:min(x.end, window)]
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0")):
		return errs.InvalidField("csv", "csv_workbook", "This is a workbook. Save the worksheet as CSV and send that.")
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
	head = x.buf[x.at:min(x.end, window)]
	x.eol = '\n'
	if bytes.IndexByte(head, '\n') < 0 {
		x.eol = '\r'
	}
	x.sep = x.separator(head)
	return nil
}

// fillWindow reads the first bytes of the table.
func (x *CSVReader) fillWindow() {
	for x.end < window && x.fill() {
	}
}

// readUTF16 restarts reading with a UTF-16 decoder, as the byte order mark says.
func (x *CSVReader) readUTF16() {
	all := io.MultiReader(bytes.NewReader(bytes.Clone(x.buf[:x.end])), x.src)
	x.src = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(all)
	x.end, x.eof, x.text = 0, false, utf8Text
	x.fillWindow()
}

// guessEncoding compares the number of multi-byte UTF-8 sequences with the number of bytes that are invalid in UTF-8.
func guessEncoding(head []byte) encoding {
	letters, wrong := 0, 0
	for utf8.FullRune(head) { // the last letter may be cut by the window
		r, n := utf8.DecodeRune(head)
		switch {
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

// separator returns the most frequent separator outside of quotes in the first line. A first line such as "sep=;", which Excel
// writes and reads, sets the separator and is skipped.
func (x *CSVReader) separator(head []byte) byte {
	first, _, _ := bytes.Cut(head, []byte{x.eol})
	switch hint := strings.ToLower(strings.TrimRight(string(first), "\r")); hint {
	case "sep=,", "sep=;", "sep=\t":
		x.at += min(len(first)+1, len(head))
		x.line++
		return hint[len(hint)-1]
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

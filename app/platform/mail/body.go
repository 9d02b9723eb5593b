package mail

import "strings"

const (
	maxPlain = 900 // longest line that is sent unencoded; RFC 5322 allows 998
	maxQP    = 75  // columns of a quoted-printable line, without the = at its end
)

// appendPart appends a text with its MIME header fields; the last line ends with CRLF.
func appendPart(b []byte, media, text string) []byte {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	plain := isPlainText(text)
	b = append(append(b, "Content-Type: "...), media...)
	if plain {
		return appendPlain(append(b, "; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n"...), text)
	}
	return appendQuoted(append(b, "; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"...), text)
}

// isPlainText reports whether a text can be sent unencoded: it is ASCII, its lines are short enough, and no line could be taken
// for a boundary, for the end of the message or for the start of another message in an mbox file.
func isPlainText(s string) bool {
	start := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n' || c == '\r':
			if !plainLine(s[start:i]) {
				return false
			}
			start = i + 1
		case c != '\t' && (c < ' ' || c > '~'):
			return false
		}
	}
	return plainLine(s[start:])
}

func plainLine(s string) bool {
	return s == "" || len(s) <= maxPlain && s[0] != '.' && !strings.HasPrefix(s, "--=_") && !strings.HasPrefix(s, "From ")
}

// appendPlain appends a text with CRLF line ends.
func appendPlain(b []byte, s string) []byte {
	for {
		line, rest, more := cutLine(s)
		b = append(append(b, line...), '\r', '\n')
		if !more {
			return b
		}
		s = rest
	}
}

// cutLine cuts a text at its first line end, which may be CRLF, CR or LF; more is false if there is none. A bare CR or LF must never be
// sent, because relays interpret it differently.
func cutLine(s string) (line, rest string, more bool) {
	i := strings.IndexByte(s, '\n')
	head := s
	if i >= 0 {
		head = s[:i]
	}
	if j := strings.IndexByte(head, '\r'); j >= 0 && j != len(head)-1 || j >= 0 && i < 0 {
		return s[:j], s[j+1:], true
	}
	if i < 0 {
		return s, "", false
	}
	return strings.TrimSuffix(head, "\r"), s[i+1:], true
}

// appendQuoted appends a text in quoted-printable (RFC 2045, 6.7).
func appendQuoted(b []byte, s string) []byte {
	for {
		line, rest, more := cutLine(s)
		b = append(appendQuotedLine(b, line), '\r', '\n')
		if !more {
			return b
		}
		s = rest
	}
}

func appendQuotedLine(b []byte, s string) []byte {
	col := 0
	for i := 0; i < len(s); {
		end := min(len(s), i+maxQP-col)
		run := i
		if col > 0 || s[i] != '.' && !strings.HasPrefix(s[i:], "From ") {
			for run < end && inQuoted[s[run]] {
				run++
			}
			if run == len(s) && s[run-1] <= ' ' { // white space at the end of a line may be removed in transit
				run--
			}
		}
		if run > i {
			b, col, i = append(b, s[i:run]...), col+run-i, run
			continue
		}
		if col > maxQP-3 {
			b, col = append(b, "=\r\n"...), 0
			continue
		}
		b, col, i = append(b, '=', upperHex[s[i]>>4], upperHex[s[i]&15]), col+3, i+1
	}
	return b
}

// inQuoted are the characters that need no encoding in quoted-printable.
var inQuoted = func() (set [256]bool) {
	for c := ' '; c <= '~'; c++ {
		set[c] = c != '='
	}
	set['\t'] = true
	return set
}()

// encodedSize estimates the length of an encoded text: a non-ASCII byte takes three characters, and lines are folded.
func encodedSize(s string) int64 {
	special := 0
	for i := range len(s) {
		if !inQuoted[s[i]] {
			special++
		}
	}
	return int64(len(s) + 2*special + len(s)/25)
}
